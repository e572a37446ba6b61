"""The ground floor: errors, argument checks, limits, files, threads, intervals."""

"""What everything else rests on: errors, argument checks, limits, files, threads, intervals."""

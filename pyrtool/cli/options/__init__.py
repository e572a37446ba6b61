"""What several commands need: options, the selection of deals, output, words, progress."""

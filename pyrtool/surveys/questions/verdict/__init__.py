"""Whether each deal can be won: how that is answered, what is counted, what is told of it."""

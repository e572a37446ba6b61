"""DEALS on the command line: which deals are meant, which are kept, and how files are named."""

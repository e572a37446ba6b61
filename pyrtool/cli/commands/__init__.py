"""Deal, solve, explain and draw Pyramid and Giza solitaire.

DEALS are any mix of numbers (12), ranges (1-1000), file names, and - for the standard input;
`find` takes numbers and ranges only. A file holds deals, positions (-- for a discarded card), or
the JSON of this program. Lines that begin with # are comments. After a command, --help-all explains
the options that few calls need, too.

Exit status: 0 every question answered (won or lost alike); 1 a failure, or something verified does
not hold; 2 invalid input; 3 a limit left an answer unknown.
"""

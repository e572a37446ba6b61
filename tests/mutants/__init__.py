"""What the tests notice: small changes of the code (mutants), and which of them make a test fail.

`python -m tests.mutants` makes, runs and counts them; nothing in the checkout is changed.
"""

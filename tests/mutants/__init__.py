"""How much the tests notice: small changes of the code (mutants), and which of them a test fails on.

`python -m tests.mutants` makes, runs and counts them; nothing in the checkout is changed.
"""

"""A formula as a deal: the evidence for PROOF.md.

    python -m benchmarks.hardness formula.cnf --game giza

The deal is winnable exactly when the formula is satisfiable. The proof is on that page.
"""

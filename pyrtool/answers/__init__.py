"""Answers to questions about deals and positions: one room a question, over the kernels."""

"""Explanations: why a deal is unwinnable, as a person would argue, and what a win forces."""

"""Advice: the value of each legal move. docs/how-to/judge-a-move.md defines every word."""

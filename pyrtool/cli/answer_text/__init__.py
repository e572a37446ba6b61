"""Answers in words, as the command line prints them."""

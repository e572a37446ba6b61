"""Booklets of problems in print."""

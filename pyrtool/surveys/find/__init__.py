"""The search through many deals for those that are as wanted, the hardest above all.

`query` decides which deals match; `themes` and `measures` are what it may ask. `search` looks
through parts of the deals, and brings them together. `journal` keeps what a long search needs to
resume. `pick` chooses a few of the deals for a sheet, and `seeds` writes winnable deals as PySolFC
keeps them.
"""

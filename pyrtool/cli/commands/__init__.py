"""The commands, one file each: what a command's options are, what it asks the library, what it
prints.
"""

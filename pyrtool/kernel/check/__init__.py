"""Second opinions: a checker of lines, and a plain exhaustive search."""

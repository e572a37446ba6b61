"""What is where on a picture, before any painter draws it."""

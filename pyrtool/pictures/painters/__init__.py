"""One painter a file format."""

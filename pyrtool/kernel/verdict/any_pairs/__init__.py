"""The verdict under any relation of pairs."""

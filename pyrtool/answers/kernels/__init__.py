"""Between positions and kernels: rules and positions as numbers, and lines of play back."""

"""The set-up of kernels: rules and positions as numbers, and the lines found as moves."""

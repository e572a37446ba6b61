"""The most that can be done: a branch and bound search, and its bounds."""

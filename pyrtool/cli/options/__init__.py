"""The options of commands: shared ones, those of rules, their conflicts, values, and errors."""

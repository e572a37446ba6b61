"""`fronts`, `nodes`, and `tableaux` as they are compiled for processors with BMI2; `groups` looks here first."""

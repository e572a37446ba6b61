"""`verdict.matching` as it is compiled for processors with BMI2; `verdict` looks here first."""

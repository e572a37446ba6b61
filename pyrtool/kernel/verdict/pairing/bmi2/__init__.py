"""`choices`, `deductions`, `pairing`, and `windows` as they are compiled for processors with BMI2; `pairing` looks here first."""

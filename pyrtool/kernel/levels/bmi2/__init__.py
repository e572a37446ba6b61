"""`discards` and `sets` as they are compiled for processors with BMI2; `levels` looks here first."""

"""`levels` and `verdict` as they are compiled for processors with BMI2; `kernel` looks here first."""

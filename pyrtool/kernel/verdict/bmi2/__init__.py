"""`matching`, `partners`, `singly`, and `turning` as they are compiled for processors with BMI2; `verdict` looks here first."""

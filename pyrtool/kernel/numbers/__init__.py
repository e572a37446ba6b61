"""Bits, buffers, codes, and tables: the numbers that all kernels share."""

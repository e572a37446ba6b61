"""Deductions about which card goes with which, and when, each with what it rests on."""

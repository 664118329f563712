"""Figures, printed and never asserted: `python -m tests.benchmarks`, or with the names of some."""

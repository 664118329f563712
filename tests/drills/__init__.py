"""Drills: what Companion promises, tried on the real server, each with a line of figures."""

NAMES = ("killed", "powercut", "live", "junk", "greedy")

"""Style and scripts as phones get them, and the packages that phones keep."""

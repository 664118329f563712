"""Which version of Companion this is: a test compares it with `pyproject.toml`."""

VERSION = "0.13.4"

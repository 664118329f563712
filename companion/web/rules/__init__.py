"""The rules, their search and their links."""

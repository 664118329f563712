"""A table around its games: the list of tables, set-up, history, files."""

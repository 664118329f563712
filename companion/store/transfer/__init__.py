"""Games that files and other phones bring to a table, and tables that are taken along."""

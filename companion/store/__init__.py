"""Everything that is kept: the database, its schema, and who is told when a table changes."""

"""How a phone comes to a table, and who may do what there."""

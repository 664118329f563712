"""The database itself: connections, schema, times, how full it is."""

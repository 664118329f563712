"""What every process needs: the server's log, private files, long work that gives way, a cache."""

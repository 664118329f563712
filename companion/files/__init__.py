"""Files that people take with them: records, tables, decks, CSV; and how they are read back."""

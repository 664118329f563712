"""What every game shares: entries, their log and its replay, verdicts, tables. No framework."""

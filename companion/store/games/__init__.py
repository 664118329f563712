"""Games: their logs, what is entered into them, and games that come from elsewhere."""

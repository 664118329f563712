"""What the games of a table came to, and what they add up to."""

"""How a table goes from a phone to a server, and back."""

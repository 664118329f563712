"""The board of a game: what is entered, what follows, and who hears of it."""

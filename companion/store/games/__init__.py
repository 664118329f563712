"""Games: their logs, what is entered into them, and what is put right about them."""

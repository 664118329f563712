"""The rules of the games as books with chapters, and the search in them."""

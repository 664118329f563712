"""What all pages are made of: the document, its parts, names and words."""

"""What a phone keeps so that it works without a network."""

"""Who asks, from where and how often, and whether they may."""

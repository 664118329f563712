"""Several phones at one table over a bad network: no entry is lost, and none is written twice."""

"""Challenges: from a proof graph, in ten passes, to a statement that can be proved from what stands beside it."""

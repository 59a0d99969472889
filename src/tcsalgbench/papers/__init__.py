"""Papers: which there are, and which are for us."""

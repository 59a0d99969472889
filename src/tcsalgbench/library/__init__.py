"""What a prover may read: an explicit list of cited works, searched, quoted from, and scanned for leaks."""

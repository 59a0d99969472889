"""Proof graphs: the statements of a work, what each invokes, and the words and symbols that it defines."""

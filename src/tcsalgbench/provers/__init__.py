"""Provers: from a challenge and a library to a submission, by one of several workflows."""

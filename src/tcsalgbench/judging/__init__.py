"""Judging: one final proof goes through organiser, citation check and voters; the label is computed by code."""

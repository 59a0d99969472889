"""Results: from one tidy table of runs to every table and figure, each number right, or absent with a reason."""

"""The append-only journal: what was asked and answered, under names that stay."""

from tcsalgbench.calls.journal.journal import FileJournal, Ticket

__all__ = ["FileJournal", "Ticket"]

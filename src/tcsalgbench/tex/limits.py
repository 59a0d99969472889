"""How much one reading may take: bounds on bytes, expansion and depth, so that nothing hangs and nothing explodes."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """Bounds that no paper comes near; hostile input does. Counts, not seconds, so that a reading can be repeated."""

    bytes_read: int = 24_000_000
    expansions: int = 3_000
    expansions_per_byte: float = 0.03
    expansions_at_most: int = 40_000
    expanded: int = 1_500_000
    expanded_per_byte: int = 4
    frames: int = 120
    environments: int = 400
    events: int = 60_000
    events_per_byte: float = 0.01
    argument: int = 400_000
    scanned_per_byte: int = 2
    scanned: int = 6_000_000
    blocks: int = 40_000
    references: int = 100_000
    warnings: int = 500
    printed: int = 2_000
    printing: int = 150_000

    def events_for(self, size: int) -> int:
        """How many commands may be handled in an input of so many bytes."""
        return self.events + int(self.events_per_byte * size)

    def expansions_for(self, size: int) -> int:
        """How many calls of macros may be expanded."""
        return min(self.expansions + int(self.expansions_per_byte * size), self.expansions_at_most)

    def expanded_for(self, size: int) -> int:
        """How many characters macros may expand to."""
        return self.expanded + self.expanded_per_byte * size

    def scanned_for(self, size: int) -> int:
        """How many characters may be looked through in search of the end of an argument."""
        return self.scanned + self.scanned_per_byte * size

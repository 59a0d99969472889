"""Long lists of names, written as running text."""


def words(text: str) -> tuple[str, ...]:
    """The words of a text."""
    return tuple(text.split())

"""Every error that a user can meet.

    TcsalgbenchError            what all of them are
    ├── BadInput                a file or an argument that cannot be used
    └── NoStatementFound        a TeX project was read, and nothing in it is a statement

An error says in its message what was wrong, where, and what to do. `slug` names its kind for machines (`--json`);
`exit_status` is what the command line returns: 1 where the work found failures, 2 for wrong use or bad input.
"""

from typing import ClassVar


class TcsalgbenchError(Exception):
    """What every error of this package is."""

    slug: ClassVar[str] = "error"
    exit_status: ClassVar[int] = 2


class BadInput(TcsalgbenchError):
    """A file or an argument that cannot be used."""

    slug = "bad-input"


class NoStatementFound(TcsalgbenchError):
    """A TeX project was read, and nothing in it is a statement."""

    slug = "no-statement"
    exit_status = 1

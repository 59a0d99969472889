"""What the models of a cast cost, by role, where it is known."""

from collections.abc import Iterable, Mapping

from tcsalgbench.calls import Price
from tcsalgbench.jobs.cast import Cast
from tcsalgbench.models.catalog import Catalog

_FREE = ("embedded", "scripted", "simulated")


def prices_of(cast: Cast, roles: Iterable[str], catalog: Catalog) -> Mapping[str, Price | None]:
    """The price of each role's model; None where it is hosted and its price is not known."""
    found: dict[str, Price | None] = {}
    for role in roles:
        written = cast.choice(role).model
        entry = catalog.entry(written)
        free = written.partition("/")[0] in _FREE
        found[role] = Price() if free else None if entry.price is None else entry.channel_price()
    return found

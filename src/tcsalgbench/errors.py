"""Every error that a user can meet.

    TcsalgbenchError            what all of them are
    ├── BadInput                a file or an argument that cannot be used
    ├── NoStatementFound        a TeX project was read, and nothing in it is a statement
    ├── NewerSchema             a file that a newer version of this tool wrote
    ├── InUse                   another process is at work on the same thing
    ├── JournalDamaged          bytes in a journal that were not written so
    ├── JournalUnwritable       the journal cannot take a record
    │   └── DiskFull            ... because there is no space left
    ├── Drift                   a request is not the one that was answered under its name
    ├── BudgetSpent             a limit is reached
    │   └── BudgetTooSmall      one call alone is above a limit
    ├── RunErrored              a run could not end, for a reason that says nothing about its proof
    ├── Stopped                 the user asked to stop: calls under way were finished, no new one was begun
    └── ModelError              a model could not be asked
        ├── UnknownModel        no such model
        ├── UnexpectedRequest   a script has no reply for this request
        ├── MissingKey          the environment holds no key for its provider
        ├── NotInstalled        the library for its provider is not there
        └── ProviderFault       the provider failed; nothing was decided
            ├── Retryable       ... in a way that may pass
            │   ├── RateLimited, Overloaded, ServerFault, TimedOut, ConnectionLost
            ├── Rejected        ... in a way that will not: key, permission, an impossible request
            ├── UnusableReply   it answered, but not in its own format
            ├── Cancelled       the call was given up while it was under way
            └── ClientFailed    the code that talks to the provider failed in a way it does not know

An error says in its message what was wrong, where, and what to do. `slug` names its kind for machines (`--json`);
`exit_status` is what the command line returns: 1 where the work found failures, 2 for wrong use or bad input, 130 when
the user interrupted.
"""

import math
from typing import ClassVar

LONGEST_HINT = 900.0  # a hint beyond that closes the way to a model for all, and is more likely a mistake


class TcsalgbenchError(Exception):
    """What every error of this package is."""

    slug: ClassVar[str] = "error"
    exit_status: ClassVar[int] = 2


class BadInput(TcsalgbenchError):
    """A file or an argument that cannot be used."""

    slug = "bad-input"


class NewerSchema(TcsalgbenchError):
    """A file that a newer version of this tool wrote."""

    slug = "newer-schema"


class InUse(TcsalgbenchError):
    """Another process is at work on the same thing."""

    slug = "in-use"


class JournalDamaged(TcsalgbenchError):
    """A journal holds bytes that were not written so."""

    slug = "journal-damaged"


class JournalUnwritable(TcsalgbenchError):
    """The journal cannot take a record."""

    slug = "journal-unwritable"
    exit_status = 1


class DiskFull(JournalUnwritable):
    """There is no space left for the journal."""

    slug = "disk-full"


class Drift(TcsalgbenchError):
    """A request is not the one that was answered under its name."""

    slug = "drift"


class BudgetSpent(TcsalgbenchError):
    """A limit is reached: the call was not made."""

    slug = "budget-spent"
    exit_status = 1


class BudgetTooSmall(BudgetSpent):
    """One call alone is above a limit, so no amount of waiting helps."""

    slug = "budget-too-small"
    exit_status = 2


class RunErrored(TcsalgbenchError):
    """A run could not end, for a reason that says nothing about its proof: it is to be resumed."""

    slug = "run-errored"
    exit_status = 1


class Stopped(TcsalgbenchError):
    """The user asked to stop: calls under way were finished, no new one was begun."""

    slug = "stopped"
    exit_status = 130


class ModelError(TcsalgbenchError):
    """A model could not be asked."""

    slug = "model"


class UnknownModel(ModelError):
    """No model has that name."""

    slug = "unknown-model"


class UnexpectedRequest(ModelError):
    """A script has no reply for this request."""

    slug = "unexpected-request"


class MissingKey(ModelError):
    """The environment holds no key for the provider of a model."""

    slug = "missing-key"


class NotInstalled(ModelError):
    """The library that speaks to the provider of a model is not there."""

    slug = "not-installed"


class ProviderFault(ModelError):
    """The provider failed: an infrastructure error, which says nothing about the work."""

    slug = "provider-fault"
    exit_status = 1
    may_have_billed: ClassVar[bool] = False  # the provider may have produced, and charged for, an answer that was lost


class Retryable(ProviderFault):
    """A fault that may pass. `retry_after` is the provider's own hint in seconds, as far as it makes sense."""

    slug = "provider-retryable"
    pushes_back: ClassVar[bool] = False  # the provider says that it is asked too much

    def __init__(self, message: str, retry_after: float | None = None) -> None:
        """Keep the hint beside the message."""
        super().__init__(message)
        sensible = retry_after is not None and math.isfinite(retry_after) and retry_after >= 0
        self.retry_after = min(retry_after, LONGEST_HINT) if retry_after is not None and sensible else None


class RateLimited(Retryable):
    """Too many requests, or too many tokens, in too short a time (HTTP 429)."""

    slug = "rate-limited"
    pushes_back = True


class Overloaded(Retryable):
    """The provider has no room for the request (HTTP 503, 529)."""

    slug = "overloaded"
    pushes_back = True


class ServerFault(Retryable):
    """The provider failed on its side (HTTP 5xx)."""

    slug = "server-fault"


class TimedOut(Retryable):
    """No answer came in time."""

    slug = "timed-out"
    may_have_billed = True


class ConnectionLost(Retryable):
    """The connection broke before the answer was whole."""

    slug = "connection-lost"
    may_have_billed = True


class Rejected(ProviderFault):
    """The provider will not take the request, now or later: a key, a permission, an impossible request."""

    slug = "provider-rejected"


class UnusableReply(ProviderFault):
    """The provider answered, but in no form that can be read or accounted for. Asking again would cost again."""

    slug = "unusable-reply"
    may_have_billed = True


class Cancelled(ProviderFault):
    """A call was given up while it was under way; never raised, only recorded."""

    slug = "cancelled"
    may_have_billed = True


class ClientFailed(ProviderFault):
    """The code that talks to the provider failed in a way it does not know."""

    slug = "client-failed"
    may_have_billed = True


class NoStatementFound(TcsalgbenchError):
    """A TeX project was read, and nothing in it is a statement."""

    slug = "no-statement"
    exit_status = 1

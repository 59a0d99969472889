"""The only way to a model: calls that are named, journalled, limited, retried and accounted for."""

from tcsalgbench.calls.budget import Budget, Cost, Limits, Price
from tcsalgbench.calls.caller import Caller
from tcsalgbench.calls.client import Channel, ModelClient, Retry
from tcsalgbench.calls.gate import Gate
from tcsalgbench.calls.journal import FileJournal
from tcsalgbench.calls.meter import Meter, Tally
from tcsalgbench.calls.request import Answer, Part, Reply, Request, Usage
from tcsalgbench.calls.runner import Errored, Finished, Job, Outcome, Steps, drive, drive_all
from tcsalgbench.calls.secrets import Secrets
from tcsalgbench.calls.stop import Stop

__all__ = [
    "Answer",
    "Budget",
    "Caller",
    "Channel",
    "Cost",
    "Errored",
    "FileJournal",
    "Finished",
    "Gate",
    "Job",
    "Limits",
    "Meter",
    "ModelClient",
    "Outcome",
    "Part",
    "Price",
    "Reply",
    "Request",
    "Retry",
    "Secrets",
    "Steps",
    "Stop",
    "Tally",
    "Usage",
    "drive",
    "drive_all",
]

"""A job of many model calls over a workspace: who plays which role, the way to the models, what it may cost."""

from tcsalgbench.jobs.cast import Cast, cast_of
from tcsalgbench.jobs.desk import Desk
from tcsalgbench.jobs.forecast import Forecast, forecast
from tcsalgbench.jobs.work import Work

__all__ = ["Cast", "Desk", "Forecast", "Work", "cast_of", "forecast"]

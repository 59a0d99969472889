"""The models that a role can be given to."""

from tcsalgbench.models.registry import open_model, provider

__all__ = ["open_model", "provider"]

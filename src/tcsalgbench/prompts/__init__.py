"""One template a role, and the typed answer it expects."""

from tcsalgbench.prompts.book import PromptBook
from tcsalgbench.prompts.fence import Fence, Untrusted
from tcsalgbench.prompts.role import Purpose, Role

__all__ = ["Fence", "PromptBook", "Purpose", "Role", "Untrusted"]

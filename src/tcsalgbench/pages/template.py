"""Templates of pages: they lie beside the code that fills them, escape what they are given, and know every variable."""

from functools import lru_cache
from importlib.resources import files
from typing import TYPE_CHECKING

from markupsafe import Markup

from tcsalgbench.pages.visible import visible

if TYPE_CHECKING:
    from jinja2 import Environment


class Filler:
    """A template, ready to be filled."""

    def __init__(self, package: str, name: str) -> None:
        self._template = _environment(package).get_template(name)

    def render(self, **values: object) -> Markup:
        """The template with these values, each escaped unless it is `Markup`."""
        return Markup(self._template.render(**values))  # noqa: S704  # autoescape is on: this is what it makes


def template(package: str, name: str) -> Filler:
    """The template `name` that lies in `package`, such as `template("tcsalgbench.graphs", "graph.html")`."""
    return Filler(package, name)


@lru_cache(maxsize=16)
def _environment(package: str) -> "Environment":
    from jinja2 import Environment, FunctionLoader, StrictUndefined  # noqa: PLC0415  # 40 ms that most commands do not need

    folder = files(package)
    return Environment(
        loader=FunctionLoader(lambda name: folder.joinpath(name).read_text("utf-8")),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=_shown,
        trim_blocks=True,
        lstrip_blocks=True,
    )


def _shown(value: object) -> object:
    return visible(value) if isinstance(value, str) and not isinstance(value, Markup) else value

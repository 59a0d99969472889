"""One page is one HTML file: style, scripts, data and fonts are inside, and its policy lets nothing else run or load."""

import hashlib
import json
import re
from base64 import b64encode
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Literal

from markupsafe import Markup

from tcsalgbench.errors import BadInput
from tcsalgbench.pages.katex import BUILT_IN_MACROS, Katex, find_katex
from tcsalgbench.pages.template import template
from tcsalgbench.workspace.files import atomic_write

MATH_CLASS = "tcs-math"
_ENDS_ITS_ELEMENT = re.compile(r"</(?:script|style)|<!--", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Page:
    """What a page shows. Scripts find `data` as `TCS.data`; `served` pages may talk to the server they come from."""

    title: str
    body: Markup
    macros: Mapping[str, str] = field(default_factory=dict)
    data: Mapping[str, object] = field(default_factory=dict)
    styles: tuple[str, ...] = ()
    scripts: tuple[str, ...] = ()
    served: bool = False


def render_page(page: Page, katex: Katex | Literal["installed"] | None = "installed") -> str:
    """The page as one self-contained HTML file; `katex` is the one that is installed unless another, or none, is given."""
    shipped = json_for_script({"data": page.data, "macros": {**BUILT_IN_MACROS, **page.macros}})
    has_formulas = MATH_CLASS in page.body or MATH_CLASS in shipped
    if katex == "installed":
        katex = find_katex() if has_formulas else None
    styles = [part("shell.css"), *page.styles]
    scripts = [part("shell.js"), *page.scripts]
    if katex is not None and has_formulas:
        styles.insert(0, katex.style)
        scripts.insert(0, katex.script)
    for text in (*styles, *scripts):
        if _ENDS_ITS_ELEMENT.search(text) or "\r" in text:
            raise BadInput("A style or script of a page holds the end of its own element; write it in another way.")
    html = template("tcsalgbench.pages", "shell.html").render(
        title=page.title,
        body=page.body,
        policy=policy(styles, scripts, served=page.served),
        styles=[Markup(text) for text in styles],  # noqa: S704  # ours, or KaTeX's; checked above to end nothing
        scripts=[Markup(text) for text in scripts],  # noqa: S704
        shipped=Markup(shipped),  # noqa: S704  # JSON without any of the characters that HTML knows
        without_katex=has_formulas and katex is None,
    )
    return html.encode("utf-8", "replace").decode()


def write_page(path: Path, page: Page) -> Path:
    """Write the page, whole or not at all, and return its path."""
    path.parent.mkdir(parents=True, exist_ok=True)
    atomic_write(path, render_page(page).encode())
    path.chmod(0o644)  # a page is made to be shown; what else we write is for its owner
    return path


def json_for_script(value: object) -> str:
    """JSON that can stand in a script element: it holds no character that could end one."""
    text = json.dumps(value, allow_nan=False, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def policy(styles: list[str], scripts: list[str], *, served: bool = False) -> str:
    """The content security policy: exactly these styles and scripts, pictures and fonts from inside the file, else nothing."""
    rules = {
        "default-src": "'none'",
        "script-src": " ".join(map(_hash_of, scripts)),
        "style-src": " ".join(map(_hash_of, styles)),
        "font-src": "data:",
        "img-src": "data:",
        "base-uri": "'none'",
        "form-action": "'none'",
    }
    if served:
        rules["connect-src"] = "'self'"
    return "; ".join(f"{name} {value}" for name, value in rules.items())


def _hash_of(text: str) -> str:
    digest = hashlib.sha256(text.encode("utf-8")).digest()
    return f"'sha256-{b64encode(digest).decode()}'"


@lru_cache(maxsize=8)
def part(name: str) -> str:
    """A file of the shell."""
    return files("tcsalgbench.pages").joinpath(name).read_text("utf-8")

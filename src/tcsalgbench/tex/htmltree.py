"""What a statement in TeX becomes on the way to HTML: a small tree, written out with paragraphs around what is inline."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from markupsafe import escape

# Every element that can come out, and nothing else: a name of a paper never becomes the name of an element.
BLOCKS = frozenset(
    ("div", "ul", "ol", "li", "dl", "dt", "dd", "blockquote", "pre", "figure", "figcaption", "table", "tr", "td")
)
INLINE = frozenset(("span", "em", "strong", "code", "sup", "sub", "br", "u"))
_HOLDS_BLOCKS_ONLY = frozenset(("ul", "ol", "table", "tr"))
_NO_PARAGRAPHS = frozenset(("pre", "figcaption"))


@dataclass(slots=True)
class Element:
    """An element with its class and its data attributes; a paragraph break is an element named `p` without content."""

    name: str
    class_: str = ""
    data: tuple[tuple[str, str], ...] = ()
    children: "list[Element | str]" = field(default_factory=list)

    @property
    def is_block(self) -> bool:
        """Whether it ends the paragraph that it stands in."""
        return self.name in BLOCKS


def written(root: Element) -> str:
    """The HTML of what is inside `root`, each text escaped."""
    return "".join(_blocks(root.children))


def _open(element: Element, name: str) -> str:
    class_ = f' class="{escape(element.class_)}"' if element.class_ else ""
    data = "".join(f' data-{key}="{escape(value)}"' for key, value in element.data)
    return f"<{name}{class_}{data}>"


def _blocks(children: "Sequence[Element | str]") -> Iterator[str]:
    """Blocks as they are, and what stands between them in paragraphs."""
    line: list[str] = []
    for child in children:
        if isinstance(child, str):
            line.append(str(escape(child)))
        elif child.name == "p" or _has_block(child):
            yield from _paragraph(line)
            line = []
            if child.name != "p":
                yield from _block(child)
        else:
            line += _inline(child)
    yield from _paragraph(line)


def _paragraph(line: list[str]) -> Iterator[str]:
    text = "".join(line).strip()
    if text:
        yield f"<p>{text}</p>"


def _block(element: Element) -> Iterator[str]:
    # Emphasis around a list is a block that is emphasised, since HTML has no paragraphs in inline elements.
    name = element.name if element.is_block else "div"
    class_ = element.class_ if element.is_block else f"tcs-{element.name} {element.class_}".strip()
    yield _open(Element(name, class_, element.data), name)
    if name in _HOLDS_BLOCKS_ONLY:
        for child in element.children:
            if isinstance(child, Element) and child.is_block:
                yield from _block(child)
    elif name in _NO_PARAGRAPHS or (name in ("td", "li") and not _breaks(element)):
        for child in element.children:
            yield from _inline(child)
    else:
        yield from _blocks(element.children)
    yield f"</{name}>"


def _inline(child: "Element | str") -> Iterator[str]:
    if isinstance(child, str):
        yield str(escape(child))
    elif child.name == "br":
        yield "<br>"
    elif child.name == "p":
        yield " "
    else:
        name = child.name if child.name in INLINE else "span"
        yield _open(child, name)
        for inside in child.children:
            yield from _inline(inside)
        yield f"</{name}>"


def _has_block(element: Element) -> bool:
    return element.is_block or any(isinstance(child, Element) and _has_block(child) for child in element.children)


def _breaks(element: Element) -> bool:
    return any(isinstance(child, Element) and (child.name == "p" or _has_block(child)) for child in element.children)

"""Opening and closing statements and proofs, whoever opens them: a theorem environment, a wrapper, a macro."""

import re
from dataclasses import dataclass

from tcsalgbench.tex.extents import body_extent, written_environment
from tcsalgbench.tex.frames import Argument, Frame, Place, group_end
from tcsalgbench.tex.keyvals import key_values
from tcsalgbench.tex.macros import strip_comments
from tcsalgbench.tex.names import kind_of
from tcsalgbench.tex.proofs import close_proofs_without_end
from tcsalgbench.tex.reader import Handler, Reader
from tcsalgbench.tex.state import Anchor, RawBlock, RawLabel, RawProof
from tcsalgbench.tex.words import words

_KEYS = frozenset(words("name title label restate store continues style short listname noqed prefoothook note manual-num"))
_LABEL = re.compile(r"\\label\s*\{[^{}]*\}")


@dataclass(frozen=True, slots=True)
class Theorem:
    """How statements of one environment are titled and counted (`counter` is None where they have no number)."""

    env: str
    title: str
    counter: str | None
    boxed: bool = False
    prefix: str = ""
    blank: bool = False  # thmtools lets a label in a statement without a number print nothing


def theorem_handler(theorem: Theorem) -> Handler:
    """What `\\begin` does for a theorem environment."""

    def begin_theorem(reader: Reader, _name: str, start: int) -> None:
        begin = reader.frame.place(start)
        if theorem.boxed:
            name, keys = _box_arguments(reader, theorem)
            open_block(reader, theorem, begin, name, keys)
            return
        star = theorem.env.endswith("*") or not theorem.counter
        argument = reader.optional()
        keys = _keys(argument)
        open_block(reader, theorem, begin, None if keys else argument, keys, unnumbered=star)

    return begin_theorem


def end_theorem(reader: Reader, name: str, start: int) -> None:
    """What `\\end` does for a theorem environment: it closes the innermost statement of that name."""
    env = name.removeprefix("end")
    for block in reversed(reader.open_blocks):
        if env in (block.env, block.counter, block.names_label) or block is reader.open_blocks[-1]:
            while reader.open_blocks:
                last = reader.open_blocks[-1]
                close_block(reader, last, reader.frame.place(start))
                if last is block:
                    return


def _keys(argument: Argument | None) -> dict[str, str]:
    if argument is None or ("=" not in argument.text and argument.text.strip() not in ("restate", "store")):
        return {}
    keys = key_values(strip_comments(argument.text))
    return keys if keys and all(key in _KEYS for key in keys) else {}


def _box_arguments(reader: Reader, theorem: Theorem) -> tuple[Argument | None, dict[str, str]]:
    options = reader.optional()
    keys = {k: v for k, v in (key_values(options.text) if options else {}).items() if k == "label"}
    name = reader.group()
    if theorem.counter is not None and reader.peek() == "{":
        label = reader.text_of(reader.group())
        if label:
            keys.setdefault("label", theorem.prefix + label)
    return name, keys


def open_block(
    reader: Reader,
    theorem: Theorem,
    begin: Place,
    name: Argument | None,
    keys: dict[str, str],
    *,
    unnumbered: bool = False,
) -> RawBlock:
    """A statement begins: count it, remember where it stands, read what its name holds."""
    _drop_tentative_block(reader, begin)
    close_proofs_without_end(reader, begin)
    title = reader.printer.text(theorem.title) if "\\" in theorem.title else theorem.title.strip()
    block = RawBlock(
        env=written_environment(begin, theorem.env),
        title=title or theorem.env,
        kind=kind_of(title, theorem.env),
        start=begin,
        body_start=reader.here(),
        depth=len(reader.environments),
        names_label=theorem.env,
        section=len(reader.found.sections),
    )
    _add_block(reader, block)
    _read_name(reader, block, name, keys)
    later = _register_restatable(reader, block, keys)
    if keys.get("continues"):
        block.number = f"\\ref{{{keys['continues']}}}"
    elif theorem.counter is None and theorem.blank:
        reader.current = Anchor()
    elif theorem.counter is not None and not unnumbered:
        number_block(reader, block, theorem.counter)
        if later:
            _count_later(reader, theorem.counter)
    if keys.get("label"):
        add_label(reader, keys["label"], (begin, reader.here()[1]))
    if name is not None and name.text.strip():
        reader.push_argument(name)
    return block


def _read_name(reader: Reader, block: RawBlock, name: Argument | None, keys: dict[str, str]) -> None:
    text = keys.get("name") or keys.get("title") or keys.get("note") or (name.text if name is not None else "")
    text = _LABEL.sub("", text).strip()
    if text.startswith("{") and group_end(text, 0, len(text)) == len(text) - 1:  # braces that only hide brackets
        text = text[1:-1].strip()
    block.name = text or None


def _count_later(reader: Reader, counter: str) -> None:
    r"""`restatable*` is counted where its macro is used: what it and its equations step here is taken back."""
    kept = {counter: reader.counters.value(counter) - 1, "equation": reader.counters.value("equation")}
    for name, value in kept.items():
        reader.environments[-1].at_end.append(lambda name=name, value=value: reader.counters.set(name, value))  # type: ignore[misc]


def _register_restatable(reader: Reader, block: RawBlock, keys: dict[str, str]) -> bool:
    """Give the macro of a restatable statement its meaning; whether the statement is counted there only."""
    macro, later = reader.restatable or (keys.get("restate") or keys.get("store"), False)
    reader.restatable = None
    if not macro:
        return False

    def restate(again: Reader, _name: str, start: int) -> None:
        starred = again.star()
        again.order += 1
        again.found.restatements.append((again.order, block))
        if starred or not block.counter:
            return
        again.counters.step(block.counter)
        number = again.printer.the(block.counter)
        if later:
            block.number = number
        if block.anchor is not None:  # its labels are written again, and LaTeX prints what was written last
            block.anchor.number = number

    reader.define(macro.lstrip("\\"), restate, everywhere=True)
    return later


def number_block(reader: Reader, block: RawBlock, counter: str) -> None:
    """Step the counter of a statement and give it its number."""
    reader.counters.step(counter)
    block.counter = counter
    block.number = reader.printer.the(counter)
    reader.current = block.anchor = Anchor("block", counter, reader.printer.reference(counter), block)


def _add_block(reader: Reader, block: RawBlock) -> None:
    reader.order += 1
    block.order = reader.order
    block.frame_id = reader.frame.pos
    block.parent = reader.open_blocks[-1] if reader.open_blocks else None
    block.in_proof = reader.open_proofs[-1] if reader.open_proofs else None
    if len(reader.found.blocks) >= reader.limits.blocks:
        reader.warn(block.start, "there are more statements than are read; the rest was not read")
        reader.ended = True
        return
    reader.found.blocks.append(block)
    reader.open_blocks.append(block)


def close_block(reader: Reader, block: RawBlock, place: Place) -> None:
    """A statement ends."""
    if block in reader.open_blocks:
        reader.open_blocks.remove(block)
    if block.end is None:
        block.end = reader.here()
        block.body_start, block.body_end = body_extent(block.start, block.body_start, place, block.end, reader, block.frame_id)


def _drop_tentative_block(reader: Reader, begin: Place) -> None:
    last = reader.open_blocks[-1] if reader.open_blocks else None
    if last is not None and last.tentative and last.start == begin:
        reader.open_blocks.pop()
        reader.found.blocks.remove(last)


def open_tentative_block(reader: Reader, env: str, begin: Place, frame: Frame | None) -> None:
    """An author's own environment with the name of a statement; if it wraps a theorem, that one takes its place."""
    _drop_tentative_block(reader, begin)
    kind = kind_of("", env)
    block = RawBlock(env, kind.capitalize(), kind, begin, reader.here(), len(reader.environments), tentative=True)
    if frame is not None:
        block.body_start = (frame.site[0], frame.site[2])
    block.section = len(reader.found.sections)
    _add_block(reader, block)


def context(reader: Reader) -> tuple[RawBlock | None, RawProof | None]:
    """The innermost statement or proof being read: one of the two."""
    block = reader.open_blocks[-1] if reader.open_blocks else None
    proof = reader.open_proofs[-1] if reader.open_proofs else None
    if block is not None and proof is not None:
        return (block, None) if block.order > proof.order else (None, proof)
    return block, proof


def add_label(reader: Reader, name: str, place: tuple[Place, int], anchor: Anchor | None = None) -> None:
    """A label for what was last numbered here."""
    block, proof = context(reader)
    anchor = reader.current if anchor is None else anchor
    reader.order += 1
    reader.found.labels.append(RawLabel(name, anchor, place, block, proof, reader.order))
    if anchor.kind == "block" and anchor.block is not None and name not in anchor.block.labels:
        anchor.block.labels.append(name)
    elif block is not None and (block.number is None or block.boxed) and anchor.kind not in ("equation", "item", "line"):
        block.labels.append(name)

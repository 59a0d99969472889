"""Where a statement or a proof begins and ends in the source, and what its author called it."""

import re

from tcsalgbench.tex.frames import Frame, Place
from tcsalgbench.tex.reader import Reader

BEGIN = re.compile(r"\\begin\s*\{([^{}\\]+)\}")


def written_environment(begin: Place, env: str) -> str:
    """The environment as the author wrote it: a wrapper's name, where a wrapper was used."""
    source, offset = begin
    match = BEGIN.match(source.text, offset)
    written = match[1].strip() if match else env
    return env if written.startswith(("restatable", "theoremEnd")) else written


def body_extent(start: Place, body: Place, place: Place, end: Place, reader: Reader, opened: int) -> tuple[Place, Place]:
    """Where the text of a statement begins and ends; where one macro call holds it all, its longest argument."""
    if body[1] <= place[1] or body[0] is not place[0]:
        return body, place
    frame = reader.frame
    inside = [piece for piece in frame.cut(min(opened, frame.pos), frame.pos) if piece[1] is start[0]]
    if frame.source is not None or not inside:
        return start, (end if end[0] is start[0] and end[1] >= start[1] else start)
    starts = [piece[2] for piece in inside]
    lengths = {piece[2]: _argument_length(frame, piece[2]) for piece in inside}
    best = max(starts, key=lambda origin: lengths[origin])
    return (start[0], best), (start[0], best + lengths[best])


def _argument_length(frame: Frame, origin: int) -> int:
    for index, (begin, source, at) in enumerate(frame.pieces):
        if source is not None and at == origin:
            following = frame.pieces[index + 1][0] if index + 1 < len(frame.pieces) else frame.end
            return following - begin
    return 0

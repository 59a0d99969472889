"""Is a text whole as TeX? Braces, formulas and environments that open must close."""

import re

from tcsalgbench.tex.macros import strip_comments

_ESCAPED = re.compile(r"\\[\\$%{}&#_]")
_ENVIRONMENT = re.compile(r"\\(begin|end)\s*\{([^{}]*)\}")
_LEFT_RIGHT = re.compile(r"\\(left|right)(?![a-zA-Z])")


def flaws(text: str) -> tuple[str, ...]:
    """What is not closed, or closed without having been opened."""
    bare = strip_comments(text)
    plain = _ESCAPED.sub("  ", re.sub(r"\\[()\[\]]", lambda match: f"\0{match[0][1]}", bare))
    found = []
    depth = 0
    for character in plain:
        depth += {"{": 1, "}": -1}.get(character, 0)
        if depth < 0:
            break
    if depth:
        found.append("a brace is not matched")
    if plain.replace("$$", "").count("$") % 2 or plain.count("$$") % 2:
        found.append("a formula begins or ends with a $ that has no partner")
    for opening, closing in (("\0(", "\0)"), ("\0[", "\0]")):
        if plain.count(opening) != plain.count(closing):
            found.append(f"a formula with \\{opening[1]} is not closed")
    found += _environments(bare)
    turns = [match[1] for match in _LEFT_RIGHT.finditer(bare)]
    if turns.count("left") != turns.count("right"):
        found.append("\\left and \\right do not match")
    return tuple(found)


def _environments(text: str) -> list[str]:
    stack: list[str] = []
    for match in _ENVIRONMENT.finditer(text):
        if match[1] == "begin":
            stack.append(match[2])
        elif not stack or stack.pop() != match[2]:
            return [f"\\end{{{match[2]}}} closes nothing"]
    return [f"\\begin{{{stack[-1]}}} is not closed"] if stack else []

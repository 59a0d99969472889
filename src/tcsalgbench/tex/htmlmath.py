r"""Formulas on their way to KaTeX: what it lacks (`\label`, `\eqref`, `\mbox`, some environments) said in what it has."""

import re
from collections.abc import Mapping

from tcsalgbench.tex.frames import bracket_end
from tcsalgbench.tex.macros import Macro, strip_comments
from tcsalgbench.tex.source import readable
from tcsalgbench.tex.words import words

# What stands in these environments is a formula on lines of its own. KaTeX must not number: the numbers would be its own.
_ROWS = dict.fromkeys(
    words("align align* flalign flalign* xalignat xxalignat eqnarray eqnarray* IEEEeqnarray IEEEeqnarray*"), "align*"
)
_ROWS |= dict.fromkeys(words("gather gather* multline multline* dgroup dgroup*"), "gather*")
_ROWS |= {"alignat": "alignat*", "alignat*": "alignat*", "CD": "CD"}
_PLAIN = frozenset(words("equation equation* displaymath dmath dmath* math"))
DISPLAYS = frozenset(_ROWS) | _PLAIN
_ARRAYS = frozenset(words("eqnarray eqnarray* IEEEeqnarray IEEEeqnarray*"))

_REFERENCE = re.compile(
    r"\\(?P<command>label|eqref|ref|cref|Cref|autoref|labelcref|pageref|cite[a-zA-Z]*|footnote|footnotemark)(?![a-zA-Z])\*?"
    r"\s*(?:\[(?P<note>[^\[\]{}]*)\]\s*)?\{(?P<written>[^{}]*)\}"
)
_RENAMED = {r"\mbox": r"\text", r"\hbox": r"\text", r"\makebox": r"\text", r"\fbox": r"\boxed", r"\textnormal": r"\text"}
_RENAMED |= {r"\textup": r"\text", r"\textmd": r"\text", r"\enspace": r"\;", r"\nonumber": "", r"\notag": ""}
_RENAMED |= {
    r"\lefteqn": "",
    r"\displaylimits": r"\limits",
    r"\mathstrut": "",
    r"\intertext": r"\\ \text",
    r"\shortintertext": r"\\ \text",
}
_RENAMED |= {r"\operatornamewithlimits": r"\operatorname*", r"\lbag": r"\{\!\{", r"\rbag": r"\}\!\}"}
_WORD = re.compile(r"\\[a-zA-Z@]+")
_ENVIRONMENT = re.compile(r"\\(begin|end)\s*\{([a-zA-Z]+\*?)\}")
_INNER = {
    "eqnarray": "aligned",
    "eqnarray*": "aligned",
    "multline": "gathered",
    "multline*": "gathered",
    "multlined": "gathered",
}
_INNER |= {"equation": "aligned", "equation*": "aligned", "align": "aligned", "align*": "aligned", "gather": "gathered"}
_INNER |= {"gather*": "gathered", "dcases*": "dcases", "cases*": "cases", "spreadlines": "aligned", "array*": "array"}
_SPECIAL = {character: "\\" + character for character in "#$%&_{}"} | {"\\": r"\textbackslash ", "^": r"\^{}", "~": r"\~{}"}
_VALUE_TEST = re.compile(r"\\If(?:Boolean|NoValue|Value|Blank)")  # KaTeX cannot decide these
_LONGEST_BODY = 4000


def katex_table(macros: Mapping[str, Macro]) -> dict[str, str]:
    """The macros that KaTeX can be told about. The default of an optional argument stands under the name with `[]` added."""
    table: dict[str, str] = {}
    for name, macro in sorted(macros.items()):
        kinds = [parameter.kind for parameter in macro.parameters]
        plain = [kind for kind in kinds if kind != "star"]
        if macro.is_environment or not re.fullmatch(r"[a-zA-Z@]+|[^a-zA-Z@\s]", name) or _VALUE_TEST.search(macro.body):
            continue
        if any(kind not in ("mandatory", "optional") for kind in plain) or "optional" in plain[1:]:
            continue
        if len(macro.body) > _LONGEST_BODY or _leads_to_itself(name, macro):
            continue
        body = readable(macro.body)
        count = macro.numbered
        if count and f"#{count}" not in body:
            body = f"\\@firstoftwo{{{body}}}{{#{count}}}"  # KaTeX takes as many arguments as the body shows
        counted_optional = next((parameter for parameter in macro.parameters if parameter.kind == "optional"), None)
        if counted_optional is not None and counted_optional.takes_number:
            table[f"\\{name}[]"] = readable(counted_optional.shown)
        if "star" in kinds and macro.parameters[0].takes_number:
            continue
        table[f"\\{name}"] = f"\\@ifstar\\{name}@plain\\{name}@plain" if "star" in kinds else body
        if "star" in kinds:
            table[f"\\{name}@plain"] = body
    return {name: with_defaults(body, table) for name, body in table.items()}


def _leads_to_itself(name: str, macro: Macro) -> bool:
    return name in (word[1:] for word in _WORD.findall(macro.body))


def with_defaults(text: str, table: Mapping[str, str]) -> str:
    r"""The text with `\x[a]{b}` and `\x{b}` both written `\x{a}{b}`, for macros whose first argument is optional."""
    if not any(f"{word}[]" in table for word in set(_WORD.findall(text))):
        return text
    out, last = [], 0
    for match in _WORD.finditer(text):
        default = table.get(f"{match[0]}[]")
        if default is None or match.start() < last:
            continue
        at = match.end()
        while text[at : at + 1].isspace():
            at += 1
        end = bracket_end(text, at, min(len(text), at + 400)) if text.startswith("[", at) else -1
        given = text[at + 1 : end] if end > 0 else default
        out += [text[last : match.end()], "{", given, "}"]
        last = end + 1 if end > 0 else match.end()
    return "".join(out) + text[last:]


def formula(source: str, macros: Mapping[str, str], printed: Mapping[str, str]) -> str:
    """A formula for KaTeX, without its delimiters. `printed` has what a reference to a label shows."""

    def reference(match: re.Match[str]) -> str:
        return _shown(match["command"], match["written"], match["note"], printed)

    def renamed(match: re.Match[str]) -> str:
        word = match[0]
        return _RENAMED.get(word, word) if word not in macros else word

    text = _REFERENCE.sub(reference, strip_comments(source))
    text = _WORD.sub(renamed, with_defaults(text, macros))
    text = _ENVIRONMENT.sub(lambda match: f"\\{match[1]}{{{_INNER.get(match[2], match[2])}}}", text)
    return re.sub(r"\n\s*\n", "\n", text).strip()


def display(environment: str, body: str, macros: Mapping[str, str], printed: Mapping[str, str]) -> str:
    """The content of a display environment for KaTeX."""
    text = formula(body, macros, printed)
    if environment in _PLAIN:
        return text
    name = _ROWS[environment]
    if environment in _ARRAYS:
        text = re.sub(r"&\s*(=|\\[a-zA-Z]+|[<>])\s*&\s*", r"&\1 ", text)
        text = re.sub(r"^\s*\{[a-zA-Z]+\}", "", text)
    return f"\\begin{{{name}}}{text}\\end{{{name}}}"


def _shown(command: str, written: str, note: str | None, printed: Mapping[str, str]) -> str:
    if command in ("label", "pageref", "footnote", "footnotemark"):
        return ""
    keys = [key.strip() for key in written.split(",")]
    if command.startswith("cite"):
        return rf"\text{{[{_plain(', '.join([*keys, *([note] if note else [])]))}]}}"
    shown = [printed.get(key, key) for key in keys]
    if command not in ("cref", "Cref", "autoref"):
        shown = [number(one) for one in shown]
    text = _plain(", ".join(shown))
    return rf"\text{{({text})}}" if command == "eqref" else rf"\text{{{text}}}"


def number(printed: str) -> str:
    """The number in what is printed: `3.2` of `Lemma 3.2`."""
    return printed.rpartition(" ")[2] or printed


def _plain(text: str) -> str:
    return "".join(_SPECIAL.get(character, character) for character in text)

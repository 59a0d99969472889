import re

import pytest

from tcsalgbench.samples import Truth

KINDS = {"term", "named object", "operator", "function", "interaction rule", "algorithm"}
MATHS = re.compile(r"\$(.+?)\$|\\\[(.+?)\\\]|\\begin\{equation\}(.+?)\\end\{equation\}", re.DOTALL)


def formulas(text: str) -> str:
    inside = " ".join(next(group for group in found.groups() if group) for found in MATHS.finditer(text))
    return re.sub(r"\\(?:text|label|eqref|ref|tag)\{[^}]*\}", " ", inside)


def occurs(term: str, text: str) -> bool:
    """Words match as words, commands as commands, and a term between dollars as a part of a formula."""
    if term.startswith("\\"):
        return re.search(re.escape(term) + r"(?![a-zA-Z])", text) is not None
    if not term.startswith("$"):
        words = " ".join(text.split()).lower()
        return re.search(rf"(?<![a-z]){re.escape(term.lower())}(?![a-z])", words) is not None
    symbol, inside = term.strip("$"), formulas(text)
    if symbol.startswith("\\"):
        return re.search(re.escape(symbol) + r"(?![a-zA-Z])", inside) is not None
    if "\\" not in symbol:
        inside = re.sub(r"\\[a-zA-Z]+", " ", inside)
    return "".join(symbol.split()) in "".join(inside.split())


def read(text: str) -> str:
    """The text without what only LaTeX reads: a label is no use of a word."""
    return re.sub(r"\\(?:label|[a-zA-Z]*ref)\{[^}]*\}", " ", text)


@pytest.mark.parametrize(
    ("term", "text", "expected"),
    [
        ("learner", "Every learner wins", True),
        ("learner", "learners", False),
        ("\\Reg", "$\\Reg_T$", True),
        ("\\Reg", "$\\Regret$", False),
        ("$m$", "some $\\emph{x}$", False),
        ("$m$", "$(k+1)km/2$", True),
        ("$m$", "m", False),
    ],
)
def test_a_term_occurs_as_a_word_a_command_or_a_symbol(term: str, text: str, expected: bool) -> None:
    assert occurs(term, text) is expected


def test_terms_are_unique_and_of_a_known_kind(sample: Truth) -> None:
    entries = sample.glossary["entries"]
    terms = [name for entry in entries for name in (entry["term"], *entry["aliases"])]
    assert len(terms) == len(set(terms))
    assert {entry["kind"] for entry in entries} <= KINDS
    assert {"interaction rule", "algorithm", "term", "function", "named object"} <= {e["kind"] for e in entries}


def test_definitions_are_verbatim_with_true_lines(sample: Truth) -> None:
    for entry in sample.glossary["entries"]:
        assert sample.cut(entry["file"], entry["span"]) == entry["definition"]
        assert sample.lines(entry["file"], entry["span"]) == (entry["line"], entry["end_line"])


def test_an_entry_hangs_on_exactly_the_statements_that_use_it(sample: Truth) -> None:
    nodes = sample.nodes()
    for entry in sample.glossary["entries"]:
        names = (entry["term"], *entry["aliases"])
        users = [
            key
            for key, node in nodes.items()
            if any(occurs(name, read(sample.body(node))) for name in names)
            or (entry["node"] and re.search(rf"ref\{{[^}}]*{re.escape(entry['node'])}[,}}]", sample.body(node)))
        ]
        assert entry["nodes"] == users, entry["term"]

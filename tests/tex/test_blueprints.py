"""Blueprints laid out as Lean projects lay them out: the graph by reference, by `\\uses`, and no false warnings."""

from pathlib import Path

import pytest

from tcsalgbench.tex import Document, Folder, build_graph, read_document

DOCUMENTS = Path(__file__).parent / "documents"
BY_REFERENCE = {
    "report": "lem:minus_one>lem:cyclic lem:split>cor:ufd lem:not_prime>lem:minus_one thm:two_squares>lem:split "
    "cor:four>lem:cyclic",
    "cleveref": "bound>jensen sub-1>entropy-def sub-2>entropy-def sub-1>bound sub-2>bound remark>bound triangle>sub-1 "
    "triangle>dist-def triangle>sub-2 theorem>triangle",
    "book": "lem:kernel>fact:boolean lem:inner>def:constructible lem:generic>lem:kernel thm:chevalley>lem:generic "
    "thm:chevalley>lem:kernel cor:open>thm:chevalley",
    "thmtools": "thm:sum>lem:move rem:value>prop:value prop:value>lem:zero lem:zero>prop:value",
}
THROUGH_EQUATIONS_AND_ITEMS = {
    "report": "prop:euclid>lem:norm_mul",
    "cleveref": "bound>jensen triangle>dist-def",
    "book": "remark>fact:boolean lem:kernel>fact:boolean lem:generic>lem:kernel",
    "thmtools": "",
}
BY_USES = {
    "report": "lem:norm_mul>def:norm prop:euclid>def:norm prop:euclid>lem:norm_mul cor:ufd>prop:euclid "
    "lem:minus_one>def:residue lem:minus_one>lem:cyclic lem:not_prime>lem:minus_one lem:not_prime>def:norm "
    "thm:two_squares>cor:ufd lem:split>lem:not_prime cor:four>lem:cyclic lem:split>cor:ufd lem:not_prime>lem:norm_mul "
    "thm:two_squares>lem:split",
    "cleveref": "bound>entropy-def sub-1>bound sub-2>bound dist-def>entropy-def triangle>dist-def conj>triangle bound>jensen "
    "triangle>sub-1 triangle>sub-2",
    "book": "fact:boolean>def:constructible lem:kernel>def:constructible lem:generic>lem:kernel "
    "thm:chevalley>def:constructible thm:chevalley>lem:generic lem:kernel>fact:boolean thm:chevalley>fact:two "
    "cor:open>thm:chevalley",
    "thmtools": "thm:sum>def:game lem:move>def:game prop:value>thm:sum lem:zero>prop:value thm:end>lem:a thm:end>lem:b "
    "thm:end>lem:zero thm:sum>lem:move prop:value>lem:zero lem:a>lem:zero lem:b>lem:zero lem:a>prop:value lem:b>prop:value",
}
EVERY = [(name, main) for name in BY_REFERENCE for main in ("main.tex", "web.tex")]


def read(name: str, main: str) -> Document:
    return read_document(Folder(DOCUMENTS / f"blueprint_{name}"), main)


def edges(document: Document, via: str, *, ignore_uses: bool) -> set[str]:
    names = {block.id: (block.labels or (block.kind,))[0] for block in document.blocks}
    graph = build_graph(document, ignore_uses=ignore_uses)
    return {f"{names[edge.source]}>{names[edge.target]}" for edge in graph.edges if edge.via == via}


@pytest.mark.parametrize(("name", "main"), EVERY)
def test_a_blueprint_gives_its_explicit_graph_from_its_print_and_its_web_version(name: str, main: str) -> None:
    document = read(name, main)
    assert edges(document, "ref", ignore_uses=True) == set(BY_REFERENCE[name].split())
    assert edges(document, "eqref", ignore_uses=True) == set(THROUGH_EQUATIONS_AND_ITEMS[name].split())
    assert not edges(document, "uses", ignore_uses=True)


@pytest.mark.parametrize(("name", "main"), EVERY)
def test_the_uses_of_a_blueprint_are_edges_unless_they_are_ignored(name: str, main: str) -> None:
    document = read(name, main)
    assert edges(document, "uses", ignore_uses=False) == set(BY_USES[name].split())
    assert edges(document, "ref", ignore_uses=False) == set(BY_REFERENCE[name].split())


@pytest.mark.parametrize(("name", "main"), EVERY)
def test_a_blueprint_that_is_in_order_is_read_without_a_warning(name: str, main: str) -> None:
    assert read(name, main).warnings == ()


def test_text_that_is_made_from_lean_code_is_said_to_be_missing() -> None:
    main = rb"\documentclass{article}\begin{document}\section{S}\inputleannode{thm:x}\end{document}"
    (warning,) = read_document({"web.tex": main}, "web.tex").warnings
    assert warning.message.startswith("\\inputleannode{thm:x} is made from Lean code")

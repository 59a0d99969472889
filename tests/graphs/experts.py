"""Scripts for the scripted model: an expert, who answers what is known to be true of a bundled paper, and a bad model."""

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from tcsalgbench.graphs import annotating, auditing, glossing, invoking, linking
from tcsalgbench.graphs.build import Building, Built, Wanted, graph_by_code, material_of, wanted_of
from tcsalgbench.graphs.listing import Chunk, Sizes
from tcsalgbench.graphs.material import Material
from tcsalgbench.graphs.model import ProofGraph
from tcsalgbench.graphs.passes import Plan
from tcsalgbench.jobs import cast_of
from tcsalgbench.papers.record import Paper, load_paper
from tcsalgbench.samples import sample_folder
from tcsalgbench.samples.graphs import expected_graph
from tcsalgbench.tex.macros import strip_comments
from tcsalgbench.workspace import Workspace

Answer = Mapping[str, Any] | str


def paper(name: str) -> Paper:
    return load_paper(sample_folder(name))


def wanted(name: str, plan: Plan) -> Wanted:
    return wanted_of(paper(name), plan)[0]


def dense(text: str) -> str:
    return "".join(strip_comments(text).split())


def expert_annotations(truth: ProofGraph, chunk: Chunk) -> Answer:
    nodes = [node for node in truth.nodes if node.id in chunk.shown]
    return {
        "statements": [
            {
                "id": node.id,
                "hypotheses": [{"node": one.node} if one.node else {"quote": one.quote} for one in node.hypotheses],
                "free_variables": list(node.free_variables),
            }
            for node in nodes
        ]
    }


def expert_edges(truth: ProofGraph, chunk: Chunk) -> Answer:
    shown = dense(chunk.text)
    return {
        "edges": [
            {"source": edge.source, "target": edge.target, "quote": edge.quote}
            for edge in truth.edges
            if edge.via == "text" and edge.source in chunk.shown and dense(edge.quote or "") in shown
        ]
    }


def expert_glossary(truth: ProofGraph, chunk: Chunk) -> Answer:
    shown = dense(chunk.text)
    return {
        "entries": [
            {"term": one.term, "aliases": list(one.aliases), "kind": one.kind, "definition": one.definition}
            for one in truth.glossary
            if dense(one.definition) in shown
        ]
    }


def parts(material: Material, sizes: Sizes) -> dict[str, list[Chunk]]:
    """The parts that each pass will be asked about."""
    return {
        "annotate": list(annotating.chunks(material, sizes)),
        "edges": list(invoking.chunks(material, sizes)),
        "glossary": list(glossing.chunks(material, sizes)),
        "versions": list(linking.chunks(material, sizes)),
        "audit": [chunk for chunk, _ in auditing.chunks(material, graph_by_code(material), sizes)],
    }


def expert_script(name: str, sizes: Sizes, folder: Path) -> str:
    """The written name of a model that answers as an expert would."""
    truth, material = expected_graph(name), material_of(wanted(name, Plan()))
    answers: dict[str, Answer] = {"audit/*": {"flags": []}, "versions/*": {"links": []}}
    makers: dict[str, Callable[[ProofGraph, Chunk], Answer]] = {
        "annotate": expert_annotations,
        "edges": expert_edges,
        "glossary": expert_glossary,
    }
    for what, make in makers.items():
        for number, chunk in enumerate(parts(material, sizes)[what]):
            answers[f"{what}/{number:03}"] = make(truth, chunk)
    return script(answers, folder)


def script(answers: Mapping[str, Answer], folder: Path, *, end: str = "complete") -> str:
    """A scripted model: what it answers by the names of calls; a text is sent as it stands."""
    rules = ["schema = 1"]
    for name, answer in answers.items():
        text = answer if isinstance(answer, str) else json.dumps(answer)
        rules.append(f"[[reply]]\nname = {json.dumps(name)}\ntext = {json.dumps(text)}\nend = {json.dumps(end)}")
    path = folder / "replies.toml"
    path.write_text("\n".join(rules), "utf-8")
    return f"scripted/{path}"


def build(name: str, model: str, folder: Path, plan: Plan) -> Built:
    """Build one graph with one model for every role."""
    cast = cast_of("construction", model=model)
    return Building(Workspace.create(folder / "workspace"), cast).run([wanted(name, plan)])

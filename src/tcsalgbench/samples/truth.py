"""What is known about a bundled paper, read from its `truth/` folder, with the source bytes it points into."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tcsalgbench.samples.folders import TruthName, tex_folder, truth_file


@dataclass(frozen=True, slots=True)
class Truth:
    """The four files as they stand on disk; `README.md` describes their form."""

    name: str
    tex: Path
    graph: dict[str, Any]
    glossary: dict[str, Any]
    challenges: dict[str, Any]
    labels: dict[str, Any]

    def source(self, file: str) -> bytes:
        return (self.tex / file).read_bytes()

    def cut(self, file: str, span: list[int]) -> str:
        return self.source(file)[span[0] : span[1]].decode()

    def lines(self, file: str, span: list[int]) -> tuple[int, int]:
        """The first and the last line of a span, counted from one."""
        source = self.source(file)
        return source[: span[0]].count(b"\n") + 1, source[: span[1]].count(b"\n") + 1

    def nodes(self) -> dict[str, dict[str, Any]]:
        return {node["id"]: node for node in self.graph["nodes"]}

    def body(self, node: dict[str, Any]) -> str:
        return self.cut(node["file"], node["body"])


def load_truth(name: str) -> Truth:
    def read(what: TruthName) -> dict[str, Any]:
        content: dict[str, Any] = json.loads(truth_file(name, what).read_text(encoding="utf-8"))
        return content

    return Truth(name, tex_folder(name), read("graph"), read("glossary"), read("challenges"), read("labels"))

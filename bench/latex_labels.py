"""Record what LaTeX itself prints for the labels of the test documents: `python -m bench.latex_labels [NAME ...]`.

Needs pdflatex; the tests do not, since they read what is recorded. The documents are our own; no shell escape.
"""

import json
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

# Labels that packages write for themselves.
_OF_PACKAGES = re.compile(
    r"@cref$|^tocindent|^thmt@@|^TotPages$|^jmlr(?:start|end)$|^LastPage$|^sub@|^mdf@|^axp@|-apx$|^FirstPage$|^(?:thm|proof|proofsection):prAtEnd|^prAtEnd:"
)
# memoir keeps the title beside the number, apxproof a link before it
_TITLED = re.compile(r"\\M@TitleReference ?\{((?:[^{}]|\{[^{}]*\})*)\}\{.*\}|\\axp@forward@link \{[^{}]*\}\{([^{}]*)\}")
DOCUMENTS = Path(__file__).parent.parent / "tests" / "tex" / "documents"


def labels_of(aux: str) -> dict[str, str]:
    """The labels in an .aux file with the number that is printed for each."""
    labels = {}
    for match in re.finditer(r"\\newlabel\{(.+?)\}\{\{", aux):
        if _OF_PACKAGES.search(match[1]):
            continue
        depth, end = 1, match.end()
        while end < len(aux) and depth:
            depth += {"{": 1, "}": -1}.get(aux[end], 0)
            end += 1
        labels[match[1]] = _TITLED.sub(r"\1\2", aux[match.end() : end - 1])
    return labels


def run_latex(folder: Path) -> dict[str, str] | None:
    """Run LaTeX twice on a copy, and read the labels; None where it wrote no .aux file."""
    with tempfile.TemporaryDirectory() as scratch:
        work = Path(scratch) / "work"
        shutil.copytree(folder, work)
        command = ["pdflatex", "-interaction=nonstopmode", "-no-shell-escape", "main.tex"]
        for _ in range(2):
            done = subprocess.run(command, cwd=work, capture_output=True, check=False, timeout=120)
        errors = [line for line in done.stdout.decode("latin-1").splitlines() if line.startswith("!")]
        for error in errors[:3]:
            print(f"  {folder.name}: {error}")
        found: dict[str, str] = {}
        for aux in sorted(work.rglob("*.aux")):
            found.update(labels_of(aux.read_text("latin-1")))
        return found if (work / "main.aux").is_file() else None


def _as_utf8(text: str) -> str:
    return text.encode("latin-1").decode("utf-8", "replace")


def main() -> None:
    """Record the labels of all documents, or of those that are named."""
    wanted = sys.argv[1:] or sorted(path.name for path in DOCUMENTS.iterdir() if (path / "main.tex").is_file())
    for name in wanted:
        found = run_latex(DOCUMENTS / name)
        if found is None:
            print(f"{name}: LaTeX failed")
            continue
        recorded = {_as_utf8(label): _as_utf8(text) for label, text in found.items()}
        (DOCUMENTS / name / "labels.json").write_text(json.dumps(recorded, indent=1, ensure_ascii=False, sort_keys=True) + "\n")
        print(f"{name}: {len(recorded)} labels")


if __name__ == "__main__":
    main()

"""The library measured: which copies the leak scan finds, what it spares, how well and how fast retrieval works.

`python -m bench.library [CORPORA]` writes docs/benchmarks-library.md; without the corpora it says so and writes nothing.
"""

import argparse
import sys
from pathlib import Path

from bench.library_leaks import INTRODUCTION, report_copies, report_relatives, report_spared
from bench.library_retrieval import RETRIEVAL, report_retrieval, report_speed
from bench.library_works import printed, read_corpora
from bench.printing import heading
from bench.tex import CORPORA

PAGE = Path(__file__).parent.parent / "docs" / "benchmarks-library.md"
COMMAND = "python -m bench.library"


def main() -> None:
    """Write the page, or say that there is nothing to measure on."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("corpora", type=Path, nargs="?", default=CORPORA)
    folder = parser.parse_args().corpora
    if not (folder / "labels.json").is_file():
        print(f"SKIPPED: there are no corpora in {folder.name}; the library was measured on nothing", file=sys.stderr)
        return
    works = read_corpora(folder)
    prints = {name: printed(work.document) for name, work in works.items()}
    text = "\n".join(
        (
            heading("The library: leak scan and retrieval", COMMAND),
            INTRODUCTION,
            "### Copies that were planted\n\n" + report_copies(works),
            "### What is spared\n\n" + report_spared(works, prints),
            "### Texts that do share proofs\n\n" + report_relatives(works, prints),
            "### Retrieval\n\n" + RETRIEVAL + report_retrieval(works),
            "### Cost\n\n" + report_speed(works, prints),
        )
    )
    PAGE.write_text("# Measurements: the library\n\n" + text, "utf-8")
    print(text)


if __name__ == "__main__":
    main()

import re
from pathlib import Path

import pytest

from tcsalgbench.errors import BadInput
from tcsalgbench.samples import cited_folder, load_sample_paper, sample_folder, sample_names, tex_folder

INPUT = re.compile(r"\\(?:input|include)\{([^}]+)\}")


def tex_folders() -> list[Path]:
    papers = [tex_folder(name) for name in sample_names()]
    cited = [cited_folder(name, work.folder) for name in sample_names() for work in load_sample_paper(name).cited]
    return papers + cited


def test_three_papers_are_bundled_with_two_or_three_cited_works_each() -> None:
    assert sample_names() == ("private", "regret", "sketching")
    assert all(len(load_sample_paper(name).cited) in (2, 3) for name in sample_names())


def test_an_unknown_name_is_refused_with_the_names_there_are() -> None:
    with pytest.raises(BadInput, match="private, regret, sketching"):
        sample_folder("nothing")


def test_an_unknown_cited_work_is_refused() -> None:
    with pytest.raises(BadInput, match="cites no work"):
        cited_folder("regret", "nothing")


@pytest.mark.parametrize("folder", tex_folders(), ids=lambda path: f"{path.parts[-2]}-{path.name}")
def test_every_input_file_exists_and_every_tex_file_is_used(folder: Path) -> None:
    seen: set[Path] = set()
    waiting = [folder / "main.tex"]
    while waiting:
        file = waiting.pop()
        seen.add(file)
        named = INPUT.findall(file.read_text(encoding="utf-8"))
        waiting += [folder / (name if name.endswith(".tex") else f"{name}.tex") for name in named]
    assert seen == set(folder.rglob("*.tex"))


@pytest.mark.parametrize("name", sample_names())
def test_the_metadata_say_what_the_tex_says(name: str) -> None:
    paper = load_sample_paper(name)
    main = (tex_folder(name) / paper.main).read_text(encoding="utf-8")
    title = re.search(r"\\title\{(.*)\}\n", main)
    assert title is not None
    assert title[1].replace("\\\\", "") == paper.title
    assert paper.area == paper.screening.area
    assert paper.screening.bounds_complexity
    assert paper.licence == "CC0-1.0"


@pytest.mark.parametrize("name", sample_names())
def test_every_citation_is_a_bundled_work_and_every_bundled_work_is_cited(name: str) -> None:
    text = "".join(file.read_text(encoding="utf-8") for file in tex_folder(name).rglob("*.tex"))
    keys = {key for group in re.findall(r"\\cite(?:\[[^]]*\])?\{([^}]+)\}", text) for key in group.split(",")}
    listed = tex_folder(name).rglob("*.b*" if (tex_folder(name) / "main.bbl").exists() else "*.tex")
    bibliography = "".join(file.read_text(encoding="utf-8") for file in listed)
    assert keys == {work.key for work in load_sample_paper(name).cited}
    assert all(re.search(rf"\\bibitem\{{{key}\}}", bibliography) for key in keys)

"""Is a cited work the source paper itself, under another version, another name, another folder?"""

import re

from tcsalgbench.papers.record import CitedRecord, Paper, Source
from tcsalgbench.tex.bibliography import arxiv_id_in

_VERSION = re.compile(r"v\d+$")
_NOT_IN_IDS = re.compile(r"[^a-z0-9]+")
SAME_TITLE = 95.0  # of 100, letters and digits only: `… II` and `… III` are two papers, `The …` and `… ` are one


def why_the_paper(paper: Paper, record: CitedRecord, source: Source) -> str | None:
    """Why a cited work is the source paper itself, in whatever version; None where it is another."""
    own = paper_ids(paper)
    for said in (record.key, record.folder, record.source_url, record.version):
        if said and ids_in(said) & own:
            return f"{said} is the source paper {paper.record.version_id}, in whatever version."
    if source.digest() == paper.source.digest():
        return f"Its text is that of the source paper {paper.record.version_id}."
    if same_title(record.title, paper.record.title) and _share_a_name(record.authors, paper.record.authors):
        return f"It has the title and an author of the source paper {paper.record.version_id}."
    return None


def paper_ids(paper: Paper) -> frozenset[str]:
    """All the ids by which the paper may be named, without their versions."""
    record = paper.record
    return frozenset((plain_id(record.id), *(ids_in(record.source_url) if record.source_url else ())))


def ids_in(text: str) -> frozenset[str]:
    """What a text says as an id: itself, and an arXiv id inside it; without version, case and punctuation."""
    arxiv = arxiv_id_in(text)
    return frozenset(plain_id(one) for one in (text, arxiv) if one)


def plain_id(text: str) -> str:
    """`arXiv:2503.01234v2`, `2503.01234` and `2503-01234V1` are one id."""
    return _NOT_IN_IDS.sub("", _VERSION.sub("", text.strip().lower().removeprefix("arxiv:")))


def same_title(first: str, second: str) -> bool:
    """Whether two titles are one, but for case, typesetting and a letter or two."""
    from rapidfuzz import fuzz  # noqa: PLC0415 - only where a title has to be compared

    one, other = (_NOT_IN_IDS.sub(" ", title.lower()).strip() for title in (first, second))
    return bool(one) and _numbers(one) == _numbers(other) and fuzz.ratio(one, other) >= SAME_TITLE


def _numbers(title: str) -> list[str]:
    return [word for word in title.split() if word.isdigit() or re.fullmatch(r"[ivx]+", word)]


def _share_a_name(first: tuple[str, ...], second: tuple[str, ...]) -> bool:
    """Whether somebody with the same last name wrote both; works without authors cannot be told apart, so they do."""
    one, other = ({_last_name(author) for author in authors} for authors in (first, second))
    return bool(one & other) or not one or not other


def _last_name(author: str) -> str:
    last = author.partition(",")[0] if "," in author else author.rsplit(maxsplit=1)[-1] if author.split() else ""
    return _NOT_IN_IDS.sub("", last.lower())

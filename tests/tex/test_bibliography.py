"""Bibliographies of every kind: keys, titles, authors, arXiv ids of both styles, DOIs."""

import subprocess
import sys

import pytest

from tcsalgbench.tex.bibliography import arxiv_id_in, doi_in, read_bbl, read_bib, read_bibliography
from tests.tex.reading import read

BIB = r"""
@string{jacm = "Journal of the ACM"}
@article{knuth, author = {Donald E. Knuth and Doe, Jane}, title = {The {Art} of Things}, journal = jacm, year = 1999,
  doi = {10.1000/xyz.123}}
@misc{new, title="New", author="A. Bee", eprint={2101.01234}, archivePrefix={arXiv}}
@misc{old, title={Old}, note={arXiv:math.CO/0309136v2}, year={2003}}
"""
BBL = r"""
\begin{thebibliography}{9}
\bibitem[{Doe and Roe(2020)}]{doe}
Jane Doe and Rick Roe.
\newblock A bound on {W}idgets.
\newblock \emph{Journal}, 2020. \url{https://example.org/a}
\bibitem{plain} R. Roe, ``On gadgets,'' arXiv preprint arXiv:1912.00001v3, 2019.
\bibitem[\protect\citeauthoryear{X}{Y}{2001}]{%
odd} X. Y. {\em An odd one}. doi:10.1145/3313276.3316366.
\end{thebibliography}
"""
BIBLATEX = r"""
\entry{zed}{article}{}
  \name{author}{1}{}{{{hash=x}{family={Zed},familyi={Z\bibinitperiod},given={Amy},giveni={A\bibinitperiod}}}}
  \field{title}{A biblatex title}
  \field{year}{2018}
  \verb{eprint}
  \verb 1805.12345
  \endverb
\endentry
"""


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("arXiv:2101.01234v2 [cs.DS]", "2101.01234"),
        ("https://arxiv.org/abs/1912.00001", "1912.00001"),
        ("arxiv.org/pdf/0704.0001v1.pdf", "0704.0001"),
        ("CoRR, abs/1705.08292, 2017", "1705.08292"),
        ("arXiv preprint arXiv:1412.6980", "1412.6980"),
        ("doi:10.48550/arXiv.2203.02155", "2203.02155"),
        ("quant-ph/9508027", "quant-ph/9508027"),
        ("math.CO/0309136v2", "math.CO/0309136"),
        ("pages 1234.5678 of a book", None),
        ("10.1145/2488608.2488609", None),
    ],
)
def test_arxiv_ids(text: str, found: str | None) -> None:
    assert arxiv_id_in(text) == found


def test_a_doi_is_not_the_one_that_arxiv_gives() -> None:
    assert doi_in("see 10.1145/3313276.3316366.") == "10.1145/3313276.3316366"
    assert doi_in("10.48550/arXiv.2203.02155") is None


def test_a_bib_file() -> None:
    works = read_bib("x.bib", BIB.encode())
    assert works["knuth"].title == "The Art of Things"
    assert works["knuth"].authors == ("Knuth, Donald E.", "Doe, Jane")
    assert works["knuth"].doi == "10.1000/xyz.123"
    assert works["new"].arxiv_id == "2101.01234"
    assert works["old"].arxiv_id == "math.CO/0309136"


def test_a_broken_entry_does_not_cost_the_others() -> None:
    works = read_bib("x.bib", b"@article{bad, title = {x\n\n@misc{good, title={Good}}\n\n@misc{best, title={Best}}\n")
    assert "best" in works


def test_a_bbl_file_of_bibtex() -> None:
    works = read_bbl("x.bbl", BBL.encode())
    assert works["doe"].title == "A bound on Widgets"
    assert works["doe"].authors == ("Jane Doe", "Rick Roe")
    assert works["plain"].arxiv_id == "1912.00001"
    assert works["plain"].title == "On gadgets"
    assert works["odd"].doi == "10.1145/3313276.3316366"
    span = works["plain"].span
    assert span is not None
    assert BBL[span.start :].startswith("\\bibitem{plain}")


def test_a_bbl_file_of_biblatex() -> None:
    work = read_bbl("x.bbl", BIBLATEX.encode())["zed"]
    assert (work.title, work.arxiv_id, work.year) == ("A biblatex title", "1805.12345", "2018")
    assert work.authors == ("Amy Zed",)


def test_what_is_printed_wins_and_is_completed_by_the_database() -> None:
    document = read("\\cite[Theorem 2]{doe,knuth}\\bibliography{refs}" + BBL)
    files = {"refs.bib": BIB.encode() + b"@misc{doe, title={Other}, eprint={2001.00001}}"}
    works = read_bibliography(document, {**document.files, **files})
    assert works["doe"].title == "A bound on Widgets"
    assert works["doe"].arxiv_id == "2001.00001"
    assert works["knuth"].source == "refs.bib"
    assert document.citations[0].keys == ("doe", "knuth")
    assert document.citations[0].note == "Theorem 2"


def test_importing_the_reader_does_not_import_pybtex() -> None:
    code = "import sys, tcsalgbench.tex, tcsalgbench.tex.bibliography; sys.exit('pybtex' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0

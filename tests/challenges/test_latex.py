"""A challenge as LaTeX compiles alone, and cannot reach beyond its page."""

import time
from pathlib import Path

import pytest

from tcsalgbench.challenges.model import Challenge, Slot
from tcsalgbench.challenges.pdf import compile_tex, find_engine
from tcsalgbench.challenges.render_latex import render_latex
from tests.challenges.making import challenge, piece, sample_challenges

ENGINE = find_engine()
with_tex = pytest.mark.skipif(ENGINE is None, reason="NOT CHECKED that challenges compile: no TeX engine is installed")


def compiled(text: str, seconds: float = 60.0) -> tuple[bytes | None, str | None, str]:
    assert ENGINE is not None
    done = compile_tex(text, ENGINE, seconds)
    return done.pdf, done.error, done.log


def document(body: str) -> str:
    return rf"\documentclass{{article}}\begin{{document}}{body}\end{{document}}"


@with_tex
@pytest.mark.parametrize("one", sample_challenges().values(), ids=lambda one: one.id)
def test_every_bundled_challenge_compiles_alone_without_a_warning(one: Challenge) -> None:
    pdf, error, log = compiled(render_latex(one))
    assert error is None
    assert pdf is not None
    assert pdf.startswith(b"%PDF")
    assert "Warning" not in log
    assert "undefined" not in log


@pytest.mark.parametrize("one", sample_challenges().values(), ids=lambda one: one.id)
def test_source_version_licence_and_adaptation_are_named_and_intuition_is_not(one: Challenge) -> None:
    text = render_latex(one)
    for part in (one.paper.id, one.paper.version, "CC0-1.0", "Adapted:"):
        assert part in text
    assert one.intuition not in text


@with_tex
def test_odd_texts_of_models_compile() -> None:
    one = challenge(
        piece("title", "100% of $x_1$ & #2_a \\unknown {a} ~ ^ \\emph{so} Erd\\H{o}s «ε ≤ 𝔼» 数"),
        piece("task", "Prove $a {b$ this."),
        piece("notation", r"\newcommand{\R}{\mathbb{R}}", "quoted"),
        piece("notation", r"\newcommand{\phi}{\varphi}", "quoted"),
        piece("notation", r"\renewcommand{\unheard}{x}", "quoted"),
        piece("definition", r"Let ∀ε > 0 be in $\R$, $\phi\unheard\mathds{1}$, $\bm{x}$.", "background"),
        piece("hypothesis", "an open { brace", "quoted"),
        piece("statement", "$x>0$ % and a comment at the end", "quoted"),
    )
    pdf, error, _ = compiled(render_latex(one))
    assert error is None
    assert pdf is not None


HOSTILE = (
    r"\immediate\write18{touch PWNED}",
    r"\input{SECRET}",
    r"\newwrite\w\immediate\openout\w=PWNED\immediate\write\w{x}",
    r"\newread\r\openin\r=SECRET\read\r to\x\x",
    r"\csname inp\string ut\endcsname{SECRET}",
    r"^^5cinput{SECRET}",
    r"\catcode`\!=0 !input{SECRET}",
    r"\end{document}",
    r"\makeatletter\@input{SECRET}",
    r"\AtBeginDocument{\input{SECRET}}",
    r"\verbatiminput{SECRET}",
    r"\includegraphics{SECRET}",
    r"\loop\iftrue\repeat",
)


@with_tex
def test_what_reaches_beyond_the_page_is_shown_as_text_wherever_it_stands(tmp_path: Path) -> None:
    secret = tmp_path / "secret.tex"
    secret.write_text(r"\typeout{GIVENAWAY}")
    texts = [one.replace("SECRET", str(secret)).replace("PWNED", str(tmp_path / "pwned")) for one in HOSTILE]
    slots: tuple[Slot, ...] = ("title", "notation", "definition", "hypothesis", "statement", "free_variables")
    pieces = [piece(slot, text, "editorial" if slot == "title" else "quoted") for text in texts for slot in slots]
    pdf, error, log = compiled(render_latex(challenge(*pieces)))
    assert error is None
    assert pdf is not None
    assert "GIVENAWAY" not in log
    assert sorted(path.name for path in tmp_path.iterdir()) == ["secret.tex"]


@with_tex
@pytest.mark.parametrize("body", [*HOSTILE[:4], r"\input{../secret}", r"\newwrite\w\immediate\openout\w=../PWNED"])
def test_even_raw_tex_reads_and_writes_nothing_outside_its_folder(body: str, tmp_path: Path) -> None:
    secret = tmp_path / "secret.tex"
    secret.write_text(r"\typeout{GIVENAWAY}")
    written = body.replace("SECRET", str(secret)).replace("PWNED", str(tmp_path / "pwned"))
    assert "GIVENAWAY" not in compiled(document(written + r" \message{\meaning\x}"))[2]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["secret.tex"]


@with_tex
@pytest.mark.parametrize("body", [r"\def\x{\x}\x", r"\loop\iftrue\shipout\hbox{a}\repeat"])
def test_tex_that_never_ends_is_stopped(body: str) -> None:
    begun = time.process_time()
    pdf, error, _ = compiled(document(body), seconds=1.0)
    assert pdf is None
    assert error is not None
    assert error.startswith("TeX was stopped after 1 seconds")
    assert time.process_time() - begun < 1.0


@with_tex
def test_an_error_names_the_line_of_the_log() -> None:
    _, error, _ = compiled(document("\nfine\n\\nonsense here\n"))
    assert error == r"TeX says: Undefined control sequence. At l.3 \nonsense"

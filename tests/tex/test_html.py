import re
from html.parser import HTMLParser

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tcsalgbench.samples import tex_folder
from tcsalgbench.tex.html import katex_macros, phrase_html, tex_html
from tcsalgbench.tex.htmltree import BLOCKS, INLINE
from tcsalgbench.tex.words import words

ALLOWED = BLOCKS | INLINE | {"p"}
MACROS = katex_macros(
    r"""\newcommand{\R}{\mathbb{R}}\newcommand{\inner}[2]{\langle #1,#2\rangle}\DeclareMathOperator*{\Reg}{Reg}
    \newcommand{\opt}[2][a]{#1_{#2}}\newcommand{\gone}[1]{}\DeclarePairedDelimiter{\norm}{\lVert}{\rVert}
    \def\eps{\ensuremath{\varepsilon}}\newcommand{\alg}{\textsc{Álg}\xspace}\newcommand{\self}{\self\self}"""
)


class Reading(HTMLParser):
    """Reads HTML as a browser would, and fails at anything that we never write."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.text = ""
        self.feed(html)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag in ALLOWED
        assert all(name == "class" or name.startswith("data-") for name, _ in attrs)
        if tag in BLOCKS:
            assert "p" not in self.open
        if tag != "br":
            self.open.append(tag)
        if tag in BLOCKS:
            self.text += " "

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


def shown(source: str, printed: dict[str, str] | None = None) -> str:
    return " ".join(Reading(tex_html(source, MACROS, printed)).text.split())


@pytest.mark.parametrize(
    ("source", "text"),
    [
        (r"``Erd\H{o}s'' na\"ive \'{e}t\'e, 100\% --- a~b", "“Erdős” naïve été, 100% — a b"),
        (r"\emph{a \textbf{b}} {\em c} \texttt{d_e}", "a b c d_e"),
        (r"see \unheardof{x}", r"see \unheardofx"),
        (r"let $x\in\R$ % a remark $", r"let x\in\R"),
        (r"\alg{} runs", "Álg runs"),
        (r"\cite[Theorem~2]{a,b}", "[a, b, Theorem 2]"),
        (r"\cref{lem:x} and \eqref{eq:y} and \ref{lem:x}", "Lemma 3.2 and (7) and 3.2"),
        (r"\ref{not known}", "not known"),
        (r"\href{javascript:alert(1)}{click}", "click"),
        (r"\verb|$x$ \emph| and \(y\)", r"$x$ \emph and y"),
        (r"\begin{claim}[nice] it holds \end{claim}", "Claim (nice). it holds"),
        (r"\begin{tabular}{cc} a & b \\ c & d \end{tabular}", "a b c d"),
        (r"\begin{unheard} x \end{unheard}", r"\begin{unheard} x"),
        (r"a $5 bill, and no more", "a $5 bill, and no more"),
        ("\\begin{verbatim}\n<b> % \\x\n\\end{verbatim}", r"<b> % \x"),
        (r"\gone{away}here \self", r"here \self"),
    ],
)
def test_text_reads_as_it_prints(source: str, text: str) -> None:
    assert shown(source, {"lem:x": "Lemma 3.2", "eq:y": "Equation 7"}) == text


@pytest.mark.parametrize(
    ("source", "formula"),
    [
        (r"\[ a \label{x} = \mbox{if $b$} \]", r"a  = \text{if $b$}"),
        (r"$x \eqref{eq:y}$", r"x \text{(7)}"),
        (r"$x \ref{a_b}$", r"x \text{a\_b}"),
        (r"\begin{align}\label{q} a &= b \tag{*} \end{align}", r"\begin{align*}a &= b \tag{*}\end{align*}"),
        (r"\begin{multline} a \\ b \end{multline}", r"\begin{gather*}a \\ b\end{gather*}"),
        (r"\begin{eqnarray} a &=& b \end{eqnarray}", r"\begin{align*}a &= b\end{align*}"),
        (r"\begin{equation}\begin{split} a &= b \end{split}\end{equation}", r"\begin{split} a &= b \end{split}"),
        (r"$\opt{x}+\opt[b]{y}$", r"\opt{a}{x}+\opt{b}{y}"),
        (r"$a % out $" + "\n b$", "a b"),
        (r"\eps", r"\varepsilon"),
    ],
)
def test_formulas_are_said_in_what_katex_has(source: str, formula: str) -> None:
    found = re.findall(r'<span class="tcs-math[^"]*">(.*?)</span>', tex_html(source, MACROS, {"eq:y": "Equation 7"}))
    assert [one.replace("&amp;", "&") for one in found] == [formula]


@pytest.mark.parametrize(
    ("quotation", "html"),
    [
        ("the \\emph{regret} of $x$", 'the <em>regret</em> of <span class="tcs-math">x</span>'),
        (r"C_c=\{t: 1\le t\}", r'<span class="tcs-math">C_c=\{t: 1\le t\}</span>'),
        (r"\inner", r'<span class="tcs-math">\inner{}{}</span>'),
        (r"\mathsf{M}", r'<span class="tcs-math">\mathsf{M}</span>'),
        ("one\n\ntwo", "<p>one</p><p>two</p>"),
    ],
)
def test_a_quotation_from_inside_a_formula_is_set_as_one(quotation: str, html: str) -> None:
    assert phrase_html(quotation, MACROS) == html


def test_the_body_of_an_algorithm_alone_is_a_listing_too() -> None:
    lines = r"\KwIn{$z$} \SetAlgoLined \lForEach{$y$}{go\;} \Return{$x$}\;"
    assert shown(lines) == "Input: z for each y do go return x"
    assert tex_html(lines).count("<li") == 4


def test_macros_become_the_table_that_katex_takes() -> None:
    assert MACROS["\\inner"] == r"\langle #1,#2\rangle"
    assert MACROS["\\Reg"] == r"\operatorname*{Reg}"
    assert MACROS["\\gone"] == r"\@firstoftwo{}{#1}"
    assert MACROS["\\opt[]"] == "a"
    assert "\\self" not in MACROS
    assert "\\thesection" not in MACROS


def test_algorithms_are_numbered_lines() -> None:
    new = r"""\begin{algorithm}\caption{C}\begin{algorithmic}[1]\Require $N$ \For{$t$} \State go
    \If{b} \State \Return $x$ \EndIf \EndFor\end{algorithmic}\end{algorithm}"""
    braced = r"\begin{algorithm}\caption{C}\KwIn{$N$} \For{$t$}{go\; \If{b}{\Return{$x$}\;}}\end{algorithm}"
    lines = "C Input: N for t do go if b then return x"
    assert [shown(new), shown(braced)] == [lines, lines]
    for source in (new, braced):
        assert re.findall(r'<li class="(tcs-in\d|tcs-unnumbered)', tex_html(source)) == [
            "tcs-unnumbered",
            "tcs-in1",
            "tcs-in1",
            "tcs-in2",
        ]


@pytest.mark.parametrize("name", ["private", "regret", "sketching"])
def test_the_bundled_papers_leave_no_command_unknown(name: str) -> None:
    folder = tex_folder(name)
    macros = katex_macros((folder / "macros.tex").read_text())
    for path in sorted(folder.glob("sections/*.tex")):
        html = tex_html(path.read_text(), macros)
        Reading(html)
        # A statement that is restated by its own command is all that only the reader of the whole paper can know.
        assert re.findall(r'tcs-unknown">[^<]*</code>(?!\*)', html) == []


PIECES = words(
    r"""{ } $ $$ \( \) \[ \] \begin{itemize} \end{itemize} \item \item[ ] \emph{ \em \begin{align} \end{align} & \\ ~ \; \'
    \begin{algorithmic} \State \If{x} \EndIf \begin{algorithm} \KwIn{ \eIf{a}{b}{c} \end{algorithm} \Comment{ \verb| %
    \begin{tabular}{c} \end{tabular} \cite[ \ref{ \begin{proof} \begin{proof}[ \end{proof} \verb|x| \footnote{ \norm*{
    \begin{verbatim} \end{verbatim} \opt[ \opt{ \inner \alg \self \caption{ \href{javascript:x}{ \ensuremath{
    <script>alert(1)</script> <!-- --> &lt; " ' onclick= x"""
)
CHARACTERS = ("\u202e", "\u2028", "\x00", "\ud800", "\n\n", " ", "\\")


@settings(max_examples=300, deadline=None)
@given(st.lists(st.sampled_from(PIECES + CHARACTERS) | st.text(max_size=4), max_size=40).map("".join))
def test_whatever_comes_in_what_goes_out_is_well_formed_and_harmless(source: str) -> None:
    html = tex_html(source, MACROS)
    Reading(html)
    assert not set(html) & set("\u202e\x00\ud800")


@pytest.mark.parametrize(
    "piece", ["{", r"\emph{", r"\begin{itemize}", r"\item[", r"\label{", r"\em", "$ }", "${", r"\begin{align}", r"{\begin{x}"]
)
def test_deep_nesting_is_read_in_one_pass(piece: str) -> None:
    closed = piece.replace("\\begin{itemize}", "{").count("{") * "}"
    html = tex_html(piece * 20_000 + closed * 20_000, MACROS)
    assert html.count("<") < 200_000
    Reading(html)

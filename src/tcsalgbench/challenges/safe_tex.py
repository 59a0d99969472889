"""Texts of others made fit for a TeX file of ours: what could reach beyond the page is shown as text, not run."""

import re
import unicodedata

from tcsalgbench.tex.words import words

# What reads or writes files, ends the document, runs other programs, or hides such a thing from a look at the text.
_REACHES_OUT = re.compile(
    r"\\(?:immediate|write|openout|closeout|openin|closein|read|readline|newread|newwrite|input|include|includeonly|@+input|@@\w*"
    r"|InputIfFileExists|IfFileExists|includegraphics|includepdf|verbatiminput|lstinputlisting|inputminted|bibliography"
    r"|special|directlua|latelua|luaexec|luadirect|ShellEscape|pdfobj|pdffiledump|pdffilesize|pdfmdfivesum|pdfstrcmp|usepackage"
    r"|RequirePackage|documentclass|LoadClass|catcode|lccode|uccode|mathcode|lowercase|uppercase|scantokens|csname"
    r"|makeatletter|everypar|everyjob|everymath|everydisplay|everyeof|output|shipout|endinput|enddocument|stop|bye|dump|batchmode"
    r"|errorstopmode|scrollmode|nonstopmode|pausing|loop|tracingall|special|AtBeginDocument|AtEndDocument|AddToHook"
    r"|filecontents|file_\w+|ior_\w+|iow_\w+|sys_\w+|ExplSyntaxOn)(?![a-zA-Z])"
    r"|\\(?:begin|end)\s*\{\s*(?:document|filecontents\*?|luacode\*?)\s*\}|\^\^"
)
_BRACE = re.compile(r"\\(?:[a-zA-Z@]+|.)|%[^\n]*|[{}]", re.DOTALL)
_ESCAPES = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "$": r"\$",
    "&": r"\&",
    "#": r"\#",
    "_": r"\_",
    "%": r"\%",
    "^": r"\textasciicircum{}",
    "~": r"\textasciitilde{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    '"': r"{\char34}",
}
_MATHEMATICS = re.compile(r"(?<!\\)\$((?:\\.|[^$\\])+)\$|\\\((.+?)\\\)", re.DOTALL)
# In texts about a challenge: emphasis, accents of names, escaped signs and dashes of TeX; all else is text.
_PLAIN = re.compile(
    r"\\(?:emph|textit|textbf|textrm|texttt|textsc)(?=\{)|\\[&%#_${}]|\\['\"`^~=.](?=\{?\\?[a-zA-Z])|\\[cvHuk](?=\{)"
)
_UNICODE = dict(
    pair.split("=")
    for pair in words(
        r"""α=\alpha β=\beta γ=\gamma δ=\delta ζ=\zeta η=\eta θ=\theta ι=\iota κ=\kappa λ=\lambda μ=\mu ν=\nu ξ=\xi π=\pi
        ρ=\rho σ=\sigma τ=\tau υ=\upsilon φ=\varphi χ=\chi ψ=\psi ω=\omega ε=\varepsilon ϵ=\epsilon Γ=\Gamma Δ=\Delta
        Θ=\Theta Λ=\Lambda Ξ=\Xi Π=\Pi Σ=\Sigma Φ=\Phi Ψ=\Psi Ω=\Omega ≤=\le ≥=\ge ≠=\ne ≈=\approx ∈=\in ∉=\notin
        ⊆=\subseteq ⊂=\subset ∪=\cup ∩=\cap ∞=\infty →=\to ←=\leftarrow ↦=\mapsto ⇒=\Rightarrow ∀=\forall ∃=\exists ×=\times
        ·=\cdot √=\surd ∑=\sum ∏=\prod ∫=\int ∧=\land ∨=\lor ¬=\neg ⊕=\oplus ⊗=\otimes ⌊=\lfloor ⌋=\rfloor ⌈=\lceil
        ⌉=\rceil ‖=\| ⟨=\langle ⟩=\rangle ±=\pm −=- ∼=\sim ℓ=\ell ∅=\emptyset ∂=\partial ∇=\nabla
        ℝ=\mathbb{R} ℕ=\mathbb{N} ℤ=\mathbb{Z} ℚ=\mathbb{Q} ℂ=\mathbb{C} ℙ=\mathbb{P} 𝔼=\mathbb{E}"""
    )
)
_KNOWN_TO_LATEX = re.compile(r"[\x00-\x7f¡-ÿĀ-ſ‐-―‘-„†‡•…‰‹›€]")


def reaching_out(text: str) -> str | None:
    """The first command in a text that has no place in a challenge, or None."""
    found = _REACHES_OUT.search(text)
    return found[0] if found else None


def is_balanced(text: str) -> bool:
    """Whether every brace that a text opens is closed in it, comments aside."""
    depth = 0
    for found in _BRACE.findall(text):
        depth += (found == "{") - (found == "}")
        if depth < 0:
            return False
    return depth == 0


def escaped(text: str) -> str:
    """A text that TeX prints as it stands."""
    return "".join(_ESCAPES.get(character, character) for character in text)


def literal(text: str) -> str:
    """A text that TeX prints as it stands, line by line, in the font of a typewriter."""
    lines = (escaped(line).replace("  ", r"\ \ ") for line in text.splitlines() if line.strip())
    return r"\noindent " + "\\\\\n".join(rf"\texttt{{{line}}}" for line in lines)


def challenge_tex(text: str) -> str:
    """TeX from a paper, a model or elsewhere; one that reaches beyond its own piece is shown as text, not run."""
    return text if reaching_out(text) is None and is_balanced(text) else literal(text)


def editorial_tex(text: str) -> str:
    """A text about a challenge: its formulas and a few commands are TeX, all else is text and is printed as it stands."""
    if reaching_out(text) is not None or not is_balanced(text):
        return escaped(text)
    done, at = "", 0
    for match in _MATHEMATICS.finditer(text):
        done += _running(text[at : match.start()]) + match[0]
        at = match.end()
    return done + _running(text[at:])


def _running(text: str) -> str:
    done, at = "", 0
    for match in _PLAIN.finditer(text):
        done += _signs(text[at : match.start()]) + match[0]
        at = match.end()
    return done + _signs(text[at:])


def _signs(text: str) -> str:
    """Braces group and ~ binds, as in every text that comes from TeX; the other signs are printed."""
    return "".join(character if character in "{}~" else _ESCAPES.get(character, character) for character in text)


def declared_characters(text: str) -> tuple[str, ...]:
    """Declarations of the characters that LaTeX does not know by itself: it stops at each of them."""
    unknown = sorted({character for character in text if not _KNOWN_TO_LATEX.fullmatch(character)})
    return tuple(
        rf"\DeclareUnicodeCharacter{{{ord(character):04X}}}{{{_printed(character)}}}"
        for character in unknown
        if not unicodedata.category(character).startswith("C")
    )


def _printed(character: str) -> str:
    if character in _UNICODE:
        return rf"\ensuremath{{{_UNICODE[character]}}}"
    return " " if character.isspace() else rf"\textup{{[U+{ord(character):04X}]}}"

"""What models put into a challenge in words of their own, and what such words must not do."""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass

from tcsalgbench.challenges.case import Case
from tcsalgbench.challenges.comparing import edits_of
from tcsalgbench.challenges.model import Challenge, Piece
from tcsalgbench.challenges.origins import BadEdit, source_of
from tcsalgbench.challenges.symbols import content_words, formula_spans, stem, symbols_in
from tcsalgbench.challenges.wellformed import flaws
from tcsalgbench.challenges.wording import prose
from tcsalgbench.tex.source import decode
from tcsalgbench.tex.words import words

# TeX that changes what other TeX means, or whether it is seen at all: a comment sign hides the rest of its line.
_STEERS = re.compile(
    r"(?<!\\)(?:\\\\)*%|\\(?:(?:re)?newcommand|providecommand|[egx]?def|let|futurelet|(?:New|Renew|Provide|Declare)\w*Command\w*"
    r"|DeclareMathOperator|(?:re)?newenvironment|[hv]?phantom|footnote\w*|smash|iffalse|if[a-z]+|fi|else|color|textcolor|tiny"
    r"|[vh]space|[hvm]?skip|m?kern|(?:math)?[lrc]lap|raisebox|begingroup|bgroup|relax|undefined|expandafter|noexpand|global|char"
    r"|(?:f|text)?colorbox|url|href|html[A-Z][a-z]+|includegraphics|sout|[bx]?cancel|cancelto|parbox|[vh]box|vcenter|mathchoice"
    r"|scriptsize|scriptscriptstyle|sixptsize|tag|label|verb|message|errmessage|show|not|item|par|pagebreak|newpage|clearpage"
    r"|linebreak|newline)(?![a-zA-Z])|\\begin\s*\{(?!enumerate|itemize|cases|p?matrix|aligned|gathered|array|equation|align|gather)"
)
_CLAIMS_SOMETHING = re.compile(
    r"[=<>\u2264\u2265\u2260\u2248\u2208]|\\(?:leq?|geq?|neq?|lt|gt|approx|sim|lesssim|gtrsim|equiv|ll|gg|in|notin|subset(?:eq)?)(?![a-zA-Z])"
)
_LETTERS_OF_NAMES = frozenset("ßøØłŁæÆœŒđĐðÐþÞ")
_SPLITS = re.compile(r"\{\s*\}|\\[-/]")
_WORDED = re.compile(r"\\(?:text[a-z]*|mbox|hbox|intertext|operatorname|mathrm|mathit)\*?\s*\{[^{}]*[A-Za-z]{4}")
# In the words of a statement these turn one claim into another, though each of them is harmless elsewhere.
_TURNS = re.compile(
    r"(?i)\b(?:when|whilst|depend(?:s|ing|ent)?|dependence|know(?:s|n|ing)?|told|informed|advance|typical(?:ly)?|usual(?:ly)?|often"
    r"|most(?:ly)?|general(?:ly)?|rarely|nearly|almost|approximate(?:ly)?|roughly|about|essentially|asymptotic(?:ally)?|eventual(?:ly)?"
    r"|infinitely|finitely|sequence|limits?|limiting|large|small|grow(?:s|ing)?|tends?|average|mean|probability|chance|likely"
    r"|condition(?:al|ally|ed|s)?|subject|restrict(?:s|ed|ing)?|as long as|in case|bounded|unbounded|negligible|ignoring|modulo"
    r"|factors?|logarithmic|up to|understood|interpreted|asked|required|needed|suffices?|guarantees?|guaranteed|trivial|special"
    r"|singleton|degenerate|for (?:some|one))\b"
)
# Arguments that are no words of the text.
_NAMES = re.compile(r"\\(?:label|ref|eqref|[cC]ref|autoref|cite[a-z]*|begin|end)\*?(?:\[[^\]]*\])*\s*\{[^{}]*\}(?:\[[^\]]*\])?")
# Words that every paper uses, and that give nothing away; by their stems.
_EVERYWHERE = frozenset(
    stem(word)
    for word in words(
        "theorem lemma proof section algorithm result note case step figure definition assumption proposition "
        "corollary claim  least may both except fix fixed hence last lie lies part parts term terms than them what "
        "give given gives get put first  second never now left right sum sums always write written equal bound bounds "
        "bounded hold holds known real best better  other another same single number numbers function functions "
        "uniform expect expected mean means total more most lower  upper main use used uses within side time together "
        "thus once smallest largest law laws list integer integers index event  element elements fail fails change "
        "changes consist agree allow allows drawn draw average return satisfy satisfies  inequality equality since "
        "because therefore without they their follows following does done enough exact exactly letter  add adds again "
        "against below above begin begins end ends come comes choose choice class combine constant constants  between "
        "notation notion going forward assume suppose consider recall observe denote standard provide precise depend introduce "
        "section paper problem study show obtain exist common usual say via according order namely respectively related here "
        "general particular special specific recent work discuss describe present state mention refer see remark main "
        "already produce probability random take takes taken taking well was were being been will would shall should "
        "can  cannot could wrong just says said say smaller larger greater positive negative zero value values every "
        "where whose  parameter parameters input output previous next later time times turn run runs start starts "
        "range rate nothing anything something"
    )
)


@dataclass(frozen=True, slots=True)
class Addition:
    """Words of a model. `instead_of` is what the source has in their place; `in_statement` says that they are
    part of the claim, `is_quoted` that the words are the source's and the choice of them is the model's."""

    text: str
    piece: int | None
    name: str
    instead_of: str = ""
    in_statement: bool = False
    is_quoted: bool = False


def additions(challenge: Challenge, case: Case) -> Iterator[Addition]:
    """The texts that models wrote, and the passages that they chose freely."""
    for place, piece in enumerate(challenge.pieces):
        if piece.slot == "statement":
            yield from _of_statement(piece, place, case)
        elif piece.origin.kind == "background":
            yield Addition(piece.text, place, "the added background")
        elif piece.slot in ("title", "existence_note") and piece.origin.kind == "editorial":
            yield Addition(piece.text, place, f"the {piece.slot.replace('_', ' ')}")
        elif piece.slot == "context" or (piece.node is None and piece.slot in ("definition", "protocol")):
            yield Addition(piece.text, place, f"the {piece.slot}", is_quoted=True)
            for edit in edits_of(piece, "pass 1"):
                yield Addition(edit.text, place, "what was put into the context")
    yield Addition(challenge.intuition, None, "the intuition")


def _of_statement(piece: Piece, place: int, case: Case) -> Iterator[Addition]:
    if piece.origin.span is None:
        return
    try:
        source = source_of(case.files, piece.origin.span)
    except BadEdit:
        return  # the check of quotations says it
    for edit in edits_of(piece, "pass 10"):
        before = decode(source[edit.start : edit.end])
        yield Addition(edit.text, place, "what the rewriting added", before, in_statement=True)


# What sets conditions for the rest of the challenge has no place in a definition.
_REACHES_ON = re.compile(
    r"(?i)\b(?:throughout|in what follows|from now on|hereafter|henceforth|in (?:this|the) (?:paper|challenge|statement)"
    r"|of the statement|always suppose|always assume)\b"
)


def reaching_on(text: str) -> str | None:
    """Words of a definition that say something of the whole challenge; None where there are none."""
    found = _REACHES_ON.search(prose(text))
    return None if found is None else found[0]


def steering(addition: Addition) -> str | None:
    """What in an addition hides words, from readers or from checks, or gives commands another meaning; None for nothing."""
    found = _STEERS.search(addition.text)
    if found is not None:
        return "%" if found[0].endswith("%") else found[0]
    odd = next((sign for sign in unicodedata.normalize("NFC", addition.text) if _is_odd(sign)), None)
    if odd is not None:
        return f"the character U+{ord(odd):04X}"
    worded = next((body for _, body in formula_spans(addition.text) if _WORDED.search(body)), None)
    return "words inside a formula" if worded is not None and addition.in_statement else None


def claiming(text: str) -> str | None:
    """A formula of a title that claims something; a title names a question."""
    return next((body for _, body in formula_spans(text) if _CLAIMS_SOMETHING.search(body)), None)


def title_refusal(text: str) -> str | None:
    """Why a text is no title; None where nothing speaks against it."""
    hidden = steering(Addition(text, None, "the title"))
    if hidden is not None:
        return f"it holds {hidden}"
    if "\n" in text.strip():
        return "it has several lines"
    claim = claiming(text)
    return f"its formula {claim!r} claims something" if claim is not None else next(iter(flaws(text)), None)


def _is_odd(sign: str) -> bool:
    """Characters that are not seen, and letters that look like those of our alphabet and are none; accents are no harm."""
    kind = unicodedata.category(sign)
    if kind in ("Cf", "Cc", "Co", "Cs", "Cn", "Zl", "Zp", "Zs", "Mn", "Me"):
        return sign not in "\n\t \xa0"
    if not kind.startswith("L") or sign.isascii() or sign in _LETTERS_OF_NAMES:
        return False
    plain = unicodedata.normalize("NFD", sign)
    return not plain[0].isascii() or unicodedata.normalize("NFKD", sign) != plain


def turning(addition: Addition) -> tuple[str, ...]:
    """Words that would make another claim of the statement, and that the source does not have there."""
    before = _turns(addition.instead_of)
    return tuple(word for word in _turns(addition.text) if word not in before)


def _turns(text: str) -> dict[str, None]:
    """Such words, also where commands or empty groups cut them in two, or a formula holds them."""
    whole = _SPLITS.sub("", text)
    forms = (whole, re.sub(r"\\[a-zA-Z]+\s*|[{}]", "", whole), re.sub(r"\\[a-zA-Z]+", " ", text))
    bare = (re.sub(r"\\[a-zA-Z]+", " ", form).replace("~", " ") for form in forms)
    return dict.fromkeys(match[0].lower() for form in bare for match in _TURNS.finditer(form))


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """Words and symbols that the withheld proof, lemmas and algorithms use; what a challenge says openly is no secret."""

    withheld: frozenset[str]
    by_piece: tuple[frozenset[str], ...]
    statement: frozenset[str]

    @classmethod
    def of(cls, challenge: Challenge, case: Case) -> "Vocabulary":
        """What is said by the statement, by definitions and hypotheses is open, and so are words that every paper uses."""
        texts = [case.ideas]  # and the proofs that the target leans on: a long paper has every word in some proof or other
        for id_ in (challenge.target, *challenge.withheld, *challenge.definition_ids):
            node = case.nodes.get(id_)
            if node is not None:
                texts.append(node.statement if id_ in challenge.withheld else "")
                texts.append(node.proof.text if node.proof is not None else "")
        opened = [_said(piece.text) if _is_open(piece) else frozenset() for piece in challenge.pieces]
        stated = _said(f"{case.nodes[challenge.target].statement} {case.paper.title}")
        return cls(frozenset().union(*map(_said, texts)) - _EVERYWHERE - case.common_words, tuple(opened), stated)

    def told_by(self, addition: Addition) -> tuple[str, ...]:
        """What of it an addition says, each once; its own piece is no witness for it."""
        others = (said for place, said in enumerate(self.by_piece) if place != addition.piece)
        secret = self.withheld.difference(self.statement, *others)
        found: dict[str, str] = {}
        for word in (*content_words(prose(_NAMES.sub(" ", addition.text))), *_symbols(addition)):
            if stem(word) in secret:
                found.setdefault(stem(word), word)
        return tuple(found.values())

    def size(self, addition: Addition) -> int:
        """How many words and symbols an addition has that could tell something, each counted once."""
        said = {stem(word) for word in content_words(prose(_NAMES.sub(" ", addition.text)))} | set(_symbols(addition))
        return len(said - _EVERYWHERE)


def _is_open(piece: Piece) -> bool:
    return piece.slot in ("definition", "protocol", "hypothesis") and piece.origin.kind != "background"


def _said(text: str) -> frozenset[str]:
    return frozenset(stem(word) for word in content_words(prose(_NAMES.sub(" ", text)))) | frozenset(symbols_in(text))


def _symbols(addition: Addition) -> tuple[str, ...]:
    """Symbols count in the context: it has no need of any that statement and definitions do not use."""
    return tuple(symbols_in(addition.text)) if addition.name == "the context" else ()

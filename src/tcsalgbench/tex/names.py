"""What names tell: which kind of statement a title means, and which environments are proofs."""

import re

KINDS = (
    "theorem lemma proposition corollary claim definition assumption remark example fact conjecture observation algorithm "
    "problem question construction protocol notation condition property hypothesis exercise axiom note convention "
    "principle criterion setting model case step situation result task game experiment procedure scheme"
).split()
_ABBREVIATIONS = {
    "thm": "theorem", "thrm": "theorem", "theo": "theorem", "teo": "theorem", "mainthm": "theorem", "lem": "lemma",
    "lemm": "lemma", "lma": "lemma", "prop": "proposition", "propo": "proposition", "prp": "proposition", "pro": "proposition",
    "cor": "corollary", "coro": "corollary", "corol": "corollary", "crl": "corollary", "clm": "claim", "cl": "claim",
    "subclaim": "claim", "sublemma": "lemma", "defn": "definition", "defi": "definition", "dfn": "definition",
    "def": "definition", "df": "definition", "assum": "assumption", "ass": "assumption", "assump": "assumption",
    "asm": "assumption", "assn": "assumption", "assu": "assumption", "rem": "remark", "rmk": "remark", "rmrk": "remark",
    "rk": "remark", "ex": "example", "exa": "example", "exmp": "example", "eg": "example", "xmpl": "example", "fct": "fact",
    "conj": "conjecture", "cnj": "conjecture", "obs": "observation", "observ": "observation", "alg": "algorithm",
    "algo": "algorithm", "prob": "problem", "prob*": "problem", "ques": "question", "quest": "question",
    "constr": "construction", "prot": "protocol", "not": "notation", "nota": "notation", "cond": "condition",
    "hyp": "hypothesis", "exer": "exercise", "ax": "axiom", "conv": "convention", "theoreme": "theorem", "satz": "theorem",
    "lemme": "lemma", "corollaire": "corollary", "remarque": "remark", "bemerkung": "remark", "beispiel": "example",
    "korollar": "corollary", "examples": "example", "remarks": "remark", "definitions": "definition", "facts": "fact",
    "assumptions": "assumption", "notations": "notation", "claims": "claim", "corollaries": "corollary", "lemmas": "lemma",
    "theorems": "theorem", "propositions": "proposition", "observations": "observation", "conditions": "condition",
    "desideratum": "condition", "requirement": "condition", "guarantee": "theorem", "sublem": "lemma",
}  # fmt: skip
_WORD = re.compile(r"[a-z]+")
_PROOF = re.compile(r"(?i)(?:proof|(?<![a-z])prf(?![a-z])|(?<![a-z])pf(?![a-z]))")
# Environments that only sound like proofs or statements.
_NO_PROOF = re.compile(r"(?i)proofread|bussproofs|prooftree|proofrule|waterproof")
_TAILS = re.compile(r"(?:\*|[-_@]?(?:rep|restated|restate|informal|intro|box|boxed|framed|inner|app|num|main|star|s))+$")


def kind_of(title: str, environment: str) -> str:
    """The kind of a statement, from its title ("Main Theorem") or else from the name of its environment ("thm")."""
    for text in (title, environment):
        words = _WORD.findall(text.lower())
        for word in reversed(words):
            found = _kind_of_word(word)
            if found:
                return found
    bare = _TAILS.sub("", environment.lower())
    words = _WORD.findall(title.lower()) or _WORD.findall(bare)
    return _kind_of_word(bare) or (words[-1] if words else "statement")


def _kind_of_word(word: str) -> str | None:
    return word if word in KINDS else _ABBREVIATIONS.get(word)


def looks_like_statement(name: str) -> bool:
    """Whether an environment that nothing declares is named like a statement."""
    bare = _TAILS.sub("", name.lower())
    kind = _kind_of_word(bare)
    return kind is not None and kind not in ("case", "step", "model", "setting", "algorithm", "procedure", "task", "game")


def looks_like_proof(name: str) -> bool:
    """Whether an environment is named like a proof."""
    return bool(_PROOF.search(name)) and not _NO_PROOF.search(name)


def is_sketch(text: str) -> bool:
    """Whether a proof calls itself a sketch or an idea only."""
    return bool(re.search(r"(?i)sketch|idea|overview|outline|intuition|informal", text))

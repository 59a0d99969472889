"""What names tell: which kind of statement a title means, and which environments are proofs."""

import re

from tcsalgbench.tex.words import words

KINDS = words(
    "theorem lemma proposition corollary claim definition assumption remark example fact conjecture "
    "observation algorithm problem question construction protocol notation condition property hypothesis "
    "exercise axiom note convention principle criterion setting model case step situation result task "
    "game experiment procedure scheme"
)
_SHORT_FORMS = {
    "theorem": "thm thrm theo teo mainthm theoreme satz theorems guarantee",
    "lemma": "lem lemm lma sublemma lemme lemmas sublem",
    "proposition": "prop propo prp pro propositions",
    "corollary": "cor coro corol crl corollaire korollar corollaries",
    "claim": "clm cl subclaim claims",
    "definition": "defn defi dfn def df definitions",
    "assumption": "assum ass assump asm assn assu assumptions",
    "remark": "rem rmk rmrk rk remarque bemerkung remarks",
    "example": "ex exa exmp eg xmpl beispiel examples",
    "fact": "fct facts",
    "conjecture": "conj cnj",
    "observation": "obs observ observations",
    "algorithm": "alg algo",
    "problem": "prob",
    "question": "ques quest",
    "construction": "constr",
    "protocol": "prot",
    "notation": "not nota notations",
    "condition": "cond conditions desideratum requirement",
    "hypothesis": "hyp",
    "exercise": "exer",
    "axiom": "ax",
    "convention": "conv",
}
_ABBREVIATIONS = {short: kind for kind, forms in _SHORT_FORMS.items() for short in forms.split()}
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
    return kind is not None and kind not in (
        "case",
        "step",
        "model",
        "setting",
        "algorithm",
        "procedure",
        "task",
        "game",
    )


def looks_like_proof(name: str) -> bool:
    """Whether an environment is named like a proof."""
    return bool(_PROOF.search(name)) and not _NO_PROOF.search(name)


def is_sketch(text: str) -> bool:
    """Whether a proof calls itself a sketch or an idea only."""
    return bool(re.search(r"(?i)sketch|idea|overview|outline|intuition|informal", text))


_HEADING = re.compile(
    r"(?is)(?:(?:a |the )?(?:short|full|formal|complete|detailed|alternative|second|another) )?"
    r"(?:(?:sketch|idea) of (?:the |a )?proof|proof(?:[- ](?:sketch|idea|outline))?)\b(?P<rest>.*)"
)
_LAYOUT = re.compile(r"\\(?:[a-z]+(?<!ref)\b\*?|[/,;: ])|[{}~\s]+")
_TALK = re.compile(
    r"(?i)proof (?:systems?|techniques?|methods?|theory|complexity|assistants?|strategy|structure|organi[sz]ation|labell?ing|"
    r"of (?:concept|work|stake|knowledge))\b"
)
_PROVED = re.compile(r"(?is)\(?(?:of|for)\b.*(?:\\[a-zA-Z]*ref|\b(?:" + "|".join(KINDS) + r")s?\b|\bpart\b|\d|\()")


def talks_of_proofs(title: str) -> bool:
    """Whether a heading that begins with `Proof` announces none: `Proof techniques`."""
    return _TALK.match(_LAYOUT.sub(" ", title).strip()) is not None


def is_proof_heading(title: str) -> bool:
    """Whether a heading announces a proof: `Proof.`, `Proof of Lemma 3.`, `Proof (sketch).`, not `Proof systems`."""
    found = _HEADING.fullmatch(_LAYOUT.sub(" ", title).strip())
    if found is None:
        return False
    rest = found["rest"].strip(" .:;,()[]-")
    return not rest or is_sketch(rest) or _PROVED.match(rest) is not None

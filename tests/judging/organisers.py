"""What organisers do: honest reorganisations, and faults, as functions of a proof; for tests and measurements."""

import itertools
import random
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from tcsalgbench.challenges.problem import problem_text
from tcsalgbench.judging.mentions import mentions
from tcsalgbench.judging.organise import CitedStatement, OrganisedProof, Rename, check_organised
from tcsalgbench.judging.panel import sources_of
from tcsalgbench.judging.sources import Sources
from tcsalgbench.judging.text import plain
from tcsalgbench.library.allowing import library_of_paper
from tcsalgbench.papers.record import load_paper
from tcsalgbench.samples import sample_folder, sample_names
from tcsalgbench.samples.challenges import expected_challenges

_SENTENCE = re.compile(r"(?<=[.?!])\s+(?=[A-Z])")
_INLINE = re.compile(r"(?<![\\$])\$([^$]+)\$(?!\$)")

WRITTEN = """**Claim 1.** For every $k\\ge 1$ and every $u\\in[0,1]$ we have $u^{k}\\le 1$.

*Proof of Claim 1.* The product of numbers in $[0,1]$ is at most $1$. This uses $u\\le 1$ only.

**Claim 2.** With $v=1-u$, the sum of all $u^k v$ over $k<50$ equals $1-u^{50}$.

*Proof of Claim 2.* The sum telescopes: each term is $u^k-u^{k+1}$. Summing from $0$ to $49$ gives $1-u^{50}$.

By Claim 1 the right-hand side lies in $[0,1]$. By [filler, Theorem 4], which holds for every law $Q$, the error is at least
$1-\\frac{3}{\\ln d}$. We note that no hypothesis was used except $d\\ge 2$.

Combining Claim 1 and Claim 2:
- the first part is at most $1$;
- the second part is at least $0$.

Therefore the bound holds, and the proof is complete.
"""

PLAIN = """Let n be an integer with n >= 1, and let x be a real number. We show that x^n + 1 > x in every case.

Case 1: x < 0 and n is even. Then x^n > 0, so the left side is more than 1. This is not less than x.

Case 2: x >= 1. Then x^n >= x, because the factor x^(n-1) is not below 1. Adding one makes the left side larger than x.

Case 3: 0 <= x < 1. Then x^n >= 0 and x < 1. So x^n + 1 >= 1 > x. This is the last of the three cases.

Case 4: x < 0 and n is odd. Then the claim can fail, for example for x = -2 and n! = 6. We use Case 1 only for even n.
"""

LABELLED = r"""Let $S=\{x:x\ge 0\}$. First we note
\begin{equation}\label{eq:a} x^2\ge 0 \end{equation}
for every real $x$. Moreover, by a short computation,
\begin{equation}\label{eq:b} (x-1)^2+2x = x^2+1. \end{equation}
By \eqref{eq:a} with $x-1$ in the place of $x$, and by \eqref{eq:b}, it follows that $2x\le x^2+1$. This does not use $x\in S$.
"""


@dataclass(frozen=True)
class Proof:
    name: str
    problem: str
    text: str
    sources: Sources


@dataclass(frozen=True)
class Made:
    """What an organiser returns."""

    text: str
    renames: tuple[tuple[str, str], ...] = ()
    forgets: str | None = None  # a work left out of the list of citations


@lru_cache(maxsize=1)
def proofs() -> tuple[Proof, ...]:
    """The hidden proofs of the bundled papers, the proofs of what they cite, and one in Markdown."""
    found: list[Proof] = []
    for sample in sample_names():
        paper = load_paper(sample_folder(sample))
        for challenge, withheld in expected_challenges(sample):
            sources = sources_of(library_of_paper(paper, challenge), challenge)
            found.append(Proof(challenge.id, plain(problem_text(challenge)), plain(withheld.proof), sources))
        for work in found[-1].sources.works:
            found += [
                Proof(f"{work.key}, {node.printed}", plain(node.statement), plain(node.proof.text), found[-1].sources)
                for node in work.graph.nodes
                if node.proof is not None and len(node.proof.text) > 200
            ]
    sketching = next(one for one in found if one.name == "sample-sketching/thm:main")
    return (
        *found,
        replace(sketching, name="in Markdown", problem="Bound the error, for $d\\ge 2$ and $Q$.", text=WRITTEN),
        replace(sketching, name="in plain text", problem="Show that x^n + 1 > x where it holds.", text=PLAIN),
        replace(sketching, name="with labels", problem="Show that $2x\\le x^2+1$ for every real $x$.", text=LABELLED),
    )


def judged(proof: Proof, made: Made) -> tuple[str, ...]:
    """The faults that code finds in what an organiser made of a proof."""
    listed = tuple(
        CitedStatement(written=one.written, work=one.work, label=one.label, quote=None)
        for one in mentions(made.text, proof.sources)
        if one.work != made.forgets
    )
    answer = OrganisedProof(document=made.text, renames=tuple(Rename(old=a, new=b) for a, b in made.renames), citations=listed)
    return tuple(str(fault) for fault in check_organised(answer, proof.text, proof.problem, proof.sources))


Change = Callable[[Proof, random.Random], Made | None]


def _sentences(text: str) -> list[str]:
    return _SENTENCE.split(text)


def _at(proof: Proof, chance: random.Random, change: Callable[[str], str | None]) -> Made | None:
    """One sentence, drawn among those that the change can be made to, is changed."""
    sentences = _sentences(proof.text)
    for number in chance.sample(range(len(sentences)), len(sentences)):
        changed = change(sentences[number])
        if changed is not None and changed != sentences[number]:
            return Made(" ".join([*sentences[:number], changed, *sentences[number + 1 :]]))
    return None


def _in_formulas(text: str, old: str, new: str) -> str:
    """A letter renamed wherever it stands in a formula, but not inside the name of a command."""

    def renamed(formula: re.Match[str]) -> str:
        return re.sub(rf"(\\[a-zA-Z]+)|{old}", lambda match: match[1] or new, formula[0])

    return _INLINE.sub(renamed, text)


# Honest ones.


def as_it_is(proof: Proof, chance: random.Random) -> Made:
    return Made(proof.text)


def reflowed(proof: Proof, chance: random.Random) -> Made:
    return Made("\n\n".join("\n".join(re.sub(r"[ \t]*\n[ \t]*", " ", part).split("  ")) for part in proof.text.split("\n\n")))


def paragraphs_reordered(proof: Proof, chance: random.Random) -> Made | None:
    parts = [part for part in proof.text.split("\n\n") if part.strip()]
    whole = all(part.count("\\begin") == part.count("\\end") and not part.startswith("-") for part in parts)
    return Made("\n\n".join(chance.sample(parts, len(parts)))) if len(parts) > 1 and whole else None


def sentences_as_paragraphs(proof: Proof, chance: random.Random) -> Made | None:
    return Made("\n\n".join(_sentences(proof.text))) if "\\begin{" not in proof.text else None


def headings_added(proof: Proof, chance: random.Random) -> Made:
    parts = proof.text.split("\n\n")
    return Made("\n\n".join(f"## Step {number}\n\n{part}" for number, part in enumerate(parts, 1)))


def in_environment(proof: Proof, chance: random.Random) -> Made:
    return Made(f"\\section*{{Proof}}\n\\begin{{proof}}\n{proof.text}\n\\qed\n\\end{{proof}}")


def inline_displayed(proof: Proof, chance: random.Random) -> Made | None:
    count = 0

    def display(match: re.Match[str]) -> str:
        nonlocal count
        count += 1
        return f"\n\\[ {match[1]} \\]\n" if count % 4 == 0 else match[0]

    made = _INLINE.sub(display, proof.text)
    return Made(made) if made != proof.text else None


def displays_in_dollars(proof: Proof, chance: random.Random) -> Made | None:
    made = proof.text.replace("\\[", "$$").replace("\\]", "$$")
    return Made(made) if made != proof.text else None


def spelled_otherwise(proof: Proof, chance: random.Random) -> Made | None:
    made = re.sub(r"\\le(?![a-zA-Z])", r"\\leq", proof.text)
    made = re.sub(r"\\ge(?![a-zA-Z])", r"\\geq", made)
    made = re.sub(r"\^([a-z0-9])", r"^{\1}", made).replace("\\bigl", "\\left").replace("\\bigr", "\\right")
    return Made(made) if made != proof.text else None


def sentences_joined(proof: Proof, chance: random.Random) -> Made | None:
    made = re.sub(r"\. (Then|Hence|Thus|Therefore) ", lambda match: f"; {match[1].lower()} ", proof.text)
    return Made(made) if made != proof.text else None


def connecting_words(proof: Proof, chance: random.Random) -> Made | None:
    made = proof.text.replace("Hence", "Therefore", 1).replace("Then ", "Now ", 1).replace("Finally, ", "", 1)
    return Made(made) if made != proof.text else None


def steps_renamed(proof: Proof, chance: random.Random) -> Made | None:
    if "Claim 1" not in proof.text:
        return None
    made = proof.text.replace("Claim 1", "Lemma A").replace("Claim 2", "Lemma B")
    return Made(made, (("Claim 1", "Lemma A"), ("Claim 2", "Lemma B")))


def symbol_renamed(proof: Proof, chance: random.Random) -> Made | None:
    for old, new in (("u", "z"), ("s", "z"), ("E", "W"), ("i", "a"), ("x", "q")):
        in_math = " ".join(_INLINE.findall(proof.text))
        if re.search(rf"\b{old}\b", in_math) and not re.search(rf"(?<![a-zA-Z\\]){new}", proof.text + proof.problem):
            if re.search(rf"(?<![a-zA-Z\\]){old}(?![a-zA-Z])", " ".join(_INLINE.findall(proof.problem))):
                continue
            if "\\[" in proof.text or "\\begin" in proof.text:
                continue
            return Made(_in_formulas(proof.text, old, new), ((old, new),))
    return None


def emphasis_added(proof: Proof, chance: random.Random) -> Made | None:
    made = re.sub(r"\b(Claim|Lemma|Theorem)([ ~]\d)", r"**\1\2**", proof.text, count=2)
    return Made(made) if made != proof.text else None


HONEST: dict[str, Change] = {
    "returned as it is": as_it_is,
    "lines broken anew": reflowed,
    "paragraphs reordered": paragraphs_reordered,
    "a paragraph a sentence": sentences_as_paragraphs,
    "headings added": headings_added,
    "put into an environment": in_environment,
    "inline formulas displayed": inline_displayed,
    "other display delimiters": displays_in_dollars,
    "formulas spelled otherwise": spelled_otherwise,
    "sentences joined": sentences_joined,
    "connecting words changed": connecting_words,
    "steps renamed, as declared": steps_renamed,
    "a bound symbol renamed, as declared": symbol_renamed,
    "emphasis added": emphasis_added,
}


# Faults.


def drops_a_step(proof: Proof, chance: random.Random) -> Made | None:
    sentences = _sentences(proof.text)
    if len(sentences) < 3:
        return None
    number = chance.randrange(len(sentences))
    return Made(" ".join(sentences[:number] + sentences[number + 1 :]))


def drops_a_formula(proof: Proof, chance: random.Random) -> Made | None:
    return _at(proof, chance, lambda one: _INLINE.sub("it", one, count=1))


def repairs_a_step(proof: Proof, chance: random.Random) -> Made | None:
    return _at(
        proof, chance, lambda one: one[:-1] + ", because the left-hand side is nonnegative." if one.endswith(".") else None
    )


def adds_a_reason(proof: Proof, chance: random.Random) -> Made | None:
    return _at(proof, chance, lambda one: one.replace(", ", ", by convexity, ", 1) if "$, " not in one else None)


def adds_a_lemma(proof: Proof, chance: random.Random) -> Made | None:
    lemma = "**Lemma.** If $a\\le b$ then $e^a\\le e^b$. *Proof.* The exponential function is increasing."
    return Made(f"{lemma}\n\n{proof.text}")


def adds_a_case(proof: Proof, chance: random.Random) -> Made | None:
    return Made(f"{proof.text}\n\nIf $n=0$ there is nothing to prove.")


def adds_a_claim_as_heading(proof: Proof, chance: random.Random) -> Made | None:
    return Made(f"## The function is convex\n\n{proof.text}")


def changes_a_constant(proof: Proof, chance: random.Random) -> Made | None:
    numbers = list(re.finditer(r"(?<![\d.])\d+(?![\d.])", proof.text))
    if not numbers:
        return None
    match = chance.choice(numbers)
    return Made(f"{proof.text[: match.start()]}{int(match[0]) + 1}{proof.text[match.end() :]}")


def changes_a_relation(proof: Proof, chance: random.Random) -> Made | None:
    found = list(re.finditer(r"\\le(?:q)?(?![a-zA-Z])|\\ge(?:q)?(?![a-zA-Z])", proof.text))
    if not found:
        return None
    match = chance.choice(found)
    new = "\\ge" if match[0].startswith("\\le") else "<"
    return Made(f"{proof.text[: match.start()]}{new} {proof.text[match.end() :]}")


def changes_a_sign(proof: Proof, chance: random.Random) -> Made | None:
    found = list(re.finditer(r"(?<=[a-zA-Z0-9}) ])[+-](?=[a-zA-Z0-9\\(])", "".join(_INLINE.findall(proof.text))))
    places = list(re.finditer(r"[+]", proof.text))
    if not found or not places:
        return None
    match = chance.choice(places)
    return Made(f"{proof.text[: match.start()]}-{proof.text[match.end() :]}")


def changes_a_quantifier(proof: Proof, chance: random.Random) -> Made | None:
    for old, new in (("every", "some"), ("for all", "for some"), ("at most", "at least"), ("only", ""), ("each", "one")):
        if re.search(rf"\b{old}\b", proof.text):
            return Made(re.sub(rf"\b{old}\b", new, proof.text, count=1))
    return None


def swaps_two_formulas(proof: Proof, chance: random.Random) -> Made | None:
    found = list(_INLINE.finditer(proof.text))
    pairs = [(a, b) for a, b in itertools.pairwise(found) if a[0] != b[0]]
    if not pairs:
        return None
    a, b = chance.choice(pairs)
    text = proof.text
    return Made(f"{text[: a.start()]}{b[0]}{text[a.end() : b.start()]}{a[0]}{text[b.end() :]}")


def merges_two_sentences(proof: Proof, chance: random.Random) -> Made | None:
    sentences = _sentences(proof.text)
    if len(sentences) < 3:
        return None
    number = chance.randrange(len(sentences) - 1)
    return Made(" ".join([*sentences[:number], "This follows by a short computation.", *sentences[number + 2 :]]))


def loses_a_citation(proof: Proof, chance: random.Random) -> Made | None:
    found = mentions(proof.text, proof.sources)
    return Made(proof.text, forgets=found[0].work) if found else None


def cuts_a_citation_out(proof: Proof, chance: random.Random) -> Made | None:
    found = mentions(proof.text, proof.sources)
    return Made(proof.text[: found[0].start] + "a known result" + proof.text[found[0].end :]) if found else None


def renames_undeclared(proof: Proof, chance: random.Random) -> Made | None:
    made = _INLINE.sub(lambda match: f"${match[1].replace('n', 'N').replace('k', 'K').replace('x', 'X')}$", proof.text)
    return Made(made) if made != proof.text else None


def renames_what_the_problem_uses(proof: Proof, chance: random.Random) -> Made | None:
    for old in "ndkmr":
        if re.search(rf"(?<![a-zA-Z\\]){old}(?![a-zA-Z])", " ".join(_INLINE.findall(proof.problem))) and old in proof.text:
            made = _in_formulas(proof.text, old, "Y")
            return Made(made, ((old, "Y"),)) if made != proof.text else None
    return None


def renames_a_relation(proof: Proof, chance: random.Random) -> Made | None:
    made = proof.text.replace("\\le", "\\ge")
    return Made(made, (("\\le", "\\ge"),)) if made != proof.text else None


def says_nothing(proof: Proof, chance: random.Random) -> Made:
    return Made("The proof is correct.")


FAULTS: dict[str, Change] = {
    "drops a step": drops_a_step,
    "drops a formula": drops_a_formula,
    "repairs a step": repairs_a_step,
    "adds a reason": adds_a_reason,
    "adds a lemma": adds_a_lemma,
    "adds a case": adds_a_case,
    "adds a claim as a heading": adds_a_claim_as_heading,
    "changes a constant": changes_a_constant,
    "changes a relation": changes_a_relation,
    "changes a sign": changes_a_sign,
    "changes a quantifier": changes_a_quantifier,
    "swaps two formulas": swaps_two_formulas,
    "puts two sentences into one": merges_two_sentences,
    "leaves a citation off its list": loses_a_citation,
    "cuts a citation out": cuts_a_citation_out,
    "renames without saying so": renames_undeclared,
    "renames a symbol of the problem": renames_what_the_problem_uses,
    "declares a relation a name": renames_a_relation,
    "puts a verdict in its place": says_nothing,
}


def tried(changes: dict[str, Change], times: int, seed: int = 1) -> Iterator[tuple[str, Proof, Made, tuple[str, ...]]]:
    """Every change on every proof, several times where chance has a say; and the faults found in what it made."""
    for name, change in changes.items():
        for proof in proofs():
            seen: set[Made] = set()
            for time in range(times):
                made = change(proof, random.Random(f"{seed}/{name}/{proof.name}/{time}"))
                if made is None or made in seen:
                    continue
                seen.add(made)
                yield name, proof, made, judged(proof, made)

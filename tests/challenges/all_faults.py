"""The faults of the passes on access and existence, and all faults together."""

from tests.challenges.fault_list import BROKEN, COMPLETING, CONTAINING, MAIN, SELECTING, SKETCH, UPPER
from tests.challenges.faults import (
    Fault,
    clause,
    instead,
    rewriting,
    setting,
)
from tests.challenges.wild_faults import WILD

LOWER = ("regret", "thm:lower")
NAME = "\\VoteRelease\\ (Algorithm~1), run on"
EXISTS = "there exists a randomised map $\\mech\\colon\\Z^n\\to\\Y$ that, run on"
PROOF = (
    "The position in which $z$ and $z'$ may differ lies in one block only; the other $k-1$ votes agree, and one vote changes"
)
LEMMA = (
    "A randomised map: if $z,z'\\in\\Z^n$ are neighbours, then the counts on $z$ and on $z'$ satisfy $|\\cnt_y-\\cnt'_y|\\le 1$"
    " for every $y\\in\\Y$."
)


SITUATING = (
    Fault("drops the protocol", "7 access", *UPPER, setting(interactive=False, ids=[]), "shown", "judged to have no protocol"),
    Fault("claims a protocol and shows none", "7 access", *SKETCH, setting(ids=[]), "shown", "the interaction protocol"),
    Fault(
        "points at rules that do not exist",
        "7 access",
        *UPPER,
        setting(ids=["def:game", "g99"]),
        "refused",
        "there is no such id",
    ),
    Fault(
        "takes the algorithm for the protocol",
        "7 access",
        *UPPER,
        setting(ids=["def:game", "alg:turns"]),
        "refused",
        "there is no such id",
        "Procedure",
    ),
    Fault("answers in no form", "7 access", *UPPER, instead(BROKEN), "held", "who sees what is not known"),
)

REWRITING = (
    Fault(
        "drops a hypothesis with the reference",
        "10 existence",
        *MAIN,
        rewriting("let $\\eps>0$ and $0<\\beta<1$, and let $k$", "let $k$"),
        "held",
        "names no construction",
    ),
    Fault(
        "swallows the privacy claim",
        "10 existence",
        *MAIN,
        rewriting(f"{NAME} $n=mk$ records, is $\\eps$-differentially private,", f"{EXISTS} $n=mk$ records"),
        "held",
        "would be lost",
    ),
    Fault(
        "changes a formula beside the reference",
        "10 existence",
        *MAIN,
        rewriting(f"{NAME} $n=mk$", f"{EXISTS} $n=2mk$"),
        "held",
        "would be lost or changed",
    ),
    Fault(
        "changes a constant of the statement",
        "10 existence",
        *MAIN,
        rewriting("32\\ln", "16\\ln"),
        "held",
        "names no construction",
    ),
    Fault(
        "weakens exactly to at most",
        "10 existence",
        *MAIN,
        rewriting("exactly $k$ times", "at most $k$ times"),
        "held",
        "names no construction",
    ),
    Fault(
        "weakens a quantifier inside the reference",
        "10 existence",
        *UPPER,
        rewriting("against every environment", "against some environment"),
        "held",
        "names no construction",
    ),
    Fault(
        "turns a claim about all into one about some",
        "10 existence",
        *SKETCH,
        rewriting("Every row-sampling sketch", "There is a row-sampling sketch, and it"),
        "held",
        "names no construction",
    ),
    Fault(
        "drops words that are not part of the reference",
        "10 existence",
        *MAIN,
        rewriting(NAME, "there exists a randomised map $\\mech\\colon\\Z^n\\to\\Y$ that on"),
        "held",
        "'run' is not part of a reference",
    ),
    Fault(
        "weakens by a probability",
        "10 existence",
        *MAIN,
        rewriting(NAME, f"{EXISTS.removesuffix(' run on')} with high probability, run on"),
        "held",
        "'with high probability' is new",
    ),
    Fault(
        "adds a bound in a formula",
        "10 existence",
        *MAIN,
        rewriting(NAME, "for $\\eps\\le 1$ there exists a map that, run on"),
        "held",
        "is new, and says something",
    ),
    Fault(
        "adds a bound in words",
        "10 existence",
        *MAIN,
        rewriting(NAME, "there exists a map of at most polynomial size that, run on"),
        "held",
        "is new",
    ),
    Fault(
        "misquotes the reference",
        "10 existence",
        *MAIN,
        rewriting("Algorithm 1, run on", EXISTS),
        "held",
        "does not stand 1 time",
    ),
    Fault("counts the reference wrongly", "10 existence", *MAIN, rewriting(NAME, EXISTS, 7), "held", "does not stand 7 time"),
    Fault(
        "keeps the name in the replacement",
        "10 existence",
        *MAIN,
        rewriting(NAME, "there exists a map like \\VoteRelease\\ that, run on"),
        "held",
        "still names the construction",
    ),
    Fault(
        "leaves half of the reference behind",
        "10 existence",
        *MAIN,
        rewriting("\\VoteRelease\\ ", "there exists a map "),
        "held",
        "the statement still names a construction",
    ),
    Fault(
        "claims no existence",
        "10 existence",
        *MAIN,
        rewriting(NAME, "our method, run on"),
        "held",
        "claims no existence",
    ),
    Fault(
        "uses a macro that nobody defines",
        "10 existence",
        *MAIN,
        rewriting(NAME, "there exists a map $\\voting$ that, run on"),
        "held",
        "is not defined",
    ),
    Fault(
        "edits twice in one place",
        "10 existence",
        *MAIN,
        lambda fields: {**fields, "edits": [fields["edits"][0], {**fields["edits"][0], "reference": "\\VoteRelease\\ "}]},
        "held",
        "two edits reach into each other",
    ),
    Fault(
        "leaves a named construction as it is",
        "10 existence",
        *MAIN,
        setting(changed=False, edits=[], unsafe=False, scoping_clause=None),
        "held",
        "names a construction of the paper",
    ),
    Fault("changes, and brings no edit", "10 existence", *MAIN, setting(edits=[]), "held", "brings no edit"),
    Fault(
        "rewrites what names no construction",
        "10 existence",
        *UPPER,
        rewriting("a learner for lag $\\lag$", "some learner"),
        "held",
        "names no construction",
    ),
    Fault("finds a danger and brings no clause", "10 existence", *MAIN, clause(None), "held", "a clause is wanted"),
    Fault("brings a clause against no danger", "10 existence", *MAIN, setting(unsafe=False), "held", "a clause is wanted"),
    Fault(
        "overlooks the danger",
        "10 existence",
        *MAIN,
        setting(unsafe=False, scoping_clause=None),
        "shown",
        "was judged safe",
    ),
    Fault(
        "reveals the construction in the clause",
        "10 existence",
        *MAIN,
        clause(
            ", where the solver is asked on parts whose blocks are disjoint and the coins fresh, so the votes are independent"
        ),
        "held",
        "the scoping clause: repeats words",
    ),
    Fault(
        "names the algorithm in the clause", "10 existence", *MAIN, clause(", as \\VoteRelease\\ does"), "held", "it is to hide"
    ),
    Fault(
        "adds a hypothesis in the clause",
        "10 existence",
        *MAIN,
        clause(", provided that the solver is run on the input only"),
        "held",
        "add or take away a hypothesis",
    ),
    Fault(
        "adds a bound in the clause",
        "10 existence",
        *MAIN,
        clause(", where the map uses $\\solver$ with $m\\ge 100$"),
        "held",
        "says something new",
    ),
    Fault(
        "adds a number in the clause",
        "10 existence",
        *MAIN,
        clause(", where the map runs on 7 records"),
        "held",
        "it holds a number",
    ),
    Fault("writes a clause without end", "10 existence", *MAIN, clause(", and so on" * 40), "held", "longer than 80 words"),
    Fault("answers in no form", "10 existence", *MAIN, instead(BROKEN), "held", "no answer that can be used"),
)

FAULTS = (*SELECTING, *CONTAINING, *COMPLETING, *SITUATING, *REWRITING, *WILD)

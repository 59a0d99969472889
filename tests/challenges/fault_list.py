"""The faults: each row one thing that a bad model does, where, how it must be caught, and the words that say so."""

from tests.challenges.faults import (
    Fault,
    adding,
    chosen,
    defining,
    headline,
    instead,
    missing,
    more,
    setting,
)

MAIN = ("private", "thm:main")
UPPER = ("regret", "thm:upper")
LOWER = ("regret", "thm:lower")
SKETCH = ("sketching", "thm:main")
NAME = "\\VoteRelease\\ (Algorithm~1), run on"
EXISTS = "there exists a randomised map $\\mech\\colon\\Z^n\\to\\Y$ that, run on"
PROOF = (
    "The position in which $z$ and $z'$ may differ lies in one block only; the other $k-1$ votes agree, and one vote changes"
)
LEMMA = (
    "A randomised map: if $z,z'\\in\\Z^n$ are neighbours, then the counts on $z$ and on $z'$ satisfy $|\\cnt_y-\\cnt'_y|\\le 1$"
    " for every $y\\in\\Y$."
)
BROKEN = '{"this is": "not the form'


SELECTING = (
    Fault("selects nothing", "1 select", *MAIN, setting(main_theorems=[]), "refused", "no main theorem was selected"),
    Fault("selects an id that does not exist", "1 select", *MAIN, chosen("thm:nowhere"), "refused", "no statement of this id"),
    Fault("selects a helper lemma", "1 select", *MAIN, chosen("lem:lead"), "refused", "a lemma is no main theorem"),
    Fault("selects a definition", "1 select", *MAIN, chosen("def:dp"), "refused", "a definition is no main theorem"),
    Fault(
        "selects an informal theorem of two formal ones",
        "1 select",
        *UPPER,
        chosen("thm:informal"),
        "refused",
        "it is informal",
    ),
    Fault("selects a theorem twice", "1 select", *MAIN, chosen("thm:main", "thm:main"), "refused", "it is chosen already"),
    Fault(
        "selects more than four",
        "1 select",
        *SKETCH,
        chosen("thm:main", "prop:dimension", "prop:confidence", "prop:upper", "cor:tight"),
        "refused",
        "4 are the most",
    ),
    Fault("answers in no form", "1 select", *MAIN, instead(BROKEN), "refused", "the selector gave no answer"),
    Fault(
        "lists a definition that does not exist",
        "1 select",
        *MAIN,
        more("definition_ids", "def:x"),
        "refused",
        "there is no such id",
    ),
    Fault(
        "lists the algorithm as context",
        "1 select",
        *MAIN,
        more("definition_ids", "alg:vote"),
        "refused",
        "an algorithm of the paper is not context",
        "KwIn",
    ),
    Fault(
        "lists a corollary as context",
        "1 select",
        *MAIN,
        more("definition_ids", "cor:records"),
        "refused",
        "a result of the paper is not context",
        "\\lceil",
    ),
    Fault(
        "lists the target as its own context",
        "1 select",
        *MAIN,
        more("definition_ids", "thm:main"),
        "refused",
        "the target itself",
    ),
    Fault(
        "lists a lemma of the proof as context",
        "1 select",
        *SKETCH,
        more("definition_ids", "lem:hard"),
        "refused",
        "it is used in proofs only",
        "There are databases",
    ),
    Fault(
        "lists a definition that only the proof uses",
        "1 select",
        *UPPER,
        lambda fields: {
            "main_theorems": [
                {**one, "definition_ids": [*one["definition_ids"], "def:phased"]} for one in fields["main_theorems"]
            ]
        },
        "refused",
        "it is used in proofs only",
        "phased losses",
    ),
    Fault("drops the definitions", "1 select", *MAIN, headline(definition_ids=[]), "shown", "is not in the challenge"),
    Fault(
        "names the construction in the title",
        "1 select",
        *MAIN,
        headline(title="VoteRelease, that is \\VoteRelease"),
        "refused",
        "names a construction",
        "\\VoteRelease",
    ),
    Fault("writes a title of thirty words", "1 select", *MAIN, headline(title="word " * 30), "refused", "is too long"),
    Fault(
        "gives the proof away in the intuition", "1 select", *MAIN, headline(intuition=PROOF), "held", "the intuition repeats"
    ),
    Fault(
        "names the algorithm in the intuition",
        "1 select",
        *MAIN,
        headline(intuition="Algorithm 1 is private."),
        "held",
        "the intuition names a construction",
    ),
    Fault(
        "points at a sentence that does not exist", "1 select", *MAIN, more("context_ids", "p99.9"), "refused", "is no sentence"
    ),
    Fault(
        "takes a description of the algorithm as context",
        "1 select",
        *MAIN,
        more("context_ids", "p6.1"),
        "refused",
        "is no sentence of the paper that may be context",
        "asks the solver once on each",
    ),
    Fault(
        "takes the idea of the construction as context",
        "1 select",
        *MAIN,
        more("context_ids", "p2.1"),
        "refused",
        "is no sentence of the paper that may be context",
        "splitting the data",
    ),
    Fault(
        "misquotes the words that it rewords",
        "1 select",
        *MAIN,
        headline(context_rewordings=[{"words": "this procedure", "replacement": "it", "why": "shorter"}]),
        "refused",
        "was not made",
    ),
    Fault(
        "changes a formula of the context",
        "1 select",
        *MAIN,
        headline(context_rewordings=[{"words": "$m$ independent", "replacement": "$2m$ independent", "why": "better"}]),
        "refused",
        "only plain words",
        "$2m$",
    ),
    Fault(
        "puts words of the proof into the context",
        "1 select",
        *MAIN,
        headline(
            context_rewordings=[
                {
                    "words": "such a procedure",
                    "replacement": "the blocks are disjoint and the coins fresh, so the votes",
                    "why": "clearer",
                }
            ]
        ),
        "held",
        "the context repeats words of",
    ),
)

CONTAINING = (
    Fault(
        "asks for an id that does not exist",
        "1 contain",
        *MAIN,
        adding(missing("a thing", "def:nowhere")),
        "refused",
        "there is no such id",
    ),
    Fault(
        "asks for the algorithm",
        "1 contain",
        *MAIN,
        adding(missing("VoteRelease", "alg:vote")),
        "refused",
        "not context",
        "KwIn",
    ),
    Fault("asks for another theorem", "1 contain", *MAIN, adding(missing("packing", "thm:packing")), "refused", "not context"),
    Fault("asks for the target", "1 contain", *MAIN, adding(missing("it", "thm:main")), "refused", "the target itself"),
    Fault(
        "asks for what only proofs use",
        "1 contain",
        *UPPER,
        adding(missing("phased", "def:phased")),
        "refused",
        "it is used in proofs only",
        "phased losses",
    ),
    Fault(
        "asks for the lemma of the proof",
        "1 contain",
        *SKETCH,
        adding(missing("hard databases", "lem:hard")),
        "refused",
        "it is used in proofs only",
        "There are databases",
    ),
    Fault(
        "asks for terms without end",
        "1 contain",
        *MAIN,
        adding(*(missing(f"endless term {number}", None) for number in range(20))),
        "shown",
        "endless term 19",
    ),
    Fault(
        "answers with more than its form holds",
        "1 contain",
        *MAIN,
        adding(*[missing("t", None)] * 80),
        "held",
        "gave no answer",
    ),
    Fault("answers in no form", "1 contain", *MAIN, instead(BROKEN), "held", "gave no answer"),
    Fault(
        "answers in no form at the end",
        "1 contain",
        *MAIN,
        instead(BROKEN),
        "held",
        "the last check gave no answer",
        final=True,
    ),
    Fault(
        "finds something missing at the end",
        "1 contain",
        *MAIN,
        adding(missing("late term", "def:question")),
        "refused",
        "'late term' is still missing",
        final=True,
    ),
    Fault(
        "says that nothing is missing",
        "1 contain",
        *MAIN,
        lambda fields: {"complete": True, "missing": []},
        "shown",
        "is not in the challenge",
    ),
)

COMPLETING = (
    Fault(
        "matches an entry that does not exist",
        "2 glossary",
        *MAIN,
        setting(matches=[{"term": 0, "entry": 99}]),
        "refused",
        "there is no such pair",
    ),
    Fault(
        "matches a term that does not exist",
        "2 glossary",
        *MAIN,
        setting(matches=[{"term": 7, "entry": 0}]),
        "refused",
        "there is no such pair",
    ),
    Fault(
        "matches the algorithm",
        "2 glossary",
        *MAIN,
        setting(matches=[{"term": 0, "entry": 10}]),
        "refused",
        "there is no such pair",
        "KwIn",
    ),
    Fault(
        "matches a symbol of the algorithm",
        "2 glossary",
        *MAIN,
        setting(matches=[{"term": 0, "entry": 11}]),
        "refused",
        "there is no such pair",
        "\\cnt",
    ),
    Fault(
        "matches something else",
        "2 glossary",
        *MAIN,
        setting(matches=[{"term": 0, "entry": 4}]),
        "shown",
        "with which it shares no word",
    ),
    Fault("answers in no form", "2 glossary", *MAIN, instead(BROKEN), "refused", "the terms stay open"),
    Fault(
        "leaks a lemma into the background",
        "3 background",
        *MAIN,
        defining(LEMMA),
        "refused",
        "was refused",
        "are neighbours, then",
    ),
    Fault(
        "leaks the proof into the background",
        "3 background",
        *MAIN,
        defining(f"For a randomised map, note this. {PROOF} one count."),
        "refused",
        "repeats words of",
        "lies in one block",
    ),
    Fault(
        "leaks a formula of a lemma into the background",
        "3 background",
        *MAIN,
        defining(
            "For a randomised map put $\\cnt_{f(P)}-\\cnt_y>\\frac k4\\qquad\\text{for all }y\\in\\Y\\setminus\\set{f(P)}$."
        ),
        "refused",
        "holds a formula of",
        "frac k4",
    ),
    Fault(
        "states a part of the target as background",
        "3 background",
        *MAIN,
        defining("A randomised map has $k\\ge\\max\\Bigl\\{32\\ln\\frac2\\beta,\\;\\frac8\\eps\\ln\\frac{2q}\\beta\\Bigr\\}.$"),
        "refused",
        "formula of the statement",
    ),
    Fault(
        "argues in the background",
        "3 background",
        *MAIN,
        defining("A randomised map is private by Theorem 3.1."),
        "refused",
        "refers to a result, or argues",
        "by Theorem",
    ),
    Fault(
        "cites in the background",
        "3 background",
        *MAIN,
        defining("A randomised map is as in \\cite{prototype}."),
        "refused",
        "refers to a result",
        "cite",
    ),
    Fault(
        "names the algorithm in the background",
        "3 background",
        *MAIN,
        defining("A randomised map is a function with coins, such as \\VoteRelease."),
        "refused",
        "names a construction",
        "such as",
    ),
    Fault(
        "uses a macro that nobody defines",
        "3 background",
        *MAIN,
        defining("A randomised map is a kernel $\\kernel$."),
        "refused",
        "which is not defined",
        "kernel",
    ),
    Fault(
        "writes broken TeX",
        "3 background",
        *MAIN,
        defining("A randomised map from $A to B is a function with coins."),
        "refused",
        "has no partner",
        "from $A",
    ),
    Fault(
        "writes an essay",
        "3 background",
        *MAIN,
        defining("A randomised map is a map. " * 26),
        "refused",
        "longer than 120 words",
    ),
    Fault("writes a book", "3 background", *MAIN, defining("A randomised map. " * 200), "refused", "the terms stay open"),
    Fault(
        "defines another term", "3 background", *MAIN, defining("A group is a set with a law."), "refused", "does not speak of"
    ),
    Fault(
        "invents a definition of the paper's own term",
        "3 background",
        *MAIN,
        lambda fields: {"entries": [{"term": 0, "standard": True, "definition": "A dataset is any finite set."}]},
        "refused",
        "the paper defines it itself",
        "any finite set",
        also=("2 glossary", setting(matches=[])),
    ),
    Fault(
        "explains a term that does not exist",
        "3 background",
        *MAIN,
        lambda fields: {"entries": [{"term": 5, "standard": True, "definition": "A question is a sentence."}]},
        "refused",
        "there is no open term",
        "is a sentence",
    ),
    Fault(
        "defines a textbook notion wrongly",
        "3 background",
        *MAIN,
        defining("A randomised map is a map that is chosen once, uniformly."),
        "shown",
        "written by a model",
    ),
    Fault(
        "points at a passage that does not exist",
        "6 notation",
        *MAIN,
        setting(matches=[{"symbol": 0, "id": "p77.1"}]),
        "refused",
        "there is no such id",
    ),
    Fault(
        "points at a symbol that does not exist",
        "6 notation",
        *MAIN,
        setting(matches=[{"symbol": 40, "id": "p4.1"}]),
        "refused",
        "there is no symbol 40",
    ),
    Fault(
        "points at the idea of the proof",
        "6 notation",
        *MAIN,
        setting(matches=[{"symbol": 0, "id": "p2.1"}]),
        "refused",
        "there is no such id",
        "splitting the data",
    ),
    Fault(
        "leaves the symbols unexplained", "6 notation", *MAIN, setting(matches=[]), "shown", "nothing was found that says what"
    ),
    Fault("answers in no form", "6 notation", *MAIN, instead(BROKEN), "refused", "the symbols stay as they are"),
)

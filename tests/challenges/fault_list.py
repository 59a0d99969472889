"""The faults: each row one thing that a bad model does, where, how it must be caught, and the words that say so."""

from tests.challenges.faults import BROKEN, MAIN, PROOF, SKETCH, UPPER, Fault, chosen, headline, instead, more, setting

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

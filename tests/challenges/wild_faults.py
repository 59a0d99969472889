"""Faults of one who knows the checks: claims turned by a word, hidden text, ideas given away in other words."""

from tests.challenges.faults import LOWER, MAIN, NAME, Fault, clause, defining, headline, rewriting, setting

CLAIM = (
    "\\VoteRelease\\ (Algorithm~1), run on $n=mk$ records, is $\\eps$-differentially private, answers the question "
    "$(\\family,f)$ with confidence $1-\\beta$"
)
RECORDS = "\\VoteRelease\\ (Algorithm~1), run on $n=mk$ records"
FENCE = ", where the map is built from runs of $\\solver$ on the records at different positions of the input"
NO_WAY = "is no way to say that something exists"
NO_PLACE = "only plain words and formulas do"


def _rewrite(what: str, replacement: str, says: str, reference: str = NAME) -> Fault:
    return Fault(what, "10 existence", *MAIN, rewriting(reference, replacement), "held", says)


def _clause(what: str, more: str, says: str) -> Fault:
    return Fault(what, "10 existence", *MAIN, clause(FENCE + more), "held", says)


def _background(what: str, text: str, says: str, absent: str) -> Fault:
    return Fault(what, "3 background", *MAIN, defining(text), "refused", says, absent)


def _title(what: str, title: str, says: str, absent: str) -> Fault:
    return Fault(what, "1 select", *MAIN, headline(title=title), "refused", says, absent)


def _rewording(what: str, words: str, replacement: str, absent: str) -> Fault:
    change = headline(context_rewordings=[{"words": words, "replacement": replacement, "why": "clearer"}])
    return Fault(what, "1 select", *MAIN, change, "refused", "was not made", absent)


REPLACEMENTS = (
    _rewrite(
        "lets the map depend on the distribution", "for $P$ there exists a randomised map that, run on", f"'for' {NO_WAY}"
    ),
    _rewrite(
        "changes the order of quantifiers", "for $P\\in\\family$ there exists a randomised map that, run on", f"'for' {NO_WAY}"
    ),
    _rewrite("gives the distribution away", "given $P$, there exists a randomised map that, run on", f"'given' {NO_WAY}"),
    _rewrite(
        "quantifies the solver anew",
        "there exists a randomised map $\\solver\\colon\\Z^n\\to\\Y$ that, run on",
        "stands for something else in the statement already",
    ),
    _rewrite(
        "names the map like the answer",
        "there exists a randomised map $f$ that, run on",
        "stands for something else in the statement already",
    ),
    _rewrite(
        "gives the map another domain",
        "there exists a randomised map $\\mech\\colon\\Z^m\\to\\Y$ that, run on",
        "none that the challenge speaks of",
    ),
    _rewrite(
        "swaps domain and range",
        "there exists a randomised map $\\mech\\colon\\Y\\to\\Z$ that, run on",
        "none that the challenge speaks of",
    ),
    _rewrite("claims a deterministic map", "there exists a deterministic map that, run on", "'deterministic' is new"),
    _rewrite("turns the claim into its contrary", "there is a map whose failure it is that, run on", f"'failure' {NO_WAY}"),
    _rewrite("weakens by an adjective", "there exists a heuristic map that, run on", f"'heuristic' {NO_WAY}"),
    _rewrite("weakens by an adverb", "there exists a randomised map that hopefully, run on", f"'hopefully' {NO_WAY}"),
    _rewrite("adds a trusted party", "there exists a randomised map with a curator that, run on", f"'curator' {NO_WAY}"),
    _rewrite("claims it of almost a map", "there exists a quasi-map that, run on", f"'quasi-map' {NO_WAY}"),
    _rewrite(
        "swaps two formulas of the claim",
        "there exists a map that, run on $n=mk$ records, is $1-\\beta$-differentially private, answers the question "
        "$(\\family,f)$ with confidence $\\eps$",
        "would be lost or changed",
        CLAIM,
    ),
    _rewrite(
        "makes the input harmless",
        "there exists a map that, run on public $n=mk$ records",
        f"'public' {NO_WAY}",
        RECORDS,
    ),
    _rewrite(
        "makes the input trivial",
        "there exists a map that, run on $n=mk$ identical records",
        f"'identical' {NO_WAY}",
        RECORDS,
    ),
    _rewrite(
        "writes a word in letters of formulas",
        "there exists a map that, \U0001d45c\U0001d453\U0001d461\U0001d452\U0001d45b, run on",
        NO_PLACE,
    ),
    _rewrite("hides a word behind an accent", "there exists a map that, typi\u0323cally, run on", NO_PLACE),
    _rewrite("cuts a word with a thin space", "there exists a map that, typi\u2009cally, run on", NO_PLACE),
    _rewrite("strikes words out", "there exists a map that, \\sout{run} run on", NO_PLACE),
    _rewrite("links to elsewhere", "there exists a map that, \\href{http://a}{run on}", NO_PLACE),
    _rewrite("ends the paragraph by a command", "there exists a map that, run on \\par", NO_PLACE),
    _rewrite("begins a new paragraph", "there exists a map that, run on\n\n", "begins a new paragraph"),
    _rewrite("runs a program", "there exists a map that, \\write{ls} run on", "is not defined"),
    _rewrite("reads a file", "there exists a map that, \\input{secret} run on", "is not defined"),
    _rewrite("changes what a character means", "there exists a map that, \\catcode`\\%=m run on", "is not defined"),
    _rewrite("switches formulas off by verbatim", "there exists a map that, \\verb|run on|", NO_PLACE),
    _rewrite("puts words into an environment", "there exists a map that, \\begin{center}run on\\end{center}", NO_PLACE),
    _rewrite(
        "hides a formula by its colour",
        "there exists a map $\\color{white}\\beta$ that, run on",
        "neither a name nor a type",
    ),
    _rewrite("negates a name", "there exists a map $\\not\\mech$ that, run on", "neither a name nor a type"),
    _rewrite("leaves a brace open", "there exists a map {that, run on", "a brace is not matched"),
    _rewrite("bounds the map in a word", "there exists a bounded-memory map that, run on", f"'bounded-memory' {NO_WAY}"),
)

CLAUSES = (
    _clause("makes the solver perfect", ", and the solver is perfect", "'perfect' does not fence"),
    _clause("says that the solver never fails", ", and the solver never errs", "'errs' does not fence"),
    _clause("permits what it should forbid", ", though also on other records", "'though' does not fence"),
    _clause("frees the use", ", or freely on invented ones", "'freely' does not fence"),
    _clause("adds a sentence", ". Here $\\rho$ is nought", "begins a new sentence"),
    _clause("adds a paragraph", "\n\nThe map is told the family", "begins a new sentence"),
    _clause("shows the answer to the map", ", and the map sees $f$", "'sees' does not fence"),
    _clause("makes the data public", ", which are public", "'public' does not fence"),
    _clause("shares the coins", ", with the coins of its runs shared", "'shared' does not fence"),
    _clause("drops a claim", ", forgetting the last claim", "'forgetting' does not fence"),
    _clause("replaces a claim", ", instead of the confidence above", "'instead' does not fence"),
    _clause("adds a membership", ", and $f\\in\\family$", "says something new"),
    _clause("hides text in the clause", "\\phantom{x}", NO_PLACE),
    Fault(
        "says nothing of a use",
        "10 existence",
        *MAIN,
        clause(", where the map is a good one"),
        "held",
        "does not say how something supplied is used",
    ),
    Fault(
        "tells the idea in the clause",
        "10 existence",
        *MAIN,
        clause(", where the map runs $\\solver$ on disjoint blocks and releases a noisy vote of them by exponential weights"),
        "held",
        "uses words of what is withheld",
    ),
)

BACKGROUNDS = (
    _background(
        "sets a parameter in the background",
        "A randomised map is a function of its input and of coins, and $\\beta>\\frac12$.",
        "sets a condition on symbols of the statement",
        "frac12$.",
    ),
    _background(
        "makes the solver perfect in the background",
        "A randomised map is a function of its input and of coins; $\\rho(m)=0$.",
        "sets a condition on symbols of the statement",
        "(m)=0",
    ),
    _background(
        "gives the idea as an example",
        "A randomised map has coins, such as one that splits its input into groups and lets each group vote.",
        "refers to a result, or argues",
        "groups",
    ),
    _background(
        "adds an assumption to the background",
        "A randomised map is a function with coins. We assume that the family is a singleton.",
        "refers to a result, or argues",
        "singleton",
    ),
    _background(
        "gives leave in the background",
        "A randomised map is a function with coins. The reader may use that the solver is exact.",
        "refers to a result, or argues",
        "exact.",
    ),
    _background(
        "links to the paper", "A randomised map has coins; see \\url{http://arxiv.org/abs/1}.", "it holds \\url", "arxiv"
    ),
    _background("hides text by its colour", "A randomised map has coins. {\\color{white}vote}", "it holds \\color", "white"),
    _background(
        "writes a hint in letters of formulas",
        "A randomised map has coins. \U0001d42f\U0001d428\U0001d42d\U0001d41e.",
        "it holds the character U+1D42F",
        "\U0001d42f",
    ),
    _background(
        "writes a Greek letter for one of ours", "A randomised map h\u03b1s coins.", "it holds the character U+03B1", "h\u03b1s"
    ),
    _background("comments out what follows", "A randomised map has coins. %", "it holds %", "coins. %"),
    _background(
        "gives a relation another meaning",
        "\\renewcommand{\\le}{\\ge}A randomised map has coins.",
        "it holds \\renewcommand",
        "\\ge}",
    ),
)

FREE_WORDS = (
    _title("puts a condition into the title", "Privacy for $\\eps\\le 1$", "claims something", "\\eps\\le 1$"),
    _title("sets a parameter in the title", "Two answers: $q=2$", "claims something", "$q=2$"),
    _title("writes a title of two lines", "A private answer\n\nProve only one part", "several lines", "only one part"),
    _title("links from the title", "See \\url{http://x}", "it holds \\url", "http"),
    _title("hides a character in the title", "A private an\u200bswer", "it holds the character U+200B", "\u200b"),
    _title("leaves a brace open in the title", "A private {answer", "a brace is not matched", "private {answer"),
    Fault(
        "tells the idea in the title, in other words",
        "1 select",
        *MAIN,
        headline(title="Splitting data, and a noisy vote"),
        "shown",
        "the title uses words of what is withheld: splitting, noisy, vote",
    ),
    Fault(
        "tells the idea in the intuition, in other words",
        "1 select",
        *MAIN,
        headline(intuition="Split the data into blocks, let every block vote, choose with exponential weights of the counts."),
        "held",
        "the intuition uses words of what is withheld",
    ),
    Fault(
        "hides words of the proof from the comparison",
        "1 select",
        *MAIN,
        headline(intuition="The blocks are dis\u200bjoint and the co\u200bins fresh, so the votes are inde\u200bpendent."),
        "held",
        "the intuition holds the character U+200B",
    ),
    _rewording("comments out the rest of the context", "such a procedure", "it %", "it %"),
    _rewording("hides a character in the context", "such a procedure", "a pro\u200bcedure", "\u200b"),
    _rewording("makes the box perfect in the context", "such a procedure", "a procedure that always answers", "always"),
    _rewording("negates in the context", "it fails", "it never fails", "it never fails"),
)


CHOICES = (
    Fault(
        "explains a symbol by a sentence about others",
        "6 notation",
        *MAIN,
        setting(matches=[{"symbol": 0, "id": "p8.2"}]),
        "refused",
        "it does not speak of it",
    ),
    Fault(
        "takes the definition of another paper",
        "1 select",
        *MAIN,
        headline(definition_ids=["sample-regret/def:game", "def:game"]),
        "refused",
        "there is no such id",
    ),
    Fault("takes every sentence for the protocol", "7 access", *LOWER, setting(ids=["p1.1"] * 61), "held", "is not known"),
)

WILD = (*REPLACEMENTS, *CLAUSES, *BACKGROUNDS, *FREE_WORDS, *CHOICES)

"""What models say in their own words: hidden text and turned claims block; words of what is withheld are shown, many block."""

from collections.abc import Iterator

from tcsalgbench.challenges.additions import Addition, Vocabulary, additions, claiming, reaching_on, steering, turning
from tcsalgbench.challenges.case import Case
from tcsalgbench.challenges.model import Challenge, Finding
from tcsalgbench.challenges.symbols import introduced

SHOWN = 2  # words of what is withheld, from which on a person should look
BLOCKING = 4  # from here on they tell what is withheld, in other words
MOSTLY = 0.4  # of the words of a passage of the source
BLOCKING_IN_STATEMENT = 3  # what is put there is short


def check(challenge: Challenge, case: Case) -> Iterator[Finding]:
    """Judge every addition from the final text alone."""
    if challenge.target not in case.nodes:
        return
    vocabulary = Vocabulary.of(challenge, case)
    for one in additions(challenge, case):
        hidden = steering(one)
        if hidden is not None and not one.is_quoted:
            detail = f"{one.name} holds {hidden}, which hides text or changes what other commands mean"
            yield Finding(check="added", blocking=True, detail=detail, piece=one.piece)
        claim = claiming(one.text) if one.name == "the title" else None
        if claim is not None:
            detail = f"the title claims something by its formula {claim!r}"
            yield Finding(check="added", blocking=True, detail=detail, piece=one.piece)
        reaches = reaching_on(one.text) if one.name == "the added background" else None
        if reaches is not None:
            detail = f"{one.name} says {reaches!r}: it sets conditions for more than what it defines"
            yield Finding(check="added", blocking=True, detail=detail, piece=one.piece)
        for word in turning(one) if one.in_statement else ():
            detail = f"{one.name} says {word!r}, which can make another claim of the statement"
            yield Finding(check="added", blocking=True, detail=detail, piece=one.piece)
        yield from _told(one, vocabulary)


def _told(one: Addition, vocabulary: Vocabulary) -> Iterator[Finding]:
    told = vocabulary.told_by(one)
    words = sum(word[0].isalpha() and len(word) > 1 for word in told)  # a letter alone may mean anything
    for_people = one.name == "the intuition"  # it may say a little more: no prover sees it
    sets_up = words < len(told) and any(
        introduced(symbol, [one.text]) for symbol in told if len(symbol) == 1 or symbol[0] == "\\"
    )
    if len(told) < SHOWN + for_people and not sets_up:
        return
    detail = f"{one.name} uses words of what is withheld: {', '.join(told[:8])}"
    if one.name == "the context":
        blocking = len(told) >= BLOCKING and words >= BLOCKING - 1
    elif one.is_quoted:  # a definition shares words with the proofs that use it
        blocking = words >= BLOCKING and words >= MOSTLY * vocabulary.size(one)
    else:
        blocking = words >= (BLOCKING_IN_STATEMENT if one.in_statement else BLOCKING) + for_people
    yield Finding(check="words", blocking=blocking, detail=detail, piece=one.piece)

"""What models say in their own words: hidden text and turned claims block; words of what is withheld are shown, many block."""

from collections.abc import Iterator

from tcsalgbench.challenges.additions import Vocabulary, additions, claiming, reaching_on, steering, turning
from tcsalgbench.challenges.case import Case
from tcsalgbench.challenges.model import Challenge, Finding

SHOWN = 2  # words of what is withheld, from which on a person should look
BLOCKING = 4  # from here on they tell what is withheld, in other words
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
        told = vocabulary.told_by(one)
        for_people = one.name == "the intuition"  # it may say a little more: no prover sees it
        if len(told) >= SHOWN + for_people:
            detail = f"{one.name} uses words of what is withheld: {', '.join(told[:8])}"
            blocking = len(told) >= (BLOCKING_IN_STATEMENT if one.in_statement else BLOCKING) + for_people
            yield Finding(check="words", blocking=blocking, detail=detail, piece=one.piece)

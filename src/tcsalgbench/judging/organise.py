"""The organiser: a model orders, names and formats a submission and lists its citations; code holds it to that."""

from dataclasses import dataclass

from pydantic import BaseModel, ConfigDict, Field, field_validator

from tcsalgbench.calls import Answer, Steps
from tcsalgbench.jobs import Desk
from tcsalgbench.jobs.desk import SMALL_MODELS
from tcsalgbench.judging.citations import Cited
from tcsalgbench.judging.fidelity import Fault, infidelities
from tcsalgbench.judging.mentions import Mention, mentions
from tcsalgbench.judging.renames import renaming
from tcsalgbench.judging.sources import Sources
from tcsalgbench.judging.text import plain, says
from tcsalgbench.prompts import Role, Untrusted

ATTEMPTS = 2
MOST_CITATIONS = 120


class _Answer(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Rename(_Answer):
    """A name of a step, or a symbol of the proof's own, that was changed throughout."""

    old: str
    new: str


class CitedStatement(_Answer):
    """One statement of prior work that the proof cites, in the words of the organised document."""

    written: str
    work: str
    label: str | None
    quote: str | None

    @field_validator("label", "quote")
    @classmethod
    def _nothing_is_none(cls, said: str | None) -> str | None:
        """Many models write an empty text where they mean null."""
        return said if said is not None and said.strip() else None


class OrganisedProof(_Answer):
    """The organiser's answer."""

    document: str
    renames: tuple[Rename, ...]
    citations: tuple[CitedStatement, ...]


_VARIABLES = frozenset({"proof", "works", "complaints"})


class _BriefCitation(CitedStatement):
    written: str = Field(max_length=60)
    work: str = Field(max_length=40)
    label: str | None = Field(max_length=20)
    quote: str | None = Field(max_length=60)


class _BriefOrganised(OrganisedProof):
    """The same for models that write little: they need not invent names."""

    renames: tuple[Rename, ...] = Field(max_length=0)
    citations: tuple[_BriefCitation, ...] = Field(max_length=1)


ORGANISER: Role[OrganisedProof] = Role("proof-organiser", "scoring", OrganisedProof, _VARIABLES, max_output=64_000)
_BRIEF_ORGANISER: Role[OrganisedProof] = Role(ORGANISER.name, "scoring", _BriefOrganised, _VARIABLES, max_output=1_000)


@dataclass(frozen=True, slots=True)
class Ordered:
    """What goes on to the citation check: the document, whether it is the raw proof, and what it cites."""

    document: str
    raw: bool
    cited: tuple[Cited, ...]
    faults: tuple[str, ...]
    attempts: int


def organise(desk: Desk, proof: str, problem: str, sources: Sources) -> Steps[Ordered]:
    """Two attempts, the second told what was wrong with the first; then the proof stands as it was submitted."""
    faults: list[str] = []
    complaints: tuple[str, ...] = ()
    kept: OrganisedProof | None = None
    role = _BRIEF_ORGANISER if desk.cast.choice(ORGANISER.name).model.startswith(SMALL_MODELS) else ORGANISER
    for attempt in range(1, ATTEMPTS + 1):
        values: dict[str, str | Untrusted] = {
            "proof": Untrusted("submitted proof", proof),
            "works": Untrusted("works of the library", works_list(sources)),
            "complaints": Untrusted("what was wrong with the last attempt", "\n".join(complaints)) if complaints else "",
        }
        answer: Answer[OrganisedProof] = yield desk.request(role, f"organise/{attempt}", values)
        if answer.value is None:
            complaints = (f"{answer.end}: {answer.why}",)
        else:
            kept = answer.value
            found = check_organised(kept, proof, problem, sources)
            if not found:
                return Ordered(plain(kept.document), raw=False, cited=_cited(kept), faults=tuple(faults), attempts=attempt)
            complaints = tuple(str(fault) for fault in found)
        faults += [f"attempt {attempt}: {complaint}" for complaint in complaints]
    return Ordered(proof, raw=True, cited=raw_citations(proof, kept, sources), faults=tuple(faults), attempts=ATTEMPTS)


def check_organised(answer: OrganisedProof, proof: str, problem: str, sources: Sources) -> tuple[Fault, ...]:
    """What code finds wrong with an organised proof: what was lost, added, changed, wrongly renamed, or not listed."""
    document = plain(answer.document)
    in_proof = mentions(proof, sources)
    cited = [one.written for one in in_proof] + [one.quote for one in answer.citations if one.quote]
    names = renaming([(one.old, one.new) for one in answer.renames], proof, problem, cited)
    return (*infidelities(proof, document, names), *_citation_faults(answer, document, sources))


def _citation_faults(answer: OrganisedProof, document: str, sources: Sources) -> tuple[Fault, ...]:
    if len(answer.citations) > MOST_CITATIONS:
        return (Fault("citation", f"{len(answer.citations)} citations are listed; no proof has so many"),)
    faults = []
    for one in answer.citations:
        for what, text in (("words that cite", one.written), ("quotation", one.quote)):
            if text is not None and not says(document, plain(text)):
                faults.append(Fault("citation", f"the {what} «{text}» are not in the organised document"))
    listed = [(one, sources.find_work(one.work) or sources.find_work(one.written)) for one in answer.citations]
    for mention in mentions(document, sources):
        keys = {work.key for one, work in listed if work is not None and _covers(one, mention)}
        if mention.work not in keys:
            faults.append(Fault("citation", f"«{mention.written}» is not in the list of citations"))
    return tuple(faults)


def _covers(listed: CitedStatement, mention: Mention) -> bool:
    """Whether a listed citation is of this place: its words are there, or it names the same label."""
    one, other = (" ".join(text.split()) for text in (listed.written, mention.written))
    return one in other or other in one or (mention.label is not None and mention.label in f"{listed.label} {one}")


def _cited(answer: OrganisedProof) -> tuple[Cited, ...]:
    found = (
        Cited(plain(one.written), plain(one.work), one.label and plain(one.label), one.quote and plain(one.quote))
        for one in answer.citations
    )
    return tuple(dict.fromkeys(found))


def raw_citations(proof: str, answer: OrganisedProof | None, sources: Sources) -> tuple[Cited, ...]:
    """The citations of a proof that goes to the vote as it is: what the organiser listed truly, and what code finds."""
    listed = () if answer is None else _cited(answer)[:MOST_CITATIONS]
    true = [one for one in listed if says(proof, one.written) and (one.quote is None or says(proof, one.quote))]
    seen = {work.key for one in true if (work := sources.find_work(one.work) or sources.find_work(one.written))}
    more = [Cited(one.written, one.work, one.label, None) for one in mentions(proof, sources) if one.work not in seen]
    return tuple(dict.fromkeys((*true, *more)))[:MOST_CITATIONS]


def works_list(sources: Sources) -> str:
    """The works that a citation can mean, a line each."""
    lines = [f"{work.key}: {', '.join(work.authors)}, {work.title}" for work in sources.works]
    return plain("\n".join(lines)) or "(there is no library)"

"""The case that the passes work on: the paper's graph and source, looked at once and asked many times."""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TypeVar

from tcsalgbench.calls import Request
from tcsalgbench.challenges.draft import Positions
from tcsalgbench.challenges.labels import LABEL, RAW, Printed, printed_text
from tcsalgbench.challenges.leaks import Secrets
from tcsalgbench.challenges.macros import MacroTable
from tcsalgbench.challenges.mentions import Constructions, constructions
from tcsalgbench.challenges.model import PaperRef, Piece, Slot, SpanRecord
from tcsalgbench.challenges.origins import quoted
from tcsalgbench.challenges.passages import IDEA, Sentence, around, joined, sentences
from tcsalgbench.challenges.short_forms import SHORT
from tcsalgbench.challenges.symbols import content_words, stem
from tcsalgbench.challenges.wording import prose
from tcsalgbench.graphs.model import Node, Place, ProofGraph
from tcsalgbench.jobs import Desk
from tcsalgbench.jobs.desk import SMALL_MODELS
from tcsalgbench.papers.record import Paper
from tcsalgbench.prompts import Role, Untrusted
from tcsalgbench.tex import Document

A = TypeVar("A")
# What pass 9 takes out, whatever brought it in.
INTERMEDIATE = frozenset(("lemma", "proposition", "claim", "corollary", "sublemma"))
COMMON = 4  # paragraphs and statements, from which on a word is one of the paper's everyday words
HEADLINE = frozenset(("theorem", "proposition", "corollary"))


@dataclass(frozen=True, slots=True)
class Bounds:
    """How far the passes go before they stop."""

    targets: int = 4
    rounds: int = 3  # of the self-containment check
    tries: int = 2  # of the existence rewriting, where the first answer was refused
    shown: int = 400_000  # characters of source in a prompt
    shown_small: int = 1_300  # the same for models of little context


# For a look at the whole path with the embedded model: one theorem of a paper, each question asked once, short prompts.
BRIEF = Bounds(targets=1, rounds=1, tries=1, shown_small=800)


@dataclass(frozen=True)
class Case:
    """One paper on its way to challenges."""

    paper: PaperRef
    graph: ProofGraph
    document: Document
    desk: Desk
    bounds: Bounds = field(default_factory=Bounds)
    _secrets: dict[tuple[str, frozenset[str], tuple[str, ...]], Secrets] = field(
        default_factory=dict, repr=False, compare=False
    )

    @property
    def files(self) -> Mapping[str, bytes]:
        """The source."""
        return self.document.files

    @cached_property
    def nodes(self) -> dict[str, Node]:
        """The statements by their ids."""
        return {node.id: node for node in self.graph.nodes}

    @cached_property
    def printed(self) -> Printed:
        """What references print."""
        return Printed.of(self.document)

    @cached_property
    def macros(self) -> MacroTable:
        """The author's macros."""
        return MacroTable.of(self.document)

    @cached_property
    def sentences(self) -> tuple[Sentence, ...]:
        """The paper's prose, without what names a construction, says how a thing is done, or points at nothing."""
        found = sentences(self.document)
        whole = (one for one in found if not RAW.search(printed_text(LABEL.sub("", one.text), self.printed)))
        return tuple(one for one in whole if not self._says_how(one.text))

    @cached_property
    def ideas(self) -> str:
        """The prose that speaks of the paper's own constructions, or of an idea."""
        return "\n".join(one.text for one in sentences(self.document) if self._says_how(one.text))

    @cached_property
    def common_words(self) -> frozenset[str]:
        """Stems that the open prose and the statements of the paper use again and again: they give nothing away."""
        units: dict[tuple[str, int], str] = {}
        for one in self.sentences:
            key = (one.span.file, one.paragraph)
            units[key] = f"{units.get(key, '')} {one.text}"
        texts = [
            *units.values(),
            *(node.statement for node in self.graph.nodes if node.kind not in INTERMEDIATE | {"algorithm"}),
        ]
        count = Counter(word for text in texts for word in {stem(one) for one in content_words(prose(text))})
        return frozenset(word for word, times in count.items() if times >= COMMON)

    def _says_how(self, text: str) -> bool:
        shown = printed_text(text, self.printed)
        return bool(IDEA.search(shown) or self.constructions.mentions(shown))

    @cached_property
    def sentence_of(self) -> dict[str, Sentence]:
        """Sentences by their ids."""
        return {one.id: one for one in self.sentences}

    @cached_property
    def constructions(self) -> Constructions:
        """The paper's own algorithms, and how they are called."""
        return constructions(self.document, self.graph)

    @cached_property
    def positions(self) -> Positions:
        """The order of the content."""
        return Positions(tuple((span.file, span.start, span.end) for span in self.document.order))

    @cached_property
    def closed_spans(self) -> tuple[tuple[str, int, int, str], ...]:
        """Where proofs, intermediate results and algorithms stand, and whose they are."""
        found = [(proof.span.file, proof.span.start, proof.span.end, "a proof of the source") for proof in self.document.proofs]
        for node in self.graph.nodes:
            if node.kind in INTERMEDIATE or node.kind == "algorithm":
                found.append((node.whole.file, node.whole.start, node.whole.end, node.id))
        return tuple(found)

    def request(
        self, role: Role[A], name: str, values: Mapping[str, str | Untrusted], short: Callable[[], type[A]] | None = None
    ) -> Request[A]:
        """A request of the role; a small model gets a short form, the one made for this case where there is one."""
        if self.small(role.name):
            form: type[A] = SHORT[role.answer] if short is None else short()
            role = Role(role.name, role.purpose, form, role.variables, role.max_output)
        return self.desk.request(role, name, values)

    def small(self, role: str) -> bool:
        """Whether a model of little context plays the role."""
        return self.desk.cast.choice(role).model.startswith(SMALL_MODELS)

    def room(self, role: str) -> int:
        """How many characters of source a prompt of the role may show."""
        return self.bounds.shown_small if self.small(role) else self.bounds.shown

    def overlaps(self, span: SpanRecord | Place, target: str | None = None) -> str | None:
        """Whose proof, lemma or algorithm a span reaches into, the target's own statement aside."""
        for file, start, end, owner in self.closed_spans:
            if owner != target and file == span.file and start < span.end and span.start < end:
                return owner
        return None

    def node_piece(self, node: Node, slot: Slot, call: str | None = None) -> Piece:
        """What a statement says, quoted."""
        span = SpanRecord(file=node.body.file, start=node.body.start, end=node.body.end)
        return quoted(self.files, slot, span, node.id, call)

    def widened(self, place: Place) -> tuple[SpanRecord, ...]:
        """A place in the prose with the rest of its sentences; elsewhere the place itself."""
        return self.widened_span(SpanRecord(file=place.file, start=place.start, end=place.end))

    def widened_span(self, span: SpanRecord) -> tuple[SpanRecord, ...]:
        """The same for a span."""
        return joined(around(self.sentences, span)) or (span,)

    def withheld_texts(self, target: str, included: frozenset[str]) -> dict[str, str]:
        """What must not show, by whose it is: the proof of the target, and every intermediate result and algorithm."""
        texts: dict[str, str] = {}
        for node in self.graph.nodes:
            proof = node.proof.text if node.proof is not None else ""
            if node.id == target or node.id in included:
                texts[f"the proof of {node.printed}"] = proof
            elif node.kind in INTERMEDIATE or node.kind == "algorithm":
                texts[node.printed] = f"{node.statement}\n\n{proof}"
        return {name: text for name, text in texts.items() if text.strip()}

    def secrets(self, target: str, pieces: tuple[Piece, ...], included: frozenset[str] = frozenset()) -> Secrets:
        """What a challenge on this target gives away if it says it. The target and definitions of the source may be said."""
        kept = tuple(piece.text for piece in pieces if piece.slot == "definition" and self._intermediate(piece))
        key = (target, included, kept)
        if key not in self._secrets:
            allowed = [self.nodes[target].statement, *kept]
            allowed += [node.statement for node in self.graph.nodes if node.kind in ("definition", "assumption")]
            withheld = self.withheld_texts(target, included)
            self._secrets[key] = Secrets.of(withheld, allowed, self.document.macros)
        return self._secrets[key]

    def _intermediate(self, piece: Piece) -> bool:
        node = self.nodes.get(piece.node or "")
        return node is not None and node.kind in INTERMEDIATE


def paper_ref(paper: Paper) -> PaperRef:
    """The exact version that a challenge names."""
    record = paper.record
    return PaperRef(
        id=record.id,
        version=record.version,
        title=record.title,
        authors=record.authors,
        licence=record.licence,
        source_url=record.source_url,
        digest=paper.source.digest(),
        area=record.area,
        first_version_date=record.first_version_date,
    )

"""From what a reading found to a finished document: ids, printed numbers, labels resolved, proofs linked."""

import re
from collections.abc import Sequence

from tcsalgbench.tex.auxfile import differences, recorded_labels
from tcsalgbench.tex.frames import Place
from tcsalgbench.tex.linking import Link, link_proofs, proved_by_heading
from tcsalgbench.tex.macros import Macro
from tcsalgbench.tex.model import Block, Citation, Document, Equation, Label, Proof, Reference, Section, Span
from tcsalgbench.tex.reader import Reader
from tcsalgbench.tex.resolving import Labels
from tcsalgbench.tex.source import readable
from tcsalgbench.tex.state import RawBlock, RawLabel, RawProof

_NAMED_REFERENCE = re.compile(r"\\[a-zA-Z]*ref\*?\s*\{([^{}]*)\}")
_RESTATED = re.compile(r"(?i)\brestate(?:d|ment)?\b|\brepeated\b|\brecalled\b")
_WRITTEN_REFERENCE = re.compile(r"\\ref\{([^{}]*)\}")


def assemble(reader: Reader) -> Document:
    """The document of a reading."""
    return _Assembler(reader).document()


def span_of(begin: Place, end: Place) -> Span:
    """The stretch between two places; what ends in another file is taken to the end of the file it began in."""
    if begin[0] is end[0]:
        return Span(begin[0].name, begin[1], max(begin[1], end[1]))
    return Span(begin[0].name, begin[1], len(begin[0].text))


class _Assembler:
    def __init__(self, reader: Reader) -> None:
        self._reader = reader
        self._found = reader.found
        for index, block in enumerate(self._found.blocks):
            block.index = index
        for index, proof in enumerate(self._found.proofs):
            proof.index = index
        self._close_open_ends()
        self._labels = Labels(self._found.labels, reader.warn)
        self._use_recorded_numbers()
        self._originals = self._find_originals()
        for section in self._found.sections:
            section.labels = re.findall(r"\\[a-zA-Z]*ref\*?\s*\{([^{}]*)\}", section.title)
        self._links = link_proofs(self._found, self._blocks_of, self._originals)
        self._link_of = {id(link.proof): link for link in self._links}
        self._warn_about_guesses()

    def _close_open_ends(self) -> None:
        reader = self._reader
        items: list[RawBlock | RawProof] = [*self._found.blocks, *self._found.proofs]
        for item in items:
            if item.end is None or item.body_end is None:
                source = item.start[0]
                reader.warn(item.start, f"\\begin{{{item.env}}} is never ended")
                item.end = item.body_end = (source, min(len(source.text), item.body_start[1]))

    def _use_recorded_numbers(self) -> None:
        """Where the project ships LaTeX's own numbers, they count; a difference from ours is reported."""
        recorded = recorded_labels(self._reader.files, self._reader.main)
        counted = {name: raw.anchor.number for name, raw in self._labels.all().items()}
        for difference in differences(counted, recorded):
            raw = self._labels.all()[difference.label]
            ours, theirs = difference.counted or "no number", difference.recorded or "no number"
            message = f"{difference.label}: counted {ours}, the .aux file says {theirs}; the .aux file was used"
            self._reader.warn(raw.place[0], message)
            block = raw.anchor.block
            if block is not None and block.number == raw.anchor.number:
                block.number = difference.recorded
            raw.anchor.number = difference.recorded

    def _blocks_of(self, label: str) -> list[RawBlock]:
        raw = [self._labels.raw(name) for name in self._labels.names(label)]
        return [block for one in raw if one is not None for block in (self._block_of_label(one),) if block is not None]

    def _block_of_label(self, raw: RawLabel) -> RawBlock | None:
        if raw.anchor.block is not None:
            return raw.anchor.block
        for block in self._found.blocks if raw.block is None and raw.proof is None else ():
            if raw.name in block.labels:
                return block
        return raw.block

    def _find_originals(self) -> dict[int, RawBlock]:
        """Statements that say of themselves that they restate another: their number or title is a reference."""
        originals: dict[int, RawBlock] = {}
        for block in self._found.blocks:
            self._restated_by_name(block, originals)
            if "\\" not in (block.number or "") + block.title:
                continue
            for match in _WRITTEN_REFERENCE.finditer(f"{block.number or ''} {block.title}"):
                target = next(iter(self._blocks_of(match[1])), None)
                if target is not None and target is not block:
                    originals[id(block)] = originals.get(id(target), target)
            block.number = _WRITTEN_REFERENCE.sub(self._printed, block.number) if block.number is not None else None
            block.title = _WRITTEN_REFERENCE.sub(self._printed, block.title)
            original = originals.get(id(block))
            if original is not None and block.number is None and original.number and block.title.endswith(original.number):
                block.title, block.number = block.title.removesuffix(original.number).strip(), original.number
        return originals

    def _restated_by_name(self, block: RawBlock, originals: dict[int, RawBlock]) -> None:
        r"""A name such as `Theorem~\ref{a}, restated` says it too."""
        named = _NAMED_REFERENCE.search(block.name or "")
        if named is None or not _RESTATED.search(block.name or ""):
            return
        target = next(iter(self._blocks_of(named[1])), None)
        if target is not None and target is not block:
            originals[id(block)] = originals.get(id(target), target)

    def _printed(self, match: re.Match[str]) -> str:
        raw = self._labels.raw(match[1])
        return raw.anchor.number if raw is not None else "??"

    def _warn_about_guesses(self) -> None:
        for link in self._links:
            if link.method == "none":
                self._reader.warn(link.proof.start, "no statement was found for this proof")
            elif link.confidence < 0.6:
                block = link.blocks[0]
                shown = f"{block.title} {block.number or ''}".strip()
                self._reader.warn(link.proof.start, f"it is a guess that this is the proof of {shown}")

            if link.proof.by_hand and not link.proof.end_marked:
                message = "nothing marks the end of this proof: it was read up to the next statement, section or proof"
                self._reader.warn(link.proof.start, message)

    def document(self) -> Document:
        reader = self._reader
        proofs = tuple(self._proof(link) for link in self._links)
        macros = {name: its for name, its in reader.all_meanings().items() if isinstance(its, Macro)}
        return Document(
            main=reader.main,
            files={name: reader.files[name] for name in reader.sources},
            order=tuple(Span(source.name, start, end) for source, start, end in reader.content),
            document_class=reader.document_class,
            packages=tuple(reader.packages),
            blocks=tuple(self._block(block) for block in self._found.blocks),
            proofs=proofs,
            labels={name: self._label(name, raw) for name, raw in self._labels.all().items()},
            references=self._references(),
            sections=tuple(self._sections()),
            equations=tuple(self._equations()),
            citations=tuple(
                Citation(keys, note, Span(at[0][0].name, at[0][1], at[1]), at[0][0].line(at[0][1]))
                for keys, note, at in self._found.citations
            ),
            bibliographies=tuple(dict.fromkeys(self._found.bibliographies)),
            inline_bibliographies=tuple(span_of(*ends) for ends in self._found.inline_bibliographies),
            macros=macros,
            warnings=tuple(reader.warnings),
            tried=tuple(sorted(reader.theorems)),
        )

    def _block(self, block: RawBlock) -> Block:
        original = self._originals.get(id(block))
        return Block(
            id=_id(block),
            kind=block.kind,
            env=readable(block.env),
            title=readable(block.title),
            number=readable(block.number) if block.number else None,
            name=readable(block.name) if block.name else None,
            labels=tuple(block.labels),
            span=span_of(block.start, block.end or block.start),
            body=span_of(block.body_start, block.body_end or block.body_start),
            line=block.start[0].line(block.start[1]),
            end_line=_last_line(block.end or block.start),
            restates=_id(original) if original is not None else None,
            uses=tuple(block.uses),
        )

    def _proof(self, link: Link) -> Proof:
        proof = link.proof
        return Proof(
            span=span_of(proof.start, proof.end or proof.start),
            body=span_of(proof.body_start, proof.body_end or proof.body_start),
            line=proof.start[0].line(proof.start[1]),
            end_line=_last_line(proof.end or proof.start),
            heading=readable(proof.heading) if proof.heading else None,
            block=_id(link.blocks[0]) if link.blocks else None,
            method=link.method,
            confidence=link.confidence,
            primary=link.primary,
            reason=link.reason,
            uses=tuple(proof.uses),
            also=tuple(_id(block) for block in link.blocks[1:]),
        )

    def _label(self, name: str, raw: RawLabel) -> Label:
        block = self._block_of_label(raw)
        proof = raw.proof if block is None else None
        if proof is not None and (link := self._link_of.get(id(proof))) is not None and link.blocks:
            block = link.blocks[0]
        start, end = raw.place
        return Label(
            name=name,
            number=readable(_WRITTEN_REFERENCE.sub(self._printed, raw.anchor.number)),
            kind=raw.anchor.kind,
            counter=raw.anchor.counter,
            span=Span(start[0].name, start[1], end),
            line=start[0].line(start[1]),
            block=_id(block) if block is not None else None,
            proof=proof.index if proof is not None else None,
            own=block is not None and name in block.labels,
            order=raw.order,
        )

    def _references(self) -> tuple[Reference, ...]:
        return tuple(
            Reference(
                command=raw.command,
                written=raw.written.replace("\0", "--"),
                labels=tuple(self._labels.names(raw.written)),
                span=Span(raw.place[0][0].name, raw.place[0][1], raw.place[1]),
                line=raw.place[0][0].line(raw.place[0][1]),
                block=_id(raw.block) if raw.block is not None else None,
                proof=raw.proof.index if raw.proof is not None else None,
                in_heading=raw.heading and (raw.proof is None or raw.written in proved_by_heading(raw.proof)),
            )
            for raw in self._found.references
        )

    def _sections(self) -> Sequence[Section]:
        return [
            Section(
                s.level,
                s.number,
                readable(s.title),
                Span(s.place[0][0].name, s.place[0][1], s.place[1]),
                s.place[0][0].line(s.place[0][1]),
            )
            for s in self._found.sections
        ]

    def _equations(self) -> Sequence[Equation]:
        names: dict[int, list[str]] = {}
        for raw in self._found.labels:
            names.setdefault(id(raw.anchor), []).append(raw.name)
        return [
            Equation(
                number=readable(anchor.number),
                labels=tuple(names.get(id(anchor), ())),
                env=equation.env,
                span=span_of(equation.start, equation.end or equation.start),
                line=equation.start[0].line(equation.start[1]),
                block=_id(equation.block) if equation.block is not None else None,
            )
            for equation in self._found.equations
            for anchor in equation.anchors
        ]


def _id(block: RawBlock) -> str:
    return f"n{block.index + 1}"


def _last_line(end: Place) -> int:
    return end[0].line(max(0, end[1] - 1))

"""From the line numbers of a claim to citations: verbatim, and never of what was not retrieved."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from core.evidence.citations import Citation, Quote, cite
from core.evidence.quotable_units import quoted
from core.spans import Span

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from core.evidence.numbered_lines import Evidence, EvidenceLine
    from core.sir import Sir


@dataclass(frozen=True, slots=True)
class Cited:
    """The lines that a claim cites, in their order, and the numbers that no line has."""

    lines: tuple[EvidenceLine, ...]
    unknown: tuple[int, ...] = ()


def cited(evidence: Evidence, numbers: Iterable[int]) -> Cited:
    """The lines of these numbers, each once."""
    unique = sorted(set(numbers))
    lines_by_number = {number: evidence.line(number) for number in unique}
    lines = tuple(line for line in lines_by_number.values() if line is not None)
    return Cited(lines, tuple(number for number, line in lines_by_number.items() if line is None))


class Citations:
    """The citations of an answer, numbered from 1 in the order in which claims need them."""

    def __init__(self, evidence: Evidence) -> None:
        """None yet."""
        self._evidence = evidence
        self._by_place: dict[tuple[str, tuple[Span, ...]], Citation] = {}

    @property
    def all(self) -> tuple[Citation, ...]:
        """The citations so far."""
        return tuple(self._by_place.values())

    def of(self, lines: Sequence[EvidenceLine]) -> tuple[int, ...]:
        """Numbers of the citations of lines; lines that follow each other make one."""
        return tuple(dict.fromkeys(self._cite(run) for run in runs(self._evidence, lines)))

    def _cite(self, run: Sequence[EvidenceLine]) -> int:
        spans = joined(self._evidence.sir(run[0]), [span for line in run for span in line.spans])
        quote = quote_of(self._evidence, run[0], spans, run[0].header if len(run) == 1 else ())
        citation = self._by_place.get((quote.document, quote.spans))
        if citation is None:
            citation = cite(len(self._by_place) + 1, quote, self._evidence.sir(run[0]))
            self._by_place[quote.document, quote.spans] = citation
        return citation.number


def quote_of(
    evidence: Evidence,
    line: EvidenceLine,
    spans: tuple[Span, ...],
    header: tuple[Span, ...] = (),
) -> Quote:
    """The quote of spans of the document that a line is of, found in the passage of the line."""
    passage = evidence.passages[line.passage]
    text = quoted(passage.sir, spans)
    return Quote(passage.hit.document, passage.hit.chunk_id, spans, text, {}, header)


def runs(evidence: Evidence, lines: Sequence[EvidenceLine]) -> list[list[EvidenceLine]]:
    """Lines in order of their numbers, those of a passage that follow each other together.

    Lines of a node between which another one stands, given with an earlier passage, are apart.
    """
    together: list[list[EvidenceLine]] = []
    for line in lines:
        if together and _follows(evidence, together[-1][-1], line):
            together[-1].append(line)
        else:
            together.append([line])
    return together


def joined(sir: Sir, spans: Sequence[Span]) -> tuple[Span, ...]:
    """The spans in their order, those of a node with only space between them as one."""
    merged: list[Span] = []
    for span in spans:
        if merged and adjoin(sir, merged[-1], span):
            span = Span(span.node, merged.pop().start, span.end)
        merged.append(span)
    return tuple(merged)


def adjoin(sir: Sir, before: Span, span: Span) -> bool:
    """Whether nothing but space stands between two spans of a node."""
    if before.node != span.node or before.end > span.start:
        return False
    return not sir.nodes[span.node].text[before.end : span.start].strip()


def _follows(evidence: Evidence, before: EvidenceLine, line: EvidenceLine) -> bool:
    if (before.passage, before.number + 1) != (line.passage, line.number):
        return False
    end, start = before.spans[-1], line.spans[0]
    return end.node != start.node or adjoin(evidence.sir(line), end, start)

"""When a document was published, from when and until when it holds, and its version.

Read from its first pages and from the lines that run above and below them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from core.evidence.surrounding_lines import lines_within, nodes_up_to_page
from core.recommendations.labelled_values import LabelledValue, labelled_values, values_of_itself
from core.recommendations.stating import stated
from core.sir import ElementType, Sir
from core.spans import Span

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from core.quantities.quantity import Date
    from core.recommendations.base import Stated

_FIRST_PAGES = 2
_PROSE = 300
"""Characters of a paragraph, whose lines begin with any word of its sentences."""
_NOT_OWN = frozenset(
    {ElementType.REFERENCE_ITEM, ElementType.REFERENCE_LIST, ElementType.DOC_INDEX}
)


@dataclass(frozen=True, slots=True)
class StatedDate:
    """A date as a document states it, with the word that says what it is the date of."""

    stated: Stated
    date: Date


@dataclass(frozen=True, slots=True)
class DocumentDates:
    """What a document states of itself; None is what it does not state.

    `effective` is from when it holds or was approved. A date that only stands beside the version
    ("Version 2.1, May 2031") is the one of its publication.
    """

    published: StatedDate | None = None
    updated: StatedDate | None = None
    effective: StatedDate | None = None
    valid_until: StatedDate | None = None
    version: Stated | None = None

    @property
    def current(self) -> StatedDate | None:
        """The date that the text stands for: of its last change, its approval, its publication."""
        return self.updated or self.effective or self.published


class _Placed(NamedTuple):
    node: int
    value: LabelledValue


def document_dates(sir: Sir) -> DocumentDates:
    """What the first pages and the running lines of a document say of its dates and version."""
    chosen: dict[str, _Placed] = {}
    for each in _chosen(sir, list(_placed(sir))):
        chosen.setdefault(each.value.kind, each)
    version = chosen.pop("version", None)
    if version and version.value.date:
        chosen.setdefault("published", version)
    return DocumentDates(
        **{
            kind: StatedDate(_stated(sir, each, each.value.end), each.value.date)
            for kind, each in chosen.items()
            if each.value.date
        },
        version=_stated(sir, version, version.value.version_end) if version else None,
    )


def _placed(sir: Sir) -> Iterator[_Placed]:
    for node in nodes_up_to_page(sir, _FIRST_PAGES):
        each = sir.nodes[node]
        if each.type in _NOT_OWN:
            continue
        if len(each.text) <= _PROSE:
            starts = [line.start for line in lines_within(sir, node, 0, len(each.text))]
            for value in labelled_values(each.text, starts, running=node >= sir.flow):
                yield _Placed(node, value)
        for value in values_of_itself(each.text):
            yield _Placed(node, value)


def _chosen(sir: Sir, every: list[_Placed]) -> Iterable[_Placed]:
    """Those outside tables; else those of tables, of which several name other editions as well."""
    in_tables = [each for each in every if sir.nodes[each.node].type is ElementType.TABLE_CELL]
    kinds = [each.value.kind for each in in_tables]
    alone = [each for each in in_tables if kinds.count(each.value.kind) == 1]
    return [*(each for each in every if each not in in_tables), *alone]


def _stated(sir: Sir, each: _Placed, end: int) -> Stated:
    return stated(sir, Span(each.node, each.value.start, end))

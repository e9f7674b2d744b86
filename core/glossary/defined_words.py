"""Abbreviations and terms that a document itself explains, one entry each."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from core.chunking.additions import SupplementKind
from core.chunking.tables import header_rows
from core.evidence.table_rows import row_spans
from core.glossary.base import Entry, EntryKind
from core.refining.acronyms import is_acronym, stands_for
from core.refining.explanations import Explanation, explanations, term_key
from core.refining.meanings import row_meaning, rule_meaning
from core.refining.supplement_sources import named_cells, node_text
from core.sir import ElementType, Sir
from core.spans import Span
from core.text.words import STOP_WORDS

if TYPE_CHECKING:
    from collections.abc import Iterator


_LONGEST = 60
"""Characters of what the second cell of a row without a heading for it spells out."""


def defined_words(sir: Sir) -> list[Entry]:
    """The abbreviations and terms of a document that it explains, in the order of the places.

    Of several places the first that says the meaning in short counts, else the first.
    """
    entries: dict[str, Entry] = {}
    for explanation in _all(sir):
        entry = _entry(sir, explanation)
        known = entries.get(entry.form)
        if known is None or (entry.meaning and not known.meaning):
            entries[entry.form] = entry
    return list(entries.values())


def _all(sir: Sir) -> Iterator[Explanation]:
    """Explanations, of a row that explains one thing under two names only one of them."""
    rows = {explanation.term: explanation for explanation in _short_rows(sir)}
    known = [each for every in explanations(sir).values() for each in every]
    best: dict[tuple[Span, SupplementKind], Explanation] = {}
    text = "\n".join(node.text for node in sir.nodes[: sir.flow]).casefold()
    abbreviated = {explanation.span for explanation in rows.values()}
    for each in known:
        if each.kind is SupplementKind.DEFINITION and each.span in abbreviated:
            continue  # "Level EC" where the row spells EC out
        if each.term.split()[0].casefold() in STOP_WORDS:
            continue  # "where d is the ...", below a formula
        place = (each.span, each.kind)
        other = best.get(place)
        if other is None or _rank(sir, each, text) > _rank(sir, other, text):
            best[place] = each
    written_out = {each.term for each in best.values()}
    yield from best.values()
    yield from (each for term, each in rows.items() if term not in written_out)


def _short_rows(sir: Sir) -> Iterator[Explanation]:
    for table, node in enumerate(sir.nodes[: sir.flow]):
        if node.type is not ElementType.TABLE:
            continue
        for row in node.children[header_rows(sir, table) :]:
            cells = [sir.nodes[cell].text.strip() for cell in sir.nodes[row].children[:2]]
            if len(cells) < 2 or not is_acronym(cells[0]) or len(cells[1]) > _LONGEST:
                continue
            if stands_for(cells[0], cells[1]):
                span = Span(row, 0, len(node_text(sir, row)))
                yield Explanation(SupplementKind.ACRONYM, span, cells[0])


def _rank(sir: Sir, explanation: Explanation, text: str) -> tuple[bool, int]:
    """Whether a term is called as the column that it stands in; how often it stands in the text."""
    node, named = explanation.span.node, False
    if sir.nodes[node].type is ElementType.TABLE_ROW:
        header = next((header for header, _ in named_cells(sir, node)), None)
        named = header is not None and _begins_with(explanation.term, sir.nodes[header].text)
    return named, text.count(explanation.term.casefold())


def _begins_with(term: str, name: str) -> bool:
    return bool(name) and term.casefold().startswith(name.casefold()[: len(name.strip()) - 1])


def _entry(sir: Sir, explanation: Explanation) -> Entry:
    span, term = explanation.span, explanation.term
    in_row = sir.nodes[span.node].type is ElementType.TABLE_ROW
    if in_row:
        defined = tuple(row_spans(sir, span.node))
        meaning = row_meaning(sir, span.node, term) or _second_cell(sir, span.node, explanation)
    else:
        defined = (span,)
        text = node_text(sir, span.node)[span.start : span.end]
        meaning = rule_meaning(text, term, explanation.kind)
    short = explanation.kind is SupplementKind.ACRONYM
    kind = EntryKind.ABBREVIATION if short else EntryKind.TERM
    where = "a row of a table" if in_row else "the text"
    form, first = first_place(sir, term) or (term, defined[0])
    said = "spells it out" if short else "defines it"
    form = term if short else f"{form[:1].upper()}{form[1:]}" if in_row else form
    return Entry(form, kind, meaning, defined, first, f"{where} {said}")


def _second_cell(sir: Sir, row: int, explanation: Explanation) -> str:
    if explanation.kind is not SupplementKind.ACRONYM:
        return ""
    cells = [sir.nodes[cell].text.strip() for cell in sir.nodes[row].children]
    return cells[1] if len(cells) > 1 and len(cells[1]) <= _LONGEST else ""


def first_place(sir: Sir, term: str) -> tuple[str, Span] | None:
    """The first place of the flow where a term stands as whole words, and how it is written.

    Where it stands nowhere as it is, other forms of its words count: "Grade A" for "Grades A".
    """
    pattern = re.compile(rf"(?<!\w){re.escape(term)}(?!\w)", 0 if is_acronym(term) else re.I)
    places = _places(sir, pattern)
    return next(places, None) or (None if is_acronym(term) else _first_form(sir, term))


def _first_form(sir: Sir, term: str) -> tuple[str, Span] | None:
    key = term_key(term)
    forms = r"\s+".join(rf"{re.escape(stem)}\w*" for stem in key)
    places = _places(sir, re.compile(rf"(?<!\w){forms}", re.IGNORECASE))
    return next((place for place in places if term_key(place[0]) == key), None)


def _places(sir: Sir, pattern: re.Pattern[str]) -> Iterator[tuple[str, Span]]:
    """What stands in the flow, as it is written, and where."""
    for index, node in enumerate(sir.nodes[: sir.flow]):
        for match in pattern.finditer(node.text):
            yield match.group(), Span(index, *match.span())

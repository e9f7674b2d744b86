"""Tables whose rows define: levels, grades and stages, and lists of abbreviations."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from core.chunking.tables import header_rows
from core.node_links import caption_beside
from core.refining.rules import stems
from core.sir import ElementType, Sir
from core.text.stems import stem
from core.text.words import words

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping


_TERMS = re.compile(r"abbreviation|acronym|term|abkürzung|begriff|kürzel", re.IGNORECASE)
MEANINGS = re.compile(
    r"meaning|definition|explanation|long form|\bname|bedeutung|erklärung|langform|bezeichnung",
    re.IGNORECASE,
)
"""What a column is called that says what the terms beside it mean."""
_ID = re.compile(r"\d{1,2}[a-z]?|[IVX]{1,4}|[A-Z]{1,2}")
_LABELLED = re.compile(r"([^\W\d_]{3,}) (\d{1,2}[a-z]?|[IVX]{1,4}|[A-Z])")
_LABELS = stems("labels")
"""What is numbered to be referred to; a row for a day or a year defines nothing."""
_GRADED = re.compile(r"([^\W\d_]+) of ([^\W\d_]+)")
_LONGEST = 40
"""Characters of a term in a first cell."""


def table_terms(sir: Sir, table: int) -> Iterator[tuple[str, int]]:
    """(term, row) for each row of a table that says what its first cell means."""
    rows = sir.nodes[table].children
    if len(rows) < 2 or any(sir.nodes[row].type is not ElementType.TABLE_ROW for row in rows):
        return
    headers = header_rows(sir, table)
    names = _cells(sir, rows[headers - 1])
    caption = caption_beside(sir, table)
    above = (*([caption] if caption else []), *sir.lineage(table)[-1:])
    titles = [sir.nodes[node].text for node in above]
    about = {word.stem: word.text for text in titles for word in words(text)}
    listed = len(names) > 1 and bool(_TERMS.search(names[0]) and MEANINGS.search(names[1]))
    for row in rows[headers:]:
        cells = _cells(sir, row)
        if len(cells) < 2 or not cells[0] or not any(cells[1:]) or len(cells[0]) > _LONGEST:
            continue
        terms = {*_terms(cells[0], names[0] if names else "", about, listed)}
        terms |= {term for text in titles for term in _graded(text, cells[0])}
        yield from ((term, row) for term in sorted(terms))


def _terms(first: str, name: str, about: Mapping[str, str], listed: bool) -> Iterator[str]:
    """The terms that a row with this first cell defines, in words of the table.

    `about` holds the words of its titles by their stems, `name` heads the column.
    """
    if listed:
        yield first
    elif labelled := _LABELLED.fullmatch(first):
        label = stem(labelled[1])
        if _is_label(label) and label in about:
            yield first
    elif _ID.fullmatch(first):
        named = stem(name)
        for word in sorted(filter(_is_label, about)):
            if word == named:
                yield f"{name} {first}"
            elif _is_compound(word, named):  # in the singular, as the column is headed
                yield f"{about[word][: len(word) - len(named)]}{name.lower()} {first}"


def _graded(title: str, first: str) -> Iterator[str]:
    """ "Evidence 2a" for a row 2a under "Levels of evidence"."""
    graded = _GRADED.search(title)
    if graded and _ID.fullmatch(first) and _is_label(stem(graded[1])):
        yield f"{graded[2]} {first}"


def _is_label(word: str) -> bool:
    return any(word == label or _is_compound(word, label) for label in _LABELS)


def _is_compound(word: str, end: str) -> bool:
    """Whether a German compound ends with this noun."""
    return len(end) >= 4 and len(word) > len(end) + 2 and word.endswith(end)


def _cells(sir: Sir, row: int) -> list[str]:
    return [sir.nodes[cell].text.strip() for cell in sir.nodes[row].children]

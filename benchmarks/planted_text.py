"""Errors planted into texts of other parsers: numbers, sentences, cells that changed places."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

from core.parsing.alignment.tokens import tokens_of
from core.sir import ElementType
from core.text.sentences import sentence_spans

if TYPE_CHECKING:
    import random

    from core.parsing.adapters.native import NativeDocument, NativeElement

_EACH = 3
"""Errors of each kind that are planted in a document at most."""
_NARROW = 2
"""Columns of a table whose rows do not say which of their cells belongs there."""
_NUMBER = re.compile(r"(?<![\w.,])\d+(?:[.,]\d+)*(?![\w]|[.,]\d)")
_INVENTED = (
    "The committee confirmed this view again in its autumn session.",
    "All participants received the leaflet before the second visit.",
    "Results were later replicated by an independent laboratory in Norway.",
    "No further adjustment was considered necessary at this stage.",
    "Revenue from these services grew faster than in any other year.",
    "Patients with severe symptoms should be referred to a specialist.",
)


def planted(kind: str, native: NativeDocument, chance: random.Random) -> list[tuple[str, ...]]:
    """Changes a document; for each error the sentence or the cells that are wrong now.

    Whoever is shown one of the cells sees the error.
    """
    if kind == "moved cell":
        return _swap_cells(native, chance)
    texts = [each for each in native.walk() if each.type in (_TEXT | {ElementType.TABLE_CELL})]
    chance.shuffle(texts)
    marks: list[tuple[str, ...]] = []
    for element in texts:
        mark = _add(element, chance) if kind == "added sentence" else _renumber(element, chance)
        marks += [(mark,)] if mark else []
        if len(marks) == _EACH:
            break
    return marks


_TEXT = {ElementType.PARAGRAPH, ElementType.LIST_ITEM, ElementType.SEGMENT}


def _add(element: NativeElement, chance: random.Random) -> str:
    """Puts an invented sentence between two of a text."""
    if element.type is ElementType.TABLE_CELL or len(element.text) < 60:
        return ""
    spans = sentence_spans(element.text)
    at = chance.choice(spans)[1]
    invented = chance.choice(_INVENTED)
    element.text = f"{element.text[:at]} {invented}{element.text[at:]}"
    return invented


def _renumber(element: NativeElement, chance: random.Random) -> str:
    """Changes a digit of a number of two digits and more."""
    numbers = [match for match in _NUMBER.finditer(element.text) if len(match[0]) > 1]
    if not numbers:
        return ""
    chosen = chance.choice(numbers)
    at = chosen.start() + chance.choice(
        [index for index, character in enumerate(chosen[0]) if character.isdigit()]
    )
    digit = str((int(element.text[at]) + chance.randint(1, 8)) % 10)
    element.text = element.text[:at] + digit + element.text[at + 1 :]
    if element.type is ElementType.TABLE_CELL:
        return element.text
    return next(element.text[a:b] for a, b in sentence_spans(element.text) if a <= at < b)


def _swap_cells(native: NativeDocument, chance: random.Random) -> list[tuple[str, ...]]:
    """Lets two cells of a table, in other rows, change their texts.

    In a table of two columns that is the same as if the cells beside them had changed places.
    """
    marks: list[tuple[str, ...]] = []
    for table in native.walk():
        rows = [row for row in table.children if row.type is ElementType.TABLE_ROW]
        cells = [cell for row in rows[1:] for cell in row.children if _is_single(cell)]
        texts = Counter(map(_compared, cells))
        alone = [cell for cell in cells if texts[_compared(cell)] == 1]
        pairs = [
            (one, other)
            for one in alone
            for other in alone
            if int(one.metadata["row"]) < int(other.metadata["row"])
        ]
        if len(rows) < 4 or not pairs:
            continue
        one, other = chance.choice(pairs)
        one.text, other.text = other.text, one.text
        changed = {int(cell.metadata["row"]) for cell in (one, other)}
        narrow = all(len(row.children) <= _NARROW for row in rows)
        beside = [cell for cell in alone if narrow and int(cell.metadata["row"]) in changed]
        marks.append((one.text, other.text, *(cell.text for cell in beside)))
        if len(marks) == _EACH:
            break
    return marks


def _is_single(cell: NativeElement) -> bool:
    spans = cell.metadata.get("row_span"), cell.metadata.get("column_span")
    return bool(tokens_of(cell.text)) and spans == (None, None)


def _compared(cell: NativeElement) -> str:
    """The text of a cell as it is compared with those of the page."""
    return " ".join(token.text for token in tokens_of(cell.text))

"""Rows of tables: their cells, header and caption, and the text that sends the reader to them."""

from __future__ import annotations

import re
from itertools import chain
from typing import TYPE_CHECKING

from core.chunking.tables import header_rows
from core.node_links import CAPTION_OF
from core.sir import HEADINGS, ElementType
from core.spans import Span
from core.text.sentences import sentence_spans

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from core.sir import Sir

CONTEXT_UP_TO = 300
"""Characters of each part of a context that are looked at."""
_SMALLEST_TABLE = 2
"""Rows up to which a table may be a box whose first row says something by itself."""
_FEW = 2
"""Header rows that a table may have whatever its size."""
_NAME_UP_TO = 40
"""Characters of a name of a column that holds digits."""
_SAMPLE = 20
"""Rows below a header row that its cells are compared with."""
_GROUP_UP_TO = 100
"""Characters of a row that names a group; what is longer is a note."""
_MOST_GROUPS, _LOOKED_BACK = 3, 40
"""Names of groups within each other, and rows that are looked at for them."""
_INDENT = 0.003
"""Fraction of the page width by which rows stand further right than the name of their group."""
_DAY = r"\d{1,2}(?:\.|,|st|nd|rd|th)?\s+"
_DATE = re.compile(
    rf"(?:(?:FY|GJ|[QH][1-4])\s*)?(?:{_DAY})?(?:[^\W\d]+\.?\s+)?(?:{_DAY})?(?:19|20)\d\d[AEF]?\W*"
    r"|\d{1,2}[./]\d{1,2}[./](?:19|20)\d\d\W*",
    re.IGNORECASE,
)
"""A cell that is a year, or a date that ends with one: the name of a column."""
_FIGURE = re.compile(r"[^\w\s]*\d[\d.,]*\s*\S*")
"""A figure at the beginning of a cell, with what it counts."""
_DIGITS = re.compile(r"\d[\d.,]*")
_TABLE = re.compile(r"\b(?:table|tabelle|tab\.)\s+(\d+(?:[.-]\d+)*[a-z]?)\b", re.IGNORECASE)
"""A table by its number."""
_TITLE = re.compile(rf"(?i:{_TABLE.pattern})\s*(?:[^\w\s]|[A-ZÄÖÜ]|$)")
"""A title that begins with it, unlike a sentence on the table: "Table 2 shows"."""
_MENTION_UP_TO = 200
"""Characters of the text that sends the reader to a table."""


_NOT_MENTIONING = HEADINGS | {
    ElementType.CAPTION,
    ElementType.DOC_INDEX,
    ElementType.TABLE_CELL,
}


def names_columns(sir: Sir, row: int) -> bool:
    """Whether a row only says what the columns are: a header row of a table of several rows."""
    table = sir.nodes[row].parent
    rows = sir.nodes[table].children
    if row not in rows[: _headers(sir, table)] or len(rows) <= _SMALLEST_TABLE:
        return False
    cells = row_spans(sir, row)
    if row == rows[0] and not all("header" in sir.nodes[span.node].metadata for span in cells):
        return len(cells) > 1 and not _holds_digit(_joined(sir, cells))
    return _holds_names(sir, row)


def _headers(sir: Sir, table: int) -> int:
    """How many header rows a table has; 1 where nearly all of its rows are marked as such."""
    count = header_rows(sir, table)
    return count if count <= _FEW or 2 * count <= len(sir.nodes[table].children) else 1


def _holds_names(sir: Sir, row: int) -> bool:
    """Whether a row holds several names: words, dates, or numbers unlike those of the rows below.

    As in "2016 | 2017", in "1 | 2 | 3", and in "Plan | 6 months | 12 months" above prices.
    """
    cells = _texts(sir, row)
    numbers = list(filter(_holds_digit, cells))
    figures = list(filter(_FIGURE.match, numbers))
    dated = len(numbers) > 1 and all(map(_DATE.fullmatch, numbers))
    wordy = any(len(cell) > _NAME_UP_TO for cell in numbers)  # as an address is
    if len(cells) < 2 or wordy or (len(figures) == 1 and not dated):
        return False
    numbered = cells == list(map(str, range(1, len(cells) + 1))) and len(cells) > _FEW
    if dated or numbered or not numbers:
        return True
    return _are_unlike(numbers, figures, _rows_below(sir, row))


def _are_unlike(
    numbers: Sequence[str], figures: Sequence[str], below: Sequence[Sequence[str]]
) -> bool:
    """Whether cells that hold digits, and those that begin with a figure, name what is below.

    Names count one thing: "2 tablets | 3 times a day" are values. One cell alone, such as
    "under 12", is a name only where no value below holds digits behind words.
    """
    forms, cells = _forms(figures), list(chain.from_iterable(below))
    if len(forms) > 1 or not forms.isdisjoint(_forms(cells)):
        return False
    values = chain.from_iterable(row[1:] for row in below)
    worded = any(_holds_digit(value) and not _FIGURE.match(value) for value in values)
    return _shapes(numbers).isdisjoint(_shapes(cells)) and not (len(numbers) == 1 and worded)


def _rows_below(sir: Sir, row: int) -> list[list[str]]:
    rows = sir.nodes[sir.nodes[row].parent].children
    place = rows.index(row) + 1
    return [_texts(sir, each) for each in rows[place : place + _SAMPLE]]


def _texts(sir: Sir, row: int) -> list[str]:
    return [sir.nodes[span.node].text.strip() for span in row_spans(sir, row)]


def _holds_digit(text: str) -> bool:
    return any(map(str.isdigit, text))


def _shapes(cells: Iterable[str]) -> set[str]:
    """Cells whatever their digits: "INV-0"."""
    return {_DIGITS.sub("0", cell) for cell in cells if _holds_digit(cell)}


def _forms(cells: Iterable[str]) -> set[str]:
    """How the figures among cells begin, whatever their digits: "0 months"."""
    return {_DIGITS.sub("0", figure[0]) for figure in map(_FIGURE.match, cells) if figure}


def _joined(sir: Sir, spans: Sequence[Span]) -> str:
    return " ".join(sir.nodes[span.node].text for span in spans)


def whole(sir: Sir, node: int) -> Span:
    """A node without the space around its text."""
    text = sir.nodes[node].text
    return Span(node, len(text) - len(text.lstrip()), len(text.rstrip()))


def header_of(sir: Sir, spans: Sequence[Span]) -> tuple[Span, ...]:
    """The header row's cells of the table row that these spans are; empty if they are no row."""
    row = _only_row(sir, spans)
    return header_cells(sir, row) if row is not None else ()


def groups_of(sir: Sir, spans: Sequence[Span]) -> tuple[Span, ...]:
    """What names the group of the table row that these spans are; empty if they are no row."""
    row = _only_row(sir, spans)
    return group_names(sir, row) if row is not None else ()


def named_by(sir: Sir, spans: Sequence[Span]) -> tuple[Span, ...]:
    """What says what the table row of these spans is: the names of its columns and of its group."""
    return (*header_of(sir, spans), *groups_of(sir, spans))


def _only_row(sir: Sir, spans: Sequence[Span]) -> int | None:
    rows = {row_of(sir, span.node) for span in spans}
    return rows.pop() if len(rows) == 1 else None


def row_of(sir: Sir, node: int) -> int | None:
    """The table row that a cell stands in."""
    parent = sir.nodes[node].parent
    if sir.nodes[node].type is not ElementType.TABLE_CELL or parent < 0:
        return None
    return parent if sir.nodes[parent].type is ElementType.TABLE_ROW else None


def row_spans(sir: Sir, row: int) -> tuple[Span, ...]:
    """The cells of a row that hold text."""
    return tuple(whole(sir, i) for i in sir.walk(row) if sir.nodes[i].text.strip())


def has_text(sir: Sir, row: int) -> bool:
    """Whether any cell of a row holds text."""
    return any(sir.nodes[node].text.strip() for node in sir.walk(row))


def header_cells(sir: Sir, row: int) -> tuple[Span, ...]:
    """The cells above a row that say what the columns are: of the first row, and of further header
    rows that hold names or dates.
    """
    table = sir.nodes[row].parent
    first, *others = sir.nodes[table].children
    if row == first:
        return ()
    further = [each for each in others[: _headers(sir, table) - 1] if each < row]
    named = [first, *(each for each in further if _holds_names(sir, each))]
    return tuple(span for each in named for span in row_spans(sir, each))


def group_names(sir: Sir, row: int) -> tuple[Span, ...]:
    """The rows above a row that name the group it belongs to, the widest first.

    Such a row holds one text, in the first column, and stands further left than what it names:
    "International" above "Net sales". Where a table indents nothing below it, it names all rows up
    to the next one.
    """
    own, table = row_spans(sir, row), sir.nodes[row].parent
    rows = sir.nodes[table].children
    if len(own) < 2:
        return ()
    place, left = rows.index(row), _left(sir, own[0])
    found: list[Span] = []
    for above in range(place - 1, max(0, place - 1 - _LOOKED_BACK), -1):
        name = _group_name(sir, rows[above])
        if name is None:
            continue
        start = _left(sir, name)
        is_further_left = start < left - _INDENT
        is_nearest = not found and start <= left + _INDENT
        if is_further_left or (is_nearest and not _is_indented(sir, rows[above + 1], start)):
            found.append(name)
            left = min(left, start)
        if len(found) == _MOST_GROUPS:
            break
    return tuple(reversed(found))


def _group_name(sir: Sir, row: int) -> Span | None:
    texts = row_spans(sir, row)
    if len(texts) != 1 or texts[0].end - texts[0].start > _GROUP_UP_TO:
        return None
    return texts[0] if sir.nodes[texts[0].node].metadata.get("column", "0") == "0" else None


def _is_indented(sir: Sir, row: int, left: float) -> bool:
    texts = row_spans(sir, row)
    return bool(texts) and _left(sir, texts[0]) > left + _INDENT


def _left(sir: Sir, span: Span) -> float:
    """The left edge, as a fraction of the page width; 0 for text that stands nowhere."""
    words = sir.words_between(span.node, span.start, span.end)
    return float(sir.words.boxes[words, 0].min()) if len(words) else 0.0


def _columns(sir: Sir, row: int) -> str:
    return " | ".join(sir.nodes[span.node].text for span in header_cells(sir, row))[:CONTEXT_UP_TO]


def table_mentions(sir: Sir) -> dict[str, str]:
    """The sentence that sends the reader to a table, by the table's number; the first, if several.

    A row is often no answer without it: "Below 150" says nothing without "Offer a cortisol test".
    """
    sentences: dict[str, str] = {}
    for node in sir.nodes[: sir.flow]:
        if node.type in _NOT_MENTIONING:
            continue
        for mention in _TABLE.finditer(node.text):
            number = mention[1].lower()
            if number not in sentences:
                sentences[number] = _around(node.text, mention.start())
    return sentences


def _around(text: str, place: int) -> str:
    spans = sentence_spans(text)
    end = next((end for start, end in spans if start <= place < end), len(text))
    return text[max(0, end - _MENTION_UP_TO) : end]


def _table_number(caption: str) -> str:
    """The number by which a text refers to a table with this caption; empty if it has none."""
    named = _TABLE.match(caption)
    return named[1].lower() if named else ""


def caption_of(sir: Sir, row: int) -> int | None:
    """The caption of the table of a row: a child of the table, the node just before it, or the one
    after it that is tied to it.
    """
    table = sir.nodes[row].parent
    near, after = [*sir.nodes[table].children, table - 1], int(sir.subtree_end[table])
    if after < sir.flow and sir.nodes[after].metadata.get(CAPTION_OF) == sir.nodes[table].id:
        near.append(after)
    captions = (i for i in near if i > 0 and sir.nodes[i].type is ElementType.CAPTION)
    return next(captions, None)


def row_context(sir: Sir, row: int, mentions: Mapping[str, str]) -> str:
    """What a row is read with: what sends the reader to its table, the caption, the columns, and
    what names the group of the row.
    """
    node = caption_of(sir, row)
    caption = sir.nodes[node].text[:CONTEXT_UP_TO] if node is not None else _title(sir, row)
    group = _joined(sir, group_names(sir, row))
    parts = (mentions.get(_table_number(caption), ""), caption, _columns(sir, row), group)
    return "\n".join(dict.fromkeys(part for part in parts if part))


def _title(sir: Sir, row: int) -> str:
    """A paragraph just above the table of a row that is its title; Markdown has no captions."""
    before = sir.nodes[sir.nodes[row].parent - 1]
    is_title = before.type is ElementType.PARAGRAPH and _TITLE.match(before.text)
    return before.text if is_title and len(before.text) <= CONTEXT_UP_TO else ""

"""Questions for the figures of tables: a row, a column, and what stands where they meet."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from core.chunking.tables import header_rows
from core.evaluation.questions.rules.base import Candidate, DocumentWords, title_of
from core.evaluation.questions.rules.wording import PATTERNS, WORDS, phrase
from core.node_links import caption_beside
from core.sir import ElementType

if TYPE_CHECKING:
    from collections.abc import Iterator


_LONGEST_NAME = 60
_LONGEST_VALUE = 120
"""Characters of a name of a row or column, and of what is asked for."""
_SHORT_KEY = 4
_OF_A_TABLE = 3
"""Questions of a table at the most."""
_LETTERS = re.compile(r"[^\W\d_]{3,}")
_COLUMN = re.compile(r"[^\W\d_]{3,}|\b(?:19|20)\d\d\b")
_FIGURE = re.compile(r"\d")


class _Row(NamedTuple):
    node: int
    cells: list[int]
    texts: list[str]


def candidates(document: DocumentWords) -> Iterator[Candidate]:
    """Questions for figures of tables whose columns and rows have names that nothing else has."""
    sir = document.sir
    for table in range(1, sir.flow):
        if sir.nodes[table].type is ElementType.TABLE:
            all_candidates = list(_of_table(document, table))
            step = max(len(all_candidates) / _OF_A_TABLE, 1.0)
            yield from (
                all_candidates[int(at * step)]
                for at in range(min(_OF_A_TABLE, len(all_candidates)))
            )


def _of_table(document: DocumentWords, table: int) -> Iterator[Candidate]:
    sir = document.sir
    rows = [_row(document, node) for node in sir.nodes[table].children]
    count = header_rows(sir, table)
    if len(rows) - count < 2 or len({len(row.cells) for row in rows}) != 1:
        return
    header, body = rows[count - 1], rows[count:]
    keys = [row.texts[0] for row in body]
    if not _are_names(header.texts[1:]) or len(set(keys)) != len(keys):
        return
    title = _caption(document, table)
    for number, row in enumerate(body):
        columns = [at for at in range(1, len(row.cells)) if _is_asked_for(header, row, at)]
        key = row.texts[0]
        if columns and key and len(key) <= _LONGEST_NAME and key.casefold() not in WORDS["no keys"]:
            at = columns[number % len(columns)]
            if candidate := _candidate(document, title, header, row, at):
                yield candidate


def _candidate(
    document: DocumentWords, title: str, header: _Row, row: _Row, column: int
) -> Candidate | None:
    evidence = document.whole(row.cells[0], row.cells[column])
    if evidence is None:
        return None
    language, key = document.language, row.texts[0]
    if PATTERNS["abbreviations"].search(header.texts[0]):
        return Candidate(phrase(language, "stands_for", key), evidence, row.node)
    if not title:
        return None
    named = f"{header.texts[0]} {key}".strip() if _needs_column(key) else key
    text = phrase(language, "figure", table=title, column=header.texts[column], row=named)
    return Candidate(text, evidence, row.node)


def _needs_column(key: str) -> bool:
    """Whether the name of a row says little without that of its column, as a number does."""
    return len(key) <= _SHORT_KEY or key[0].isdigit()


def _row(document: DocumentWords, node: int) -> _Row:
    cells = document.sir.nodes[node].children
    return _Row(node, cells, [" ".join(document.sir.nodes[cell].text.split()) for cell in cells])


def _caption(document: DocumentWords, table: int) -> str:
    """The caption beside a table, else the nearest heading above it, without a number."""
    sir = document.sir
    caption = caption_beside(sir, table)
    for node in (*([caption] if caption else []), *sir.lineage(table)[-1:]):
        title = PATTERNS["caption number"].sub("", title_of(sir.nodes[node].text)).rstrip(".")
        if _LETTERS.search(title) and len(title) <= 100:
            return title
    return ""


def _are_names(texts: list[str]) -> bool:
    named = all(_COLUMN.search(text) and len(text) <= _LONGEST_NAME for text in texts)
    return bool(texts) and named and len(set(texts)) == len(texts)


def _is_asked_for(header: _Row, row: _Row, column: int) -> bool:
    text = row.texts[column]
    listed = column == 1 and bool(PATTERNS["abbreviations"].search(header.texts[0]))
    return len(text) <= _LONGEST_VALUE and bool(_FIGURE.search(text) or (listed and text))

"""Nodes of a document that are read together: a row, a list, a torn paragraph, a term and its
explanation, a recommendation with its number and grade.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from core.evidence.list_items import LABEL_UP_TO, LIST_UP_TO, closes, introduces, is_item, is_torn
from core.evidence.table_rows import row_of
from core.sir import HEADINGS, ElementType

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from core.sir import Sir

_TERM_UP_TO = 60
"""Characters of a term above what explains it."""
_TERM_WORDS, _FEWEST_WORDS = 5, 3
"""Words of a term at most, and of what explains it at least; labels of a drawing have fewer."""
_NO_TERM = ".:;,!?"
"""How a term does not end."""
_NEAR = 1.0
"""Times the height of a term that its explanation stands below it, at most; it may touch it."""
_SET_IN = 0.015
"""Share of the width of the page by which the explanation is set in, at least."""

_LABEL = re.compile(
    r"^\W*(?:recommendation|statement|empfehlung|key (?:point|message)|evidenzbasiert\w*"
    r"|konsensbasiert\w*)\b.*\d",
    re.IGNORECASE,
)
"""A line above a recommendation with its number, and often its grade."""
_STRENGTH = re.compile(r"^\W*(?:strength of consensus|konsens(?:st[äa]rke)?\b)", re.IGNORECASE)
"""A line below a recommendation."""

_NO_ANSWER = HEADINGS | {ElementType.DOC_INDEX}
"""A heading or a table of contents says where an answer is, not what it is."""
_ASIDE = frozenset({ElementType.CAPTION, ElementType.FOOTNOTE})
"""What stands beside the text, and is read by itself."""


def groups(sir: Sir) -> Iterator[list[int]]:
    """Nodes with text that are read together, in reading order: a row, a list, a paragraph."""
    group: list[int] = []
    for node in range(sir.flow):
        text = sir.nodes[node].text.strip()
        if sir.nodes[node].type in _NO_ANSWER or not any(letter.isalnum() for letter in text):
            continue
        if group and _goes_on(sir, group, node):
            group.append(node)
            continue
        if group:
            yield group
        group = [node]
    if group:
        yield group


def _goes_on(sir: Sir, group: Sequence[int], node: int) -> bool:
    first, last = group[0], group[-1]
    if (row := row_of(sir, node)) is not None:
        return row == row_of(sir, last)
    if row_of(sir, last) is not None or not _is_text(sir, node) or not _is_text(sir, first):
        return False
    if sir.lineage(node) != sir.lineage(first):
        return False
    text, before = sir.nodes[node].text, sir.nodes[last].text.rstrip()
    if first == last and explains(sir, last, node):
        return True
    if is_torn(sir, last, node):
        return True
    if before.endswith(":") and len(before) + len(text) <= LIST_UP_TO:
        return True
    if is_item(sir, node):
        return is_item(sir, last) or before.endswith(":") or introduces(sir, last, node)
    if is_item(sir, last) and closes(sir, node):
        return True
    if len(before) <= LABEL_UP_TO and _LABEL.match(before) and not _LABEL.match(text):
        return True
    return bool(_STRENGTH.match(text)) and bool(_LABEL.match(sir.nodes[first].text))


def explains(sir: Sir, term: int, node: int) -> bool:
    """Whether a paragraph is set in below a term by itself, as an option of a program is."""
    paragraphs = {sir.nodes[term].type, sir.nodes[node].type} == {ElementType.PARAGRAPH}
    name, text = sir.nodes[term].text.rstrip(), sir.nodes[node].text
    if not paragraphs or len(name) > _TERM_UP_TO or name[-1] in _NO_TERM:
        return False
    if len(name.split()) > _TERM_WORDS or len(text.split()) < _FEWEST_WORDS:
        return False
    above, below = sir.boxes(term), sir.boxes(node)
    if len(above) != 1 or not below or below[0].page != above[0].page:
        return False
    apart = below[0].top - above[0].bottom
    near = abs(apart) < _NEAR * (above[0].bottom - above[0].top)
    return near and below[0].left - above[0].left > _SET_IN


def _is_text(sir: Sir, node: int) -> bool:
    return sir.nodes[node].type not in _ASIDE and row_of(sir, node) is None

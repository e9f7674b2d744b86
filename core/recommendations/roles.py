"""What a text that is no recommendation is to its reader, by the headings above it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from core.evidence.table_rows import row_of
from core.recommendations.base import TextRole
from core.sir import HEADINGS, Sir
from core.text.word_tables import any_of, whole_words, word_table

if TYPE_CHECKING:
    from collections.abc import Container


# The ranking's list of rationale headings stays apart: its weights were fitted with that list as
# it is, and words such as "Remarks" would change what the feature means.
_LISTS: dict[str, list[str]] = word_table(__file__)
_RATIONALE = whole_words(_LISTS["rationale"])
_BEHIND = any_of([rf"^\W*(?:{'|'.join(_LISTS['behind_recommendations'])})\W*$"])
"""Headings that say why something is recommended only where that stands just above them."""
_LEAD = any_of([rf"^\W*(?:{'|'.join(_LISTS['lead'])})\s*(?:[:–—]|\.\s)"])
_DEFINITION = re.compile(
    rf"^(?:[\dA-Z]+(?:\.\d+)*\.?\s+)?(?:{'|'.join(_LISTS['definition'])})\W*$", re.IGNORECASE
)


def role_of(sir: Sir, node: int, recommended: Container[int]) -> TextRole:
    """Whether a text explains recommendations, defines words, is a row of a table, or neither.

    `recommended` are the nodes of recommendations: one that stands between a heading and the text
    ends what the heading says of it.
    """
    headings = sir.lineage(node)
    if any(_DEFINITION.match(sir.nodes[index].text) for index in headings):
        return TextRole.DEFINITION
    if row_of(sir, node) is not None:
        return TextRole.TABLE_ROW
    if _LEAD.match(sir.nodes[node].text):
        return TextRole.RATIONALE
    rational = any(_explains(sir, index, node, recommended) for index in headings)
    return TextRole.RATIONALE if rational else TextRole.TEXT


def is_rationale(sir: Sir, node: int) -> bool:
    """Whether a text explains what is recommended elsewhere, by the headings above it."""
    above = (sir.nodes[index].text for index in sir.lineage(node))
    return any(_RATIONALE.search(text) or _BEHIND.match(text) for text in above)


def _explains(sir: Sir, heading: int, node: int, recommended: Container[int]) -> bool:
    if any(between in recommended for between in range(heading + 1, node)):
        return False
    text = sir.nodes[heading].text
    if _RATIONALE.search(text):
        return True
    above = (i for i in range(heading - 1, 0, -1) if sir.nodes[i].text.strip())
    nearest = next((i for i in above if sir.nodes[i].type not in HEADINGS), 0)
    return _BEHIND.match(text) is not None and nearest in recommended

"""What a text that is no recommendation is to its reader, by the headings above it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from core.evidence.table_rows import row_of
from core.recommendations.base import TextRole
from core.text.word_tables import whole_words, word_table

if TYPE_CHECKING:
    from core.sir import Sir

_LISTS: dict[str, list[str]] = word_table(__file__)
_RATIONALE = whole_words(_LISTS["rationale"])
_DEFINITION = re.compile(
    rf"^(?:[\dA-Z]+(?:\.\d+)*\.?\s+)?(?:{'|'.join(_LISTS['definition'])})\W*$", re.IGNORECASE
)


def role_of(sir: Sir, node: int) -> TextRole:
    """Whether a text explains recommendations, defines words, is a row of a table, or neither."""
    headings = [sir.nodes[index].text for index in sir.lineage(node)]
    if any(map(_DEFINITION.match, headings)):
        return TextRole.DEFINITION
    if row_of(sir, node) is not None:
        return TextRole.TABLE_ROW
    rational = any(map(_RATIONALE.search, headings))
    return TextRole.RATIONALE if rational else TextRole.TEXT

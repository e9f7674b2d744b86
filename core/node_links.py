"""What belongs together across the tree: a caption and its figure, a mark and its footnote.

Ties are metadata of nodes. `caption_of` of a caption and `caption` of its figure or table hold
the id of the other. `note_of` of a footnote says where its marks stand, and `notes` of the
nodes with the marks which footnotes they lead to.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from core.sir import ElementType
from core.spans import Span

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from core.sir import Node, Sir

CAPTION, CAPTION_OF = "caption", "caption_of"
NOTES, NOTE_OF = "notes", "note_of"

OWN_MARK = re.compile(
    r"[\[(]?(\d{1,3}|[*\u2020\u2021\u00a7\u00b6]{1,3}|[a-z](?=[\s.)\]]))[\])]?[.:)]?(?!\d)\s*"
)
"""The mark with which a footnote begins, and what stands between it and the text."""


def note_marks(note: Node, places: Mapping[str, int]) -> list[Span]:
    """The marks that lead to a footnote in nodes whose index `places` has by their ids.

    Empty for a footnote that is tied to none.
    """
    marks = re.findall(r"(\w+):(\d+)-(\d+)", note.metadata.get(NOTE_OF, ""))
    return [Span(places[id_], int(start), int(end)) for id_, start, end in marks if id_ in places]


def caption_beside(sir: Sir, table: int) -> int | None:
    """The caption next to a table, the one above it first; None if there is none."""
    beside = (node for node in (table - 1, int(sir.subtree_end[table])) if 0 < node < sir.flow)
    return next((node for node in beside if sir.nodes[node].type is ElementType.CAPTION), None)


def joined(values: Iterable[object]) -> str:
    """Marks or ids as one metadata value, each once."""
    return " ".join(dict.fromkeys(map(str, values)))

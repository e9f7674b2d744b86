"""The documents that the page Ask searches, as they were chosen; none stands for all."""

from __future__ import annotations

from typing import TYPE_CHECKING

from components import state
from components.link_notes import note
from core.text.counts import number_of

if TYPE_CHECKING:
    from collections.abc import Iterable

WIDGET = "ask-documents"
_NEXT = "sightline.searched-next"


def chosen() -> list[str]:
    """The ids of the documents that are chosen."""
    return state.widget_value(WIDGET) or []


def search_only(documents: Iterable[str]) -> None:
    """Choose documents by their ids; it holds as soon as the choice is drawn anew."""
    state.keep(_NEXT, list(documents))


def preset_choice(offered: Iterable[str]) -> None:
    """Give the widget what is to be chosen of the documents; to be called before it is drawn.

    What was chosen and is not offered is said, since more may be searched without it.
    """
    waiting = state.kept(_NEXT, None)
    state.keep(_NEXT, None)
    wanted = set(chosen() if waiting is None else waiting)
    left = [sha for sha in offered if sha in wanted]
    state.preset(WIDGET, left)
    if gone := len(wanted) - len(left):
        count = number_of(gone, "document is", "documents are")
        note(
            f"Of what was chosen to be searched, {count} not here any more, or left out by the "
            f"filter. {'Only the others are' if left else 'All documents are'} searched now."
        )

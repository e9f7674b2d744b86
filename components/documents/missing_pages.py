"""Pages of a document for which time was lacking, and the way on with them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from components import resources
from components.errors import Boundary
from components.sign_in import may
from core.rights import Right

if TYPE_CHECKING:
    from core.library import DocumentRecord


def missing_pages(record: DocumentRecord, key: str) -> None:
    """A button that goes on reading the pages that are missing; nothing while none is."""
    missing = len(record.parse.missing_pages) if record.parse else 0
    if not missing or _resumed(record.sha) or not may(Right.EDIT):
        return
    st.button(
        f"Go on reading {_count(missing)}",
        key=f"{key}-resume-{record.sha[:12]}",
        icon=":material/resume:",
        help="Pages that were read before are not read again. If they take too long once more, "
        "raise the limits on the page Settings.",
        on_click=_resume,
        args=(record.sha,),
    )


def _count(missing: int) -> str:
    return "the missing page" if missing == 1 else f"the {missing} missing pages"


def _resumed(document: str) -> bool:
    items = resources.parse_queue().snapshot()
    return any(item.active and item.resumes == document for item in items)


@Boundary()
def _resume(document: str) -> None:
    queue = resources.parse_queue()
    queue.forget_document(document)
    queue.resume(document)

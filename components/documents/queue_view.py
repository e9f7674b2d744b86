"""The files that are being added: how far each is, what became of it, and ways to stop."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from components import resources
from components.documents.adding import follow, followed
from components.documents.missing_pages import missing_pages
from components.errors import Boundary, show_error
from components.foreign_text import plain, plain_lines
from components.selection.document_picker import newest_first
from components.widgets.auto_refresh import redrawn
from core.errors import SightlineError
from core.jobs.background import Stage
from core.library.file_checks import clean_name
from core.text.counts import number_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.library import DocumentRecord
    from core.workbench.ingest_queue import QueueItem

_EVERY = 0.5
"""Seconds after which the view is drawn anew while files are read."""
_LINE_BREAK = "  \n"
_ROWS, _HEIGHT = 6, 330
"""More files than these are shown in a box of this height in pixels, which scrolls."""


def queue_view() -> None:
    """All files of the queue; nothing while there are none.

    What tells of files draws itself anew while something goes on: when a part that does so begins
    just as the page ends, Streamlit drops the end of what the page has sent, and nothing else would
    send it again. Fields to type in are drawn with the page, and the page when a file has ended or
    is locked.
    """
    items = _items()
    follow(items)
    active = any(item.active for item in items)
    if active:
        redrawn(_draw_active, _EVERY)
    with Boundary():
        for item in _at(items, Stage.PAUSED):
            _ask_password(item)
        if not active:
            _ended(items)


def _draw_active() -> None:
    items = _items()
    if not followed(items):
        st.rerun()
    _overall(items)
    active = [*_at(items, Stage.RUNNING), *_at(items, Stage.WAITING)]
    with st.container(height=_HEIGHT if len(active) > _ROWS else "content", border=False):
        for item in active:
            _active(item)
    with Boundary():
        _ended(items)


def _items() -> list[QueueItem]:
    """What people have added; of the samples that come by themselves only what went wrong."""
    items = resources.parse_queue().snapshot()
    return [item for item in items if not item.ahead or item.stage is Stage.FAILED]


def _at(items: Sequence[QueueItem], stage: Stage) -> list[QueueItem]:
    return [item for item in items if item.stage is stage]


def _overall(items: Sequence[QueueItem]) -> None:
    active = [item for item in items if item.active]
    if not active or len(items) < 2:
        return
    read = sum(item.ended for item in items)
    share = (read + sum(_share(item) for item in active)) / len(items)
    with st.container(horizontal=True, vertical_alignment="center"):
        st.progress(share, f"**{read} of {len(items)} files are done**", width="stretch")
        stop = resources.parse_queue().cancel_all
        st.button("Cancel all", key="queue-cancel-all", on_click=stop)


def _active(item: QueueItem) -> None:
    with st.container(horizontal=True, wrap=False, vertical_alignment="center"):
        if item.stage is Stage.WAITING:
            st.markdown(f":material/schedule: {plain(item.name)}: waiting", width="stretch")
        else:
            st.progress(_share(item), plain(_state(item)), width="stretch")
        st.button(
            "Cancel",
            key=f"queue-cancel-{item.number}",
            on_click=resources.parse_queue().cancel,
            args=(item.number,),
            type="tertiary",
        )


def _share(item: QueueItem) -> float:
    return min(item.done / item.total, 1.0) if item.total else 0.0


def _state(item: QueueItem) -> str:
    if not item.total:
        pages = f", {number_of(item.done, 'page')} so far" if item.done else ""
        return f"{item.name}: opening{pages}"
    if not item.done:
        pages = "its page" if item.total == 1 else f"the first of its {item.total} pages"
        return f"{item.name}: reading {pages}"
    if item.done == item.total:
        return f"{item.name}: all pages are read, looking for its structure"
    return f"{item.name}: page {item.done} of {item.total}"


def _ask_password(item: QueueItem) -> None:
    st.warning(plain_lines(str(item.error)), icon=":material/lock:")
    queue = resources.parse_queue()
    with st.form(f"password-{item.number}", border=False):
        password = st.text_input(f"Password of {plain(item.name)}", type="password")
        with st.container(horizontal=True):
            if st.form_submit_button("Unlock and add"):
                queue.unlock(item.number, password)
                st.rerun()
            if st.form_submit_button("Leave it out", type="tertiary"):
                queue.cancel(item.number)
                st.rerun()


def _ended(items: Sequence[QueueItem]) -> None:
    errors = [item.error for item in _at(items, Stage.FAILED) if item.error]
    known = [plain_lines(str(error)) for error in errors if isinstance(error, SightlineError)]
    if known:
        st.error(_LINE_BREAK.join(known), icon=":material/error:")
    for error in errors:
        if not isinstance(error, SightlineError):
            show_error(error)
    cancelled = [_cancelled(item) for item in _at(items, Stage.CANCELLED)]
    if cancelled:
        st.info(_LINE_BREAK.join(cancelled), icon=":material/cancel:")
    added = _documents(items)
    if added:
        text = _LINE_BREAK.join(_added(record, items) for record in added)
        st.success(text, icon=":material/check_circle:")
        for record in added:
            missing_pages(record, "queue")
    if any(item.ended for item in items):
        forget = resources.parse_queue().forget
        st.button("Dismiss", key="queue-dismiss", on_click=forget, type="tertiary")


def _documents(items: Sequence[QueueItem]) -> list[DocumentRecord]:
    documents = dict.fromkeys(item.document for item in items if item.document)
    if not documents:
        return []
    records = newest_first()
    return [records[document] for document in documents if document in records]


def _cancelled(item: QueueItem) -> str:
    if item.resumes:
        return f"{plain(item.name)}: cancelled. What was read before is still there."
    return f"{plain(item.name)}: cancelled. Add the file again to go on with it."


def _missing(pages: int) -> str:
    return "1 of them is missing" if pages == 1 else f"{pages} of them are missing"


def _added(record: DocumentRecord, items: Sequence[QueueItem]) -> str:
    pages = number_of(record.page_count, "page")
    facts = [f"**{plain(record.name)}** is in the library: {pages}"]
    if record.parse:
        facts.append(f"read in {record.parse.seconds:.1f} s")
        if record.parse.failed_pages:
            facts.append(f"{len(record.parse.failed_pages)} of them could not be read")
        if record.parse.missing_pages:
            facts.append(f"{_missing(len(record.parse.missing_pages))} because time ran out")
    names = dict.fromkeys(clean_name(item.name) for item in items if item.document == record.sha)
    same = [f"{plain(name)} is the same file." for name in names if name != record.name]
    return " ".join([", ".join(facts) + ".", *same])

"""Other parsers of a document: their output brought as a file, or made by running them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import streamlit as st

from components import resources, state
from components.foreign_text import plain
from components.labels.other_parsers import fields_in_words, price_in_words
from components.widgets.long_work import requested_work
from components.widgets.switch import switch
from core.errors import SightlineError
from core.parsing.adapters import adapter_names, get_adapter

if TYPE_CHECKING:
    from collections.abc import Callable

    from streamlit.runtime.uploaded_file_manager import UploadedFile

    from core.library import DocumentRecord
    from core.parsing.adapters.base import Adapter, RunOptions
    from core.sir import Sir

_BRING, _RUN = "Bring its output", "Run it"
_TURN = "sightline.native-turn"
"""How many outputs were taken over: the next one gets a field of its own."""
_CHOSEN = "sightline.native-chosen"
_FAILED = "sightline.native-failed"
"""What was asked for last and failed, and why."""


def other_parsers(record: DocumentRecord) -> None:
    """A place to bring the output of another parser, or to run it; a reading more to compare."""
    with st.expander("Add the reading of another parser", icon=":material/add_notes:"):
        st.caption(
            "Docling, MinerU, LlamaParse and others: what they made of this document becomes one "
            "more reading beside ours. Each of its words is looked for on the pages, and what "
            "stands nowhere on them is told."
        )
        left, right = st.columns([2, 3], gap="medium")
        with left:
            name = st.selectbox(
                "Parser",
                adapter_names(),
                format_func=lambda name: get_adapter(name).title,
                key="native-parser",
            )
            adapter = get_adapter(name)
            st.caption(plain(adapter.about))
        with right:
            way = switch("How to get it", (_BRING, _RUN), "native-way")
            (_bring if way == _BRING else _run)(record, adapter)


def added_last(record: DocumentRecord) -> tuple[str, int]:
    """The parser whose reading was added last to this document, empty if none; how many were."""
    chosen = state.kept(_CHOSEN, ("", ""))
    return (chosen[1] if chosen[0] == record.sha else ""), state.kept(_TURN, 0)


def _bring(record: DocumentRecord, adapter: Adapter[Any]) -> None:
    """A field for a file; a file in it is read at once."""
    limit = resources.workbench().settings.max_upload_mb
    file = st.file_uploader(
        f"Output of {plain(adapter.title)}: {plain(adapter.native)}",
        max_upload_size=limit,
        key=f"native-file-{adapter.name}-{state.kept(_TURN, 0)}",
        help="The file that the parser wrote for this very document. It stays on this machine.",
    )
    if file is None:
        return
    request = f"sightline.native.{file.file_id}"
    if _failure(request):
        return
    state.keep(request, True)
    _added(record, adapter, request, lambda: _read(record, adapter, file, request))


def _read(
    record: DocumentRecord, adapter: Adapter[Any], file: UploadedFile, request: str
) -> Sir | None:
    bench = resources.workbench()
    return requested_work(
        lambda progress: bench.parsers.bring(
            record.sha, adapter.name, file.getvalue(), file.name, progress
        ),
        request=request,
        offer=lambda press: None,
        key=f"native.{file.file_id}",
        title="Looking for its words on the pages",
        unit="pages",
    )


def _run(record: DocumentRecord, adapter: Adapter[Any]) -> None:
    try:
        options = adapter.options()
    except ValueError:
        st.error(
            f"A setting of {plain(adapter.title)} cannot be used. Check the variables below.",
            icon=":material/error:",
        )
        _settings(adapter, None)
        return
    if lacking := adapter.missing(options):
        st.info(plain(lacking), icon=":material/extension:")
    else:
        request = f"sightline.native.{record.sha}.{adapter.name}"
        _failure(request)
        _added(record, adapter, request, lambda: _made(record, adapter, options, request))
    _settings(adapter, options)


def _made(
    record: DocumentRecord, adapter: Adapter[Any], options: RunOptions, request: str
) -> Sir | None:
    bench = resources.workbench()
    price = price_in_words(adapter.price(record.page_count, options), record.page_count)

    def offer(press: Callable[[], None]) -> None:
        st.button(
            f"Run {plain(adapter.title)}",
            type="primary",
            icon=":material/play_arrow:",
            key=f"native-run-{adapter.name}",
            on_click=press,
        )
        st.caption(price)

    return requested_work(
        lambda progress: bench.parsers.run(record.sha, adapter.name, options, progress),
        request=request,
        offer=offer,
        key=f"native.{record.sha}.{adapter.name}",
        title=adapter.title,
        unit="pages",
    )


def _added(
    record: DocumentRecord, adapter: Adapter[Any], request: str, work: Callable[[], Sir | None]
) -> None:
    """Does the work, and shows the reading that came of it; an error is told in the next run."""
    try:
        sir = work()
    except SightlineError as error:
        state.keep(_FAILED, (request, str(error)))
        st.rerun()
    if sir is not None:
        state.keep(_TURN, state.kept(_TURN, 0) + 1)
        state.keep(_CHOSEN, (record.sha, adapter.name))
        st.rerun()


def _failure(request: str) -> bool:
    """Says why the last try failed, if it did and no other is under way; whether it did."""
    failed, words = state.kept(_FAILED, ("", ""))
    if failed != request or state.kept(request, False):
        return False
    st.error(plain(words), icon=":material/error:")
    return True


def _settings(adapter: Adapter[Any], options: RunOptions | None) -> None:
    """Which variables set what, and what holds now; never a key."""
    rows = fields_in_words(adapter.options, options)
    if rows:
        with st.popover("Settings", icon=":material/tune:"):
            st.caption("Set in the environment before Sightline is started.")
            st.table(rows)

"""Single pages read by the language model: offered where ours are doubtful, and taken back."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from components import resources, state
from components.foreign_text import plain
from components.labels.other_parsers import price_in_words
from components.sign_in import may
from components.structure.readings.deviations import deviation_list
from components.widgets.long_work import requested_work
from core.errors import PageSeenBlank, SightlineError
from core.page_names import page_name
from core.parsing.adapters import get_adapter
from core.parsing.page_doubts import page_doubt
from core.parsing.pages_by_model import MODEL
from core.parsing.parse_info import AUTOMATIC
from core.rights import Right

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from core.library import DocumentRecord
    from core.parsing.routed import AutomaticOptions
    from core.progress import Progress
    from core.sir import Page, Sir

_FAILED = "sightline.page-failed"
"""What was asked for last and failed, and why."""
_ABOUT = (
    "The words of the model are looked for on the page: what stands nowhere on it is told, and "
    "what the model leaves out is set aside. Our own reading comes back with a click."
)


def page_by_model(record: DocumentRecord, sir: Sir, numbers: Sequence[int]) -> None:
    """For each of these 1-based pages a way to have it read by the model, or by us again.

    Only where there is a model and the document is read by the Inspector's choice; a page that
    may be read badly is said to be so all the same.
    """
    bench = resources.workbench()
    automatic = record.parse is not None and record.parse.parser == AUTOMATIC
    by_model = bench.parsers.pages_by_model(record.sha) if automatic else ()
    pages = [sir.pages[number - 1] for number in numbers]
    if by_model:
        deviation_list(sir, lambda node: state.select(node=sir.nodes[node].id))
    for page in pages:
        doubt = "" if page.number in by_model else page_doubt(sir, page)
        if doubt:
            name = plain(page_name(page.number, page.label))
            st.markdown(f":orange-badge[:material/help: doubtful] Page {name}: {plain(doubt)}")
    if not automatic or not may(Right.EDIT) or (bench.model is None and not by_model):
        return
    _failure(record, [page for page in pages if page.number not in by_model])
    # Another key when the page was read: the popover closes, and what was read is seen.
    key = f"by-model-{'-'.join(map(str, by_model))}"
    with st.popover("Read by the model", icon=":material/visibility:", key=key):
        if bench.model is not None:
            st.caption(f"A picture of the page is sent to {plain(bench.model.name)}. {_ABOUT}")
        for page in pages:
            (_taken_back if page.number in by_model else _offered)(record, page)


def _offered(record: DocumentRecord, page: Page) -> None:
    bench = resources.workbench()
    if bench.model is None:
        return
    adapter = get_adapter(MODEL)
    options = adapter.options.model_validate({"pages": str(page.number)})
    price = price_in_words(adapter.price(record.page_count, options), 1)

    def offer(press: Callable[[], None]) -> None:
        st.button(
            f"Have page {plain(page_name(page.number, page.label))} read",
            key=f"model-page-{page.number}",
            icon=":material/visibility:",
            on_click=press,
        )
        st.caption(price)

    request = _request(record, page)
    try:
        options_after = requested_work(
            lambda progress: bench.parsers.read_page(record.sha, page.number, progress),
            request=request,
            offer=offer,
            key=f"model-page.{page.number}",
            title=f"{bench.model.name} is reading the page",
            unit="pages",
        )
    except SightlineError as error:
        state.keep(_FAILED, (request, str(error), isinstance(error, PageSeenBlank)))
        st.rerun()
    if options_after is not None:
        with st.spinner("Putting it in the place of ours", show_time=True):
            _use(record, options_after)
        st.rerun()


def _failure(record: DocumentRecord, pages: Sequence[Page]) -> None:
    """Says why one of these pages, not read by the model yet, was not, until it is tried again."""
    request, words, blank = state.kept(_FAILED, ("", "", False))
    failed = next((page for page in pages if _request(record, page) == request), None)
    if failed is None or state.kept(request, False):
        return
    name = plain(page_name(failed.number, failed.label))
    st.error(f"Page {name} was not read by the model: {plain(words)}", icon=":material/error:")
    if blank and _read_otherwise(
        record,
        failed,
        resources.workbench().parsers.take_as_blank,
        "There is nothing on it: set its words aside",
        key="blank-page",
        icon=":material/hide_source:",
    ):
        state.keep(_FAILED, ("", "", False))
        st.rerun()


def _request(record: DocumentRecord, page: Page) -> str:
    return f"sightline.page.{record.sha}.{page.number}"


def _taken_back(record: DocumentRecord, page: Page) -> None:
    words = f"Read page {plain(page_name(page.number, page.label))} by our own routes again"
    take_back = resources.workbench().parsers.take_back
    if _read_otherwise(record, page, take_back, words, key="own-page", icon=":material/undo:"):
        st.rerun()


def _read_otherwise(
    record: DocumentRecord,
    page: Page,
    options_of: Callable[[str, int], AutomaticOptions],
    words: str,
    *,
    key: str,
    icon: str,
) -> DocumentRecord | None:
    """A button of these words that reads the page by other options; the record once it did."""
    return requested_work(
        lambda progress: _use(record, options_of(record.sha, page.number), progress),
        request=f"sightline.{key}.{record.sha}.{page.number}",
        offer=lambda press: st.button(words, key=f"{key}-{page.number}", icon=icon, on_click=press),
        key=f"{key}.{page.number}",
        title=f"Reading {record.name}",
        unit="pages",
    )


def _use(
    record: DocumentRecord, options: AutomaticOptions, progress: Progress | None = None
) -> DocumentRecord:
    """The record with the page so; what was chosen in the tree before is chosen no more."""
    documents = resources.workbench().documents
    used = documents.use_route(record.sha, AUTOMATIC, progress, options)
    state.select(node=None, chunk=None, citation=None)
    return used

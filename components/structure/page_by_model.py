"""Single pages read by the language model: offered where ours are doubtful, and taken back."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from components import resources, state
from components.foreign_text import plain
from components.labels.other_parsers import price_in_words
from components.widgets.long_work import requested_work
from core.page_names import page_name
from core.parsing.adapters import get_adapter
from core.parsing.page_doubts import page_doubt
from core.parsing.pages_by_model import MODEL
from core.parsing.parse_info import AUTOMATIC

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from core.library import DocumentRecord
    from core.parsing.routed import AutomaticOptions
    from core.sir import Page, Sir

_ABOUT = (
    "The model sees a picture of the page and writes down what it reads. Its words are looked for "
    "on the page; what stands nowhere on it is told, and what it leaves out is set aside. Ours "
    "comes back with a click."
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
    for page in pages:
        doubt = "" if page.number in by_model else page_doubt(sir, page)
        if doubt:
            name = plain(page_name(page.number, page.label))
            st.markdown(f":orange-badge[:material/help: doubtful] Page {name}: {plain(doubt)}")
    if not automatic or (bench.model is None and not by_model):
        return
    with st.popover("Read by the model", icon=":material/visibility:"):
        st.caption(_ABOUT)
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

    options_after = requested_work(
        lambda progress: bench.parsers.read_pages(record.sha, [page.number], progress),
        request=f"sightline.page.{record.sha}.{page.number}",
        offer=offer,
        key=f"model-page.{page.number}",
        title=f"{bench.model.name} is reading the page",
        unit="pages",
    )
    if options_after is not None:
        _use(record, options_after)
        st.rerun()


def _taken_back(record: DocumentRecord, page: Page) -> None:
    def take_back() -> None:
        _use(record, resources.workbench().parsers.take_back(record.sha, page.number))

    st.button(
        f"Read page {plain(page_name(page.number, page.label))} by our own routes again",
        key=f"own-page-{page.number}",
        icon=":material/undo:",
        on_click=take_back,
    )


def _use(record: DocumentRecord, options: AutomaticOptions) -> None:
    resources.workbench().documents.use_route(record.sha, AUTOMATIC, options=options)
    state.select(node=None, chunk=None, citation=None)

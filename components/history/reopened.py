"""A signed answer as it was: who signed it, its items with their check marks, and their pages."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import streamlit as st

from components import resources, state
from components.answers.answer_head import answer_head, searched_in_words
from components.answers.evidence_card import HEIGHT, evidence_card
from components.answers.quote_in_context import quote_height, quote_in_context
from components.answers.quote_marks import QuoteMarks, quote_marks
from components.errors import Boundary, show_error
from components.foreign_text import plain, plain_lines
from components.history.signed_items import quotes_of, shown_place, shown_quote, signed_items
from components.selection.signer import signer
from components.widgets.hand_on import hand_on
from components.widgets.layout import room
from components.widgets.page_view import page_view
from components.widgets.quote import quote_block, quote_html
from core.errors import DataDamaged, SightlineError
from core.history.answer_form import answer_of
from core.history.signed_answers import content_hash
from core.history.source_state import SourceState
from core.page_names import pages_in_words

if TYPE_CHECKING:
    from components.history.signed_items import SignedQuote
    from core.answering.base import Answer
    from core.history.base import SignedAnswer, SourceDocument
    from core.sir import Sir


def reopened(answer_id: str) -> None:
    """The answer on one side, the kept page of a quote on the other."""
    history = resources.workbench().history
    try:
        signed = history.answers.load(answer_id)
    except SightlineError as error:
        show_error(error)
        if answer_id in history.answers.ids():
            delete_button(answer_id)
        return
    answer = answer_of(signed.answer)
    quotes = quotes_of(signed, answer)
    shown = shown_quote(signed.id, quotes) if quotes else None
    left, right = st.columns([5, 7], gap="medium")
    with left:
        _head(signed)
        states = st.container()
        trees = {source.sha: _tree(signed, source.sha) for source in signed.sources}
        _answer_head(answer, [quote.name for quote in quotes[: len(answer.citations)]])
        signed_items(signed, answer, quotes, trees)
        details(signed)
    with right:
        if shown:
            kept_page(signed, shown, trees[shown.citation.quote.document])
        else:
            st.info("This answer quotes nothing, so no page was kept.")
    with (
        states,
        st.spinner("Comparing with the library…"),
    ):  # last, since a document of the library may have to be loaded for it
        source_states(signed)


def _tree(signed: SignedAnswer, document: str) -> Sir | None:
    """The kept words of a document; where they are damaged, that is said."""
    try:
        return resources.workbench().history.answers.tree(signed, document)
    except DataDamaged as error:
        show_error(error)
        return None


def _head(signed: SignedAnswer) -> None:
    st.header(plain(signed.question), anchor=False)
    signature = signed.signature
    moment = signature.signed_at.strftime("%Y-%m-%d %H:%M")
    st.markdown(
        f":material/draw: Signed by **{plain(signature.name)}** on {moment} UTC, with "
        f"{plain(signature.program)}."
    )
    if signed.note:
        st.markdown(plain_lines(signed.note))
    if signed.tags:
        st.markdown(" ".join(f":blue-badge[{plain(tag)}]" for tag in signed.tags))
    with st.container(horizontal=True, gap="small"):
        records = resources.workbench().records
        hand_on(
            lambda: records.of_signed(signed),
            "history-hand-on",
            _link(signed.id),
            name=signer(),
        )
        delete_button(signed.id)


def _link(signed: str) -> str:
    """The address of the answer with the quote that is shown, see `components.history.page`."""
    return f"{st.context.url}?signed={signed}.{shown_place(signed) + 1}"


def _answer_head(answer: Answer, names: list[str]) -> None:
    if answer.notice:
        st.caption(plain(answer.notice))
    if answer.abstained:
        st.warning(f"**No answer was shown.** {plain(answer.reason)}")
    answer_head(answer, [plain(name) for name in names])
    if searched := searched_in_words(answer):
        st.caption(searched)


def delete_button(answer: str) -> None:
    """A button that says what is lost, and one behind it that deletes."""
    with st.popover("Delete…", icon=":material/delete:", type="tertiary"):
        st.markdown(
            "The answer and its kept pages are removed for good. The audit log keeps that it was "
            "signed and deleted, with its id and its hash."
        )
        st.button(
            "Delete this signed answer",
            key="history-delete",
            type="primary",
            on_click=_delete,
            args=(answer,),
        )


def _delete(answer: str) -> None:
    with Boundary():
        resources.workbench().history.delete(answer, signer())
        state.select(signed=None)
        st.toast("The signed answer was deleted; the log says so.", icon=":material/delete:")


def source_states(signed: SignedAnswer) -> None:
    """For each document whether it still is what it was; the kept pages are shown either way."""
    for report in resources.workbench().history.source_reports(signed):
        name = plain(report.source.name)
        if report.state is SourceState.UNCHANGED:
            st.markdown(f":green-badge[:material/check: Source unchanged] {name}")
        else:
            st.warning(
                f"**Source changed:** {name}. {plain(report.why)} The lines shown here are those "
                "of the page that was kept when the answer was signed.",
                icon=":material/published_with_changes:",
            )


def details(signed: SignedAnswer) -> None:
    """Hashes, versions and settings, to compare with others."""
    with st.expander("Documents, settings and hashes"):
        for source in signed.sources:
            stated = [
                f"**{plain(source.name)}**",
                f"version {plain(source.version)}" if source.version else "",
                plain(source.effective),
            ]
            st.markdown(", ".join(part for part in stated if part))
            st.caption("SHA-256 of the file, and the reading")
            st.code(f"{source.sha}\n{source.parse_key}", language=None, wrap_lines=True)
        if signed.settings:
            st.caption("Settings, as in a link")
            st.code(signed.settings, language=None, wrap_lines=True)
        st.caption("SHA-256 of all that was signed; the id of this answer begins it")
        st.code(content_hash(signed), language=None, wrap_lines=True)


def kept_page(signed: SignedAnswer, quote: SignedQuote, tree: Sir | None) -> None:
    """Whose words they are, what their document states, the words, and the kept pages with them.

    `tree` holds the kept words of the document, None where none were kept.
    """
    citation, card = quote.citation, quote.card
    source = next(source for source in signed.sources if source.sha == citation.quote.document)
    place, spans = f"{signed.id}.{quote.place}", citation.quote.spans
    whole = card.whole if card else spans
    with st.container(gap="xsmall"):
        pages = pages_in_words(source.pages, citation.pages)
        st.markdown(f"**{plain(source.name)}**, {plain(pages)}")
        if citation.section_path:
            st.caption(plain(" › ".join(citation.section_path)))
        if card:
            evidence_card(card, place)
        words = quote_block(quote_html(citation.quote.text))
        if tree:
            words = quote_in_context(tree, spans, whole, place)
        st.html(words)
    if not citation.lines or not source.pages:
        st.warning(
            "The place of these words on the page is not known, so no page is shown.",
            icon=":material/location_off:",
        )
        return
    marked = quote_marks(tree, spans, citation.lines, card, place, against=quote.is_against)
    above = (HEIGHT if card else 0.0) + (quote_height(tree, spans, whole) if tree else 0.0)
    with room("history-room", more=above, staying=True):
        _pages(signed, source, marked)


def _pages(signed: SignedAnswer, source: SourceDocument, marked: QuoteMarks) -> None:
    path = resources.workbench().history.answers.excerpt(signed, source.sha)
    images = []
    for number in marked.pages:
        image = resources.kept_page_image(path, source.excerpt, source.excerpt_page(number))
        images.append(replace(image, number=number))
    page_view(
        images,
        marked.marks,
        key="history-pages",
        name=source.name,
        selected=marked.chosen,
        page=marked.pages[0],
    )

"""The claims or quotes of a signed answer with their check marks, and ways to their kept lines."""

from __future__ import annotations

from functools import partial
from itertools import islice, zip_longest
from typing import TYPE_CHECKING, NamedTuple

import streamlit as st

from components import state
from components.answers.check_words import signed_check_in_words
from components.answers.claim_view import claim_view
from components.answers.evidence_card import note_in_words
from components.answers.quote_view import quote_in_words, quote_view, quotes_by_part
from components.foreign_text import plain
from core.history.answer_form import cards_of
from core.history.checks import Check
from core.history.sources import citations_of
from core.page_names import page_name

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from core.answering.base import Answer
    from core.evidence.citations import Citation
    from core.history.base import SignedAnswer
    from core.recommendations.base import EvidenceCard
    from core.sir import Sir

_SHOWN = "sightline.history.shown"
"""The place of the quote whose page is shown, with the id of its answer."""


class SignedQuote(NamedTuple):
    """A quote of a signed answer: its place among all, the name of its document, its card."""

    place: int
    citation: Citation
    name: str
    card: EvidenceCard | None

    @property
    def is_against(self) -> bool:
        """Whether it is no part of the answer, and speaks against a claim."""
        return not self.citation.number


def quotes_of(signed: SignedAnswer, answer: Answer) -> list[SignedQuote]:
    """All that a signed answer quotes: what it cites, then what speaks against its claims."""
    names = {source.sha: source.name for source in signed.sources}
    pairs = zip_longest(citations_of(answer), cards_of(signed.answer))
    return [
        SignedQuote(place, citation, names[citation.quote.document], card)
        for place, (citation, card) in enumerate(pairs)
    ]


def signed_items(
    signed: SignedAnswer,
    answer: Answer,
    quotes: Sequence[SignedQuote],
    trees: Mapping[str, Sir | None],
) -> None:
    """Each item with what was decided of it; `trees` are the kept words of the documents."""
    checks = signed.review.checks
    if not answer.claims:
        drawn = {
            quote.citation.number: partial(
                _quote, signed.id, quote, checks.get(quote.place, Check()), trees
            )
            for quote in quotes
        }
        quotes_by_part(answer.parts, drawn)
        return
    against = iter(quotes[len(answer.citations) :])
    for at, claim in enumerate(answer.claims):
        cited = [quote for quote in quotes if quote.citation.number in claim.citations]
        own = list(islice(against, len(claim.objections)))
        with st.container(border=True, gap="xsmall"):
            claim_view(
                claim,
                [partial(_button, signed.id, at, quote) for quote in cited],
                [partial(_button, signed.id, at, quote) for quote in own],
            )
            st.markdown(signed_check_in_words(checks.get(at, Check())))


def shown_quote(signed: str, quotes: Sequence[SignedQuote]) -> SignedQuote:
    """The quote whose page is shown, the first one at first."""
    of, place = state.kept(_SHOWN, ("", 0))
    if of != signed or place >= len(quotes):
        show_quote(signed, 0)
        return quotes[0]
    return quotes[place]


def shown_place(signed: str) -> int:
    """The place (counted from 0) of the quote whose page is shown."""
    of, place = state.kept(_SHOWN, ("", 0))
    return place if of == signed else 0


def show_quote(signed: str, place: int) -> None:
    """Let the quote at a place (counted from 0) of an answer be the one whose page is shown."""
    state.keep(_SHOWN, (signed, place))


def _quote(signed: str, quote: SignedQuote, check: Check, trees: Mapping[str, Sir | None]) -> None:
    citation = quote.citation
    with st.container(border=True, gap="xsmall"):
        quote_view(
            partial(_button, signed, quote.place, quote),
            citation.quote,
            note_in_words(quote.card, citation.section_path),
            quote_in_words(citation, trees[citation.quote.document]),
        )
        st.markdown(signed_check_in_words(check))


def _button(signed: str, item: int, quote: SignedQuote) -> None:
    citation = quote.citation
    number = f"[{citation.number}] " if citation.number else ""
    page = f"page {page_name(citation.page, citation.page_label)}" if citation.page else "no page"
    st.button(
        f"{number}{plain(quote.name)}, {plain(page)}",
        key=f"history-show-{item}-{quote.place}",
        icon=":material/pageview:",
        type="primary" if state.kept(_SHOWN, ("", 0)) == (signed, quote.place) else "secondary",
        on_click=show_quote,
        args=(signed, quote.place),
    )

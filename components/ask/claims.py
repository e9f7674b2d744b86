"""Claims of an answer: each with its verdict, what speaks against it, and its citations."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import streamlit as st

from components.answers.check_words import check_in_words
from components.answers.claim_view import claim_view
from components.answers.quote_view import quote_view, quotes_by_part
from components.answers.verdicts import LOOKS
from components.ask.checking import can_go, check_of, item_of
from components.ask.conversation_turns import Step, Turn, go, is_shown, steps
from components.ask.terms import claim_terms
from components.widgets.scroll_anchor import scroll_anchor

if TYPE_CHECKING:
    from core.evidence.citations import Quote

_KEY = "claim"
_CHOSEN = "background: #0f6a8b !important; border-color: #0f6a8b; color: #fff !important"
"""As the primary buttons of style.css."""


def claims_style(now: Step | None) -> None:
    """The bars beside claims in the colours of their verdicts; the shown claim has a ground."""
    bars = [
        f'[class*="st-key-{_KEY}-{verdict}-"] {{ border-left: 4px solid {look.bar}; '
        "padding: .3rem .5rem .4rem .8rem; border-radius: 2px; }"
        for verdict, look in LOOKS.items()
    ]
    if now and now.claim is not None:
        bars.append(
            f'[class*="st-key-{_KEY}-"][class$="-{now.turn}-{now.claim}"],'
            f'[class*="st-key-{_KEY}-"][class*="-{now.turn}-{now.claim} "] '
            "{ background: color-mix(in srgb, currentColor 7%, transparent); }"
        )
    if now:  # of the same type as the others: with another one it would be made anew unfocused
        chosen = f".st-key-turn-{now.turn}-{now.place} button"
        bars.append(f"{chosen} {{ {_CHOSEN} }}")
    st.html(f"<style>{''.join(bars)}</style>")


def claims(turn: Turn, number: int, now: Step | None, first: int = 0) -> None:
    """The claims of a turn (both counted from 0) from the `first` on; `now` is shown."""
    way = steps(number, turn)
    several = len({citation.quote.document for citation in turn.answer.citations}) > 1
    rejected = turn.review.rejected()
    for at, claim in enumerate(turn.answer.claims[first:], first):
        if at in rejected:
            continue
        own = [step for step in way if step.claim == at]
        with st.container(key=f"{_KEY}-{claim.verdict}-{number}-{at}", gap="xsmall"):
            for step in own:
                follow_item(step, now)
            shows = [(step, partial(step_button, step, now, short=not several)) for step in own]
            claim_view(
                claim,
                [show for step, show in shows if step.objection is None],
                [show for step, show in shows if step.objection is not None],
            )
            documents = [step.card.evidence.document for step in own if is_shown(step)]
            claim_terms(claim.text, documents, f"term-{number}-{at}")
            if told := check_in_words(check_of(turn, at)):
                st.markdown(told)


def follow_item(step: Step, now: Step | None) -> None:
    """Keeps what is in view in sight; the first item stands right below its question."""
    if now and (step.turn, step.place) == (now.turn, now.place) and now.place:
        scroll_anchor(f"{now.turn}.{now.place}", key="ask-item", nearest=True)


def step_button(step: Step, now: Step | None, *, short: bool = False) -> None:
    """A button that shows the evidence of a step on its page."""
    card = step.card
    # No tooltip: it would lie over the claim, and the click tells all of it beside the page.
    st.button(
        card.short if short and card.short else card.label,
        key=f"turn-{step.turn}.{step.place}",
        icon=":material/pageview:",
        disabled=not can_go(step),
        on_click=go,
        args=(step,),
    )


def quotes(turn: Turn, number: int, now: Step | None) -> None:
    """The quotes of a turn (counted from 0), by the part of the question where it has several."""
    rejected = turn.review.rejected()
    pairs = zip(steps(number, turn), turn.answer.citations, strict=True)
    drawn = {
        citation.number: partial(_quote, turn, step, citation.quote, now)
        for step, citation in pairs
        if item_of(turn, step) not in rejected
    }
    quotes_by_part(turn.answer.parts, drawn)


def _quote(turn: Turn, step: Step, quote: Quote, now: Step | None) -> None:
    with st.container(gap="xsmall"):
        follow_item(step, now)
        quote_view(partial(step_button, step, now), quote, step.card.note, step.card.text)
        if told := check_in_words(check_of(turn, item_of(turn, step))):
            st.markdown(told)

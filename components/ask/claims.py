"""Claims of an answer: each with its verdict, what speaks against it, and its citations."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from components.ask.conversation_turns import Step, go, steps
from components.ask.verdicts import LOOKS, badge, by_weight, finding_in_words, why
from components.foreign_text import plain
from core.verification.verdicts import Verdict

if TYPE_CHECKING:
    from collections.abc import Sequence

    from components.ask.conversation_turns import Turn
    from core.answering.base import Claim

_KEY = "claim"


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
    st.html(f"<style>{''.join(bars)}</style>")


def claims(turn: Turn, number: int, now: Step | None, first: int = 0) -> None:
    """The claims of a turn (both counted from 0) from the `first` on; `now` is shown."""
    way = steps(number, turn)
    several = len({citation.quote.document for citation in turn.answer.citations}) > 1
    for at, claim in enumerate(turn.answer.claims[first:], first):
        own = [step for step in way if step.claim == at]
        with st.container(key=f"{_KEY}-{claim.verdict}-{number}-{at}", gap="xsmall"):
            _claim(claim, own, now, several=several)


def _claim(claim: Claim, own: Sequence[Step], now: Step | None, *, several: bool) -> None:
    against = why(claim)
    st.markdown(f"{badge(claim.verdict)} {f':gray[{against}]' if against else ''}")
    text = plain(claim.text)
    # What is not borne out is not to be read as a fact.
    st.markdown(text if claim.verdict is Verdict.SUPPORTED else f":gray[*{text}*]")
    with st.container(horizontal=True, gap="xsmall", vertical_alignment="center"):
        for step in own:
            step_button(step, now, short=not several)
        if claim.findings:
            with st.popover("Checks", type="tertiary", icon=":material/fact_check:"):
                ordered = by_weight(claim.findings)
                st.markdown("\n".join(f"- {finding_in_words(f)}" for f in ordered))


def step_button(step: Step, now: Step | None, *, short: bool = False) -> None:
    """A button that shows the evidence of a step on its page."""
    card = step.card
    # No tooltip: it would lie over the claim, and the click tells all of it beside the page.
    st.button(
        card.short if short and card.short else card.label,
        key=f"turn-{step.turn}.{step.place}",
        type="primary" if step == now else "secondary",
        icon=":material/pageview:",
        on_click=go,
        args=(step,),
    )

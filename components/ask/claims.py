"""Claims of an answer: each with its verdict, what speaks against it, and its citations."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from components.answers.check_words import check_in_words
from components.answers.verdicts import (
    LOOKS,
    badge,
    by_weight,
    finding_in_words,
    objection_in_words,
    why,
)
from components.ask.checking import check_of, item_of
from components.ask.conversation_turns import Step, go, is_shown, steps
from components.ask.terms import claim_terms
from components.foreign_text import plain
from components.widgets.scroll_anchor import scroll_anchor
from core.answering.ranking.features import ACROSS, FEATURES
from core.verification.verdicts import Verdict

if TYPE_CHECKING:
    from collections.abc import Sequence

    from components.ask.conversation_turns import Step, Turn
    from core.answering.base import Claim, Objection, Part
    from core.evidence.citations import Quote

_KEY = "claim"


_MOST = 6
"""Features of a quote that are shown; the others give little."""


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
    rejected = turn.review.rejected()
    for at, claim in enumerate(turn.answer.claims[first:], first):
        if at in rejected:
            continue
        own = [step for step in way if step.claim == at]
        with st.container(key=f"{_KEY}-{claim.verdict}-{number}-{at}", gap="xsmall"):
            _claim(claim, own, now, several=several)
            documents = [step.card.evidence.document for step in own if is_shown(step)]
            claim_terms(claim.text, documents, f"term-{number}-{at}")
            if told := check_in_words(check_of(turn, at)):
                st.markdown(told)


def _claim(claim: Claim, own: Sequence[Step], now: Step | None, *, several: bool) -> None:
    """Its words and its lines before the verdict, so that the lines are looked at first."""
    for step in own:
        follow_item(step, now)
    text = plain(claim.text)
    # What is not borne out is not to be read as a fact.
    st.markdown(text if claim.verdict is Verdict.SUPPORTED else f":gray[*{text}*]")
    with st.container(horizontal=True, gap="xsmall", vertical_alignment="center"):
        for step in own:
            if step.objection is None:
                step_button(step, now, short=not several)
        if claim.findings:
            with st.popover("Checks", type="tertiary", icon=":material/fact_check:"):
                ordered = by_weight(claim.findings)
                st.markdown("\n".join(f"- {finding_in_words(f)}" for f in ordered))
    against = why(claim)
    st.markdown(f"{badge(claim.verdict)} {f':gray[{against}]' if against else ''}")
    for step in own:
        if step.objection is not None:
            _objection(step, step.objection, now, short=not several)


def _objection(step: Step, objection: Objection, now: Step | None, *, short: bool) -> None:
    """Lines that speak against a claim: how, and the way to them."""
    with st.container(horizontal=True, gap="xsmall", vertical_alignment="center"):
        st.markdown(objection_in_words(objection), width="content")
        step_button(step, now, short=short)


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
        type="primary" if step == now else "secondary",
        icon=":material/pageview:",
        disabled=not is_shown(step),
        on_click=go,
        args=(step,),
    )


def quotes(turn: Turn, number: int, now: Step | None) -> None:
    """The quotes of a turn (counted from 0), by the part of the question where it has several."""
    rejected = turn.review.rejected()
    pairs = zip(steps(number, turn), turn.answer.citations, strict=True)
    own = [(step, citation) for step, citation in pairs if item_of(turn, step) not in rejected]
    if not turn.answer.parts:
        for step, citation in own:
            _quote(turn, step, citation.quote, now)
        return
    by_number = {citation.number: (step, citation.quote) for step, citation in own}
    told: set[int] = set()
    for place, part in enumerate(turn.answer.parts, 1):
        st.markdown(f"**{place}\\. {plain(part.question)}**")
        left = [n for n in part.citations if n in by_number]
        _part(turn, part, [by_number[n] for n in left if n not in told], now)
        if known := [n for n in left if n in told]:
            st.caption(seen_above(known))
        told.update(part.citations)


def seen_above(numbers: Sequence[int]) -> str:
    """That citations of a part are those of an earlier one, in Markdown."""
    return "Shown above, and answers this too: " + ", ".join(rf"\[{n}\]" for n in numbers)


def _part(turn: Turn, part: Part, own: Sequence[tuple[Step, Quote]], now: Step | None) -> None:
    if part.abstained:
        st.warning(
            f"**No evidence for this part.** {plain(part.reason)}",
            icon=":material/do_not_disturb_on:",
        )
    for step, quote in own:
        _quote(turn, step, quote, now)


def _quote(turn: Turn, step: Step, quote: Quote, now: Step | None) -> None:
    """Whose words they are before the words, and why these."""
    with st.container(gap="xsmall"):
        follow_item(step, now)
        with st.container(horizontal=True, gap="xsmall", vertical_alignment="center"):
            step_button(step, now)
            if quote.contributions:
                with st.popover("Why this text", type="tertiary", icon=":material/info:"):
                    st.markdown(why_in_words(quote))
        if step.card.note:
            st.caption(step.card.note)
        st.markdown(step.card.text)
        if told := check_in_words(check_of(turn, item_of(turn, step))):
            st.markdown(told)


def why_in_words(quote: Quote) -> str:
    """What spoke for a quote most and what against it, in Markdown."""
    words = FEATURES | ACROSS
    rows = [
        f"| {value:+.2f} | {words[name]} |"
        for name, value in list(quote.contributions.items())[:_MOST]
        if name in words
    ]
    lead = "What speaks for this text and against it, the most first. The order is by the sum."
    return "\n".join([lead, "", "| Gives | Because |", "| ---: | --- |", *rows])

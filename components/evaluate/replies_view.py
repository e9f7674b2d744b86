"""How two settings answered a question, where they were asked to."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from components.foreign_text import plain
from core.verification.second_reader.base import IN_WORDS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.evaluation.outcome import JudgedClaim, Outcome, Reply


def replies_view(outcomes: Sequence[Outcome]) -> None:
    """The answers of A and B, and which of them answered what should be left alone."""
    _say_answered(outcomes)
    for name, outcome in zip("AB", outcomes, strict=True):
        if outcome.reply:
            st.markdown(_in_words(name, outcome.reply))


def _say_answered(outcomes: Sequence[Outcome]) -> None:
    names = [
        n
        for n, outcome in zip("AB", outcomes, strict=True)
        if outcome.measures.get("abstained") == 0
    ]
    if names:
        st.warning(
            f"{' and '.join(names)} answered it all the same: it should be left alone.",
            icon=":material/warning:",
        )


def _in_words(name: str, reply: Reply) -> str:
    """What was sentence with which probability, as Markdown; of a language model its claims."""
    verb = "refused it" if reply.refused else "answered"
    best = reply.best
    cited = f"> {plain(best.text)}" if best else ""
    would = "would have cited" if reply.refused else "first citation"
    judged = f", {'on' if best.on_gold else 'not on'} lines that answer" if best else ""
    where = f", {would} p. {best.page}" if best else _nothing_cited(reply)
    sentence = f"**{name}** {verb} with a probability of {reply.probability:.2f}{where}{judged}"
    return "\n\n".join([sentence, *([_claims(reply.claims)] if reply.claims else []), cited])


def _nothing_cited(reply: Reply) -> str:
    if reply.claims:
        return ", cites no line"
    by_model = reply.sent > 0
    return ", the language model found no answer" if by_model else ", no text was found"


def _claims(claims: Sequence[JudgedClaim]) -> str:
    return "\n".join(
        f"- {plain(claim.text)} ({IN_WORDS[claim.verdict]}, "
        f"{'cites' if claim.on_gold else 'does not cite'} lines that answer)"
        for claim in claims
    )

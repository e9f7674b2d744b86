"""Who answers the questions of a sweep, if anybody does, and what a language model takes for it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import streamlit as st

from components import resources, state
from components.foreign_text import plain
from components.labels.plan_estimate import estimate_in_words
from core.evaluation.model_estimate import WritingEstimate, measured_seconds, writing_estimate
from core.evaluation.sweeps.base import Writer

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.configuration import Configuration

_RULES, _MODEL = "rules", "model"
_SPEED = "sightline.sweep.writing"
_WORDS = (
    "Each question is answered as well, as the page Ask does it: which are answered rightly, which "
    "are refused, and how far the probability that is stated can be believed. By rules that takes "
    "about half a second a question."
)
_BY = (
    "Rules quote the documents and send nothing anywhere. The language model writes claims from "
    "numbered lines: their faithfulness and the lines that they cite are measured, too. What it "
    "takes is said above Start."
)


class Answering(NamedTuple):
    """Whether questions are answered, and the language model that does it; None: rules do."""

    wanted: bool
    writer: Writer | None = None


def answering(*, needed: bool) -> Answering:
    """What is chosen; on where settings differ in what only answers tell, which makes it `needed`.

    A language model can be chosen where there is one.
    """
    if not _toggle(needed=needed):
        return Answering(wanted=False)
    writer = Writer.of(resources.workbench().settings)
    if writer is None:
        return Answering(wanted=True)
    names = {_RULES: "Rules", _MODEL: plain(writer.name)}
    by = st.segmented_control(
        "Answered by",
        list(names),
        default=_RULES,
        format_func=names.__getitem__,
        required=True,
        key="sweep-answers-by",
        persist_state="session",
        help=_BY,
    )
    return Answering(wanted=True, writer=writer if by == _MODEL else None)


def _toggle(*, needed: bool) -> bool:
    if needed:
        label = "Answer, too (these settings differ in it)"
        return st.toggle(label, True, disabled=True, key="sweep-answers-on", help=_WORDS)
    return st.toggle("Answer, too", key="sweep-answers", persist_state="session", help=_WORDS)


def estimated(
    writer: Writer, configurations: Sequence[Configuration], questions: int
) -> WritingEstimate:
    """What the language model takes to answer for each of the settings."""
    settings = resources.workbench().settings
    return writing_estimate(configurations, questions, writer, settings, _measured(writer))


def writing_words(writer: Writer, estimate: WritingEstimate) -> str:
    """What is sent to the language model and what that costs, as Markdown."""
    settings = resources.workbench().settings
    place = settings.chosen_model
    where = "" if place.is_here else f" at {plain(place.place)}"
    return (
        f"**{plain(writer.name)}**{where} is sent the questions with passages of the documents: "
        f"{estimate_in_words(estimate.asked, settings)}. What it answered before costs nothing "
        "again."
    )


def _measured(writer: Writer) -> float | None:
    """Seconds of an answer, from the calls on record; these are read when they have changed."""
    model = resources.workbench().model
    ledger = model.ledger if model else None
    if not ledger:
        return None
    # Its record only grows.
    stamp = writer.model, ledger.path.stat().st_size if ledger.path.exists() else 0
    return state.remembered(_SPEED, stamp, lambda: measured_seconds(ledger.calls(), writer.name))

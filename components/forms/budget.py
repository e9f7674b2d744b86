"""The budget of a chunk, step by step: each figure with the words and numbers it comes from."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, NamedTuple

import streamlit as st

from core.chunking.budget import LEAST, TOKENS_PER_WORD, Bound, ChunkBudget
from core.chunking.budget_environment import BUDGET_INPUTS, from_environment

if TYPE_CHECKING:
    from core.chunking.heading_anchored import HeadingAnchoredOptions


class Step(NamedTuple):
    """One figure: what it is, the formula in words and in numbers, what comes out.

    `note` says what it decides, empty for nothing; `remark` what else is to be known.
    """

    name: str
    words: str
    numbers: str
    result: str
    note: str = ""
    remark: str = ""


_STRIP = (
    "display:grid;grid-template-columns:repeat(auto-fit,minmax(11.5rem,1fr));gap:.5rem;"
    "font-size:.85rem;line-height:1.4"
)
_CARD = (
    "border:1px solid rgba(128,140,152,.4);border-radius:.375rem;padding:.4rem .65rem;"
    "border-left-width:{width};border-left-color:{colour}"
)
_QUIET = "opacity:.78"


def budget_steps(options: HeadingAnchoredOptions) -> None:
    """The way from the limits to the size of a chunk as a strip, and what does not work out."""
    budget = options.budget
    cards = "".join(_card(step) for step in steps(options, budget))
    st.html(f'<div style="{_STRIP}" role="list" aria-label="Budget of a chunk">{cards}</div>')
    if origin := in_environment(options):
        st.caption(origin)
    if budget.problems:
        st.warning("\n\n".join(budget.problems), icon=":material/calculate:")


def budget_in_words(budget: ChunkBudget) -> str:
    """The result in a sentence, and what is wrong with it."""
    words = (
        f"Budget of a chunk: {budget.tokens:,} tokens, about {budget.words:,} words; the "
        f"{budget.bound} decides."
    )
    return " ".join([words, *budget.problems])


def steps(options: HeadingAnchoredOptions, budget: ChunkBudget) -> list[Step]:
    """All figures of the formula in their order. Source: structured chunking v2, section 5."""
    context, rate = (_binds(budget, bound) for bound in (Bound.CONTEXT, Bound.RATE))
    least = min(budget.by_context, budget.by_rate)
    given = budget.bound is Bound.HINT
    used = f"{LEAST} are used, the least" if budget.safe < LEAST else "used for every chunk"
    computed = [
        Step(
            "Share of a request",
            "tokens a minute ÷ expected requests",
            f"{options.tokens_per_minute:,} ÷ {options.expected_requests:,}",
            f"{budget.per_request:,} tokens",
            remark=f"RPM: {options.requests_per_minute:,} requests are taken",
        ),
        Step(
            "Chunk by context",
            "(context − reserves) ÷ chunks",
            f"({options.context_limit:,} − {budget.reserved:,}) ÷ {options.top_k}",
            f"{_figure(budget.by_context)} tokens",
            context,
        ),
        Step(
            "Chunk by rate",
            "(share − reserves) ÷ chunks",
            f"({budget.per_request:,} − {budget.reserved:,}) ÷ {options.top_k}",
            f"{_figure(budget.by_rate)} tokens",
            rate,
        ),
        Step(
            "Safe size",
            "safety factor × the smaller one",
            f"{options.safety:g} × {_figure(least)}",
            f"{_figure(budget.safe)} tokens",
            "" if given else used,
        ),
    ]
    return [*computed, *([_hint(options, budget)] if given else []), _words(budget)]


def in_environment(options: HeadingAnchoredOptions) -> str:
    """Which inputs start with the environment, and whether that was changed; empty for none."""
    parts = [
        f"{variable} (changed here)"
        if getattr(options, name) != BUDGET_INPUTS[name].start()
        else variable
        for name, variable in from_environment().items()
    ]
    return f"From the environment: {', '.join(parts)}." if parts else ""


def _hint(options: HeadingAnchoredOptions, budget: ChunkBudget) -> Step:
    hints = {"tokens": options.chunk_max_tokens_hint, "words": options.chunk_max_words_hint}
    given = " and ".join(f"{value:,} {unit}" for unit, value in hints.items() if value)
    used = "in place of the safe size"
    return Step("Given size", "instead of the formula", given, f"{budget.tokens:,} tokens", used)


def _words(budget: ChunkBudget) -> Step:
    return Step(
        "About as many words",
        f"tokens ÷ {TOKENS_PER_WORD:g}",
        f"{budget.tokens:,} ÷ {TOKENS_PER_WORD:g}",
        f"{budget.words:,} words",
    )


def _figure(number: int) -> str:
    return f"{number:,}".replace("-", "−")


def _binds(budget: ChunkBudget, bound: Bound) -> str:
    return "this limit decides" if budget.bound is bound else ""


def _card(step: Step) -> str:
    note = f" <b>← {escape(step.note)}</b>" if step.note else ""
    card = _CARD.format(
        width="4px" if step.note else "1px",
        colour="#0f8a9b" if step.note else "rgba(128,140,152,.4)",
    )
    return (
        f'<div style="{card}" role="listitem"><div>{escape(step.name)}</div>'
        f'<div style="font-size:1.05rem"><b>{escape(step.result)}</b></div>'
        f'<div style="{_QUIET}">{escape(step.words)}<br>= {escape(step.numbers)}</div>'
        f'<div style="{_QUIET}">{escape(step.remark)}</div><div>{note}</div></div>'
    )

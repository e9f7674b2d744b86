"""All that led to the route of a document: the decision, the fingerprint, each tool, each page."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

import streamlit as st

from components import resources, state
from components.foreign_text import plain
from components.labels.routes import pages_by_route
from components.sign_in import may
from components.structure.inspection_labels import (
    TOOLS,
    answer_in_short,
    answer_rows,
    balance_rows,
    decided_in_words,
    policy_in_words,
    times_in_words,
    unused_in_words,
)
from components.structure.route_card import badge
from components.widgets.agent_steps import agent_step_lines
from components.widgets.long_work import requested_work
from core.chunking.base import AgentStep
from core.page_names import pages_in_words
from core.rights import Right
from core.text.counts import number_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.inspection.results import Answer, Inspection, Step
    from core.library import DocumentRecord
    from core.llm.model import ModelUse
    from core.sir import Page

_MOST = 6
"""Lines of reasons that are shown at once; the others are opened below them."""


def inspection_report(
    record: DocumentRecord, inspection: Inspection, pages: Sequence[Page]
) -> None:
    """What was measured and decided, by whom, and by which route each of the pages was read."""
    decided, routes = st.columns(2, gap="large")
    with decided:
        _decision(record, inspection)
    with routes:
        _pages(pages)
    steps(inspection)
    _fingerprint(inspection, pages)
    st.header("What the tools answered", anchor=False)
    places = st.columns(len(inspection.answers), gap="medium")
    for place, (name, answer) in zip(places, inspection.answers.items(), strict=True):
        with place:
            _tool(name, answer, inspection.seconds.get(name, 0.0))


def _decision(record: DocumentRecord, inspection: Inspection) -> None:
    decision = inspection.decision
    st.header("Decision", anchor=False)
    st.markdown(
        f"**{plain(decided_in_words(inspection))}** · confidence {decision.confidence_score:.2f} · "
        f"risk {decision.risk_score:.2f}  \n{plain(decision.reason)}"
    )
    if inspection.notice:
        st.warning(plain(inspection.notice), icon=":material/info:")
    ask_model(record, inspection)
    read_anew(record, inspection)
    if decision.balance:
        _table(("Path", "Time", "Tokens", "Loss", "Structure", "Score"), balance_rows(decision))
        st.caption(
            f"{plain(policy_in_words(inspection))} How the policy weighs: time of a page in "
            "times of that by sight; tokens of a language model, where it is asked to part the "
            "text (semantic flow) or to read the pages (visual topology), which happens only when "
            "you say so; share of pages on which something is lost; share of the structure that "
            "is found. In brackets what each adds to the score. The policy takes the highest score."
        )


def _pages(pages: Sequence[Page]) -> None:
    st.header("Pages by route", anchor=False)
    for route, of_route in pages_by_route(pages):
        count = number_of(len(of_route), "page")
        st.markdown(f"{badge(route)} {count}")
        reasons = page_reasons(of_route)
        _listed(reasons[:_MOST])
        if further := reasons[_MOST:]:
            with st.expander(f"{len(further)} more"):
                _listed(further)


def _listed(lines: Sequence[str]) -> None:
    st.markdown("\n".join(f"- {plain(line)}" for line in lines))


def page_reasons(pages: Sequence[Page]) -> list[str]:
    """Runs of pages with the same reason, in the order of pages."""
    reasons: list[str] = []
    for (reason, ocr), run in groupby(pages, key=lambda page: (page.reason, page.ocr)):
        same = list(run)
        words = pages_in_words(same, (page.number for page in same))
        numbers = words[:1].upper() + words[1:]
        why = ", ".join(filter(None, (reason, f"read by OCR ({ocr})" if ocr else "")))
        reasons.append(f"{numbers}: {why}" if why else numbers)
    return reasons


def _fingerprint(inspection: Inspection, pages: Sequence[Page]) -> None:
    st.header(f"Fingerprint: {inspection.tokens} tokens", anchor=False)
    st.code(inspection.fingerprint, language=None, wrap_lines=True)
    st.caption(
        f"Measured on {plain(pages_in_words(pages, inspection.sampled_pages))} in "
        f"{times_in_words(inspection.seconds)}. "
        "Nothing in it comes from the words of the document."
    )


def _tool(name: str, answer: Answer, seconds: float) -> None:
    st.markdown(f"**{plain(TOOLS.get(name, name))}**")
    st.caption(f"`{name}` · {seconds * 1000:.1f} ms")
    _table(("Measure", "Value"), answer_rows(answer))
    with st.expander("As JSON"):
        st.code(answer.model_dump_json(indent=2), language="json")


def _table(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    head = f"| {' | '.join(columns)} |\n|{' --- |' * len(columns)}\n"
    st.markdown(head + "\n".join(f"| {' | '.join(map(plain, row))} |" for row in rows))


def steps(inspection: Inspection) -> None:
    """The calls of tools in their order, and what they cost; nothing where the policy decided."""
    if not inspection.decided_by:
        return
    st.header(f"How {plain(inspection.decided_by)} came to it", anchor=False)
    st.markdown("\n".join(step_lines(inspection.steps)))
    cost = f" {use_in_words(inspection.use)}" if inspection.use else ""
    st.caption(
        "It was given the id of the document and these answers, never its name or its text." + cost
    )


def step_lines(made: Sequence[Step]) -> list[str]:
    """One item of a numbered list for each call, in Markdown."""
    return agent_step_lines(map(_shown, made))


def use_in_words(use: ModelUse) -> str:
    """Calls and tokens, in a sentence or two."""
    calls = number_of(use.calls, "call")
    words = f"{calls}: {use.usage.input:,} tokens sent, {use.usage.output:,} answered."
    return f"{words} {use.cached} of them came from the cache." if use.cached else words


def _shown(step: Step) -> AgentStep:
    arguments = ", ".join(f"{name}={value}" for name, value in step.arguments.items())
    return AgentStep(step.tool, arguments, answer_in_short(step), step.thought)


def ask_model(record: DocumentRecord, inspection: Inspection) -> None:
    """A button where there is a model that has not decided yet; it reads nothing anew."""
    bench = resources.workbench()
    model = bench.model
    if model is None or inspection.decided_by == model.name:
        return
    anew = requested_work(
        lambda progress: bench.documents.inspect_again(record.sha, progress),
        request=f"sightline.inspect.{record.sha}",
        offer=lambda press: st.button(
            f"Ask {plain(model.name)} again"
            if inspection.notice
            else f"Let {plain(model.name)} decide",
            icon=":material/psychology:",
            key="inspection-ask",
            help="The model asks the three tools what it wants to know, and chooses. It never "
            "sees the text. The document stays as it was read until you choose otherwise.",
            on_click=press,
        ),
        key=f"inspect.{record.sha}",
        title=f"{model.name} is asking the tools",
        unit="turns",
    )
    if anew is not None:
        st.rerun()


def read_anew(record: DocumentRecord, inspection: Inspection) -> None:
    """Where the decision shown is not the one that the document was read by: that, and a way."""
    words = unused_in_words(inspection, record.parse)
    if not words:
        return
    st.info(plain(words), icon=":material/history:")
    if not may(Right.EDIT):
        return
    tree = requested_work(
        lambda progress: resources.workbench().documents.use_route(
            record.sha, "automatic", progress
        ),
        request=f"sightline.anew.{record.sha}",
        offer=lambda press: st.button(
            "Read it anew by this decision",
            icon=":material/refresh:",
            key="inspection-anew",
            help="The document takes the new structure in place of the one it has. Its chunks and "
            "its entries in the index are made anew when they are next needed. Corrections by "
            "hand are kept and applied again.",
            on_click=press,
        ),
        key=f"anew.{record.sha}",
        title=f"Reading {record.name}",
        unit="pages",
    )
    if tree is not None:
        state.select(node=None, chunk=None, citation=None)
        st.rerun()

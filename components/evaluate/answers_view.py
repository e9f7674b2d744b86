"""How well a setting answers: its figures, the calibration curve, and what went wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING

import streamlit as st

from components import state
from components.evaluate.best_setting import FEW
from components.evaluate.calibration_chart import calibration_chart, calibration_words
from components.evaluate.chart_view import chart_view
from components.evaluate.selected import one_setting, open_question
from components.foreign_text import plain
from components.labels.settings import asked_words, shortened
from components.widgets.layout import tall_table
from components.widgets.listbox import Column, TableRow, choice_table
from core.evaluation.answer_figures import CLAIM_MEASURES, Wrong, answer_figures
from core.evaluation.outcome import HELP, MEASURES
from core.text.counts import number_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from components.evaluate.sweep_rows import Found
    from core.evaluation.answer_figures import AnswerFigures, Mistake
    from core.evaluation.metrics.intervals import Interval
    from core.evaluation.table import Row

_SHOWN = ("first_right", "any_right", "right_if_answered", "answered", "abstained")
_BESIDE = 3
"""Cards beside each other."""
_REFUSED = {"answered": "Refused, though the text answers"}
"""Measures that are shown by what is left of them, under another name."""
_MISTAKES = (
    Column("Question"),
    Column("Kind"),
    Column("What went wrong"),
    Column("Probability", numeric=True),
    Column("First citation, or the claims"),
)
_OF = {"faithfulness": "answer", "gold_cited": "question"}
"""What each value of the mean of a measure is of."""
_LONG, _QUOTED = 120, 90
"""Characters of a question and of a citation in the table."""


def answers_view(results: Found, best: Row) -> None:
    """The figures of setting A, and the questions it answered wrongly, as ways to their pages."""
    if not any(outcome.reply for row in results.rows for outcome in row.scored.outcomes):
        st.info(
            "These sweeps did not answer the questions. Begin one with *Answer, too* switched on: "
            "it asks each question as the page Ask does, by rules or by the language model.",
            icon=":material/forum:",
        )
        return
    row = one_setting(results, best)
    figures = answer_figures(row.scored, list(results.questions.values()))
    if figures is None:
        st.info("This setting did not answer the questions. Choose another one.")
        return
    _cards(figures)
    # Claims have two columns more in the table on the right.
    claims = any(name in figures.shares for name in CLAIM_MEASURES)
    left, right = st.columns([4, 5] if claims else [1, 1], gap="large")
    with left:
        chart_view(
            calibration_chart(figures.calibration),
            key="results-calibration",
            title="Probability stated and share right · "
            f"{asked_words(figures.questions, figures.answerable)}",
            name="calibration",
            summary=calibration_words(figures.calibration),
        )
    with right:
        _kinds(figures)
    _mistakes(figures)


def _cards(figures: AnswerFigures) -> None:
    shown = [name for name in (*_SHOWN, *CLAIM_MEASURES) if name in figures.shares]
    rows = -(-(len(shown) + 1) // _BESIDE)
    places = [place for _ in range(rows) for place in st.columns(_BESIDE, gap="small")]
    for place, name in zip(places, shown, strict=False):
        with place.container(border=True, height="stretch"):
            _card(name, figures.shares[name])
    with places[len(shown)].container(border=True, height="stretch"):
        _time_and_price(figures)
    if figures.questions < FEW:
        st.caption(f"Only {number_of(figures.questions, 'question')}: differences may be chance.")


def _card(name: str, interval: Interval) -> None:
    if name in CLAIM_MEASURES:
        st.metric(MEASURES[name], f"{interval.mean:.0%}", help=HELP[name])
        of = number_of(interval.count, _OF[name])
        st.caption(f"Mean of {of}; 95%: {interval.low:.0%} to {interval.high:.0%}")
        return
    title, share, right, _ = _as_shown(name, interval)
    low, high = (
        (interval.low, interval.high)
        if name not in _REFUSED
        else (1 - interval.high, 1 - interval.low)
    )
    st.metric(title, f"{share:.0%}", help=HELP[name])
    st.caption(f"{right} of {interval.count}; 95%: {low:.0%} to {high:.0%}")


def _time_and_price(figures: AnswerFigures) -> None:
    milliseconds = "?" if figures.seconds is None else f"{1000 * figures.seconds:,.0f} ms"
    st.metric(
        "Time to an answer",
        milliseconds,
        help="Median over the questions, as though nothing had been remembered; what a language "
        "model answered before is left out. A price is that of the service which writes the "
        "answers or embeds the questions, by the prices of the settings.",
    )
    price = f"\\${figures.price:.4f}" if figures.price else "No price"
    st.caption(f"{price} for 1,000 questions")


def _as_shown(name: str, interval: Interval) -> tuple[str, float, int, Interval]:
    right = round(interval.mean * interval.count)
    if name in _REFUSED:
        return _REFUSED[name], 1 - interval.mean, interval.count - right, interval
    return MEASURES[name], interval.mean, right, interval


def _kinds(figures: AnswerFigures) -> None:
    st.markdown("**By kind of question**")
    if not figures.kinds:
        st.caption(
            "No question has a kind. Give questions one, such as *dose* or *follow-up*, under "
            "Questions (*Change*), or in a column `kind` of a file, and measure again: figures "
            "are then shown for each."
        )
        return
    names = [*_SHOWN, *(name for name in CLAIM_MEASURES if name in figures.shares)]
    titles = [_REFUSED.get(name, MEASURES[name]) for name in names]
    head = [f"| Kind | {' | '.join(titles)} |", f"| --- {'| --: ' * len(titles)}|"]
    rows = [
        f"| {plain(kind) or '(none)'} | {' | '.join(_counts(shares, names))} |"
        for kind, shares in figures.kinds.items()
    ]
    st.markdown("\n".join([*head, *rows]))
    means = "; of claims and lines, the mean of so many" if len(names) > len(_SHOWN) else ""
    st.caption(f"Such questions, of those that a figure is over{means}. Few of them say little.")


def _counts(shares: Mapping[str, Interval], names: Sequence[str]) -> Iterator[str]:
    """Such as `31 of 40`, of claims and lines `78% of 40`; blank where it is not defined."""
    for name in names:
        if name not in shares:
            yield ""
        elif name in CLAIM_MEASURES:
            yield f"{shares[name].mean:.0%} of {shares[name].count}"
        else:
            _, _, right, interval = _as_shown(name, shares[name])
            yield f"{right} of {interval.count}"


def _mistakes(figures: AnswerFigures) -> None:
    """A row for each question that went wrong; choosing one shows it on its page."""
    if not figures.mistakes:
        st.success("Every question was answered rightly, or refused rightly.")
        return
    st.markdown(f"**{number_of(len(figures.mistakes), 'question')} went wrong**")
    st.caption(
        "Choose one to see on its page which lines answer it, and what was retrieved for it."
    )
    with tall_table("results-mistakes-room"):
        choice_table(
            _MISTAKES,
            [
                TableRow(mistake.question.id, _mistake_cells(mistake))
                for mistake in figures.mistakes
            ],
            key="results-mistakes",
            label="Questions that went wrong",
            selected=state.view().question,
            on_choose=open_question,
        )


def _mistake_cells(mistake: Mistake) -> tuple[str, ...]:
    return (
        shortened(mistake.question.text, _LONG),
        mistake.question.kind,
        mistake.wrong.value,
        f"{mistake.reply.probability:.2f}",
        _shown_of(mistake),
    )


def _shown_of(mistake: Mistake) -> str:
    """The claims that lines do not bear out where that is what is wrong, else the citation."""
    if mistake.wrong is Wrong.UNSUPPORTED:
        claims = " / ".join(claim.text for claim in mistake.reply.unsupported)
        return shortened(f"Claim: {claims}", _QUOTED)
    best = mistake.reply.best
    return f"p. {best.page}: {shortened(' '.join(best.text.split()), _QUOTED)}" if best else ""

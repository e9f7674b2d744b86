"""How well settings answer, as lines on a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.configuration import Configuration
from core.configuration.labels import label
from core.evaluation.answer_figures import ANSWER_MEASURES, CLAIM_MEASURES, Wrong, answer_figures
from core.evaluation.outcome import MEASURES
from core.text.counts import number_of
from core.text.one_line import cut_to_line

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from core.evaluation.answer_figures import AnswerFigures, Mistake
    from core.evaluation.metrics.calibration import Calibration
    from core.evaluation.metrics.intervals import Interval
    from core.evaluation.sweeps.base import SweepResult

_NAME = max(len(MEASURES[name]) for name in (*ANSWER_MEASURES, *CLAIM_MEASURES)) + 2
_TEXT = 70
"""Characters of a question that are printed."""


def score_lines(result: SweepResult) -> Iterator[str]:
    """The answers of the setting with the most right first citations; nothing without answers."""
    best = max(
        (setting for setting in result.scored if setting.mean("first_right") is not None),
        key=lambda setting: setting.mean("first_right") or 0.0,
        default=None,
    )
    figures = answer_figures(best, result.plan.questions.questions) if best else None
    if best is None or figures is None:
        return
    yield ""
    yield f"Answers of {label(Configuration.from_json(best.setting))}: {_size(figures)}"
    yield from _share_lines(figures.shares)
    for kind, shares in figures.kinds.items():
        yield f"kind: {kind or 'none'}"
        yield from _share_lines(shares)
    yield from _calibration_lines(figures.calibration)
    for mistake in figures.mistakes:
        yield from _mistake_lines(mistake)
    if figures.price is not None:
        known = "?" if figures.seconds is None else f"{1000 * figures.seconds:.0f}"
        yield f"{known} ms to an answer (median); ${figures.price:.4f} for 1,000 questions"


def _size(figures: AnswerFigures) -> str:
    questions = number_of(figures.questions, "question")
    return f"{questions}, {figures.answerable} of them with an answer in the text"


def _share_lines(shares: Mapping[str, Interval]) -> Iterator[str]:
    for name, share in shares.items():
        right = "mean" if name in CLAIM_MEASURES else str(round(share.mean * share.count))
        yield (
            f"  {MEASURES[name]:<{_NAME}}{right:>4} of {share.count:<4} {share.mean:.3f} "
            f"({share.low:.3f}-{share.high:.3f})"
        )


def _calibration_lines(figures: Calibration) -> Iterator[str]:
    if figures.error is None:
        return
    yield f"Probability stated and share right (expected calibration error {figures.error:.3f})"
    for share in figures.bins:
        line = f"  {share.low:.1f}-{share.high:.1f}{share.count:>6} questions"
        if share.right and share.stated is not None:
            line += f"  stated {share.stated:.2f}, right {share.right.mean:.2f} "
            line += f"({share.right.low:.2f}-{share.right.high:.2f})"
        yield line


def _mistake_lines(mistake: Mistake) -> Iterator[str]:
    probability = f"{mistake.reply.probability:.2f}"
    yield f"  {mistake.wrong.value} ({probability}): {cut_to_line(mistake.question.text, _TEXT)}"
    if mistake.wrong is Wrong.UNSUPPORTED:
        yield from (f"    {cut_to_line(claim.text, _TEXT)}" for claim in mistake.reply.unsupported)

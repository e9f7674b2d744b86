"""Results of sweeps as rows: settings, means with their intervals, and costs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from core.configuration import Configuration
from core.configuration.labels import shown, symbol_values
from core.evaluation.metrics.intervals import Interval, bootstrap_mean
from core.evaluation.outcome import MEASURES, Scored
from core.export.tables import TableForm, as_table

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from core.evaluation.sweeps.base import SweepResult

Value = str | float | None
"""What stands in a column; None where a setting has no such thing."""

_ENDS = ("", " low", " high", " n")
"""What stands behind the name of a measure: its mean, the ends of its interval, how many."""
_SYMBOLS = ("N", "O", "Q", "M", "B_h")
"""Options with a column of their own."""


@dataclass(frozen=True)
class Row:
    """A setting of a sweep.

    `columns` say what was measured on what, the options, and the costs: O, M and B_h are shares
    of N, seconds those of all documents together but for a search, which is one question's (the
    mean), and an answer (the median); prices are US dollars.
    `measures` are means over the questions for which they are defined, with 95 % intervals.
    """

    scored: Scored
    setting: Configuration
    columns: Mapping[str, Value]
    measures: Mapping[str, Interval]

    @property
    def key(self) -> str:
        """That of the setting."""
        return self.scored.key


def rows(result: SweepResult, measures: Iterable[str] = MEASURES) -> list[Row]:
    """A row for each setting of a sweep that has ended, in the order of the plan."""
    names = tuple(measures)
    return [_row(result, scored, names) for scored in result.scored]


def plain_rows(table: Sequence[Row]) -> list[dict[str, Value]]:
    """The rows as plain values; four for each measure that any row has."""
    names = [name for name in MEASURES if any(name in row.measures for row in table)]
    return [
        {
            **row.columns,
            **{
                f"{name}{end}": cell
                for name in names
                for end, cell in zip(_ENDS, _cells(row.measures.get(name)), strict=True)
            },
        }
        for row in table
    ]


def as_csv(table: Sequence[Row]) -> str:
    """The rows as CSV with a heading; see `plain_rows`."""
    rows = plain_rows(table)
    return as_table(rows, list(rows[0] if rows else ()), TableForm.CSV)


def _row(result: SweepResult, scored: Scored, measures: Sequence[str]) -> Row:
    setting = Configuration.from_json(scored.setting)
    intervals = {name: bootstrap_mean(scored.values(name)) for name in measures}
    return Row(
        scored,
        setting,
        {**_measured_on(result, scored), **_options(setting), **_costs(scored)},
        {name: interval for name, interval in intervals.items() if interval},
    )


def _measured_on(result: SweepResult, scored: Scored) -> dict[str, Value]:
    plan = result.plan
    return {
        "sweep": plan.name,
        "questions": plan.questions.name,
        "question set": plan.questions.key,
        "within": scored.searched or plan.within.value,
        **({"answered by": plan.writer.model} if plan.writer else {}),
    }


def _options(setting: Configuration) -> dict[str, Value]:
    values = symbol_values(setting)
    others = [f"{name}={shown(value)}" for name, value in values.items() if name not in _SYMBOLS]
    return {
        "parser": setting.parser or "as in the library",
        "strategy": setting.strategy,
        **{symbol: values.get(symbol) for symbol in _SYMBOLS},
        "other options": "; ".join(others),
        "refining": setting.refining.text,
        "encoder": setting.encoder,
        "neighbourhood": setting.neighbourhood,
        "dense": setting.retrieval.dense,
        "k": setting.retrieval.top_k,
        "gap": setting.retrieval.gap,
        "same page": setting.retrieval.same_page,
        "close reading": "yes" if setting.retrieval.reading else "no",
        "threshold": setting.answer.threshold,
        "citations": setting.answer.max_citations,
    }


def _costs(scored: Scored) -> dict[str, Value]:
    cost = scored.cost
    return {
        "chunks": cost.chunks if cost else None,
        "mean chunk tokens": cost.chunk_tokens if cost else None,
        "index tokens": cost.index_tokens if cost else None,
        "retrieved tokens": scored.mean("retrieved_tokens"),
        "seconds to parse": cost.parse_seconds if cost else None,
        "seconds to chunk": cost.chunk_seconds if cost else None,
        "seconds to embed": cost.embed_seconds if cost else None,
        "seconds to search": cost.search_seconds if cost else None,
        "seconds to answer": cost.answer_seconds if cost else None,
        "price of 1,000 answers": cost.answer_price if cost else None,
        "failed": scored.failed,
    }


def _cells(interval: Interval | None) -> tuple[Value, ...]:
    if interval is None:
        return None, None, None, None
    return interval.mean, interval.low, interval.high, interval.count

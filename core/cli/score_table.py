"""Results of a sweep as a table: on a terminal, as a page of HTML, and as JSON."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

from core.configuration.labels import label
from core.evaluation.answer_figures import answer_figures, figures_record, interval_record
from core.evaluation.comparison import not_worse
from core.evaluation.outcome import MEASURES
from core.evaluation.table import Row, Value, as_csv, rows
from core.text.counts import number_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from core.evaluation.metrics.intervals import Interval
    from core.evaluation.sweeps.base import SweepResult

_COLUMN = 22
_TOKENS = "retrieved_tokens"
_POLICY = "default-src 'none'; style-src 'unsafe-inline'"
"""What a browser may load and run for the page: nothing but its style."""
_STYLE = """
body { font: 15px/1.45 system-ui, sans-serif; margin: 2rem; color-scheme: light dark; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: .3rem .7rem; border-bottom: 1px solid #8884; text-align: right; }
th:first-child, td:first-child { text-align: left; white-space: nowrap; }
small { opacity: .7; white-space: nowrap; }
"""


def table_lines(result: SweepResult, measures: Sequence[str]) -> Iterator[str]:
    """A line for each setting; a star marks those that are not shown to be worse than the best."""
    table = rows(result)
    shown = [*measures, *([] if _TOKENS in measures else [_TOKENS])]
    good = {name: _good(result, name) for name in shown}
    width = max([len(label(row.setting)) for row in table], default=0)
    yield f"{'':<{width}}" + "".join(f"{name.replace('_', ' '):>{_COLUMN}}" for name in shown)
    for row in table:
        cells = (_cell(row.measures.get(name), row.key in good[name]) for name in shown)
        line = f"{label(row.setting):<{width}}" + "".join(f"{cell:>{_COLUMN}}" for cell in cells)
        yield f"{line}  failed: {row.scored.failed}" if row.scored.failed else line
    questions = number_of(len(result.plan.questions.questions), "question")
    yield (f"Means over {questions} with 95% intervals; * not shown to be worse than the best.")


def records(result: SweepResult) -> list[dict[str, Any]]:
    """The settings with their columns and measures as values of JSON."""
    return [
        {
            "key": row.key,
            "setting": row.scored.setting,
            **row.columns,
            "measures": {
                name: interval_record(interval) for name, interval in row.measures.items()
            },
            **_answers(row, result),
        }
        for row in rows(result)
    ]


def file_content(result: SweepResult, path: Path) -> bytes:
    """The results in the format that the name of a file asks for: CSV, JSON or HTML."""
    if path.suffix.lower() == ".csv":
        return as_csv(rows(result)).encode()
    if path.suffix.lower() == ".json":
        return result.model_dump_json(indent=1).encode()
    return _html(result).encode()


def _html(result: SweepResult) -> str:
    table = rows(result)
    plan = result.plan
    columns = list(table[0].columns) if table else []
    names = [name for name in MEASURES if any(name in row.measures for row in table)]
    heads = "".join(
        f"<th>{escape(head)}</th>"
        for head in ["setting", *map(MEASURES.__getitem__, names), *columns]
    )
    body = "\n".join(f"<tr>{_html_cells(row, names)}</tr>" for row in table)
    summary = (
        f"{number_of(len(plan.questions.questions), 'question')}, "
        f"searched within the {plan.within.value}"
    )
    summary += f", answered by {escape(plan.writer.model)}" if plan.writer else ""
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">'
        f"<title>{escape(plan.name)}</title><style>{_STYLE}</style></head>"
        f"<body><h1>{escape(plan.name)}</h1>\n<p>{summary}; "
        f"question set {plan.questions.key}; begun {escape(result.created)}. Means with 95% "
        f"intervals.</p>\n<table><thead><tr>{heads}</tr></thead><tbody>\n{body}\n</tbody></table>"
        "</body></html>\n"
    )


def _html_cells(row: Row, names: Sequence[str]) -> str:
    cells = [escape(label(row.setting)), *(_html_interval(row.measures.get(n)) for n in names)]
    cells += [escape(_plain(value)) for value in row.columns.values()]
    return "".join(f"<td>{cell}</td>" for cell in cells)


def _html_interval(interval: Interval | None) -> str:
    if interval is None:
        return ""
    return f"{interval.mean:.3g} <small>{interval.low:.3g} to {interval.high:.3g}</small>"


def _good(result: SweepResult, measure: str) -> frozenset[str]:
    """Which are no worse than the best; fewer tokens are better, so they have no best here."""
    return frozenset() if measure == _TOKENS else not_worse(result.scored, measure)


def _cell(interval: Interval | None, good: bool) -> str:
    if interval is None:
        return ""
    digits = 0 if interval.mean >= 10 else 3
    ends = f"{interval.low:.{digits}f}-{interval.high:.{digits}f}"
    return f"{interval.mean:.{digits}f} ({ends}){'*' if good else ' '}"


def _plain(value: Value) -> str:
    if isinstance(value, float):
        return f"{value:.4g}"
    return "" if value is None else str(value)


def _answers(row: Row, result: SweepResult) -> dict[str, Any]:
    figures = answer_figures(row.scored, result.plan.questions.questions)
    return {"answers": figures_record(figures)} if figures else {}

"""Figures as a table for people and as JSON for programs."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from benchmarks.figure import Figure

if TYPE_CHECKING:
    from collections.abc import Sequence

_HEAD = ("figure", "value", "baseline", "target", "reached")


def table(figures: Sequence[Figure]) -> str:
    """One line a figure, columns aligned; figures without a target only inform."""
    rows = [_HEAD, *map(_row, figures)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(_HEAD))]
    rows.insert(1, tuple("-" * width for width in widths))
    lines = ("  ".join(map(str.ljust, row, widths)).rstrip() for row in rows)
    return "\n".join(lines)


def summary(figures: Sequence[Figure], failed: Sequence[str]) -> str:
    """How many targets were reached, which were not, and which modules failed."""
    judged = [figure for figure in figures if figure.reached is not None]
    missed = [figure.name for figure in judged if not figure.reached]
    lines = [f"{len(judged) - len(missed)} of {len(judged)} targets reached"]
    lines += [f"missed: {name}" for name in missed]
    lines += [f"failed to run: {name}" for name in failed]
    return "\n".join(lines)


def to_json(figures: Sequence[Figure]) -> str:
    """The figures as a JSON array, with whether each reached its target."""
    values = [{**asdict(figure), "reached": figure.reached} for figure in figures]
    return json.dumps(values, indent=1) + "\n"


def from_json(content: str) -> list[Figure]:
    """What `to_json` was given."""
    return [_figure(values) for values in json.loads(content)]


def _figure(values: dict[str, Any]) -> Figure:
    return Figure(**{name: value for name, value in values.items() if name != "reached"})


def _row(figure: Figure) -> tuple[str, ...]:
    baseline, target = "", ""
    if figure.baseline is not None:
        baseline = f"{_number(figure.baseline)} {figure.unit} ({figure.baseline_name})"
    if figure.target is not None:
        bound = "at most" if figure.at_most else "at least"
        target = f"{bound} {_number(figure.target)} {figure.unit}"
    reached = {None: "", True: "yes", False: "NO"}[figure.reached]
    return figure.name, f"{_number(figure.value)} {figure.unit}", baseline, target, reached


def _number(value: float) -> str:
    """Four significant digits, five decimals for shares, and never an exponent."""
    if abs(value) < 1:
        return f"{value:.5f}".rstrip("0").rstrip(".")
    return f"{value:.4g}" if abs(value) < 1000 else f"{value:,.0f}"

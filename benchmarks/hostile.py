"""Hidden and visible text and full disks, tried on the real program: how many trials it survived.

What else is hostile (damage, foreign requests, markup, keys) is tried by the tests.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from benchmarks.figure import Figure

if TYPE_CHECKING:
    from pathlib import Path

    from benchmarks.attacks.base import Attack

KINDS = ("hidden_text", "visible_text", "full_disk")
"""Modules of `benchmarks.attacks`, each with `attacks(data) -> Iterator[Attack]`."""


def run(data: Path | None) -> list[Figure]:
    """The share survived of each kind; every trial is printed as it ends.

    A kind of which nothing can be tried here, for want of data or rights, is left out.
    """
    trials = ((kind, _tried(kind, data)) for kind in KINDS)
    return [_figure(kind, tried) for kind, tried in trials if tried]


def _tried(kind: str, data: Path | None) -> list[Attack]:
    tried: list[Attack] = []
    for attack in import_module(f"benchmarks.attacks.{kind}").attacks(data):
        print(f"{kind}, {attack.name}: {attack.failure or 'survived'}", flush=True)
        tried.append(attack)
    return tried


def _figure(kind: str, tried: list[Attack]) -> Figure:
    survived = sum(attack.survived for attack in tried)
    how = f"{survived} of {len(tried)} survived"
    share = survived / len(tried)
    return Figure(f"hostile: {kind.replace('_', ' ')}, {how}", how, share, "of 1", target=1.0)

"""Glossaries are made once for a reading of their document."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from core.workbench.glossaries import Glossaries
from tests.builders import sir_from_texts


def test_a_glossary_is_made_anew_only_for_another_reading() -> None:
    readings = ["first", "first", "second"]
    documents: Any = SimpleNamespace(
        tree_key=lambda _: readings.pop(0),
        sir=lambda _: sir_from_texts(["Radiofrequency ablation (RFA) helps."]),
    )
    glossaries = Glossaries(documents)
    made = [glossaries.of("document") for _ in range(3)]
    assert made[0] is made[1]
    assert made[1] is not made[2]

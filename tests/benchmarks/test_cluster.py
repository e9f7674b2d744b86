from __future__ import annotations

import pytest

from benchmarks.cluster import measure

pytest.importorskip("ray", reason="needs Ray: pip install 'sightline[cluster]'")


def test_a_few_pages_are_read_and_a_kill_loses_nothing() -> None:
    figures = {figure.name: figure for figure in measure(None, pages=4, kills=1, rounds=1)}
    assert figures["two workers to one"].value > 0
    assert figures["documents lost"].reached
    assert figures["documents double"].reached

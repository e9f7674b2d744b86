from __future__ import annotations

import pytest

from benchmarks.cluster import killed, started
from tests.builders import pdf_bytes

pytest.importorskip("ray", reason="needs Ray: pip install 'sightline[cluster]'")


def test_documents_are_counted_that_a_killed_worker_lost_or_doubled() -> None:
    with started() as library:
        figures = killed(library, pdf_bytes(["A page with words."] * 10), pages=20, kills=1)
    values = {figure.name: figure.value for figure in figures}
    assert values["workers killed"] == 1
    assert values["documents lost"] == values["documents double"] == 0
    assert values["readings of a document"] >= 1

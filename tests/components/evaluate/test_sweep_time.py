"""How long a sweep takes, before it begins."""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from components.evaluate.answering import Answering
from components.evaluate.sweep_form import sweep_time
from core.chunking import make_options
from core.configuration import Configuration
from core.evaluation.estimate import Speed

if TYPE_CHECKING:
    import pytest


def test_a_page_loads_few_of_many_documents_to_say_it(monkeypatch: pytest.MonkeyPatch) -> None:
    loaded: list[str] = []

    def stream(sha: str) -> range:
        loaded.append(sha)
        return range(2000)

    bench = SimpleNamespace(documents=SimpleNamespace(stream=stream))
    monkeypatch.setattr("components.resources.workbench", lambda: bench)
    monkeypatch.setattr("components.evaluate.sweep_form.speed", lambda: Speed(1000.0, 0.0))
    setting = Configuration("fixed", make_options("fixed", {}), "hashing")

    def seconds(count: int) -> float:
        loaded.clear()
        records: Any = [SimpleNamespace(sha=str(n), page_count=4) for n in range(count)]
        return sweep_time([setting], records, 0, Answering(wanted=False))

    assert seconds(50) == 50 * seconds(1) > 0
    assert seconds(50)
    assert len(loaded) == 3

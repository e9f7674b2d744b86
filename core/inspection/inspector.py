"""The tools one after the other over one sample, and the decision from what they answer."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, TypeVar

from core.inspection import SAMPLE, TOOLS
from core.inspection.fingerprint import count_tokens, fingerprint
from core.inspection.layout import probe_layout_complexity
from core.inspection.metadata import analyze_metadata
from core.inspection.policy import decide
from core.inspection.results import Inspection
from core.inspection.rules import test_rule_adherence
from core.inspection.sample import Sample

if TYPE_CHECKING:
    from collections.abc import Callable

    import pymupdf

    from core.progress import Progress

T = TypeVar("T")


def inspect(
    pdf: pymupdf.Document,
    document: str,
    progress: Progress | None = None,
    *,
    encrypted: bool = False,
) -> Inspection:
    """What the Inspector finds out about an open PDF whose bytes have the SHA-256 `document`.

    `progress` counts tools.
    """
    sample = Sample(pdf, encrypted)
    clock = _Clock(progress)
    clock.time(SAMPLE, lambda: sample.signals)
    metadata = clock.time("analyze_metadata", lambda: analyze_metadata(sample))
    layout = clock.time("probe_layout_complexity", lambda: probe_layout_complexity(sample))
    rules = clock.time("test_rule_adherence", lambda: test_rule_adherence(sample))
    words = fingerprint(metadata, layout, rules)
    return Inspection(
        document=document,
        sampled_pages=sample.numbers,
        metadata=metadata,
        layout=layout,
        rules=rules,
        fingerprint=words,
        tokens=count_tokens(words),
        decision=decide(metadata, layout, rules),
        seconds=clock.seconds,
    )


class _Clock:
    """Takes the time of each step, apart from what the steps answer."""

    def __init__(self, progress: Progress | None) -> None:
        self.seconds: dict[str, float] = {}
        self._progress = progress

    def time(self, name: str, step: Callable[[], T]) -> T:
        start = time.perf_counter()
        answer = step()
        self.seconds[name] = round(time.perf_counter() - start, 4)
        if self._progress:
            self._progress(len(self.seconds), 1 + len(TOOLS))
        return answer

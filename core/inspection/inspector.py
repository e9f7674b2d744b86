"""The tools one after the other over one sample, and the decision from what they answer."""

from __future__ import annotations

import time
from operator import attrgetter
from typing import TYPE_CHECKING, Any

from core.inspection import SAMPLE, TOOLS
from core.inspection.fingerprint import count_tokens, fingerprint
from core.inspection.policy import decide
from core.inspection.results import Inspection
from core.inspection.sample import Sample
from core.plugins import load

if TYPE_CHECKING:
    import pymupdf

    from core.progress import Progress


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
    answers: dict[str, Any] = {}
    seconds: dict[str, float] = {}
    for name in (SAMPLE, *TOOLS):
        tool = load(TOOLS, name) if name in TOOLS else attrgetter("signals")
        start = time.perf_counter()
        answers[name] = tool(sample)
        seconds[name] = round(time.perf_counter() - start, 4)
        if progress:
            progress(len(seconds), 1 + len(TOOLS))
    metadata, layout, rules = (answers[name] for name in TOOLS)
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
        seconds=seconds,
    )

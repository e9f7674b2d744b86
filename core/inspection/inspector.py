"""The tools one after the other over one sample, and what is decided from their answers."""

from __future__ import annotations

import time
from operator import attrgetter
from typing import TYPE_CHECKING, Any

from core.inspection import SAMPLE, TOOLS
from core.inspection.policy import decide
from core.inspection.results import Answer, Inspection, LayoutAnswer, MetadataAnswer, RulesAnswer
from core.inspection.sample import Sample
from core.plugins import load
from core.tokenizer import minilm_tokenizer

if TYPE_CHECKING:
    import pymupdf

    from core.progress import Progress


MOST_TOKENS = 200
"""Source: TopoChunker, section 3.1.1 (a fingerprint has typically under 200 tokens)."""


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


def fingerprint(metadata: MetadataAnswer, layout: LayoutAnswer, rules: RulesAnswer) -> str:
    """Three lines, one a tool; nothing in it comes from the text of the document."""
    agreement = rules.outline_agreement is not None
    lines = (
        _line(
            metadata,
            "{pages} pages, {sampled} sampled, text {text_share:.0%}, scanned {scanned_share:.0%}",
            "outline {outline_entries} deep {outline_depth}",
            "language {language}" if metadata.language else "",
            "tagged" if metadata.tagged else "",
            "encrypted" if metadata.encrypted else "",
        ),
        _line(
            layout,
            "columns {columns:g}, images {image_share:.0%}, tables {table_share:.0%}",
            "unruled {unruled_share:.0%}, rulings {rulings:.0f}, drawings {drawings:.0f}",
            "rotated {rotated_share:.0%}, hidden {hidden_share:.0%}, forms {form_fields:.0f}",
            "two-up" if layout.two_up else "",
            "sight {sight_share:.0%}",
        ),
        _line(
            rules,
            "headings {headings:g} per 1000 words, numbered {numbered:.0%}",
            "size steps {size_steps}",
            "outline agrees {outline_agreement:.0%}" if agreement else "",
            "paragraphs {paragraph_share:.0%}, short lines {short_lines:.0%}",
        ),
    )
    return "\n".join(lines)


def _line(answer: Answer, *parts: str) -> str:
    return ", ".join(part.format(**answer.model_dump()) for part in parts if part)


def count_tokens(text: str) -> int:
    """The length of a text in tokens of all-MiniLM-L6-v2."""
    return len(minilm_tokenizer().encode(text, add_special_tokens=False).ids)

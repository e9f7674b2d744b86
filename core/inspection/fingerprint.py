"""The answers of the tools as one short text, from which a path can be chosen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.tokenizer import minilm_tokenizer

if TYPE_CHECKING:
    from core.inspection.results import Answer, LayoutAnswer, MetadataAnswer, RulesAnswer

MOST_TOKENS = 200
"""Source: TopoChunker, section 3.1.1 (a fingerprint has typically under 200 tokens)."""


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

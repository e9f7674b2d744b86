"""The answers of the tools as one short text, from which a path can be chosen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.tokenizer import minilm_tokenizer

if TYPE_CHECKING:
    from core.inspection.results import LayoutAnswer, MetadataAnswer, RulesAnswer

MOST_TOKENS = 200
"""Source: TopoChunker, section 3.1.1 (a fingerprint has typically under 200 tokens)."""


def fingerprint(metadata: MetadataAnswer, layout: LayoutAnswer, rules: RulesAnswer) -> str:
    """Three lines, one a tool; nothing in it comes from the text of the document."""
    return "\n".join((_metadata(metadata), _layout(layout), _rules(rules)))


def count_tokens(text: str) -> int:
    """The length of a text in tokens of all-MiniLM-L6-v2."""
    return len(minilm_tokenizer().encode(text, add_special_tokens=False).ids)


def _metadata(found: MetadataAnswer) -> str:
    flags = [name for name in ("tagged", "encrypted") if getattr(found, name)]
    parts = [
        f"{found.pages} pages, {found.sampled} sampled",
        f"text {found.text_share:.0%}",
        f"scanned {found.scanned_share:.0%}",
        f"outline {found.outline_entries} deep {found.outline_depth}",
        *([f"language {found.language}"] if found.language else []),
        *flags,
    ]
    return ", ".join(parts)


def _layout(found: LayoutAnswer) -> str:
    parts = [
        f"columns {found.columns:g}",
        f"images {found.image_share:.0%}",
        f"tables {found.table_share:.0%}",
        f"unruled {found.unruled_share:.0%}",
        f"rulings {found.rulings:.0f}",
        f"drawings {found.drawings:.0f}",
        f"rotated {found.rotated_share:.0%}",
        f"hidden {found.hidden_share:.0%}",
        f"forms {found.form_fields:.0f}",
        *(["two-up"] if found.two_up else []),
        f"sight {found.sight_share:.0%}",
    ]
    return ", ".join(parts)


def _rules(found: RulesAnswer) -> str:
    agreement = found.outline_agreement
    parts = [
        f"headings {found.headings:g} per 1000 words",
        f"numbered {found.numbered:.0%}",
        f"size steps {found.size_steps}",
        *([] if agreement is None else [f"outline agrees {agreement:.0%}"]),
        f"paragraphs {found.paragraph_share:.0%}",
        f"short lines {found.short_lines:.0%}",
    ]
    return ", ".join(parts)

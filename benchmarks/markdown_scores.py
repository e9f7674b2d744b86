"""How like a Markdown text is to its gold: reading order, tables and headings.

NID is over texts with whitespace made equal, TEDS over the first table, and MHS over the headings
as a flat list with the text below each, as `core.evaluation.metrics` defines them.

Source: opendataloader-bench, evaluation of reading order, tables and headings; TEDS: Zhong et
al., Image-based table recognition (2020).
"""

from __future__ import annotations

from typing import NamedTuple

from core.evaluation.gold.markdown_content import (
    markdown_sections,
    plain_text,
    unify_tables,
    without_images,
)
from core.evaluation.metrics.document_content import heading_similarity, teds
from core.evaluation.metrics.edit_distance import indel_similarity


class Scores(NamedTuple):
    """NID, TEDS and MHS, each from 0 to 1; None where the gold has no table, or no heading."""

    nid: float
    teds: float | None
    mhs: float | None


def scores(gold: str, found: str) -> Scores:
    """How like `found` is to `gold`."""
    gold_tables, gold_text = unify_tables(without_images(gold))
    found_tables, found_text = unify_tables(without_images(found))
    return Scores(
        indel_similarity(plain_text(gold_text), plain_text(found_text)),
        teds(gold_tables[0], found_tables[0] if found_tables else []) if gold_tables else None,
        heading_similarity(markdown_sections(gold_text), markdown_sections(found_text)),
    )

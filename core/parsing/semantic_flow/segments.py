"""Paragraphs of a narrative to segments on one topic each."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.parsing.elements import Element


def segments(flow: Sequence[Element]) -> list[Element]:
    """The flow with runs of text on one topic held by a SEGMENT each."""
    return list(flow)

"""A long list in parts, with the numbers of the parts above it."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

import streamlit as st

if TYPE_CHECKING:
    from collections.abc import Sequence

T = TypeVar("T")


def part_of(items: Sequence[T], most: int, *, key: str) -> Sequence[T]:
    """The items of the part that is turned to, `most` of them; no numbers where one holds all."""
    parts = -(-len(items) // most)
    at = st.pagination(parts, key=key) if parts > 1 else 1
    return items[(at - 1) * most : at * most]

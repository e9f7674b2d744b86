"""Counts of things in words."""

from __future__ import annotations


def number_of(count: int, noun: str, plural: str = "") -> str:
    """Such as `1 page`, `0 pages` or `1,200 pages`; `plural` where an s alone does not make it."""
    return f"1 {noun}" if count == 1 else f"{count:,} {plural or f'{noun}s'}"

"""Options of chunking strategies, from which pages and the command line draw their controls."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pydantic import Field

from core.value_models import StrictModel

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pydantic.fields import FieldInfo

_CHOICES = "choices"


class ChunkingOptions(StrictModel):
    """Options of a strategy; pages draw their controls from the fields of a subclass."""

    @property
    def size(self) -> int:
        """Tokens that a chunk should not pass; what a strategy keeps whole may pass them."""
        raise NotImplementedError

    @property
    def unlisted(self) -> set[str]:
        """Fields that keys, addresses and names leave out: those that came later, at their default.

        What is stored under them stays found.
        """
        return set()


def number(default: float, low: float, high: float, title: str, description: str) -> Any:
    """The field of an option: a number from `low` to `high`, as people are told of it."""
    return Field(default, ge=low, le=high, title=title, description=description)


def choice(default: str, choices: Mapping[str, str], title: str, description: str) -> Any:
    """The field of an option: one of the names, which people are told of in the words given."""
    extra: Any = {_CHOICES: dict(choices)}
    return Field(default, title=title, description=description, json_schema_extra=extra)


def choices(info: FieldInfo) -> dict[str, str]:
    """The names that a field made by `choice` takes, with their words; empty for a number."""
    extra: Any = info.json_schema_extra
    return extra.get(_CHOICES, {}) if isinstance(extra, dict) else {}


def maximum(default: int, description: str) -> Any:
    """The field of N, the tokens of a chunk at the most."""
    return number(default, 16, 2048, "N: maximum tokens", description)


class SizedOptions(ChunkingOptions):
    """Options of the strategies with a maximum."""

    max_tokens: int = maximum(
        256,
        "No chunk holds more tokens than this, headings and overlap included. "
        "The thesis compares 128, 256, 512 and 1024; all-MiniLM-L6-v2 reads 256 at once.",
    )

    @property
    def size(self) -> int:
        """N."""
        return self.max_tokens


class OverlapOptions(SizedOptions):
    """Options of the strategies with a sliding window."""

    overlap: float = number(
        0.2, 0.0, 0.5, "O: overlap, share of N",
        "Tokens at the end of a chunk that the next one repeats. "
        "The thesis compares 0 and 0.2 N.",
    )  # fmt: skip

    @property
    def overlap_tokens(self) -> int:
        """O in tokens, rounded down and always less than N."""
        return int(self.overlap * self.max_tokens)

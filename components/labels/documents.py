"""What boxes and buttons show for the things to choose from."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping


def unique_labels(names: Mapping[str, str]) -> dict[str, str]:
    """The names by their keys, those that several have told apart by the start of the key.

    The browser gives back what a box shows: of two that look alike only the first can be chosen.
    """
    count = Counter(names.values())
    return {key: name if count[name] == 1 else f"{name} ({key[:8]})" for key, name in names.items()}


def beginning(text: str, most: int) -> str:
    """A text on one line of at most so many characters, with an ellipsis where it is cut."""
    line = " ".join(text.split())
    return line if len(line) <= most else f"{line[: most - 1].rstrip()}…"

"""What boxes show for the things to choose from."""

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

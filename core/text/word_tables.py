"""Tables of words and rules, kept in a JSON file beside the module that reads them."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable


def word_table(module: str) -> Any:
    """What the JSON file of the same name holds; `module` is the `__file__` of a module."""
    return json.loads(Path(module).with_suffix(".json").read_text("utf-8"))


def any_of(alternatives: Iterable[str]) -> re.Pattern[str]:
    """A pattern of any of these expressions, the first that fits, in capitals or not."""
    return re.compile("|".join(alternatives), re.IGNORECASE)


def whole_words(alternatives: Iterable[str]) -> re.Pattern[str]:
    """A pattern of any of these expressions between the bounds of words, in capitals or not."""
    return any_of([rf"\b(?:{'|'.join(alternatives)})\b"])

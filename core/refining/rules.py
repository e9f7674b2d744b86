"""Word lists and patterns of the rules, English and German, as they stand in `rules.json`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from core.text.stems import stem

RULES: dict[str, Any] = json.loads(Path(__file__).with_suffix(".json").read_text("utf-8"))


def stems(name: str) -> frozenset[str]:
    """The stems of a list of words."""
    return frozenset(map(stem, RULES[name].split()))

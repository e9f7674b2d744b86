"""The words that rules go by, and the forms of their questions, both in `wording.json`.

German titles are quoted in questions, since they cannot be bent to fit a sentence.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

from core.text.language import Language

_WORDING = json.loads(Path(__file__).with_name("wording.json").read_text("utf-8"))
PATTERNS: dict[str, re.Pattern[str]] = {
    name: re.compile(pattern) for name, pattern in _WORDING["patterns"].items()
}
"""What titles, terms and names of tables look like."""
WORDS: dict[str, frozenset[str]] = {
    name: frozenset(words.split()) for name, words in _WORDING["words"].items()
}
"""Small words that titles and rows may have for names without naming anything."""


def phrase(language: Language, form: str, *values: str, **named: str) -> str:
    """A form filled in; the English one for a language that is not known."""
    code = "de" if language is Language.GERMAN else "en"
    return _WORDING["phrases"][code][form].format(*values, **named)

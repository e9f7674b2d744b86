"""Whether a claim puts together what the lines keep apart: groups, comparisons, directions."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from core.verification.comparisons import turned_round
from core.verification.groups import mixed_up
from core.verification.verdicts import Weight

if TYPE_CHECKING:
    from core.text.language import Language
    from core.verification.source import Source


def swapped(claim: str, language: Language, source: Source) -> tuple[Weight, str]:
    """What the claim has mixed up, and how much that says against it; nothing without words.

    What repeats the lines word for word has mixed up nothing.
    """
    if any(_letters(claim) in _letters(text) for text in (source.cited, source.wide)):
        return Weight.NOTHING, ""
    if message := turned_round(claim, language, source):
        return Weight.AGAINST, message
    return mixed_up(claim, language, source)


def _letters(text: str) -> str:
    """The words of a text, without what stands between them."""
    return " ".join(re.findall(r"\w+", text.lower()))

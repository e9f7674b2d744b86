"""Bullets of fonts of symbols that say "Â" or "§" of themselves, written as "•".

What such a font draws for a letter is no letter, and nothing in the file says what it is. Where it
stands alone before words in another font, it is the bullet of an item.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from core.reading.drawn_bullets import BULLET

if TYPE_CHECKING:
    from collections.abc import Iterable

SYMBOLS = re.compile(r"(?i:wingding(?!s?[ -]?[23])|dingbat)|(?:Icon|(?<![A-Za-z])icon)s?(?![a-z])")
"""Names of fonts without letters; that of the font Symbol has Greek ones.

"SemiCondensed", "Lexicon" and "Icone" have letters. The second and third Wingdings, and Webdings,
draw ticks and arrows for letters.
"""

TELLING = "üûþýo¨xCDJKLßáâãäåæçéêëìíîïñòóôõö÷ø"
"""Codes by which such fonts draw what says yes or no, up or down: boxes, ticks, faces, arrows.

Those to the right are bullets as often.
"""


def name_bullets(raws: Iterable[dict[str, Any]]) -> None:
    """Puts "•" in place of such a letter at the beginning of a raw line of a page."""
    for raw in raws:
        spans = raw["spans"]
        if len(spans) > 1 and SYMBOLS.search(spans[0]["font"]) and len(spans[0]["chars"]) == 1:
            [char] = spans[0]["chars"]
            if _is_letter(char["c"]) and not SYMBOLS.search(spans[1]["font"]):
                char["c"] = BULLET


def _is_letter(sign: str) -> bool:
    coded = sign.isalpha() or "\x80" <= sign <= "\xff"
    return coded and sign not in TELLING

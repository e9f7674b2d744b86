"""Seven fictional guidelines and what a careful reader takes from them, kept apart from the rest.

They were written without sight of the code that reads guidelines. All but one were looked at since,
to widen its rules; that one says how they do on habits of publishers that nobody had in mind.
They are kept as they were set and are not to be changed, so that figures can be compared.

The gold of a guideline holds

    document              publisher, issued, valid_until, version, status (and updated, where a
                          later date is printed beside that of issue); "" where not stated
    recommendations       in the order of print, see below
    abbreviations         short and long; long is "" where the guideline never spells it out
    not_recommendations   first eight words of paragraphs that must not be taken for
                          recommendations, why ("rationale" or "other") and page
    repeats               first eight words of lines that repeat a recommendation elsewhere:
                          finding them is neither right nor wrong

and each recommendation

    number                the number as printed, without the word before it; "" if there is none
    words, text           the first eight words and the whole text, without numbers of references
    kind                  "recommendation", "statement" or "practice point"
    grade, level          strength and level of evidence as printed; "" where not stated
    grade_also, level_also  other readings that are right as well
    direction             "for", "against", or "" where it cannot be told
    population            phrases that are right, the fullest first; [""] where none is named,
                          and "" among others where it is open whether the words name one
    page                  the page of the PDF, from 1, on which it begins
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

FOLDER = Path(__file__).parent
DEVELOPMENT = (
    "potassium_in_kidney_disease",
    "speicheldruesenkarzinom",
    "toxic_cardiomyopathies",
    "falls_and_bone_health",
    "wet_cough_and_bronchiectasis",
    "chagas_disease",
)
"""Rules of cards were widened on these."""
UNSEEN = ("eisenmangel",)
"""Written after the rules, by somebody who had not read them. Do not fit anything to it."""


def documents(names: Sequence[str]) -> Iterator[tuple[str, bytes, dict[str, Any]]]:
    """File name, PDF and gold of each guideline."""
    for name in names:
        gold = json.loads((FOLDER / f"{name}.gold.json").read_text("utf-8"))
        yield f"{name}.pdf", (FOLDER / f"{name}.pdf").read_bytes(), gold

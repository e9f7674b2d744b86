"""The glossary of a document: its abbreviations, defined terms and names of drugs."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from core.glossary.base import Entry, EntryKind
from core.glossary.defined_words import defined_words
from core.glossary.drugs import drugs

if TYPE_CHECKING:
    from collections.abc import Mapping

    from core.sir import Sir

_LONGEST = 60
"""Characters of a long form that is put into a question, or for which the short one is."""


@dataclass(frozen=True)
class Glossary:
    """The entries of a document in the order of the alphabet."""

    entries: tuple[Entry, ...]

    @cached_property
    def abbreviations(self) -> Mapping[str, str]:
        """What abbreviations are short for, where the document spells them out word for word."""
        return {
            entry.form: entry.meaning
            for entry in self.entries
            if entry.kind is EntryKind.ABBREVIATION and _spells_out(entry)
        }

    def used_in(self, text: str) -> list[Entry]:
        """The entries that a text uses, in the order in which they first stand in it.

        Abbreviations as they are written, other words in any case; what is a part of a longer
        word or entry is not meant.
        """
        places = [(match.start(), match.group()) for match in self._pattern.finditer(text)]
        used = (self._named(form) for _, form in places)
        return list(dict.fromkeys(entry for entry in used if entry))

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        """All forms, the longer before those in them; a plural s may follow."""
        forms = sorted((entry.form for entry in self.entries), key=len, reverse=True)
        every = "|".join(map(re.escape, forms)) or r"(?!)"
        return re.compile(rf"(?<![\w-])(?:{every})(?=s?(?![\w-]))", re.IGNORECASE)

    @cached_property
    def _by_form(self) -> Mapping[str, Entry]:
        return {_key(entry): entry for entry in self.entries}

    def _named(self, form: str) -> Entry | None:
        return self._by_form.get(form) or self._by_form.get(form.casefold())


def glossary(sir: Sir) -> Glossary:
    """The words that a document explains, and the drugs that it names.

    A word is listed once: as what the document explains, before what it looks like.
    """
    entries = {_key(entry): entry for entry in (*drugs(sir), *defined_words(sir))}
    return Glossary(tuple(sorted(entries.values(), key=lambda entry: entry.form.casefold())))


def _key(entry: Entry) -> str:
    """What a form is looked up by: an abbreviation as it is written, others in any case."""
    short = entry.kind is EntryKind.ABBREVIATION
    return entry.form if short else entry.form.casefold()


def _spells_out(entry: Entry) -> bool:
    meaning = entry.meaning
    return 0 < len(meaning) <= _LONGEST and meaning[0].casefold() == entry.form[0].casefold()

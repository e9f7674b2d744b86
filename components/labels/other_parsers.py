"""Other parsers in words: what they cost, which settings they have, and what they invented."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import SecretStr

from components.foreign_text import plain
from core.text.counts import number_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.parsing.adapters.base import RunOptions
    from core.sir import Sir


_CENT = 0.01
_FEW = 5
"""Pieces of text that are told at most."""


def price_in_words(dollars: float | None, pages: int) -> str:
    """What a run costs, in Markdown: `About $0.30 for 30 pages`."""
    if dollars is None:
        return "What it costs is not known here: see the price list of the service."
    if not dollars:
        return "Runs on this machine, and costs nothing."
    about = "Less than \\$0.01" if dollars < _CENT else f"About \\${dollars:.2f}"
    return f"{about} for {number_of(pages, 'page')}."


def fields_in_words(options: type[RunOptions], values: RunOptions | None) -> list[dict[str, str]]:
    """Each option: its variable, what it does, what holds now; of a key only that it is set."""
    prefix = options.model_config.get("env_prefix", "")
    return [
        {
            "Variable": plain(f"{prefix}{name.upper()}"),
            "Sets": plain(field.description or name),
            "Now": plain(_shown(getattr(values, name, None))),
        }
        for name, field in options.model_fields.items()
    ]


def unplaced_in_words(missing: Sequence[str]) -> str:
    """Which words of a text of another parser stand nowhere: the first few of them."""
    shown = " · ".join(missing[:_FEW])
    more = f" and {len(missing) - _FEW:,} more" if len(missing) > _FEW else ""
    return f"nowhere on the page, and given by the parser alone: {shown}{more}"


def alignment_in_words(sir: Sir) -> list[str]:
    """How far the text of another parser stands on the pages, a sentence each; none for our own."""
    values = {
        name: int(value)
        for key, value in sir.metadata.items()
        if (name := key.removeprefix("alignment_")) != key
    }
    if not values.get("words"):
        return []
    words, exact = values["words"], values["exact"]
    told = [f"{exact / words:.1%} of {words:,} words located exactly"]
    told += [
        f"{values[name]:,} {meaning}"
        for name, meaning in (("aligned", "by another spelling"), ("approximate", "approximately"))
        if values[name]
    ]
    sentences = [", ".join(told) + "."]
    total = values["sentences"]
    if values["nowhere"]:
        stand = "stands" if values["nowhere"] == 1 else "stand"
        of = number_of(total, "sentence")
        sentences.append(f"{values['nowhere']:,} of {of} {stand} nowhere on the pages.")
    if count := values["differing"]:
        hold = number_of(count, "holds", "hold")
        sentences.append(f"{hold} words that stand nowhere on the pages.")
    if count := values["moved"]:
        cells = number_of(count, "cell stands", "cells stand")
        sentences.append(f"{cells} in another row or column.")
    if len(sentences) == 1:
        # Text in a box of the parser in which the page has no words could be invented as well.
        sentences.append(
            "No sentence is known to stand nowhere, but not every place is sure."
            if values["approximate"]
            else "Every sentence stands on the pages."
        )
    if left_out := values.get("left_out"):
        words_are = number_of(left_out, "word of the pages is", "words of the pages are")
        sentences.append(f"{words_are} in none of its elements.")
    return sentences


def _shown(value: object) -> str:
    if isinstance(value, SecretStr):
        return "set"
    return "not set" if value in (None, "", ()) else str(value)

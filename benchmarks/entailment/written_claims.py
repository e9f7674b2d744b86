"""Claims that were written beside passages, to train and to judge `core.verification.entailment`.

Passages are invented, or tell what is generally known in words of their own: names and figures are
no source for anything. Wrong claims about real people or companies have no place here. Six claims
or so stand beside each passage, a third to a half of them supported, the others contradicted or not
stated; half of the passages have two claims that differ in a word or a figure. Lengths and words in
common with the passage hardly tell which is which. Wording does in part: reasons ("because") stand
four times as often in what is not stated, and negations more often in what is supported; a trained
network tells 0.62 (area under the curve) from claims alone, 0.76 beside their passages. They were
written by eight writers, a genre each: encyclopedia and news, answers with sources, trials, health,
contracts, guides, findings in everyday words ("lay"), long claims ("long").

`training.jsonl` is what the network was trained on, but for a twentieth of the passages that was
held back then; `judging.jsonl` is what it has not seen: all of "lay" and later parts of two genres,
a few of whose passages may have been among the first.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from core.text.language import Language
from core.text.sentences import sentence_spans
from core.verification.source import Source

if TYPE_CHECKING:
    from collections.abc import Iterator

TRAINING, JUDGING = (Path(__file__).with_name(f"{name}.jsonl") for name in ("training", "judging"))
LABELS = ("supported", "contradicted", "not_stated")


@dataclass(frozen=True)
class WrittenClaim:
    """A claim beside its passage; `label` is one of `LABELS`, `kind` what was done to it."""

    genre: str
    passage: str
    claim: str
    label: str
    kind: str

    @property
    def source(self) -> Source:
        """The passage as lines."""
        spans = sentence_spans(self.passage)
        sentences = tuple(self.passage[start:end] for start, end in spans)
        return Source(self.passage, sentences, (), Language.ENGLISH)


def written_claims(file: Path) -> Iterator[WrittenClaim]:
    """The claims of a file, passage by passage."""
    with file.open(encoding="utf-8") as lines:
        for line in lines:
            row = json.loads(line)
            for claim, label, kind in row["claims"]:
                yield WrittenClaim(row["genre"], row["passage"], claim, label, kind)

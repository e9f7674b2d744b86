"""Trains what tells whether sentences bear a claim out: `core/verification/entailment.npz`.

    python -m benchmarks.fitting_entailment

It is run by hand, twenty minutes on two cores with AMX that have nothing else to do. All layers of
the cross-encoder are trained on the claims of `training.jsonl`, once each, and on what keeps words
in common from speaking against a claim: some sentences of the passages as they stand, and claims
about other passages. One in eight is read between other passages. What training changed of each
matrix is cut to a low rank (`core.embedding.low_rank`).

How well the network tells right claims from others that it has not seen is printed at the end.
"""

from __future__ import annotations

import random
import sys
from collections import defaultdict
from itertools import groupby
from typing import TYPE_CHECKING

import numpy as np

from benchmarks.entailment.network import Rows, arranged, as_published
from benchmarks.entailment.written_claims import (
    JUDGING,
    LABELS,
    TRAINING,
    WrittenClaim,
    written_claims,
)
from benchmarks.reader.network import train
from core.embedding.onnx_sessions import FIRST, LAST
from core.embedding.stored_weights import write_weights
from core.text.sentences import sentence_spans
from core.text.words import word_list
from core.tokenizer import minilm_tokenizer
from core.verification.entailment import CLAIM_TOKENS, FILE, TEXT_TOKENS, Entailment

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_EPOCHS, _RATE, _WARMING = 1.05, 1e-4, 0.06
_VERBATIM, _FOREIGN, _BETWEEN = 0.6, 0.5, 0.12
"""Shares of the passages with a sentence, and with a foreign claim; of the claims read between."""
_ALIKE = 12
"""Passages whose claims are looked through for the one with most words of another passage."""
_SHORTEST = 5
_TOLD = 20


def main() -> None:
    """Trains, writes the weights, and tells how they do on claims that were left out."""
    claims = [*written_claims(TRAINING)]
    rng = random.Random(1)
    claims += [*_added(claims, rng)]
    rows = [_row(claim.claim, text) for claim, text in zip(claims, _read(claims, rng), strict=True)]
    network = as_published()
    labels = [LABELS.index(claim.label) for claim in claims]
    for step, loss in train(network, Rows(rows, labels), _EPOCHS, _RATE, _WARMING):
        if step % _TOLD == 0:
            sys.stdout.write(f"step {step}: {loss:.3f}\n")
    write_weights(FILE, arranged(network))
    sys.stdout.write(f"area under the curve, claims left out: {_judged():.3f}\n")


def _added(claims: Sequence[WrittenClaim], rng: random.Random) -> Iterator[WrittenClaim]:
    """Sentences of passages, which are supported, and claims about other ones, which are not."""
    passages = [list(group) for _, group in groupby(claims, key=lambda claim: claim.passage)]
    genres: defaultdict[str, list[list[WrittenClaim]]] = defaultdict(list)
    for group in passages:
        genres[group[0].genre].append(group)
    for group in passages:
        genre, passage = group[0].genre, group[0].passage
        sentences = [passage[start:end] for start, end in sentence_spans(passage)]
        if len(sentences) > 1 and rng.random() < _VERBATIM:
            sentence = rng.choice(sentences)
            if len(sentence.split()) >= _SHORTEST:
                yield WrittenClaim(genre, passage, sentence, "supported", "sentence")
        if rng.random() < _FOREIGN:
            words = set(word_list(passage))
            others = rng.sample(genres[genre], min(_ALIKE, len(genres[genre])))
            foreign = [c.claim for other in others if other is not group for c in other]
            claim = max(foreign, key=lambda text: len(words.intersection(word_list(text))))
            yield WrittenClaim(genre, passage, claim, "not_stated", "foreign")


def _read(claims: Sequence[WrittenClaim], rng: random.Random) -> Iterator[str]:
    """The passage of each claim, now and then between other ones."""
    passages = list(dict.fromkeys(claim.passage for claim in claims))
    for claim in claims:
        if rng.random() >= _BETWEEN:
            yield claim.passage
            continue
        parts = [claim.passage, *rng.choices(passages, k=rng.choice((1, 2)))]
        rng.shuffle(parts)
        yield " ".join(parts)


def _row(claim: str, text: str) -> tuple[list[int], int]:
    """The ids of the tokens of both, and where those of the text begin."""
    tokenizer = minilm_tokenizer()
    one, other = (tokenizer.encode(part, add_special_tokens=False).ids for part in (claim, text))
    first = [FIRST, *one[:CLAIM_TOKENS], LAST]
    return [*first, *other[:TEXT_TOKENS], LAST], len(first)


def _judged() -> float:
    """How likely a right claim is told to be surer than another one, of those left out."""
    reader = Entailment()
    claims = [*written_claims(JUDGING)]
    odds = np.array([reader.log_odds(claim.claim, claim.passage) for claim in claims])
    right = np.array([claim.label == LABELS[0] for claim in claims])
    return float((odds[right][:, None] > odds[~right]).mean())


if __name__ == "__main__":
    main()

"""What is compared, and by which questions."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from benchmarks.ablation_questions import RULE, WRITTEN_OUT, asked_of, explained
from benchmarks.ablations import Part, settings_of
from benchmarks.questions import SAMPLES
from benchmarks.shelf import read
from core.configuration import Configuration
from core.refining import refine
from tests.cutting import cut

if TYPE_CHECKING:
    from core.chunking.base import ChunkingResult

POLICY = SAMPLES / "data_security_policy.pdf"


@pytest.fixture(scope="module")
def refined() -> ChunkingResult:
    return refine(cut(read(POLICY), "hierarchical", max_tokens=128))


def test_each_setting_lacks_one_part_of_the_whole() -> None:
    settings = settings_of(Configuration.default())
    texts = [one.refining.text for one in settings.values()]
    assert list(settings)[:2] == ["whole Refiner", "without Inspector"]
    assert texts[:2] == ["lineage-signature-supplement"] * 2
    assert len(set(texts)) == len(settings) - 1
    for name in ("signature", "supplement"):
        assert name not in settings[f"without {name}"].refining.text
    assert not settings["without Refiner but for headings"].refining.adds
    assert settings["embedded as in TopoChunker"].refining.embedded


def test_terms_of_the_chunk_that_answers_are_written_out(refined: ChunkingResult) -> None:
    asked = asked_of(refined, [])
    written_out = [one for one in asked if one.kind == WRITTEN_OUT]
    assert written_out
    short = {one.evidence: one.text for one in asked if one.kind == RULE}
    for one in written_out:
        assert explained(one, refined)
        meanings = {
            entry.term: entry.meaning for chunk in refined.chunks for entry in chunk.supplement
        }
        texts = [short[one.evidence].replace(term, said) for term, said in meanings.items()]
        assert one.text in texts


def test_questions_are_given_apart_by_what_their_chunk_uses(refined: ChunkingResult) -> None:
    asked = asked_of(refined, [])
    defined = frozenset(one.id for one in asked if explained(one, refined))
    assert 0 < len(defined) < len(asked)
    groups = dict(Part("left out", asked, defined).groups())
    assert groups["left out, with definitions"] | groups["left out, without"] == groups["left out"]

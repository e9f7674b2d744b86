"""The issue's example: a clause on Level 2 data carries its definition from an earlier article."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from core.chunking.additions import SupplementKind
from core.geometry import contains_centre
from core.refining import refine
from core.refining.sir_query import walk
from core.refining.supplement_sources import entry_text, supplement_lines
from core.tokenizer import minilm_tokenizer
from core.tokens import tokenize
from tests.core.parsing.papers import parse_with
from tests.cutting import cut

if TYPE_CHECKING:
    from core.chunking.base import ChunkingResult

POLICY = Path("sample_docs/data_security_policy.pdf")


@pytest.fixture(scope="module")
def policy() -> ChunkingResult:
    sir = parse_with("structural_rule", POLICY.read_bytes())
    return refine(cut(tokenize(sir, minilm_tokenizer()), "topology"))


def test_articles_are_the_chunks(policy: ChunkingResult):
    named = [one for one in policy.chunks if "Article" in one.content.split("\n\n(1)")[0]]
    assert len(named) >= 26


def test_a_clause_on_level_2_data_carries_its_definition_and_lines(policy: ChunkingResult):
    clause = next(one for one in policy.chunks if "Data of Level 2 may be sent" in one.content)
    entry = next(one for one in clause.supplement if one.term == "Level 2")
    assert entry.kind is SupplementKind.DEFINITION
    assert entry.meaning == "Internal"
    source = entry_text(policy.sir, entry)
    assert source.startswith("Level: Level 2; Name: Internal; What belongs to it: Data for staff")
    lineage = [policy.sir.nodes[node].text for node in policy.sir.lineage(entry.node)]
    assert lineage[-1] == "Article 3 Data levels"
    lines = supplement_lines(policy.sir, entry)
    assert {line.box.page for line in lines} <= {1, 2}
    assert len(lines) >= 4
    words = {
        int(word)
        for line in lines
        for word in policy.sir.words_between(line.node, 0, len(policy.sir.nodes[line.node].text))
    }
    held = sum(
        any(contains_centre(line.box.edges, policy.sir.words.boxes[word]) for line in lines)
        for word in words
    )
    assert held == len(words)
    visits = walk(policy.sir, clause.segments[0].node)
    assert any(entry.node in visit.nodes for visit in visits)


def test_a_term_of_article_4_is_explained_where_it_is_used(policy: ChunkingResult):
    article = next(one for one in policy.chunks if "Article 20" in one.content)
    said = {one.term: entry_text(policy.sir, one) for one in article.supplement}
    assert said["Incidents"].startswith("(3) An incident is any event")

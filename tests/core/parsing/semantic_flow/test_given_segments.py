"""The flow that a model is asked about is found again in the tree, element by element."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from core.chunking.segments_by_model import flow_texts
from core.parsing import routed
from core.parsing.semantic_flow.given_segments import flow_digest
from core.reading.line import text_of
from core.sir import SET_ASIDE
from tests.core.parsing.papers import parse_with

if TYPE_CHECKING:
    from core.parsing.elements import Element


@pytest.mark.parametrize("name", ["narrative.pdf", "onkologie_leitlinie_de.pdf"])
def test_the_tree_has_the_elements_of_the_flow_in_their_order(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    digests: list[str] = []

    def segments(flow: list[Element], **options: Any) -> list[Element]:
        digests.append(flow_digest(text_of(element.all_lines()) for element in flow))
        return part(flow, **options)

    part = routed.segments
    monkeypatch.setattr(routed, "segments", segments)
    sir = parse_with("semantic_flow", Path("sample_docs", name).read_bytes())
    assert digests == [flow_digest(flow_texts(sir))]
    # The guideline has references, which never enter the tree, not in a segment either.
    assert not {node.type for node in sir.nodes[: sir.flow]} & SET_ASIDE

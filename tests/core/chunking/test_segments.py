from __future__ import annotations

import numpy as np

from core.chunking import chunk, make_options
from core.chunking.base import BoundaryKind, ChunkSource, Sentences
from core.sir import ElementType
from core.tokenizer import minilm_tokenizer
from core.tokens import tokenize
from tests.builders import Block, sir_from_texts


def test_a_chunk_that_begins_with_a_segment_says_that_the_topic_changes() -> None:
    held = [
        Block(ElementType.SEGMENT, children=(Block(ElementType.PARAGRAPH, word * 100),))
        for word in ("bee ", "ship ")
    ]
    sir = sir_from_texts(held)
    second = [node for node in sir.nodes if node.type is ElementType.SEGMENT][1]
    second.metadata |= {"break": "topic", "distance": "0.912"}
    source = ChunkSource(
        tokenize(sir, minilm_tokenizer()), lambda: Sentences(np.array([0]), np.zeros(0, np.float32))
    )
    result = chunk(source, "hierarchical", make_options("hierarchical", {"max_tokens": 128}))
    begins = result.chunks[1].begins
    assert begins.kind is BoundaryKind.BREAKPOINT
    assert begins.distance == 0.912
    assert begins.reason == "The topic changes: distance 0.912 from the text before it."
    assert [chunk.content for chunk in result.chunks] == [
        word * 99 + word.strip() for word in ("bee ", "ship ")
    ]

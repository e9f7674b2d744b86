"""The steps of the Refiner, all of them and those of one chunk."""

from __future__ import annotations

from streamlit.testing.v1 import AppTest


def _app() -> None:
    from dataclasses import replace

    from components.chunks.refiner_steps import all_steps, chunk_steps
    from core.chunking.base import AgentStep
    from tests.builders import heading
    from tests.cutting import cut

    steps = (
        AgentStep("Semantic_Slicer", "600 tokens in 9 sentences", "New parts begin at S4."),
        AgentStep("SIR_Query", "Both *vendors*", "[C0] Boeing.", "I look it up.", 0),
        AgentStep("Chunk_Enhancer", "A title of it", "Refused: no word of the chunk", "", 1),
    )
    result = cut([heading("One"), "Both came.", heading("Two"), "It is so."], "topology")
    result = replace(result, making=replace(result.making, agent_steps=steps))
    all_steps(result.making)
    for chunk in result.chunks[:2]:
        chunk_steps(result, chunk)


def test_steps_are_listed_with_their_chunks_and_under_each() -> None:
    app = AppTest.from_function(_app, default_timeout=60).run()
    assert not app.exception
    assert [part.label for part in app.expander] == [
        "What the model did: 3 steps",
        "How the model came to it",
        "How the model came to it",
    ]
    whole, first, second = (part.markdown[0].value for part in app.expander)
    assert whole.splitlines()[0] == "1. **Semantic_Slicer** (600 tokens in 9 sentences)  "
    assert "chunk 1: Both \\*vendors\\*" in whole
    assert "chunk 2: A title of it" in whole
    assert first.startswith("1. *I look it up.*")
    assert "Slicer" not in first
    assert "Refused: no word of the chunk" in second


def test_without_a_model_nothing_is_said() -> None:
    def app() -> None:
        from components.chunks.refiner_steps import all_steps
        from core.chunking.base import Making

        all_steps(Making())

    assert not AppTest.from_function(app, default_timeout=60).run().expander

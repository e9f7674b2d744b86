"""Agentic chunking beside plans of ids, over HTTP: what is written, and what is not as it was."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from benchmarks import agentic_chunking
from benchmarks.agentic_chunking import MOST_WRITTEN, SERVICE, account, planned_by_ids, run
from benchmarks.questions import SAMPLES
from benchmarks.stand_in import Asked, answer
from benchmarks.tokens import beginning
from benchmarks.written_chunks import markdown, words_changed, written_out
from core.chunking.unit_outline import Outline
from core.chunking.unit_windows import windows
from core.errors import ReplyUnusable
from core.llm.base import tokens_in
from tests.builders import heading
from tests.cutting import cut

if TYPE_CHECKING:
    from collections.abc import Callable

    from core.llm.model import LanguageModel
    from core.tokens import TokenStream

POLICY = "data_security_policy.pdf"
SMALL = [heading("Dose"), "Adults take five milligrams.", heading("Storage"), "Keep it cool."]


@pytest.fixture(scope="module")
def policy() -> TokenStream:
    pdf, stream = beginning(SAMPLES / POLICY)
    pdf.close()
    return stream


def test_ids_cost_a_tenth_of_the_text_and_change_none_of_it(policy: TokenStream):
    by_ids, written = account(policy, planned_by_ids), account(policy, written_out)
    document = policy.text(0, len(policy))
    assert written.written[SERVICE] > by_ids.text[SERVICE] == tokens_in(document)
    assert 0 < by_ids.written[SERVICE] <= MOST_WRITTEN * written.written[SERVICE]
    assert min(by_ids.sent, written.sent) > tokens_in(document)
    assert by_ids.changed == written.changed == 0
    assert by_ids.chunks > 1 and written.chunks > 1


def test_the_parts_of_a_document_hold_its_words_once_and_headings_with_marks(
    policy: TokenStream, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("core.chunking.unit_windows.WINDOW", 800)
    outline = Outline.of(policy)
    parts = [markdown(outline, window) for window in windows(outline)]
    assert len(parts) > 2
    assert words_changed(policy.text(0, len(policy)), parts) == 0
    marked = [line for part in parts for line in part.splitlines() if line.startswith("#")]
    assert len(marked) == sum(unit.is_heading for unit in outline.units)
    assert account(policy, written_out).calls == len(parts)


def test_the_stand_in_copies_by_headings_and_names_those_above():
    seen: list[str] = []

    def respond(asked: Asked) -> str:
        seen.append(str(answer(asked)))
        return seen[-1]

    account(cut(SMALL, "fixed").stream, written_out, respond)
    assert json.loads(seen[-1])["chunks"] == [
        {"title": "Dose", "text": "# Dose\n\nAdults take five milligrams."},
        {"title": "Storage", "text": "# Storage\n\nKeep it cool."},
    ]


def test_words_are_compared_in_order_whatever_stands_between_them():
    assert words_changed("# One\n two three", ["One two", "three"]) == 0
    assert words_changed("one two three", ["three", "one two"]) == 2
    assert words_changed("one two", []) == 2


@pytest.mark.parametrize("chunker", [planned_by_ids, written_out])
def test_a_model_that_fails_is_not_counted_as_one_that_writes_little(
    chunker: Callable[[TokenStream, LanguageModel], list[str]],
):
    def fails(asked: Asked) -> str:
        return '{"chunks": []}' if asked.schema else "OK"

    with pytest.raises(ReplyUnusable):
        account(cut(SMALL, "fixed").stream, chunker, fails)


def test_without_the_data_the_samples_are_measured(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(agentic_chunking, "OWN_DOCUMENTS", {"policy": POLICY})
    figures = {figure.name: figure for figure in run(None)}
    assert figures[f"written in times of agentic, policy, {SERVICE}"].reached
    assert figures["text lost or changed, policy"].reached
    assert figures[f"tokens written, policy, {SERVICE}"].baseline

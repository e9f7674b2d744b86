"""The command `segments`, with a model service on this machine."""

from __future__ import annotations

import json
from shutil import copytree
from typing import TYPE_CHECKING

import pytest

from tests.gemini_server import GeminiServer
from tests.narratives import BEGINS, narrative_home, respond

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.core.conftest import Run


@pytest.fixture
def server() -> Iterator[GeminiServer]:
    with GeminiServer(respond) as running:
        yield running


@pytest.fixture
def run(
    home: Path,
    server: GeminiServer,
    tmp_path_factory: pytest.TempPathFactory,
    monkeypatch: pytest.MonkeyPatch,
    command: Run,
) -> Run:
    """Runs a command over a library with one narrative."""
    monkeypatch.setenv("GEMINI_API_KEY", "a-secret-key")
    monkeypatch.setenv("GEMINI_BASE_URL", server.url)
    monkeypatch.setenv("SIGHTLINE_MODEL_TOKENS_PER_MINUTE", "100000000")
    copytree(narrative_home(tmp_path_factory), home)
    return command


def test_the_price_is_told_before_and_the_model_parts_only_when_asked(
    run: Run, server: GeminiServer
) -> None:
    code, out, _ = run("segments", "narrative.pdf", "--price")
    assert code == 0 and not server.received
    assert "in about 2 calls, less than $0.01" in out and "begun by distances" in out

    code, out, _ = run("segments", "narrative.pdf", "--json")
    assert code == 0 and len(server.received) == 2
    result = json.loads(out)
    assert result["segments"] == 1 + len(BEGINS)
    assert result["model"] and result["price"] > 0 and result["warnings"] == []

    code, out, _ = run("segments", "narrative.pdf", "--by-distance")
    assert code == 0 and "begun by distances" in out
    assert len(server.received) == 2

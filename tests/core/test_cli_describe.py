"""The command `describe`, with a model service on this machine."""

from __future__ import annotations

import json
import shutil
from functools import partial
from typing import TYPE_CHECKING

import pytest

from tests.figure_documents import DESCRIPTION, figure_library
from tests.gemini_server import GeminiServer, failures

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.core.conftest import Run


@pytest.fixture
def server() -> Iterator[GeminiServer]:
    with GeminiServer(lambda _: json.dumps({"description": DESCRIPTION})) as running:
        yield running


@pytest.fixture(scope="module")
def held(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return figure_library(tmp_path_factory.mktemp("held") / "home")


@pytest.fixture
def run(
    home: Path,
    held: Path,
    server: GeminiServer,
    monkeypatch: pytest.MonkeyPatch,
    command: Run,
) -> Run:
    """Runs the command over a library with one document."""
    shutil.copytree(held, home)
    monkeypatch.setenv("GEMINI_API_KEY", "a-secret-key")
    monkeypatch.setenv("GEMINI_BASE_URL", server.url)
    monkeypatch.setenv("SIGHTLINE_MODEL_TOKENS_PER_MINUTE", "100000000")
    return partial(command, "describe", "plant.pdf")


def test_the_price_is_told_and_nothing_asked(run: Run, server: GeminiServer):
    code, out, _ = run("--price")
    assert code == 0
    assert "plant.pdf: 2 figures to describe." in out
    assert "about 2 calls, less than $0.01" in out
    assert server.received == []


def test_figures_are_described_once_and_again_by_name(run: Run, server: GeminiServer):
    code, out, _ = run()
    assert code == 0
    assert (
        out.count(
            f"a model's description (gemini-2.5-flash), not the document's words: {DESCRIPTION}"
        )
        == 2
    )
    assert len(server.received) == 2
    _, out, _ = run("--json")
    known = json.loads(out)
    assert [each["page"] for each in known["descriptions"]] == [1, 2]
    assert known["price"] == 0.0
    assert run("--figure", known["descriptions"][0]["figure"])[0] == 0
    code, _, err = run("--figure", "none")
    assert (code, "There is no figure none" in err) == (1, True)


def test_figures_that_fail_are_named(run: Run, server: GeminiServer):
    server.always(failures.blocked())
    code, _, err = run()
    assert code == 1
    assert err.count("safety filter refused") == 2

"""What several tests of a workbench work with: two documents, or a model over HTTP."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from core.settings import load_settings
from core.workbench import Workbench
from tests.builders import pdf_bytes
from tests.gemini_server import GeminiServer

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture
def bench(home: Path) -> Workbench:
    return Workbench(load_settings(home=home, parse_workers=1))


@pytest.fixture
def documents(bench: Workbench) -> list[str]:
    texts = {
        name: f"Of {name}: the starting dose of calverin is 40 mg once a day." for name in "ab"
    }
    return [bench.documents.add(pdf_bytes((t,)), f"{n}.pdf").sha for n, t in texts.items()]


@pytest.fixture
def server(request: pytest.FixtureRequest) -> Iterator[GeminiServer]:
    """A model that answers as `respond` of the module says."""
    with GeminiServer(request.module.respond) as running:
        yield running


@pytest.fixture
def bench_with_model(server: GeminiServer, home: Path) -> Iterator[Workbench]:
    """A workbench in the folder `home` that asks the server, one call after the other."""
    settings = load_settings(
        home=home,
        gemini_base_url=server.url,
        gemini_api_key="a-secret-key",
        gemini_model="sees",
        # The server counts the characters of a picture as those of a text.
        model_tokens_per_minute=100_000_000,
        model_calls_at_once=1,
        parse_workers=1,
    )
    made = Workbench(settings)
    yield made
    made.close()

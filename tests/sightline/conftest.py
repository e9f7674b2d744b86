"""A library with two of the sample documents, read and indexed once for all tests."""

from __future__ import annotations

import asyncio
from pathlib import Path
from shutil import copytree
from typing import TYPE_CHECKING

import pytest

import sightline
from tests.sightline import people

if TYPE_CHECKING:
    from collections.abc import Iterator

SAMPLES = Path(__file__).parents[2] / "sample_docs"
QUESTION = "How often must passwords be changed?"


@pytest.fixture(scope="module", autouse=True)
def no_running_loop() -> Iterator[None]:
    """Lets tests run event loops of their own where a browser is still open in this process.

    Playwright leaves its loop marked as running in the thread while it waits for its next call.
    """
    loop = asyncio._get_running_loop()
    asyncio._set_running_loop(None)
    yield
    asyncio._set_running_loop(loop)


@pytest.fixture(scope="session")
def prepared_home(indexed_samples: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Its data folder; tests that change it put it back as it was."""
    return copytree(indexed_samples, tmp_path_factory.mktemp("sightline") / "home")


@pytest.fixture(scope="session")
def library(prepared_home: Path) -> Iterator[sightline.Library]:
    """The same from Python."""
    with sightline.open(prepared_home) as opened:
        yield opened


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> people.Server:
    """A server of several people."""
    return people.made(tmp_path_factory.mktemp("server"))

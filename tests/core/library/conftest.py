"""Settings of libraries whose records are kept in each of the ways there are."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from core.database.engine import open_database
from core.settings import Settings, load_settings
from tests.conftest import database_address

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture(params=["files", "sqlite", "postgresql"])
def any_settings(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Settings]:
    """An empty data folder of a desk, or of a server with either database."""
    address = None if request.param == "files" else database_address(request, tmp_path)
    yield load_settings(home=tmp_path / "home", database=address)
    open_database.cache_clear()

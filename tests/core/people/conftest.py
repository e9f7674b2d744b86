"""The directory of a server, with somebody who administers it."""

from __future__ import annotations

import pytest

from core.people.directory import Directory
from core.rights import Role


@pytest.fixture
def directory(database: str) -> Directory:
    """The directory in a database, with Ada, who administers it."""
    directory = Directory(database)
    directory.people.add("ada@example.org", Role.ADMINISTRATOR, "Ada")
    return directory

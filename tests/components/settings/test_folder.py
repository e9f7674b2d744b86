"""What the data folder is said to take is what it takes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from components.settings.folder import disk_use

if TYPE_CHECKING:
    from pathlib import Path


def test_reserved_but_empty_space_does_not_count(tmp_path: Path) -> None:
    (tmp_path / "index").mkdir()
    with (tmp_path / "index" / "log").open("wb") as file:
        file.write(b"x" * 1000)
        file.truncate(50_000_000)
    assert 0 < disk_use(tmp_path)["index"] < 1_000_000


def test_the_largest_entry_comes_first(tmp_path: Path) -> None:
    for name, size in (("small", 100), ("large", 9000), ("empty", 0)):
        (tmp_path / name).write_bytes(b"x" * size)
    assert disk_use(tmp_path) == {"large": 9000, "small": 100}

"""Manifests name what is not as it was written, and nothing else."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from core.indexing.manifest import (
    difference,
    files_below,
    manifest_of,
    pack_manifest,
    unpack_manifest,
)

if TYPE_CHECKING:
    from pathlib import Path

SIZE = 1 << 20


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A file with a hole between its beginning and its end, and another one."""
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "other").write_bytes(b"other")
    with (tmp_path / "sparse").open("wb") as file:
        file.write(b"begin")
        file.seek(SIZE - 3)
        file.write(b"end")
    return tmp_path


def flip(path: Path, place: int) -> None:
    with path.open("r+b") as file:
        file.seek(place)
        byte = file.read(1)[0]
        file.seek(place)
        file.write(bytes([byte ^ 1]))


@pytest.mark.parametrize("place", [0, 4, 70_000, SIZE // 2, SIZE - 1])
def test_a_flipped_bit_is_seen_also_in_a_hole(folder: Path, place: int):
    manifest = manifest_of(files_below(folder))
    flip(folder / "sparse", place)
    assert (
        difference(files_below(folder), manifest, thorough=True)
        == "sparse does not hold what was written"
    )


def test_holes_and_written_zeros_are_the_same(folder: Path):
    manifest = manifest_of(files_below(folder))
    content = (folder / "sparse").read_bytes()
    (folder / "sparse").write_bytes(content)
    assert difference(files_below(folder), manifest, thorough=True) == ""


def test_a_file_with_another_time_is_read_and_one_with_the_same_is_not(folder: Path):
    manifest = manifest_of(files_below(folder))
    flip(folder / "sparse", 0)
    assert "sparse" in difference(files_below(folder), manifest)
    os.utime(folder / "sparse", ns=(0, manifest["sparse"].changed))
    assert difference(files_below(folder), manifest) == ""
    assert "sparse" in difference(files_below(folder), manifest, thorough=True)


def test_missing_added_and_shorter_files_are_named(folder: Path):
    manifest = manifest_of(files_below(folder))
    (folder / "new").touch()
    assert "new does not belong" in difference(files_below(folder), manifest)
    (folder / "new").unlink()
    (folder / "deep" / "other").write_bytes(b"")
    assert difference(files_below(folder), manifest) == "deep/other has 0 bytes instead of 5"
    (folder / "deep" / "other").unlink()
    assert difference(files_below(folder), manifest) == "deep/other is missing"


def test_a_manifest_survives_its_file_and_anything_else_is_none(folder: Path):
    manifest = manifest_of(files_below(folder))
    assert unpack_manifest(pack_manifest(manifest)) == manifest
    for content in (b"", b"[]", b"{", b'{"a": 1}', b'{"a": [1, "x", 2]}', b'{"a": [1]}'):
        assert unpack_manifest(content) is None

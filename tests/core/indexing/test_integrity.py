"""Damaged indexes are named with the reason, also while they are in use, and can be removed."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from core.embedding.hashing import HashingEncoder
from core.indexing.base import IndexItem
from core.indexing.edge import edge_store
from core.indexing.folder import IndexFolder
from core.indexing.integrity import damaged_indexes, remove_index

if TYPE_CHECKING:
    from collections.abc import Callable

ENCODER = HashingEncoder()
ITEMS = [IndexItem("a", "first", "red apple"), IndexItem("b", "first", "green pear")]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The folder of one of two closed indexes below `tmp_path`."""
    for variant in ("one", "other"):
        store = edge_store(tmp_path, variant)
        store.add(ITEMS, ENCODER)
        store.close()
    return next(tmp_path.glob("one-*"))


def test_sound_indexes_are_not_named_and_nothing_is_in_an_empty_or_missing_folder(
    tmp_path: Path, folder: Path
):
    assert damaged_indexes(tmp_path) == {}
    assert damaged_indexes(tmp_path / "missing") == {}


@pytest.mark.parametrize(
    ("pattern", "reason"),
    [
        ("store.json", "store.json is damaged"),
        ("documents.json", "documents.json is damaged"),
        ("shard/wal/open-1", "wal/open-1 has 0 bytes"),
        ("shard/segments/*/segment.json", "segment.json has 0 bytes"),
        ("shard/segments/*/*/vectors/chunk_0.mmap", "chunk_0.mmap has 0 bytes"),
    ],
)
def test_an_emptied_file_is_named(tmp_path: Path, folder: Path, pattern: str, reason: str):
    (file,) = folder.glob(pattern)
    file.write_bytes(b"")
    problems = damaged_indexes(tmp_path)
    assert list(problems) == [folder.name]
    assert reason in problems[folder.name]


def halved(file: Path) -> None:
    os.truncate(file, file.stat().st_size // 2)


def flipped(file: Path) -> None:
    """With another bit in the middle of what is not zero."""
    content = bytearray(file.read_bytes())
    filled = bytes(content).strip(b"\0")
    content[content.find(filled) + len(filled) // 2] ^= 1
    file.write_bytes(content)


@pytest.mark.parametrize("damage", [halved, flipped, Path.unlink])
def test_damage_of_any_file_that_holds_something_is_named(
    tmp_path: Path, folder: Path, damage: Callable[[Path], None]
):
    files = (path for path in folder.rglob("*") if path.is_file() and path.name != "files.json")
    one_of_each = {path.name: path for path in files if path.read_bytes().strip(b"\0")}
    assert "chunk_0.mmap" in one_of_each
    for file in one_of_each.values():
        content = file.read_bytes()
        damage(file)
        assert list(damaged_indexes(tmp_path)) == [folder.name], file
        file.write_bytes(content)
        assert damaged_indexes(tmp_path) == {}, "nothing but the damage is named"


def test_an_index_in_use_is_checked_and_used_on(tmp_path: Path, folder: Path):
    store = edge_store(tmp_path, "one")
    assert store.documents() == {"first": 2}
    assert damaged_indexes(tmp_path) == {}
    store.add([IndexItem("c", "second", "blue plum")], ENCODER)
    assert damaged_indexes(tmp_path) == {}
    store.delete("first")
    assert damaged_indexes(tmp_path) == {}
    assert store.documents() == {"second": 1}
    store.close()


def test_a_removed_index_is_made_anew(tmp_path: Path, folder: Path):
    remove_index(folder)
    store = edge_store(tmp_path, "one")
    assert store.documents() == {}
    store.add(ITEMS, ENCODER)
    store.close()
    assert damaged_indexes(tmp_path) == {}


@pytest.mark.parametrize("name", ["tmp-open-9", "open-9"])
def test_a_segment_of_the_log_that_was_made_ready_late_is_no_damage(
    tmp_path: Path, folder: Path, name: str
):
    (opened,) = folder.glob("shard/wal/open-1")
    opened.with_name(name).write_bytes(opened.read_bytes())
    assert damaged_indexes(tmp_path) == {}
    store = edge_store(tmp_path, "one")
    assert store.documents() == {"first": 2}
    store.close()


def test_any_other_file_is_named(tmp_path: Path, folder: Path):
    (folder / "shard" / "segments" / "open-9").touch()
    problems = damaged_indexes(tmp_path)
    assert problems[folder.name] == "segments/open-9 does not belong to it"


def test_a_segment_of_the_log_that_is_renamed_meanwhile_hinders_no_sealing(folder: Path):
    index = IndexFolder(folder)
    # A name that leads nowhere is there when the folder is listed, and gone when it is looked at.
    (folder / "shard" / "wal" / "tmp-open-9").symlink_to(folder / "renamed")
    index.seal()
    manifest = index.manifest()
    assert manifest
    assert index.difference(manifest) == ""

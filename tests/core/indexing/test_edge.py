"""What only the store on disk has to do: survive closing, crashes and other processes."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from typing import TYPE_CHECKING

import pytest

from core.embedding.hashing import HashingEncoder
from core.errors import SetupError, StoreUnavailable
from core.indexing import open_all, open_store
from core.indexing.base import IndexItem
from core.indexing.edge import edge_store
from core.indexing.handover import HandoverLock

if TYPE_CHECKING:
    from pathlib import Path

ENCODER = HashingEncoder()
ITEMS = [IndexItem("a", "first", "red apple"), IndexItem("b", "first", "green pear")]

SEARCH = """
import sys
from pathlib import Path
from core.embedding.hashing import HashingEncoder
from core.indexing.edge import edge_store
store = edge_store(Path(sys.argv[1]), "v")
print(store.search("pear", HashingEncoder(), 1)[0].chunk_id)
"""

DIE_WHILE_WRITING = """
import os, sys
from pathlib import Path
from core.indexing.edge import EdgeBackend
from core.indexing.points import IndexPoint
class Points(list):
    def __getitem__(self, part):
        return os._exit(9) if part.start else super().__getitem__(part)
points = Points(
    IndexPoint(f"00000000-0000-0000-0000-{i:012}", f"c{i}", [[1.0] * 64], ([1], [1.0]))
    for i in range(600)
)
(folder,) = [path.parent for path in Path(sys.argv[1]).glob("*/store.json")]
EdgeBackend(folder).replace(sys.argv[2], "new", points)
"""


def in_another_process(script: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", script, *arguments],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def test_a_store_opened_again_holds_what_was_added(tmp_path: Path):
    store = edge_store(tmp_path, "v")
    store.add(ITEMS, ENCODER)
    store.close()
    again = edge_store(tmp_path, "v")
    assert again.documents() == {"first": 2}
    assert again.search("pear", ENCODER, 1)[0].chunk_id == "b"
    again.close()


def test_a_store_opened_again_refuses_another_model(tmp_path: Path):
    store = edge_store(tmp_path, "v")
    store.add(ITEMS, ENCODER)
    store.close()
    with pytest.raises(StoreUnavailable, match="index the documents anew"):
        edge_store(tmp_path, "v").search("pear", HashingEncoder(32), 1)


def test_variants_lie_side_by_side(tmp_path: Path):
    one, other = open_store("N = 128", tmp_path), open_store("N=128", tmp_path)
    one.add(ITEMS, ENCODER)
    assert other.documents() == {}
    one.close()


def test_a_document_can_be_deleted_from_all_variants(tmp_path: Path):
    for variant in ("one", "other"):
        store = open_store(variant, tmp_path)
        store.add([*ITEMS, IndexItem("c", "second", "blue plum")], ENCODER)
        store.close()
    stores = open_all(tmp_path)
    for store in stores:
        store.delete("first")
    assert [store.documents() for store in stores] == [{"second": 1}] * 2
    for store in stores:
        store.close()


def test_a_folder_that_cannot_be_written_is_explained(tmp_path: Path):
    (tmp_path / "file").touch()
    with pytest.raises(SetupError, match="cannot be written"):
        edge_store(tmp_path / "file", "v").add(ITEMS, ENCODER)


def test_another_process_can_search_while_this_one_has_the_store_open(tmp_path: Path):
    store = edge_store(tmp_path, "v")
    store.add(ITEMS, ENCODER)
    other = in_another_process(SEARCH, str(tmp_path))
    assert (other.stdout.strip(), other.returncode) == ("b", 0), other.stderr
    assert store.search("apple", ENCODER, 1)[0].chunk_id == "a"
    store.close()


def test_two_stores_of_one_process_take_turns(tmp_path: Path):
    one, other = edge_store(tmp_path, "v"), edge_store(tmp_path, "v")
    one.add(ITEMS, ENCODER)
    other.add([IndexItem("c", "second", "blue plum")], ENCODER)
    assert one.documents() == {"first": 2, "second": 1}
    one.close()
    other.close()


def test_a_lock_that_is_not_handed_over_is_explained(tmp_path: Path):
    holder = HandoverLock(tmp_path / "store.lock", lambda: None)
    refused: list[str] = []

    def try_it() -> None:
        try:
            with HandoverLock(tmp_path / "store.lock", lambda: None, timeout=0.3):
                pass
        except StoreUnavailable as error:
            refused.append(str(error))

    with holder:
        thread = threading.Thread(target=try_it)
        thread.start()
        thread.join()
    holder.close()
    assert len(refused) == 1 and "used by another Sightline" in refused[0]


@pytest.mark.parametrize(("document", "left"), [("second", {"first": 2}), ("first", {"first": 2})])
def test_a_process_that_dies_while_writing_leaves_no_part_of_a_document(
    tmp_path: Path, document: str, left: dict[str, int]
):
    store = edge_store(tmp_path, "v")
    store.add(ITEMS, ENCODER)
    store.close()
    assert in_another_process(DIE_WHILE_WRITING, str(tmp_path), document).returncode == 9
    again = edge_store(tmp_path, "v")
    assert again.documents() == left
    assert again.search("pear", ENCODER, 1)[0].chunk_id == "b"
    again.close()


def test_a_write_that_fails_half_way_leaves_no_part_of_a_document(tmp_path: Path):
    store = edge_store(tmp_path, "v")
    store.add(ITEMS, ENCODER)
    many = [IndexItem(f"c{i}", "big", f"word{i}") for i in range(600)]
    many.append(IndexItem("\ud800", "big", "an id that cannot be written"))
    with pytest.raises(UnicodeEncodeError):
        store.add(many, ENCODER)
    assert store.documents() == {"first": 2}
    store.close()


@pytest.mark.parametrize("content", ["", "{}", "no json", json.dumps({"format": 99})])
def test_a_damaged_record_is_explained(tmp_path: Path, content: str):
    store = edge_store(tmp_path, "v")
    store.add(ITEMS, ENCODER)
    store.close()
    (record,) = tmp_path.glob("*/store.json")
    record.write_text(content)
    with pytest.raises(StoreUnavailable, match="Delete that folder"):
        edge_store(tmp_path, "v").documents()


def test_a_damaged_shard_is_explained(tmp_path: Path):
    store = edge_store(tmp_path, "v")
    store.add(ITEMS, ENCODER)
    store.close()
    for file in tmp_path.glob("*/shard/*.json"):
        file.write_text("no json")
    with pytest.raises(StoreUnavailable, match="Delete that folder"):
        edge_store(tmp_path, "v").documents()

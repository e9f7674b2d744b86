"""What only the store on disk has to do: survive closing, crashes and other processes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from typing import TYPE_CHECKING

import pytest

from core.embedding.hashing import HashingEncoder
from core.errors import DiskFull, SetupError, StoreUnavailable
from core.indexing import edge, open_all, open_store
from core.indexing.base import IndexItem
from core.indexing.bm25 import query_vector
from core.indexing.edge import EdgeBackend, edge_store
from core.indexing.folder import IndexFolder
from core.indexing.folder_lock import HandoverLock
from core.indexing.hybrid import Search
from core.indexing.integrity import problem_of
from core.indexing.manifest import files_below, manifest_of
from core.indexing.points import BM25
from tests.disks import FULL, with_free

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


DIE_WHILE_OPEN = """
import os, sys
from pathlib import Path
from core.indexing.edge import EdgeBackend
EdgeBackend(Path(sys.argv[1])).counts()
os._exit(9)
"""


def filled(root: Path) -> Path:
    """The folder of a closed index below `root` that holds `ITEMS`."""
    store = edge_store(root, "v")
    store.add(ITEMS, ENCODER)
    store.close()
    (record,) = root.glob("*/store.json")
    return record.parent


def assert_made_anew(root: Path) -> None:
    """The index is empty and says why, and takes the items again."""
    notices: list[str] = []
    store = edge_store(root, "v", notices.append)
    assert store.documents() == {}
    store.add(ITEMS, ENCODER)
    assert store.search("pear", ENCODER, 1)[0].chunk_id == "b"
    store.close()
    assert len(notices) == 1 and "made anew" in notices[0]


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


def test_a_lock_is_let_go_of_though_what_it_protects_cannot_be_closed(tmp_path: Path):
    def fail() -> None:
        raise OSError("the disk fails")

    lock = HandoverLock(tmp_path / "store.lock", fail)
    with lock:
        pass
    with pytest.raises(OSError, match="fails"):
        lock.close()
    with HandoverLock(tmp_path / "store.lock", lambda: None, timeout=0.3) as other:
        pass
    other.close()


def test_an_index_closed_on_a_full_disk_is_checked_when_it_is_opened_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    folder = filled(tmp_path)
    store = edge_store(tmp_path, "v")
    assert store.documents() == {"first": 2}

    def refuse(*_: object) -> None:
        raise FULL

    with monkeypatch.context() as patched:
        patched.setattr(IndexFolder, "seal", refuse)
        store.close()
    assert IndexFolder(folder).manifest() is None
    assert store.documents() == {"first": 2}
    store.close()


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


@pytest.mark.parametrize("content", ["", "{}", "[]", "no json", json.dumps({"format": 99})])
def test_an_index_with_a_damaged_record_is_made_anew_and_told_of(tmp_path: Path, content: str):
    folder = filled(tmp_path)
    (folder / "store.json").write_text(content)
    assert_made_anew(tmp_path)


def test_a_document_is_listed_only_with_all_the_points_that_were_written(tmp_path: Path):
    folder = filled(tmp_path)
    written = json.loads((folder / "documents.json").read_text())
    written["first"][1] = 3
    (folder / "documents.json").write_text(json.dumps(written))
    again = edge_store(tmp_path, "v")
    assert again.documents() == {}
    again.add(ITEMS, ENCODER)
    assert again.documents() == {"first": 2}
    again.close()


def test_a_panic_becomes_an_error_and_the_index_is_checked_before_it_is_used_again(tmp_path: Path):
    backend = EdgeBackend(filled(tmp_path))
    assert backend.counts() == {"first": 2}
    stems, _ = query_vector("green pear")
    with pytest.raises(StoreUnavailable, match="checked before"):
        backend.ranked(Search(BM25, (stems, [1.0]), 2))
    assert not list(tmp_path.glob("*/files.json"))
    assert backend.counts() == {"first": 2}
    backend.close()


def test_a_kill_while_the_index_is_open_leaves_one_that_is_opened_without_doubt(tmp_path: Path):
    folder = filled(tmp_path)
    assert in_another_process(DIE_WHILE_OPEN, str(folder)).returncode == 9
    assert IndexFolder(folder).manifest()
    assert problem_of(IndexFolder(folder), thorough=True) == ""


def test_an_index_left_by_a_crash_is_read_by_a_process_of_its_own(tmp_path: Path):
    folder = filled(tmp_path)
    (folder / "files.json").unlink()
    assert problem_of(IndexFolder(folder)) == ""
    for file in folder.glob("shard/segments/*/*/vectors/chunk_0.mmap"):
        file.write_bytes(b"")
    assert "read" in problem_of(IndexFolder(folder))
    assert_made_anew(tmp_path)


def test_a_full_disk_is_named_and_leaves_the_index_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    folder = filled(tmp_path)
    more = [IndexItem("c", "second", "blue plum")]
    with monkeypatch.context() as patched:
        with_free(patched, megabytes=20)
        with pytest.raises(DiskFull, match="MB are needed"):
            edge_store(tmp_path, "v").documents()
        with_free(patched, megabytes=60)
        store = edge_store(tmp_path, "v")
        assert store.documents() == {"first": 2}
        with pytest.raises(DiskFull, match="MB are needed"):
            store.add(more, ENCODER)
        assert store.documents() == {"first": 2}
    store.add(more, ENCODER)
    assert store.documents() == {"first": 2, "second": 1}
    store.close()
    assert problem_of(IndexFolder(folder), thorough=True) == ""


def test_of_an_index_that_cannot_be_written_a_copy_is_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    folder = filled(tmp_path)
    before = manifest_of(files_below(folder))
    monkeypatch.setattr(edge, "is_writable", lambda _: False)
    notices: list[str] = []
    store = edge_store(tmp_path, "v", notices.append)
    store.add([IndexItem("c", "second", "blue plum")], ENCODER)
    assert store.documents() == {"first": 2, "second": 1}
    assert store.search("pear", ENCODER, 1)[0].chunk_id == "b"
    store.close()
    assert manifest_of(files_below(folder)) == before
    assert "cannot be written" in notices[0]


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_lock_that_cannot_be_made_is_explained(tmp_path: Path):
    tmp_path.chmod(0o500)
    with (
        pytest.raises(SetupError, match="cannot be written"),
        HandoverLock(tmp_path / "store.lock", lambda: None),
    ):
        pass

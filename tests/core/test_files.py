"""Files appear whole or not at all, and what a crash left is found and removed."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from pathlib import Path

import pytest

from core.errors import DiskFull, SetupError
from core.files import (
    disk_is_full,
    require_space,
    staged,
    sweep,
    temporary_path,
    write_atomic,
    writing,
)
from tests.disks import with_free

DEV_FULL = Path("/dev/full")

CRASH = """
import os, sys
from pathlib import Path
from core.files import staged
with staged(Path(sys.argv[1])) as folder:
    (folder / "half").write_text("written")
    os._exit(9)
"""


def test_a_file_is_on_the_disk_before_it_stands_in_its_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target, synced = tmp_path / "file", list[tuple[int, bool]]()

    def sync(file: int) -> None:
        synced.append((os.fstat(file).st_size, target.exists()))

    monkeypatch.setattr(os, "fsync", sync)
    write_atomic(tmp_path, target, b"words")
    assert synced == [(5, False)]
    assert target.read_bytes() == b"words"


def test_a_staged_folder_is_gone_afterwards_even_after_an_error(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="stop"), staged(tmp_path) as folder:
        (folder / "half").write_text("written")
        raise ValueError("stop")
    assert list((tmp_path / "tmp").iterdir()) == []


@pytest.mark.parametrize("is_folder", [True, False])
def test_what_is_renamed_to_a_temporary_path_is_gone_afterwards(
    tmp_path: Path, is_folder: bool
) -> None:
    old = tmp_path / "old"
    if is_folder:
        old.mkdir()
    (old / "file" if is_folder else old).write_text("written")
    with temporary_path(tmp_path) as target:
        old.rename(target)
    assert list((tmp_path / "tmp").iterdir()) == []


def test_a_sweep_removes_what_a_crashed_process_left(tmp_path: Path) -> None:
    subprocess.run([sys.executable, "-c", CRASH, str(tmp_path)], check=False)
    assert list((tmp_path / "tmp").rglob("half"))
    assert sweep(tmp_path) == 1
    assert list((tmp_path / "tmp").iterdir()) == []


def test_a_sweep_leaves_alone_what_is_being_written(tmp_path: Path) -> None:
    with staged(tmp_path) as folder:
        assert sweep(tmp_path) == 0
        assert folder.exists()


def test_an_atomic_write_replaces_the_file(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "file"
    write_atomic(tmp_path, path, b"old")
    write_atomic(tmp_path, path, b"new")
    assert path.read_bytes() == b"new"


def test_a_refused_write_names_the_data_folder_and_leaves_nothing(tmp_path: Path) -> None:
    (tmp_path / "taken").mkdir()
    with pytest.raises(SetupError, match="data folder"):
        write_atomic(tmp_path, tmp_path / "taken", b"content")
    assert list((tmp_path / "tmp").iterdir()) == []


def test_a_full_disk_is_named_before_anything_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_atomic(tmp_path, tmp_path / "file", b"old")
    with_free(monkeypatch, megabytes=3)
    with pytest.raises(DiskFull, match=r"is full: 3 MB are free, 5 MB are needed.*SIGHTLINE_HOME"):
        write_atomic(tmp_path, tmp_path / "file", bytes(4 << 20))
    assert (tmp_path / "file").read_bytes() == b"old"
    assert list((tmp_path / "tmp").iterdir()) == []


@pytest.mark.skipif(not DEV_FULL.exists(), reason="this system has no device that is always full")
def test_a_disk_that_fills_up_while_it_is_written_is_called_full(tmp_path: Path) -> None:
    with pytest.raises(DiskFull, match="is full"), writing(tmp_path), DEV_FULL.open("wb") as file:
        file.write(b"content")


def test_the_room_for_a_folder_that_is_not_there_yet_is_that_of_the_one_above(
    tmp_path: Path,
) -> None:
    require_space(tmp_path / "not" / "yet", 1)
    with pytest.raises(DiskFull):
        require_space(tmp_path / "not" / "yet", 1 << 60)


@pytest.mark.parametrize(
    ("error", "full"),
    [
        (OSError(errno.ENOSPC, "whatever"), True),
        (OSError(errno.EDQUOT, "whatever"), True),
        (OSError(errno.EACCES, "No access"), False),
        (OSError("database or disk is full"), True),
        (Exception("Service internal error: os error 28"), True),
        (Exception("os error 2"), False),
    ],
)
def test_libraries_say_in_many_ways_that_a_disk_is_full(error: Exception, full: bool) -> None:
    assert disk_is_full(error) is full

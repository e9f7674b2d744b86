"""How documents are named: by id, its beginning, or the name of a file."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from core.errors import InputError
from core.library import Library
from core.settings import load_settings

if TYPE_CHECKING:
    from pathlib import Path


def test_a_whole_id_is_that_document_whatever_another_one_is_called(tmp_path: Path) -> None:
    library = Library(load_settings(home=tmp_path))
    first = library.add(b"Tide lamps are lights.\n", "lamps.txt")
    second = library.add(b"Bells are cast of bronze.\n", "bells.txt")
    with library.changing():
        library.change(second.sha, names=("lamps.txt", first.sha))
    assert library.find(first.sha).sha == first.sha
    with pytest.raises(InputError, match="may be any of"):
        library.find("lamps.txt")


@pytest.mark.parametrize("typed", ["Prüfbericht.txt", "Pru\u0308fbericht.txt"])
@pytest.mark.parametrize("kept", ["Prüfbericht.txt", "Pru\u0308fbericht.txt"])
def test_a_name_is_found_however_its_accents_are_encoded(
    tmp_path: Path, typed: str, kept: str
) -> None:
    library = Library(load_settings(home=tmp_path))
    sha = library.add(b"Tide lamps are lights.\n", "lamps.txt").sha
    with library.changing():
        library.change(sha, names=(kept,))
    assert library.find(typed).sha == sha

"""Libraries of every earlier version open, on a desk and on a server, under the same ids.

The records were written by the versions that first had what their names say.
"""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from core.library.record import RECORD
from tests.core.library.record_stores.libraries import opened, record_file

if TYPE_CHECKING:
    from core.settings import Settings

FOLDER = Path(__file__).parent / "earlier_records"
PDF = (FOLDER / "ward.pdf").read_bytes()
SHA = sha256(PDF).hexdigest()
VERSIONS = sorted(FOLDER.glob("*.json"))


def within(old: Any, new: Any) -> bool:
    """Whether all that was written is still there; later versions added fields of their own."""
    if isinstance(old, dict):
        return all(within(old[name], new[name]) for name in old.keys() - {"schema", "checksum"})
    if isinstance(old, list):
        return len(old) == len(new) and all(map(within, old, new))
    return old == new


@pytest.mark.parametrize("version", VERSIONS, ids=lambda path: path.stem)
def test_a_library_of_an_earlier_version_opens(any_settings: Settings, version: Path) -> None:
    folder = any_settings.home / "documents" / SHA
    folder.mkdir(parents=True)
    (folder / "source.pdf").write_bytes(PDF)
    (folder / "document.json").write_bytes(version.read_bytes())
    written = json.loads(version.read_bytes())
    library = opened(any_settings)
    (record,) = library.list()
    assert (library.ids(), library.damaged()) == ((SHA,), ())
    assert record == library.get(SHA) == library.find("ward (copy).pdf")
    assert within(written, record.model_dump(mode="json"))
    assert library.pdf_path(SHA).read_bytes() == PDF

    changed = library.add(PDF, "again.pdf")
    assert changed == record.named("again.pdf")
    assert opened(any_settings).list() == (changed,)
    assert json.loads(record_file(library, SHA).read_bytes())["schema"] == RECORD.schema

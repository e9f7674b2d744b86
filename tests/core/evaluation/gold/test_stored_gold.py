"""Gold kept beside a document: in place of the one of its form, in backups, damaged."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from core.errors import DataDamaged, NotFound
from core.evaluation.gold import read_gold
from core.evaluation.gold.stored_gold import STAGE, damaged_forms, drop_gold, gold_of, keep_gold
from core.maintenance.backup import back_up
from core.maintenance.restore import restore
from core.settings import load_settings
from core.workbench import Workbench
from tests.builders import pdf_bytes

if TYPE_CHECKING:
    from pathlib import Path

    from core.evaluation.gold.base import Gold

TEXT = "Give the drug twice a day and stop it when the fever has gone for good."


@pytest.fixture
def bench(home: Path) -> Workbench:
    return Workbench(load_settings(home=home))


def gold(bench: Workbench, sha: str, name: str) -> Gold:
    record, sir = bench.library.get(sha), bench.documents.sir(sha)
    return read_gold(TEXT.encode(), name, record, sir, 10)


def test_gold_is_kept_replaced_backed_up_and_removed(bench: Workbench, tmp_path: Path) -> None:
    sha = bench.documents.add(pdf_bytes((TEXT,)), "guideline.pdf").sha
    assert gold_of(bench.library, sha) == ()
    keep_gold(bench.library, sha, gold(bench, sha, "first.md"))
    keep_gold(bench.library, sha, second := gold(bench, sha, "second.md"))
    assert gold_of(bench.library, sha) == (second,)
    back_up(bench, tmp_path / "all.zip")
    other = Workbench(load_settings(home=tmp_path / "other"))
    restore(other, tmp_path / "all.zip")
    assert gold_of(other.library, sha) == (second,)
    drop_gold(bench.library, sha, "markdown")
    assert gold_of(bench.library, sha) == ()
    with pytest.raises(NotFound):
        drop_gold(bench.library, sha, "markdown")


def test_damaged_gold_is_told_and_can_be_removed(bench: Workbench) -> None:
    sha = bench.documents.add(pdf_bytes((TEXT,)), "guideline.pdf").sha
    keep_gold(bench.library, sha, gold(bench, sha, "first.md"))
    path = bench.library.stage_path(sha, STAGE, "markdown.json")
    path.write_bytes(path.read_bytes().replace(b"twice", b"thrice"))
    with pytest.raises(DataDamaged, match="--drop-gold markdown"):
        gold_of(bench.library, sha)
    assert damaged_forms(bench.library, sha) == ("markdown",)
    drop_gold(bench.library, sha, "markdown")
    assert gold_of(bench.library, sha) == ()

"""What people confirm of editions is kept, in order, and can be taken back."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

import pytest

from core.editions.standing import in_words, standing
from core.errors import InvalidOption
from core.library import Library
from core.library.document_filter import read_filter
from core.library.edition_status import edition_status, editions_of, newer_edition
from core.library.editions import confirm, link, unlink
from core.settings import load_settings
from tests.builders import pdf_bytes

if TYPE_CHECKING:
    from pathlib import Path

TODAY = date(2026, 1, 1)


@pytest.fixture
def library(tmp_path: Path) -> Library:
    return Library(load_settings(home=tmp_path))


@pytest.fixture
def three(library: Library) -> list[str]:
    return [library.add(pdf_bytes([f"Edition {n}"]), f"{n}.pdf").sha for n in (1, 2, 3)]


def _order(library: Library, sha: str) -> list[str]:
    return [each.name for each in editions_of(library.get(sha), library.list())]


def test_editions_are_kept_in_the_order_in_which_people_put_them(
    library: Library, three: list[str]
) -> None:
    link(library, three[2], three[0], newer=True)
    link(library, three[1], three[2], newer=False)
    assert _order(library, three[0]) == ["1.pdf", "2.pdf", "3.pdf"]


def test_an_edition_taken_out_stands_alone_and_so_does_the_last_one(
    library: Library, three: list[str]
) -> None:
    link(library, three[1], three[0], newer=True)
    unlink(library, three[1])
    assert [library.get(sha).edition.work for sha in three[:2]] == ["", ""]


def test_a_document_is_no_edition_of_itself(library: Library, three: list[str]) -> None:
    with pytest.raises(InvalidOption, match="itself"):
        link(library, three[0], three[0], newer=True)


@pytest.mark.parametrize("moved", [True, False])
def test_an_old_edition_is_not_current_once_the_newer_one_is_elsewhere(
    library: Library, three: list[str], moved: bool
) -> None:
    old, new, other = three
    link(library, new, old, newer=True)
    if moved:
        link(library, new, other, newer=True)
    else:
        library.delete(new)
    assert edition_status(library.get(old), library.list(), TODAY) == ""


def test_a_draft_supersedes_nothing(library: Library, three: list[str]) -> None:
    link(library, three[1], three[0], newer=True)
    records = library.list()
    newer = newer_edition(library.get(three[0]), records)
    assert newer
    assert newer.sha == three[1]
    confirm(library, three[1], {"status": "draft"})
    assert newer_edition(library.get(three[0]), library.list()) is None


@pytest.mark.parametrize("values", [{"issued": "spring"}, {"status": "fine"}])
def test_what_is_no_date_or_status_is_refused_and_nothing_is_kept(
    library: Library, three: list[str], values: dict[str, str]
) -> None:
    with pytest.raises(InvalidOption):
        confirm(library, three[0], values)
    assert library.get(three[0]).edition.issued == ""


def test_describing_a_document_keeps_its_edition(library: Library, three: list[str]) -> None:
    confirm(library, three[0], {"publisher": "Society", "valid_until": "2025"})
    assert library.describe_by_hand(three[0], {"title": "T"}).edition.publisher == "Society"


def test_a_document_expires_on_the_day_after_its_last(library: Library, three: list[str]) -> None:
    record = confirm(library, three[0], {"valid_until": "2025-12"})
    assert standing(record, [record], date(2025, 12, 31)).stands
    assert standing(record, [record], TODAY).expired == "2025-12"
    assert "today is 2026-01-01" in in_words(standing(record, [record], TODAY), TODAY)[0]


def test_a_date_of_issue_that_is_yet_to_come_is_to_be_checked(
    library: Library, three: list[str]
) -> None:
    record = confirm(library, three[0], {"issued": "2026-02"})
    assert standing(record, [record], date(2026, 2, 1)).stands
    ahead = standing(record, [record], TODAY)
    assert not ahead.stands
    assert in_words(ahead, TODAY) == ["It is dated 2026-02, in the future: check it."]


def test_documents_are_filtered_by_publisher_status_and_date_of_issue(
    library: Library, three: list[str]
) -> None:
    confirm(library, three[0], {"publisher": "Old Society", "issued": "2019"})
    confirm(library, three[1], {"publisher": "New Society", "issued": "2024"})
    link(library, three[1], three[0], newer=True)
    records = library.list()

    def names(**values: str) -> list[str]:
        return [each.name for each in read_filter(values).split(records)[0]]

    assert names(publisher="new") == ["2.pdf"]
    assert names(status="superseded") == ["1.pdf"]
    assert names(since="2020", until="2025") == ["2.pdf"]
    assert edition_status(library.get(three[2]), records, TODAY) == ""

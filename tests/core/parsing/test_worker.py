"""Parsing in a child process: cached, undisturbed by crashes, and with errors for people."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from pymupdf import mupdf

from core.errors import Cancelled, LimitReached, NoText, NotFound
from core.library import Library
from core.parsing.routed import StructuralRuleOptions
from core.parsing.worker import STAGE, parse_document, parse_seconds, try_parser
from core.settings import load_settings
from tests.builders import pdf_bytes
from tests.processes import isolated_jobs

if TYPE_CHECKING:
    from pathlib import Path

    from core.library import DocumentRecord

TEXT = "Patients receive 5 mg twice a day.\nStop treatment when a rash appears."


@pytest.fixture
def library(home: Path) -> Library:
    return Library(load_settings(home=home))


def stages(library: Library, record: DocumentRecord) -> list[Path]:
    return list(library.stage_path(record.sha, STAGE, "").glob("*"))


def test_a_document_is_parsed_and_the_record_says_how(library: Library) -> None:
    record = library.add(pdf_bytes([TEXT, TEXT]), "x.pdf")
    seen: list[tuple[int, int]] = []
    sir = parse_document(library, record.sha, progress=lambda *at: seen.append(at))
    assert "5 mg twice" in " ".join(node.text for node in sir.nodes)
    assert sir.document == record.sha
    assert seen[-1] == (2, 2)
    noted = library.get(record.sha).parse
    assert noted is not None
    assert (noted.parser, noted.route) == ("automatic", "structural_rule")
    assert (noted.chosen, noted.page_routes) == (False, {"structural_rule": 2})
    assert (noted.failed_pages, noted.warnings) == ((), ())


def test_a_second_parse_comes_from_the_library(library: Library) -> None:
    record = library.add(pdf_bytes([TEXT]), "x.pdf")
    first = parse_document(library, record.sha)
    library.pdf_path(record.sha).unlink()
    assert parse_document(library, record.sha).nodes == first.nodes


def test_a_damaged_result_is_made_anew(library: Library) -> None:
    record = library.add(pdf_bytes([TEXT]), "x.pdf")
    first = parse_document(library, record.sha)
    (folder,) = stages(library, record)
    (folder / "sir.json").write_text("{")
    assert parse_document(library, record.sha).nodes == first.nodes
    assert stages(library, record) == [folder]


def test_pages_without_text_are_named(library: Library) -> None:
    record = library.add(pdf_bytes([TEXT, "", "", TEXT, ""]), "x.pdf")
    parse_document(library, record.sha)
    noted = library.get(record.sha).parse
    assert noted is not None
    assert noted.warnings == ("Hold no text: pages 2 to 3, 5.",)
    parse_document(library, record.sha, "structural_rule")
    noted = library.get(record.sha).parse
    assert noted is not None
    assert "visual route" in noted.warnings[0]


def test_a_file_without_any_text_ends_in_a_message(library: Library) -> None:
    record = library.add(pdf_bytes(["", ""]), "Scan vom Montag.pdf")
    with pytest.raises(NoText, match=r"^Scan vom Montag\.pdf: .*empty"):
        parse_document(library, record.sha)
    with pytest.raises(NoText, match=r"^Scan vom Montag\.pdf: .*visual route"):
        parse_document(library, record.sha, "structural_rule")
    assert stages(library, record) == []
    assert library.get(record.sha).parse is None


def test_an_encrypted_file_is_read_through_its_decrypted_copy(library: Library) -> None:
    content = pdf_bytes([TEXT], encryption=mupdf.PDF_ENCRYPT_AES_256, user_pw="open")
    record = library.add(content, "secret.pdf", "open")
    assert "rash" in parse_document(library, record.sha).nodes[-1].text


def test_cancel_leaves_no_process_and_nothing_half_written(library: Library, home: Path) -> None:
    record = library.add(pdf_bytes([TEXT]), "x.pdf")

    def cancel(done: int, total: int) -> None:
        raise Cancelled("Stopped.")

    with pytest.raises(Cancelled):
        parse_document(library, record.sha, progress=cancel)
    assert not isolated_jobs()
    assert stages(library, record) == []
    assert list((home / "tmp").iterdir()) == []


def test_time_runs_out_with_a_message_that_names_the_file(home: Path) -> None:
    library = Library(load_settings(home=home, parse_seconds=60, parse_seconds_per_page=0))
    record = library.add(pdf_bytes([TEXT]), "x.pdf")
    hurried = Library(load_settings(home=home, parse_seconds=0.05, parse_seconds_per_page=0))
    with pytest.raises(LimitReached, match=r"^x\.pdf: .*0\.05 seconds"):
        parse_document(hurried, record.sha)
    assert stages(library, record) == []


def test_a_parser_chosen_by_hand_is_used_again(library: Library) -> None:
    record = library.add(pdf_bytes([TEXT]), "x.pdf")
    options = StructuralRuleOptions(use_outline=False)
    parse_document(library, record.sha, "structural_rule", options)
    parse_document(library, record.sha)
    noted = library.get(record.sha).parse
    assert noted is not None
    assert (noted.parser, noted.chosen) == ("structural_rule", True)
    assert noted.options == {"use_outline": False}
    parse_document(library, record.sha, "automatic")
    noted = library.get(record.sha).parse
    assert noted is not None
    assert (noted.parser, noted.chosen) == ("automatic", False)


def test_trying_another_parser_leaves_the_record_alone(library: Library) -> None:
    record = library.add(pdf_bytes([TEXT]), "x.pdf")
    parse_document(library, record.sha)
    before = library.get(record.sha)
    sir = try_parser(library, record.sha, "structural_rule")
    assert sir.metadata["parser"] == "structural_rule"
    assert library.get(record.sha) == before


def test_the_time_of_a_parser_is_known_once_it_was_used(library: Library) -> None:
    record = library.add(pdf_bytes([TEXT]), "x.pdf")
    assert parse_seconds(library, record.sha, "automatic") is None
    assert parse_seconds(library, record.sha, "structural_rule") is None
    parse_document(library, record.sha)
    assert parse_seconds(library, record.sha, "automatic")
    assert parse_seconds(library, record.sha, "structural_rule") is None


def test_a_document_that_is_not_there_is_not_found(library: Library) -> None:
    with pytest.raises(NotFound):
        parse_document(library, "0" * 64)

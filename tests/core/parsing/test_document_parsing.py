"""Parsing in a child process: cached, undisturbed by crashes, and with errors for people."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pymupdf
import pytest
from pymupdf import mupdf

from core import sir_io
from core.errors import Cancelled, LimitReached, NoText, NotFound
from core.inspection.worker import known_inspection
from core.jobs.pool import OUT_OF_TIME
from core.library import Library
from core.parsing import get_parser
from core.parsing.document_parsing import (
    parse_document,
    resume_document,
    try_parser,
)
from core.parsing.parser_choice import ParserChooser
from core.parsing.routed import StructuralRuleOptions
from core.parsing.tree_cache import STAGE, seconds_of
from core.settings import load_settings
from tests.builders import pdf_bytes, with_endless_page
from tests.processes import isolated_jobs

if TYPE_CHECKING:
    from pathlib import Path

    from core.library import DocumentRecord

TEXT = "Patients receive 5 mg twice a day.\nStop treatment when a rash appears."


@pytest.fixture
def library(home: Path) -> Library:
    return Library(load_settings(home=home))


def seconds(library: Library, sha: str, parser: str) -> float | None:
    choice = ParserChooser(library, library.get(sha)).known(parser, known_inspection)
    return seconds_of(library, sha, choice.key) if choice else None


def stages(library: Library, record: DocumentRecord) -> list[Path]:
    return list(library.stage_path(record.sha, STAGE, "").glob("*"))


def test_a_document_is_parsed_and_the_record_says_how(library: Library) -> None:
    record = library.add(pdf_bytes([TEXT, TEXT]), "x.pdf")
    seen: list[tuple[int, ...]] = []
    sir = parse_document(library, record.sha, progress=lambda *at: seen.append(at))
    assert "5 mg twice" in " ".join(node.text for node in sir.nodes)
    assert sir.document == record.sha
    assert seen[-1] == (2, 2)
    noted = library.get(record.sha).parse
    assert noted is not None
    assert (noted.parser, noted.route) == ("automatic", "structural_rule")
    assert (noted.chosen, noted.page_routes) == (False, {"structural_rule": 2})
    assert (noted.failed_pages, noted.warnings) == ((), ())


def test_what_is_left_of_a_damaged_file_is_read_and_the_damage_told(library: Library) -> None:
    whole = pdf_bytes([TEXT] * 2)
    record = library.add(whole[: whole.rindex(b"xref")], "x.pdf")
    parse_document(library, record.sha)
    noted = library.get(record.sha).parse
    assert noted is not None
    assert [text for text in noted.warnings if "The file is damaged" in text]


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
    assert noted.warnings == ("Hold no text: pages 2–3, 5.",)
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
    library = Library(load_settings(home=home))
    record = library.add(with_endless_page([TEXT], 1), "x.pdf")
    hurried = Library(load_settings(home=home, parse_seconds=0.05, parse_seconds_per_page=0))
    with pytest.raises(LimitReached, match=r"^x\.pdf: none of its pages .* time limit"):
        parse_document(hurried, record.sha, "structural_rule")
    assert stages(library, record) == []


def test_pages_that_are_missing_when_time_runs_out_can_be_gone_on_with(
    library: Library, home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    texts = [f"{TEXT}\nPage {number}." for number in range(3)]
    record = library.add(with_endless_page(texts, 2), "x.pdf")
    sir = parse_document(hurried(home, 2), record.sha, "structural_rule")
    assert set(sir.lines.page.tolist()) == {1, 3}
    before = library.get(record.sha).parse
    assert before is not None
    assert (before.failed_pages, before.missing_pages) == ((), (2,))
    assert before.warnings == (f"Missing, {OUT_OF_TIME}: page 2.",)
    assert before.page_routes == {"structural_rule": 2}
    with pytest.MonkeyPatch.context() as patch:
        patch.delattr(Library, "run")
        assert parse_document(library, record.sha).nodes == sir.nodes, "not parsed again unasked"
    with pytest.raises(LimitReached, match=r"^x\.pdf: 0.5 s were .* missing page.*go on"):
        resume_document(hurried(home, 0.5), record.sha)
    assert library.get(record.sha).parse == before

    (tmp_path / "whole.pdf").write_bytes(whole := pdf_bytes(texts))
    monkeypatch.setattr(Library, "pdf_path", lambda *_: tmp_path / "whole.pdf")
    seen: list[tuple[int, ...]] = []
    sir = resume_document(library, record.sha, lambda *at: seen.append(at))
    assert {(2, 3), (3, 3)} <= set(seen) <= {(0, 0), (2, 3), (3, 3)}
    parser = get_parser("structural_rule")
    with pymupdf.open(stream=whole, filetype="pdf") as opened:
        expected = parser.parse(opened, record.sha, parser.options())
    assert sir_io.to_json(sir) == sir_io.to_json(expected)
    after = library.get(record.sha).parse
    assert after is not None
    assert (after.missing_pages, after.warnings) == ((), ())
    assert after.key != before.key
    assert after.seconds > before.seconds
    assert not list(library.stage_path(record.sha, STAGE, "").rglob("*.page"))


def hurried(home: Path, seconds: float) -> Library:
    """The same library, with so much time for a document."""
    limits = {"parse_seconds": seconds, "parse_seconds_per_page": 0, "page_seconds": 600}
    return Library(load_settings(home=home, **limits))


def test_a_document_without_missing_pages_is_left_alone(library: Library) -> None:
    record = library.add(pdf_bytes([TEXT]), "x.pdf")
    parse_document(library, record.sha)
    before = library.get(record.sha)
    resume_document(library, record.sha)
    assert library.get(record.sha) == before


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
    assert seconds(library, record.sha, "automatic") is None
    assert seconds(library, record.sha, "structural_rule") is None
    parse_document(library, record.sha)
    assert seconds(library, record.sha, "automatic")
    assert seconds(library, record.sha, "structural_rule") is None


def test_a_document_that_is_not_there_is_not_found(library: Library) -> None:
    with pytest.raises(NotFound):
        parse_document(library, "0" * 64)


def test_going_on_with_options_of_an_earlier_version_takes_those_of_today(library: Library) -> None:
    record = library.add(pdf_bytes([TEXT]), "x.pdf")
    parse_document(library, record.sha, "structural_rule")
    parsed = library.get(record.sha)
    assert parsed.parse is not None
    earlier = {"key": "earlier", "options": {"gone": 1}, "missing_pages": (1,)}
    library.set_parse(record.sha, parsed.parse.model_copy(update=earlier), parsed.pages)
    resume_document(library, record.sha)
    after = library.get(record.sha).parse
    assert after is not None
    assert (after.key, after.options) == (parsed.parse.key, parsed.parse.options)
    assert not after.missing_pages

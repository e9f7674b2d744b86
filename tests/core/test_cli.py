from __future__ import annotations

import json
import shutil
import signal
import subprocess
import sys
import zipfile
from typing import TYPE_CHECKING, Any

import pymupdf
import pytest
from pymupdf import mupdf

from core.answering.reason import NO_ANSWER, NO_ANSWER_TO_PART
from core.cli import main
from core.cli.arguments import TEXT_FORMATS, configuration_of
from core.cli.commands import build_parser
from core.cli.console import Console, Interrupt
from core.errors import BrokenPdf, Cancelled
from core.parsing import parser_choice
from core.settings import load_settings
from core.workbench import document_trees
from tests.builders import pdf_bytes, with_endless_page

if TYPE_CHECKING:
    from pathlib import Path

    from core.library import Library
    from core.sir import Sir
    from tests.core.conftest import Run

DOSE = "Adults take five milligrams of calverine twice a day.\nChildren take half of that dose."
STORAGE = "Keep the tablets below twenty degrees.\nThrow them away after the printed date."


@pytest.fixture
def run(home: Path, command: Run) -> Run:
    """Runs a command in an empty library of its own."""
    return command


@pytest.fixture
def dose(tmp_path: Path) -> Path:
    path = tmp_path / "dose.pdf"
    path.write_bytes(pdf_bytes([DOSE, STORAGE]))
    return path


@pytest.fixture(scope="session")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder whose library holds the document."""
    folder = tmp_path_factory.mktemp("prepared")
    path = folder / "dose.pdf"
    path.write_bytes(pdf_bytes([DOSE, STORAGE]))
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SIGHTLINE_HOME", str(folder / "home"))
        assert main(["ingest", str(path)]) == 0
    return folder / "home"


@pytest.fixture
def library(run: Run, prepared: Path, home: Path) -> Run:
    """`run` over a library of its own that holds the document."""
    shutil.copytree(prepared, home)
    return run


def read(printed: str) -> Any:
    return json.loads(printed)


def test_a_program_finds_what_another_one_put_in(library: Run):
    command = [sys.executable, "-m", "core", "ask", "How much calverine do adults take?", "--json"]
    ended = subprocess.run(command, capture_output=True, text=True, check=True)
    answer = read(ended.stdout)
    assert answer["citations"][0]["text"] == DOSE.splitlines()[0]
    assert answer["citations"][0]["page"] == 1
    _, exported, _ = library("export", "dose.pdf", "--format", "jsonl")
    chunks = [json.loads(line) for line in exported.splitlines()]
    assert answer["citations"][0]["chunk"] in {record["id"] for record in chunks}


def test_a_document_that_cannot_be_read_keeps_no_other_from_being_asked(
    library: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    other = tmp_path / "other.pdf"
    other.write_bytes(pdf_bytes([STORAGE]))
    library("ingest", other)
    parse = document_trees.parse_document

    def broken(of: Library, sha: str, *rest: Any, **names: Any) -> Sir:
        if of.get(sha).name == "other.pdf":
            raise BrokenPdf("other.pdf cannot be read.")
        return parse(of, sha, *rest, **names)

    monkeypatch.setattr(document_trees, "parse_document", broken)
    monkeypatch.setattr(parser_choice, "_VERSION", 999)
    question = "How much calverine do adults take?"
    code, out, err = library("ask", question)
    assert code == 0
    assert "five milligrams" in out
    assert "other.pdf is left out" in err
    code, out, _ = library("ask", question, "--each", "--json")
    assert code == 1
    (answer,) = read(out)["each"]
    assert answer["citations"][0]["text"] == DOSE.splitlines()[0]
    assert [error["document"] for error in read(out)["errors"]] == ["other.pdf"]


def test_ingest_names_each_document(run: Run, dose: Path):
    code, out, err = run("ingest", dose)
    assert (code, err) == (0, "")
    assert "dose.pdf  (2 pages)" in out


def test_one_bad_file_does_not_stop_the_others(run: Run, dose: Path, tmp_path: Path):
    bad = tmp_path / "notes.pdf"
    bad.write_text("no PDF at all", encoding="utf-8")
    code, out, err = run("ingest", bad, tmp_path / "missing.pdf", dose, "--json")
    assert code == 1
    printed = read(out)
    assert [one["names"] for one in printed["documents"]] == [["dose.pdf"]]
    assert [one["error"] for one in printed["errors"]] == ["NotAPdf", "NotFound"]
    assert err.splitlines() == [one["message"] for one in printed["errors"]]
    assert "notes.pdf" in err


def test_a_document_with_missing_pages_says_how_to_go_on(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("SIGHTLINE_PAGE_SECONDS", "1")
    path = tmp_path / "slow.pdf"
    path.write_bytes(with_endless_page([DOSE, STORAGE], 2))
    code, out, _ = run("ingest", path, "--route", "structural_rule")
    assert code == 0
    first, warning, way_on = out.splitlines()
    assert "slow.pdf" in first
    assert warning == "  warning: Missing, not read after 1 s: page 2."
    command, id_ = way_on.split("python -m core ")[1].split()
    monkeypatch.setenv("SIGHTLINE_PAGE_SECONDS", "0.5")
    code, _, err = run(command, id_)
    assert code == 1
    assert err.startswith("slow.pdf: ")
    assert "still there" in err
    (document,) = read(run("list", "--json")[1])["documents"]
    assert document["parse"]["missing_pages"] == [2]


def test_a_document_without_missing_pages_has_nothing_to_go_on_with(library: Run):
    assert library("resume", "dose.pdf") == (0, "dose.pdf: no page is missing.\n", "")


def test_an_encrypted_file_needs_its_password(run: Run, tmp_path: Path):
    path = tmp_path / "locked.pdf"
    encryption = {"encryption": mupdf.PDF_ENCRYPT_AES_256, "user_pw": "open", "owner_pw": "own"}
    path.write_bytes(pdf_bytes([DOSE], **encryption))
    code, _, err = run("ingest", path)
    assert code == 1
    assert "encrypted" in err
    assert "--password" in err
    for wrong in ("wrong", "", "\udcff"):
        code, _, err = run("ingest", path, "--password", wrong)
        assert code == 1
        assert err.startswith("locked.pdf: the password is wrong.")
    assert read(run("list", "--json")[1]) == {"documents": [], "damaged": []}
    assert run("ingest", path, "--password", "open")[0] == 0
    marked = tmp_path / "marked.pdf"
    assert run("export", path, "--format", "pdf", "--out", marked)[0] == 0
    with pymupdf.open(marked) as document:
        assert next(document[0].annots()).info["title"] == "Chunk 1"


@pytest.mark.parametrize("how", ["name", "sha", "path"])
def test_a_document_is_found_by_name_id_or_path(library: Run, dose: Path, how: str):
    sha = read(library("list", "--json")[1])["documents"][0]["sha"]
    reference = {"name": "dose.pdf", "sha": sha[:8], "path": str(dose)}[how]
    code, out, _ = library("chunk", reference, "--json")
    assert code == 0
    assert read(out)["document"]["sha"] == sha


def test_a_file_that_was_not_added_is_no_document(run: Run, dose: Path):
    code, _, err = run("chunk", dose)
    assert code == 1
    assert f"python -m core ingest {dose}" in err
    assert run("chunk", "other.pdf")[0] == 1


def test_a_document_and_a_file_are_inspected_alike(library: Run, dose: Path):
    code, printed, _ = library("inspect", "dose.pdf", "--json")
    assert code == 0
    known = read(printed)
    assert known["decision"]["selected_path"] == "structural_rule"
    assert known["tokens"] < 200
    other = dose.with_name("other.pdf")
    other.write_bytes(pdf_bytes([DOSE]))
    code, printed, _ = library("inspect", other)
    assert code == 0
    assert "test_rule_adherence" in printed
    assert "structural_rule, chosen by the policy, confidence" in printed
    assert [d["names"] for d in read(library("list", "--json")[1])["documents"]] == [["dose.pdf"]]


def test_a_route_named_for_a_file_is_kept(library: Run, dose: Path):
    assert library("ingest", dose, "--route", "semantic_flow")[0] == 0
    assert library("ingest", dose)[0] == 0
    (document,) = read(library("list", "--json")[1])["documents"]
    assert (document["parse"]["parser"], document["parse"]["chosen"]) == ("semantic_flow", True)


def test_chunk_takes_the_options_of_the_strategy(library: Run):
    code, out, _ = library(
        "chunk", "dose.pdf", "--strategy", "fixed", "--n", "16", "--o", "0.25", "--json"
    )
    assert code == 0
    printed = read(out)
    assert printed["options"] == {"max_tokens": 16, "overlap": 0.25}
    assert max(one["tokens"]["total"] for one in printed["chunks"]) <= 16
    assert any(one["tokens"]["overlap"] for one in printed["chunks"])


def test_chunk_shows_one_line_a_chunk(library: Run):
    _, printed, _ = library("chunk", "dose.pdf", "--n", "16", "--json")
    _, out, _ = library("chunk", "dose.pdf", "--n", "16")
    lines = out.splitlines()
    chunks = read(printed)["chunks"]
    assert lines[0].startswith(f"dose.pdf: {len(chunks)} chunks, hierarchical")
    assert len(lines) == 3 + len(chunks)
    assert lines[3].split()[:3] == ["1", str(chunks[0]["tokens"]["total"]), "1"]


@pytest.mark.parametrize(
    "arguments",
    [
        ("--strategy", "fixed", "--q", "0.9"),
        ("--n", "1"),
        ("--format", "pdf"),
        ("--out", "somewhere.md"),
        ("--encoder", "none-such", "--strategy", "semantic"),
    ],
)
def test_options_that_cannot_be_used_are_a_usage_error(library: Run, arguments: tuple[str, ...]):
    code, out, err = library("chunk", "dose.pdf", *arguments)
    assert (code, out) == (2, "")
    assert len(err.splitlines()) == 1


@pytest.mark.parametrize("question", ["", " ", "How much calverine do adults take\udcff?"])
def test_a_question_that_says_nothing_is_a_usage_error(library: Run, question: str):
    code, out, err = library("ask", question)
    assert (code, out) == (2, "")
    assert len(err.splitlines()) == 1


def test_every_option_of_every_strategy_has_a_flag():
    parser = build_parser()
    given = [
        "chunk",
        "x",
        "--strategy",
        "semantic",
        "--n",
        "100",
        "--percentile",
        "0.8",
        "--m",
        "0.2",
    ]
    assert configuration_of(parser.parse_args(given), load_settings()).options.model_dump() == {
        "max_tokens": 100,
        "percentile": 0.8,
        "minimum": 0.2,
    }
    given = ["chunk", "x", "--heading-budget", "0.3"]
    options = configuration_of(parser.parse_args(given), load_settings()).options
    assert options.model_dump()["heading_budget"] == 0.3


@pytest.mark.parametrize("form", [*TEXT_FORMATS, "stream", "sir", "normalised"])
def test_exports_are_the_same_on_screen_and_in_a_file(library: Run, tmp_path: Path, form: str):
    out = tmp_path / "new folder" / "export"
    code, printed, _ = library("export", "dose.pdf", "--format", form)
    assert code == 0
    assert library("export", "dose.pdf", "--format", form, "--out", out)[0] == 0
    assert out.read_text(encoding="utf-8") == printed
    assert "calverine" in printed


@pytest.mark.parametrize("name", ["new/stream.md", "stream.zip"])
def test_a_stream_is_written_with_its_figures(run: Run, tmp_path: Path, name: str):
    path, out = tmp_path / "figure.pdf", tmp_path / "out" / name
    with pymupdf.open() as document:
        page = document.new_page()
        page.insert_text((60, 80), "Some words above the figure.")
        pixels = pymupdf.Pixmap(pymupdf.csRGB, pymupdf.IRect(0, 0, 40, 40), 0)
        pixels.clear_with(90)
        page.insert_image((60, 100, 300, 300), pixmap=pixels)
        document.save(path)
    run("ingest", path)
    assert run("export", path, "--format", "stream", "--out", out)[0] == 0
    if out.suffix == ".zip":
        shutil.unpack_archive(out, out.parent)
    (image,) = (out.parent / "figures").iterdir()
    assert image.read_bytes().startswith(b"\x89PNG")
    assert f"](figures/{image.name})" in out.with_suffix(".md").read_text()


def test_hidden_text_is_warned_of(run: Run, tmp_path: Path):
    path = tmp_path / "hidden.pdf"
    with pymupdf.open() as document:
        page = document.new_page()
        page.insert_text((60, 80), "Words that can be seen.")
        page.insert_text((60, 120), "Words that cannot.", color=(1, 1, 1))
        document.save(path)
    for command in (("ingest", path), ("list",)):
        assert "  warning: Holds text that a reader cannot see, on page 1." in run(*command)[1]


def test_an_exported_pdf_has_an_annotation_for_every_chunk(
    library: Run, dose: Path, tmp_path: Path
):
    out, before = tmp_path / "marked.pdf", dose.read_bytes()
    code, printed, _ = library(
        "export", "dose.pdf", "--n", "16", "--format", "pdf", "--out", out, "--json"
    )
    assert code == 0
    assert read(printed) == {"file": str(out), "bytes": out.stat().st_size}
    chunks = read(library("chunk", "dose.pdf", "--n", "16", "--json")[1])["chunks"]
    with pymupdf.open(out) as document:
        titles = {note.info["title"] for page in document for note in page.annots()}
    assert titles == {f"Chunk {number + 1}" for number in range(len(chunks))}
    assert dose.read_bytes() == before


def test_an_export_that_cannot_be_written_says_so(library: Run, tmp_path: Path):
    code, _, err = library("export", "dose.pdf", "--format", "md", "--out", tmp_path)
    assert code == 1
    assert str(tmp_path) in err


@pytest.mark.parametrize("form", ["pdf", "docx", "html"])
def test_an_answer_is_handed_on_in_one_file(library: Run, tmp_path: Path, form: str):
    out = tmp_path / f"answer.{form}"
    code, printed, _ = library("ask", "How warm may tablets be kept?", "--record", out, "--json")
    assert code == 0
    assert read(printed)["files"] == [str(out)]
    begins = {"pdf": b"%PDF", "docx": b"PK", "html": b"<!DOCTYPE html>"}[form]
    content = out.read_bytes()
    assert content.startswith(begins)
    assert len(content) > 20_000, "it has pictures"


def test_an_answer_is_not_given_for_a_file_of_no_kind(library: Run, tmp_path: Path):
    code, out, err = library("ask", "How warm?", "--record", tmp_path / "answer.odt")
    assert (code, out) == (2, "")
    assert "End its name in .pdf, .docx, .html." in err


def test_an_answer_is_quoted_with_its_place_and_marked_in_a_pdf(library: Run, tmp_path: Path):
    question = "At how many degrees are tablets kept?"
    code, out, _ = library(
        "ask", question, "--threshold", "0.1", "--max-citations", "1", "--pdf", tmp_path / "cited"
    )
    assert code == 0
    assert out.startswith("From dose.pdf\n")
    assert "[1] dose.pdf, page 2\nKeep the tablets below twenty degrees.\n" in out
    (marked,) = (tmp_path / "cited").glob("dose.*.pdf")
    with pymupdf.open(marked) as document:
        notes = [(page.number, note.info) for page in document for note in page.annots()]
    assert [(page, info["title"]) for page, info in notes] == [(1, "Citation 1")]
    assert question in notes[0][1]["content"]


def test_an_answer_without_the_quantity_asked_for_says_so_first(library: Run):
    given = ("ask", "For how long are tablets kept?", "--threshold", "0", "--max-citations", "1")
    words = "None of these lines states a duration."
    assert library(*given)[1].startswith(f"{words}\nFrom dose.pdf\n")
    answer = read(library(*given, "--json")[1])
    assert answer["notice"] == words
    assert answer["asked"] == [{"kind": "duration", "stated_by": []}]


def test_several_questions_in_one_are_answered_one_by_one(library: Run):
    question = "How much calverine do adults take, and at how many degrees are tablets kept?"
    given = ("ask", question, "--threshold", "0", "--max-citations", "2")
    answer = read(library(*given, "--json")[1])
    first, second = answer["parts"]
    assert (first["citations"], second["citations"]) == ([1], [2])
    assert [one["page"] for one in answer["citations"]] == [1, 2]
    out = library(*given)[1]
    assert out.index("1. How much calverine") < out.index(DOSE.splitlines()[0])
    assert out.index(DOSE.splitlines()[0]) < out.index("2. At how many degrees are tablets kept?")
    assert read(library(*given, "--json", "--as-asked")[1])["parts"] == []


def test_a_part_that_nothing_answers_says_so_by_itself(library: Run):
    question = "How much calverine do adults take? Who won the football cup?"
    out = library("ask", question, "--threshold", "0.15")[1]
    assert f"2. Who won the football cup?\n{NO_ANSWER_TO_PART} The nearest passage" in out


def test_an_answer_from_several_documents_says_so_first(library: Run, tmp_path: Path):
    other = tmp_path / "other.pdf"
    other.write_bytes(pdf_bytes(["Adults never take more than thirty milligrams of calverine."]))
    library("ingest", other)
    out = library("ask", "How much calverine do adults take?", "--threshold", "0")[1]
    assert out.startswith("From 2 documents: ")
    assert "\n[1] " in out
    alone = library("ask", "How much calverine?", "--threshold", "0", "--document", "other.pdf")[1]
    assert alone.startswith("From other.pdf\n")


def test_a_follow_up_is_searched_after_the_question_before_it_or_exactly_as_typed(library: Run):
    first, then = "How much calverine do adults take?", "And for childdren?"
    given = ("ask", then, "--before", first, "--threshold", "0", "--json")
    understood, typed = read(library(*given)[1]), read(library(*given, "--as-asked")[1])
    assert understood["searched"] == "How much calverine do children take?"
    assert understood["question"] == then and understood["citations"]
    assert (typed["question"], typed["searched"]) == (then, "")
    assert (understood["as_asked"], typed["as_asked"]) == (False, True)


def test_a_question_that_nothing_answers_is_no_failure(library: Run):
    code, out, _ = library("ask", "Who won the football cup?", "--threshold", "0.9")
    assert code == 0
    assert out.startswith(f"{NO_ANSWER} The nearest passage")
    assert "Ask in words that the documents use.\nNearest passages:\n- " in out
    assert "dose.pdf, page" in out


def test_asking_an_empty_library_fails(run: Run):
    code, _, err = run("ask", "Anything?")
    assert code == 1
    assert "library is empty" in err


def test_a_deleted_document_is_gone(library: Run):
    assert library("delete", "dose.pdf")[0] == 0
    assert library("list")[1] == "The library is empty.\n"
    assert library("delete", "dose.pdf")[0] == 1


def test_ctrl_c_cancels_at_the_next_report_and_a_second_one_at_once():
    with Interrupt() as interrupt:
        console = Console(interrupt)
        with console.progress("work") as progress:
            progress(1, 3)
            signal.raise_signal(signal.SIGINT)
            with pytest.raises(Cancelled):
                progress(2, 3)
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)


def test_an_error_that_ctrl_c_caused_counts_as_cancelled():
    with Interrupt() as interrupt:
        interrupt.check(BrokenPdf("crashed"))
        signal.raise_signal(signal.SIGINT)
        with pytest.raises(Cancelled):
            interrupt.check(BrokenPdf("crashed"))


def test_ctrl_c_while_files_are_added_leaves_nothing_half_done(
    run: Run, dose: Path, monkeypatch: pytest.MonkeyPatch
):
    before = Console.progress

    def interrupted(self: Console, label: str):
        signal.raise_signal(signal.SIGINT)
        return before(self, label)

    with monkeypatch.context() as patch:
        patch.setattr(Console, "progress", interrupted)
        code, out, err = run("ingest", dose)
    assert (code, out) == (130, "")
    assert "Stopped" in err
    assert read(run("list", "--json")[1]) == {"documents": [], "damaged": []}


def test_documents_are_listed_and_asked_by_what_they_state_of_themselves(run: Run, tmp_path: Path):
    for name, author, made, text in (
        ("old.pdf", "Ada Meier", "D:20190309", "Take five milligrams of Calverin a day."),
        ("new.pdf", "Ben Smith", "D:20240101", "Take nine milligrams of Calverin a day."),
        ("silent.pdf", "", "", "Take two milligrams of Calverin a day."),
    ):
        with pymupdf.open() as pdf:
            pdf.new_page().insert_text((60, 80), text)
            pdf.set_metadata({"author": author, "creationDate": made})
            (tmp_path / name).write_bytes(pdf.tobytes())
        assert run("ingest", tmp_path / name)[0] == 0
    code, out, err = run("list", "--since", "2020")
    assert (code, "new.pdf" in out, "old.pdf" in out) == (0, True, False)
    assert "silent.pdf" in err  # left out, since it has no date
    asked = ("ask", "How many milligrams of Calverin a day?", "--encoder", "hashing", "--json")
    _, out, _ = run(*asked, "--author", "meier")
    assert list(json.loads(out)["documents"].values()) == ["old.pdf"]
    code, _, err = run(*asked, "--author", "nobody")
    assert code == 1
    assert "No document matches" in err
    assert run("list", "--since", "spring")[0] == 2


def test_a_tree_is_exported_with_pictures_as_a_zip_file(run: Run, tmp_path: Path):
    with pymupdf.open() as pdf:
        page = pdf.new_page()
        page.insert_text((60, 80), "A figure stands below.")
        pixmap = pymupdf.Pixmap(pymupdf.csRGB, pymupdf.IRect(0, 0, 90, 90))
        pixmap.set_rect(pixmap.irect, (200, 30, 30))
        page.insert_image((60, 120, 260, 320), pixmap=pixmap)
        (tmp_path / "figure.pdf").write_bytes(pdf.tobytes())
    assert run("ingest", tmp_path / "figure.pdf")[0] == 0
    out = tmp_path / "tree.zip"
    assert run("export", "figure.pdf", "--format", "sir", "--out", out)[0] == 0
    with zipfile.ZipFile(out) as archive:
        nodes = json.loads(archive.read("tree.json"))["nodes"]
        (image,) = [node["image"] for node in nodes if node["image"]]
        assert archive.read(image).startswith(b"\x89PNG")

"""Plain text and tables in the library, on their whole way through the app."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING

import pymupdf
import pytest

from core.chunking import make_options
from core.configuration import Configuration
from core.errors import InputError, NotAPdf, NotText, TooLarge
from core.export.annotation_job import annotated_pdf
from core.export.pdf_marks import citation_marks
from core.library import Kind
from core.library.file_kinds import kind_of
from core.settings import load_settings
from core.workbench import Workbench
from tests.builders import pdf_bytes

if TYPE_CHECKING:
    from pathlib import Path

TEXT = b"The starting dose of calverin is 40 mg.\nIt is halved in renal failure.\n\nAnother one.\n"
TABLE = "Medicine;Dose\nCalverin;40 mg\nOrlipan;10 mg\n".encode("utf-16")
THREE_STEPS = Configuration("three_step", make_options("three_step", {}), "hashing")


@pytest.fixture
def workbench(home: Path) -> Workbench:
    return Workbench(load_settings(home=home))


@pytest.mark.parametrize(
    ("content", "name", "kind"),
    [
        (b"Dear all", "a.txt", Kind.TEXT),
        (b"Dear all", "A.MD", Kind.MARKDOWN),
        (b"Dear all", "a.markdown", Kind.MARKDOWN),
        (b"a,b", "a.csv", Kind.CSV),
        (pdf_bytes(), "a.pdf", Kind.PDF),
        (pdf_bytes(), "a.txt", Kind.PDF),
        (b"a note on %PDF-1.7", "a.txt", Kind.TEXT),
        (b"Dear all", "a.pdf", None),
        (b"Dear all", "a.docx", None),
    ],
)
def test_the_kind_of_a_file_is_known_by_beginning_and_name(
    content: bytes, name: str, kind: Kind | None
) -> None:
    assert kind_of(content, name) is kind


def test_a_text_is_kept_as_it_was_and_needs_no_inspector(workbench: Workbench, home: Path) -> None:
    record = workbench.documents.add(TEXT, "dose.txt")
    assert (record.sha, record.kind) == (sha256(TEXT).hexdigest(), Kind.TEXT)
    assert record.parse
    assert (record.parse.parser, record.parse.chosen) == ("plain_text", False)
    folder = home / "documents" / record.sha
    assert (folder / "source.text").read_bytes() == TEXT
    assert workbench.library.pdf_path(record.sha) == folder / "working.pdf"
    assert not (folder / "inspection").exists()
    with pytest.raises(NotAPdf, match="only PDFs are inspected"):
        workbench.documents.inspection(record.sha)


def test_an_answer_from_a_text_leads_to_its_lines(workbench: Workbench) -> None:
    record = workbench.documents.add(TEXT, "dose.txt")
    answer = workbench.answers.ask(
        "What is the starting dose of calverin?", THREE_STEPS, [record.sha]
    )
    assert "40 mg" in answer.citations[0].quote.text
    marks = citation_marks(answer, record.sha)
    marked = annotated_pdf(workbench.library, record.sha, marks)
    with pymupdf.open(stream=marked, filetype="pdf") as pdf:
        assert next(pdf[0].annots(), None) is not None


def test_a_table_in_utf_16_is_one_chunk_with_its_header(workbench: Workbench) -> None:
    record = workbench.documents.add(TABLE, "doses.csv")
    result = workbench.chunks.of(record.sha, THREE_STEPS)
    assert [c.content for c in result.chunks] == ["Medicine\tDose\nCalverin\t40 mg\nOrlipan\t10 mg"]


def test_a_text_is_not_taken_for_a_table_until_it_was_deleted(workbench: Workbench) -> None:
    rows = b"drug;dose\ncalverin;40 mg\norlipan;10 mg\n"
    first = workbench.documents.add(rows, "doses.txt")
    assert workbench.documents.add(rows, "again.txt").kind is Kind.TEXT
    with pytest.raises(InputError, match=r"as doses\.txt, read as text.*read as a table, delete"):
        workbench.documents.add(rows, "doses.csv")
    assert workbench.library.get(first.sha).names == ("doses.txt", "again.txt")
    workbench.delete(first.sha)
    assert workbench.documents.add(rows, "doses.csv").kind is Kind.CSV


def test_another_route_may_read_the_pages_of_a_text(workbench: Workbench) -> None:
    record = workbench.documents.add(TEXT, "dose.txt")
    other = workbench.documents.use_route(record.sha, "structural_rule").parse
    assert other and other.chosen
    back = workbench.documents.use_route(record.sha, "plain_text").parse
    assert back and not back.chosen


@pytest.mark.parametrize(
    ("content", "name", "error", "said"),
    [
        (b"", "a.txt", NotAPdf, r"a\.txt: the file is empty"),
        (b" \n ", "a.txt", NotText, r"a\.txt: the file holds no text"),
        (bytes(range(256)) * 9, "a.csv", NotText, r"a\.csv: the file is not plain text"),
        (b"x\n\n" * 300, "a.txt", TooLarge, r"a\.txt: it fills more than 3 pages"),
        (b"Dear all", "a.rtf", NotAPdf, r"or save it as \.txt"),
    ],
)
def test_a_text_that_cannot_be_used_is_named_and_leaves_nothing(
    home: Path, content: bytes, name: str, error: type[InputError], said: str
) -> None:
    workbench = Workbench(load_settings(home=home, max_pages=3))
    with pytest.raises(error, match=said):
        workbench.documents.add(content, name)
    assert workbench.library.list() == ()
    assert not [path for path in home.rglob("*") if path.name.startswith(("source", "working"))]

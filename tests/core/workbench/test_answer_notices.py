"""What is said beside an answer of documents that had no part in it."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest

from core.chunking import make_options
from core.configuration import Configuration
from core.errors import DataDamaged
from core.library import Library
from core.settings import load_settings
from core.workbench import Workbench, answer_notices
from tests.builders import pdf_bytes

if TYPE_CHECKING:
    from pathlib import Path

    from core.answering.base import Answer

OPTIONS = make_options("fixed", {"max_tokens": 16, "overlap": 0})
CONFIG = Configuration("fixed", OPTIONS, encoder="hashing")
QUESTION = "What is the starting dose of calverin?"


def ask(bench: Workbench, question: str, documents: list[str]) -> Answer:
    return bench.answers.ask(question, CONFIG, documents)


def test_no_notice_says_where_the_data_folder_of_the_machine_is(
    bench: Workbench, documents: list[str], home: Path
) -> None:
    bench.index.add(documents, CONFIG)
    bench.close()
    index = next((home / "index").glob("*/documents.json"))
    index.write_bytes(b"damaged")
    folder = home / "documents" / documents[0]
    (folder / "source.pdf").write_bytes(b"damaged")
    for results in filter(type(folder).is_dir, folder.iterdir()):
        shutil.rmtree(results)
    later = Workbench(load_settings(home=home, parse_workers=1))
    notice = later.answers.ask(QUESTION, CONFIG, documents).notice
    assert "could not be trusted" in notice
    assert "a.pdf is left out, since it could not be read: The file of a.pdf is missing" in notice
    assert f"documents/{documents[0]}/source.pdf. Nothing is read from it" in notice
    assert str(home) not in notice
    notices: list[str] = []
    later.answers.retrieve(QUESTION, CONFIG, documents, notices.append)
    assert notices
    assert str(home) not in "".join(notices)


@pytest.mark.parametrize(
    "question", ["What is the starting dose of calverin?", "Wie viel Calverin wird gegeben?"]
)
def test_a_document_of_which_only_the_search_can_be_read_fails_no_question_in_any_language(
    bench: Workbench, documents: list[str], home: Path, question: str
) -> None:
    text = "Die Anfangsdosis von Calverin beträgt 60 mg am Tag und wird zehn Tage lang gegeben."
    german = bench.documents.add(pdf_bytes((text,)), "d.pdf").sha
    asked = [*documents, german]
    bench.index.add(asked, CONFIG)
    bench.index.close()
    shutil.copytree(home / "index", home.with_name("index"))  # not yet for other languages
    assert german in {each.hit.document for each in ask(bench, question, asked).passages}
    bench.close()
    folder = home / "documents" / german
    (folder / "source.pdf").write_bytes(b"damaged")
    for stage in ("sir", "tokens"):
        shutil.rmtree(folder / stage)
    shutil.rmtree(home / "index")
    shutil.copytree(home.with_name("index"), home / "index")
    later = Workbench(load_settings(home=home, parse_workers=1))
    answer = ask(later, question, asked)
    assert {each.hit.document for each in answer.passages} == set(documents)
    assert answer.notice.count("d.pdf is left out, since it could not be read") == 1
    notices: list[str] = []
    hits = later.answers.retrieve(question, CONFIG, asked, notices.append)
    assert {hit.document for hit, *_ in hits} == set(documents)
    with pytest.raises(DataDamaged, match=r"d\.pdf"):
        ask(later, question, [german])


def test_a_question_to_a_few_documents_lists_no_whole_library(
    bench: Workbench, documents: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    listed: list[object] = []
    monkeypatch.setattr(Library, "list", lambda *_: listed.append(None) or ())
    assert bench.answers.ask(QUESTION, CONFIG, documents).citations
    assert listed == []


def test_missing_pages_are_named_alike_for_a_few_and_for_many_documents(
    bench: Workbench, documents: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for document in documents:
        record = bench.library.get(document)
        assert record.parse
        part = record.parse.model_copy(update={"missing_pages": (2,)})
        bench.library.set_parse(record.sha, part, record.pages)
    few = bench.answers.ask(QUESTION, CONFIG, documents).notice
    assert few.endswith("time was lacking to read them: 1 page of a.pdf, 1 page of b.pdf.")
    monkeypatch.setattr(answer_notices, "_FEW", 1)
    assert bench.answers.ask(QUESTION, CONFIG, documents).notice == few

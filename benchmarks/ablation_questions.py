"""Questions for `benchmarks.ablations`: of people, by rule, and with their terms written out."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

from benchmarks.questions import NICE, SAMPLES, nice_questions, ohr_questions
from core.evaluation.question_measures import relevant_chunks
from core.evaluation.questions.base import Evidence, Origin, Question, distinct
from core.evaluation.questions.formats import read_questions
from core.evaluation.questions.locating import Searchable, gold_line
from core.evaluation.questions.rules.generating import generate

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from benchmarks.questions import Question as Asked
    from core.chunking.base import Chunk, ChunkingResult
    from core.library import DocumentRecord
    from core.workbench import Workbench

PEOPLE, RULE, WRITTEN_OUT = "by people", "by rule", "terms written out"
_BY_RULE = 60
"""Questions by rule of each document."""
_LONGEST = 80
"""Characters of a meaning that a person would write for a term."""


def questions_of_people(data: Path, bench: Workbench) -> list[Question]:
    """Those of `ohr`, `nice_ng243`, `clinical_questions`, `mmdocir` and the samples with evidence.

    They are those about documents in the library; of questions that go on from others, none.
    """
    records = {record.name: record for record in bench.library.list()}
    page = records[f"{NICE}.pdf"].pages[0]
    found = [
        *_located(ohr_questions(data), records),
        *_located(nice_questions(data, (page.width, page.height)), records),
        *read_questions(SAMPLES / "questions.json", bench, "samples.json").questions,
        *_clinical(data, bench, records),
        *_mmdocir(data, records),
    ]
    return [one for one in distinct(found) if one.evidence]


def _located(asked: Iterable[Asked], records: Mapping[str, DocumentRecord]) -> Iterator[Question]:
    """Questions about documents in the library; one group of lines is enough."""
    for one in asked:
        if record := records.get(f"{one.document}.pdf"):
            groups = [
                tuple(gold_line(box.page, box.edges) for box in lines) for lines in one.groups
            ]
            yield Question(
                text=one.text,
                evidence=tuple(
                    Evidence(document=record.sha, lines=lines, text="") for lines in groups
                ),
                any_of=len(groups) > 1,
                documents=(record.sha,),
                origin=Origin.IMPORTED,
            )


def asked_of(result: ChunkingResult, of_people: Sequence[Question]) -> list[Question]:
    """All questions about a document, whose chunks carry what their terms mean; `kind` says whose.

    They are those of people, those by rule, and both once more with a term written out.
    """
    document = result.document
    own = [one for one in of_people if {piece.document for piece in one.evidence} == {document}]
    asked = [one.model_copy(update={"kind": PEOPLE}) for one in own]
    by_rule = [one for one in generate([result.sir], most=_BY_RULE) if one.evidence]
    asked += [one.model_copy(update={"kind": RULE}) for one in by_rule]
    written_out = [written for one in asked if (written := _written_out(one, result))]
    return list(distinct([*asked, *written_out]))


def explained(question: Question, result: ChunkingResult) -> bool:
    """Whether a chunk that answers uses a term that is explained elsewhere."""
    return any(entry.meaning for chunk in _gold(question, result) for entry in chunk.supplement)


def _written_out(question: Question, result: ChunkingResult) -> Question | None:
    """The question with a term in the words that explain it, as one asks who knows no short form.

    None where the chunk that answers it has no such term.
    """
    for chunk in _gold(question, result):
        for entry in chunk.supplement:
            term = re.compile(rf"(?<!\w){re.escape(entry.term)}(?!\w)")
            meaning = entry.meaning
            if not 0 < len(meaning) <= _LONGEST or meaning.casefold() in question.text.casefold():
                continue
            if term.search(question.text):
                text = term.sub(lambda _, meaning=meaning: meaning, question.text)
                return question.model_copy(update={"text": text, "kind": WRITTEN_OUT})
    return None


def _gold(question: Question, result: ChunkingResult) -> Iterator[Chunk]:
    for piece in question.evidence:
        for _, name in relevant_chunks(piece, {result.document: result}):
            yield result.by_id[name]


def _clinical(
    data: Path, bench: Workbench, records: Mapping[str, DocumentRecord]
) -> Iterator[Question]:
    entries = json.loads((data / "clinical_questions" / "questions.json").read_text("utf-8"))
    places: dict[str, Searchable] = {}
    for entry in entries:
        document = records[entry["document"]].sha
        if document not in places:
            places[document] = Searchable(bench.documents.sir(document))
        pieces = [*entry["evidence"], *entry["alternatives"]]
        located = [places[document].locate(one["quote"], page=one["page"]) for one in pieces]
        evidence = tuple(one.evidence for one in located if one)
        if not entry["before"]:
            yield Question(
                text=entry["question"],
                evidence=evidence,
                any_of=len(evidence) > 1,
                documents=(document,),
                origin=Origin.IMPORTED,
            )


def _mmdocir(data: Path, records: Mapping[str, DocumentRecord]) -> Iterator[Question]:
    """Those of documents in the library; their evidence are boxes of whole paragraphs or tables."""
    for entry in json.loads((data / "mmdocir" / "questions.json").read_text("utf-8")):
        if record := records.get(entry["document"]):
            boxes = [(one["page"], one["bbox"], one["page_size"]) for one in entry["boxes"]]
            lines = tuple(
                gold_line(page, (box[0] / width, box[1] / height, box[2] / width, box[3] / height))
                for page, box, (width, height) in boxes
            )
            evidence = (Evidence(document=record.sha, lines=lines, text=""),) if lines else ()
            yield Question(
                text=entry["question"],
                evidence=evidence,
                documents=(record.sha,),
                origin=Origin.IMPORTED,
            )

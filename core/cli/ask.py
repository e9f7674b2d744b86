"""A question is answered from documents."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from core.answering.base import Answer, Exchange
from core.answering.query.asked_text import require_words
from core.answering.report import with_cards
from core.cli.answers import answer_lines
from core.cli.arguments import add_configuration, add_model, answer_options_of, configuration_of
from core.cli.documents import add_filter, filtered, find
from core.cli.editions import standing_dict, standing_lines
from core.cli.fields import add_fields
from core.cli.model_notices import no_key
from core.cli.output import save
from core.cli.records import record_form, write_record
from core.configuration import AnswerOptions, Configuration
from core.configuration.address import to_address
from core.errors import OF_ONE_DOCUMENT, InvalidOption, NotFound
from core.export.annotation_job import annotated_pdf
from core.export.pdf_marks import citation_marks

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Sequence

    from core.cli.console import Console
    from core.library import DocumentRecord
    from core.workbench import Workbench

_ANSWERS = (
    "let the language model write the answer, as it does where there is a key, or rules; with "
    "--model it also plans the chunks of the strategies that can, and refines them"
)


def add_ask(parser: ArgumentParser) -> None:
    """The arguments of `ask`."""
    parser.add_argument(
        "question",
        metavar="QUESTION",
        help="where it asks for a dose, a duration or another quantity that the cited lines do not "
        "state, that is said first",
    )
    parser.add_argument(
        "--document",
        dest="documents",
        metavar="DOC",
        action="append",
        default=[],
        help="search only here; may be given several times",
    )
    add_filter(parser)
    parser.add_argument(
        "--each",
        action="store_true",
        help="ask each document by itself, and print the answers one below the other",
    )
    parser.add_argument(
        "--before",
        metavar="QUESTION",
        action="append",
        default=[],
        help="a question asked before this one, which may go on from it; once for each, in order",
    )
    parser.add_argument(
        "--as-asked",
        action="store_true",
        help="search the question exactly as typed: its spelling, abbreviations and parts are left "
        "as they are, and so is what it leaves out after --before",
    )
    parser.add_argument(
        "--pdf",
        metavar="FOLDER",
        type=Path,
        help="also write each cited document there, the cited lines marked",
    )
    parser.add_argument(
        "--record",
        metavar="FILE",
        type=Path,
        help="also write question, answer and each quote with the cut-out of its page into one "
        "file to hand on: .pdf, .docx or .html (opens anywhere, with the cited pages)",
    )
    add_configuration(parser)
    add_model(parser, _ANSWERS)
    add_fields(parser, {"answer": AnswerOptions})


def ask(workbench: Workbench, arguments: Namespace, console: Console) -> bool:
    """Answers a question with cited sentences or claims, or says why it does not."""
    require_words(arguments.question, *arguments.before)
    if arguments.record:
        record_form(arguments.record)
    records = [find(workbench, name) for name in arguments.documents] or workbench.library.list()
    if not records:
        raise NotFound("The library is empty. Add documents first: python -m core ingest FILE")
    records = filtered(workbench, records, arguments, console)
    if not records:
        raise NotFound("No document matches. Change the filter; python -m core list says more.")
    if not arguments.documents:
        console.notice(
            *(f"Not searched: {document.problem}" for document in workbench.library.damaged())
        )
    documents = [record.sha for record in records]
    config = configuration_of(arguments, workbench.settings)
    with console.progress("indexing") as progress:
        # What is left out is said with the answer, and where it leaves nothing it is an error.
        workbench.index.add(documents, config, progress, lambda *_: None)
    if not arguments.each:
        console.result(_asked(workbench, arguments, config, records, console))
        return True
    if arguments.record:
        raise InvalidOption("--record keeps one answer. Leave --each out, or ask one document.")
    answers: list[dict[str, Any]] = []
    failed: list[dict[str, str]] = []
    for record in records:
        console.say("", f"== {record.name}")
        try:
            answers.append(_asked(workbench, arguments, config, [record], console))
        except OF_ONE_DOCUMENT as error:
            console.error(str(error))
            named = {"document": record.name, "error": type(error).__name__}
            failed.append({**named, "message": str(error)})
    console.result({"question": arguments.question, "each": answers, "errors": failed})
    return not failed


def _asked(
    workbench: Workbench,
    arguments: Namespace,
    config: Configuration,
    records: Sequence[DocumentRecord],
    console: Console,
) -> dict[str, Any]:
    names = {record.sha: record.name for record in records}
    answer = workbench.answers.ask(
        arguments.question,
        config,
        list(names),
        answer_options_of(arguments),
        conversation=[Exchange(question, "") for question in arguments.before],
        by_model=arguments.by_model is not False,
        as_asked=arguments.as_asked,
    )
    cards = workbench.cards.of_answer(answer)
    console.say(*answer_lines(answer, names, cards, workbench.documents.sir))
    standings = workbench.editions.standings({c.quote.document for c in answer.citations})
    console.notice(
        no_key(workbench, arguments), answer.notice, *standing_lines(workbench, standings)
    )
    files = _marked_pdfs(workbench, answer, arguments.pdf, names, console)
    if arguments.record:
        record = workbench.records.of(answer, to_address(config), cards=cards)
        files += write_record(workbench, record, arguments.record, console)
    told = {sha: standing_dict(each) for sha, each in standings.items() if not each.stands}
    values = with_cards(answer, cards, workbench.documents.sir)
    return {**values, "documents": names, "files": files, "editions": told}


def _marked_pdfs(
    workbench: Workbench,
    answer: Answer,
    folder: Path | None,
    names: dict[str, str],
    console: Console,
) -> list[str]:
    """Files of the cited documents with their cited lines marked; none without a folder."""
    if folder is None:
        return []
    written: list[str] = []
    for document in dict.fromkeys(citation.quote.document for citation in answer.citations):
        with console.progress("marking") as progress:
            marks = citation_marks(answer, document)
            content = annotated_pdf(workbench.library, document, marks, progress)
        target = folder / f"{Path(names[document]).stem}.{document[:8]}.cited.pdf"
        save(target, content)
        console.say(f"{target}: {len(content)} bytes")
        written.append(str(target))
    return written

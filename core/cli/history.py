"""Signed answers: what is kept, and one of them as a file to hand on."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from core.cli.records import record_form, write_record
from core.errors import InvalidOption

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from core.cli.console import Console
    from core.history.signed_answers import KeptAnswer
    from core.workbench import Workbench

_LIST, _EXPORT = "list", "export"


def add_history(parser: ArgumentParser) -> None:
    """The arguments of `history`."""
    parser.add_argument("task", choices=(_LIST, _EXPORT), help="export needs ID and --out FILE")
    parser.add_argument("answer", metavar="ID", nargs="?", default="", help="as list shows it")
    parser.add_argument("--out", metavar="FILE", type=Path, help=".pdf, .docx or .html")


def history(workbench: Workbench, arguments: Namespace, console: Console) -> bool:
    """Prints what is kept, or writes the file of one answer; the audit log notes the latter."""
    if arguments.task == _LIST:
        answers = workbench.history.answers.list()
        console.say(*map(_line, answers))
        console.result({"answers": [_values(answer) for answer in answers]})
        return True
    if not (arguments.answer and arguments.out):
        raise InvalidOption("history export needs ID and --out FILE.")
    record_form(arguments.out)
    signed = workbench.history.answers.load(arguments.answer)
    record = workbench.records.of_signed(signed)
    files = write_record(workbench, record, arguments.out, console)
    console.result({"answer": signed.id, "files": files})
    return True


def _line(answer: KeptAnswer) -> str:
    if answer.problem:
        return f"{answer.id}  {answer.problem}"
    when = f"{answer.signed_at:%Y-%m-%d %H:%M}" if answer.signed_at else ""
    return f"{answer.id}  {when}  {answer.signer}  {answer.question}"


def _values(answer: KeptAnswer) -> dict[str, object]:
    signed_at = answer.signed_at.isoformat() if answer.signed_at else None
    names = ("id", "question", "signer", "problem")
    return {**{name: getattr(answer, name) for name in names}, "signed_at": signed_at}

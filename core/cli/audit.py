"""The audit log: whether it and the signed answers are what was written, and what it tells."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.text.counts import number_of

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace

    from core.cli.console import Console
    from core.history.audit_log import AuditEntry
    from core.history.verification import AuditReport
    from core.workbench import Workbench

_VERIFY, _SHOW = "verify", "show"


def add_audit(parser: ArgumentParser) -> None:
    """The arguments of `audit`."""
    parser.add_argument(
        "task",
        choices=(_VERIFY, _SHOW),
        help="verify: whether no entry and no signed answer was changed, moved, put in or removed; "
        "that a whole log was written anew is only found with --known; show: all entries, the "
        "oldest first",
    )
    parser.add_argument(
        "--known",
        metavar="HASH",
        default="",
        help="a hash of the log that is printed on a record; verify also says whether this log "
        "still holds it, which only a log that was not written anew does",
    )


def audit(workbench: Workbench, arguments: Namespace, console: Console) -> bool:
    """Whether the log and the signed answers are sound; prints what is wrong, or all entries."""
    report = workbench.history.verify(arguments.known.strip().lower())
    if arguments.task == _SHOW:
        console.say(*(entry_in_words(entry) for entry in report.log.entries))
        console.notice(*faults(report))
    else:
        console.say(*(faults(report) or (_sound(report),)))
        console.notice(report.notice)
    console.result(_values(report))
    return report.is_sound


def entry_in_words(entry: AuditEntry) -> str:
    """An entry on one line: number, time, what was done to what by whom, and its hash."""
    moment = entry.at.isoformat(sep=" ", timespec="seconds")
    parts = [f"{entry.number:>5}", moment, f"{entry.action:<9}", entry.subject, entry.name]
    parts += [entry.note, entry.hash]
    return "  ".join(filter(None, parts))


def faults(report: AuditReport) -> tuple[str, ...]:
    """What is wrong, the first bad entry first; empty where nothing is."""
    problem = report.log.problem
    words = ()
    if problem and problem.number:
        words = (f"Entry {problem.number} of the audit log is the first bad one: {problem.words}.",)
    elif problem:
        words = (problem.words,)
    return (*words, *report.disagreements)


def _sound(report: AuditReport) -> str:
    count = len(report.log.entries)
    if not count:
        return "The audit log is empty: nothing was signed yet."
    entries = number_of(count, "entry", "entries")
    return (
        f"The audit log is whole: {entries}, and all signed answers are what was signed.\n"
        f"Last hash: {report.log.head}"
    )


def _values(report: AuditReport) -> dict[str, object]:
    problem = report.log.problem
    return {
        "sound": report.is_sound,
        "head": report.log.head,
        "first_bad_entry": problem.number if problem else None,
        "faults": list(faults(report)),
        "notice": report.notice,
        "entries": [entry.model_dump(mode="json") for entry in report.log.entries],
    }

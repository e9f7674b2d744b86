"""Verifying the data folder, and carrying it elsewhere in one archive."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from core.maintenance import Damage, check
from core.maintenance import back_up as write_backup
from core.maintenance import restore as read_backup
from core.text.counts import number_of

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace
    from collections.abc import Iterator

    from core.cli.console import Console
    from core.workbench import Workbench

_ANEW = (
    "Structures and indexes are not part of it; they are made anew when they are first needed, "
    "with the same ids."
)


def add_check(parser: ArgumentParser) -> None:
    """The arguments of `check`."""
    parser.add_argument(
        "--repair",
        action="store_true",
        help="make anew what can be, and put aside what cannot; nothing else is deleted",
    )


def add_backup(parser: ArgumentParser) -> None:
    """The arguments of `backup`."""
    parser.add_argument("target", metavar="TARGET", type=Path, help="a new file, such as a.zip")


def add_restore(parser: ArgumentParser) -> None:
    """The arguments of `restore`."""
    parser.add_argument("archive", metavar="ARCHIVE", type=Path)


def check_library(workbench: Workbench, arguments: Namespace, console: Console) -> bool:
    """Whether nothing is damaged (any more); names what is, with the next step."""
    with console.progress("checking") as progress:
        findings = check(workbench, progress, repair=arguments.repair)
    remaining = sum(not finding.repaired for finding in findings)
    console.say(*(line for finding in findings for line in _lines(finding)))
    console.say(_summary(len(findings), remaining, len(workbench.library.ids())))
    console.result(
        {
            "damaged": [
                {
                    "file": str(finding.path),
                    "problem": finding.problem,
                    "next_step": finding.next_step,
                    "repairable": finding.repairable,
                    "repaired": finding.repaired,
                }
                for finding in findings
            ],
            "remaining": remaining,
        }
    )
    return not remaining


def back_up(workbench: Workbench, arguments: Namespace, console: Console) -> bool:
    """Writes the archive, and says what is in it."""
    with console.progress("writing") as progress:
        contents = write_backup(workbench, arguments.target, progress)
    console.say(f"{arguments.target}: {contents.in_words}. Every file was read again and agrees.")
    console.say(_ANEW)
    console.notice(*contents.notices)
    console.result({"file": str(arguments.target), **contents.model_dump(mode="json")})
    return True


def restore(workbench: Workbench, arguments: Namespace, console: Console) -> bool:
    """Fills the data folder from an archive, and says what is in it now."""
    home = workbench.settings.home
    with console.progress("restoring") as progress:
        contents = read_backup(workbench, arguments.archive, progress)
    console.say(f"{home}: {contents.in_words}, all as they were.", _ANEW)
    console.result({"home": str(home), **contents.model_dump(mode="json")})
    return True


def _lines(finding: Damage) -> Iterator[str]:
    yield f"{'repaired' if finding.repaired else 'damaged'}  {finding.path}"
    yield f"  {finding.problem}"
    yield f"  {finding.repaired or finding.next_step}"


def _summary(damaged: int, remaining: int, documents: int) -> str:
    checked = number_of(documents, "document")
    if not damaged:
        return f"{checked} and all else in the data folder checked: nothing is damaged."
    files = number_of(damaged, "damaged file")
    return f"{checked} checked: {files}, {damaged - remaining} of them repaired."

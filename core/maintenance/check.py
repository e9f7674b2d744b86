"""Verifying the whole data folder, and repairing what can be made anew."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from core.library.file_digests import forget_digests
from core.maintenance.documents import check_document
from core.maintenance.stores import STORES

if TYPE_CHECKING:
    from core.maintenance.damage import Damage
    from core.progress import Progress
    from core.workbench import Workbench


def check(
    bench: Workbench, progress: Progress | None = None, *, repair: bool = False
) -> tuple[Damage, ...]:
    """All that is damaged in the data folder; nothing for a sound one.

    Every file is read, and those of documents are compared with the SHA-256 they are named by.
    `progress` counts documents and stores. With `repair`, what can be made anew is, and what
    cannot is put aside under another name; nothing is deleted that cannot be made anew.

    Raises:
        Cancelled: `progress` asked for it; what was repaired before stays so.
    """
    forget_digests()
    tasks = [partial(check_document, bench, sha) for sha in bench.library.ids()]
    tasks += [partial(look, bench) for look in STORES]
    findings: list[Damage] = []
    for number, task in enumerate(tasks):
        report = partial(_report, progress, number, len(tasks))
        report()
        findings += [damage.mended(report) if repair else damage for damage in task()]
    _report(progress, len(tasks), len(tasks))
    return tuple(findings)


def _report(progress: Progress | None, done: int, total: int, *_: int) -> None:
    if progress:
        progress(done, total)

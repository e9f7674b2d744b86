"""Pages read by the route that fits each: by rule first, by sight where that is needed."""

from __future__ import annotations

import os
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, TypeGuard

from core.jobs import Lost, divide
from core.jobs.failure_causes import cause_of_error
from core.jobs.model_loading import limit_threads
from core.jobs.time_limit import TimeLimit
from core.parsing.base import ALONE, SightPolicy
from core.parsing.page_rotation import turn_upright
from core.parsing.read_pages import ReadPage
from core.parsing.structural_rule.page_by_rule import tables_by_rule
from core.parsing.visual_topology.page_by_sight import read_by_sight
from core.reading.display_list import UNREADABLE
from core.reading.extraction import extract
from core.reading.fonts import CapHeights
from core.reading.page_content import PageContent
from core.reading.page_signals import measure, sight_needed, words_unread
from core.sir import Route

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    import pymupdf

    from core.parsing.base import ParseRun, Plan, Staff


def read_pages(
    pdf: pymupdf.Document,
    plan: Plan,
    run: ParseRun = ALONE,
    indexes: Sequence[int] | None = None,
) -> list[ReadPage]:
    """The pages of `pdf` with these indexes, from 0, else all of them.

    One that cannot be read has an `error` and no content. The result does not depend on who reads,
    and when. A file that was not opened by its name is read in this process.
    """
    before = run.store.load() if run.store else {}
    pages = list(before.values())
    wanted = range(pdf.page_count) if indexes is None else indexes
    if pages:
        run.tell(len(pages), len(wanted))
    left = [index for index in wanted if index not in before]
    for page in _in_any_order(pdf, left, plan, run.staff):
        pages.append(page)
        if not page.late:
            run.tell(sum(not page.late for page in pages), len(wanted))
    if run.store:
        run.store.replace(pages)
    return sorted(pages, key=lambda page: page.content.number)


def _in_any_order(
    pdf: pymupdf.Document, indexes: Sequence[int], plan: Plan, staff: Staff
) -> Iterator[ReadPage]:
    if not staff.processes or not pdf.name:
        capitals = CapHeights(pdf)
        yield from (_read(pdf, index, plan, capitals) for index in indexes)
        return
    limit = TimeLimit(staff.seconds)
    lost: dict[int, Lost] = {}
    for index, read in _divided(pdf, indexes, plan, staff, limit):
        if isinstance(read, Lost):
            lost[index] = read
        else:
            yield read
    yield from _second_attempt(pdf, lost, plan, staff, limit)


def _second_attempt(
    pdf: pymupdf.Document, lost: Mapping[int, Lost], plan: Plan, staff: Staff, limit: TimeLimit
) -> Iterator[ReadPage]:
    """Pages that could not be looked at, read by rule; without content if that fails, too."""
    blind = [] if plan.sight is SightPolicy.NEVER else sorted(lost)
    again = _divided(pdf, blind, replace(plan, sight=SightPolicy.NEVER), staff, limit)
    reread = dict(again)
    for index, first in sorted(lost.items()):
        read = reread.get(index)
        if isinstance(read, ReadPage) and (read.content.lines or read.slots):
            read.reason = f"by rule, because it could not be looked at: {first.reason}"
            yield read
        else:
            yield _unread(pdf, index, plan, read if _is_late(read) else first)


def _is_late(read: ReadPage | Lost | None) -> TypeGuard[Lost]:
    return isinstance(read, Lost) and read.late


def _divided(
    pdf: pymupdf.Document, indexes: Iterable[int], plan: Plan, staff: Staff, limit: TimeLimit
) -> Iterator[tuple[int, ReadPage | Lost]]:
    threads = staff.threads or max(1, (os.cpu_count() or 1) // staff.processes)
    start = partial(_reader, str(pdf.name), plan, threads)
    return divide(start, indexes, staff.processes, staff.page_seconds, limit)


def _reader(path: str, plan: Plan, threads: int) -> Callable[[int], ReadPage]:
    """What reads pages by their index, in a process of its own whose models use so many threads."""
    import pymupdf

    limit_threads(threads)
    pdf = pymupdf.open(path, filetype="pdf")
    capitals = CapHeights(pdf)
    return lambda index: _read(pdf, index, plan, capitals)


def _unread(pdf: pymupdf.Document, index: int, plan: Plan, lost: Lost) -> ReadPage:
    """A page without content, as large as the PDF says; A4 where it does not."""
    content = PageContent(index + 1, 595.0, 842.0, [])
    with suppress(*UNREADABLE):
        size = pdf.load_page(index).rect
        content.width, content.height = size.width, size.height
    reason = lost.reason if lost.late else ""
    return ReadPage(content, route=plan.rest, reason=reason, error=lost.reason, late=lost.late)


def _read(pdf: pymupdf.Document, index: int, plan: Plan, capitals: CapHeights) -> ReadPage:
    page = ReadPage(PageContent(index + 1, 595.0, 842.0, []), route=plan.rest)
    try:
        loaded = pdf.load_page(index)
        page.content = extract(loaded, capitals.of_page(index))
    except UNREADABLE as error:
        page.error = cause_of_error(error)
        return page
    needed, page.reason = _by_sight(page.content, plan)
    if needed:
        page.route = Route.VISUAL_TOPOLOGY
        read_by_sight(loaded, page, plan)
        return page
    page.turn = turn_upright(page.content)
    page.slots = tables_by_rule(page.content)
    return page


def _by_sight(content: PageContent, plan: Plan) -> tuple[bool, str]:
    if plan.sight is SightPolicy.NEEDED:
        return sight_needed(measure(content))
    if plan.sight is SightPolicy.UNREAD:
        return words_unread(measure(content))
    return plan.sight is SightPolicy.ALWAYS, plan.reason

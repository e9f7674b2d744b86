"""Ranges of the pages of a long file: jobs of their own, so that all workers read it at once.

They belong to the job of the file, whose worker makes the document of what came of them; a worker
that takes the job after it finds those that are read.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, delete, insert, or_, select

from core.cluster.job_queries import COLUMNS, JOBS, job_of
from core.database.tables import READING_JOBS
from core.jobs.background import ACTIVE, Stage

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.cluster.base import ReadingJob


RANGE_PAGES = 50
"""Pages of a range. A process is started for each, which takes as long as a few pages."""
_TAKEN_OVER = ("owner", "document", "name", "by_model")
_ZEROS = ("attempts", "failures", "done", "taken_at", "lease_until", "ended_at")


def page_ranges(pages: int) -> list[tuple[int, int]]:
    """First and last page of each range, from 1; a single one where a file is not long enough."""
    number = max(pages // RANGE_PAGES, 1)
    edges = [pages * at // number for at in range(number + 1)]
    return [(before + 1, last) for before, last in pairwise(edges)]


def range_rows(job: ReadingJob, parser: str, options: str, pages: int, now: float) -> list[Any]:
    """The rows of the ranges of a file of so many pages."""
    whole = {name: getattr(job, name) for name in _TAKEN_OVER} | dict.fromkeys(_ZEROS, 0)
    whole |= {"parser": parser, "options": options, "part_of": job.number}
    whole |= {"state": Stage.WAITING, "put_at": now, "due_at": now}
    whole |= dict.fromkeys(("worker", "message", "result"), "")
    return [
        {**whole, "first_page": first, "last_page": last, "total": last - first + 1}
        for first, last in page_ranges(pages)
    ]


def put_ranges(connection: Connection, rows: Sequence[Any]) -> None:
    """Puts ranges in place of those of the file that are for another parser or other options."""
    part_of, parser, options = (rows[0][name] for name in ("part_of", "parser", "options"))
    others = or_(JOBS.parser != parser, JOBS.options != options)
    connection.execute(delete(READING_JOBS).where(JOBS.part_of == part_of, others))
    if not ranges_of(connection, part_of):
        connection.execute(insert(READING_JOBS), list(rows))


def ranges_of(connection: Connection, number: int) -> list[ReadingJob]:
    """The ranges of the file of a job, in the order of their pages."""
    mine = select(*COLUMNS).where(JOBS.part_of == number).order_by(JOBS.first_page)
    return [job_of(row) for row in connection.execute(mine)]


def drop_orphans(connection: Connection) -> list[str]:
    """Deletes ranges of files that no job waits for; gives what came of them."""
    active = select(JOBS.number).where(JOBS.part_of == 0, JOBS.state.in_(ACTIVE))
    orphaned = JOBS.part_of != 0, JOBS.part_of.not_in(active.scalar_subquery())
    results = connection.execute(select(JOBS.result).where(*orphaned)).scalars().all()
    connection.execute(delete(READING_JOBS).where(*orphaned))
    return [result for result in results if result]

"""Queries of the table of jobs, and its clock."""

from __future__ import annotations

import time
from dataclasses import fields
from typing import Any

from sqlalchemy import Connection, and_, delete, func, or_, select, text

from core.cluster.base import ReadingJob
from core.database.tables import READING_JOBS
from core.jobs.background import ACTIVE, Stage

JOBS = READING_JOBS.c
COLUMNS = [JOBS[field.name] for field in fields(ReadingJob)]
"""What a `ReadingJob` is made of."""


def next_number(now: float, part_of: int = 0) -> Any:
    """Selects the number of the job that is next; with `part_of`, among the ranges of that job."""
    served = (
        select(JOBS.owner, func.max(JOBS.taken_at).label("at"))
        .group_by(JOBS.owner)
        .subquery("served")
    )
    running = select(JOBS.document).where(JOBS.state == Stage.RUNNING, JOBS.part_of == 0)
    is_range = JOBS.part_of != 0
    free = JOBS.part_of == part_of if part_of else or_(is_range, JOBS.document.not_in(running))
    return (
        select(JOBS.number)
        .join(served, served.c.owner == JOBS.owner)
        .where(JOBS.state == Stage.WAITING, JOBS.due_at <= now, free)
        .order_by(served.c.at, is_range.desc(), JOBS.number)
        .limit(1)
    )


def lease_holds(job: ReadingJob) -> Any:
    """That the attempt which a job was taken for is the running one."""
    return and_(
        JOBS.number == job.number, JOBS.attempts == job.attempts, JOBS.state == Stage.RUNNING
    )


def newest(connection: Connection, *conditions: Any) -> ReadingJob | None:
    """The job that was put last among those that fulfil the conditions."""
    row = connection.execute(
        select(*COLUMNS).where(*conditions).order_by(JOBS.number.desc()).limit(1)
    ).first()
    return job_of(row) if row else None


def job_of(row: Any) -> ReadingJob:
    """The job of a row of `COLUMNS`."""
    values = row._asdict()
    values["state"] = Stage(values["state"])
    return ReadingJob(**values)


def forget_ended(connection: Connection, before: float) -> None:
    """Deletes jobs of files that ended earlier; `before` in seconds since 1970."""
    ended = JOBS.state.not_in(ACTIVE), JOBS.part_of == 0
    connection.execute(delete(READING_JOBS).where(*ended, JOBS.ended_at < before))


def seconds_now(connection: Connection) -> float:
    """Seconds since 1970, by one clock for all machines: that of the server, where there is one."""
    if connection.dialect.name == "postgresql":
        clock = text("SELECT CAST(extract(epoch FROM clock_timestamp()) AS double precision)")
        return float(connection.execute(clock).scalar_one())
    return time.time()

"""What a sweep has to do, piece by piece, and what has to be done before what.

Each document is read once by each parser and its sentences are embedded once, before the settings
that need them. Of the settings that share an index, one goes first; the others find its vectors.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from core.chunking import READS_SENTENCES
from core.configuration import Configuration
from core.configuration.labels import label
from core.parsing.adapters import parser_title

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from core.evaluation.sweeps.base import Plan


@dataclass(frozen=True)
class Job:
    """A piece of work for a worker, by a `name` of its own.

    `request` is what the worker is told, `words` what people are. The jobs `needs` must have
    been done before, those of `after` only have ended. Jobs of one `shelf` share what the worker
    holds in memory. `setting` is the key of the setting that is scored, empty for what prepares.
    """

    name: str
    words: str
    request: Mapping[str, Any]
    needs: frozenset[str] = frozenset()
    after: frozenset[str] = frozenset()
    shelf: str = ""
    setting: str = ""
    parser: str = ""

    @property
    def cost_class(self) -> str:
        """Jobs of one class take about as long as each other."""
        return ("following" if self.after else "first") if self.setting else ""


def jobs_of(plan: Plan, names: Mapping[str, str]) -> list[Job]:
    """All jobs of a plan, in the order in which they are best done; `names` are of documents."""
    preparing: dict[str, Job] = {}
    scoring: list[Job] = []
    leaders: dict[str, str] = {}
    for values in plan.settings:
        setting = Configuration.from_json(values)
        before = {job.name: job for job in _preparing(setting, plan.questions.documents, names)}
        preparing |= before
        shelf = f"{setting.parser}:{setting.variant}"
        leader = leaders.setdefault(shelf, setting.key)
        scoring.append(
            Job(
                setting.key,
                label(setting),
                {"job": "score", "setting": values},
                frozenset(before),
                frozenset({leader} - {setting.key}),
                shelf,
                setting.key,
                setting.parser,
            )
        )
    return [*preparing.values(), *scoring]


def _preparing(
    setting: Configuration, documents: Sequence[str], names: Mapping[str, str]
) -> Iterator[Job]:
    parser = setting.parser
    by = f" by {parser_title(parser)}" if parser else ""
    for document in documents:
        told = {"document": document, "parser": parser}
        read = Job(
            f"read:{parser}:{document}",
            f"reading {names[document]}{by}",
            {"job": "read", **told},
            parser=parser,
        )
        yield read
        if setting.strategy in READS_SENTENCES:
            yield Job(
                f"sentences:{parser}:{setting.encoder}:{document}",
                f"embedding the sentences of {names[document]}",
                {"job": "sentences", "encoder": setting.encoder, **told},
                needs=frozenset({read.name}),
                parser=parser,
            )


class JobQueue:
    """The jobs of a sweep: waiting, under way with their share done, and ended.

    Whoever shares it between threads holds a lock.
    """

    def __init__(self, jobs: Sequence[Job]) -> None:
        self.waiting = list(jobs)
        self.running: dict[str, tuple[Job, float]] = {}
        self._done: set[str] = set()
        self._ended: set[str] = set()
        self._lost: set[str] = set()

    def take(self, shelf: str = "") -> Job | None:
        """A job that can be done now, if possible of this shelf; it is under way from now on."""
        ready = [
            job for job in self.waiting if job.needs <= self._done and job.after <= self._ended
        ]
        if not ready:
            return None
        # What follows on the shelf of another process waits while there is anything new to begin.
        chosen = min(ready, key=lambda job: (job.shelf != shelf, bool(job.after)))
        self.waiting.remove(chosen)
        self.running[chosen.name] = chosen, 0.0
        return chosen

    def report(self, job: Job, share: float) -> None:
        """Notes how much of a job under way is done."""
        if job.name in self.running:
            self.running[job.name] = job, share

    def done(self, job: Job) -> None:
        """A job was done, whether it was under way or waiting."""
        self._done.add(job.name)
        self._end(job)

    def fail(self, job: Job) -> list[Job]:
        """The jobs that cannot be done now that this one failed, itself first; all have ended."""
        self._end(job)
        lost = [job]
        for other in list(self.waiting):
            if job.name in other.needs and other.name not in self._ended:
                lost += self.fail(other)
        return lost

    def lose(self, job: Job) -> bool:
        """Whether a job whose process ended waits again; a second time it does not."""
        if job.name in self._lost:
            return False
        self._lost.add(job.name)
        self.put_back(job)
        return True

    def put_back(self, job: Job) -> None:
        """A job that was under way waits again, as the first."""
        self.running.pop(job.name, None)
        self.waiting.insert(0, job)

    def prepared(self, parser: str) -> list[Job]:
        """The waiting settings of a parser, once it has read all of the documents; else none."""
        scoring = [job for job in self.waiting if job.setting and job.parser == parser]
        reads = {name for job in scoring for name in job.needs if name.startswith("read:")}
        return scoring if reads <= self._done else []

    def drop_needless(self) -> None:
        """Takes off what was to be prepared for settings that have ended meanwhile."""
        needed = {name for job in self.waiting if job.setting for name in job.needs}
        self.waiting = [job for job in self.waiting if job.setting or job.name in needed]

    def _end(self, job: Job) -> None:
        self.running.pop(job.name, None)
        self.waiting = [waiting for waiting in self.waiting if waiting.name != job.name]
        self._ended.add(job.name)

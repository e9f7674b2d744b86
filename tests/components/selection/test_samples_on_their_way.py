"""What is said of samples that come by themselves, and that a question waits for none of them."""

from __future__ import annotations

from components.selection.samples_on_their_way import in_words, on_their_way, ready_samples
from core.configuration import Configuration
from core.jobs.background import Stage
from core.workbench.index_queue import IndexJob
from core.workbench.ingest_queue import QueueItem

CONFIG = Configuration.default()
READ = QueueItem(1, "read.pdf", document="a", ahead=True, stage=Stage.DONE)
READING = QueueItem(2, "two_words.pdf", ahead=True, stage=Stage.RUNNING, done=3, total=6)
WAITING = QueueItem(3, "last.pdf", ahead=True)
FAILED = QueueItem(4, "failed.pdf", ahead=True, stage=Stage.FAILED)


def job(stage: Stage) -> dict[str, IndexJob]:
    return {"a": IndexJob("a", "read.pdf", CONFIG, stage=stage, done=5, total=20)}


def test_a_sample_is_ready_when_it_is_indexed_not_when_it_is_read() -> None:
    assert ready_samples([READ, READING], job(Stage.RUNNING)) == set()
    assert ready_samples([READ, READING], job(Stage.UNKNOWN)) == set()
    assert ready_samples([READ, READING], job(Stage.DONE)) == {"read.pdf"}


def test_the_line_says_what_is_at_work() -> None:
    assert in_words([READ, READING, WAITING], job(Stage.DONE)).endswith(
        "**Ready: 1 of 3 samples.** Reading two_words.pdf, page 3 of 6."
    )
    assert in_words([READ], job(Stage.RUNNING)).endswith("indexing 5 of 20 chunks")
    assert in_words([READ], job(Stage.DONE)).endswith("**Ready: 1 sample.**")


def test_what_failed_or_is_not_to_be_indexed_is_not_waited_for() -> None:
    assert on_their_way([READ, FAILED], job(Stage.CANCELLED)) == []
    assert in_words([READ, FAILED], job(Stage.CANCELLED)).endswith("**Ready: 1 sample.**")

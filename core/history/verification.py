"""Whether the audit log is whole, and whether the signed answers are those that it tells of."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from core.errors import SightlineError
from core.history.signed_answers import SignedAnswers, content_hash

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.history.audit_log import AuditEntry, AuditLog, LogState

SIGNED, DELETED = "signed", "deleted"
"""The actions by which an answer comes and goes."""


class AuditReport(NamedTuple):
    """The state of the log, and in words what of the answers does not agree with it.

    `unfinished` are words for answers whose signing or deleting was interrupted, which is no fault.
    """

    log: LogState
    disagreements: tuple[str, ...]
    unfinished: tuple[str, ...] = ()

    @property
    def is_sound(self) -> bool:
        """Whether nothing is wrong."""
        return not (self.log.problem or self.disagreements)

    @property
    def notice(self) -> str:
        """What was interrupted and will be completed; empty if nothing."""
        return " ".join(filter(None, (self.log.notice, *self.unfinished)))


def verify(log: AuditLog, answers: SignedAnswers, known: str = "") -> AuditReport:
    """The log compared with its head and with the answers, every file of which is read.

    `known` is a hash that was noted elsewhere, as on a record that was handed on: it must be one
    of the log's, or the log was written anew since.
    """
    with log.reading():
        state = log.state()
        words = [] if state.problem else _disagreements(state.entries, answers)
        unfinished = () if state.problem else _unfinished(state.entries, answers)
    if known and known not in {entry.hash for entry in state.entries}:
        words.append(
            f"No entry of the log has the hash {known}: the log is another than the one that was "
            "in force when it was noted, or was cut before it."
        )
    return AuditReport(state, tuple(words), tuple(unfinished))


def standing(entries: Sequence[AuditEntry]) -> dict[str, str]:
    """The ids of the answers that were signed and not deleted, each with its SHA-256."""
    signed: dict[str, str] = {}
    for entry in entries:
        if entry.action == SIGNED:
            signed[entry.subject] = entry.content
        elif entry.action == DELETED:
            signed.pop(entry.subject, None)
    return signed


def _disagreements(entries: Sequence[AuditEntry], answers: SignedAnswers) -> list[str]:
    logged, present = standing(entries), answers.ids()
    words = [
        f"The signed answer {answer} is gone, and the log tells of no deletion."
        for answer in sorted(logged.keys() - {*present, *answers.unfinished()})
    ]
    words += [
        f"{path} lies among the signed answers and is none. Look at it, and remove it."
        for path in answers.strangers()
    ]
    for answer in present:
        if answer not in logged:
            words.append(
                f"The signed answer {answer} is kept, and the log does not tell that it was "
                "signed, or tells that it was deleted: somebody put it there. Look at it, and "
                "delete it on the page History."
            )
        elif problem := _problem(answer, logged[answer], answers):
            words.append(problem)
    return words


def _unfinished(entries: Sequence[AuditEntry], answers: SignedAnswers) -> list[str]:
    logged = standing(entries)
    return [
        f"Deleting or signing the answer {answer} was interrupted. It is signed: at the next "
        "start or change it is listed again."
        if answer in logged
        else f"Signing or deleting the answer {answer} was interrupted. It is not signed: what is "
        "left of it is removed at the next start or change. Sign it again if it should be kept."
        for answer in answers.unfinished()
    ]


def _problem(answer: str, digest: str, answers: SignedAnswers) -> str:
    """What is wrong with an answer that the log tells of; empty if nothing is."""
    try:
        signed = answers.check(answer)
    except SightlineError as error:
        return str(error)
    if content_hash(signed) != digest:
        return f"The signed answer {answer} is not the one that the log tells of."
    return ""

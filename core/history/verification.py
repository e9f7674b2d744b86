"""Whether the audit log is whole, and whether the signed answers are those that it tells of."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from core.errors import SightlineError
from core.history.signed_answers import content_hash

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.history.audit_log import AuditEntry, AuditLog, LogState
    from core.history.signed_answers import SignedAnswers

SIGNED, DELETED = "signed", "deleted"
"""The actions by which an answer comes and goes."""


class AuditReport(NamedTuple):
    """The state of the log, and in words what of the answers does not agree with it."""

    log: LogState
    disagreements: tuple[str, ...]

    @property
    def is_sound(self) -> bool:
        """Whether nothing is wrong."""
        return not (self.log.problem or self.disagreements)


def verify(log: AuditLog, answers: SignedAnswers, known: str = "") -> AuditReport:
    """The log compared with its head and with the answers, every file of which is read.

    `known` is a hash that was noted elsewhere, as on a record that was handed on: it must be one
    of the log's, or the log was written anew since.
    """
    state = log.state()
    words = list(_disagreements(state.entries, answers)) if not state.problem else []
    if known and known not in {entry.hash for entry in state.entries}:
        words.append(
            f"No entry of the log has the hash {known}: the log is another than the one that was "
            "in force when it was noted, or was cut before it."
        )
    return AuditReport(state, tuple(words))


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
        for answer in sorted(logged.keys() - set(present))
    ]
    for answer in present:
        if answer not in logged:
            words.append(
                f"The signed answer {answer} is kept, and the log does not tell that it was "
                "signed, or tells that it was deleted. Delete it, and sign it anew."
            )
        elif problem := _problem(answer, logged[answer], answers):
            words.append(problem)
    return words


def _problem(answer: str, digest: str, answers: SignedAnswers) -> str:
    """What is wrong with an answer that the log tells of; empty if nothing is."""
    try:
        signed = answers.check(answer)
    except SightlineError as error:
        return str(error)
    if content_hash(signed) != digest:
        return f"The signed answer {answer} is not the one that the log tells of."
    return ""

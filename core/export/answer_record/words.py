"""How far an answer was checked, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.export.answer_record.base import Standing
from core.export.answer_record.blocks import Tone
from core.history.checks import Decision
from core.verification.verdicts import Verdict

if TYPE_CHECKING:
    from datetime import datetime

    from core.export.answer_record.base import AnswerRecord
    from core.history.checks import Check

_DECISIONS = {
    Decision.ACCEPTED: "✓ Accepted",
    Decision.REJECTED: "✗ Rejected",
    Decision.UNSURE: "? Unsure",
}
CLAIMS_REJECTED = "Every claim was rejected when it was checked."
QUOTES_REJECTED = "Every quote was rejected when it was checked."
TONES = {
    Verdict.SUPPORTED: Tone.GOOD,
    Verdict.PARTIAL: Tone.DOUBT,
    Verdict.UNSUPPORTED: Tone.BAD,
}


def standing_words(record: AnswerRecord) -> tuple[str, str]:
    """Who stands for an answer and how far it was checked: a lead and the rest of the sentence."""
    if not record.items:
        count = "there is nothing in it to check"
    else:
        count = f"{record.decided} of {record.items} checked"
    if record.signature:
        signed = record.signature
        return f"Signed by {signed.name},", f"{moment(signed.signed_at)}; {count}"
    if record.standing is Standing.CHECKED:
        return "Checked, not signed:", count
    return "Not checked:", count


def standing_tone(record: AnswerRecord) -> Tone:
    """Green only where somebody signed what was checked whole."""
    whole = record.items == record.decided
    return Tone.GOOD if record.standing is Standing.SIGNED and whole else Tone.DOUBT


def check_words(check: Check) -> str:
    """A decision with its comment, such as `✓ Accepted: as on the page`."""
    decision = _DECISIONS[check.decision] if check.decision else "○ Not checked"
    return f"{decision}: {check.comment}" if check.comment else decision


def moment(time: datetime) -> str:
    """A time such as `2026-11-25 10:20 UTC`."""
    return f"{time:%Y-%m-%d %H:%M} {time.tzname() or ''}".strip()

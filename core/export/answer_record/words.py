"""How far an answer was checked, in words."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from core.export.answer_record.base import AnswerRecord, Standing
from core.export.answer_record.blocks import Tone
from core.history.checks import Check, Decision
from core.verification.verdicts import Verdict

if TYPE_CHECKING:
    from datetime import datetime


_DECISIONS = {
    Decision.ACCEPTED: "✓ Accepted",
    Decision.REJECTED: "✗ Rejected",
    Decision.UNSURE: "? Unsure",
}
CLAIMS_REJECTED = "Every claim was rejected when it was checked."
QUOTES_REJECTED = "Every quote was rejected when it was checked."
_VERBATIM = "Text of the documents, word for word; no language model wrote any of it."
_INVENTED = (
    "Text of the documents, but for words that stand nowhere on the pages: what read the pages "
    "gave them, and they are named."
)
TONES = {
    Verdict.SUPPORTED: Tone.GOOD,
    Verdict.PARTIAL: Tone.DOUBT,
    Verdict.UNSUPPORTED: Tone.BAD,
}


def verbatim_words(*, invented: bool) -> str:
    """Whose words quotes are; `invented` if any of them stand nowhere on the pages."""
    return _INVENTED if invented else _VERBATIM


def standing_words(record: AnswerRecord) -> tuple[str, str]:
    """Who stands for an answer and how far it was checked: a lead and the rest of the sentence."""
    count = _counted(record) if record.items else "there is nothing in it to check"
    if record.signature:
        signed = record.signature
        return f"Signed by {signed.name},", f"{moment(signed.signed_at)}; {count}"
    if record.standing is Standing.CHECKED:
        return "Checked, not signed:", count
    return "Not checked:", count


def _counted(record: AnswerRecord) -> str:
    """Such as `4 of 4 checked (1 unsure, 1 rejected)`: what was decided is not all accepted."""
    decisions = _decisions(record)
    others = (Decision.UNSURE, Decision.REJECTED)
    told = [f"{decisions[one]} {one.value}" for one in others if decisions[one]]
    count = f"{record.decided} of {record.items} checked"
    return f"{count} ({', '.join(told)})" if told else count


def _decisions(record: AnswerRecord) -> Counter[Decision | None]:
    checks = record.review.checks.items()
    return Counter(check.decision for item, check in checks if item < record.items)


def standing_tone(record: AnswerRecord) -> Tone:
    """Green only where somebody signed what was checked whole, and left nothing unsure."""
    whole = record.items == record.decided and not _decisions(record)[Decision.UNSURE]
    return Tone.GOOD if record.standing is Standing.SIGNED and whole else Tone.DOUBT


def check_words(check: Check) -> str:
    """A decision with its comment, such as `✓ Accepted: as on the page`."""
    decision = _DECISIONS[check.decision] if check.decision else "○ Not checked"
    return f"{decision}: {check.comment}" if check.comment else decision


def moment(time: datetime) -> str:
    """A time such as `2026-11-25 10:20 UTC`."""
    return f"{time:%Y-%m-%d %H:%M} {time.tzname() or ''}".strip()

"""Verdicts and checks in the words that people read, in the app and in every file."""

from __future__ import annotations

from core.verification.verdicts import Check, Verdict

VERDICT_WORDS = {
    Verdict.SUPPORTED: "Supported",
    Verdict.PARTIAL: "Partly supported",
    Verdict.UNSUPPORTED: "Not supported",
}

CHECK_WORDS = {
    Check.LINES: "Lines",
    Check.QUOTE: "Quote",
    Check.NUMBERS: "Numbers and units",
    Check.NEGATION: "Negation",
    Check.NAMES: "Names",
    Check.GROUPS: "Groups and comparisons",
    Check.FIRMNESS: "Firmness",
    Check.MEANING: "Meaning",
    Check.SECOND_READER: "Second reader",
}
"""Names of checks, as people know them."""

"""What can be asked at all: words, in characters that a text can have."""

from __future__ import annotations

from core.errors import InvalidOption

LONGEST_QUESTION = 10_000
"""Characters."""


def require_words(*questions: str) -> None:
    """Does nothing where each of the questions can be asked.

    Raises:
        InvalidOption: one is empty, too long or of signs alone, or holds half a character, as a
            wrong encoding leaves it.
    """
    for question in questions:
        if not question.strip():
            raise InvalidOption("The question is empty. Ask in words.")
        if len(question) > LONGEST_QUESTION:
            raise InvalidOption(
                f"The question has {len(question):,} characters. Ask in at most "
                f"{LONGEST_QUESTION:,}."
            )
        if any("\ud800" <= character <= "\udfff" for character in question):
            raise InvalidOption("The question holds half a character. Send it as UTF-8.")
        if not has_words(question):
            raise InvalidOption("The question holds no word. Ask in words.")


def has_words(question: str) -> bool:
    """Whether there is a letter or a figure in it; "?" alone would bring the answer before it."""
    return any(map(str.isalnum, question))

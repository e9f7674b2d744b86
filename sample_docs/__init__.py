"""Sample documents of Sightline and the questions about them; all of it is fictional."""

from sample_docs.catalogue import (
    READING_ORDER,
    SAMPLES,
    Evidence,
    Example,
    Question,
    Sample,
    load_examples,
    load_questions,
)

__all__ = [
    "READING_ORDER",
    "SAMPLES",
    "Evidence",
    "Example",
    "Question",
    "Sample",
    "load_examples",
    "load_questions",
]

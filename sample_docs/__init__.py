"""Sample documents of Sightline and the questions about them; all of it is fictional."""

from sample_docs.catalogue import (
    SAMPLES,
    Evidence,
    Question,
    Sample,
    load_questions,
)

__all__ = ["SAMPLES", "Evidence", "Question", "Sample", "load_questions"]

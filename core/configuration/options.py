"""Options of retrieval and of answers; pages and the command line draw their fields from these."""

from __future__ import annotations

from pydantic import Field

from core.value_models import StrictModel

THRESHOLD = 0.16
"""Probability of a right first citation below which no answer is given. Of questions to documents
that nothing was fitted to, clinical ones and others, a ninth of those with an answer are refused
then, and half of those without one."""


class AnswerOptions(StrictModel):
    """Options of an answer."""

    threshold: float = Field(
        default=THRESHOLD,
        ge=0.0,
        le=1.0,
        title="Probability needed",
        description="How likely the first citation must be to answer the question. Below it "
        "nothing is answered and the nearest passages are shown. It is judged from how far the "
        "best text leads the next ones, how it reads as an answer, and whether it meets each word "
        "and number of the question. It errs on both sides: as the app starts, a ninth "
        "of the questions with an answer were refused, and half of those without one answered.",
    )
    max_citations: int = Field(
        default=4,
        ge=1,
        le=10,
        title="Citations",
        description="The most pieces of text an answer is made of; fewer where others are far "
        "weaker.",
    )
    passages: int = Field(
        default=8,
        ge=1,
        le=50,
        title="Passages",
        description="The nearest passages that are listed with their scores.",
    )


DEFAULT_ANSWERS = AnswerOptions()
"""The options of answers as the app starts with them."""


class RetrievalOptions(StrictModel):
    """How the chunks that an index found are put in order, and how many are taken.

    That `dense` starts at 1.3 was chosen for the encoder that the app starts with, of 0.85, 1.3
    and 2, on clinical questions and those of the sample documents; 0.85 does for all-MiniLM-L6-v2.
    """

    top_k: int = Field(
        default=5,
        ge=1,
        le=50,
        title="k: chunks",
        description="The best chunks that are taken where retrieval is shown or measured; fewer "
        "where a gap ends the list before. Answers always look at ten chunks and more.",
    )
    dense: float = Field(
        default=1.3,
        ge=0.0,
        le=4.0,
        title="Weight of meaning",
        description="What the cosine of the embeddings counts beside the words: 0 for words alone. "
        "For questions about figures and names less will do; for questions in other words than "
        "the text 1 to 2 is best.",
    )
    gap: float = Field(
        default=0.0,
        ge=0.0,
        le=1.0,
        title="Gap that ends the list",
        description="The list ends before the first chunk whose score falls short of the best one "
        "by this share, 0.2 to 0.3 being usual; 0 always takes k chunks.",
    )
    same_page: float = Field(
        default=0.9,
        ge=0.5,
        le=1.0,
        title="Further chunks of a page",
        description="What each further chunk of the same page counts, so that another page has a "
        "chance among the first k if the best one is wrong: 1 for no difference, 0.9 for pages of "
        "a PDF. A list that ends at a gap takes all as they are.",
    )
    reading: bool = Field(
        default=True,
        title="Close reading",
        description="Whether a cross-encoder reads the question with each of the most promising "
        "texts before one is quoted. Without it an answer takes a fraction of the time, the order "
        "is by words and cosine, and the probability, which was fitted with it, means less.",
    )

    @property
    def unlisted(self) -> set[str] | None:
        """What JSON and names leave out: close reading where it is on.

        Files and names made before it was an option stay as they are.
        """
        return {"reading"} if self.reading else None


DEFAULT_RETRIEVAL = RetrievalOptions()
"""The options of retrieval as the app starts with them."""

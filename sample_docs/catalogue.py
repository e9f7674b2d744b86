"""What the samples are, and the questions whose answers are known.

Nothing here needs the packages that build the documents.
"""

from pathlib import Path
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, model_validator

FOLDER = Path(__file__).parent


class Sample(BaseModel):
    """One sample document."""

    model_config = ConfigDict(frozen=True)

    file_name: str
    """Name of the file beside this module."""
    title: str
    """Title for people."""
    language: str
    """Language of the text, as a two-letter code."""
    shows: str
    """One sentence on what can be tried with it."""

    @property
    def path(self) -> Path:
        """Where the file lies."""
        return FOLDER / self.file_name


class Evidence(BaseModel):
    """A passage that answers a question."""

    model_config = ConfigDict(frozen=True)

    page: Annotated[int, Field(ge=1)]
    """Counted page, from 1."""
    quote: Annotated[str, Field(min_length=1)]
    """Verbatim text: words parted by single spaces, words hyphenated at a line end rejoined."""


class Question(BaseModel):
    """A question about one sample; without evidence when the sample does not answer it."""

    model_config = ConfigDict(frozen=True)

    id: str
    document: str
    """File name of the sample."""
    question: str
    answer: str | None
    """Short answer, or None when the document does not hold one."""
    evidence: tuple[Evidence, ...]

    @model_validator(mode="after")
    def _answers_have_evidence(self) -> "Question":
        if (self.answer is None) != (not self.evidence):
            raise ValueError(f"question {self.id}: an answer and its evidence belong together")
        return self


class Example(BaseModel):
    """A question that the app offers to newcomers, tried with all samples in the library.

    Since they were chosen for their answers, they say nothing about how good answers are: that is
    what `Question` is for.
    """

    model_config = ConfigDict(frozen=True)

    document: str
    """File name of the sample."""
    question: str
    evidence: Evidence | None
    """What the first citation holds; None where no sample answers the question."""


SAMPLES: tuple[Sample, ...] = (
    Sample(
        file_name="oncology_guideline_en.pdf",
        title="Oncology guideline: calverine carcinoma",
        language="en",
        shows="Three heading levels, columns, recommendation boxes, a table over two pages, "
        "footnotes, figures, roman and arabic page numbers.",
    ),
    Sample(
        file_name="onkologie_leitlinie_de.pdf",
        title="Onkologische Leitlinie: Miravellenkarzinom",
        language="de",
        shows="German text with chapters, recommendations, tables, footnotes and hyphenated lines.",
    ),
    Sample(
        file_name="data_security_policy.pdf",
        title="Data security policy of Northmere University Hospitals",
        language="en",
        shows="Chapters, articles and clauses without an outline; data levels defined early and "
        "used throughout.",
    ),
    Sample(
        file_name="narrative.pdf",
        title="The winter boat: a nurse remembers",
        language="en",
        shows="Running prose without any heading, for semantic chunking.",
    ),
    Sample(
        file_name="scanned_circular.pdf",
        title="Scanned hospital circular",
        language="en",
        shows="Two slightly skewed page images without a text layer: needs the visual route.",
    ),
    Sample(
        file_name="oddities.pdf",
        title="Oddities",
        language="en",
        shows="Rotated and cropped pages, a two-up sheet, hidden text, words drawn twice, "
        "ligatures and Hebrew.",
    ),
)

READING_ORDER = (
    "narrative.pdf",
    "data_security_policy.pdf",
    "oncology_guideline_en.pdf",
    "onkologie_leitlinie_de.pdf",
    "oddities.pdf",
    "scanned_circular.pdf",
)
"""The files in the order in which a first start reads them: what is read in a moment, so that there
is something to ask, then what a demonstration is about, and last what needs OCR."""


def load_questions(path: Path = FOLDER / "questions.json") -> tuple[Question, ...]:
    """All questions of the samples, in the order of the file.

    Raises:
        pydantic.ValidationError: the file does not hold questions.
    """
    return TypeAdapter(tuple[Question, ...]).validate_json(path.read_bytes())


def load_examples(path: Path = FOLDER / "examples.json") -> tuple[Example, ...]:
    """The questions to try, in the order in which they are offered.

    Raises:
        pydantic.ValidationError: the file does not hold such questions.
    """
    return TypeAdapter(tuple[Example, ...]).validate_json(path.read_bytes())

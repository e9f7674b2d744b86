"""What other programs are given: plain values, the same in Python, over HTTP and over MCP.

Each is made of one value of the core and knows its lines on the page, as the app marks them.
"""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from pydantic import BaseModel, ConfigDict, Field

from core.answering.stated_quantities import notices
from core.chunking.assembly import line_boxes

if TYPE_CHECKING:
    from collections.abc import Callable

    from core.answering.base import Answer as CoreAnswer
    from core.answering.base import Claim as CoreClaim
    from core.chunking.base import Chunk as CoreChunk
    from core.chunking.base import ChunkingResult
    from core.evidence.citations import Citation as CoreCitation
    from core.evidence.citations import Quote
    from core.library import DocumentRecord
    from core.spans import LineBox

    RowNames = Callable[[Quote], tuple[str, str]]


class _Value(BaseModel):
    model_config = ConfigDict(frozen=True)


class Line(_Value):
    """Words that stand together on one line of a page.

    Edges are fractions (0 to 1) of the page as it is displayed, from its left and its top edge.
    """

    page: int = Field(description="Page of the file, from 1.")
    left: float
    top: float
    right: float
    bottom: float
    location: str = Field(
        description="How well the place is known: exact, aligned, approximate or unlocated."
    )
    role: str = Field(
        description="Why the words are in the chunk: own, overlap (they belong to the one before) "
        "or heading (repeated from above)."
    )

    @classmethod
    def of(cls, line: LineBox) -> Line:
        """A line of the core."""
        left, top, right, bottom = map(float, line.box.edges)
        return cls(
            page=line.box.page,
            left=left,
            top=top,
            right=right,
            bottom=bottom,
            location=line.location.value,
            role=line.role.value,
        )


class Document(_Value):
    """A document of the library."""

    id: str = Field(description="SHA-256 of the file.")
    name: str = Field(description="Name of the file.")
    title: str = Field(description="Title that the file or a person states; empty without.")
    pages: int
    added_at: datetime
    parser: str = Field(description="Parser that read it; empty if none has yet.")
    missing_pages: tuple[int, ...] = Field(
        description="Pages for which time was lacking; they are in no chunk."
    )

    @classmethod
    def of(cls, record: DocumentRecord) -> Document:
        """A record of the library."""
        return cls(
            id=record.sha,
            name=record.name,
            title=record.stated("title"),
            pages=record.page_count,
            added_at=record.added_at,
            parser=record.parse.parser if record.parse else "",
            missing_pages=record.parse.missing_pages if record.parse else (),
        )


class Chunk(_Value):
    """A passage of a document, verbatim, with the lines that it stands on."""

    id: str
    index: int = Field(description="Place among the chunks of its document, from 0.")
    document: str = Field(description="Id of its document.")
    document_name: str
    text: str
    pages: tuple[int, ...]
    section_path: tuple[str, ...] = Field(description="Headings above it, the highest first.")
    element_types: tuple[str, ...] = Field(description="Such as paragraph, table_cell, list_item.")
    tokens: int
    lines: tuple[Line, ...]

    @classmethod
    def of(cls, result: ChunkingResult, chunk: CoreChunk, name: str) -> Chunk:
        """A chunk of a chunking; `name` is that of the document."""
        return cls(
            id=chunk.id,
            index=chunk.index,
            document=result.document,
            document_name=name,
            text=chunk.content,
            pages=chunk.pages,
            section_path=tuple(result.sir.nodes[node].text for node in chunk.lineage),
            element_types=tuple(kind.value for kind in chunk.element_types),
            tokens=chunk.token_count,
            lines=tuple(map(Line.of, line_boxes(result.stream, chunk))),
        )


class Hit(_Value):
    """A chunk that was found, the best first; scores only mean something within one search."""

    score: float
    chunk: Chunk


class Citation(_Value):
    """Verbatim words of a document that an answer rests on, with the lines of exactly these."""

    number: int = Field(description="Number in the answer, from 1.")
    text: str
    document: str = Field(description="Id of the document.")
    document_name: str
    chunk: str = Field(description="Id of the chunk in which it was found.")
    page: int = Field(description="First page it stands on, from 1; 0 if its place is unknown.")
    page_label: str = Field(description="What is printed as the number of that page.")
    section_path: tuple[str, ...]
    lines: tuple[Line, ...]
    unplaced: tuple[str, ...] = Field(
        description="Words that another parser gave and that stand nowhere on the pages."
    )
    columns: str = Field(
        default="",
        description="Headings of the columns of a table row, parted by │; empty for other text.",
    )
    group: str = Field(
        default="",
        description="What names the group of a table row, the widest first, parted by ›.",
    )

    @classmethod
    def of(cls, citation: CoreCitation, name: str, row_names: RowNames) -> Citation:
        """A citation of an answer; `name` is that of the document.

        `row_names` gives columns and group of a quote.
        """
        columns, group = row_names(citation.quote)
        return cls(
            number=citation.number,
            text=citation.quote.text,
            document=citation.quote.document,
            document_name=name,
            chunk=citation.quote.chunk_id,
            page=citation.page,
            page_label=citation.page_label,
            section_path=citation.section_path,
            lines=tuple(map(Line.of, citation.lines)),
            unplaced=citation.unplaced,
            columns=columns,
            group=group,
        )


class Claim(_Value):
    """A statement that a language model wrote, compared with the lines that it cites."""

    text: str
    citations: tuple[int, ...] = Field(description="Numbers of the citations it rests on.")
    verdict: str = Field(description="supported, partial or unsupported.")
    findings: tuple[str, ...] = Field(description="What speaks against it, in words.")

    @classmethod
    def of(cls, claim: CoreClaim) -> Claim:
        """A claim of an answer."""
        against = tuple(finding.words for finding in claim.findings if not finding.passed)
        return cls(
            text=claim.text,
            citations=claim.citations,
            verdict=claim.verdict.value,
            findings=against,
        )


class AskedQuantity(_Value):
    """A kind of quantity that a question asks for, and the citations that state one."""

    kind: str = Field(description="Such as dose, duration, percentage, number or date.")
    stated_by: tuple[int, ...] = Field(description="Numbers of the citations that state one.")


class Answer(_Value):
    """Citations that answer a question, or none and why.

    Without a language model the citations are the answer; with one it is made of claims.
    """

    question: str
    searched: str = Field(description="The question as it was searched, if other than asked.")
    abstained: bool = Field(description="Whether there is no answer.")
    reason: str = Field(description="In words, why there is an answer, or none.")
    evidence: float = Field(description="Probability (0 to 1) that the first citation answers.")
    threshold: float = Field(description="Probability below which nothing is answered.")
    citations: tuple[Citation, ...]
    claims: tuple[Claim, ...]
    model: str = Field(description="The language model that wrote the claims; empty without.")
    notice: str = Field(description="What people should know, such as that no line states a dose.")
    asked: tuple[AskedQuantity, ...] = Field(
        default=(), description="Quantities that the question asks for."
    )

    @classmethod
    def of(cls, answer: CoreAnswer, names: dict[str, str], row_names: RowNames) -> Answer:
        """An answer of the core; `names` are those of the documents by their ids.

        `row_names` gives columns and group of a quote.
        """
        return cls(
            question=answer.question,
            searched=answer.searched,
            abstained=answer.abstained,
            reason=answer.reason,
            evidence=answer.evidence,
            threshold=answer.threshold,
            citations=tuple(
                Citation.of(citation, names[citation.quote.document], row_names)
                for citation in answer.citations
            ),
            claims=tuple(map(Claim.of, answer.claims)),
            model=answer.model,
            notice=notices(answer),
            asked=tuple(
                AskedQuantity(kind=asked.kind, stated_by=asked.stated_by) for asked in answer.asked
            ),
        )


class PagePicture(_Value):
    """A page as a picture: after rotation, on white."""

    page: int
    width: int = Field(description="Pixels.")
    height: int = Field(description="Pixels.")
    mime: str
    data: bytes = Field(repr=False)

    def _repr_jpeg_(self) -> bytes:
        """What a notebook shows."""
        return self.data

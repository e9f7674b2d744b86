"""What stands in a file of a record, and in which order: the same blocks in every form."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.answering.reason import NO_ANSWER, NO_ANSWER_TO_PART
from core.export.answer_record.base import key_against
from core.export.answer_record.blocks import Block, Fields, Heading, Paragraph, Tone
from core.export.answer_record.quote_content import quote_blocks
from core.export.answer_record.words import (
    CLAIMS_REJECTED,
    QUOTES_REJECTED,
    TONES,
    check_words,
    moment,
    standing_tone,
    standing_words,
    verbatim_words,
)
from core.verification.verdict_words import CHECK_WORDS, VERDICT_WORDS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from core.answering.base import Claim
    from core.export.answer_record.base import AnswerRecord, RecordedQuote

_REJECTED = "Rejected when it was checked: no part of the answer"


def blocks(record: AnswerRecord) -> Iterator[Block]:
    """All blocks of a record."""
    yield Heading(record.question, 1)
    lead, words = standing_words(record)
    yield Paragraph(words, lead, standing_tone(record), framed=True)
    for source in record.sources:
        if source.caveat:
            yield Paragraph(source.caveat, f"{source.name}:", Tone.DOUBT, framed=True)
    if record.stopped:
        yield Paragraph("It was stopped before it was whole.", "Not whole.", Tone.DOUBT)
    if record.notice:
        yield Paragraph(record.notice, tone=Tone.DOUBT)
    if record.searched:
        yield Paragraph(record.searched, "Searched as:", Tone.QUIET)
    yield Heading("Answer", 2)
    yield from _answer(record)
    yield from _rejected(record)
    yield from _sources(record)
    yield from _making(record)


def _answer(record: AnswerRecord) -> Iterator[Block]:
    if record.abstained or not record.items:
        yield Paragraph(record.reason, NO_ANSWER, Tone.DOUBT)
    elif record.claims:
        yield from _claims(record)
    else:
        words = verbatim_words(invented=any(quote.unplaced for quote in record.quotes))
        yield Paragraph(" ".join(filter(None, [words, record.reason])), tone=Tone.QUIET)
        yield from _quotes(record)


def _claims(record: AnswerRecord) -> Iterator[Block]:
    yield Paragraph(
        f"Written by {record.model}; each claim was checked against the lines that it cites.",
        tone=Tone.QUIET,
    )
    standing = [at for at in range(record.items) if not record.is_rejected(at)]
    if not standing:
        yield Paragraph(CLAIMS_REJECTED, tone=Tone.BAD)
    for at in standing:
        yield from _claim(record, at)
    yield Heading("Cited lines", 2)
    for quote in record.cited:
        yield from quote_blocks(record, quote)
    against = [quote for quote in record.quotes if not quote.number]
    if against:
        yield Heading("Lines that speak against claims", 2)
    for quote in against:
        yield from quote_blocks(record, quote)


def _claim(record: AnswerRecord, at: int) -> Iterator[Block]:
    claim = record.claims[at]
    links = tuple(str(number) for number in claim.citations)
    yield Paragraph(claim.text, f"{at + 1}.", Tone.CLAIM, links=links)
    yield Paragraph(_verdict(claim), f"{VERDICT_WORDS[claim.verdict]}.", TONES[claim.verdict])
    yield Paragraph(check_words(record.check(at)), tone=Tone.QUIET)
    for place, objection in enumerate(claim.objections, 1):
        words = f"{objection.words} (lines that the claim does not cite)"
        links = (key_against(at + 1, place),)
        yield Paragraph(words, f"{objection.opposition}.", Tone.DOUBT, links=links)


def _verdict(claim: Claim) -> str:
    failed = [
        f"{CHECK_WORDS[finding.check]}: {finding.words}"
        for finding in claim.findings
        if not finding.passed
    ]
    if failed:
        return " ".join(failed)
    passed = ", ".join(CHECK_WORDS[finding.check].lower() for finding in claim.findings)
    return f"Passed: {passed}." if passed else ""


def _quotes(record: AnswerRecord) -> Iterator[Block]:
    """The quotes that stand, by the part of the question that they answer where it has several."""
    items = {quote.number: at for at, quote in enumerate(record.cited)}
    standing = {
        quote.number: quote for quote in record.cited if not record.is_rejected(items[quote.number])
    }
    if not standing:
        yield Paragraph(QUOTES_REJECTED, tone=Tone.BAD)
    shown: set[int] = set()
    for place, part in enumerate(record.parts, 1):
        yield Heading(f"{place}. {part.question}", 2)
        if part.abstained and part.reason:
            yield Paragraph(part.reason, NO_ANSWER_TO_PART, Tone.DOUBT)
        again = tuple(str(number) for number in part.citations if number in shown)
        if again:
            yield Paragraph("Shown above, and answers this too:", links=again)
        new = [number for number in part.citations if number not in shown and number in standing]
        for number in new:
            yield from _checked(record, standing[number], items[number])
        shown.update(new)
    for number, quote in standing.items():
        if number not in shown:
            yield from _checked(record, quote, items[number])


def _checked(record: AnswerRecord, quote: RecordedQuote, item: int) -> Iterator[Block]:
    return quote_blocks(record, quote, check_words(record.check(item)))


def _rejected(record: AnswerRecord) -> Iterator[Block]:
    """What was rejected, so that nobody wonders where it went."""
    items = [at for at in range(record.items) if record.is_rejected(at)]
    if not items:
        return
    yield Heading(_REJECTED, 2)
    for at in items:
        if record.claims:
            yield from _claim(record, at)
        else:
            yield from _checked(record, record.cited[at], at)


def _sources(record: AnswerRecord) -> Iterator[Block]:
    if record.sources:
        yield Heading("Documents", 2)
    for source in record.sources:
        yield Heading(source.name, 3)
        rows = [
            ("Title", source.title),
            ("Version", source.version),
            ("Date", source.effective),
            ("SHA-256 of the file", source.sha),
            ("Reading", source.parse_key),
        ]
        yield Fields(tuple(row for row in rows if row[1]))


def _making(record: AnswerRecord) -> Iterator[Block]:
    signature = record.signature
    yield Heading("How this was made", 2)
    rows = [
        ("Signed answer", record.id),
        ("Program", record.program),
        ("Signed with", signature.program if signature else ""),
        ("Settings", record.settings),
        ("Written by", record.model),
        ("Note", record.note),
        ("Tags", ", ".join(record.tags)),
        ("Audit log up to", record.log_head),
        ("File made", moment(record.exported_at) if record.exported_at else ""),
    ]
    yield Fields(tuple(row for row in rows if row[1]))

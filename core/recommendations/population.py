"""Whom a recommendation is for, in the words of its document.

Taken from its own sentence ("people aged 16 and over with ..."), from the nearest heading that
names people, and for the whole document from the sentence on its scope. Where the end of such
words in a sentence cannot be told, they are left out rather than cut wrongly.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from core.evidence.table_rows import whole
from core.recommendations.stating import first_sentence, matched, stated
from core.sir import ElementType, Sir
from core.spans import Span, text_of
from core.text.sentences import sentence_spans
from core.text.word_tables import whole_words, word_table

if TYPE_CHECKING:
    from collections.abc import Sequence

    from core.recommendations.base import Stated

_LISTS: dict[str, list[str]] = word_table(__file__)
_PEOPLE, _BEFORE, _AFTER, _BY_ITSELF = (
    f"(?:{'|'.join(_LISTS[name])})" for name in ("people", "before", "after", "by_itself")
)
_GROUP = rf"(?:{_BEFORE}\s+){{0,2}}{_PEOPLE}\b"
_GROUPS = rf"(?<![\w-]){_GROUP}(?:(?:,\s*|,?\s+(?:and|or|und|oder)\s+){_GROUP})*"
_NAMED = re.compile(
    rf"{_GROUPS}(?![\w'’-]|\s+(?:{'|'.join(_LISTS['no_people'])})\b)", re.IGNORECASE
)
"""People, but not "the adult dose"."""
_QUALIFIED = re.compile(rf",?\s+({_AFTER})\b", re.IGNORECASE)
_OTHER_TEXT = whole_words(_LISTS["other_texts"])
"""What a group before which it stands is the subject of, as "guidelines on care for adults"."""
_TURNED = whole_words(_LISTS["turned"])
"""What excludes people, or only compares with them, as "unless", "was studied in"."""
_TURNED_BESIDE = re.compile(rf"\b(?:{'|'.join(_LISTS['turned_beside'])})\W*$", re.IGNORECASE)
"""The same directly before them, as "not to", "as for"."""
_THAT = re.compile(rf"\b(?:{'|'.join(_LISTS['that'])})\W*$", re.IGNORECASE)
_PREDICATE = re.compile(rf"\W*(?:{'|'.join(_LISTS['predicate'])})\b", re.IGNORECASE)
"""How the predicate of people begins; behind "recommend that" any verb may, as in "eat"."""
_MODAL_FIRST = whole_words(_LISTS["modal_first"])
"""German verbs that leave the rest of theirs to the end, so that words before it have no bound."""
_AFTER_MODAL = re.compile(rf"\b(?:{'|'.join(_LISTS['modal_first'])})\b.*\b(?:bei|für)\s+$", re.I)
_STOP = r"\.(?!\d)|(?<=[a-zäöü)%])\.(?=\d)"
"""The end of a sentence, behind which numbers of references may stand."""
_FRONTED = re.compile(
    r"\W*(?:for|in|bei|für)\s+(?:(?:a|an|the|every|all|jede\w*|einer?)\s+)?",
    re.I,
)
_FRONTED_END = re.compile(
    rf"(?:,(?!\s+or\s+in)|[;:]|\s+\[|{_STOP}|\s+\((?!or\b)"
    rf"|\s+(?:{'|'.join(_LISTS['fronted_verbs'])})\b)",
    re.I,
)
"""What ends a phrase that a sentence begins with."""
_CONDITION = re.compile(
    rf"\W*(?:bei|in|for|nach)\s+(?P<people>(?:{'|'.join(_LISTS['condition'])})\s.+?)\s*{_FRONTED_END.pattern}",
    re.IGNORECASE,
)
"""What a sentence begins with that says when it is for somebody: "Bei Verdacht auf Gicht soll"."""
_STATE = re.compile(
    rf"\b(?:{'|'.join(_LISTS['before_state'])})\s+(?P<people>{'|'.join(_LISTS['state'])})\b",
    re.IGNORECASE,
)
"""A state of people right behind a verb, as in "is not recommended during pregnancy"."""
_EXCEPTION = re.compile(
    rf"\W*(?:{'|'.join(_LISTS['excepting'])})\b(?:(?!{_FRONTED_END.pattern})[^()])*", re.IGNORECASE
)
"""What takes some of the people out again, up to the end of the sentence or its verb."""
_ALONE = re.compile(rf"(?:{_BEFORE}\s+{_PEOPLE}|(?:.*\W)?{_BY_ITSELF})", re.IGNORECASE)
_HEADING = re.compile(rf"^(?:[\dA-Z]+(?:\.\d+)*\.?\s+)?(?P<people>{_GROUPS}[^:]*)", re.IGNORECASE)
_PARENTHESIS = re.compile(
    r",\s+or\s(?!when\b)[^,.:;]{1,40},|,\s+(?:and|but|und|aber)\s+(?:under|below|up|unter|bis)\b"
    r"|,\s+(?:by|at|with|without|mit|ohne)\b|,\s+[\w-]+\s+(?:or|and|oder|und)\s+(?=[\w-])"
    r"|\s*\([^()]*\)\s+(?:who|whose)\s+\w+",
    re.IGNORECASE,
)
"""What does not end words that qualify people: an insertion, an enumeration, a second bound."""
_ADJECTIVE = re.compile(
    rf"(?:\b(?i:(?:with|without|of|and|or|an?)\s(?:{'|'.join(_LISTS['adjective'])}))|\b(?:mit|ohne)\s[a-zäöüß]+e[mnr])$"
)
"""What a comma follows only where another adjective does: "with weak, slow pulse"."""
_WHO_AND = re.compile(r"\bwho\b.*\b(?:and|or)$", re.IGNORECASE)
_RELATIVE_VERB = re.compile(r"\s+(?:is|are|can|may)\b")
"""A second verb of the same people: "who survived and | are expected to live"."""
_OWN_VERB = re.compile(r"\bwhose(?:(?!\b(?:is|are)\b)[^,;:])*$", re.IGNORECASE)
"""What "is" belongs to that follows: "people whose potassium | is high"."""
_BEHIND_MODAL = re.compile(
    r"\s+(?:mit|ohne)\s(?:(?:mit|ohne|vom|von|und|oder|unter|ab)\s"
    r"|(?!(?:die|das|der|den|ein\w*|kein\w*)\s)[a-zäöüß]+e[nmrs]?\s|[A-ZÄÖÜ][\w-]*\s|\d+\s)*"
    r"[A-ZÄÖÜ][\w-]*"
)
"""Words that qualify people behind a German modal verb, up to what may not be of them."""
_BOUND = whole_words(_LISTS["determiners"])
_END = re.compile(
    rf"[,;:()—]|\s+\[|(?<!\w)–|–(?!\w)|{_STOP}|\s+(?=(?:{'|'.join(_LISTS['ends'])})\b)",
    re.IGNORECASE,
)
_NEW_PHRASE = re.compile(r"(\S+)\s+(?=(?:an?|the|das|eine?[nmrs]?|\d+)\s)", re.IGNORECASE)
_LINKS, _RELATIVE, _NOT_LAST = (
    frozenset(_LISTS[name]) for name in ("links", "relative", "not_last")
)
_SECTION = re.compile(rf"^(?:[\d.]+\s+)?(?:{'|'.join(_LISTS['sections'])})\W*$", re.IGNORECASE)
_COVERS, _ANY = whole_words(_LISTS["covers"]), re.compile(rf"(?<![\w-]){_GROUP}", re.IGNORECASE)
_AGED = re.compile(r"\d+ (?:years|months|weeks)|aged|\d+ jahre", re.IGNORECASE)
_MOST_WORDS = 45
_TELLING = frozenset({ElementType.PARAGRAPH, ElementType.LIST_ITEM})


def population(sir: Sir, lineage: Sequence[int], *text: Span) -> Stated | None:
    """The people that the headings and the text name, the widest first; None if neither does."""
    above, own = _in_headings(sir, lineage), _in_text(sir, text) if text else ()
    if above and text_of(sir, above).casefold() in {text_of(sir, each).casefold() for each in own}:
        above = None
    spans = [*([above] if above else []), *own]
    return stated(sir, *spans) if spans else None


def _in_text(sir: Sir, text: Sequence[Span]) -> tuple[Span, ...]:
    first = first_sentence(sir, text[0])
    if people := people_in(sir, first):
        return (people, *_at_other_ages(sir, people, first))
    return _listed(sir, text[1:]) if text_of(sir, first).endswith(":") else ()


def _listed(sir: Sir, items: Sequence[Span]) -> tuple[Span, ...]:
    every = [people_in(sir, item) for item in items]
    begins = (
        people and people.start - item.start <= 2 for people, item in zip(every, items, strict=True)
    )
    return tuple(filter(None, every)) if all(begins) else ()


def _at_other_ages(sir: Sir, people: Span, sentence: Span) -> list[Span]:
    """Others in the same sentence, where both are told apart by their ages."""
    other = people_in(sir, Span(sentence.node, people.end, sentence.end))
    aged = other and all(_AGED.search(text_of(sir, each)) for each in (people, other))
    return [other] if other and aged else []


def people_in(sir: Sir, span: Span) -> Span | None:
    """The first people that a sentence names with what they have in common, or by their age.

    Only the first sentence of a text is read: another may speak of others.
    """
    text = text_of(sir, span)
    text = text[: next((end for _, end in sentence_spans(text)), 0)]
    if condition := _CONDITION.match(text):
        return matched(span, condition, "people")
    for match in _NAMED.finditer(text):
        if end := _end_behind_modal(text, match):
            return Span(span.node, span.start + match.start(), span.start + end)
        if _is_of_others(text[: match.start()]):
            return None
        if qualified := _QUALIFIED.match(text, match.end()):
            end = _end(text, match, qualified)
            if end is None:
                return None
            if _THAT.search(text[: match.start()]) and not _PREDICATE.match(text, end):
                return None
            return _with_exception(span, text, match.start(), end)
        if _ALONE.fullmatch(match.group()):
            return _with_exception(span, text, *match.span())
    state = _STATE.search(text)
    return (
        matched(span, state, "people")
        if state and not _is_of_others(text[: state.start()])
        else None
    )


def _with_exception(span: Span, text: str, start: int, end: int) -> Span:
    """People with those who are taken out again: "adults, except in pregnancy"."""
    exception = _EXCEPTION.match(text, end)
    end = exception.end() if exception else end
    return Span(span.node, span.start + start, span.start + len(text[:end].rstrip(" .,")))


def _end_behind_modal(text: str, people: re.Match[str]) -> int | None:
    """Where people behind "soll bei" end, just before "nicht" or an article; None if unclear."""
    before, bound = text[: people.start()], _BOUND.search(text, people.end())
    patterns = (_OTHER_TEXT, _TURNED, _TURNED_BESIDE)
    is_other = any(pattern.search(before) for pattern in patterns)
    if is_other or bound is None or not _AFTER_MODAL.search(before):
        return None
    words = text[people.end() : bound.start()].rstrip()
    alone = not words and _ALONE.fullmatch(people.group())
    return people.end() + len(words) if alone or _BEHIND_MODAL.fullmatch(words) else None


def _is_of_others(before: str) -> bool:
    """Whether the words before a group make it something else than whom the text is for."""
    patterns = (_OTHER_TEXT, _MODAL_FIRST, _TURNED, _TURNED_BESIDE)
    return any(pattern.search(before) for pattern in patterns)


def people_of_title(sir: Sir, title: Stated) -> Stated | None:
    """The people that the title of a table names; its number is a sentence of its own."""
    (span,) = title.spans
    for start, end in sentence_spans(text_of(sir, span)):
        part = Span(span.node, span.start + start, span.start + end)
        if people := people_in(sir, part):
            return stated(sir, people)
    return None


def scope(sir: Sir) -> Stated | None:
    """The sentence in which a document says for whom it is."""
    for node in range(sir.flow):
        lineage = sir.lineage(node)
        if sir.nodes[node].type not in _TELLING or not lineage:
            continue
        if not _SECTION.match(sir.nodes[lineage[-1]].text):
            continue
        text = sir.nodes[node].text
        for start, end in sentence_spans(text):
            if _COVERS.search(text[start:end]) and _ANY.search(text[start:end]):
                return stated(sir, Span(node, start, end))
    return None


def _in_headings(sir: Sir, lineage: Sequence[int]) -> Span | None:
    for index in reversed(lineage):
        span = whole(sir, index)
        if match := _HEADING.match(text_of(sir, span)):
            return matched(span, match, "people")
    return None


def _end(text: str, people: re.Match[str], qualified: re.Match[str]) -> int | None:
    """Where words that qualify people end; None where that is not clear."""
    place = qualified.end()
    ends = _FRONTED_END if _FRONTED.fullmatch(text[: people.start()]) else _END
    while True:
        end = ends.search(text, place)
        inserted = _inserted(text, people.end(), end) if end else None
        if inserted is None:
            break
        place = inserted
    stop = end.start() if end else len(text)
    if ends is _END and qualified[1].lower() not in _RELATIVE:
        stop = _next_phrase(text, place, stop)
        if stop is None:
            return None
    words = text[people.start() : stop].split()
    return None if len(words) > _MOST_WORDS or words[-1].lower() in _NOT_LAST else stop


def _inserted(text: str, start: int, end: re.Match[str]) -> int | None:
    """Where words that qualify people go on behind what looks like their end; None if they end."""
    before = text[start : end.start()]
    if end.group() == "," and _ADJECTIVE.search(before):
        return end.end()
    if _OWN_VERB.search(before) and re.match(r"\s+(?:is|are)\b", text[end.start() :]):
        return end.end() + len("is")
    goes_on = _RELATIVE_VERB.match(text, end.start())
    if goes_on and _WHO_AND.search(before):
        return goes_on.end()
    inserted = _PARENTHESIS.match(text, end.start())
    return inserted.end() if inserted else None


def _next_phrase(text: str, place: int, stop: int) -> int | None:
    """Where an article or a number begins another phrase: "give people with a rash | a card".

    None where a number may be of a name, as in "PI-RADS 4".
    """
    for match in _NEW_PHRASE.finditer(text, place, stop):
        if match[1].lower() not in _LINKS:
            is_name = text[match.end()].isdigit() and not match[1].islower()
            return None if is_name else match.end(1)
    return stop

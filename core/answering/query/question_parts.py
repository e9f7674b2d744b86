"""Several questions in one: where one ends and the next begins, and what they leave to each other.

A question is parted only where each part asks by itself: at a question mark, or at "and" before a
question word of its own that a verb follows as in a main clause ("and when must it be stopped",
"und wann wird es abgesetzt"). All else ("benefits and harms", "when and how", "who smoke and who
drink") stays whole: a question that is searched whole is answered worse at most, and one that is
torn apart is another one.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from core.answering.query.dependence import is_elliptic, points_back, without_own
from core.answering.query.main_clauses import AT_ONCE, BEGINS, LEFT_OUT, MAIN, PREPOSITION, VERB
from core.answering.query.question_type import QUESTION_WORD
from core.answering.query.understanding import after
from core.text.content_words import content_words

if TYPE_CHECKING:
    from collections.abc import Sequence

_MOST = 5
"""Parts of a question; what seems to have more is no question and stays whole."""
_FEW = 2
"""Content words below which a part leaves out what it asks about."""
_JOINT = re.compile(
    rf"(?:\s*,)?\s+(?:and|und|sowie|as\s+well\s+as)\s+(?:also\s+|auch\s+)?"
    rf"(?=(?!{AT_ONCE}){MAIN}|{LEFT_OUT})",
    re.IGNORECASE,
)
_COMMA = re.compile(rf"\s*,\s+(?=(?!{AT_ONCE}){MAIN})", re.IGNORECASE)
_ONLY_VERB = re.compile(VERB, re.IGNORECASE)
_LETTERS = re.compile(r"[\w-]+")
_VERB_LEFT_OUT = re.compile(rf"^\W*{LEFT_OUT}", re.IGNORECASE)
_BETWEEN = re.compile(r"\b(?:between|both|whether|zwischen|sowohl|ob)\b", re.IGNORECASE)
_SENTENCE = re.compile(r"(?<=\?)\s+(?=\S)")
_OPENING = re.compile(r"^(?:and|und|also|but|aber)\s+", re.IGNORECASE)
_NO_QUESTION = re.compile(
    r"^\W*(?:(?:really|right|correct|ok|okay|yes|no|or|not|why|how|when|what|so|oder|nicht|wirklich"
    r"|richtig|ja|nein|warum|wie|wann|was|thanks|thank|you|please|bitte|danke|yes|is|that|true"
    r"|stimmt|das)\W*)+$",
    re.IGNORECASE,
)
_TOPICS = tuple(
    re.compile(rule, re.IGNORECASE)
    for rule in (
        r"\b(?:of|von|vom)\s+(?P<topic>.+)$",
        r"^(?:what|who|was|wer)\s+(?:is|are|ist|sind)\s+(?P<topic>(?:[\w-]+\s*){1,4})$",
        rf"^{PREPOSITION}(?:how|when|where|why|wie|wann|wo|warum|(?:what|which|welche\w?)\s+\w+)"
        rf"(?:\s+\w+)?\s+{VERB}\s+(?P<topic>(?!be\b)(?:[\w-]+\s+){{1,4}}?)(?:be\s+)?\w+$",
        rf"^(?:what|who|was|wer)\s+(?:{VERB}\s+)?[a-zäöüß]+\s+(?P<topic>(?:[\w-]+\s*){{1,3}})$",
    )
)
"""What a question is about, where its form tells: `of X`, `what is X`, `how is X treated`,
`who may prescribe X`."""
_PRONOUN = re.compile(r"\b(?:it|they|them|sie|es|er|ihn|ones?(?=\W*$))\b", re.IGNORECASE)


def parts_of(question: str) -> tuple[str, ...]:
    """The questions that are asked in one, in their words and order; none where it is a single one.

    Each begins with a capital and ends with a question mark.
    """
    # Blanks in a row would take quadratic time.
    one_line = " ".join(question.split())
    parts = [part for text in _sentences(one_line) for part in _clauses(text)]
    several = 1 < len(parts) <= _MOST
    return tuple(_as_question(part) for part in parts) if several else ()


def with_topic(part: str, before: Sequence[str], behind: Sequence[str]) -> str:
    """A part of a question with what others name in the place of what refers to it.

    `before` are the parts before it, the nearest first, `behind` the next ones.
    """
    refers = _refers(part)
    fragment = not QUESTION_WORD.search(part) and is_elliptic(part)  # "And in children?"
    leaves_out = len(set(content_words(part))) < _FEW or _VERB_LEFT_OUT.match(part) is not None
    if not refers and not (before and (leaves_out or fragment)):
        return part
    if before and fragment:
        return after(part, before[0])
    other = next((question for question in (*before, *behind) if not _refers(question)), "")
    topic, pronoun = topic_of(other), _PRONOUN.search(part)
    if topic and refers and pronoun:
        return f"{part[: pronoun.start()]}{topic}{part[pronoun.end() :]}"
    words = topic or _content(other)
    return f"{part.rstrip(' ?')} ({words})?" if words else part


def topic_of(part: str) -> str:
    """What a question is about, in its words, where its form tells so; else empty."""
    text = part.strip(" ?.!")
    matches = filter(None, (rule.search(text) for rule in _TOPICS))
    topics = (match["topic"].strip() for match in matches)
    return next((topic for topic in topics if content_words(topic)), "")


def _content(text: str) -> str:
    """The content words of a text as they are written."""
    content = set(content_words(text))
    return " ".join(word for word in _LETTERS.findall(text) if word.lower() in content)


def _refers(part: str) -> bool:
    """Whether a question has a pronoun that stands for something."""
    return points_back(part) or _PRONOUN.search(without_own(part)) is not None


def _sentences(question: str) -> list[str]:
    """The sentences of a question that ask by themselves; the whole where one of them does not.

    What is said before a question belongs to it.
    """
    sentences = _SENTENCE.split(question.strip())
    whole = all(_asks(sentence) for sentence in sentences)
    return sentences if whole else [question]


def _asks(sentence: str) -> bool:
    """Whether a sentence is a question that says what it asks for, and no choice of answers.

    Without a question word and a verb only what goes on from the sentence before is one.
    """
    fragment = not QUESTION_WORD.search(sentence) and is_elliptic(sentence)
    return (
        sentence.endswith("?")
        and (not fragment or _OPENING.match(sentence) is not None)
        and not _NO_QUESTION.match(sentence)
        and bool(content_words(sentence))
    )


def _clauses(sentence: str) -> list[str]:
    """The main clauses of a sentence that each have a question word; else the sentence."""
    if _BETWEEN.search(sentence):
        return [sentence]
    joints = list(_JOINT.finditer(sentence))
    if not joints:
        return [sentence]
    cuts = [(match.start(), match.end()) for match in joints]
    cuts += [match.span() for match in _COMMA.finditer(sentence, 0, joints[-1].start())]
    cuts.sort()
    starts, ends = [0, *(end for _, end in cuts)], [*(start for start, _ in cuts), len(sentence)]
    clauses = [sentence[start:end] for start, end in zip(starts, ends, strict=True)]
    if all(_stands_beside(clause, clauses[0]) for clause in clauses[1:]) and _is_main(clauses[0]):
        return clauses
    return [sentence]


def _is_main(clause: str) -> bool:
    """Whether a clause asks what it asks for: it begins as a question does, and goes on."""
    return BEGINS.match(clause) is not None and bool(content_words(clause))


def _stands_beside(clause: str, first: str) -> bool:
    """Whether a clause asks by itself, and not within the first one, as who does and who does not.

    A question word within the first clause that begins the other one as well joins both there.
    """
    own = QUESTION_WORD.search(clause)
    inner = [match.group().lower() for match in QUESTION_WORD.finditer(first)][1:]
    words = [word for word in content_words(clause) if not _ONLY_VERB.fullmatch(word)]
    return own is not None and own.group().lower() not in inner and bool(words)


def _as_question(part: str) -> str:
    text = _OPENING.sub("", part.strip()).rstrip(" ,.;?!")
    return f"{text[:1].upper()}{text[1:]}?"

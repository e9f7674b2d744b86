"""How a question begins that asks by itself: a question word and the verb of a main clause."""

from __future__ import annotations

import re

from core.answering.query.question_type import QUESTION_WORDS
from core.text.word_tables import word_table

_LISTS = {name: "|".join(words) for name, words in word_table(__file__).items()}
_WORD, VERB = f"(?:{'|'.join(QUESTION_WORDS)})", f"(?:{_LISTS['verbs']})"
PREPOSITION = rf"(?:(?:{_LISTS['prepositions']})\s+)?"
_SUBJECT_ASKED = (
    r"(?:what|who|was|wer)\s+(?!(?:and|or|und|oder|the|an?|it|he|she|they|we|you|er|sie|es|wir|man"
    r"|der|die|das|ein|eine|den|dem|to|zu|of|for|with|in)\b)[a-zäöüß]{2,}(?:s|t)\b"
    r"(?=\s+(?!(?:of|for|with|in|on|and|or|und|von|bei|mit|für|is|are|should|must|can)\b)[^\W\d_])"
)
"""A question word that is itself the subject: `what causes X`, `was bewirkt X`."""
_GERMAN = (
    r"(?-i:\s+(?!oft\b|weit\b|nicht\b)[a-zäöüß]{3,}t"
    r"(?=\s+(?:er|sie|es|man|der|die|das|ein|eine)\b))"
)
"""A German verb before its subject: `wann beginnt die`, `wo findet sie`."""
_NOUN = r"(?:\s+(?!(?:the|an?|it|they|he|she|we|you|to|der|die|das|es|sie|er|man|zu)\b)[\w/%-]+)"
MAIN = (
    rf"(?:{PREPOSITION}{_WORD}{_NOUN}{{0,4}}?(?:\s+{VERB}\b(?!\s+(?:and|und)\b)|{_GERMAN})"
    rf"|{_SUBJECT_ASKED})"
)
"""The beginning of a question: a question word, a few words that it belongs to, and the verb."""
AT_ONCE = (
    r"(?:when|where|why|wann|wo|warum|weshalb|wieso|womit|wozu|wofür|woran)"
    rf"(?!\s+{VERB}\b|{_GERMAN})"
)
"""Question words that join clauses: the verb has to follow at once."""
LEFT_OUT = (
    rf"{_WORD}\s+(?:long\s+|often\s+|much\s+|lange\s+|oft\s+|viel\s+)?\w+(?:ed|en|t)\s*\??\s*$"
)
"""A question that takes its verb from the one before: `how treated`, `wie behandelt`."""
BEGINS = re.compile(rf"^\W*(?:(?:and|und|but|aber|also)\s+)?(?!{AT_ONCE}){MAIN}", re.IGNORECASE)
"""The beginning of a question that may be joined to the one before."""

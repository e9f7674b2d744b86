"""The features of a unit by name, each with what it means in words for people."""

from __future__ import annotations

FEATURES = {
    "reading": "it reads as an answer (cross-encoder, as trained on web searches)",
    "reading_squared": "it reads very well as an answer",
    "fitted_reading": "it reads as an answer (cross-encoder, as fitted on reports)",
    "cosine": "its passage is close in meaning",
    "words": "its passage and page hold the words of the question",
    "coverage": "it holds the words, with the headings and captions it is read with",
    "own_coverage": "it holds the words itself",
    "beginning": "it begins with words of the question",
    "pairs": "words follow each other as in the question",
    "rationale": "it says why something is recommended, not what",
    "background": "it stands in a background section",
    "recommendation": "it is a numbered recommendation",
    "directive": "it says what to do",
    "pointer": "it only says where something stands",
    "row": "it is a table row",
    "list": "it is a list",
    "caption": "it is a caption",
    "note": "it is a footnote",
    "short": "it is very short",
    "long": "its length",
    "amount": "it names an amount of the kind asked for",
    "no_amount": "it names no amount of the kind asked for",
    "same_number": "it names a number of the question",
    "in_interval": "a number of the question lies in an interval of it",
    "off_interval": "a number of the question lies outside of its intervals",
    "other_label": "it is about another stage, level or type",
    "same_people": "it is about people of the same age",
    "other_people": "it is about people of another age",
    "unasked_people": "it is about children, who were not asked about",
    "birth": "it is about pregnancy, as the question is",
    "unasked_birth": "it is about pregnancy, which was not asked about",
    "defines": "it begins with what is to be defined",
    "glossary": "it stands in a glossary",
    "subject": "the question names the subject of its document",
}
"""Those within one language."""
ACROSS = {
    "translation": "it is close in meaning across languages",
    "other_language": "it is in another language than the question",
}
"""Those that stand for what cannot be compared from one language to another."""

"""What the strategies are called, and what each does, in a few words and in a sentence."""

from __future__ import annotations

from core.chunking import STRATEGIES, chunker

_SHORT = {
    "fixed": "windows of N tokens",
    "recursive": "paragraphs, lines, sentences",
    "semantic": "where the meaning changes",
    "hierarchical": "sections with their headings",
    "topology": "sections, their topics, context",
    "heading_anchored": "main sections in a budget",
    "retrieval_aware": "a plan of the whole document",
    "three_step": "structure, topic, continuity",
    "sentences": "whole sentences, N tokens at most",
}
_EXPLAINED = {
    "fixed": "Windows of N tokens, whatever the text says; the last O are repeated.",
    "recursive": "Cuts at the coarsest limit that fits: paragraph, line, sentence, word.",
    "semantic": "Cuts where the meaning of neighbouring sentences differs most.",
    "hierarchical": "Whole sections where they fit, else their parts, with the headings above.",
    "topology": "Sections; those above theta are sliced where their topic changes. Each chunk gets "
    "a signature, and what its terms mean elsewhere in the document.",
    "heading_anchored": "Main sections, divided at subheadings only, in a size that comes from "
    "what the answering model and its service take.",
    "retrieval_aware": "Groups the parts of the document into chunks as they would be asked for; "
    "procedures and lists stay whole.",
    "three_step": "Paragraphs, then their topics, then neighbours that need each other are joined.",
    "sentences": "Small windows of whole sentences, to be found with their neighbourhood in mind.",
}


def title_of(strategy: str) -> str:
    """Its name for people."""
    return chunker(strategy).title


def in_a_line(strategy: str) -> str:
    """Its name and what it cuts into, as in `Fixed size: windows of N tokens`."""
    short = _SHORT.get(strategy)
    return f"{title_of(strategy)}: {short}" if short else title_of(strategy)


def all_explained() -> str:
    """A sentence for each strategy, as Markdown."""
    known = [name for name in STRATEGIES if name in _EXPLAINED]
    return "\n\n".join(f"**{title_of(name)}**: {_EXPLAINED[name]}" for name in known)

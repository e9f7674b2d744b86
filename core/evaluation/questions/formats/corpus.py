"""The documents of a library as an import knows them: by name, and by their words."""

from __future__ import annotations

from pathlib import PurePosixPath
from typing import TYPE_CHECKING
from unicodedata import normalize

from core.errors import InputError, NotFound
from core.evaluation.questions.locating import Located, Searchable
from core.library import EXTENSIONS

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from core.evaluation.questions.base import Evidence
    from core.sir import Sir
    from core.workbench import Workbench

_SHOWN = 80
"""Characters of an excerpt in a message."""
_RENAME = "Name the one that is meant by its SHA-256."


class Corpus:
    """Documents that questions are imported for; each is read once."""

    def __init__(self, names: Mapping[str, Sequence[str]], read: Callable[[str], Sir]) -> None:
        """`names` are those of each document (its SHA-256), `read` gives its tree."""
        self._names = names
        self._read = read
        self._held: dict[str, Searchable] = {}

    def __contains__(self, document: str) -> bool:
        """Whether there is a document of that SHA-256."""
        return document in self._names

    def find(self, reference: str) -> str:
        """The document of that SHA-256, or of that name with or without its ending.

        Raises:
            NotFound: there is none.
            InputError: there are several.
        """
        title = reference.strip()
        if title in self._names:
            return title
        forms: tuple[Callable[[str], str], ...] = (str, str.casefold, _stem)
        for form in forms:
            matches = [
                document
                for document, names in self._names.items()
                if any(form(name) == form(title) for name in names)
            ]
            if len(matches) > 1:
                raise InputError(f"{title!r} is the name of {len(matches)} documents. {_RENAME}")
            if matches:
                return matches[0]
        raise NotFound(f"The library has no document {title[:_SHOWN]!r}. Add it and import again.")

    def text(self, document: str) -> Searchable:
        """The document as what can be searched. Raises as its reading."""
        if document not in self._held:
            self._held[document] = Searchable(self._read(document))
        return self._held[document]

    def locate(
        self, document: str, excerpt: str, *, page: int | None = None, near: int | None = None
    ) -> Located:
        """The excerpt where it stands in a document; see `Searchable.locate`.

        Raises:
            NotFound: it does not stand there, or there is no such page.
        """
        text = self.text(document)
        name, pages = self._names[document][0], len(text.sir.pages)
        if page is not None and not 1 <= page <= pages:
            raise NotFound(f"{name} has no page {page}, but 1 to {pages}. Correct the page.")
        located = text.locate(excerpt, page=page, near=near)
        if located is None:
            words = " ".join(excerpt.split())
            shown = words if len(words) <= _SHOWN else f"{words[:_SHOWN]}..."
            raise NotFound(f"{name} does not hold these words: {shown!r}. Correct the excerpt.")
        return located

    def settled(self, evidence: Evidence, name: str) -> Evidence:
        """The evidence as it is, or found by its words in another version of its document.

        `name` is what the document was called.

        Raises:
            NotFound: neither is possible.
        """
        if evidence.document in self:
            return evidence
        page = evidence.lines[0].page
        other = self.find(name or evidence.document)
        return self.locate(other, evidence.text, page=page).evidence


def corpus_of(bench: Workbench) -> Corpus:
    """The documents of a workbench's library."""
    return Corpus(
        {record.sha: record.names for record in bench.library.list()}, bench.documents.sir
    )


def _stem(name: str) -> str:
    """A name without folders and ending, in lower case, underscores for blanks as in a title.

    However its accents are encoded.
    """
    last = normalize("NFC", PurePosixPath(name.replace("\\", "/")).name)
    known = PurePosixPath(last).suffix.lower() in EXTENSIONS
    stem = PurePosixPath(last).stem if known else last
    return stem.casefold().replace(" ", "_")

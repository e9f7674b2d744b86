"""Sightline for other programs: what the app does, from Python.

    import sightline

    with sightline.open() as library:
        document = library.add("guideline.pdf")
        answer = library.ask("What is the starting dose?", documents=[document.id])
        for citation in answer.citations:
            print(citation.text, citation.page, citation.lines)

`docs/python-api.md` shows all of it. The packages `core` and `components` are no part of it and
may change at any time.
"""

from core.configuration import Configuration as Recipe
from core.configuration.recipe_file import read_recipe, recipe_text
from core.errors import SightlineError
from sightline.library import Library, open  # noqa: A004
from sightline.results import Answer, Chunk, Citation, Claim, Document, Hit, Line, PagePicture

__all__ = [
    "Answer",
    "Chunk",
    "Citation",
    "Claim",
    "Document",
    "Hit",
    "Library",
    "Line",
    "PagePicture",
    "Recipe",
    "SightlineError",
    "open",
    "read_recipe",
    "recipe_text",
]

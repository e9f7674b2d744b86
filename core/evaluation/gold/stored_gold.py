"""The gold of a document of the library, kept beside it: one file for each form."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.errors import DataDamaged, NotFound
from core.evaluation.gold import FORMS
from core.evaluation.gold.base import Gold
from core.file_format import Form, decode_model, encode_model
from core.rights import Right

if TYPE_CHECKING:
    from core.library import Library

STAGE = "gold"
FORM = Form("sightline.gold")


def gold_of(library: Library, sha: str) -> tuple[Gold, ...]:
    """The gold of a document, in the order of `FORMS`; empty without any.

    Raises:
        DataDamaged: a file of it is damaged.
        DataTooNew: a later version wrote it.
    """
    return tuple(gold for form in FORMS if (gold := _load(library, sha, form)))


def keep_gold(library: Library, sha: str, gold: Gold) -> None:
    """Keeps a gold of a document in place of the one of its form.

    Raises:
        NotFound: the library has no such document.
        SetupError: the data folder cannot be written; likewise below.
    """
    library.permissions.allow(Right.EDIT)
    library.store_bytes(sha, STAGE, _file(gold.form), encode_model(FORM, gold))
    library.permissions.did("brought ground truth", sha, gold.form)


def drop_gold(library: Library, sha: str, form: str) -> None:
    """Removes the gold of a form of a document, also one that is damaged.

    Raises:
        NotFound: there is none.
    """
    library.permissions.allow(Right.EDIT)
    if form not in FORMS or not library.stage_path(sha, STAGE, _file(form)).exists():
        raise NotFound(f"This document has no ground truth of the form {form!r} (any more).")
    library.drop(sha, STAGE, _file(form))
    library.permissions.did("dropped ground truth", sha, form)


def damaged_forms(library: Library, sha: str) -> tuple[str, ...]:
    """The forms whose file cannot be read, so that they can be removed."""
    return tuple(form for form in FORMS if _is_damaged(library, sha, form))


def _is_damaged(library: Library, sha: str, form: str) -> bool:
    try:
        _load(library, sha, form)
    except DataDamaged:
        return True
    return False


def _load(library: Library, sha: str, form: str) -> Gold | None:
    content = library.load_bytes(sha, STAGE, _file(form))
    if content is None:
        return None
    path = library.stage_path(sha, STAGE, _file(form))
    try:
        return decode_model(FORM, Gold, content, path)
    except (OSError, ValueError) as error:
        raise DataDamaged(
            f"The ground truth of document {sha[:12]} ({form}) cannot be read: {path} is damaged. "
            "Remove it on the page Evaluate, or with python -m core readings DOC --drop-gold "
            f"{form}, and import it again."
        ) from error


def _file(form: str) -> str:
    return f"{form}.json"

"""All errors that Sightline raises on purpose, grouped by who can act on them.

SightlineError
|-- InputError                the file or the words given: give others
|   |-- NotAPdf               wrong format, or empty
|   |-- NotText               a text file that holds no text, or something else
|   |-- NotNative             no output of the parser it is said to be of
|   |-- BrokenPdf             damaged beyond what can be read, or without pages
|   |-- BrokenFile            a file of another kind that cannot be unpacked or read
|   |-- PasswordNeeded        encrypted; also raised for a wrong password
|   |-- TooLarge              over the limit of bytes or pages
|   |-- NoText                nothing to read without the visual route
|   |-- NotFound              no such document, chunk or stage in the library
|   `-- InvalidOption         an option outside its range
|-- LimitReached              parsing ran out of time or memory: raise the limit
|-- SetupError                the installation: an extra, a model, a store, the data folder
|   |-- MissingExtra          a package that is not installed
|   |-- ModelDamaged          weights whose checksum is wrong
|   |-- DiskFull              no room to write
|   |-- StoreUnavailable      an index that cannot be reached, opened or trusted
|   |-- DataDamaged           a file of the data folder that cannot be read as it is
|   `-- DataTooNew            a file of the data folder that a later version wrote
|-- ModelError                the language model did not help; the way without one goes on
|   |-- ModelUnavailable      no call would succeed now
|   |   |-- KeyRefused        no key, or a wrong one
|   |   |-- QuotaSpent        the service's limit, or the budget of the settings, is used up
|   |   |-- ModelUnknown      no model of that name
|   |   `-- ModelUnreachable  no network, a failing service, or no answer in time
|   `-- ReplyUnusable         this one answer cannot be used: blocked, cut off, or invalid
|       |-- PageSeenBlank     it saw nothing on a page that is not blank
|       `-- RequestTooLong    the model's context does not hold what it was asked
`-- Cancelled                 the user pressed cancel

A message says what happened, to what, and what to do next. Errors of other libraries are
translated once, in the adapter that calls them.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pydantic import ValidationError


_BOUNDS = {
    "greater_than_equal": ("ge", "at least"),
    "greater_than": ("gt", "more than"),
    "less_than_equal": ("le", "at most"),
    "less_than": ("lt", "less than"),
}


def first_problem(error: ValidationError, names: Mapping[str, str] = MappingProxyType({})) -> str:
    """Place and reason of the first value that did not pass, as in `top_k: Field required`.

    `names` are what people call fields. Of values only numbers are named: another may be a key.
    """
    first = error.errors()[0]
    name = names.get(str(first["loc"][-1] if first["loc"] else ""))
    place = name or ".".join(map(str, first["loc"]))
    if first["type"] not in _BOUNDS:
        return f"{place}: {first['msg']}"
    bound, words = _BOUNDS[first["type"]]
    value = first["input"]
    number = f"; you gave {value}" if isinstance(value, int | float) else ""
    return f"{place} must be {words} {first.get('ctx', {})[bound]:g}{number}"


class SightlineError(Exception):
    """Base of every error whose message is meant for people."""


class InputError(SightlineError):
    """What was given cannot be used as it is."""


class NotAPdf(InputError):
    """The file is empty or not a PDF."""


class NotText(InputError):
    """A file that is named as text holds none, or cannot be read as such."""


class NotNative(InputError):
    """A file is not the output of the parser that it is said to be of, or is cut off."""


class BrokenPdf(InputError):
    """The PDF is damaged, or holds no page."""


class BrokenFile(InputError):
    """A text, book or picture is damaged, or cannot be unpacked safely."""


class PasswordNeeded(InputError):
    """The PDF is encrypted and the password is missing or wrong."""


class TooLarge(InputError):
    """The file passes the limit of bytes or of pages."""


class NoText(InputError):
    """No page holds text that the chosen route can read."""


class NotFound(InputError):
    """The library holds nothing by that name."""


class InvalidOption(InputError):
    """An option lies outside its range."""


class AccessRefused(SightlineError):
    """Nobody is signed in, or who is may not do this."""


class LimitReached(SightlineError):
    """Parsing passed its limit of time or memory."""


class SetupError(SightlineError):
    """Something is wrong with the installation or its settings."""


class MissingExtra(SetupError):
    """A package is not installed; the message names the install command."""


class ModelDamaged(SetupError):
    """Model weights do not have the published checksum."""


class DiskFull(SetupError):
    """A disk has no room for what has to be written."""


class StoreUnavailable(SetupError):
    """The index cannot be reached or opened, or was made by another model."""


class DataDamaged(SetupError):
    """A file of the data folder cannot be read, or is not what it was."""


class DataTooNew(SetupError):
    """A later version of Sightline wrote a file of the data folder; it must not be overwritten."""


class ModelError(SightlineError):
    """The language model did not give what was asked for."""


class ModelUnavailable(ModelError):
    """No call to the language model would succeed now.

    `retry_after` is set where the same call may succeed later: the seconds that the service
    asks to wait, 0.0 if it does not say.
    """

    retry_after: float | None = None


class KeyRefused(ModelUnavailable):
    """There is no key, or the service does not take it."""


class QuotaSpent(ModelUnavailable):
    """The service takes no more calls for now."""


class ModelUnknown(ModelUnavailable):
    """The service has no model of that name."""


class ModelUnreachable(ModelUnavailable):
    """The service does not answer, or only with failures."""


class ReplyUnusable(ModelError):
    """One answer was blocked, cut off, or is not what was asked for.

    `reply` is its text, as far as it came.
    """

    reply: str = ""


class PageSeenBlank(ReplyUnusable):
    """The language model saw nothing on a page that is not blank."""


class RequestTooLong(ReplyUnusable):
    """The service refuses a request that is longer than the context of the model."""


class Cancelled(SightlineError):
    """The user stopped the work; what was finished before is kept."""


UNREADABLE_FILE = (BrokenFile, BrokenPdf, NoText, LimitReached)
"""What keeps one document from being read."""

OF_ONE_DOCUMENT = (*UNREADABLE_FILE, DataDamaged, DataTooNew)
"""Errors that say nothing of other documents."""

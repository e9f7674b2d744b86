"""People of a server: who they are, what they see, and what they did."""

from __future__ import annotations

from typing import TYPE_CHECKING

from core.errors import SetupError
from core.library.permissions import OF_A_DESK, Permissions
from core.plugins import importing

if TYPE_CHECKING:
    from core.people.directory import Directory
    from core.settings import Settings


def open_directory(settings: Settings) -> Directory:
    """The directory in the database of the settings.

    Raises:
        SetupError: the settings name no database, or it cannot be used.
        MissingExtra: what a database needs is not installed.
    """
    if settings.database is None:
        raise SetupError(
            "There are no people here, since no database is set. Set SIGHTLINE_DATABASE; "
            "docs/deploy.md tells how."
        )
    with importing("server", "A database"):
        from core.people.directory import Directory
    return Directory(settings.database.get_secret_value())


def permissions_of(directory: Directory | None) -> Permissions:
    """What may be done with a library: what the directory says, or everything without one."""
    if directory is None:
        return OF_A_DESK
    from core.people.permissions import PeoplesPermissions

    return PeoplesPermissions(directory)

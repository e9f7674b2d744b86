"""What an identity provider says of somebody who signed in, checked.

Source: OpenID Connect Core 1.0, sections 2 (claims of an ID token) and 5.7 (only issuer and
subject together name a person; an e-mail address may change its owner).
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, NamedTuple, TypeGuard

from core.errors import AccessRefused
from core.text.one_line import cut_to_line

if TYPE_CHECKING:
    from collections.abc import Mapping

_LONGEST = 255
_AHEAD_SECONDS = 60
"""Clocks of two machines may differ by so much."""


class Identity(NamedTuple):
    """Somebody at an identity provider; `signed_in_at` in seconds since 1970."""

    issuer: str
    subject: str
    name: str
    email: str
    email_verified: bool
    signed_in_at: float


def identity_of(claims: Mapping[str, object], hours: float) -> Identity:
    """Who the claims of an ID token are about.

    The token was checked when it came. It counts for so many hours from then, which its own end
    does not say: that is minutes after it was made, and means the sign-in alone.

    Raises:
        AccessRefused: claims are missing, or the sign-in is too old.
    """
    issuer, subject, issued = claims.get("iss"), claims.get("sub"), claims.get("iat")
    if not (_is_name(issuer) and _is_name(subject) and _is_time(issued)):
        raise AccessRefused(
            "The identity provider does not say who signed in, or when (iss, sub, iat). Its "
            "administrator can change that."
        )
    age = time.time() - issued
    if not -_AHEAD_SECONDS <= age <= hours * 3600:
        raise AccessRefused("Your sign-in has expired. Sign in again.")
    email = claims.get("email")
    # Signs that look like letters could make it that of another.
    address = email.strip().lower() if _is_name(email) and email.isascii() else ""
    named = claims.get("name") or claims.get("preferred_username") or address or subject
    name = cut_to_line(str(named), 120) or "unnamed"
    return Identity(
        issuer, subject, name, address, claims.get("email_verified") is True, float(issued)
    )


def _is_name(value: object) -> TypeGuard[str]:
    return isinstance(value, str) and 0 < len(value) <= _LONGEST


def _is_time(value: object) -> TypeGuard[float]:
    return isinstance(value, int | float) and not isinstance(value, bool)

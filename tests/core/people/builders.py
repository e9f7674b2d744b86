"""People of a server for tests, and what their identity provider says of them."""

from __future__ import annotations

import time
from typing import Any

from core.people.sign_in import Identity, identity_of

ISSUER = "https://login.example"


def claims(subject: str, **changes: Any) -> dict[str, Any]:
    """What an ID token says of somebody who has signed in just now."""
    known = {
        "iss": ISSUER,
        "sub": subject,
        "name": subject.capitalize(),
        "email": f"{subject}@example.org",
        "email_verified": True,
        "iat": int(time.time()),
    }
    return {name: value for name, value in (known | changes).items() if value is not None}


def identity(subject: str, **changes: Any) -> Identity:
    """The same, checked."""
    return identity_of(claims(subject, **changes), hours=12)

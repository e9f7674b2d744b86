"""What the provider says of those who sign in."""

from __future__ import annotations

import json
import os
from typing import Any

from oauth2_provider.oauth2_validators import OAuth2Validator

_USERS = {user["name"]: user for user in json.loads(os.environ["IDENTITY_PROVIDER"])["users"]}


class Claims(OAuth2Validator):
    """Adds name and address to the ID token, and that the address is verified."""

    def get_additional_claims(self, request: Any) -> dict[str, Any]:
        """The claims beside those of every ID token."""
        user = _USERS[request.user.username]
        return {
            "name": user["name"].capitalize(),
            "email": user["email"],
            "email_verified": True,
        }

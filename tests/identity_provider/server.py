"""The process of the provider: a Django project in one file. See the package."""

from __future__ import annotations

import json
import os
import secrets
from typing import Any

import django
from cryptography.hazmat.primitives.asymmetric import rsa
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from django.conf import settings
from django.core.management import call_command
from django.core.servers.basehttp import run
from django.core.wsgi import get_wsgi_application

SETUP: dict[str, Any] = json.loads(os.environ["IDENTITY_PROVIDER"])
LOGIN = (
    '<form method="post">{% csrf_token %}{{ form.as_p }}'
    '<input type="hidden" name="next" value="{{ next }}"><button>Sign in</button></form>'
)
"""Page on which people sign in."""


def main() -> None:
    """Serves until the process is ended."""
    key = rsa.generate_private_key(65_537, 2048)
    pem = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()).decode()
    os.environ["OAUTHLIB_INSECURE_TRANSPORT"] = "1"
    settings.configure(
        SECRET_KEY=secrets.token_hex(32),
        ALLOWED_HOSTS=["127.0.0.1"],
        ROOT_URLCONF="tests.identity_provider.urls",
        INSTALLED_APPS=[
            "django.contrib.auth",
            "django.contrib.contenttypes",
            "django.contrib.sessions",
            "oauth2_provider",
        ],
        MIDDLEWARE=[
            "django.contrib.sessions.middleware.SessionMiddleware",
            "django.middleware.csrf.CsrfViewMiddleware",
            "django.contrib.auth.middleware.AuthenticationMiddleware",
        ],
        # Not the names that the app's own cookies have: both are at one host.
        SESSION_COOKIE_NAME="provider",
        CSRF_COOKIE_NAME="provider_csrf",
        DATABASES={
            "default": {
                "ENGINE": "django.db.backends.sqlite3",
                "NAME": f"{SETUP['folder']}/provider.db",
            }
        },
        DEFAULT_AUTO_FIELD="django.db.models.BigAutoField",
        PASSWORD_HASHERS=["django.contrib.auth.hashers.MD5PasswordHasher"],
        TEMPLATES=[
            {
                "BACKEND": "django.template.backends.django.DjangoTemplates",
                "OPTIONS": {
                    "loaders": [
                        (
                            "django.template.loaders.locmem.Loader",
                            {"registration/login.html": LOGIN},
                        )
                    ]
                },
            }
        ],
        LOGIN_URL="/login/",
        USE_TZ=True,
        OAUTH2_PROVIDER={
            "OIDC_ENABLED": True,
            "OIDC_RSA_PRIVATE_KEY": pem,
            "OAUTH2_VALIDATOR_CLASS": "tests.identity_provider.claims.Claims",
            "SCOPES": {"openid": "Who", "profile": "Name", "email": "Address"},
            "ALLOWED_REDIRECT_URI_SCHEMES": ["http"],
        },
    )
    django.setup()
    call_command("migrate", verbosity=0)
    _fill()
    run("127.0.0.1", SETUP["port"], get_wsgi_application(), threading=True)


def _fill() -> None:
    from django.contrib.auth.models import User
    from oauth2_provider.models import get_application_model

    for user in SETUP["users"]:
        User.objects.create_user(user["name"], user["email"], SETUP["password"])
    get_application_model().objects.create(
        client_id=SETUP["client"],
        client_secret=SETUP["secret"],
        client_type="confidential",
        authorization_grant_type="authorization-code",
        redirect_uris=SETUP["redirect"],
        algorithm="RS256",
        skip_authorization=True,
    )


if __name__ == "__main__":
    main()

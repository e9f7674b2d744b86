"""A library over HTTP; needs the extra `api`. `docs/rest.md` shows how it is asked.

Each request passes, in this order: counting, the name of the host, the token, the size of its body,
the route. What a route does runs in a thread.
"""

from sightline.http_api.application import create_app

__all__ = ["create_app"]

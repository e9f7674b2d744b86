"""A server on this machine that speaks the Gemini API, for tests of the client and of the app.

    with GeminiServer() as server:
        server.next(failures.quota(seconds=1))
        ... GeminiTransport("any-model", "any-key", server.url) ...
        assert server.received[0].header("x-goog-api-key") == "any-key"

It answers as `benchmarks.stand_in` does, or as it is told to by `answers` and `failures`.
"""

from tests.gemini_server.server import GeminiServer, Received

__all__ = ["GeminiServer", "Received"]

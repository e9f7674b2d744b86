"""What browsers are told that the app's pages may do."""

from __future__ import annotations

from components.server.security_headers import inline_hashes, policy


def test_a_page_may_ask_only_the_address_that_it_came_from() -> None:
    rules = policy("127.0.0.1:8501", "").split("; ")
    assert "connect-src 'self' data: blob: ws://127.0.0.1:8501 wss://127.0.0.1:8501" in rules
    assert "img-src 'self' data: blob:" in rules
    assert "frame-ancestors 'self'" in rules


def test_scripts_of_the_page_are_named_by_their_hash() -> None:
    html = "<script src='/a.js'></script><script></script>"
    assert inline_hashes(html) == "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='"
    assert "script-src 'self' blob: 'wasm-unsafe-eval' 'sha256-A'" in policy("", "'sha256-A'")

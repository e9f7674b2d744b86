"""Addresses of services, which may be shown wherever they are used."""

from __future__ import annotations

import re
from ipaddress import ip_address
from urllib.parse import SplitResult, urlsplit

_ADDRESS = re.compile(r"(?i)https?://\S*[^\s.,;:!?)\]'\"”]")


def address_problem(url: str, *, in_the_clear: bool = False) -> str:
    """Why this cannot be the address of a service, without naming it; nothing if it can.

    An address is shown and logged, so it must hold no key itself. Over http a key travels in the
    clear; `in_the_clear` takes that for servers in a network of one's own.
    """
    parts = _parts(url)
    if parts is None or parts.scheme not in ("http", "https") or not parts.hostname:
        return "an address begins with http:// or https:// and the name of a machine"
    if "?" in url or "#" in url or "@" in parts.netloc:
        return "leave keys, names and all behind a ? out of the address"
    if parts.scheme == "http" and not in_the_clear and not is_here(url):
        return "with http:// the key would travel in the clear; use https://"
    return ""


def is_here(url: str) -> bool:
    """Whether an address is of this machine, which nothing leaves."""
    parts = _parts(url)
    name = parts.hostname or "" if parts else ""
    try:
        return ip_address(name).is_loopback
    except ValueError:
        return name == "localhost"


def without_addresses(text: str) -> str:
    """A text that leaves the house, such as in a record of an answer.

    The path of an address may be a key, and its name is that of a machine of the house.
    """
    return _ADDRESS.sub("(address left out)", text)


def _parts(url: str) -> SplitResult | None:
    try:
        parts = urlsplit(url)
        return parts if parts.port != 0 else None
    except ValueError:
        return None

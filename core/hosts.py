"""Names under which the app is asked for, as browsers send them in `Host`.

A page of any site can make its own name lead to this machine (DNS rebinding) and would then read
the app as if it were its own. Such a request still names that site, so it is told by its name.
"""

from __future__ import annotations

import re
from ipaddress import IPv6Address, ip_address

LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})
"""The names of this machine for itself."""

_HOST = re.compile(r"(?:\[([0-9a-fA-F:.]+)\]|([0-9A-Za-z_.-]+))(?::([0-9]{1,5}))?")
_NAME = re.compile(r"[0-9a-z_](?:[0-9a-z_.-]{0,251}[0-9a-z_])?")
_LAST_PORT = 65_535


def requested_name(host: str) -> str | None:
    """The name or address in a `Host` header, as `canonical_name` writes it; None if malformed.

    Which port is asked for tells nothing, since a port may be forwarded.
    """
    parts = _HOST.fullmatch(host)
    if parts is None or int(parts[3] or 1) not in range(1, _LAST_PORT + 1):
        return None
    name = canonical_name(parts[1] or parts[2])
    return name if name and (":" in name) == bool(parts[1]) else None


def canonical_name(name: str) -> str | None:
    """A name in lower case without the dot at its end, an address in its shortest form.

    None: neither. An IPv6 address stands without brackets, and one that maps IPv4 as that.
    """
    try:
        address = ip_address(name)
    except ValueError:
        plain = _ascii(name).removesuffix(".")
        return plain if _NAME.fullmatch(plain) and ".." not in plain else None
    mapped = address.ipv4_mapped if isinstance(address, IPv6Address) else None
    return str(mapped or address)


def _ascii(name: str) -> str:
    """A name as it travels: `münchen.example` is `xn--mnchen-3ya.example`; empty: not a name."""
    try:
        return name.lower() if name.isascii() else name.encode("idna").decode().lower()
    except UnicodeError:
        return ""

"""Names under which the app is asked for, as browsers send them in `Host`.

A page of any site can make its own name lead to this machine (DNS rebinding) and would then read
the app as if it were its own. Such a request still names that site, so it is told by its name.
"""

from __future__ import annotations

import re
from ipaddress import IPv6Address, ip_address
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Collection, MutableMapping

    Scope = MutableMapping[str, Any]

LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})
"""The names of this machine for itself."""

_HOST = re.compile(r"(?:\[([0-9a-fA-F:.]+)\]|([0-9A-Za-z_.-]+))(?::([0-9]{1,5}))?")
_NAME = re.compile(r"[0-9a-z_](?:[0-9a-z_.-]{0,251}[0-9a-z_])?")
_LAST_PORT = 65_535
_MISDIRECTED, _FORBIDDEN = 421, 403


class Refusal(NamedTuple):
    """What a request is answered with that is not let in: a status of HTTP, and why."""

    status: int
    message: str


_UNKNOWN_HOST = Refusal(
    _MISDIRECTED,
    "Sightline is not served under this name. Open it at the address that it printed when it "
    "started. If it is meant to be reached under another name, as behind a reverse proxy, put "
    "that name into the environment variable SIGHTLINE_HOSTS (several parted by commas) and "
    "start it anew.",
)
_FOREIGN_ORIGIN = Refusal(
    _FORBIDDEN,
    "Sightline answers no request of a page that is not its own. Behind a reverse proxy, let the "
    "proxy pass Host on unchanged, and put the name under which people reach it into the "
    "environment variable SIGHTLINE_HOSTS.",
)


def refusal(scope: Scope, names: Collection[str]) -> Refusal | None:
    """Why a request or WebSocket, given as its ASGI scope, is not let in; None: it is.

    Own names are those of this machine, the address at which a connection arrived, and `names`,
    as `canonical_name` writes them. A request that tells its `Origin` must come from the very
    address that it goes to, and a WebSocket must tell it. `X-Forwarded-Host` counts for nothing,
    since anybody can send it.
    """
    hosts, origins = _values(scope, b"host"), _values(scope, b"origin")
    name = requested_name(hosts[0]) if len(hosts) == 1 else None
    if name is None or not _is_own(name, scope, names):
        return _UNKNOWN_HOST
    own = [[f"{scheme}://{hosts[0]}"] for scheme in _schemes(name, scope, names)]
    if origins in own or (scope["type"] == "http" and not origins):
        return None
    return _FOREIGN_ORIGIN


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


def _values(scope: Scope, header: bytes) -> list[str]:
    return [value.decode("latin-1") for name, value in scope["headers"] if name.lower() == header]


def _is_own(name: str, scope: Scope, names: Collection[str]) -> bool:
    # A request line that holds a whole address asks for that one, whatever `Host` says.
    if not scope["path"].startswith("/"):
        return False
    arrived, _ = scope.get("server") or ("", None)
    return name in LOOPBACK or name in names or name == canonical_name(arrived)


def _schemes(name: str, scope: Scope, names: Collection[str]) -> tuple[str, ...]:
    """What own pages were opened with: under a given name a proxy may speak TLS for the app."""
    if name in names and name not in LOOPBACK:
        return "http", "https"
    return ("https",) if scope["scheme"] in ("https", "wss") else ("http",)

"""Push messages: encrypted for a browser (RFC 8291), signed (8292), given to its push service (8030)."""

from __future__ import annotations

import base64
import http.client
import socket
import ssl
import time
from dataclasses import dataclass
from typing import Any, Literal

from burgher.server.notify.endpoints import NotPublic, address_of_host, checked_endpoint
from burgher.server.problems import Unprocessable
from burgher.server.storage.channels import Subscription

LARGEST = 3000
"""More than this no push service need take, once it is encrypted."""
KEPT_SECONDS = 3 * 24 * 3600
"""How long a push service keeps a message for a device that is off."""
SIGNED_SECONDS = 12 * 3600
ANSWER_SECONDS = 15.0
P256DH_BYTES, AUTH_BYTES = 65, 16


How = Literal["sent", "gone", "later", "never"]
"""It is on its way; there is no such device any more; it is worth trying again; or it is not."""


@dataclass(frozen=True)
class Sent:
    """What became of a message."""

    how: How
    why: str = ""
    after: float | None = None
    """After how many seconds to try again, where that was said."""


def new_push_key() -> str:
    """A key that push services know us by, as PEM."""
    from py_vapid import Vapid02

    key = Vapid02()
    key.generate_keys()
    pem: bytes = key.private_pem()
    return pem.decode()


def public_key(pem: str) -> str:
    """What browsers have to know of it."""
    from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
    from py_vapid import Vapid02

    key = Vapid02.from_pem(pem.encode())
    point: bytes = key.public_key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    return base64.urlsafe_b64encode(point).decode().rstrip("=")


def check_keys(p256dh: str, auth: str) -> None:
    """Raise `Unprocessable` unless these are keys that a message can be encrypted for."""
    from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, EllipticCurvePublicKey

    try:
        point, secret = decoded(p256dh), decoded(auth)
        if len(point) != P256DH_BYTES or len(secret) != AUTH_BYTES:
            raise ValueError
        EllipticCurvePublicKey.from_encoded_point(SECP256R1(), point)
    except ValueError as error:
        raise Unprocessable("Messages cannot be encrypted for these keys") from error


def decoded(text: str) -> bytes:
    """Bytes as browsers write them; raises `ValueError`."""
    if not text.isascii() or len(text) > 200:
        raise ValueError
    return base64.urlsafe_b64decode(text.rstrip("=") + "=" * (-len(text.rstrip("=")) % 4))


def send_push(
    to: Subscription,
    payload: bytes,
    pem: str,
    contact: str,
    topic: str,
    *,
    urgent: bool = False,
    anywhere: bool = False,
) -> Sent:
    """Give a message to the push service of a device, where it takes the place of earlier ones on a topic."""
    try:
        parts = checked_endpoint(to.endpoint, anywhere=anywhere)
        body = _encrypted(to, payload)
        origin = f"{parts.scheme}://{parts.netloc}"
        headers = {
            "authorization": _signed(pem, origin, contact),
            "content-encoding": "aes128gcm",
            "content-type": "application/octet-stream",
            "ttl": str(KEPT_SECONDS),
            "topic": topic,
            "urgency": "high" if urgent else "normal",
        }
    except (Unprocessable, ValueError) as error:
        return Sent("gone", f"it cannot be sent: {error}")
    host, is_safe = parts.hostname or "", parts.scheme == "https"
    port = parts.port or (443 if is_safe else 80)
    path = f"{parts.path or '/'}{'?' + parts.query if parts.query else ''}"
    try:
        address = address_of_host(host, port, anywhere=anywhere)
        connection = _Connection(host, port, address, is_safe)
        try:
            connection.request("POST", path, body, headers)
            answer = connection.getresponse()  # wherever it leads on to, we do not follow
            return _outcome(answer.status, answer.getheader("retry-after"))
        finally:
            connection.close()
    except NotPublic as error:
        return Sent("gone", str(error))
    except (OSError, http.client.HTTPException) as error:
        return Sent("later", f"{type(error).__name__}: {error}")


class _Connection(http.client.HTTPConnection):
    """A connection to an address that was looked at before, by the name of its host."""

    def __init__(self, host: str, port: int, address: str, is_safe: bool) -> None:
        super().__init__(host, port, timeout=ANSWER_SECONDS)
        self._address = address
        self._is_safe = is_safe

    def connect(self) -> None:
        """Connect to it, and to nothing else that the name may lead to by now."""
        plain = socket.create_connection((self._address, self.port), timeout=ANSWER_SECONDS)
        self.sock: Any = plain
        if self._is_safe:
            self.sock = ssl.create_default_context().wrap_socket(plain, server_hostname=self.host)


def _outcome(status: int, retry_after: str | None) -> Sent:
    why = f"the push service answered {status}"
    if status < 300:
        return Sent("sent")
    if status in (404, 410):
        return Sent("gone", why)
    if status == 429 or status >= 500:
        wait = float(retry_after) if retry_after and retry_after.isdecimal() else None
        return Sent("later", why, wait)
    # It knows another server under this subscription, or wants something that we do not know.
    return Sent("gone" if status in (401, 403) else "never", why)


def _encrypted(to: Subscription, payload: bytes) -> bytes:
    from pywebpush import WebPusher

    if len(payload) > LARGEST:
        raise ValueError("the message is too long")
    about = {"endpoint": to.endpoint, "keys": {"p256dh": to.p256dh, "auth": to.auth}}
    body: bytes = WebPusher(about).encode(payload)["body"]
    return body


def _signed(pem: str, origin: str, contact: str) -> str:
    from py_vapid import Vapid02

    claims = {"aud": origin, "exp": int(time.time()) + SIGNED_SECONDS, "sub": contact}
    signed: str = Vapid02.from_pem(pem.encode()).sign(claims)["Authorization"]
    return signed

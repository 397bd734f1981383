"""Where messages arrive in tests: a push service that decrypts what it gets, and a mail server."""

from __future__ import annotations

import base64
import json
import socket
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from email import message_from_bytes
from email.message import Message
from email.policy import default
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import http_ece
from aiosmtpd.controller import Controller
from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, generate_private_key
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02


def text(data: bytes) -> str:
    """Bytes as browsers write them."""
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


@dataclass
class Phone:
    """A device: it has keys that nobody else knows, and a place at a push service."""

    service: PushService
    name: str
    private: Any = field(default_factory=lambda: generate_private_key(SECP256R1()))
    auth: bytes = b"0123456789abcdef"

    @property
    def subscription(self) -> dict[str, str]:
        """What its browser tells the page."""
        point = self.private.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return {"endpoint": self.endpoint, "p256dh": text(point), "auth": text(self.auth)}

    @property
    def endpoint(self) -> str:
        return f"{self.service.url}/to/{self.name}"

    @property
    def messages(self) -> list[dict[str, Any]]:
        """What has arrived, decrypted."""
        found = []
        for path, headers, body in self.service.taken:
            if path == f"/to/{self.name}":
                assert headers["content-encoding"] == "aes128gcm"
                plain = http_ece.decrypt(
                    body, private_key=self.private, auth_secret=self.auth, version="aes128gcm"
                )
                found.append(json.loads(plain))
        return found


@dataclass
class PushService:
    """It takes messages of whoever signs them."""

    url: str
    taken: list[tuple[str, dict[str, str], bytes]] = field(default_factory=list)
    asked: int = 0
    answers: list[int] = field(default_factory=list)
    """What it answers next, instead of taking a message."""

    def phone(self, name: str) -> Phone:
        return Phone(self, name)


@contextmanager
def push_service() -> Iterator[PushService]:
    """A push service on this machine."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            service.asked += 1
            status = service.answers.pop(0) if service.answers else 201
            if not Vapid02.verify(self.headers["authorization"]):
                status = 403
            if status == 201:
                headers = {name.lower(): value for name, value in self.headers.items()}
                service.taken.append((self.path, headers, body))
            self.send_response(status)
            if status in (301, 307):
                self.send_header("location", f"{service.url}/to/elsewhere")
            self.send_header("content-length", "0")
            self.end_headers()

        def log_message(self, *args: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    service = PushService(f"http://127.0.0.1:{server.server_address[1]}")
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield service
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@dataclass
class MailBox:
    """What a mail server has taken."""

    port: int
    mails: list[tuple[str, Message]] = field(default_factory=list)
    answers: list[str] = field(default_factory=list)
    """What it answers next to the address of whoever is to get a mail."""

    async def handle_RCPT(  # noqa: N802
        self, server: Any, session: Any, envelope: Any, address: str, options: list[str]
    ) -> str:
        if self.answers:
            return self.answers.pop(0)
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802
        mail = message_from_bytes(envelope.content, policy=default)
        for address in envelope.rcpt_tos:
            self.mails.append((address, mail))
        return "250 OK"

    def to(self, address: str) -> list[Message]:
        return [mail for to, mail in self.mails if to == address]


@contextmanager
def mail_server() -> Iterator[MailBox]:
    """A mail server on this machine."""
    with closing(socket.create_server(("127.0.0.1", 0))) as free:
        box = MailBox(port=free.getsockname()[1])
    controller = Controller(box, hostname="127.0.0.1", port=box.port)
    controller.start()
    try:
        yield box
    finally:
        controller.stop()

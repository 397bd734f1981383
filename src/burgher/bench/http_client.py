"""A small HTTP client on asyncio: enough for thousands of browsers in one process, and nothing to install."""

from __future__ import annotations

import asyncio
import json
import zlib
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Self
from urllib.parse import urlencode, urlsplit

from burgher.kernel.errors import BadOptions, BurgherError


class NoAnswer(BurgherError):
    """The server did not answer, or not as it should."""


@dataclass(frozen=True)
class Answer:
    """What came back: a status, headers by their names in lower case, and a body."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    def json(self) -> Any:
        """The body, read as JSON."""
        return json.loads(self.body)


class HttpClient:
    """One connection to a server, kept open; it has cookies like a browser. One request at a time."""

    def __init__(self, url: str, headers: Mapping[str, str] | None = None) -> None:
        """A connection that is opened when it is needed; raises `BadOptions` for a URL of no such server."""
        parts = urlsplit(url)
        if parts.scheme != "http" or not parts.hostname:
            raise BadOptions(f"a server's address looks like http://127.0.0.1:8321, not {url!r}")
        self._host, self._port = parts.hostname, parts.port or 80
        self._headers = {"host": parts.netloc, "accept-encoding": "gzip", **(headers or {})}
        self.cookies: dict[str, str] = {}
        self._reader: asyncio.StreamReader | None = None
        self._writer: asyncio.StreamWriter | None = None

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Hang up."""
        if self._writer is not None:
            self._writer.close()
        self._reader = self._writer = None

    async def get(self, path: str) -> Answer:
        """Ask for something."""
        return await self._exchange("GET", path, b"", None)

    async def post_json(self, path: str, data: object) -> Answer:
        """Send data."""
        return await self._exchange("POST", path, json.dumps(data).encode(), "application/json")

    async def post_form(self, path: str, fields: Mapping[str, str]) -> Answer:
        """Send a form that somebody has filled in."""
        kind = "application/x-www-form-urlencoded"
        return await self._exchange("POST", path, urlencode(fields).encode(), kind)

    async def events(self, path: str) -> AsyncIterator[tuple[str, str]]:
        """The server-sent events of a stream, as they come: what kind and which data."""
        reader = await self._send("GET", path, b"", None)
        status, headers = await self._head(reader)
        if status != 200 or headers.get("transfer-encoding") != "chunked":
            raise NoAnswer(f"{path} is no stream: the answer is {status}")
        kind, data = "message", ""
        async for line in _lines(reader):
            if line.startswith("event: "):
                kind = line[7:]
            elif line.startswith("data: "):
                data += line[6:]
            elif not line and data:
                yield kind, data
                kind, data = "message", ""

    async def _exchange(self, method: str, path: str, body: bytes, kind: str | None) -> Answer:
        try:
            reader = await self._send(method, path, body, kind)
            status, headers = await self._head(reader)
            if headers.get("transfer-encoding") == "chunked":
                found = b"".join([chunk async for chunk in _chunks(reader)])
            else:
                found = await reader.readexactly(int(headers.get("content-length", "0")))
        except (OSError, asyncio.IncompleteReadError, ValueError) as error:
            self.close()
            raise NoAnswer(f"{method} {path} was not answered: {error}") from error
        if headers.get("connection") == "close":
            self.close()
        if headers.get("content-encoding") == "gzip":
            found = zlib.decompress(found, wbits=31)
        return Answer(status, headers, found)

    async def _send(self, method: str, path: str, body: bytes, kind: str | None) -> asyncio.StreamReader:
        if self._reader is not None and self._reader.at_eof():
            self.close()  # the server does not keep a connection for ever on which nothing happens
        if self._reader is None or self._writer is None:
            try:
                self._reader, self._writer = await asyncio.open_connection(self._host, self._port)
            except OSError as error:
                raise NoAnswer(f"there is no server at {self._host}, port {self._port}: {error}") from error
        headers = dict(self._headers)
        if self.cookies:
            headers["cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        if kind is not None:
            headers |= {"content-type": kind, "content-length": str(len(body))}
        lines = [
            f"{method} {path} HTTP/1.1",
            *(f"{name}: {value}" for name, value in headers.items()),
            "",
            "",
        ]
        self._writer.write("\r\n".join(lines).encode() + body)
        await self._writer.drain()
        return self._reader

    async def _head(self, reader: asyncio.StreamReader) -> tuple[int, dict[str, str]]:
        first, *lines = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        headers: dict[str, str] = {}
        for line in lines:
            name, _, value = line.partition(":")
            name, value = name.lower(), value.strip()
            if name == "set-cookie":
                cookie, _, content = value.partition(";")[0].partition("=")
                self.cookies[cookie] = content
            elif name:
                headers[name] = value
        return int(first.split(" ")[1]), headers


async def _chunks(reader: asyncio.StreamReader) -> AsyncIterator[bytes]:
    while size := int(await reader.readuntil(b"\r\n"), 16):
        yield (await reader.readexactly(size + 2))[:-2]
    await reader.readexactly(2)


async def _lines(reader: asyncio.StreamReader) -> AsyncIterator[str]:
    """The lines of a stream; they end where it is cut off."""
    left = b""
    try:
        async for chunk in _chunks(reader):
            *lines, left = (left + chunk).split(b"\n")
            for line in lines:
                yield line.decode().rstrip("\r")
    except (OSError, asyncio.IncompleteReadError):
        return

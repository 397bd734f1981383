"""Headers that protect people, on every response."""

from __future__ import annotations

from litestar.types import Message, Scope

HEADERS = {
    "content-security-policy": "; ".join(
        (
            "default-src 'none'",
            "script-src 'self'",
            "style-src 'self'",
            "img-src 'self' data:",
            "font-src 'self'",
            "connect-src 'self'",
            "manifest-src 'self'",
            "worker-src 'self'",
            "form-action 'self'",
            "base-uri 'none'",
            "frame-ancestors 'none'",
        )
    ),
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}
_RAW_HEADERS = [
    (name.encode(), value.encode())
    # What one person sees is not for anybody's cache.
    for name, value in {**HEADERS, "cache-control": "no-store"}.items()
]


async def add_headers(message: Message, _: Scope) -> None:
    """Put what protects people on every response."""
    if message["type"] == "http.response.start":
        given = list(message["headers"])
        names = {name.lower() for name, _ in given}
        message["headers"] = [*given, *(header for header in _RAW_HEADERS if header[0] not in names)]

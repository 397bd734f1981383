"""What kind of browser somebody has, in a few words: to tell one's devices apart, and no more."""

from __future__ import annotations

from typing import Final

from burgher.server.http.requests import AnyRequest

BROWSERS: Final = (
    ("Edg", "Edge"),
    ("OPR", "Opera"),
    ("SamsungBrowser", "Samsung Internet"),
    ("Firefox", "Firefox"),
    ("FxiOS", "Firefox"),
    ("CriOS", "Chrome"),
    ("Chrom", "Chrome"),
    ("Safari", "Safari"),
)
"""What they say of themselves, most particular first, and what people call them."""
SYSTEMS: Final = (
    ("iPhone", "an iPhone"),
    ("iPad", "an iPad"),
    ("Android", "Android"),
    ("Windows", "Windows"),
    ("CrOS", "a Chromebook"),
    ("Mac OS X", "a Mac"),
    ("Linux", "Linux"),
)


def browser_name(request: AnyRequest) -> str:
    """The browser that has sent a request: `Firefox on Android`."""
    agent = request.headers.get("user-agent", "")
    browser = next((name for sign, name in BROWSERS if sign in agent), "A browser")
    system = next((name for sign, name in SYSTEMS if sign in agent), "")
    return f"{browser} on {system}" if system else browser

"""What makes an app of the pages: manifest, icons, service worker, the page without a connection."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import MediaType, Response, Router, get
from litestar.response import Template

from burgher.server.http.cross_site import check_csrf
from burgher.server.http.links import root_of
from burgher.server.http.page_responses import site_page
from burgher.server.http.requests import AnyRequest
from burgher.server.view.static_files import script_url, static_files, static_url, static_version

ICONS = (("icon-192", 192, "any"), ("icon-512", 512, "any"), ("full-512", 512, "maskable"))
"""Those of the manifest: a file, its size, and whether a system may cut it to a shape of its own."""
KEPT = ("base.css", "theme.js", "icon.svg")
"""What the page without a connection needs, beside its script."""
LOOKED_FOR_ANEW = "no-cache"


@get("/manifest.webmanifest")
async def manifest(request: AnyRequest) -> Response[bytes]:
    """What a browser that installs us has to know."""
    root = root_of(request)
    told: dict[str, Any] = {
        "id": f"{root}/",
        "name": "Burgher",
        "short_name": "Burgher",
        "description": "The Castles of Burgundy, La Granja and Hansa Teutonica, with friends or opponents.",
        "lang": "en",
        "start_url": f"{root}/",
        "scope": f"{root}/",
        "display": "standalone",
        "background_color": "#221b17",
        "theme_color": "#221b17",
        "categories": ["games"],
        "icons": [
            {
                "src": root + static_url(f"icons/{name}.png"),
                "sizes": f"{size}x{size}",
                "type": "image/png",
                "purpose": purpose,
            }
            for name, size, purpose in ICONS
        ],
    }
    return Response(
        msgspec.json.encode(told),
        media_type="application/manifest+json",
        headers={"cache-control": LOOKED_FOR_ANEW},
    )


@get("/service-worker.js")
async def service_worker(request: AnyRequest) -> Response[bytes]:
    """What browsers run of us without a page. It lies at the root, since it answers for what is below."""
    root = root_of(request)
    files = [*(root + static_url(name) for name in KEPT), root + script_url("offline.js")]
    icon = root + static_url("icons/icon-192.png")
    told = {"root": root, "version": static_version(), "files": files, "icon": icon}
    own = msgspec.json.encode(told).decode()
    script = static_files()["service-worker.js"].content
    return Response(
        f"const own = {own};\n".encode() + script,
        media_type="text/javascript",
        headers={"cache-control": LOOKED_FOR_ANEW},
    )


@get("/offline", media_type=MediaType.HTML)
async def offline_page(request: AnyRequest) -> Template:
    """What a browser keeps, to show it when we cannot be reached; there is nobody's name on it."""
    return site_page(request, "offline.html", None)


@get("/favicon.ico")
async def favicon() -> Response[bytes]:
    """The icon for those who look for it without reading a page."""
    file = static_files()["icons/favicon.ico"]
    return Response(
        file.content, media_type=file.media_type, headers={"cache-control": "public, max-age=86400"}
    )


router = Router(
    "/",
    route_handlers=[manifest, service_worker, offline_page, favicon],
    guards=[check_csrf],
    include_in_schema=False,
)

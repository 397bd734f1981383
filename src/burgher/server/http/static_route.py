"""Where browsers get our scripts, styles and drawings."""

from __future__ import annotations

from litestar import Response, get
from litestar.params import FromPath

from burgher.server.http.page_responses import FOREVER, GZIPPED, accepts_gzip
from burgher.server.http.requests import AnyRequest
from burgher.server.problems import NotFound
from burgher.server.view.static_files import static_files, static_version


@get("/static/{version:str}/{name:path}", opt={GZIPPED: True}, include_in_schema=False)
async def static_file(version: FromPath[str], name: FromPath[str], request: AnyRequest) -> Response[bytes]:
    """One of our files.

    Its address names a version. A page of another one, from before a new start or from a newer server beside
    us, gets what we have too, but may not keep it: by that address, others will get something else.
    """
    file = static_files().get(name.removeprefix("/"))
    if file is None:
        raise NotFound("There is no such file")
    keeps = FOREVER if version == static_version() else "no-cache"
    headers = {"cache-control": keeps, "vary": "accept-encoding"}
    if not accepts_gzip(request):
        return Response(file.content, media_type=file.media_type, headers=headers)
    return Response(file.gzipped, media_type=file.media_type, headers={**headers, "content-encoding": "gzip"})

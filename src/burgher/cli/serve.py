"""`burgher serve`: tables in the browser. `burgher backup`: a copy of all of them."""

from __future__ import annotations

import webbrowser
from ipaddress import ip_address
from pathlib import Path
from typing import Annotated

import typer

Database = Annotated[
    str | None,
    typer.Option(
        metavar="FILE or URL",
        envvar="BURGHER_DATABASE",
        help="Where tables are kept: a file, or postgresql://…; a file of yours, if not said.",
    ),
]


def serve(
    host: Annotated[
        str, typer.Option(help="The address to listen on; 0.0.0.0 lets others in.")
    ] = "127.0.0.1",
    port: Annotated[
        int | None, typer.Option(min=0, max=65535, help="The port; 8321 or a free one, if not said.")
    ] = None,
    database: Database = None,
    open_page: Annotated[bool, typer.Option("--open/--no-open", help="Open the page in a browser.")] = True,
    https: Annotated[
        bool, typer.Option("--https", help="People come over https, through a proxy on this machine.")
    ] = False,
    thinkers: Annotated[
        int | None,
        typer.Option(min=1, help="How many processes think for opponents; all but one, if not said."),
    ] = None,
    memory: Annotated[
        float | None,
        typer.Option(
            min=1,
            metavar="MB",
            help="Megabytes to keep tables in that are being played; a quarter of what is free, if not said.",
        ),
    ] = None,
    rate: Annotated[
        float, typer.Option(min=0, help="Requests a second that one address may make; 0 for any number.")
    ] = 50,
) -> None:
    """Play in the browser: alone against opponents, or with friends by links."""
    # Worker processes import this module and need none of it.
    from burgher.arena.pool import processors
    from burgher.server.memory import usual_megabytes
    from burgher.server.serving import bound
    from burgher.server.serving import serve as serve_tables
    from burgher.server.settings import Settings, database_url

    settings = Settings(
        database=database_url(database),
        https=https,
        thinkers=thinkers or max(1, processors() - 1),
        rate=rate,
        memory=memory or usual_megabytes(),
    )
    listener = bound(host, port)
    url = f"http://{_shown(host)}:{listener.getsockname()[1]}/"

    def ready() -> None:
        print(f"Burgher plays at {url}  (Ctrl-C to stop)", flush=True)
        if not _is_private(host):
            print("Everyone who can reach this machine can play here.", flush=True)
            if not https:
                print("For the open internet, put a proxy with https before it and say --https.", flush=True)
        if open_page:
            webbrowser.open(url)

    serve_tables(settings, listener, ready)


def backup(
    file: Annotated[Path, typer.Argument(help="The file to write; it must not be there yet.")],
    database: Database = None,
) -> None:
    """Copy all tables to a file, also while they are being played."""
    from burgher.server.database import backup as copy
    from burgher.server.settings import database_url

    copy(database_url(database), file)
    print(f"All tables are in {file}: play on from it with burgher serve --database {file}")


def _shown(host: str) -> str:
    """The address as one would type it into a browser on this machine."""
    if host in ("0.0.0.0", "::", ""):
        return "localhost"
    return f"[{host}]" if ":" in host else host


def _is_private(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"

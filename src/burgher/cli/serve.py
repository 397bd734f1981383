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
        bool,
        typer.Option(
            "--https", help="People come over https; the proxy is on this machine, if no --proxy is named."
        ),
    ] = False,
    url: Annotated[
        str | None,
        typer.Option(
            metavar="URL",
            help="Where people reach it, such as https://games.example/burgher: for links, and in place of "
            "--https, --prefix and --allowed-host.",
        ),
    ] = None,
    prefix: Annotated[
        str, typer.Option(metavar="PATH", help="What stands before every path, such as /burgher.")
    ] = "",
    proxies: Annotated[
        list[str] | None,
        typer.Option(
            "--proxy",
            metavar="ADDRESS",
            help="A proxy whose X-Forwarded-For, -Proto and -Host are believed: an address or a CIDR "
            "block; may be repeated.",
        ),
    ] = None,
    hosts: Annotated[
        list[str] | None,
        typer.Option(
            "--allowed-host",
            metavar="NAME",
            help="A host that requests may ask for, such as games.example or *.example; * for any; may be "
            "repeated.",
        ),
    ] = None,
    thinkers: Annotated[
        int | None,
        typer.Option(min=1, help="How many processes think for opponents; all but one, if not said."),
    ] = None,
    workers: Annotated[
        int,
        typer.Option(
            min=1,
            help="How many server processes share the port, the --memory and the --thinkers; more than one "
            "needs PostgreSQL, and each keeps to the --rate by itself.",
        ),
    ] = 1,
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
    tidy_after: Annotated[
        float,
        typer.Option(
            min=0,
            metavar="DAYS",
            help="Delete a running game that nobody has touched for so long, and one that nobody has begun "
            "after a third of it; 0 for never.",
        ),
    ] = 180,
    tidy_finished_after: Annotated[
        float, typer.Option(min=0, metavar="DAYS", help="Delete finished games after so long; 0 for never.")
    ] = 0,
    smtp: Annotated[
        str,
        typer.Option(
            metavar="URL",
            envvar="BURGHER_SMTP",
            help="The mail server by which people are told that it is their turn, such as "
            "smtps://user:password@mail.example; needs --mail-from and --url. Best in the environment.",
        ),
    ] = "",
    mail_from: Annotated[
        str,
        typer.Option(
            metavar="ADDRESS",
            envvar="BURGHER_MAIL_FROM",
            help="The address that mails come from; push services are told it too, to reach you.",
        ),
    ] = "",
    push_anywhere: Annotated[
        bool,
        typer.Option(
            "--push-anywhere",
            help="Let push messages go to private addresses and by http: for tests, never on the internet.",
        ),
    ] = False,
    access_log: Annotated[
        bool, typer.Option("--access-log", help="Write a line of JSON for every request.")
    ] = False,
    metrics_port: Annotated[
        int | None,
        typer.Option(min=0, max=65535, help="Where Prometheus finds /metrics; nowhere, if not said."),
    ] = None,
    metrics_host: Annotated[
        str, typer.Option(help="The address on which it does; 127.0.0.1 is for this machine alone.")
    ] = "127.0.0.1",
    connections: Annotated[
        int, typer.Option(min=0, help="Connections that one address may have; 0 for any number.")
    ] = 256,
) -> None:
    """Play in the browser: alone against opponents, or with friends by links."""
    # Worker processes import this module and need none of it.
    from burgher.arena.pool import processors
    from burgher.server.free_memory import usual_megabytes
    from burgher.server.http.public_address import public_address
    from burgher.server.http.serving import bound
    from burgher.server.http.serving import serve as serve_tables
    from burgher.server.http.supervising import check_workers, reserved, supervise
    from burgher.server.limits import ConnectionLimits
    from burgher.server.settings import Settings, database_url

    public = public_address(url, https, prefix, hosts or (), is_private=_is_private(host))
    settings = Settings(
        database=database_url(database),
        https=public.https,
        url=public.url,
        prefix=public.prefix,
        proxies=tuple(proxies or ()),
        hosts=public.hosts,
        thinkers=max(1, (thinkers or max(1, processors() - 1)) // workers),
        rate=rate,
        memory=(memory or usual_megabytes()) / workers,
        tidy_after=tidy_after,
        tidy_finished_after=tidy_finished_after,
        smtp=smtp,
        mail_from=mail_from,
        push_anywhere=push_anywhere,
        access_log=access_log,
        metrics_host=metrics_host,
        metrics_port=metrics_port,
        limits=ConnectionLimits(per_address=connections),
    )
    if workers > 1:
        check_workers(settings)
    listener = bound(host, port) if workers == 1 else reserved(host, port)
    metrics_listener = None
    if metrics_port is not None and workers == 1:
        metrics_listener = bound(metrics_host, metrics_port)
    here = f"http://{_shown(host)}:{listener.getsockname()[1]}{public.prefix}/"

    def ready() -> None:
        print(f"Burgher plays at {here}  (Ctrl-C to stop)", flush=True)
        if public.url:
            print(f"People reach it at {public.url}/", flush=True)
        if metrics_listener is not None:
            at = f"{_shown(metrics_host)}:{metrics_listener.getsockname()[1]}"
            print(f"Metrics are at http://{at}/metrics", flush=True)
        elif metrics_port:
            at = f"{_shown(metrics_host)}:{metrics_port}"
            print(f"Metrics of each worker are at http://{at}/metrics and on the ports after it", flush=True)
        if not _is_private(host):
            print("Everyone who can reach this machine can play here.", flush=True)
            if not hosts and not url:
                print("They ask for it by its address or name; other names need --allowed-host.", flush=True)
            if not public.https:
                print("For the open internet, put a proxy with https before it and say --https.", flush=True)
        if open_page:
            webbrowser.open(here)

    if workers == 1:
        serve_tables(settings, listener, ready, metrics_listener)
        return
    metrics = None if metrics_port is None else (metrics_host, metrics_port)
    with listener:
        supervise(settings, workers, host, listener.getsockname()[1], ready, metrics)


def backup(
    file: Annotated[Path, typer.Argument(help="The file to write; it must not be there yet.")],
    database: Database = None,
) -> None:
    """Copy all tables to a file, also while they are being played."""
    from burgher.server.settings import database_url
    from burgher.server.storage.database import backup as copy

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

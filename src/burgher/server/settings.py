"""How a server is set up, and where it keeps its tables when nobody says."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass, field
from pathlib import Path

from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError

from burgher.kernel.errors import BadOptions
from burgher.server.addresses import LOOPBACK, checked_host, checked_prefix, checked_url, network
from burgher.server.free_memory import usual_megabytes
from burgher.server.limits import ConnectionLimits

DRIVERS = {"sqlite": "sqlite", "postgresql": "postgresql+asyncpg", "postgres": "postgresql+asyncpg"}


def data_directory() -> Path:
    """Where this system keeps what programs of one person remember."""
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local"
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Application Support"
    else:
        base = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(base) / "burgher"


def database_url(given: str | None = None) -> URL:
    """The database that a URL or the path of a file names; by default, one file of this person."""
    given = given or os.environ.get("BURGHER_DATABASE") or str(data_directory() / "tables.db")
    if "://" not in given:
        return URL.create("sqlite", database=str(Path(given).expanduser().absolute()))
    try:
        url = make_url(given)
    except (ArgumentError, ValueError) as error:
        raise BadOptions(f"{given.partition('://')[0]}://… cannot be read as a database's URL") from error
    kind = url.drivername.partition("+")[0]
    if kind not in DRIVERS:
        raise BadOptions(f"tables are kept in SQLite or PostgreSQL, not in {kind!r}")
    return url.set(drivername=DRIVERS[kind])


@dataclass(frozen=True)
class Settings:
    """How a server is set up."""

    database: URL = field(default_factory=database_url)
    https: bool = False
    """Whether people reach it over https: cookies are then kept from plain http, and so are browsers."""
    thinkers: int = 1
    """How many processes think for opponents."""
    url: str = ""
    """Where people reach it, such as https://games.example/burgher, if the operator has said so: links to be
    given away begin with it. It ends with the prefix."""
    prefix: str = ""
    """What stands before every path, such as /burgher."""
    proxies: tuple[str, ...] = ()
    """Addresses and blocks of proxies: what they say of whoever asked them is believed."""
    hosts: tuple[str, ...] = ()
    """The hosts that requests may ask for; any, when there are none."""
    access_log: bool = False
    """Whether a line is written for every request."""
    metrics_host: str = "127.0.0.1"
    metrics_port: int | None = None
    """Where the metrics are to be had; nowhere, when no port is given."""
    rate: float = 50
    """Requests a second that one address may make, over some time; 0 for no limit."""
    limits: ConnectionLimits = field(default_factory=ConnectionLimits)
    """What connections may cost."""
    memory: float = field(default_factory=usual_megabytes)
    """In how many megabytes tables are kept in memory, ready to play."""
    think_seconds: float = 30
    """How long an opponent may think about one action; then it takes the next best."""
    smtp: str = field(default="", repr=False)
    """The mail server, such as smtps://user:password@mail.example; without one there are no mails."""
    mail_from: str = ""
    """The address that mails come from; push services are told it too, to ask about us."""
    push_anywhere: bool = False
    """Whether push messages may go to private addresses, and by http: for tests."""
    tell_seconds: float = 2
    """How often to look who is to be told something while they are away."""
    grace_seconds: float = 6
    """How long whoever is there has to look, before their devices are told."""
    clock_seconds: float = 1
    """How often to look whose time is up."""
    tidy_after: float = 180
    """After how many days a running game that nobody has touched is deleted, and one that no person has begun
    after a third of it; 0 for never."""
    tidy_finished_after: float = 0
    """After how many days a finished game is deleted; 0 for never."""
    tidy_seconds: float = 3600
    """How often to look for tables to tidy away."""
    sweep_seconds: float = 5
    """How often to look for tables at which nobody lets an opponent move."""
    lease_seconds: float = 10
    """How long a table waits for a process that let its opponent think and is gone."""

    def __post_init__(self) -> None:
        if self.prefix != checked_prefix(self.prefix):
            raise BadOptions(f"the prefix is {checked_prefix(self.prefix)}, without a slash at its end")
        if self.url and not checked_url(self.url).endswith(self.prefix):
            raise BadOptions(f"people's address {self.url} does not end with the prefix {self.prefix}")
        for proxy in self.proxies:
            network(proxy)
        for host in self.hosts:
            checked_host(host)

    @property
    def trusted_proxies(self) -> tuple[str, ...]:
        """The proxies that are believed: with https and none named, one on this machine."""
        return self.proxies or (LOOPBACK if self.https else ())

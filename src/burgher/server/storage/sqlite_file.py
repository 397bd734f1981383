"""The file of a SQLite database: for its owner's eyes only, and for one server at a time."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy.engine import URL

from burgher.kernel.errors import BadOptions

PRIVATE = 0o600


def make_file(path: Path) -> None:
    """Make the file of a new database, which nobody but its owner can read; raises `BadOptions`."""
    try:
        # Only if it is new: to close one that SQLite has open here would take its locks away.
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, PRIVATE))
    except FileExistsError:
        pass
    except OSError as error:
        raise BadOptions(f"the database {path} cannot be made: {error.strerror}") from error


def keep_private(path: Path) -> None:
    """Let only its owner read a database that was made otherwise, and what SQLite keeps beside it."""
    for one in (path, *(path.with_name(path.name + end) for end in ("-wal", "-shm"))):
        try:
            if one.stat().st_mode & 0o077:
                one.chmod(PRIVATE)
        except OSError:
            pass  # it is not there, or not ours to change


@contextmanager
def one_server_only(url: URL) -> Iterator[None]:
    """While a server uses a database; raises `BadOptions` when it is a file that another uses already.

    The lock is on a file beside it: SQLite has its own on the database, and would lose them.
    """
    if url.get_backend_name() != "sqlite" or not url.database or url.database == ":memory:":
        yield
        return
    # A link to a file is another name of the same database.
    path = Path(f"{os.path.realpath(url.database)}.lock")
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        descriptor = os.open(path, os.O_CREAT | os.O_RDWR, PRIVATE)
    except OSError as error:
        raise BadOptions(f"the database cannot be kept there: {error}") from error
    try:
        try:
            _lock(descriptor)
        except OSError as error:
            holder = os.read(descriptor, 20).decode("ascii", "replace").strip()
            by = f" (process {holder})" if holder.isdigit() else ""
            raise BadOptions(
                f"another server{by} uses {url.database} already: stop it first, choose another --database, "
                "or let several share a PostgreSQL"
            ) from error
        os.ftruncate(descriptor, 0)
        os.write(descriptor, f"{os.getpid()}\n".encode())
        yield
    finally:
        os.close(descriptor)  # which ends the lock, as does the end of the process, however it comes


if sys.platform == "win32":
    import msvcrt

    def _lock(descriptor: int) -> None:
        """Lock a byte far behind what is written: whoever is refused should be able to read that."""
        os.lseek(descriptor, 1 << 20, os.SEEK_SET)
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        os.lseek(descriptor, 0, os.SEEK_SET)

else:
    import fcntl

    def _lock(descriptor: int) -> None:
        """Lock it for this process, without those that it starts."""
        fcntl.lockf(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)

"""Who is here: noted now and then while somebody looks at pages, where they let their friends see it."""

from __future__ import annotations

import logging
import time
from collections import OrderedDict

from sqlalchemy.exc import SQLAlchemyError

from burgher.server.storage.people import lets_be_seen, note_here
from burgher.server.storage.store import Store

log = logging.getLogger(__name__)

NOTED_SECONDS = 60.0
MOST_REMEMBERED = 20_000


class Presence:
    """When this process has last noted who is here."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._noted: OrderedDict[str, float] = OrderedDict()

    async def note(self, identity: str) -> None:
        """Note that somebody is here, once a minute."""
        moment = time.monotonic()
        if moment - self._noted.get(identity, -NOTED_SECONDS) < NOTED_SECONDS:
            return
        self._noted[identity] = moment
        self._noted.move_to_end(identity)
        while len(self._noted) > MOST_REMEMBERED:
            self._noted.popitem(last=False)
        try:
            if await lets_be_seen(self._store, identity):
                await note_here(self._store, identity)
        except (SQLAlchemyError, OSError) as error:  # nobody's request should fail of that
            log.warning("Cannot note who is here: %s", error)

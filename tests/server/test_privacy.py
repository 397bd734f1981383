"""The privacy page tells everything: nothing is stored of which it does not speak."""

from __future__ import annotations

from concurrent.futures import Executor
from dataclasses import replace

from burgher.server.settings import Settings
from burgher.server.storage.privacy import HEADINGS, KEPT
from burgher.server.storage.schema import metadata
from server.servers import Server, running


def test_every_column_is_told_of() -> None:
    stored = {table.name: {column.name for column in table.columns} for table in metadata.sorted_tables}
    told = {name: set(columns) for name, columns in KEPT.items()}
    assert told == stored, "say in server/privacy.py what is in it"
    assert set(HEADINGS) == set(stored)


def test_the_page_tells_all_of_it(one_server: Server) -> None:
    with one_server.browser() as browser:
        page = browser.get("/privacy").text
        for columns in KEPT.values():
            for what in columns.values():
                assert f"{what[:1].upper()}{what[1:]}." in page
        assert "/privacy" in browser.get("/").text
        assert "burgher_watch_" in page
        assert "burgher_csrf" in page


def test_the_page_tells_how_long(settings: Settings, thinker: Executor) -> None:
    with running(settings, thinker) as server:
        page = server.http.get("/privacy").text
        assert "touched for 180 days is deleted" in page
        assert "after 60 days" in page
        assert "Finished games are kept for good." in page
        assert "No log of requests is written here" in page
    with running(replace(settings, tidy_after=0, tidy_finished_after=30), thinker) as server:
        page = server.http.get("/privacy").text
        assert "Running games are kept until they are over." in page
        assert "A finished game is deleted after 30 days." in page

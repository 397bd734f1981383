"""A database of the schema before, with games in it, is brought up to date and played on at."""

from __future__ import annotations

import asyncio
from concurrent.futures import Executor

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection

from burgher.server.settings import Settings
from burgher.server.storage.database import opened
from burgher.server.storage.identity import hash_of, new_secret
from burgher.server.storage.schema import metadata
from server.old_database import FINISHED, FIRST, FROM_A_POSITION, LAST, RUNNING, asked, change, fill
from server.servers import running
from server.test_pages import form


@pytest.mark.parametrize("schema", [FIRST, LAST])
def test_games_of_before_go_on(settings: Settings, thinker: Executor, schema: str) -> None:
    fill(settings.database, schema)
    table, tokens = RUNNING["hansa"], [new_secret(), new_secret()]
    before = asked(
        settings.database, f"SELECT seat, name FROM seats WHERE table_id = '{table}' ORDER BY seat"
    )
    for seat, token in enumerate(tokens):
        new = f"token_hash = '{hash_of(token)}', identity_id = NULL"
        change(settings.database, f"UPDATE seats SET {new} WHERE table_id = '{table}' AND seat = {seat}")
    with running(settings, thinker) as server:
        with server.program(tokens[0]) as anna:
            seen = anna.get(f"/tables/{table}").json()
            assert seen["names"] == [name for _, name in before]
            assert seen["clock"] is None
            assert seen["seating"]["out"] == [None] * len(before)
            assert not seen["seating"]["rated"]
            assert anna.post(f"/tables/{table}/abandon", json={}).status_code == 200
            assert anna.get(f"/tables/{table}").json()["seating"]["abandon"] == [0]
            assert anna.post(f"/tables/{table}/resign", json={}).status_code == 200
        for finished in FINISHED.values():
            seen = server.http.get(f"/api/tables/{finished}").json()
            assert seen["is_over"]
            assert seen["seating"]["ended"] is None
    if schema == LAST:
        (again,) = asked(settings.database, f"SELECT rematch FROM tables WHERE id = '{FINISHED['hansa']}'")
        assert again.rematch


def test_what_people_prefer_and_how_much_time_they_have_is_kept(
    settings: Settings, thinker: Executor
) -> None:
    fill(settings.database, LAST)
    with running(settings, thinker) as server:
        seen = server.http.get(f"/api/tables/{RUNNING['granja']}").json()
        assert seen["clock"]["words"] == "1 day for each move"
    (prefers,) = asked(settings.database, "SELECT last_settings, telling FROM preferences")
    assert "86400" in str(prefers.last_settings)
    assert prefers.telling is None
    (hidden,) = asked(settings.database, "SELECT table_id FROM hidden")
    assert hidden.table_id == FINISHED["burgundy"]
    (away,) = asked(
        settings.database,
        f"SELECT away_name FROM seats WHERE table_id = '{RUNNING['burgundy']}' AND seat = 1",
    )
    assert away.away_name


def test_friends_and_devices_of_before_are_there(settings: Settings, thinker: Executor) -> None:
    fill(settings.database, LAST)
    with running(settings, thinker) as server, server.browser() as dora, server.browser() as emil:
        # By the secret of another device, and by that of the first browser.
        dora.cookies.set("burgher", "D" * 43)
        emil.cookies.set("burgher", "E" * 43)
        page = emil.get("/people").text
        assert "Dora" in page
        assert "would like to play" in page
        assert form(emil, f"/t/{FROM_A_POSITION}/sit", invitation="i" * 43).status_code == 303
        assert "Emil" in dora.get("/").text
        assert "dora@example.org" in dora.get("/me/told").text
        assert form(emil, "/find", game="hansa", players="2").status_code == 303
        answer = form(dora, "/find", game="hansa", players="2")
        assert dora.get(answer.headers["location"]).headers["location"].startswith("/t/")


@pytest.mark.parametrize("schema", [None, FIRST, LAST])
def test_migrations_make_what_the_schema_says(settings: Settings, schema: str | None) -> None:
    if schema is not None:
        fill(settings.database, schema)

    def differences(connection: Connection) -> list[object]:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        return [one for one in compare_metadata(context, metadata) if "index" not in str(one[0])]

    async def found() -> list[object]:
        async with opened(settings.database) as database:
            return await database.write(differences)

    assert asyncio.run(found()) == []

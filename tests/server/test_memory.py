"""Tables in memory: a budget in megabytes, kept; who is let go comes back as they were."""

from __future__ import annotations

import gc
import random
import tracemalloc
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy.engine import URL

from burgher import games
from burgher.bench.fixtures import PlayedGame, stored_table
from burgher.kernel.errors import IllegalAction
from burgher.kernel.game import Game
from burgher.record import Move
from burgher.server import free_memory
from burgher.server.free_memory import MEGABYTE, free_bytes, usual_megabytes
from burgher.server.settings import Settings
from burgher.server.tables.loaded_table import LoadedTable
from burgher.server.tables.shared_games import shared_game
from burgher.server.tables.table_cache import TableCache, bytes_of
from burgher.table import Table
from server.servers import TWO, running


def begun(game: Game, moves: int, seed: int) -> PlayedGame:
    """The beginning of a game in which everybody takes any of their actions; whole ones are long."""
    state, rng = game.deal(seed), random.Random(seed)
    made: list[Move] = []
    to_move = [state.seat]
    while len(made) < moves and not state.is_over:
        action = rng.choice(state.legal_actions())
        made.append(Move(game.heading(state), state.seat, game.words(action)))
        state.apply(action)
        to_move.append(state.seat)
    assert len(made) == moves
    assert not state.is_over
    return PlayedGame(seed, made, to_move, [])


def opened(game: Game, played: PlayedGame) -> LoadedTable:
    # Fresh strings, as they come out of a database.
    made = [Move(f" {m.heading}"[1:], m.seat, f" {m.words}"[1:]) for m in played.moves]
    table = stored_table(game, played, len(made), ["anna"] * game.players)
    return LoadedTable(replace(table, to_move=played.to_move[-1], scores=None), made)


def a_table(game: Game, moves: int, seed: int = 1) -> LoadedTable:
    return opened(game, begun(game, moves, seed))


@pytest.mark.parametrize("moves", [0, 40, 140])
@pytest.mark.parametrize(("name", "players"), [("burgundy", 2), ("burgundy", 4), ("granja", 3), ("hansa", 4)])
def test_what_a_table_takes_is_known(name: str, players: int, moves: int) -> None:
    game = games.load(name, players)
    played = begun(game, moves, 1)
    opened(game, played)  # what all tables share is there by then
    gc.collect()
    tracemalloc.start()
    try:
        loaded = opened(game, played)
        loaded.log_lines()
        gc.collect()
        truth = tracemalloc.get_traced_memory()[0]
    finally:
        tracemalloc.stop()
    assert 0.4 * truth < bytes_of(loaded) < 2.5 * truth + 8_000


def test_tables_share_their_game() -> None:
    game = games.load("burgundy", 2)
    assert a_table(game, 3).game is a_table(game, 5).game
    assert shared_game("burgundy", 2, {}, games.load("burgundy", 2).fingerprint) is not None


def test_the_least_recently_used_is_let_go_first() -> None:
    game = games.load("burgundy", 2)
    one, two, three, four = (a_table(game, 50, seed) for seed in range(4))
    cache = TableCache(3.5 * max(map(bytes_of, (one, two, three, four))) / MEGABYTE)
    for loaded in (one, two, three):
        cache.put(loaded)
    assert cache.get(one.id) is one
    cache.put(four)
    assert [loaded.id in cache for loaded in (one, two, three, four)] == [True, False, True, True]
    assert cache.get(two.id) is None
    assert cache.bytes == sum(map(bytes_of, (one, three, four)))
    for loaded in (one, three, four):
        cache.drop(loaded.id)
    assert (cache.bytes, len(cache)) == (0, 0)


def test_a_table_that_has_grown_is_measured_anew() -> None:
    game = games.load("burgundy", 2)
    small, large = a_table(game, 0), a_table(game, 0, 2)
    cache = TableCache(bytes_of(small) * 3 / MEGABYTE)
    cache.put(small)
    cache.put(large)
    large.watched[True] = b"x" * bytes_of(small) * 2
    assert cache.get(large.id) is large
    assert small.id not in cache


def test_one_table_is_kept_however_large_it_is() -> None:
    loaded = a_table(games.load("burgundy", 2), 20)
    cache = TableCache(0.001)
    cache.put(loaded)
    assert cache.get(loaded.id) is loaded


def test_a_server_with_next_to_no_memory_plays_on(database: URL) -> None:
    with running(Settings(database=database, rate=0, memory=0.001)) as server:
        tables = [server.create(seats=TWO) for _ in range(3)]
        for _ in range(4):
            for game in tables:
                game.play(3)
        assert [game.table_view()["number"] for game in tables] == [12] * 3
        table_view = tables[0].table_view(tables[0].table_view()["to_move"])
        reopened = tables[0].table_view(table_view["seat"])
        assert reopened == table_view


# -- playing through ------------------------------------------------------------------------------


def test_playing_through_quickly_gives_the_same_table() -> None:
    for name, players in (("burgundy", 2), ("granja", 2), ("hansa", 3)):
        game = games.load(name, players)
        played = begun(game, 130, 3)
        quick, slow = Table(game, played.seed), Table(game, played.seed)
        for move in played.moves:
            number = game.number(move.words)
            quick.replay(number, move)
            slow.play(number, move.seat)
            assert quick.record == slow.record
            assert quick.can_take_back() == slow.can_take_back()
        assert game.position(quick.state) == game.position(slow.state)
        assert quick.log(None) == slow.log(None)
        if quick.can_take_back():
            assert quick.restart_turn() == slow.restart_turn()
            assert game.position(quick.state) == game.position(slow.state)


def test_what_may_not_be_played_is_not_played_through() -> None:
    game = games.load("burgundy", 2)
    table = Table(game, 7)
    illegal = next(n for n in range(game.num_actions) if n not in table.state.legal_actions())
    legal = table.state.legal_actions()[0]
    for number, seat in ((illegal, table.seat), (legal, 1 - table.seat)):
        with pytest.raises(IllegalAction):
            table.replay(number, Move(table.heading, seat, game.words(number)))
    assert table.record.moves == ()


# -- the machine ----------------------------------------------------------------------------------


GIGABYTE = 2**30


def written(root: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return root


MEMINFO = {"proc/meminfo": f"MemTotal: 99999999 kB\nMemAvailable: {8 * 2**20} kB\n"}
LIMITED = {"memory.max": str(2 * GIGABYTE), "memory.current": str(GIGABYTE), "memory.stat": "anon 5\n"}


def test_what_the_machine_has_left(tmp_path: Path) -> None:
    assert free_bytes(tmp_path) is None
    assert free_bytes(written(tmp_path, MEMINFO)) == 8 * GIGABYTE


@pytest.mark.parametrize("group", ["", "system.slice/burgher.service"])
@pytest.mark.parametrize("inside", ["/", "/system.slice/burgher.service", "/../elsewhere"])
def test_what_a_container_leaves(tmp_path: Path, group: str, inside: str) -> None:
    files = {f"sys/fs/cgroup/{group}/{name}": text for name, text in LIMITED.items()}
    root = written(tmp_path, {**MEMINFO, **files, "proc/self/cgroup": f"0::{inside}\n"})
    seen = group == "" or group in inside
    assert free_bytes(root) == (GIGABYTE if seen else 8 * GIGABYTE)


def test_what_files_take_is_given_back(tmp_path: Path) -> None:
    stat = {"memory.stat": f"anon 5\ninactive_file {GIGABYTE // 2}\n"}
    files = {f"sys/fs/cgroup/{name}": text for name, text in {**LIMITED, **stat}.items()}
    assert free_bytes(written(tmp_path, {**MEMINFO, **files})) == 1.5 * GIGABYTE


def test_older_control_groups_and_no_limit(tmp_path: Path) -> None:
    old = {"limit_in_bytes": str(3 * GIGABYTE), "usage_in_bytes": str(GIGABYTE), "stat": "inactive_anon 1\n"}
    files = {f"sys/fs/cgroup/memory/docker/1/memory.{name}": text for name, text in old.items()}
    files |= {"proc/self/cgroup": "4:cpu,memory:/docker/1\n3:cpu:/docker/1\n"}
    files |= {"sys/fs/cgroup/memory.max": "max\n", "sys/fs/cgroup/memory.current": "1\n"}
    assert free_bytes(written(tmp_path, {**MEMINFO, **files})) == 2 * GIGABYTE


def test_the_usual_budget_is_a_part_within_bounds(monkeypatch: pytest.MonkeyPatch) -> None:
    for free, megabytes in ((None, 256), (0, 64), (4 * GIGABYTE, 1024), (500 * GIGABYTE, 4096)):
        monkeypatch.setattr(free_memory, "free_bytes", lambda free=free: free)
        assert usual_megabytes() == megabytes

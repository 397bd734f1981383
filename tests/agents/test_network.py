"""A learned network in the search: it is asked where it fits, and nowhere else."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

import burgher
from burgher import BadOptions, agents
from burgher.kernel.game import Game
from burgher.kernel.ints import ints
from burgher.kernel.judging import Judge, expected_points
from burgher.kernel.network_file import NetworkFile, body_size, layout, read_network
from burgher.kernel.network_rows import Rows, plan_for
from burgher.kernel.search_settings import settings_in
from burgher.kernel.value_network import ValueNetwork

BURGUNDY = burgher.load("burgundy", 2)
SHAPE = [plan_for(BURGUNDY.observation)[1], 4, 3, 2]


def made(weights: bytes | None = None, game: Game = BURGUNDY) -> NetworkFile:
    """A network of zeros, or of what is given, for the usual options."""
    options = {name: [value] for name, value in game.options.items()}
    return NetworkFile.of(game, options, SHAPE, weights or bytes(body_size(SHAPE)), {"by": "a test"})


def loud() -> bytes:
    """Weights that turn everything round."""
    random = Random(1)
    return b"".join(
        random.randint(-most, most).to_bytes(2 if kind == "h" else 4, "little", signed=True)
        for kind, count in layout(SHAPE)
        for most in [2**15 - 1 if kind == "h" else 2**29]
        for _ in range(count)
    )


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "2.net"
    path.write_bytes(made().packed())
    return path


@pytest.fixture
def _thinks_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """A search that a network judges goes by the same settings as one that the heuristic judges."""
    monkeypatch.setattr(Game, "network_settings", Game.search_settings)


def choices(agent: str, decisions: int = 12, **options: str) -> list[int]:
    state = burgher.load("burgundy", 2, **options).deal(5)
    players = [agents.create(agent, seat) for seat in range(2)]
    found = []
    for _ in range(decisions):
        found.append(players[state.seat].choose(state))
        state.apply(found[-1])
    return found


# -- files ---------------------------------------------------------------------------------------


def test_a_file_is_read_as_it_was_written() -> None:
    network = made(loud())
    assert read_network(network.packed(), "it") == network
    assert read_network(network.packed(), "it").learned != made().learned


@pytest.mark.parametrize(
    "spoilt",
    [
        lambda content: b"",
        lambda content: b"{}\n",
        lambda content: b"[1]\n" + content,
        lambda content: content.replace(b'"burgher network": 1', b'"burgher network": 2'),
        lambda content: content.replace(b'"shape": [', b'"shape": [1'),
        lambda content: content.replace(b'"shape": [', b'"shape": [-'),
        lambda content: content[:-9],
        lambda content: content.partition(b"\n")[0] + b"\nno zlib",
    ],
)
def test_what_is_no_network_is_refused(spoilt: Any) -> None:
    content = made(loud()).packed()
    with pytest.raises(BadOptions, match=r"not a network|damaged"):
        read_network(spoilt(content), "it")


def test_whatever_is_cut_off_or_flipped_is_refused_in_a_sentence() -> None:
    content = made(loud()).packed()
    places = [*range(0, 900, 7), *range(900, len(content), 97), *range(len(content) - 12, len(content))]
    for at in places:
        flipped = bytearray(content)
        flipped[at] ^= 1 << at % 8
        for spoilt in (content[:at], bytes(flipped), content[:at] + b"\0" + content[at:]):
            with pytest.raises(BadOptions, match=r"not a network|damaged"):
                read_network(spoilt, "it")


@pytest.mark.parametrize(
    "head",
    [
        b"[" * 100_000,
        b'{"burgher network": 1}',
        b'{"burgher network": 1, "shape": [1e999, 1, 1, 1]}',
        b"9" * 100_000,
        b"\xff\xfe",
    ],
)
def test_a_hostile_head_is_refused(head: bytes) -> None:
    with pytest.raises(BadOptions, match="not a network"):
        read_network(head + b"\n" + made().packed().partition(b"\n")[2], "it")


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("game", 1),
        ("players", "2"),
        ("players", True),
        ("options", []),
        ("options", {"ties": "fewest"}),
        ("observed", {}),
        ("observed", ["betwixt"]),
        ("observed", [{}] * 101),
        ("observation", None),
        ("heuristic", None),
        ("shape", [1, 1, 1]),
        ("shape", [2.0, 1, 1, 1]),
        ("shape", [1, 513, 1, 1]),
        ("shape", [32_000, 512, 512, 9]),
    ],
)
def test_a_head_of_the_wrong_form_is_refused(key: str, value: object) -> None:
    network = made()
    with pytest.raises(BadOptions, match="not a network"):
        read_network(NetworkFile({**network.about, key: value}, network.weights).packed(), "it")


@pytest.mark.parametrize("part", [2, 4, 6, 3, 5])
def test_numbers_that_would_not_add_up_are_refused(part: int) -> None:
    """Sums have 32 bits: a file may not lead beyond them, whoever wrote it."""
    shape = [SHAPE[0], 512, 512, 2]
    largest = {"h": b"\xff\x7f", "i": b"\x00\x00\x00\x80"}
    weights = b"".join(
        (largest[kind] if n == part else bytes(len(largest[kind]))) * count
        for n, (kind, count) in enumerate(layout(shape))
    )
    options = {name: [value] for name, value in BURGUNDY.options.items()}
    with pytest.raises(BadOptions, match="too large to add up"):
        read_network(NetworkFile.of(BURGUNDY, options, shape, weights, {}).packed(), "it")


def test_other_numbers_than_the_head_speaks_of_are_refused() -> None:
    head = made().packed().partition(b"\n")[0]
    with pytest.raises(BadOptions, match="damaged"):
        read_network(head + b"\n" + made(loud()).packed().partition(b"\n")[2], "it")


def test_a_network_fits_what_it_was_taught_with() -> None:
    network = made()
    assert network.misfit(BURGUNDY) == ""
    assert "2 players" in network.misfit(burgher.load("burgundy", 3))
    assert "burgundy" in network.misfit(burgher.load("hansa", 2))
    assert "edition=2019" in network.misfit(burgher.load("burgundy", 2, edition="2019"))
    for key, value, why in (
        ("observation", "0", "another Burgher"),
        ("heuristic", "0", "other weights"),
        ("shape", [SHAPE[0] - 1, *SHAPE[1:]], "as many rows"),
        ("shape", [*SHAPE[:3], 3], "as many seats"),
    ):
        other = NetworkFile({**network.about, key: value}, network.weights)
        assert why in other.misfit(BURGUNDY)


def test_each_seat_may_have_what_the_network_was_taught_with() -> None:
    network = made()
    network.about["options"]["estates"] = ["1", "5", "8"]
    for estates, fits in (("1", True), ("8", True), ("5,1", True), ("2", False), ("1,2", False)):
        assert (network.misfit(burgher.load("burgundy", 2, estates=estates)) == "") == fits, estates
    assert network.knows("ties", "fewest")
    assert not network.knows("ties", "most")
    hansa = burgher.load("hansa", 3, modules="missions,favour")
    shape = [plan_for(hansa.observation)[1], 1, 1, 3]
    options: dict[str, list[Any]] = {name: [value] for name, value in hansa.options.items()}
    both = NetworkFile.of(hansa, options, shape, bytes(body_size(shape)), {})
    assert both.misfit(hansa) == ""
    assert not both.knows("modules", ())
    assert not both.knows("modules", ("missions",))


def test_a_changed_heuristic_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A network corrects the heuristic that it was taught with: with other weights it is not asked."""
    beside = Game._beside
    weights = tmp_path / "heuristic.toml"

    def there(game: Game, name: str) -> Any:
        return weights if name == "heuristic.toml" else beside(game, name)

    text = beside(BURGUNDY, "heuristic.toml").read_text()  # type: ignore[union-attr]
    monkeypatch.setattr(Game, "_beside", there)
    weights.write_text("# the same weights, with a remark\n" + text)
    assert burgher.load("burgundy", 2).network is not None
    weights.write_text(text.replace("silverling = 2", "silverling = 3"))
    game = burgher.load("burgundy", 2)
    assert game.network_files
    assert game.network is None
    assert "other weights" in game.network_files[0].outdated(game)


def test_a_first_layer_has_a_row_for_what_every_field_can_say() -> None:
    for name in ("burgundy", "granja", "hansa"):
        observation = burgher.load(name, 2).observation
        plan, rows = plan_for(observation)
        assert max(plan) < max(rows, 64)
        assert rows < 5000


# -- in the search -------------------------------------------------------------------------------


@pytest.mark.usefixtures("_thinks_the_same")
def test_a_network_that_corrects_nothing_changes_nothing(file: Path) -> None:
    assert choices(f"search:40,network={file}") == choices("search:40,network=off")


@pytest.mark.usefixtures("_thinks_the_same")
def test_a_network_judges(file: Path) -> None:
    file.write_bytes(made(loud()).packed())
    assert choices(f"search:40,network={file}") != choices("search:40,network=off")


@pytest.mark.usefixtures("_thinks_the_same")
def test_a_game_brings_its_network(monkeypatch: pytest.MonkeyPatch) -> None:
    heuristic = choices("search:40,network=off")
    monkeypatch.setattr(Game, "network", made(loud()))
    assert choices("search:40") == choices("search:40,network=on") != heuristic
    assert choices("search:40,network=off") == heuristic


def test_a_game_without_one_is_judged_by_the_heuristic(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Game, "network", None)
    assert choices("search:40") == choices("search:40,network=on") == choices("search:40,network=off")


def test_a_game_finds_the_file_that_fits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """There may be several for so many players: the first that was taught with what is chosen is asked."""
    other = burgher.load("burgundy", 2, edition="2019")
    options = {name: [value] for name, value in other.options.items()}
    later = NetworkFile.of(other, options, SHAPE, bytes(body_size(SHAPE)), {})
    weights = Game._beside(BURGUNDY, "heuristic.toml")
    assert weights is not None
    (tmp_path / "heuristic.toml").write_bytes(weights.read_bytes())
    (tmp_path / "networks").mkdir()
    for name, network in (("2", made()), ("2-later", later), ("12", made(loud()))):
        (tmp_path / "networks" / f"{name}.net").write_bytes(network.packed())
    monkeypatch.setattr(Game, "_folders", lambda _: [tmp_path])
    for game, wanted in ((burgher.load("burgundy", 2), made()), (other, later)):
        assert len(game.network_files) == 2
        assert game.network is not None
        assert game.network.learned == wanted.learned
    assert burgher.load("burgundy", 2, ties="most").network is None
    assert burgher.load("burgundy", 3).network_files == ()


def assert_fits(plan: list[int], rows: Rows, game: Game) -> None:
    """A network takes a plan if it has a step for each integer and leads to no row that is not there."""
    shape = [rows.count, 2, 2, 2]
    seen, values = ints([0] * game.observation.width), ints([0, 0])
    ValueNetwork(plan, shape, bytes(body_size(shape)), seen, values).correct()


def test_one_network_for_what_shows_other_things() -> None:
    """What two choices of options show alike has the same rows; what only one of them shows has its own."""
    bare, several = burgher.load("granja", 2), [{}, {"modules": ["ladies"]}, {"modules": ["betwixt"]}]
    with_ladies = burgher.load("granja", 2, modules="ladies")
    rows = Rows([burgher.load("granja", 2, **options).observation for options in several])
    assert rows.plan(bare.observation) == plan_for(bare.observation)[0], "those of the first come first"
    assert rows.count > plan_for(with_ladies.observation)[1]
    shape = [rows.count, 2, 2, 2]
    options: dict[str, list[Any]] = {name: [value] for name, value in bare.options.items()}
    options["modules"] += ["ladies", "betwixt"]
    network = NetworkFile.of(bare, options, shape, bytes(body_size(shape)), {}, several)
    assert read_network(network.packed(), "it") == network
    for modules in ("", "ladies", "betwixt", "betwixt,ladies"):
        game = burgher.load("granja", 2, modules=modules)
        assert network.misfit(game) == "", modules
        assert_fits(network.plan(game), rows, game)
    assert "modules=trade-boards" in network.misfit(burgher.load("granja", 2, modules="trade-boards"))
    assert network.outdated(bare) == ""
    for observed in ([{"weather": "fine"}], [{"modules": ["tax"]}], [{}, {"modules": ["betwixt", "ladies"]}]):
        other = NetworkFile({**network.about, "observed": observed}, network.weights)
        assert "another Burgher" in other.misfit(bare) or "does not have" in other.misfit(bare)


def test_what_no_row_stands_for_adds_none() -> None:
    """A network may be asked where something is shown that it never saw: it looks past that."""
    bare, with_ladies = burgher.load("granja", 2), burgher.load("granja", 2, modules="ladies")
    rows = Rows([bare.observation])
    assert_fits(rows.plan(with_ladies.observation), rows, with_ladies)


def test_whoever_names_a_file_hears_why_it_cannot_judge(file: Path, tmp_path: Path) -> None:
    with pytest.raises(BadOptions, match="edition=2019"):
        choices(f"search:40,network={file}", edition="2019")
    with pytest.raises(BadOptions, match="cannot be read"):
        agents.create(f"search:40,network={tmp_path / 'none.net'}", 1)


def test_who_asks_a_file_says_what_was_learned(file: Path) -> None:
    assert agents.create(f"search:40,network={file}", 1).learned == made().learned
    assert agents.create("search:40,network=off", 1).learned == ""


def test_all_that_ship_fit_the_games_they_are_for() -> None:
    folder = Path(burgher.__file__).parent / "games"
    for path in folder.glob("*/networks/*.net"):
        network = read_network(path.read_bytes(), path.name)
        game = burgher.load(path.parent.parent.name, int(path.stem.partition("-")[0]))
        assert network.outdated(game) == "", path
        taught = network.taught_game(game)
        assert taught.network is not None, path
        if "-" not in path.stem:
            assert taught.options == game.options, "what is usual is judged by the first file"


@pytest.mark.parametrize(
    ("game", "players", "options"),
    [
        *(("hansa", players, {"map": board}) for players in (3, 4, 5) for board in ("east", "britannia")),
        *(("granja", players, {"modules": "ladies,outlaws,trade-boards"}) for players in (2, 3, 4)),
        *(("burgundy", players, {"estates": "random", "edition": "2019"}) for players in (2, 3, 4)),
    ],
)
def test_what_is_common_is_judged_by_a_network(game: str, players: int, options: dict[str, str]) -> None:
    assert burgher.load(game, players, **options).network is not None


# -- how a search thinks -------------------------------------------------------------------------


def test_settings_for_where_a_network_judges() -> None:
    text = """
        rollout_depth = 60
        [network]
        rollout_depth = 12
        [players.2]
        exploration = 700
        [players.2.network]
        exploration = 300
    """
    assert settings_in(text, 2).as_dict() == {**settings_in(text, 3).as_dict(), "exploration": 700}
    assert settings_in(text, 3, by_network=True).rollout_depth == 12
    judged = settings_in(text, 2, by_network=True)
    assert (judged.rollout_depth, judged.exploration) == (12, 300)
    for wrong in ("network = 3", "[network]\ndepth = 3", "[players.2]\nnetwork = 1"):
        with pytest.raises(BadOptions, match=r"heading|no setting"):
            settings_in(wrong, 4)


# -- asked by others -----------------------------------------------------------------------------


def test_a_judge_says_what_the_search_would_hear(monkeypatch: pytest.MonkeyPatch) -> None:
    state = burgher.load("burgundy", 2).deal(3)
    for agent in [agents.create("greedy", 1)] * 40:
        state.apply(agent.choose(state))
    monkeypatch.setattr(Game, "network", None)
    plain = expected_points(state)
    assert plain == [state.evaluate(0) / 100, state.evaluate(1) / 100]
    monkeypatch.setattr(Game, "network", made(loud()))
    judge = Judge(burgher.load("burgundy", 2))
    assert judge.learned == made(loud()).learned
    assert judge.points(state) == judge.points(state, state.seat) == expected_points(state) != plain
    assert judge.points(state, 0) != judge.points(state, 1)


def test_a_judge_numbers_seats_as_the_table_does(monkeypatch: pytest.MonkeyPatch) -> None:
    """Networks see the observing seat first."""
    *_, (_, ends) = layout(SHAPE)
    weights = bytes(body_size(SHAPE) - 4 * ends) + b"".join((320 * n).to_bytes(4, "little") for n in (1, 2))
    monkeypatch.setattr(Game, "network", made(weights))
    state = burgher.load("burgundy", 2).deal(3)
    said = [state.evaluate(seat) for seat in range(2)]
    assert expected_points(state, 0) == [(said[0] + 10) / 100, (said[1] + 20) / 100]
    assert expected_points(state, 1) == [(said[0] + 20) / 100, (said[1] + 10) / 100]


def test_a_judge_reads_the_points_of_a_game_that_is_over() -> None:
    state = burgher.load("burgundy", 2).deal(3)
    player = agents.create("greedy:3", 1)
    while not state.is_over:
        state.apply(player.choose(state))
    assert expected_points(state) == state.scores()


def test_a_game_that_nobody_dealt_has_no_judge() -> None:
    state = burgher.load("burgundy", 2).deal(3)
    state.game = None
    with pytest.raises(ValueError, match="nobody dealt"):
        expected_points(state)

"""Whole games at the keyboard, and everything one can say to them."""

from __future__ import annotations

import signal
from itertools import islice
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import burgher
import burgher.games
from building import ROOT
from burgher import Record, Table
from cli.running import Run, Terminal

FOURTH_GAME = ROOT / "examples"


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Run:
    monkeypatch.chdir(tmp_path)
    return Run(monkeypatch, capsys)


@pytest.fixture
def pebbles(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(burgher.games, "__path__", [*burgher.games.__path__, str(FOURTH_GAME)])


SEED = next(seed for seed in range(99) if Table(burgher.load("burgundy"), seed).seat == 0)
"""Of a game that Anna begins."""
START = Table(burgher.load("burgundy"), SEED)
CHOICES = [action.words for action in START.actions()]
HIRE = str(CHOICES.index("1 workers") + 1)
DIE = START.view(0)["dice"][0][0]

ALONE = ("play", "--seed", SEED, "--name", "Anna", "--opponents", "random")
ONES = "1\n" * 400


# -- whole games -----------------------------------------------------------------------------------


def test_a_game_is_played_to_its_end(run: Run) -> None:
    ended = run(*ALONE, "--save", "game", typed=ONES)
    assert (ended.code, ended.err) == (0, "")
    record = Record.load("game")
    table = record.replay()
    assert table.is_over
    assert table.headline in ended.out
    assert "The game is kept in game." in ended.out
    final = ended.out[ended.out.index(table.headline) :]
    for sums in table.breakdown():
        assert all(source in final for source in sums)
    assert [line.split()[1:] for line in final.splitlines() if line.split()[:1] == ["total"]] == [
        [str(points) for points in table.scores()]
    ]
    assert [line.split()[1:] for line in final.splitlines() if line.split()[:1] == ["place"]] == [
        [str(rank) for rank in table.ranks()]
    ]


def test_the_same_seed_and_answers_make_the_same_game(run: Run) -> None:
    first, second = run(*ALONE, typed=ONES), run(*ALONE, typed=ONES)
    assert first == second
    assert run("play", "--seed", 4, typed="\n").out != run("play", "--seed", 5, typed="\n").out


@pytest.mark.usefixtures("pebbles")
@pytest.mark.parametrize("players", [2, 3])
def test_any_game_is_played(run: Run, players: int) -> None:
    ended = run("play", "pebbles", "--players", players, "--option", "length=long", typed="1\n" * 99)
    assert ended.code == 0
    assert "Pebbles, over: " in ended.out


def test_what_the_others_did_is_told(run: Run) -> None:
    ended = run(*ALONE, "--save", "game", typed="1\n" * 20)
    table = Record.load("game").replay()
    told = " ".join(ended.out.split())  # long lines are wrapped
    for line in table.log(0)[:30]:
        assert line in told


# -- answering -------------------------------------------------------------------------------------


def moves(file: str = "game") -> list[str]:
    """What Anna has played."""
    record = Record.load(file)
    return [move.words for move in record.moves if record.names[move.seat] == "Anna"]


@pytest.mark.parametrize("typed", [HIRE, "1 workers", "  1   WORKERS ", "1 w"])
def test_a_choice_is_made_by_number_words_or_their_beginning(run: Run, typed: str) -> None:
    assert run(*ALONE, "--save", "game", typed=f"{typed}\n").code == 0
    assert moves() == ["1 workers"]


def test_a_beginning_of_several_shows_them(run: Run) -> None:
    ended = run(*ALONE, "--save", "game", typed="1 take\n")
    shown = ended.out.rpartition("> 1 take\n")[2]
    assert [words for words in CHOICES if words in shown] == [w for w in CHOICES if w.startswith("1 take")]
    assert f" with your {DIE} and 1 worker" in shown
    assert moves() == []


def test_other_words_show_the_choices_that_speak_of_them(run: Run) -> None:
    ended = run(*ALONE, "--save", "game", typed="Depot  2\n")
    shown = ended.out.rpartition("> Depot  2\n")[2]
    found = [words for words in CHOICES if words in shown]
    assert len(found) > 1
    assert found == [words for words in CHOICES if " take 2" in words]
    assert moves() == []


def test_many_choices_are_gathered_and_listed_when_asked(run: Run) -> None:
    ended = run(*ALONE, typed="list\n")
    gathered, _, listed = ended.out.partition("> list\n")
    assert "1 take" in gathered
    assert "Take the " not in gathered
    assert "Take the " in listed
    assert all(words in listed for words in CHOICES)


@pytest.mark.parametrize(
    ("typed", "reason"),
    [
        ("1 take 6d", "There is no tile on spot 6d (p. 5)"),
        ("end", "A turn has exactly two actions: you have 2 dice left (p. 4)"),
        ("0", "Choose a number from 1 to "),
        ("999999999999999999999999", "Choose a number from 1 to "),
        ("1 wrokers", "did you mean '1 workers'"),
        ("why 1 place 1-1", "Place 1 of your storage is empty (p. 5)"),
        ("why 1 workers", f"You can: Take 2 workers with your {DIE}."),
        ("why not", "has no action 'not'"),
        ("why", "Why what?"),
        ("? church", "from any numbered depot. (p. 7)"),
        ("?church", "from any numbered depot. (p. 7)"),
        ("help K7", "1 point more for every animal tile"),
        (f"? {HIRE}", f"Take 2 workers with your {DIE}"),
        ("? 1 workers", f"Take 2 workers with your {DIE}"),
        ("? dragon", "Nothing is known of 'dragon'"),
        ("?", "tell why something cannot be done"),
        ("undo", "Nothing has been played yet"),
        ("restart", "Nothing has been played yet"),
        ("log", "Phase A begins."),
        ("log all", "Phase A begins."),
        ("log 1", "Round 1 of phase A: "),
        ("log 99999999999999999999", "Phase A begins."),
        ("points", "total"),
        ("board", "Depot 6"),
        ("", "1 workers"),
    ],
)
def test_everything_typed_is_answered(run: Run, typed: str, reason: str) -> None:
    ended = run(*ALONE, "--save", "game", typed=f"{typed}\n")
    answer = ended.out.partition(f"> {typed}\n")[2]
    assert reason in " ".join(answer.split())
    assert (ended.code, ended.err) == (0, "")
    assert moves() == []


NONSENSE = st.one_of(
    st.text(max_size=30),
    st.sampled_from(["save", "save /", "save ~nobody/x", "save \0", "save " + "x" * 5000, "save a/b/c"]),
    st.builds(
        "{} {}".format,
        st.sampled_from(
            ["?", "why", "log", "undo", "restart", "board", "points", "list", "1 take", "[bold]"]
        ),
        st.text(max_size=300),
    ),
)


@given(lines=st.lists(NONSENSE, max_size=8), tail=st.binary(max_size=20))
@settings(max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture])
@pytest.mark.usefixtures("pebbles")
def test_nonsense_is_answered_too(run: Run, lines: list[str], tail: bytes) -> None:
    typed = "\n".join(lines).encode(errors="surrogatepass") + b"\n" + tail
    ended = run("play", "pebbles", "--seed", 1, typed=typed)
    assert (ended.code, ended.err) == (0, "")


# -- taking back -----------------------------------------------------------------------------------


def test_decisions_are_taken_back(run: Run) -> None:
    ended = run(*ALONE, "--save", "game", typed="1 workers\nundo\n")
    assert "Taken back: 1 workers." in ended.out
    assert moves() == []


def test_the_last_decision_of_a_turn_can_be_taken_back_before_agents_go_on(run: Run) -> None:
    """When both dice are used, the turn is over."""
    turn = "1 workers\n2 workers\n"
    undone = run(*ALONE, "--save", "undone", typed=f"{turn}undo\n")
    assert "Press Enter to go on, or type undo. undo\nTaken back: 2 workers." in undone.out
    assert moves("undone") == ["1 workers"]
    restarted = run(*ALONE, "--save", "restarted", typed=f"{turn}points\nrestart\n")
    assert "Taken back: 1 workers, 2 workers." in restarted.out
    assert moves("restarted") == []
    kept = run(*ALONE, "--save", "kept", typed=f"{turn}\nundo\n")
    assert "The last action was random's" in kept.out
    assert moves("kept") == ["1 workers", "2 workers"]


def test_people_at_one_keyboard_may_take_each_others_decisions_back(run: Run) -> None:
    people = ("play", "--seed", SEED, "--opponents", "human", "--save", "game")
    ended = run(*people, typed="1 workers\n2 workers\nundo\n")
    assert "Player 1 decides again." in ended.out
    assert [move.words for move in Record.load("game").moves] == ["1 workers"]


# -- keeping ---------------------------------------------------------------------------------------


def test_a_game_goes_on_where_it_was_left(run: Run) -> None:
    left = run(*ALONE, "--save", "game", typed="1\n" * 30)
    assert "Saved. Go on with: burgher play --resume game" in left.out
    before = Record.load("game")
    position = before.replay().position()
    again = run("play", "--resume", "game", typed="")
    assert again.code == 0
    assert Record.load("game").moves[: len(before.moves)] == before.moves
    run("play", "--resume", "game", typed=ONES)
    after = Record.load("game")
    assert after.moves[: len(before.moves)] == before.moves
    assert (after.names, after.seed) == (("Anna", "random"), SEED)
    assert after.replay().is_over
    assert before.replay().position() == position


def test_a_game_goes_on_with_others_where_that_is_asked(run: Run) -> None:
    run(*ALONE, "--save", "game", typed="1\n")
    before = Record.load("game")
    ended = run("play", "--resume", "game", "--opponents", "human", "--save", "other", typed=ONES)
    assert "random: Use a die" in ended.out
    assert Record.load("game") == before
    assert Record.load("other").replay().is_over
    ended = run("play", "--resume", "game", "--seat", 2, typed="1\n1\n")
    assert "random: Use a die" in ended.out


def test_a_finished_game_is_played_on_from_its_middle(run: Run, over: Record) -> None:
    """As whoever was to move, by fresh dice: whoever knows the old game would else know all to come."""
    over.save("over")
    text, at = Path("over").read_text(encoding="utf-8"), 20
    played = [run("play", "--resume", "over", "--from", at, "--save", f"on{n}", typed=ONES) for n in range(2)]
    assert [(one.code, one.err) for one in played] == [(0, "")] * 2
    assert Path("over").read_text(encoding="utf-8") == text, "the file stays as it is"
    again = [Record.load(f"on{n}") for n in range(2)]
    mover = over.moves[at].seat
    for record in again:
        assert record.replay().is_over
        assert [name == over.names[seat] for seat, name in enumerate(record.names)] == [
            seat == mover for seat in range(2)
        ]
        begun = record.start()
        assert begun.seat == mover
        assert begun.scores() == over_scores_at(over, at)
    assert again[0].draws != again[1].draws
    both = ("--seat", 2 - mover, "--opponents", "human")
    other = run("play", "--resume", "over", "--from", at, *both, typed="quit\n")
    assert other.code == 0
    assert all(name in other.out for name in over.names)


def over_scores_at(record: Record, at: int) -> list[int]:
    return next(islice(record.steps(), at - 1, None)).scores()


def test_quitting_saves(run: Run) -> None:
    ended = run(*ALONE, typed="1\nquit\n")
    assert ended.code == 0
    assert ended.out.endswith("Saved. Go on with: burgher play --resume burgundy-1.burgher\n")
    assert Record.load("burgundy-1.burgher").moves
    assert "burgundy-2.burgher" in run(*ALONE, typed="1\nquit\n").out


def test_what_has_not_begun_is_not_saved(run: Run, tmp_path: Path) -> None:
    assert run(*ALONE, typed="quit\n").out.endswith("The game was not saved.\n")
    assert not list(tmp_path.iterdir())


def test_a_game_is_saved_when_asked(run: Run, tmp_path: Path) -> None:
    tmp_path.joinpath("taken").write_text("a letter")
    ended = run(*ALONE, typed=f"1\nsave taken\nsave {tmp_path}/deep/er\nsave my game\n1\n1\n")
    assert "taken is there already: choose another name." in ended.out
    assert "No such file or directory" in " ".join(ended.out.split())
    assert "Saved in my game, and from now on after every decision." in ended.out
    assert "burgher play --resume 'my game'" in ended.out
    assert len(moves("my game")) > 1
    assert tmp_path.joinpath("taken").read_text() == "a letter"


def test_leaving_without_a_file_says_so(run: Run) -> None:
    ended = run(*ALONE, typed="1\n")
    assert (ended.code, ended.out.endswith("\nThe game was not saved.\n")) == (0, True)


@pytest.mark.usefixtures("pebbles")
def test_at_the_end_a_game_can_be_kept(run: Run) -> None:
    begin = ("play", "pebbles", "--seed", 1)
    ended = run(*begin, typed="1\n" * 6 + "kept\n", at_terminal=True)
    assert "To keep the game, type a file name" in ended.out
    assert Record.load("kept").replay().is_over
    assert run(*begin, typed="1\n" * 6 + "\n", at_terminal=True).code == 0


def test_ctrl_c_saves_and_says_so(tmp_path: Path) -> None:
    file = tmp_path / "game"
    with Terminal(*ALONE, "--save", file) as terminal:
        terminal.until("\r\n> ")
        terminal.type("1 workers\r")
        terminal.until("\r\n> ")
        terminal.wait_until_idle()  # people see the prompt first, too
        terminal.process.send_signal(signal.SIGINT)
        code, shown = terminal.end()
    assert code == 130
    assert f"burgher play --resume {file}" in shown.replace("\r\n", "")
    assert "Traceback" not in shown
    assert moves(str(file)) == ["1 workers"]


# -- several people --------------------------------------------------------------------------------


@pytest.mark.usefixtures("pebbles")
def test_people_with_secrets_take_turns_behind_a_curtain(run: Run) -> None:
    people = ("--opponents", "human", "--name", "Anna", "--name", "Benno")
    ended = run("play", "pebbles", "--seed", 1, *people, typed="\nhide 2\n\nhide 3\n\n")
    anna, benno = ended.out.split("Pass the keyboard to Benno, then press Enter.")[:2]
    assert "Pass the keyboard to Anna" in anna
    assert "hides 2" not in benno.partition("Pass the keyboard to Anna")[0]
    assert "'fists': [None, -1]" in benno
    assert "Anna opens a fist of 2" in ended.out


@pytest.mark.usefixtures("pebbles")
def test_taking_back_does_not_tell_what_was_chosen(run: Run) -> None:
    ended = run("play", "pebbles", "--opponents", "human", typed="\nhide 2\n\nundo\n")
    after = ended.out.rpartition("> undo\n")[2]
    assert "Player 1 decides again." in after
    assert "hide 2." not in after


def test_without_secrets_there_is_no_curtain(run: Run) -> None:
    ended = run("play", "--opponents", "human", "--save", "game", typed=ONES[:80])
    assert "keyboard" not in ended.out
    assert {move.seat for move in Record.load("game").moves} == {0, 1}


def test_secret_boards_are_chosen_behind_a_curtain(run: Run) -> None:
    options = ("--option", "estates=random", "--option", "castles=secret")
    ended = run("play", "--opponents", "human", *options, typed="\n1\n1\n\n1\n1\n1\n")
    assert ended.out.count("Pass the keyboard to") == 2
    assert "not yet open" in ended.out


# -- hints -----------------------------------------------------------------------------------------


@pytest.fixture
def _quick_hints(monkeypatch: pytest.MonkeyPatch, pebbles: None) -> None:
    monkeypatch.setattr("burgher.study.hint.SEARCH", "search:30")
    monkeypatch.setattr("burgher.study.hint.SIMULATIONS", 20)


@pytest.mark.usefixtures("_quick_hints")
def test_a_hint_names_a_move_that_can_be_typed_and_says_why(run: Run) -> None:
    ended = run("play", "pebbles", "--seed", 1, "--save", "game", "--name", "Anna", typed="hint\n")
    told = ended.out.rpartition("> hint\n")[2]
    assert "Chance to win " in told
    assert "What else was thought about" in told
    words = next(line.removeprefix("Type: ") for line in told.splitlines() if line.startswith("Type: "))
    assert moves() == []
    assert run("play", "--resume", "game", typed=f"{words}\n").code == 0
    assert moves() == [words]


@pytest.mark.usefixtures("_quick_hints")
def test_several_people_have_hints_when_they_agree(run: Run) -> None:
    people = ("play", "pebbles", "--seed", 1, "--opponents", "human")
    refused = run(*people, typed="\nhint\nno\n")
    assert "Does everybody at this keyboard agree to hints?" in refused.out
    assert "There are hints when everybody agrees to them." in refused.out
    assert "Chance to win" not in refused.out
    agreed = run(*people, typed="\nhint\nyes\nhint\n")
    assert agreed.out.count("agree to hints?") == 1, "asked once, it holds"
    assert agreed.out.count("Chance to win") == 2


# -- the command -----------------------------------------------------------------------------------


def test_seats_and_names(run: Run) -> None:
    run("play", "--players", 4, "--seat", 3, "--name", "Änne", "--save", "game", typed="1\n")
    assert Record.load("game").names == ("merchant", "merchant 2", "Änne", "merchant 3")
    run("play", "--opponents", "random, human,greedy", "--save", "mixed", typed="1\n")
    assert Record.load("mixed").names == ("Player 1", "random", "Player 3", "greedy")
    run("play", "--opponents", "greedy,search:2,5s", "--save", "commas", typed="1\n")
    assert Record.load("commas").names == ("Player 1", "greedy", "search:2,5s")


def test_options_are_told(run: Run) -> None:
    ended = run("play", "--options")
    assert ended.code == 0
    text = " ".join(ended.out.split())
    for option in burgher.games.rules("burgundy").choices:
        assert option.meaning in text
        assert all(f"--option {option.name}={value}" in text for value in option.choices)
    assert "reconstruction" in text


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["chess"], "there is no game 'chess'"),
        (["--players", "5"], "The Castles of Burgundy is for 2 to 4 players, not 5"),
        (["--option", "estates=99"], "estates='99' is not known"),
        (["--option", "estates"], "an option is given as key=value, not 'estates'"),
        (["--opponents", "deep-thought"], "there is no agent 'deep-thought'"),
        (["--opponents", ""], "there is no agent ''"),
        (
            ["--players", "2", "--opponents", "greedy,random"],
            "2 players need 1 opponents, or one kind for all",
        ),
        (["--seat", "3"], "there is no seat 3: seats are 1 to 2"),
        (["--name", "greedy"], "'greedy' would be taken for an agent"),
        (["--name", "master"], "'master' would be taken for an agent"),
        (["--name", "random 2"], "'random 2' would be taken for an agent"),
        (["--name", "A", "--name", "B"], "2 names are given, and 1 of the players are people"),
        (["--name", ""], "a name cannot be empty"),
        (["--seed", "1" * 50], "a seed is a whole number of at most 40 digits"),
        (["--save", "there"], "there is there already: go on with it by --resume"),
        (["--save", "no/where"], "no/where: No such file or directory"),
        (["--resume", "nowhere"], "nowhere: No such file or directory"),
        (["--resume", "there"], "there: line 1: not a Burgher record"),
        (["--resume", "over"], "the game in over is over: see it with burgher replay"),
        (["--from", "3"], "--from says where in the game of --resume"),
        (["--resume", "over", "--from", "1000"], "the game has "),
        (["--resume", "over", "--from", "3", "--save", "there"], "there is there already"),
        (["--resume", "over", "--from", "3", "--seat", "3"], "there is no seat 3: seats are 1 to 2"),
        (["--resume", "running", "--seed", "3"], "--seed cannot be given with --resume"),
        (["burgundy", "--resume", "running"], "GAME cannot be given with --resume"),
        (["--resume", "running", "--seat", "4"], "there is no seat 4: seats are 1 to 2"),
        (["--resume", "running"], "only agents sit at this table: say with --seat which seat is yours"),
    ],
)
def test_mistakes_are_one_line(run: Run, arguments: list[str], reason: str, over: Record) -> None:
    Path("there").write_text("a letter", encoding="utf-8")
    Table(burgher.load("burgundy"), 1, ["greedy", "random"]).record.save("running")
    over.save("over")
    ended = run("play", *arguments)
    assert ended.code == 2
    assert ended.err.startswith(f"burgher: {reason}")
    assert ended.err.count("\n") == 1


@pytest.fixture(scope="module")
def over() -> Record:
    """A game that is over."""
    table = Table(burgher.load("burgundy"), 1)
    while not table.is_over:
        table.play(table.actions()[0].number)
    return table.record

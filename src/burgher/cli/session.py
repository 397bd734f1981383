"""A game at one keyboard: the table, the question and the choices, and what people type."""

from __future__ import annotations

import io
import secrets
import shlex
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import count, groupby
from pathlib import Path
from typing import TYPE_CHECKING

from rich import box
from rich.console import Console
from rich.table import Table as Grid
from rich.text import Text

from burgher.kernel.drawing import Drawing, one_after_another, side_by_side
from burgher.kernel.errors import BurgherError, UnreadableAction
from burgher.study import hint as hints

if TYPE_CHECKING:
    from burgher.agents import Agent
    from burgher.kernel.game import Action
    from burgher.study.hint import Hint
    from burgher.table import Table

FEW = 14
"""As many choices are listed one by one; more are gathered by how their words begin."""
ROWS = 6
"""As many rows may begin with the same word; more are put into one."""
IN_A_ROW = 40
"""As many choices stand in such a row; of more, only how their words go on."""
IN_SHORT_ROW = 8
"""As many do where the list would take more than a third of the window from the table."""
PROMPT = 2
"""The rows of the prompt, and of the empty line above the table."""
NEWS_IN_SIGHT = 5
"""As many rows of what happened stay in sight above the table."""
WORDS, VERBS = 4, 3
"""As many choices that begin alike, and that do the same, are listed where they stand beside each other."""
LISTS = ((IN_A_ROW, NEWS_IN_SIGHT), (IN_SHORT_ROW, NEWS_IN_SIGHT), (IN_SHORT_ROW, 0), (WORDS, 0), (VERBS, 0))
"""How long rows of the list are, and how much of what happened stays, the less room there is."""
RECENT = 20
"""How many lines of the log are shown when nobody says how many."""

AGREED = "Does everybody at this keyboard agree to hints? Type yes, or else press Enter. "

HELP = (
    ("a number", "make that choice"),
    ("words, or their beginning", "make that choice; show the choices that it fits, when there are several"),
    ("anything else", "show the choices that speak of it: church, space 14, worker"),
    ("Enter", "show the choices again"),
    ("list", "show all choices with what they do and cost"),
    ("? church", "explain what is on the table, or a choice"),
    ("why WORDS", "tell why something cannot be done"),
    ("hint", "tell which move looks best, and why; at a table of several people, if all agree"),
    ("undo", "take back the last decision; restart takes back the whole turn"),
    ("board", "draw all of the table again, however many rows it takes"),
    ("log, log 50, log all", "tell what happened"),
    ("points", "show where everybody's points come from"),
    ("save, save FILE", "keep the game in a file, from now on after every decision"),
    ("quit", "save and leave"),
)


class Session:
    """One game being played at one keyboard, by its people and by agents."""

    def __init__(self, table: Table, agents: Sequence[Agent | None], path: Path | None) -> None:
        """`agents` has None where a person sits; the game is kept in the file at `path`, if there is one."""
        self.table = table
        self.agents = agents
        self.path = path
        self.console = open_console()
        # Whoever comes to a game in progress is told how it got there.
        self._in_a_row = IN_A_ROW
        self._told = [max(0, len(table.log(seat)) - RECENT) for seat in range(table.game.players)]
        self._seat: int | None = None
        self._hints_agreed = agents.count(None) == 1
        self._commands: dict[str, Callable[[str], bool]] = {
            "?": self._explain,
            "help": self._explain,
            "why": self._say_why,
            "hint": self._hint,
            "list": self._list,
            "undo": self._undo,
            "restart": self._restart,
            "board": self._draw,
            "log": self._tell_log,
            "points": self._count,
            "save": self._save,
            "quit": self._quit,
        }

    def run(self) -> None:
        """Play until the game is over; raises `EOFError` when the people leave before."""
        while not self.table.is_over:
            seat = self.table.seat
            agent = self.agents[seat]
            if agent is not None:
                self.table.play(agent.choose(self.table.state), seat)
            else:
                self._hand_over(seat)
                self._ask(seat)
                self._keep()
        self._finish()

    def leave(self) -> None:
        """Say goodbye to people who go before the game is over."""
        if self.path is None:
            self._say("The game was not saved.")
        elif self._keep():
            self._say(f"Saved. Go on with: burgher play --resume {shlex.quote(str(self.path))}")

    # -- asking ------------------------------------------------------------------------------

    def _hand_over(self, seat: int) -> None:
        """Let another person sit down, unseen by whoever sat there, where they have secrets."""
        before, self._seat = self._seat, seat
        if seat == before or self.agents.count(None) == 1:
            return
        views = [self.table.view(one) for one in (before, seat, None)]
        if views[0] == views[1] == views[2]:
            return
        self.console.clear()
        self._read(f"Pass the keyboard to {self.table.names[seat]}, then press Enter. ")
        self.console.clear()

    def _ask(self, seat: int) -> None:
        """Ask for a decision until the table has changed."""
        if self.console.is_terminal:
            # What has to be in sight is the table and the choices: what happened before may scroll away.
            told = self._tell_news(seat)
            self._draw_in(self._room_for_table(seat, told))
        else:
            self._draw()
        self._tell_news(seat)
        self._put_question(seat)
        while not self._answer(self._read("> ")):
            pass
        # An agent would go on at once: this is the last chance to think better of it.
        if self.agents[self.table.seat] is not None and self.table.can_take_back(seat):
            self._pause(seat)

    def _room_for_table(self, seat: int, told: int) -> int:
        """The rows for the table, where the list is as long as lets it fit; where none does, as it may be."""
        drawing, least = self._drawing(), 0
        if isinstance(drawing, Drawing):
            least = drawing.least_rows(self.console)
        rooms = []
        for self._in_a_row, news in LISTS:
            asked = self._rows_of_question(seat)
            rooms.append(self.console.height - asked - min(told, news) - PROMPT)
            if asked <= self.console.height // 3 and rooms[-1] >= least:
                return rooms[-1]
        if least + PROMPT > self.console.height:  # it has to be scrolled to anyway
            self._in_a_row = IN_SHORT_ROW
            return rooms[1]
        return rooms[-1]

    def _rows_of_question(self, seat: int) -> int:
        """How many rows the question and its choices take."""
        with self.console.capture() as asked:
            self._put_question(seat)
        return asked.get().count("\n")

    def _put_question(self, seat: int) -> None:
        """Say what is to be decided, and list the choices."""
        self.console.print(f"\n{self.table.names[seat]}: {self.table.question()}", style="bold")
        self._show(self._choices())

    def _pause(self, seat: int) -> None:
        """Show a person what the last decision brought, before the agents decide."""
        if not self._tell_news(seat):
            return
        while command := self._command(self._read("Press Enter to go on, or type undo. ")):
            if command():
                return

    def _read(self, prompt: str) -> str:
        try:
            line = input(prompt)
        except (EOFError, KeyboardInterrupt):
            self._say("")
            raise
        if not sys.stdin.isatty():
            self._say(line)  # nobody has seen it being typed
        return line

    def _say(self, text: str, style: str | None = None) -> None:
        self.console.print(text, style=style)

    # -- answering ---------------------------------------------------------------------------

    def _choices(self) -> dict[str, Action]:
        """The legal actions by the numbers that people see; none while others decide."""
        if self.table.seat != self._seat:
            return {}
        actions = sorted(self.table.actions(), key=self._is_aside)
        return {str(n): action for n, action in enumerate(actions, start=1)}

    def _is_aside(self, action: Action) -> bool:
        return self.table.game.is_aside(self.table.state, action.number)

    def _answer(self, line: str) -> bool:
        """Do what a line asks for; tell whether that changed the table."""
        text = _plain(line)
        choices = self._choices()
        if chosen := _chosen(text, choices):
            return self._play(chosen)
        if command := self._command(line):
            return command()
        if not text:
            return self._show(choices)
        if text.isdecimal():
            return self._refuse(f"Choose a number from 1 to {len(choices)}.")
        return self._narrow(text, choices)

    def _command(self, line: str) -> Callable[[], bool] | None:
        """The command that a line gives, if it is one."""
        name, _, rest = line.strip().partition(" ")
        if name.startswith("?"):
            name, rest = "?", line.strip()[1:]
        command = self._commands.get(name.casefold())
        return None if command is None else lambda: command(rest.strip())

    def _narrow(self, text: str, choices: Mapping[str, Action]) -> bool:
        """Play the one choice whose words begin like this, or show those that were perhaps meant."""
        try:
            return self._refuse(str(self.table.refusal(text, self._seat)))
        except UnreadableAction as error:
            unknown = str(error)
        begun = {n: action for n, action in choices.items() if action.words.startswith(text)}
        if len(begun) == 1:
            return self._play(*begun.values())
        fitting = begun or self._speaking_of([text], choices) or self._speaking_of(text.split(), choices)
        return self._list_all(fitting) if fitting else self._refuse(unknown)

    def _speaking_of(self, things: list[str], choices: Mapping[str, Action]) -> dict[str, Action]:
        return {
            n: action
            for n, action in choices.items()
            if all(thing in f"{action.words} {self._sentence(action)}".casefold() for thing in things)
        }

    def _play(self, action: Action) -> bool:
        self.table.play(action.number, self._seat)
        return True

    def _refuse(self, reason: str) -> bool:
        self._say(reason, "yellow")
        return False

    # -- showing -----------------------------------------------------------------------------

    def _drawing(self) -> object:
        """The table, as whoever is asked may see it."""
        return self.table.game.draw(self.table.state, self._seat, self.table.names)

    def _draw_in(self, rows: int) -> None:
        """Draw the table in as many rows as a terminal's window has left."""
        drawing = self._drawing()
        self.console.print()
        self.console.print(drawing, height=max(1, rows) if isinstance(drawing, Drawing) else None)

    def _draw(self, _: str = "") -> bool:
        self.console.print()
        self.console.print(self._drawing())
        return False

    def _tell_news(self, seat: int) -> int:
        """Tell what a seat has not been told yet; tell how many lines there were."""
        log = self.table.log(seat)
        news = log[self._told[seat] :]
        self._told[seat] = len(log)
        if news:
            self._say("")
            for line in news:
                self._say(line)
        return len(news)

    def _sentence(self, action: Action) -> str:
        return self.table.game.sentence(self.table.state, action.number)

    def _show(self, choices: Mapping[str, Action]) -> bool:
        """Show some choices, gathered by how their words begin where they are many."""
        if self._print_apart(choices, self._print_some):
            self._say("Type a number or words; how words begin, or list, shows more; ? helps.", "dim")
        return False

    def _list_all(self, choices: Mapping[str, Action]) -> bool:
        self._print_apart(choices, self._print_all)
        return False

    def _print_apart(
        self, choices: Mapping[str, Action], print_: Callable[[Mapping[str, Action]], bool]
    ) -> bool:
        """Print what is asked for, then what can be done beside it; tell whether anything was gathered."""
        beside = {n: action for n, action in choices.items() if self._is_aside(action)}
        asked = {n: action for n, action in choices.items() if n not in beside}
        if self._in_a_row in (WORDS, VERBS) and print_ == self._print_some:
            between = [Text("At any time:", "dim")] if beside else []
            cells = [*_by_words(asked, self._in_a_row), *between, *_by_words(beside, self._in_a_row)]
            arranged = side_by_side if self._in_a_row == WORDS else one_after_another
            self.console.print(arranged(cells, self.console.width))
            return True
        gathered = print_(asked)
        if beside:
            self._say("At any time:" if asked else "At any time, beside what is asked:", "dim")
            gathered = print_(beside) or gathered
        return gathered

    def _print_some(self, choices: Mapping[str, Action]) -> bool:
        if len(choices) <= FEW:
            return self._print_all(choices)
        grid = _grid()
        for verb, doing in _gathered(choices, _verb):
            groups = list(_gathered(doing, _start))
            if len(groups) > ROWS:
                groups = [(verb, doing)]
            for start, group in groups:
                if len(group) == 1:
                    grid.add_row(*self._row(*group.popitem()))
                else:
                    grid.add_row("", start, _ends(start, group, self._in_a_row))
        self.console.print(grid)
        return True

    def _print_all(self, choices: Mapping[str, Action]) -> bool:
        grid = _grid()
        for n, action in choices.items():
            grid.add_row(*self._row(n, action))
        if choices:
            self.console.print(grid)
        return False

    def _row(self, number: str, action: Action) -> tuple[str, str, str]:
        return number, action.words, self._sentence(action)

    # -- commands ----------------------------------------------------------------------------

    def _list(self, _: str) -> bool:
        return self._list_all(self._choices())

    def _explain(self, topic: str) -> bool:
        if not topic:
            grid = _grid()
            for typed, meaning in HELP:
                grid.add_row("", typed, meaning)
            self.console.print(grid)
            return False
        known = self.table.game.explain(topic, self.table.view(self._seat))
        if known is None and (action := _chosen(_plain(topic), self._choices())):
            known = self._sentence(action)
        if known is None:
            return self._refuse(f"Nothing is known of {topic!r}: ask for something that lies on the table.")
        self._say(known)
        return False

    def _say_why(self, words: str) -> bool:
        if not words:
            return self._refuse("Why what? Say it in words, as in the list.")
        try:
            refusal = self.table.refusal(words, self._seat)
        except BurgherError as error:
            return self._refuse(str(error))
        if refusal:
            return self._refuse(str(refusal))
        self._say(f"You can: {self._sentence(self.table.game.actions[self.table.game.number(words)])}.")
        return False

    def _hint(self, _: str) -> bool:
        if self.table.seat != self._seat:
            return self._refuse("There are hints for whoever is to move.")
        if not self._hints_agreed:
            answer = self._read(AGREED)
            if _plain(answer) not in ("y", "yes"):
                return self._refuse("There are hints when everybody agrees to them.")
            self._hints_agreed = True
        with self.console.status("Thinking …"):
            found = hints.hint(
                self.table.game, self.table.state, secrets.randbits(62), hints.SEARCH, hints.SIMULATIONS
            )
        self._tell_hint(found)
        return False

    def _tell_hint(self, found: Hint) -> None:
        """Tell the move that looks best, why, and what the others are worth."""
        alone = self.table.game.players == 1  # then points stand in place of chances
        unit, measure = ("", "points to expect") if alone else (" %", "chance to win")
        best = found.best
        self._say(f"{best.sentence}.", "bold")
        self._say(f"Type: {best.words}", "dim")
        self._say(f"{measure.capitalize()} {100 * best.chance:.1f}{unit} ± {200 * found.error:.1f}.")
        for line in found.why:
            self._say(line)
        if found.plan:
            self._say(f"Then, in the same turn: {'; '.join(found.plan)}.")
        grid = _grid()
        for other in found.others:
            near = ", about as good" if other.behind < 2 * other.error else ""
            less = f"{100 * other.behind:.1f} ± {max(0.1, 200 * other.error):.1f}{unit} less"
            grid.add_row("", other.words, f"{less}{near}: {other.sentence}")
        if found.others:
            self._say(f"What else was thought about; {measure} beside the best:", "dim")
            self.console.print(grid)

    def _undo(self, _: str) -> bool:
        return self._take_back(self.table.take_back)

    def _restart(self, _: str) -> bool:
        return self._take_back(self.table.restart_turn)

    def _take_back(self, take_back: Callable[[int | None], Action | list[Action]]) -> bool:
        """Take back what a person at this keyboard did last."""
        last = self.table.last_move
        trusted = last is not None and self.agents[last.seat] is None
        try:
            taken = take_back(last.seat if last and trusted else self._seat)
        except BurgherError as error:
            return self._refuse(str(error))
        self._told = [min(told, len(self.table.log(seat))) for seat, told in enumerate(self._told)]
        whose = self.table.seat
        if whose == self._seat:
            words = [action.words for action in (taken if isinstance(taken, list) else [taken])]
            self._say(f"Taken back: {', '.join(words)}.")
        else:
            self._say(f"{self.table.names[whose]} decides again.")
        return True

    def _tell_log(self, wanted: str) -> bool:
        log = self.table.log(self._seat)
        if wanted.isdecimal() and len(wanted) < len("1000000"):
            log = log[max(0, len(log) - int(wanted)) :]
        elif wanted != "all":
            log = log[-RECENT:]
        for line in log:
            self._say(line)
        return False

    def _count(self, _: str) -> bool:
        self.console.print(points_table(self.table, self._seat))
        return False

    def _save(self, file: str) -> bool:
        path = _at_home(file) if file else self.path or _unused_file(self.table.game.name)
        if path != self.path and is_there(path):
            return self._refuse(f"{path} is there already: choose another name.")
        before, self.path = self.path, path
        if self._keep():
            self._say(f"Saved in {path}, and from now on after every decision.")
        else:
            self.path = before
        return False

    def _quit(self, _: str) -> bool:
        if self.path is None and self.table.last_move:
            self.path = _unused_file(self.table.game.name)
            if not self._keep():
                self.path = None
                return self._refuse("Save it elsewhere with save FILE, or leave with Ctrl-C.")
        raise EOFError

    # -- keeping -----------------------------------------------------------------------------

    def _keep(self) -> bool:
        """Save the game, where that is wanted; tell whether it is saved."""
        if self.path is None:
            return False
        try:
            save(self.table, self.path)
        except BurgherError as error:
            return self._refuse(f"The game is not saved: {error}")
        return True

    def _finish(self) -> None:
        """Show how it ended."""
        if self.agents.count(None) != 1:
            self._seat = None
        self._draw()
        self._tell_news(self._seat or 0)
        self._say(f"\n{self.table.headline}", "bold")
        self.console.print(points_table(self.table))
        if self.path is None and sys.stdin.isatty():
            with suppress(EOFError):
                if file := self._read("To keep the game, type a file name, or else press Enter. ").strip():
                    self._save(file)
        elif self._keep():
            self._say(f"The game is kept in {self.path}.")


# -- shared with other commands --------------------------------------------------------------------


def open_console() -> Console:
    """Where people read: names and words are shown as they are, as far as the terminal has the letters."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")
    return Console(highlight=False, markup=False, emoji=False)


def points_table(table: Table, viewer: int | None = None) -> Grid:
    """Everybody's points by where they come from, and, when the game is over, their places.

    Points that the viewer may not know are a question mark.
    """
    sums, scores = table.breakdown_seen(viewer), table.scores_seen(viewer)
    grid = Grid(box=box.SIMPLE_HEAD)
    grid.add_column("points")
    for name in table.names:
        grid.add_column(name, justify="right")
    for source in dict.fromkeys(source for mine in sums for source in mine):
        grid.add_row(source, *(str(mine.get(source, "")) for mine in sums))
    grid.add_section()
    grid.add_row("total", *("?" if points is None else str(points) for points in scores), style="bold")
    if table.is_over:
        grid.add_row("place", *map(str, table.ranks()))
    return grid


def save(table: Table, path: Path) -> None:
    """Keep a game in a file; raises `BurgherError`, which names the file."""
    try:
        table.record.save(path)
    except OSError as error:
        raise BurgherError(f"{path}: {error.strerror}") from error
    except (ValueError, RuntimeError) as error:
        raise BurgherError(f"{path}: {error}") from error


def is_there(path: Path) -> bool:
    """Whether something is at a path already; what is wrong with the path, saving will say."""
    try:
        return path.exists()
    except OSError:
        return False


def _unused_file(name: str) -> Path:
    """A file for a record that is not there yet."""
    return next(path for n in count(1) if not (path := Path(f"{name}-{n}.burgher")).exists())


def _at_home(file: str) -> Path:
    """A path as a shell would read it."""
    try:
        return Path(file).expanduser()
    except RuntimeError:
        return Path(file)


def _grid() -> Grid:
    grid = Grid.grid(padding=(0, 2))
    grid.add_column(justify="right", style="bold")
    grid.add_column(no_wrap=True)
    grid.add_column()
    return grid


def _chosen(text: str, choices: Mapping[str, Action]) -> Action | None:
    """The choice that a number or words name."""
    by_words = {action.words: action for action in choices.values()}
    return choices.get(text) or by_words.get(text)


def _plain(text: str) -> str:
    """Words as they are compared: case and spaces mean nothing."""
    return " ".join(text.casefold().split())


def _gathered(
    choices: Mapping[str, Action], by: Callable[[str], str]
) -> Iterator[tuple[str, dict[str, Action]]]:
    """Choices that follow each other and have something of their words in common."""
    for common, group in groupby(choices.items(), key=lambda choice: by(choice[1].words)):
        yield common, dict(group)


def _ends(start: str, group: Mapping[str, Action], in_a_row: int) -> str:
    """How the words of some choices go on; of many, only the next word, or the first and the last."""
    ends = {n: action.words.removeprefix(start).strip() for n, action in group.items()}
    all_differ = len({_verb(end) for end in ends.values()}) == len(ends)
    if len(ends) <= in_a_row or (all_differ and in_a_row == IN_A_ROW):
        return "   ".join(f"{n}) {end}" for n, end in ends.items())
    if all_differ:
        (first, begins), *_, (last, stops) = ends.items()
        return f"{len(ends)} choices, from {first}) {begins} to {last}) {stops}"
    onward = ", ".join(dict.fromkeys(map(_verb, ends.values())))
    return f"{len(ends)} choices, by how they go on: {onward}"


def _by_words(choices: Mapping[str, Action], most: int) -> Iterator[Text]:
    """Choices by their words alone; more than so many that begin alike by the first and the last of them."""
    for common, group in _gathered(choices, _start if most == WORDS else _verb):
        (first, begins), (last, stops) = [list(group.items())[n] for n in (0, -1)]
        if len(group) > most:
            end = stops.words.removeprefix(common).strip()
            yield Text.assemble((f"{first}-{last}", "bold"), f"  {begins.words} to {end}")
        else:
            yield from (Text.assemble((n, "bold"), f"  {action.words}") for n, action in group.items())


def _verb(words: str) -> str:
    """What is done: the first word."""
    return words.partition(" ")[0]


def _start(words: str) -> str:
    """What the words of similar choices have in common: all but the last."""
    return words.rpartition(" ")[0] or words

"""What a game brings: all of it, in one place. Read this to add a game; `examples/pebbles` is the least one.

A game is one folder under `games/` (or in a folder that the environment's `BURGHER_GAMES` names). In it are

- `GAME` in `__init__.py`: the rules with their options, for people. A subclass of `kernel.game.Game`, which
  is `GameRules` below and what follows from it. Without it there is no game.
- A subclass of `kernel.state.State`: one game in progress, for machines. It must give `offers`, `apply`,
  `clone`, `copy_from`, `scores`, `ranks` and `evaluate`; also `exchange_hidden` where more than chance is
  hidden, and `observe` where `GameRules.observed` says what it writes. Without it there is no game.
- `page/`: how it is drawn in a browser, a `Page`. Without it, it is played there by a list of buttons.
- `study.py`: how far a game has come and what is worth comparing, a `Study`. Without it, studies play all
  simulations to the end.
- `study.toml`: what good games look like, made by `tools/calibrate.py` (`study.known.Good`). Without it,
  studies have nothing to compare with.
- `favourites.py`: which choices of a player are told on their page, `Favourites`. Without it, none but
  options.
- `learn/`: its rules as a text, lessons, guidance and a legend, a `Learning` (docs/learning.md). Without it,
  it is played without being taught.
- `heuristic.py` and `heuristic.toml`: the weights by which `State.evaluate` judges, a `Heuristic`. Without
  them, `tools/tune.py` has nothing to tune.
- `search.toml`: how a search thinks about the game (`kernel.search_settings`). Without it, by the defaults.
- `networks/N.net`: a learned network that judges for a search with N players (`kernel.network_file`), and
  `networks/N-….net` with other options. With options that none was taught with, the heuristic judges.

`games.rules`, `games.page`, `games.study`, `games.learning` and `games.heuristic` load these, and say what is
missing in one that is there. `mypy` holds the games of this repository to what stands here
(`tests/front/test_protocol.py`),
and `burgher.contract.check_game` holds any game to what types cannot say.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Protocol, SupportsIndex, TypeVar

from burgher.kernel.errors import BurgherError, IllegalAction
from burgher.kernel.options import Option, OptionValue

if TYPE_CHECKING:
    from os import PathLike

    from rich.console import RenderableType

    from burgher.kernel.fair import Draws
    from burgher.kernel.ints import Ints
    from burgher.kernel.journal import Entry, Journal
    from burgher.kernel.learning import Row
    from burgher.kernel.observation import Field
    from burgher.kernel.state import State

GameT = TypeVar("GameT", contravariant=True)
StateT = TypeVar("StateT", contravariant=True)

Feature = str | tuple[str, ...]
"""What a seat had or did in a finished game: one thing, or any number of them."""


class GameRules(ABC):
    """The rules of one game with its options chosen: what it must bring, and then what it may.

    A game is a subclass of `kernel.game.Game`, which adds all that follows from this.
    """

    players: int
    """How many play; set by `Game`."""
    options: dict[str, OptionValue]
    """The options as they were chosen, by name; set by `Game`."""

    # -- what it must bring: facts -------------------------------------------------------------

    name: ClassVar[str]
    """Its folder under `games/`, and its name in commands and records."""
    title: ClassVar[str]
    """Its name for people."""
    rules_version: ClassVar[int]
    """Raised whenever a change of the rules makes a stored game play differently."""
    players_allowed: ClassVar[range]
    """How many can play."""
    choices: ClassVar[tuple[Option, ...]]
    """What the players may agree on."""

    # -- what it must bring: the game in data --------------------------------------------------

    @abstractmethod
    def deal(self, seed: SupportsIndex | Draws, journal: Journal | None = None) -> State:
        """A new game; everything random in it comes from the seed, or from a table's secret.

        A journal is told from the start.
        """

    @abstractmethod
    def _faces(self) -> list[tuple[str, tuple[str, ...]]]:
        """The words and the parts of every action, in the order of their numbers."""

    @abstractmethod
    def view(self, state: State, seat: int | None) -> dict[str, Any]:
        """What a seat (or, for None, a spectator) may see, as JSON-able data."""

    @abstractmethod
    def position(self, state: State) -> dict[str, Any]:
        """The whole state, secrets included, as JSON-able data (docs/positions.md)."""

    @abstractmethod
    def restore(self, position: Mapping[str, Any]) -> State:
        """The state a position describes; raises `BadPosition` when there is none."""

    @abstractmethod
    def components(self) -> object:
        """The component data, JSON-able: part of the fingerprint."""

    # -- what it must bring: the game in words -------------------------------------------------

    @abstractmethod
    def question(self, state: State) -> str:
        """What is asked of the seat to move, as a sentence."""

    @abstractmethod
    def heading(self, state: State) -> str:
        """Where in the game we are, in a few characters: `B3`."""

    @abstractmethod
    def sentence(self, state: State, action: int) -> str:
        """What a legal action would do and cost here, as a sentence for its player."""

    @abstractmethod
    def refusal(self, state: State, action: int) -> IllegalAction:
        """Why an action that is not legal now may not be played."""

    @abstractmethod
    def tell(self, entry: Entry, names: Sequence[str]) -> str:
        """A journal entry as a sentence."""

    @abstractmethod
    def source(self, entry: Entry) -> str:
        """The name of the source of an entry's points."""

    @abstractmethod
    def explain(self, topic: str, view: Mapping[str, Any] | None = None) -> str | None:
        """What a tile, card or term does, in our words; None for an unknown topic.

        With a view, a topic can also be a part or a place on the table, for what lies there.
        """

    @abstractmethod
    def draw(self, state: State, seat: int | None, names: Sequence[str]) -> RenderableType:
        """The table as `seat` may see it, for a terminal."""

    # -- what it may bring ---------------------------------------------------------------------

    players_usual: ClassVar[int]
    """How many play when nobody says; as few as can, if a game does not say."""
    finite: ClassVar[Mapping[str, str]] = {}
    """The options with which even random play ends soon; what plays at random chooses them."""
    observation_version: ClassVar[int] = 1
    """Raised whenever an observed feature of the same name comes to mean something else."""
    notes: ClassVar[tuple[str, ...]] = ()
    """What people should know of the components, reconstructions above all."""

    def observed(self) -> tuple[Sequence[Field], Sequence[Field]]:
        """What a seat observes of the table, and of each seat; `State.observe` writes it in this order.

        Without it, a game is played by everybody and learned by nobody.
        """
        raise BurgherError(f"{self.title} does not say what a seat observes: it cannot be learned from yet")

    def earlier_position(self, position: Mapping[str, Any]) -> dict[str, Any] | None:
        """A position in the form that `position` gave it before that changed last; None if it never did.

        Whoever changes the form lets `restore` read both: what was stored then can be read and compared.
        """
        return None

    def source_kinds(self) -> Mapping[str, int]:
        """The kinds of sources of points, each with the first of its numbers, in their order.

        A network is taught what each will bring yet (`burgher teach`); without them, points alone.
        """
        return {}

    def part_refusal(self, state: State, parts: Sequence[str]) -> IllegalAction | None:
        """Why no legal action touches these parts together, in a sentence about them and nothing else.

        None: what refuses the single actions says it. Without it, that is asked of every part.
        """
        return None

    def is_secret(self, state: State, action: int) -> bool:
        """Whether the others may not yet know that this action was chosen; else every action is open."""
        return False

    def plays_as_since(self) -> int:
        """The version of the rules since which a game with these options plays as it does.

        Where a later version changed nothing for them, stored games and measured ones stay good.
        """
        return self.rules_version

    def sees_points(self, state: State, viewer: int | None, seat: int) -> bool:
        """Whether a viewer (None for a spectator) may know how many points a seat has; else all are open."""
        return True

    def is_aside(self, state: State, action: int) -> bool:
        """Whether a legal action can be done beside what is asked; such actions are listed apart."""
        return False

    @classmethod
    def check_components(cls, path: PathLike[str] | None) -> list[str] | None:
        """What people should know of a set of components, in a file of their own or (None) the game's.

        Raises a `BurgherError` naming file, thing and field where it cannot be played with. None for a game
        whose components are not to be replaced.
        """
        return None

    def check(self, state: State, before: State | None = None) -> None:  # noqa: B027 nothing by default
        """Raise `AssertionError` unless all that the game says must always hold does.

        `before` is the state one action earlier, for what holds between the two.
        """


class Page(Protocol):
    """The package `page` of a game: how it is drawn in a browser (docs/pages.md).

    It draws by what a viewer may see and by nothing else. Beside its code lie `table.html`, the template of
    the table, and, if it likes, `page.css`, `cover.svg` and whatever these need.
    """

    @property
    def BLURB(self) -> str:  # noqa: N802 a constant of a module
        """What the start page says of the game, in a sentence."""

    def context(self, view: Mapping[str, Any], sight: Mapping[str, Any], /) -> dict[str, Any]:
        """What the templates need, from a view and what else its viewer is shown."""

    def about(self, part: str, sight: Mapping[str, Any], /) -> str | None:
        """What the thing at a part of the table is and does; None leaves it to `GameRules.explain`."""


class Study(Protocol[GameT, StateT]):
    """The module `study` of a game: what its studies go by (docs/study.md)."""

    @property
    def STAGES(self) -> Sequence[str]:  # noqa: N802 a constant of a module
        """The stages into which a game falls, in order."""

    def progress(self, state: StateT, /) -> float:
        """How far a game has come, from 0 to 1."""

    def clock(self, state: StateT, /) -> int:
        """How many rounds have begun, in each of which everybody has the same turns."""

    def stage(self, heading: str, source: str, /) -> str:
        """The stage in which points of a source belong that were scored under a heading."""

    def features(
        self, game: GameT, state: StateT, entries: list[Entry], /
    ) -> Sequence[Mapping[str, Feature]]:
        """For each seat of a finished game, what is worth comparing with other games."""


class Favourites(Protocol):
    """The module `favourites` of a game: which of a player's choices are told on their page."""

    @property
    def KINDS(self) -> Mapping[str, str]:  # noqa: N802 a constant of a module
        """With which word the moves begin that count, and what it is that they choose."""

    def name_of(self, words: str, /) -> str:
        """What is chosen by such a move, as people call it."""


class Learning(Protocol):
    """The package `learn` of a game: what it is learned with; texts lie beside its code."""

    @property
    def TABLES(self) -> Mapping[str, Callable[[], Sequence[Row]]]:  # noqa: N802 a constant of a module
        """The tables of the rules text that are made from the components, by name."""


class Heuristic(Protocol):
    """The module `heuristic` of a game: the weights by which its `State.evaluate` judges a position.

    They are read from `heuristic.toml` (`kernel.weights.weights_beside`), in the order of that file.
    """

    @property
    def NAMES(self) -> Sequence[str]:  # noqa: N802 a constant of a module
        """What the weights are called in the file: `step.keys`."""

    @property
    def WEIGHTS(self) -> Ints:  # noqa: N802 a constant of a module
        """The weights, in hundredths of a point; `kernel.weights.change_weights` changes them."""

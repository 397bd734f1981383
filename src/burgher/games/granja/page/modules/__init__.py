"""How the modules in play are drawn: each by a file of its name beside this one.

`<name>.py` has a `LOOK`, a class that says what is to be seen of its module, and where. What lies on a board
of its own beside the table is drawn by `<name>.html`; everything else joins what is there without modules:
farms, dice, stall places, craft buildings.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

from burgher.games.granja.page.words import Drawn

if TYPE_CHECKING:
    from collections.abc import Sequence

    from burgher.games.granja.components import Components, Roof


class Drawing(Protocol):
    """What a look may ask of the whole drawing (`drawing.py`)."""

    view: Mapping[str, Any]
    components: Components
    names: Sequence[str]
    seats: int
    centre: int
    owns: bool

    @property
    def is_purchasing(self) -> bool:
        """Whether the deliveries that can be made now cost silver."""

    def name_of(self, owner: int) -> str:
        """Whose a marker in the market is."""

    def others_moved(self, part: str) -> bool:
        """Whether somebody else touched a part of the board since the viewer's last turn."""

    def pieces(self, part: str, seat: int | None = None) -> list[Drawn]:
        """The pieces of modules at a place of the table, of all seats or of one."""

    def roof_tile(self, name: str) -> Drawn:
        """A roof tile as a drawing."""

    def roof_place(self, seat: int, place: int) -> Drawn:
        """A place on the roof of a farm, and the tile there."""


class Look:
    """How one module is drawn, for one viewer: each method is a place where it may add something."""

    title: ClassVar[str]
    short: ClassVar[str] = ""
    """Its title where there is little room; the title itself where this is empty."""
    symbol: ClassVar[str]
    """The drawing that stands for it."""
    aside: ClassVar[tuple[str, ...]] = ()
    """How the words of those of its actions begin that are possible beside whatever is asked."""
    buttons: ClassVar[tuple[str, ...]] = ()
    """Parts whose own actions are buttons beside the question."""
    deeds: ClassVar[tuple[tuple[str, str, str], ...]] = ()
    """Verbs that its questions are answered with: their parts, names and drawings."""
    answers: ClassVar[tuple[str, ...]] = ()
    """Parts that lie nowhere but on the buttons of such answers."""
    brings: ClassVar[bool] = True
    """Whether it brings components."""
    holders: ClassVar[tuple[str, ...]] = ()
    """The names of the players without a farm whom it adds."""
    final: ClassVar[tuple[str, ...]] = ()
    """The sources of its points in the final scoring."""

    def __init__(self, drawing: Drawing, name: str) -> None:
        self.drawing = drawing
        self.name = name
        self.seen: Mapping[str, Any] = drawing.view["modules"][name]
        """What the viewer may see of it."""
        self.facts: Any = drawing.components.modules.parts(name) if self.brings else None
        """Its components, if it brings any."""

    @property
    def template(self) -> str:
        """The template of its board."""
        return f"granja/modules/{self.name.removesuffix('-b')}.html"

    def guess(self) -> str | None:
        """The mark's explanation, where something of it is a reconstruction."""
        if self.facts is None:
            return None
        guessed = [block for block, sure in self.facts.confidence.items() if sure == "reconstructed"]
        if not guessed:
            return None
        told = "; ".join(self.facts.source[block] for block in guessed)
        return f"≈ {self.title}: a reconstruction\n{told[0].upper()}{told[1:]}."

    # -- places ---------------------------------------------------------------------------------------

    def add_discs(self, discs: list[tuple[int, int]]) -> None:
        """Add siesta discs of players without a farm to those of all, as owner and step, from the front."""

    def board(self) -> Drawn | None:
        """What lies on a board of its own beside the table, for its template; None if nothing does."""
        return None

    def company(self) -> Drawn | None:
        """Somebody who has no seat and is drawn beside the other players; None if nobody is."""
        return None

    def farm(self, seat: int, player: Drawn) -> None:
        """A farm: barrows, donkey tiles, roof places."""

    def roofs(self) -> list[Roof]:
        """The roof tiles that it adds; one of no use is drawn as its name."""
        return []

    def tokens(self, seat: int) -> list[Drawn]:
        """What a player has of it that lies on the farm as small things."""
        return []

    def pieces(self, part: str, seat: int | None = None) -> list[Drawn]:
        """Its pieces at a place of the table, of all seats or of one."""
        return []

    def space(self, space: Drawn) -> None:
        """A revenue space and its dice."""

    def stall(self, place: Drawn) -> None:
        """A stall place of the market."""

    def building(self, building: Drawn) -> None:
        """A craft building and its rows."""

    def display(self, tiles: list[Drawn]) -> None:
        """The roof tiles on sale."""

    def points(self) -> list[Drawn]:
        """Places between the stalls of the market."""
        return []

    def anytime(self) -> list[Drawn]:
        """Verbs for what can be done at any time."""
        return []

    def trades(self) -> list[Drawn]:
        """What else a trade commodity can become."""
        return []

    def cost(self, action: Mapping[str, Any]) -> Drawn | None:
        """What one of its actions costs."""
        return None

    def thing(self, part: str) -> Drawn | None:
        """What stands for one of its parts on a button: a drawing, and a word or two."""
        return None


_ADDED: dict[str, type[Look]] = {}


def add(name: str, look: type[Look]) -> None:
    """Let a module from outside be drawn (`modules.shelf.add`)."""
    _ADDED[name] = look


def looks(drawing: Drawing) -> list[Look]:
    """The looks of the modules in play."""
    found: list[Look] = []
    for name in drawing.view.get("modules", ()):
        if name in _ADDED:
            found.append(_ADDED[name](drawing, name))
        else:
            file = name.removesuffix("-b").replace("-", "_")
            found.append(import_module(f"{__name__}.{file}").LOOK(drawing, name))
    return found


def token(symbol: str, label: str, tip: str, **more: Any) -> Drawn:
    """A small thing that a player has: with a `part` it can be touched, and then `choices` beside it."""
    usual: Drawn = {
        "part": "",
        "count": None,
        "name": "",
        "used": False,
        "choices": [],
        "seat": None,
        "on_marker": False,
    }
    made = {**usual, "symbol": symbol, "label": label, "tip": f"{label}\n{tip}", **more}
    made["choices"] = [{"tip": choice["label"], **choice} for choice in made["choices"]]
    return made


def piece(symbol: str, seat: int, at: str, lying: bool = False, on_marker: bool = False) -> Drawn:
    """A piece of a player at a place of the table: it stands, lies down, or is on one of their markers."""
    return {"symbol": symbol, "seat": seat, "at": at, "lying": lying, "on_marker": on_marker}


def cost(symbol: str, count: int, words: str) -> Drawn:
    """What an action costs."""
    return {"symbol": f"sym-{symbol}", "count": count, "words": words}


def with_parts(drawn: Any) -> Iterator[Drawn]:
    """Everything in something drawn that has a part and can say what it is."""
    if isinstance(drawn, dict):
        if drawn.get("part") and "tip" in drawn:
            yield drawn
        for inner in drawn.values():
            yield from with_parts(inner)
    elif isinstance(drawn, list):
        for inner in drawn:
            yield from with_parts(inner)

"""La Granja (Michael Keller, Andreas Odendahl, 2014) by its rules: each module is one of their chapters."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any, SupportsIndex

from burgher.games.granja import explaining, invariants, part_reasons, position, reasons, telling, terminal
from burgher.games.granja.actions import COUNT, DONKEY, FACES, FROM_DEN, VERB
from burgher.games.granja.components import BOX, MODULES, SETS, Components, read, standard_set
from burgher.games.granja.data import Module, module_of
from burgher.games.granja.lookups import Lookups
from burgher.games.granja.modules.shelf import EXCLUSIVE, MEANINGS, NOT_ALONE, SOLO, laid_out
from burgher.games.granja.observation import seat_fields, table_fields
from burgher.games.granja.setup import set_up
from burgher.games.granja.state import Granja, empty_state
from burgher.games.granja.turn import settle
from burgher.games.granja.wording.modules.registry import holder_names, wording_of_module
from burgher.kernel.errors import BadOptions
from burgher.kernel.game import Game, Option

if TYPE_CHECKING:
    from rich.console import RenderableType

    from burgher.kernel.errors import IllegalAction
    from burgher.kernel.fair import Draws
    from burgher.kernel.journal import Entry, Journal
    from burgher.kernel.observation import Field
    from burgher.kernel.state import State


@lru_cache(maxsize=64)
def _standard_lookups(modules: tuple[str, ...]) -> Lookups:
    """The lookups of the set that comes with Burgher, with some modules."""
    return _lookups(standard_set(), laid_out(modules, standard_set()))


def _lookups(set_: Components, modules: Sequence[Module]) -> Lookups:
    """The lookups of a set, with the effects, roof tiles and places on roofs that modules add."""
    effects = [effect for module in modules for effect in module.effects()]
    roofs = [roof for module in modules for roof in module.roof_tiles]
    places = sum(module.more_roof_places for module in modules)
    actions = COUNT + sum(len(module.faces()) for module in modules)
    return Lookups(set_, actions, effects, roofs, places)


class LaGranja(Game):
    """The rules of La Granja with their options chosen."""

    name = "granja"
    title = "La Granja"
    rules_version = 2
    observation_version = 3
    players_allowed = range(1, 5)
    players_usual = 2
    choices = (
        Option("components", "Which set of cards and boards is played with.", SETS),
        Option("modules", "What is added to the game.", MEANINGS, "any of", EXCLUSIVE),
        Option(
            "points",
            "Whether everybody sees everybody's points.",
            {
                "open": "All points are open, as the given rules have them.",
                "hidden": "Points lie face down, as in the printed game: one sees one's own until the end.",
            },
        ),
    )
    notes = (
        f"Reconstructed, as the printed ones could not be found: {', '.join(standard_set().reconstructed)}.",
        f"Of the modules: {', '.join(standard_set().modules.reconstructed(MODULES))}.",
        "The solo game is known as far as the market; the neutral player's siesta is a reconstruction.",
    )

    def __init__(self, players: int | None = None, **options: object) -> None:
        own = options.get("components")
        if isinstance(own, os.PathLike):
            options = {**options, "components": SETS.add(own)}
        super().__init__(players, **options)
        self.set: Components = SETS.load(str(self.options["components"]))
        """The components it is played with."""
        self.names = tuple(self.options["modules"])
        """The names of the modules in play; with one player, also of what takes the place of others."""
        if self.players == 1:
            for name in self.names:
                if name in NOT_ALONE:
                    raise BadOptions(f"{name} is not for one player: {NOT_ALONE[name]}")
            self.names += SOLO
        self.modules: list[Module] = laid_out(self.names, self.set)
        """The modules in play, as they come out of the box."""

    @cached_property
    def lookups(self) -> Lookups:
        """The same as arrays to look things up in."""
        return _standard_lookups(self.names) if self.set.name == BOX else _lookups(self.set, self.modules)

    def empty_state(self) -> Granja:
        """A table on which nothing lies yet."""
        state = empty_state(self.players, self.lookups, self.modules)
        state.game = self
        state.hides_points = self.options["points"] == "hidden"
        return state

    def deal(self, seed: SupportsIndex | Draws, journal: Journal | None = None) -> Granja:
        state = self.empty_state()
        state.draw_from(seed)
        state.journal = journal
        set_up(state)
        settle(state)
        return state

    def _faces(self) -> list[tuple[str, tuple[str, ...]]]:
        base = [(said, parts) for _, _, said, parts in FACES]
        return [*base, *(face for module in self.modules for face in module.faces()), FROM_DEN]

    def refusal(self, state: State, action: int) -> IllegalAction:
        return reasons.refusal(_granja(state), action)

    def part_refusal(self, state: State, parts: Sequence[str]) -> IllegalAction | None:
        return part_reasons.refusal(_granja(state), parts)

    def sentence(self, state: State, action: int) -> str:
        return telling.sentence(_granja(state), action, self.set)

    def question(self, state: State) -> str:
        return telling.question(_granja(state))

    def heading(self, state: State) -> str:
        return telling.heading(_granja(state))

    def view(self, state: State, seat: int | None) -> dict[str, Any]:
        return position.view(_granja(state), self.set, seat)

    def position(self, state: State) -> dict[str, Any]:
        return position.write(_granja(state), self.set)

    def restore(self, position_: Mapping[str, Any]) -> Granja:
        state = self.empty_state()
        position.read(position_, state, self.set)
        return state

    def tell(self, entry: Entry, names: Sequence[str]) -> str:
        everybody = (*names, *holder_names(self.modules))
        return telling.tell(entry, everybody, self.set, self.modules)

    def source(self, entry: Entry) -> str:
        return telling.source(entry, self.set, self.modules)

    def source_kinds(self) -> Mapping[str, int]:
        return telling.source_kinds(self.modules)

    def explain(self, topic: str, view: Mapping[str, Any] | None = None) -> str | None:
        return explaining.explain(topic, self.set, view, self.modules)

    def draw(self, state: State, seat: int | None, names: Sequence[str]) -> RenderableType:
        return terminal.draw(self.view(state, seat), seat, names, self.set, self.modules)

    def observed(self) -> tuple[Sequence[Field], Sequence[Field]]:
        return (
            table_fields(self.players, self.set, self.modules),
            seat_fields(self.players, self.set, self.modules),
        )

    def is_secret(self, state: State, action: int) -> bool:
        if action == self.lookups.from_den:
            return False
        if action >= COUNT:
            module = module_of(self.modules, action)
            wording = wording_of_module(module)
            return wording.is_secret(wording.parted(action - module.first)[0])
        return VERB[action] == DONKEY

    def is_aside(self, state: State, action: int) -> bool:
        return telling.is_aside(_granja(state), action)

    def sees_points(self, state: State, viewer: int | None, seat: int) -> bool:
        return viewer == seat or state.is_over or self.options["points"] == "open"

    def check(self, state: State, before: State | None = None) -> None:
        invariants.check(_granja(state))
        if before is not None:
            invariants.check_step(_granja(before), _granja(state))

    def components(self) -> object:
        facts = asdict(self.set)
        for name in ("name", "confidence", "source", "modules"):  # they change nothing, or not this game
            del facts[name]
        if self.modules:
            facts["modules"] = self.set.modules.facts(module.parts for module in self.modules if module.parts)
        return facts

    @classmethod
    def check_components(cls, path: os.PathLike[str] | None) -> list[str]:
        checked = standard_set() if path is None else read(path)
        helpers = sum("reconstructed" in card.helper.confidence for card in checked.cards)
        return [
            *(
                f"{block}: {sure} ({checked.source[block]})"
                for block, sure in checked.confidence.items()
                if sure != "high"
            ),
            *(
                f"{block}: {sure} ({parts.source[block]})"
                for parts in map(checked.modules.parts, MODULES)
                for block, sure in parts.confidence.items()
                if sure != "high"
            ),
            f"helpers: {helpers} of {len(checked.cards)} reconstructed",
        ]


def _granja(state: State) -> Granja:
    assert isinstance(state, Granja)
    return state


GAME = LaGranja

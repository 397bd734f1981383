"""Why not: every kind of refusal there is, reached on a real table, with its sentence and its section."""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import pytest

from burgher import Table
from burgher.games import granja
from burgher.games.granja.components import CARDS
from granja.kit import deal, lay_out, legal, load, play, refusal

Refusal = tuple[str, str, str]
"""Its kind, its section, its sentence."""

FARM, REVENUE, TRANSPORT = "I Farm Phase", "II Revenue Phase", "III Transportation Phase"
BARROW, CRAFT = "Deliveries to Market Barrow Cards", "Deliveries to Craft Buildings"
ANYTIME = "Anytime Actions"


@dataclass
class Scene:
    """A table on which some actions are refused."""

    refusals: dict[str, Refusal]
    given: dict[str, Any] = field(default_factory=dict)
    played: tuple[str, ...] = ()
    """What has been played before."""

    def table(self) -> Table:
        """The table itself."""
        return play(lay_out(**self.given), *self.played)


SCENES = {
    "a die is to be taken": Scene(
        {
            "field 1": (
                "wrong-phase",
                FARM,
                "Cards are played at the start of the farm phase, or when something else says so",
            ),
            "discard 1": (
                "nothing-to-discard",
                FARM,
                "Cards are discarded beyond the hand limit, or to pay for something",
            ),
            "dismiss 1": ("nothing-to-discard", FARM, "A helper goes only when another needs its place"),
            "clear barrow-1": (
                "nothing-to-discard",
                FARM,
                "A market barrow goes only when another needs its place",
            ),
            "pay olive": ("nothing-to-pay", FARM, "Nothing is to be paid for with farm goods now"),
            "tile 1": ("wrong-phase", FARM, "Roof tiles are bought at the end of the farm phase"),
            "gain olive": ("nothing-to-gain", REVENUE, "There is no good for you to choose now"),
            "gain olive and grain": ("nothing-to-gain", REVENUE, "There are no goods for you to choose now"),
            "improve pig": ("nothing-for-free", ANYTIME, "No upgrade is free now; you can pay for one"),
            "rest": (
                "no-siesta-now",
                REVENUE,
                "Steps on the siesta track come from dice, hats, tiles and helpers",
            ),
            "silver": ("no-silver-now", REVENUE, "Silver instead of a delivery comes with a die of space 6"),
            "draw": (
                "no-card-now",
                FARM,
                "A card is drawn when a die, a trade commodity or something else says so",
            ),
            "donkey 1": (
                "wrong-phase",
                TRANSPORT,
                "Donkey tiles are chosen at the start of the transportation phase",
            ),
            "deliver olive barrow-1": (
                "wrong-phase",
                TRANSPORT,
                "You have no delivery now: donkeys, silver and dice bring them",
            ),
            "stall 3-2": (
                "no-stall-now",
                BARROW,
                "A marker goes to the market when a market barrow is completed",
            ),
            "guard 3-2": ("nothing-to-guard", BARROW, "None of your markers is being driven away"),
            "done": ("must-choose", REVENUE, "You cannot do without: decide which die you take"),
            "skip": ("nothing-to-skip", REVENUE, "Nothing is on offer that you could do without"),
            "mark 1": ("needs-effect", REVENUE, "A helper is needed for that, before the dice are rolled"),
            "reroll 1": ("needs-effect", REVENUE, "A helper is needed to roll dice again"),
            "fetch 1": ("needs-effect", TRANSPORT, "A helper is needed to take back a donkey tile"),
            "olive for grain": ("needs-effect", ANYTIME, "A helper is needed to exchange a harvest good"),
            "unload olive barrow-1": (
                "needs-effect",
                ANYTIME,
                "A helper is needed to take goods off a barrow",
            ),
            "craft 1": ("needs-effect", CRAFT, "A helper is needed to use a craft marker again"),
            "turn 1": (
                "needs-effect",
                ANYTIME,
                "A helper or another roof tile is needed to turn up a used one",
            ),
            "die 3": ("no-such-die", REVENUE, "No die shows 3"),
            "die 4 as 5": ("cannot-change", REVENUE, "A die is used as it is, unless something changes it"),
            "buy pig": ("too-little-silver", ANYTIME, "A pig costs 4 silver; you have 1"),
            "sell olive": ("no-such-good", ANYTIME, "You have no olive"),
            "upgrade olive": ("no-such-good", ANYTIME, "You have no olive"),
            "upgrade grain": ("too-little-silver", ANYTIME, "Upgrading grain costs 2 silver; you have 1"),
            "trade silver": ("no-such-good", ANYTIME, "You have no trade commodity"),
            "roof 1": ("no-tile-there", ANYTIME, "Place 1 of your roof is empty"),
            "use 1": ("not-your-helper", FARM, "Card 1 is not among your helpers"),
        },
        {"silver": 1, "goods": {"grain": 1}},
    ),
    "helpers cannot always be used": Scene(
        {
            "use 1": ("works-by-itself", FARM, "The helper of card 1 works by itself"),
            "use 17": ("helper-exhausted", FARM, "The helper of card 17 has worked in this round already"),
            "use 5": ("wrong-moment", FARM, "The helper of card 5 works before the dice are rolled"),
        },
        {"helpers": ["Chef", ("Moneylender", True), "Village Elder"]},
    ),
    "a helper has its phase": Scene(
        {
            "use 24": ("wrong-phase", FARM, "The helper of card 24 works in the revenue phase"),
        },
        {"step": "play", "hand": [9], "helpers": ["Gambler"]},
    ),
    "a helper must be paid": Scene(
        {
            "use 10": ("too-little-silver", ANYTIME, "The helper of card 10 costs 2 silver; you have 0"),
            "use 4": ("too-few-points", ANYTIME, "The helper of card 4 costs a point, and you have none"),
            "use 20": ("no-such-good", ANYTIME, "The helper of card 20 takes food, and you have none"),
        },
        {"helpers": ["Cattle Dealer", "Farm Worker", "Innkeeper"]},
    ),
    "something must come of a helper": Scene(
        {
            "use 60": ("empty-hand", FARM, "You have no card in hand"),
            "use 15": ("no-such-good", ANYTIME, "You have no grain"),
            "use 29": ("siesta-top", TRANSPORT, "You are at the top of the siesta track"),
        },
        {"helpers": ["Steward", "Miller", "Idler"], "siesta": 8},
    ),
    "there is nothing to work on": Scene(
        {
            "use 23": ("nothing-to-upgrade", ANYTIME, "You have no resource that could be upgraded"),
            "use 56": ("no-such-good", ANYTIME, "You have no harvest good"),
            "use 48": ("nothing-to-move", BARROW, "No good on a barrow is wanted by another"),
        },
        {"helpers": ["Farm Servant", "Gardener", "Loader"]},
    ),
    "there is nothing to use again": Scene(
        {
            "use 62": ("no-used-roof", ANYTIME, "No roof tile of yours could be used again"),
            "use 51": ("no-craft-marker", CRAFT, "You have no craft marker"),
            "use 36": ("nothing-to-deliver", TRANSPORT, "No barrow or row asks for anything you have"),
        },
        {"helpers": ["Tiler", "Journeyman", "Messenger"], "silver": 2},
    ),
    "every stall for a marker is taken": Scene(
        {
            "use 44": ("no-empty-stall", BARROW, "No stall place for it is empty"),
        },
        {
            "step": "free deliveries",
            "helpers": ["Squatter"],
            "silver": 3,
            "market": ["2-3", "3-2", "3-4", "4-2", "4-3", "5-3"],
        },
    ),
    "no card is left": Scene(
        {
            "use 59": ("no-cards-left", FARM, "No card is left to be drawn"),
            "trade draw": ("no-cards-left", ANYTIME, "No card is left to be drawn"),
            "trade play": ("empty-hand", ANYTIME, "You have no card in hand"),
        },
        {
            "helpers": ["Recruiter"],
            "silver": 1,
            "goods": {"trade": 1},
            "benno": {"hand": [card for card in range(1, CARDS + 1) if card != 59]},
        },
    ),
    "roof tiles": Scene(
        {
            "roof 1": ("roof-used", ANYTIME, "Roof tile 1 is face down: each is used once"),
            "roof 2": ("nothing-to-deliver", TRANSPORT, "No barrow or row asks for anything you have"),
            "roof 4": ("no-tile-there", ANYTIME, "Place 4 of your roof is empty"),
        },
        {"tiles": [("1a", False), "2d", "5c"], "silver": 1},
    ),
    "no roof tile has been used": Scene(
        {
            "roof 1": ("no-used-roof", ANYTIME, "No roof tile of yours could be used again"),
        },
        {"tiles": ["5c"]},
    ),
    "a farm full of goods": Scene(
        {
            "sell olive": ("on-a-field", ANYTIME, "What is on a field cannot be sold"),
            "buy pig": ("no-stall", ANYTIME, "Every pig stall of yours is taken"),
            "from den": (
                "no-such-good",
                TRANSPORT,
                "No harvest good of yours is both on a field and in its den",
            ),
        },
        {"silver": 4, "goods": {"grain": 1, "pig": 1}, "ripe": {"olive": 1}, "fields": [9]},
    ),
    "a good of the den is to be used": Scene(
        {
            "from den": (
                "already-said",
                TRANSPORT,
                "The next good you use is taken from its den already",
            ),
        },
        {"goods": {"olive": 1}, "ripe": {"olive": 1}, "fields": [9]},
        ("from den",),
    ),
    "a grape was just sold": Scene(
        {
            "buy grape": (
                "just-sold",
                ANYTIME,
                "You have just sold a grape for as much: do something else before you buy it back",
            ),
        },
        {"silver": 2, "goods": {"grape": 1}, "helpers": ["Seed Dealer"]},
        ("sell grape",),
    ),
    "a roof tile was just bought": Scene(
        {
            "tile 2": ("roof-bought", FARM, "You have bought your roof tile of this round"),
        },
        {"step": "roofs", "round": 3, "roofs": ["3c", "3a"], "silver": 9, "hand": [27]},
        ("tile 1",),
    ),
    "a trade commodity": Scene(
        {
            "trade play": ("empty-hand", ANYTIME, "You have no card in hand"),
            "trade upgrades": ("nothing-to-upgrade", ANYTIME, "You have no resource that could be upgraded"),
        },
        {"silver": 9, "goods": {"wine": 1, "trade": 1}},
    ),
    "silver for everything": Scene(
        {
            "trade pig": ("no-stall", ANYTIME, "Every pig stall of yours is taken"),
        },
        {"silver": 9, "goods": {"grain": 1, "pig": 1, "trade": 1}},
    ),
    "a card is to be played": Scene(
        {
            "field 1": ("not-in-hand", FARM, "Card 1 is not in your hand"),
            "extension 9": ("too-few-goods", FARM, "Your next extension costs 1 farm good; you have none"),
            "extension 1": ("not-in-hand", FARM, "Card 1 is not in your hand"),
            "tile 1": ("wrong-phase", FARM, "Roof tiles are bought at the end of the farm phase"),
            "die 1": ("wrong-phase", REVENUE, "Dice are used in the revenue phase"),
        },
        {"step": "play", "hand": [9, 18]},
    ),
    "some farm goods are not enough": Scene(
        {
            "extension 9": (
                "too-few-goods",
                FARM,
                "Your next extension costs 3 different farm goods; you have olives and silver",
            ),
        },
        {"step": "play", "hand": [9], "extensions": [18, 60], "silver": 3, "goods": {"olive": 4}},
    ),
    "an extension is being paid for": Scene(
        {
            "pay olive": ("already-paid", FARM, "You have paid an olive: goods must differ"),
            "pay wine": ("no-such-good", FARM, "You have no wine"),
            "pay points": ("too-few-points", FARM, "You have no point"),
            "field 1": (
                "decide-first",
                FARM,
                "First decide what pays for the extension",
            ),
        },
        {"step": "play", "hand": [9], "extensions": [18], "goods": {"olive": 1, "grain": 1}, "silver": 1},
        ("extension 9", "pay olive"),
    ),
    "an extension is being paid for without silver": Scene(
        {
            "pay silver": ("too-little-silver", FARM, "You have no silver"),
        },
        {"step": "play", "hand": [9], "goods": {"olive": 1, "grain": 1}},
        ("extension 9",),
    ),
    "there is no room for a barrow": Scene(
        {
            "clear barrow-4": ("no-barrow", FARM, "You have no barrow 4"),
            "sell olive": ("decide-first", FARM, "First decide which market barrow you discard"),
        },
        {"step": "play", "hand": [16], "barrows": [9, 18, 60]},
        ("barrow 16",),
    ),
    "there is no room for a helper": Scene(
        {
            "dismiss 4": ("not-your-helper", FARM, "Card 4 is not among your helpers"),
        },
        {"step": "play", "hand": [16], "helpers": [1, 2, 3]},
        ("helper 16",),
    ),
    "there are too many cards in hand": Scene(
        {
            "discard 6": ("not-in-hand", FARM, "Card 6 is not in your hand"),
            "field 1": ("decide-first", FARM, "First decide which card you discard"),
        },
        {"step": "hand", "hand": [1, 2, 3, 4, 5]},
    ),
    "roof tiles are bought": Scene(
        {
            "tile 1": ("too-little-silver", FARM, "Roof tile 1 costs 2 silver; you have 1"),
            "tile 4": ("no-tile-there", FARM, "No roof tile 4 is for sale"),
            "field 9": (
                "wrong-phase",
                FARM,
                "Cards are played at the start of the farm phase, or when something else says so",
            ),
        },
        {"step": "roofs", "roofs": ["2a", "2b"], "silver": 1},
    ),
    "a die of space 2": Scene(
        {
            "skip": (
                "must-choose",
                REVENUE,
                "You cannot do without: decide what you play, draw or take",
            ),
            "gain wine": ("not-among-them", REVENUE, "You may take an olive, grain or a grape"),
            "field 1": ("not-in-hand", FARM, "Card 1 is not in your hand"),
            "extension 9": ("too-few-goods", FARM, "Your next extension costs 1 farm good; you have none"),
            "improve olive": (
                "decide-first",
                REVENUE,
                "First decide what you play, draw or take",
            ),
        },
        {"dice": "2", "hand": [9]},
        ("die 2",),
    ),
    "the Porter's second option": Scene(
        {
            "gain olive": (
                "decide-first",
                REVENUE,
                "First decide what you play, draw or take",
            ),
        },
        {"dice": "2", "hand": [9], "helpers": ["Porter"]},
        ("die 2", "gain olive"),
    ),
    "only playing a card": Scene(
        {
            "draw": ("decide-first", REVENUE, "First decide what you play, draw or take"),
            "gain olive": (
                "decide-first",
                REVENUE,
                "First decide what you play, draw or take",
            ),
        },
        {"hand": [9], "goods": {"trade": 1}},
        ("trade play",),
    ),
    "only drawing and gaining are left": Scene(
        {
            "field 18": (
                "decide-first",
                REVENUE,
                "First decide what you play, draw or take",
            ),
            "extension 18": (
                "decide-first",
                REVENUE,
                "First decide what you play, draw or take",
            ),
        },
        {"dice": "2", "hand": [9, 18], "helpers": ["Porter"]},
        ("die 2", "field 9"),
    ),
    "a die of space 5 at the top of the track": Scene(
        {
            "rest": ("siesta-top", TRANSPORT, "You are at the top of the siesta track"),
            "improve olive": ("no-such-good", ANYTIME, "You have no olive"),
        },
        {"dice": "5", "siesta": 8, "goods": {"grain": 1}},
        ("die 5",),
    ),
    "a die of space 5 without goods": Scene(
        {
            "improve olive": ("nothing-to-upgrade", ANYTIME, "You have no resource that could be upgraded"),
        },
        {"dice": "5"},
        ("die 5",),
    ),
    "a free upgrade": Scene(
        {
            "rest": ("decide-first", ANYTIME, "First decide what you upgrade"),
        },
        {"tiles": ["3b"], "goods": {"grain": 1}},
        ("roof 1",),
    ),
    "a die of space 6": Scene(
        {
            "skip": (
                "must-choose",
                TRANSPORT,
                "You cannot do without: decide what you deliver, and where",
            ),
            "deliver olive barrow-2": ("no-barrow", BARROW, "You have no barrow 2"),
        },
        {"dice": "6", "goods": {"olive": 1}, "barrows": [9]},
        ("die 6",),
    ),
    "the Porter's silver": Scene(
        {
            "deliver olive barrow-1": (
                "decide-first",
                REVENUE,
                "First decide what you deliver, and where",
            ),
        },
        {"dice": "6", "goods": {"olive": 1}, "barrows": [9], "helpers": ["Porter"]},
        ("die 6", "deliver olive barrow-1"),
    ),
    "a delivery that was paid for": Scene(
        {
            "silver": ("no-silver-now", REVENUE, "Silver instead of a delivery comes with a die of space 6"),
        },
        {"silver": 1, "goods": {"olive": 1}, "barrows": [9], "helpers": ["Messenger"]},
        ("use 36",),
    ),
    "a choice of goods in the farm phase": Scene(
        {"gain olive": ("not-among-them", ANYTIME, "You may take grain or a grape")},
        {"step": "play", "hand": [9], "tiles": ["1c"]},
        ("roof 1",),
    ),
    "a choice of goods": Scene(
        {
            "gain olive": ("not-among-them", REVENUE, "You may take grain or a grape"),
        },
        {"tiles": ["1c"]},
        ("roof 1",),
    ),
    "a die is to be changed": Scene(
        {
            "die 4": ("must-change", REVENUE, "This die must be changed: something was used for it"),
            "die 4 as 6": ("too-far", REVENUE, "The die may be changed by 1, not by 2"),
        },
        {"helpers": ["Gambler"]},
        ("use 24",),
    ),
    "a die is kept": Scene(
        {
            "die 4": ("die-kept", REVENUE, "The last 4 is kept for whoever marked its space"),
        },
        {"dice": "41111", "marked": 4, "marker": 1},
    ),
    "the leftover die": Scene(
        {
            "die 3": ("no-such-die", REVENUE, "No die shows 3"),
            "die 4 as 5": ("cannot-change", REVENUE, "A die is used as it is, unless something changes it"),
        },
        {"step": "leftover", "pick": 2, "dice": "4"},
    ),
    "the leftover die of the Bell Ringer": Scene(
        {
            "die 4 as 6": ("too-far", REVENUE, "The die may be changed by 1, not by 2"),
        },
        {"step": "leftover", "pick": 2, "dice": "4", "helpers": ["Bell Ringer"]},
    ),
    "dice are rolled again": Scene(
        {
            "reroll 3": ("no-such-die", REVENUE, "No die shows 3"),
            "skip": ("must-choose", REVENUE, "You cannot do without: decide which die you roll again"),
        },
        {"helpers": ["Fortune Teller"]},
        ("use 25",),
    ),
    "donkeys are chosen": Scene(
        {
            "donkey 2": (
                "donkey-used",
                TRANSPORT,
                "Your tile with 2 donkeys has been used, and comes back in round 4",
            ),
            "buy olive": ("decide-first", TRANSPORT, "First decide which donkey tile you choose"),
            "die 1": ("decide-first", TRANSPORT, "First decide which donkey tile you choose"),
        },
        {"step": "donkeys", "donkeys": [1, 3], "silver": 2, "round": 3},
    ),
    "donkeys are chosen at the end": Scene(
        {
            "donkey 1": ("donkey-used", TRANSPORT, "Your tile with 1 donkey has been used"),
        },
        {"step": "donkeys", "donkeys": [3], "round": 6},
    ),
    "before the donkeys": Scene(
        {
            "donkey 1": (
                "decide-first",
                TRANSPORT,
                "First decide whether you use a helper before donkeys are chosen",
            ),
            "use 5": ("not-your-helper", FARM, "Card 5 is not among your helpers"),
            "use 35": ("wrong-moment", FARM, "The helper of card 35 works among your free deliveries"),
            "use 38": ("too-little-silver", ANYTIME, "The helper of card 38 costs 2 silver; you have 1"),
        },
        {
            "step": "before the donkeys",
            "helpers": ["Stable Boy", "Muleteer"],
            "silver": 1,
            "goods": {"grain": 1},
            "donkeys": [1, 3, 4],
        },
    ),
    "the cards are played, and a helper could play another": Scene(
        {
            "field 7": ("cards-played", FARM, "You have played your cards of this round"),
            "discard 7": (
                "nothing-to-discard",
                FARM,
                "Cards are discarded beyond the hand limit, or to pay for something",
            ),
        },
        {"step": "play", "left": 0, "hand": [7], "helpers": ["Farm Worker"], "points": 1},
    ),
    "the hand is empty, and a card could be drawn": Scene(
        {"field 7": ("not-in-hand", FARM, "Card 7 is not in your hand")},
        {"step": "play", "goods": {"trade": 1}},
    ),
    "before the harvest": Scene(
        {
            "tile 1": ("wrong-phase", FARM, "Roof tiles are bought at the end of the farm phase"),
            "upgrade grape": ("no-such-good", ANYTIME, "You have no grape"),
        },
        {"step": "income", "fields": [9], "ripe": {"olive": 1}, "silver": 2},
    ),
    "the leftover die is used": Scene(
        {"die 4": ("die-used", REVENUE, "You have used the leftover die")},
        {"step": "leftover", "pick": 2, "left": 0, "helpers": ["Idler"]},
    ),
    "all free deliveries are made": Scene(
        {
            "deliver grain barrow-1": ("no-delivery-left", TRANSPORT, "You have made your free deliveries"),
            "skip": ("nothing-to-skip", TRANSPORT, "Nothing is on offer that you could do without"),
        },
        {
            "step": "free deliveries",
            "left": 0,
            "helpers": ["Muleteer"],
            "silver": 1,
            "goods": {"grain": 1},
            "barrows": [18],
        },
    ),
    "before the scoring": Scene(
        {"deliver grain barrow-1": ("no-delivery-left", TRANSPORT, "You have no delivery to buy")},
        {
            "step": "purchased deliveries",
            "left": 0,
            "helpers": ["Smuggler"],
            "silver": 1,
            "goods": {"grain": 1},
            "barrows": [18],
        },
    ),
    "a donkey tile is taken back": Scene(
        {
            "fetch 1": ("donkey-there", TRANSPORT, "Your tile with 1 donkey has not been used"),
        },
        {"step": "before the donkeys", "helpers": ["Stable Boy"], "silver": 2, "donkeys": [1, 3, 4]},
        ("use 38",),
    ),
    "goods are delivered": Scene(
        {
            "deliver grain barrow-1": ("not-asked-for", BARROW, "Barrow 1 asks for an olive"),
            "deliver olive barrow-2": ("no-barrow", BARROW, "You have no barrow 2"),
            "deliver olive row-6a": ("craft-completed", CRAFT, "You have completed craft building 6"),
            "deliver olive row-1a": (
                "building-blocked",
                CRAFT,
                "Craft building 1 is still blocked, with order marker 1",
            ),
            "deliver olive row-4c": (
                "row-closed",
                CRAFT,
                "Row c of craft building 4 is not used with 2 players",
            ),
            "deliver olive row-2b": (
                "one-row",
                CRAFT,
                "You have begun row a of craft building 2: one is all",
            ),
            "deliver olive row-4a": ("row-taken", CRAFT, "Row a of craft building 4 is another player's"),
            "deliver pig row-2a": ("no-such-good", CRAFT, "You have no pig"),
            "deliver wine row-2a": (
                "not-asked-for",
                CRAFT,
                "Row a of craft building 2 asks for an olive, a pig or food",
            ),
        },
        {
            "step": "free deliveries",
            "goods": {"olive": 1},
            "barrows": [(9, [1])],
            "crafts": [6],
            "blocked": [1],
            "rows": {2: ("a", [1])},
            "benno": {"rows": {4: ("a", [1])}},
        },
    ),
    "deliveries are bought without silver": Scene(
        {
            "deliver olive barrow-1": (
                "too-little-silver",
                TRANSPORT,
                "A delivery costs 1 silver; you have 0",
            ),
        },
        {"step": "purchased deliveries", "extensions": [1], "goods": {"olive": 1}, "barrows": [9]},
    ),
    "a barrow is completed": Scene(
        {
            "stall 1-4": ("stall-closed", BARROW, "Stall 1-4 is not used with 2 players"),
            "stall 3-3": ("wrong-value", BARROW, "Stall 3-3 has value 5; your marker needs 2"),
            "stall 3-4": ("stall-taken", BARROW, "Stall 3-4 is taken, and another of its value is empty"),
        },
        {
            "step": "free deliveries",
            "goods": {"olive": 1},
            "barrows": [(9, [1])],
            "benno": {"market": ["3-4"]},
        },
        ("deliver olive barrow-1",),
    ),
    "every stall of its value is taken": Scene(
        {
            "stall 3-4": ("stall-taken", BARROW, "Stall 3-4 is yours: others of its value come first"),
        },
        {
            "step": "free deliveries",
            "goods": {"olive": 1},
            "barrows": [(9, [1])],
            "market": ["3-4"],
            "benno": {"market": ["4-2", "5-3"]},
        },
        ("deliver olive barrow-1",),
    ),
    "a marker goes to an empty stall": Scene(
        {
            "stall 3-4": ("stall-taken", BARROW, "Stall 3-4 is taken, and the marker needs an empty one"),
        },
        {"step": "free deliveries", "helpers": ["Squatter"], "silver": 3, "market": ["3-4", "4-2", "5-3"]},
        ("use 44",),
    ),
    "a good is taken off a barrow": Scene(
        {
            "unload grain barrow-1": ("no-such-good", BARROW, "Barrow 1 has no grain on it"),
            "unload olive barrow-3": ("no-barrow", BARROW, "You have no barrow 3"),
            "unload grape barrow-2": ("nothing-to-move", BARROW, "No other barrow of yours asks for a grape"),
        },
        {"helpers": ["Loader"], "barrows": [(9, [1]), (60, [2])]},
        ("use 48",),
    ),
    "a good goes to another barrow": Scene(
        {
            "deliver grape barrow-2": ("wrong-good", BARROW, "What is to be delivered is an olive"),
            "deliver olive barrow-1": ("other-barrow", BARROW, "It can only go to another barrow of yours"),
            "deliver olive row-2a": ("other-barrow", BARROW, "It can only go to another barrow of yours"),
            "deliver olive barrow-3": ("no-barrow", BARROW, "You have no barrow 3"),
        },
        {"helpers": ["Loader"], "barrows": [(9, [1]), 60]},
        ("use 48", "unload olive barrow-1"),
    ),
    "a good is disguised": Scene(
        {
            "olive for grape": ("not-asked-for", TRANSPORT, "No barrow or row asks for a grape"),
            "grain for olive": ("no-such-good", ANYTIME, "You have no grain"),
        },
        {
            "step": "free deliveries",
            "helpers": ["Packer"],
            "goods": {"olive": 1},
            "barrows": [18],
            "crafts": [1, 2, 3, 4, 5, 6],
        },
        ("use 47",),
    ),
    "a disguised good is delivered": Scene(
        {
            "deliver olive barrow-1": ("wrong-good", BARROW, "What is to be delivered is grain"),
            "deliver grain row-1b": (
                "not-asked-for",
                CRAFT,
                "Row b of craft building 1 asks for an olive, a grape, wine or a trade commodity",
            ),
        },
        {"step": "free deliveries", "helpers": ["Packer"], "goods": {"olive": 1}, "barrows": [18]},
        ("use 47", "olive for grain"),
    ),
    "a harvest good is exchanged": Scene(
        {
            "grain for olive": ("no-such-good", ANYTIME, "You have no grain"),
        },
        {"helpers": ["Gardener"], "goods": {"olive": 1}},
        ("use 56",),
    ),
    "a craft marker is used again": Scene(
        {
            "craft 2": ("no-craft-marker", CRAFT, "You have no marker of craft building 2"),
        },
        {"helpers": ["Journeyman"], "silver": 2, "crafts": [1]},
        ("use 51",),
    ),
    "a roof tile is turned up": Scene(
        {
            "turn 2": ("not-among-them", ANYTIME, "Roof tile 1 can be turned up"),
        },
        {"helpers": ["Tiler"], "silver": 2, "tiles": [("1a", False), "1b"]},
        ("use 62",),
    ),
    "a good is to be discarded": Scene(
        {
            "pay silver": (
                "not-among-them",
                ANYTIME,
                "It takes an olive, grain, a grape, a pig, food, wine or cured meat",
            ),
            "pay grain": ("no-such-good", ANYTIME, "You have no grain"),
        },
        {"helpers": ["Smuggler"], "goods": {"olive": 1, "wine": 1}},
        ("use 33",),
    ),
    "a card is to be discarded": Scene(
        {
            "discard 3": ("not-in-hand", FARM, "Card 3 is not in your hand"),
        },
        {"helpers": ["Steward"], "hand": [1, 2]},
        ("use 60",),
    ),
}
"""Cards and helpers are named by number, as in `components/cards.toml`."""


@pytest.mark.parametrize("name", SCENES)
def test_a_refusal_says_why_and_where_the_rules_say_so(name: str) -> None:
    scene = SCENES[name]
    table = scene.table()
    for words, (kind, section, reason) in scene.refusals.items():
        assert words not in legal(table)
        found = refusal(table, words)
        assert (found.kind, found.page, found.reason) == (kind, section, reason)
        assert str(found) == f"{reason} ({section})"


# -- somebody else decides ---------------------------------------------------------------------------


def test_it_must_be_ones_turn() -> None:
    found = refusal(lay_out(), "die 4", seat=1)
    assert (found.kind, found.page, str(found)) == ("not-your-turn", None, "The decision is Anna's")


def test_a_guard_decides_in_anothers_turn() -> None:
    table = lay_out(
        step="free deliveries",
        goods={"olive": 1},
        barrows=[(3, [1, 3])],
        benno={"helpers": ["Market Guard"], "silver": 1, "market": ["3-4"]},
    )
    play(table, "deliver olive barrow-1", "stall 2-3")
    assert table.names[table.seat] == "Benno"
    found = refusal(table, "guard 3-3")
    assert (found.kind, found.page) == ("nothing-to-guard", BARROW)
    assert found.reason == "No marker of yours is being driven away from 3-3"
    found = refusal(table, "deliver olive barrow-1")
    assert (found.kind, found.page) == ("decide-first", BARROW)
    assert found.reason == "First decide whether you keep a marker"
    assert refusal(table, "done", seat=0).reason == "The decision is Benno's"


@pytest.mark.parametrize("seat", [None, 0, 1])
def test_the_game_must_not_be_over(seat: int | None) -> None:
    table = lay_out(step="purchased deliveries", round=6, turn=2, order=[1, 0], extensions=[1])
    play(table, "done")
    assert table.is_over
    found = refusal(table, "buy olive", seat)
    assert (found.kind, found.page, str(found)) == ("game-over", None, "The game is over")


# -- all of them -------------------------------------------------------------------------------------


FOLDER = Path(granja.__file__).parent
KINDS = {
    node.value
    for path in (FOLDER / "reasons.py", FOLDER / "refusing.py", *(FOLDER / "wording").glob("*.py"))
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
    if isinstance(node, ast.Constant)
    and isinstance(node.value, str)
    and re.fullmatch(r"[a-z]+(-[a-z]+)+", node.value)
}
"""The kinds of refusal without modules: the texts that are words joined by hyphens."""


def test_every_kind_of_refusal_is_reached_here() -> None:
    reached = {kind for scene in SCENES.values() for kind, _, _ in scene.refusals.values()}
    elsewhere = {
        "of-no-use",  # needs a module that changes what a space does
        "roof-full",  # needs more tiles than places: see the last test
    }
    assert reached == KINDS - elsewhere


@pytest.mark.parametrize("players", [2, 3, 4])
def test_whatever_is_not_legal_has_a_reason(players: int) -> None:
    game, table, random = load(players), deal(players, 11), Random(5)
    while not table.is_over:
        choices = table.state.legal_actions()
        for action in set(random.sample(range(game.num_actions), 25)) - set(choices):
            found = game.refusal(table.state, action)
            assert found.kind in KINDS
            assert isinstance(found.page, str)
            assert found.reason[0].isupper()
            assert not found.reason.endswith(".")
            assert "?" not in found.reason, "a reason is no question"
        table.play(random.choice(choices))


def test_a_refusal_tells_nothing_of_what_others_hold() -> None:
    """Whether a card is in somebody's hand or in the deck, one learns only that it is not in one's own."""
    table = lay_out(step="play", hand=[9], benno={"hand": [1, 2]})
    for side in ("field", "barrow", "extension", "helper"):
        told = {refusal(table, f"{side} {card}").reason.replace(str(card), "_") for card in (1, 2, 3, 66)}
        assert told == {"Card _ is not in your hand"}


def test_a_tile_without_a_free_place_is_refused_with_a_reason() -> None:
    """A turn with a full roof passes by itself; a position that was written by hand may still ask."""
    tiles = ["1a", "2a", "3a", "4a", "5a"]
    table = lay_out(step="roofs", round=6, roofs=["6a"], silver=9, tiles=tiles)
    assert refusal(table, "tile 1").kind == "roof-full"

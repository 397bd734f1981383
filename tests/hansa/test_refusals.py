"""Why not: every kind of refusal there is, reached on a real table, with its sentence and its section."""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import pytest

from burgher import IllegalAction, Table
from burgher.games.hansa import reasons
from burgher.games.hansa.components import BOARD_SIDES
from hansa.kit import NAMES, lay_out, legal, load, play

Refusal = tuple[str, str, str]
"""Its kind, its section, its sentence."""

TURN, INCOME, PLACE, DISPLACE = "Game Play", "Take Income", "Place Dude", "Displace Dude"
MOVE, CLAIM, PLATES = "Move Your Own Dudes", "Claim A Route", "Bonus Plates"
EAST, BRITANNIA, TWO, FAVOUR = "East", "Britannia", "Two players", "The Emperor's Favour"

FULL_DESK = {"keys": 4, "actions": 5, "privilege": 3, "book": 3, "bags": 3}


@dataclass
class Scene:
    """A table on which some actions are refused."""

    refusals: dict[str, Refusal]
    given: dict[str, Any] = field(default_factory=dict)
    played: tuple[str, ...] = ()
    """What has been played before."""

    def table(self) -> Table:
        """The table itself."""
        table = lay_out(**self.given)
        play(table, *self.played)
        return table


NO_ROUTE = "no-route"

SCENES = {
    # -- the five actions --------------------------------------------------------------------------
    "a turn begins": Scene(
        {
            "place merchant warburg-coellen": ("no-piece", PLACE, "You have no merchant in your supply"),
            "place trader hamburg-stade": ("no-free-house", PLACE, "Every house of Hamburg–Stade is taken"),
            "displace hamburg-luebeck 3 with trader": (
                "no-piece-there",
                DISPLACE,
                "Nobody is on house 3 of Hamburg–Lübeck: place a piece there",
            ),
            "displace kampen-osnabrueck 1 with trader": (
                "own-piece",
                DISPLACE,
                "The merchant on house 1 of Kampen–Osnabrück is yours",
            ),
            "displace hamburg-luebeck 2 with trader": (
                "too-few-pieces",
                DISPLACE,
                "Displacing a trader takes 2 pieces of your supply, 1 of them to pay; you have 1",
            ),
            "displace emden-groningen 1 with trader": (
                "too-few-pieces",
                DISPLACE,
                "Displacing a merchant takes 3 pieces of your supply, 2 of them to pay; you have 1",
            ),
            "income 10 traders": ("not-in-stock", INCOME, "Your stock has 9 traders"),
            "income 1 merchant": ("not-in-stock", INCOME, "Your stock has 9 traders"),
            "income 4 traders": ("over-bags", INCOME, "Your bags take 3 pieces at a time"),
            "income 1 trader": ("under-bags", INCOME, "Income takes 3 pieces here, no fewer"),
            "establish hamburg-luebeck": (
                "route-not-yours",
                CLAIM,
                "Hamburg–Lübeck is not all yours: 1 house is free and 1 house is an opponent's",
            ),
            "establish hamburg-stade": (
                "route-not-yours",
                CLAIM,
                "Hamburg–Stade is not all yours: 3 houses are an opponent's",
            ),
            # what only answers a question
            "to hamburg-luebeck": (
                "nothing-in-hand",
                MOVE,
                "No piece is in hand: take one up first, with the action Move",
            ),
            "take hamburg-luebeck 1": (
                "nothing-in-hand",
                MOVE,
                "Pieces are taken up within the action Move, or by a marker",
            ),
            "next trader": ("not-displaced", DISPLACE, "Nobody has displaced a piece of yours"),
            "pay trader": ("nothing-to-pay", DISPLACE, "There is nothing to pay for now"),
            "done": ("nothing-to-stop", TURN, "Nothing is under way that could be stopped"),
            "nothing": ("nothing-to-decline", TURN, "Nothing is on offer that could be declined"),
            "office hamburg": (
                NO_ROUTE,
                CLAIM,
                "An office is opened with a piece of a route: establish one first",
            ),
            "extra hamburg trader": (
                NO_ROUTE,
                PLATES,
                "An additional office comes with a route: establish one first",
            ),
            "special white merchant": (
                NO_ROUTE,
                CLAIM,
                "The special table takes a piece of a route: establish one first",
            ),
            "develop book": (NO_ROUTE, CLAIM, "A track is developed by establishing a route at its city"),
            "lay bremen-minden": (
                "no-marker-to-lay",
                CLAIM,
                "A new marker is laid at the end of the turn in which it was drawn",
            ),
            "share trader": (
                "no-income-to-share",
                FAVOUR,
                "Only the favour for it takes a share of others' income",
            ),
            "turn office": ("no-favour-to-pay", FAVOUR, "Markers are turned face down only to buy a favour"),
            # markers and modules
            "use plus-3": ("no-marker", PLATES, "You have no unused marker “three more actions”"),
            "use develop book": ("no-marker", PLATES, "You have no unused marker “development”"),
            "exchange hamburg 1-2": ("no-marker", PLATES, "You have no unused marker “exchange of offices”"),
            "favour income": ("not-in-play", FAVOUR, "The Emperor's Favour is not played here"),
            "pawn ems": ("not-in-play", TWO, "The pawn is for two players"),
        },
        {
            "houses": {
                "hamburg-luebeck": "ab.",
                "hamburg-stade": "bbb",
                "kampen-osnabrueck": "A.",
                "emden-groningen": "C..",
            },
            "supply": (1, 0),
        },
    ),
    "everything is in the stock": Scene(
        {
            "place trader hamburg-stade": (
                "no-piece",
                PLACE,
                "You have no trader in your supply; your stock has some, which income brings",
            ),
            "move": ("nothing-to-move", MOVE, "None of your pieces is on a route"),
        }
    ),
    "only merchants are in the supply": Scene(
        {
            "displace hamburg-stade 1 with trader": (
                "no-piece",
                DISPLACE,
                "You have no trader in your supply",
            ),
        },
        {
            "houses": {
                "hamburg-stade": "b..",
                "hamburg-luebeck": "aaa",
                "hamburg-bremen": "aaaa",
                "bremen-minden": "aaa",
            },
            "offices": {"duisburg": "a"},
            "desk": {"book": 1},
            "stock": (0, 0),
        },
    ),
    "the actions are used": Scene(
        {
            "income 3 traders": ("no-actions", TURN, "The actions of your turn are used"),
            "move": ("no-actions", TURN, "The actions of your turn are used"),
        },
        {"actions": 0, "begun": True, "unused": {"plus-3": 1}, "houses": {"hamburg-stade": "a.."}},
    ),
    "a piece is to be paid": Scene(
        {
            "place trader hamburg-stade": (
                "decide-first",
                DISPLACE,
                "First pay 1 more piece for displacing",
            )
        },
        {"houses": {"hamburg-luebeck": "b.."}, "supply": (2, 1)},
        ("displace hamburg-luebeck 1 with trader",),
    ),
    # -- a piece was displaced -----------------------------------------------------------------------
    "a piece was displaced": Scene(
        {
            "take bremen-minden 1": ("must-place", DISPLACE, "The displaced piece must be placed first"),
            "take bremen-minden 2": ("not-your-piece", DISPLACE, "It is an opponent's trader"),
            "take bremen-minden 3": ("no-piece-there", DISPLACE, "No piece is on house 3 of Bremen–Minden"),
            "done": ("must-place", DISPLACE, "The displaced piece must be placed"),
            "to hamburg-stade": (
                "decide-first",
                DISPLACE,
                "You were displaced on Hamburg–Lübeck: first place your pieces",
            ),
        },
        {"houses": {"hamburg-luebeck": "b..", "bremen-minden": "bc."}, "supply": (2, 0)},
        ("displace hamburg-luebeck 1 with trader",),
    ),
    "a displaced piece is in hand": Scene(
        {
            "to hamburg-luebeck": ("too-near", DISPLACE, "The displaced leave Hamburg–Lübeck"),
            "to arnheim-kampen": (
                "too-far",
                DISPLACE,
                "Nearer routes have room: Hamburg–Lüneburg, Hamburg–Bremen or Hamburg–Stade",
            ),
            "done": ("must-place", DISPLACE, "The displaced piece must be placed"),
            "next merchant": ("decide-first", DISPLACE, "First put your trader on a route"),
        },
        {"houses": {"hamburg-luebeck": "b.."}, "supply": (2, 0)},
        ("displace hamburg-luebeck 1 with trader", "next trader"),
    ),
    "a displaced piece has just been placed": Scene(
        {
            "take hamburg-stade 1": (
                "just-placed",
                DISPLACE,
                "House 1 of Hamburg–Stade has just been filled: only others of your pieces may follow",
            ),
        },
        {
            "rules": "2009",
            "houses": {"hamburg-luebeck": "b..", "emden-groningen": "B.."},
            "offices": {"minden": "bbbb", "hamburg": "bbb", "osnabrueck": "bbb"},
            "supply": (2, 0),
        },
        ("displace hamburg-luebeck 1 with trader", "to hamburg-stade"),
    ),
    "more pieces are to be placed": Scene(
        {
            "take hamburg-stade 1": (
                "routes-last",
                DISPLACE,
                "Pieces on routes may go only when no others are left",
            ),
            "done": ("must-place", DISPLACE, "As long as your stock has pieces, they must be placed"),
            "end": (
                "decide-first",
                DISPLACE,
                "You were displaced on Hamburg–Lübeck: first place 1 more piece",
            ),
        },
        {"houses": {"hamburg-luebeck": "b.."}, "supply": (2, 0)},
        ("displace hamburg-luebeck 1 with trader", "next trader", "to hamburg-stade"),
    ),
    "only pieces on routes are left to be placed": Scene(
        {
            "next trader": ("no-piece", DISPLACE, "You have no trader left but those on routes"),
        },
        {
            "rules": "2009",
            "houses": {
                "hamburg-luebeck": "b..",
                "bremen-minden": "bbb",
                "arnheim-kampen": "bbb",
                "minden-hannover": "bbB",
            },
            "offices": {"duisburg": "b", "goslar": "b"},
            "supply": (2, 0),
            "benno": {"stock": (0, 0)},
        },
        ("displace hamburg-luebeck 1 with trader", "to hamburg-stade"),
    ),
    # -- moving --------------------------------------------------------------------------------------
    "pieces are moved": Scene(
        {
            "done": ("must-move", MOVE, "The action Move moves one piece at least"),
            "take hamburg-luebeck 3": ("not-your-piece", MOVE, "It is an opponent's trader"),
            "take hamburg-stade 1": ("no-piece-there", MOVE, "No piece is on house 1 of Hamburg–Stade"),
            "income 3 traders": (
                "decide-first",
                MOVE,
                "First choose a piece that moves",
            ),
        },
        {"houses": {"hamburg-luebeck": "aab"}},
        ("move",),
    ),
    "a piece is being moved": Scene(
        {
            "take hamburg-luebeck 2": ("no-swap", MOVE, "Both are traders: nothing would change"),
            "take hamburg-luebeck 3": ("not-your-piece", MOVE, "It is an opponent's trader"),
            "to kampen-osnabrueck": ("no-free-house", MOVE, "Every house of Kampen–Osnabrück is taken"),
            "done": (
                "decide-first",
                MOVE,
                "First put your trader on a route",
            ),
        },
        {"houses": {"hamburg-luebeck": "aab", "kampen-osnabrueck": "bb"}},
        ("move", "take hamburg-luebeck 1"),
    ),
    "one move is left": Scene(
        {"take bremen-minden 1": ("no-swap", MOVE, "Changing places takes 2 moves, and you have 1")},
        {"houses": {"hamburg-luebeck": "aa.", "bremen-minden": "A.."}},
        ("move", "take hamburg-luebeck 1", "to hamburg-stade", "take hamburg-luebeck 2"),
    ),
    # -- establishing a route ------------------------------------------------------------------------
    "a route is established": Scene(
        {
            "office hannover": ("not-an-end", CLAIM, "Hannover is not at an end of Hamburg–Lübeck"),
            "extra hannover trader": ("not-an-end", CLAIM, "Hannover is not at an end of Hamburg–Lübeck"),
            "office hamburg": ("city-full", CLAIM, "Every office in Hamburg is taken"),
            "office luebeck": (
                "needs-privilege",
                CLAIM,
                "The leftmost free office in Lübeck is pink, and your privilege reaches white only",
            ),
            "extra hamburg trader": ("no-marker", PLATES, "You have no unused marker “additional office”"),
            "special white merchant": (
                "not-an-end",
                CLAIM,
                "The special table is reached from Coellen only",
            ),
            "develop book": ("not-developed-here", CLAIM, "A route at Groningen develops book"),
            "end": (
                "decide-first",
                CLAIM,
                "Hamburg–Lübeck is established: first decide what one of its pieces does",
            ),
        },
        {"houses": {"hamburg-luebeck": "aaa"}, "offices": {"hamburg": "bbb", "luebeck": "b"}},
        ("establish hamburg-luebeck",),
    ),
    "the next office is for a merchant": Scene(
        {
            "office lueneburg": (
                "wrong-shape",
                CLAIM,
                "The leftmost free office in Lüneburg takes a merchant: your route has none",
            ),
        },
        {"houses": {"lueneburg-hannover": "aaa"}},
        ("establish lueneburg-hannover",),
    ),
    "a track is full": Scene(
        {"develop bags": ("track-full", CLAIM, "Your bags cannot be developed any further")},
        {"houses": {"hamburg-luebeck": "aaa"}, "desk": {"bags": 3}},
        ("establish hamburg-luebeck",),
    ),
    "a track is full and a marker at hand": Scene(
        {"use develop bags": ("track-full", CLAIM, "Your bags cannot be developed any further")},
        {"desk": {"bags": 3}, "unused": {"develop": 1}},
    ),
    "the marker was won with this route": Scene(
        {
            "extra hamburg trader": (
                "marker-too-new",
                PLATES,
                "Your marker was won by this very action: it can be used after it",
            )
        },
        {
            "houses": {"hamburg-luebeck": "aaa"},
            "offices": {"hamburg": "b"},
            "markers": {"hamburg-luebeck": "office"},
        },
        ("establish hamburg-luebeck",),
    ),
    "a marker for an additional office": Scene(
        {
            "extra luebeck trader": (
                "first-office-free",
                PLATES,
                "The first office in Lübeck must be taken before",
            ),
            "extra hamburg merchant": (
                "not-on-route",
                CLAIM,
                "None of your pieces on Hamburg–Lübeck is a merchant",
            ),
        },
        {"houses": {"hamburg-luebeck": "aaa"}, "offices": {"hamburg": "b"}, "unused": {"office": 1}},
        ("establish hamburg-luebeck",),
    ),
    "a route at the special table": Scene(
        {
            "special white trader": ("space-taken", CLAIM, "The white space of the special table is taken"),
            "special pink trader": (
                "needs-privilege",
                CLAIM,
                "That space of the special table is pink, and your privilege reaches orange only",
            ),
            "special orange merchant": (
                "not-on-route",
                CLAIM,
                "None of your pieces on Warburg–Coellen is a merchant",
            ),
        },
        {"houses": {"warburg-coellen": "aaaa"}, "special": "B...", "desk": {"privilege": 1}},
        ("establish warburg-coellen",),
    ),
    "a route at the special table in 2009": Scene(
        {
            "special white trader": (
                "special-needs-merchant",
                CLAIM,
                "The special table takes merchants only",
            )
        },
        {"rules": "2009", "houses": {"warburg-coellen": "aaaA"}},
        ("establish warburg-coellen",),
    ),
    # -- markers -------------------------------------------------------------------------------------
    "nothing is on the routes": Scene(
        {"use pieces": ("nothing-to-handle", PLATES, "No piece is on a route")}, {"unused": {"pieces": 1}}
    ),
    "no opponent is on the routes": Scene(
        {"use pieces": ("nothing-to-handle", PLATES, "No piece of an opponent is on a route")},
        {"rules": "big-box", "unused": {"pieces": 1}, "houses": {"hamburg-stade": "a.."}},
    ),
    "three pieces are removed": Scene(
        {
            "take hamburg-stade 3": ("no-piece-there", PLATES, "No piece is on house 3 of Hamburg–Stade"),
            "end": ("decide-first", PLATES, "First choose a piece that goes off its route, or stop"),
        },
        {"unused": {"pieces": 1}, "houses": {"hamburg-stade": "ab."}},
        ("use pieces",),
    ),
    "three pieces are moved": Scene(
        {
            "take hamburg-stade 1": ("own-piece", PLATES, "Your marker moves your opponents' pieces only"),
        },
        {"rules": "big-box", "unused": {"pieces": 1}, "houses": {"hamburg-stade": "abc"}},
        ("use pieces",),
    ),
    "an opponent's piece is being moved": Scene(
        {
            "take hamburg-stade 3": ("no-swap", PLATES, "Your marker moves pieces to free houses only"),
        },
        {"rules": "big-box", "unused": {"pieces": 1}, "houses": {"hamburg-stade": "abc"}},
        ("use pieces", "take hamburg-stade 2"),
    ),
    "offices may be exchanged": Scene(
        {
            "exchange hamburg 2-3": ("office-free", PLATES, "Office 3 in Hamburg is still free"),
            "exchange luebeck 1-2": ("office-free", PLATES, "Office 1 in Lübeck is still free"),
        },
        {"unused": {"exchange": 1}, "offices": {"hamburg": "ab"}},
    ),
    "offices may be exchanged in 2009": Scene(
        {
            "exchange minden 1-3": ("not-neighbours", PLATES, "Only offices side by side are exchanged"),
            "exchange minden 2-3": (
                "not-your-piece",
                PLATES,
                "One of the two offices in Minden must be yours",
            ),
        },
        {"rules": "2009", "unused": {"exchange": 1}, "offices": {"minden": "abb"}},
    ),
    "a marker is laid": Scene(
        {
            "lay hamburg-stade": (
                "route-not-empty",
                CLAIM,
                "Pieces are on Hamburg–Stade: the route must be empty",
            ),
            "lay bremen-minden": ("has-marker", CLAIM, "Bremen–Minden already has a marker"),
            "lay goslar-magdeburg": (
                "no-free-office",
                CLAIM,
                "Neither of Goslar and Magdeburg has a free office",
            ),
        },
        {
            "houses": {"hamburg-luebeck": "aaa", "hamburg-stade": "b.."},
            "offices": {"goslar": "b", "magdeburg": "Bb"},
            "markers": {"hamburg-luebeck": "office", "bremen-minden": "develop"},
        },
        ("establish hamburg-luebeck", "nothing", "end"),
    ),
    # -- the Emperor's Favour ------------------------------------------------------------------------
    "favours are for sale": Scene(
        {
            "favour action": ("not-on-display", FAVOUR, "That favour has been bought"),
            "favour tracks": ("not-on-display", FAVOUR, "That favour is not among those of this game"),
            "favour income": ("too-few-markers", FAVOUR, "A favour costs 2 unused markers, and you have 1"),
        },
        {
            "modules": "favour",
            "favours": ["income", "cities"],
            "unused": {"office": 1},
            "benno": {"favours": ["action"]},
        },
    ),
    "a turn with favours has begun": Scene(
        {"favour income": ("turn-begun", FAVOUR, "A favour is bought at the very start of a turn")},
        {
            "modules": "favour",
            "favours": ["action", "income", "cities"],
            "unused": {"office": 2},
            "supply": (1, 0),
        },
        ("place trader hamburg-stade",),
    ),
    "a favour is paid": Scene(
        {
            "turn plus-3": ("no-marker", PLATES, "You have no unused marker “three more actions”"),
            "end": (
                "decide-first",
                FAVOUR,
                "First turn 2 more markers face down for the favour",
            ),
        },
        {
            "modules": "favour",
            "favours": ["action", "income", "cities"],
            "unused": {"office": 2, "develop": 1},
        },
        ("favour income",),
    ),
    "income is shared": Scene(
        {
            "share merchant": ("not-in-stock", FAVOUR, "Your stock has no merchant"),
            "end": (
                "decide-first",
                FAVOUR,
                "First take a piece from your stock for the other player's income, or decline",
            ),
        },
        {
            "modules": "favour",
            "favours": ["action", "cities"],
            "benno": {"favours": ["income"], "stock": (3, 0)},
        },
        ("income 3 traders",),
    ),
    # -- the East --------------------------------------------------------------------------------------
    "ships": Scene(
        {
            "place trader wismar-stralsund": (
                "ship-needs-merchant",
                EAST,
                "Only a ship is free on Wismar–Stralsund: ships take merchants only",
            ),
            "place merchant wismar-stralsund": (
                "no-free-house",
                PLACE,
                "Only a ship is free on Wismar–Stralsund: your merchant may go aboard",
            ),
            "place merchant malmoe-visby ship": (
                "no-free-house",
                EAST,
                "Every ship of Malmö–Visby is taken",
            ),
            "displace malmoe-visby 2 with trader": (
                "ship-needs-merchant",
                EAST,
                "A trader cannot board ship 2 of Malmö–Visby: ships take merchants only",
            ),
            "green belgard trader": (
                "no-green-office",
                EAST,
                "Only a permanent marker opens an office in a green city",
            ),
        },
        {
            "map": "east",
            "houses": {"wismar-stralsund": "b..", "malmoe-visby": ".B."},
            "desk": {"book": 1},
            "supply": (3, 1),
        },
    ),
    "a trader moves by the sea": Scene(
        {
            "to wismar-stralsund ship": (
                "ship-needs-merchant",
                EAST,
                "In hand is your trader: ships take merchants only",
            ),
            "take danzig-malmoe 4": (
                "ship-needs-merchant",
                EAST,
                "A trader would go aboard: ships take merchants only",
            ),
        },
        {"map": "east", "houses": {"wismar-stralsund": "a..", "danzig-malmoe": "...A"}},
        ("move", "take wismar-stralsund 1"),
    ),
    "a green city may be had": Scene(
        {
            "green dresden merchant": ("no-piece", EAST, "You have no merchant in your supply"),
            "green belgard trader": ("city-full", PLATES, "Belgard has no room for another office"),
            "end": (
                "decide-first",
                EAST,
                "First put a piece from your supply into a green city, or decline",
            ),
        },
        {
            "map": "east",
            "houses": {"malmoe-visby": "aAa"},
            "extras": {"belgard": "bbbbbbbbccccccc"},
            "supply": (1, 0),
        },
        ("establish malmoe-visby", "office malmoe"),
    ),
    "the privilege may be had": Scene(
        {
            "develop book": ("not-developed-here", EAST, "The route's marker develops privilege only"),
        },
        {"map": "east", "houses": {"stralsund-malmoe": "aAA"}, "desk": {"book": 1}},
        ("establish stralsund-malmoe", "office malmoe"),
    ),
    "a marker is laid in the East": Scene(
        {"lay danzig-malmoe": ("has-marker", EAST, "Danzig–Malmö has a permanent marker")},
        {
            "map": "east",
            "houses": {"stettin-kulm": "aaa"},
            "markers": {"stettin-kulm": "office"},
        },
        ("establish stettin-kulm", "nothing", "end"),
    ),
    # -- Britannia -------------------------------------------------------------------------------------
    "Wales is closed": Scene(
        {
            "place trader conway-chester": (
                "no-leave",
                BRITANNIA,
                "Wales needs leave: the rightmost office of Cardiff or London must be yours",
            ),
            "displace montgomery-conway 1 with trader": (
                "no-leave",
                BRITANNIA,
                "Wales needs leave: the rightmost office of Cardiff or London must be yours",
            ),
        },
        {
            "map": "britannia",
            "supply": (3, 0),
            "offices": {"cardiff": "ab"},
            "houses": {"montgomery-conway": "b.."},
        },
    ),
    "the leave is used": Scene(
        {
            "place trader conway-chester": (
                "leave-used",
                BRITANNIA,
                "Your leave to place in Wales is used for this turn",
            )
        },
        {"map": "britannia", "supply": (3, 0), "offices": {"cardiff": "ba"}},
        ("place trader conway-chester",),
    ),
    "a piece is moved in England": Scene(
        {
            "to conway-chester": ("other-country", BRITANNIA, "The piece stays in England"),
            "take montgomery-conway 1": (
                "other-country",
                BRITANNIA,
                "Pieces in different countries do not change places",
            ),
        },
        {"map": "britannia", "houses": {"london-oxford": "a...", "montgomery-conway": "A.."}},
        ("move", "take london-oxford 1"),
    ),
    "a piece is moved in Wales": Scene(
        {
            "to glasgow-falkirk": (
                "other-country",
                BRITANNIA,
                "From Wales, a piece may go to England but to no other country",
            ),
        },
        {"players": 4, "map": "britannia", "houses": {"montgomery-conway": "a.."}},
        ("move", "take montgomery-conway 1"),
    ),
    "two pieces are placed beyond England": Scene(
        {
            "take london-oxford 1": (
                "routes-last",
                BRITANNIA,
                "Pieces on routes may go only when no others are left",
            ),
            "end": (
                "decide-first",
                BRITANNIA,
                "First choose a piece to be placed beyond England, or stop",
            ),
        },
        {
            "map": "britannia",
            "houses": {"calais-southampton": "aAA", "london-oxford": "a..."},
            "desk": {"book": 1},
        },
        ("establish calais-southampton", "office southampton"),
    ),
    "a piece is placed beyond England": Scene(
        {
            "to london-oxford": (
                "only-beyond",
                BRITANNIA,
                "The route's marker places pieces beyond England only",
            ),
        },
        {"map": "britannia", "houses": {"calais-southampton": "aAA"}, "desk": {"book": 1}},
        ("establish calais-southampton", "office southampton", "next trader"),
    ),
    "a marker is laid in Britannia": Scene(
        {
            "lay conway-chester": ("never-beyond", BRITANNIA, "Markers are laid in England only"),
            "lay calais-southampton": (
                "has-marker",
                BRITANNIA,
                "Calais–Southampton has a permanent marker",
            ),
        },
        {
            "map": "britannia",
            "houses": {"richmond-lancaster": "aa"},
            "markers": {"richmond-lancaster": "office"},
        },
        ("establish richmond-lancaster", "nothing", "end"),
    ),
    # -- two players -----------------------------------------------------------------------------------
    "the pawn is elsewhere": Scene(
        {
            "place trader minden-hannover": (
                "off-pawn",
                TWO,
                "The pawn is in the province of Frisia: Minden–Hannover does not border it",
            ),
            "establish bremen-minden": (
                "off-pawn",
                TWO,
                "The pawn is in the province of Frisia: Bremen–Minden does not border it",
            ),
            "pawn frisia": ("no-border", TWO, "The pawn is in the province of Frisia already"),
            "pawn harz": ("no-border", TWO, "The province of Harz does not border the province of Frisia"),
        },
        {"players": 2, "pawn": "frisia", "supply": (1, 0), "houses": {"bremen-minden": "aaa"}},
    ),
    "the pawn stands still": Scene(
        {
            "pawn coast": ("no-steps", TWO, "The pawn has no free step left, and you have no action"),
        },
        {
            "players": 2,
            "pawn": "frisia",
            "pawn_steps": 0,
            "actions": 0,
            "begun": True,
            "unused": {"plus-3": 1},
        },
    ),
    "the pawn has moved after the actions": Scene(
        dict.fromkeys(
            ("use plus-3", "use plus-4", "use develop actions"),
            (
                "actions-over",
                TWO,
                "The pawn has moved after your actions: no marker gives more of them this turn",
            ),
        )
        | {"use develop book": ("track-full", CLAIM, "Your book cannot be developed any further")},
        {
            "players": 2,
            "pawn": "weser",
            "actions": 1,
            "stock": (3, 0),
            "desk": {"book": 3},
            "unused": {"plus-3": 1, "plus-4": 1, "develop": 1},
        },
        ("income 3 traders", "pawn heath"),
    ),
}


def refusal(table: Table, action: str, seat: int | None = None) -> IllegalAction:
    """Why an action is refused; it changes nothing."""
    before = table.position()
    with pytest.raises(IllegalAction) as found:
        table.play(action, seat)
    assert table.position() == before
    return found.value


@pytest.mark.parametrize(
    ("scene", "action"),
    [(scene, action) for scene in SCENES for action in SCENES[scene].refusals],
)
def test_an_action_is_refused_for_its_reason(scene: str, action: str) -> None:
    table = SCENES[scene].table()
    assert action not in legal(table)
    found = refusal(table, action)
    kind, section, reason = SCENES[scene].refusals[action]
    assert (found.kind, found.page, found.reason) == (kind, section, reason)
    assert str(found) == f"{reason} ({section})"
    assert str(table.refusal(action)) == str(found)
    assert table.refusal(min(legal(table))) is None


def crowded_sea() -> Table:
    """Benno displaces a merchant of Anna's in the East: only ships are free, and she has nothing left."""
    board = next(side for side in BOARD_SIDES if side.name == "east")
    pieces = iter("AA" + "a" * 11 + "bcde" * 30)
    houses = {
        route.key: "".join(
            "." if place in route.ships else next(pieces) for place in range(len(route.houses))
        )
        for route in board.routes
    }
    others: dict[str, dict[str, Any]] = {name.lower(): {"desk": FULL_DESK} for name in NAMES[1:]}
    others["benno"]["supply"] = (3, 0)
    table = lay_out(
        5, map="east", rules="2009", houses=houses, active=1, seat=1, desk={"book": 1}, stock=(0, 0), **others
    )
    play(table, "displace danzig-malmoe 1 with trader")
    return table


def test_a_piece_on_a_route_needs_room_elsewhere() -> None:
    table = crowded_sea()
    assert table.names[table.seat] == "Anna"
    assert legal(table) == {"to stralsund-malmoe ship", "to malmoe-visby ship"}
    play(table, "to malmoe-visby ship")
    assert legal(table) == {"take danzig-malmoe 2", "done"}
    found = refusal(table, "take danzig-malmoe 3")
    assert (found.kind, found.page) == ("no-room", DISPLACE)
    assert found.reason == "No house that you may use is free for a trader"


# -- refusals of the table -------------------------------------------------------------------------


def test_it_must_be_ones_turn() -> None:
    found = refusal(lay_out(), "income 3 traders", seat=1)
    assert (found.kind, found.page, str(found)) == ("not-your-turn", None, "The decision is Anna's")


def test_the_displaced_player_decides_in_the_others_turn() -> None:
    table = SCENES["a displaced piece is in hand"].table()
    found = refusal(table, "to hamburg-stade", seat=0)
    assert (found.kind, str(found)) == ("not-your-turn", "The decision is Benno's")


@pytest.mark.parametrize("seat", [None, 0, 1])
def test_the_game_must_not_be_over(seat: int | None) -> None:
    table = lay_out(houses={"hamburg-luebeck": "aaa"}, offices={"hamburg": "a"}, points=19)
    play(table, "establish hamburg-luebeck", "nothing")
    assert table.is_over
    found = refusal(table, "income 3 traders", seat)
    assert (found.kind, found.page, str(found)) == ("game-over", None, "The game is over")


def test_the_second_player_sets_the_pawn_first() -> None:
    table = Table(load(2), 7, NAMES[:2])
    found = refusal(table, "move")
    assert (found.kind, found.page) == ("decide-first", TWO)
    assert found.reason == "First choose the province in which the pawn starts"


# -- all of them -----------------------------------------------------------------------------------

ELSEWHERE = {"no-room"}
"""Reached by a test of its own."""


def kinds_of_refusal() -> set[str]:
    """The kinds of refusal there are: texts in what people are told that are words joined by hyphens."""
    folder = Path(reasons.__file__).parent
    texts = (
        node.value
        for path in (folder / "reasons.py", *(folder / "wording").glob("*.py"))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    )
    return {text for text in texts if re.fullmatch(r"[a-z]+(-[a-z]+)+", text)}


def test_every_kind_of_refusal_is_reached_here() -> None:
    reached = {kind for scene in SCENES.values() for kind, _, _ in scene.refusals.values()}
    assert kinds_of_refusal() == reached | ELSEWHERE


GAMES = [
    (2, {}),
    (3, {"rules": "big-box", "modules": "favour"}),
    (5, {"map": "east"}),
    (3, {"map": "britannia", "rules": "2009"}),
    (4, {"map": "britannia"}),
]


@pytest.mark.parametrize(("players", "options"), GAMES, ids=str)
def test_whatever_is_not_legal_has_a_reason(players: int, options: dict[str, str]) -> None:
    game = load(players, limit="40", **options)
    kinds = kinds_of_refusal()
    table = Table(game, 11, NAMES[:players])
    chance = Random(5)
    for _ in range(250):
        if table.is_over:
            break
        choices = table.state.legal_actions()
        for action in chance.sample(range(game.num_actions), 25):
            if action not in choices:
                found = game.refusal(table.state, action)
                assert found.kind in kinds
                assert isinstance(found.page, str)
                assert found.reason[0].isupper()
                assert not found.reason.endswith(".")
        table.play(chance.choice(choices))

"""Games in which everything comes to happen: somebody who wants it to, and tables on which much lies."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

from burgher import BadPosition, Game, State, Table
from burgher.games.hansa.components import (
    DESK,
    FAVOURS,
    MARKER_TABLE,
    MISSIONS,
    RULES,
    SHAPES,
    BoardSide,
)
from hansa.kit import LETTERS, NAMES, lay_out, load, side


def eager(game: Game, state: State, houses: dict[str, Any], random: Random) -> int:
    """An action by somebody who wants everything to happen, and who fills routes to establish them."""
    legal = state.legal_actions()
    said = {action: game.words(action).split() for action in legal}
    for wanted, chance in (
        (("favour",), 0.5),
        (("establish",), 0.9),
        (("office", "extra", "special", "green", "use", "exchange", "develop"), 0.7),
        (("next", "to", "take", "share"), 0.7),
        (("displace",), 0.1),
        (("move",), 0.1),
    ):
        found = [action for action in legal if said[action][0] in wanted]
        if found and random.random() < chance:
            return random.choice(found)
    places = [action for action in legal if said[action][0] == "place"]
    if places and random.random() < 0.8:
        mine = {
            action: sum(
                2 if piece["seat"] == state.seat else -1 for piece in houses[said[action][2]] if piece
            )
            for action in places
        }
        return max(places, key=lambda action: (mine[action], random.random()))
    return random.choice(legal)


# -- rich tables ---------------------------------------------------------------------------------------


class Hands:
    """Everybody's pieces that are still to be put somewhere."""

    def __init__(self, desks: list[dict[str, int]]) -> None:
        self.left: list[Counter[str]] = []
        for desk in desks:
            left = Counter({shape: DESK["pieces"][f"{shape}s"] for shape in SHAPES})
            for track in DESK["track"]:
                left[track["covered"]] -= len(track["values"]) - 1 - desk[track["name"]]
            self.left.append(left)

    def give(self, seat: int, shape: int) -> str:
        """A piece as a letter, or a dot when there is none."""
        if not self.left[seat][SHAPES[shape]]:
            return "."
        self.left[seat][SHAPES[shape]] -= 1
        return LETTERS[seat].upper() if shape else LETTERS[seat]


def _routes(board: BoardSide, hands: Hands, random: Random) -> dict[str, str]:
    """Pieces on routes: many are one player's alone, those with permanent markers above all."""
    seats = len(hands.left)
    rows = {}
    for route in sorted(board.routes, key=lambda one: (one.permanent is None, random.random())):
        owner = random.choice([None, *range(seats)]) if random.random() < 0.7 else -1
        row = ""
        for n in range(len(route.houses)):
            seat = random.randrange(seats) if owner is None else owner
            taken = seat >= 0 and (owner is not None or random.random() < 0.5)
            row += hands.give(seat, int(n in route.ships or random.random() < 0.15)) if taken else "."
        rows[route.key] = row
    return rows


def _offices(board: BoardSide, hands: Hands, random: Random) -> dict[str, str]:
    """Offices from left to right."""
    rows = {}
    for city in board.cities:
        row = ""
        while len(row) < len(city.offices) and random.random() < 0.45:
            piece = hands.give(random.randrange(len(hands.left)), city.offices[len(row)].shape)
            if piece == ".":
                break
            row += piece
        rows[city.key] = row
    return rows


def rich(players: int, options: dict[str, str], random: Random) -> Table:
    """A table in the middle of a game such as nobody has played: Anna is to move, with everything to use."""
    while True:
        try:
            return _rich(players, options, random)
        except BadPosition:  # too many full cities, say, or end cities that are joined
            continue


def _rich(players: int, options: dict[str, str], random: Random) -> Table:
    game = load(players, **options)
    board = side(game)
    everybody: list[dict[str, Any]] = [
        {
            "points": random.randrange(18),
            "desk": {track["name"]: random.randrange(len(track["values"])) for track in DESK["track"]},
        }
        for _ in range(players)
    ]
    hands = Hands([player["desk"] for player in everybody])
    houses, offices = _routes(board, hands, random), _offices(board, hands, random)
    box = [marker["name"] for marker in MARKER_TABLE for _ in range(marker[RULES[options["rules"]]["box"]])]
    random.shuffle(box)
    plates = [route.key for route in board.routes if route.permanent is None and route.region == 0]
    tiles, missions = random.sample(FAVOURS, players), random.sample(MISSIONS, players)
    shown = []
    for seat, player in enumerate(everybody):
        left = hands.left[seat]
        player["stock"] = tuple(random.randint(0, left[shape]) for shape in SHAPES)
        player["unused"] = Counter(
            box.pop() for _ in range(random.choice([0, 1, 2, 3]) if len(box) > 7 else 0)
        )
        if "favour" in options.get("modules", ""):
            bought = random.random() < 0.5
            player["favours"] = tiles[seat : seat + 1] * bought
            shown += tiles[seat : seat + 1] * (not bought)
        if "missions" in options.get("modules", ""):
            player["mission"] = missions[seat]
    given = {name.lower(): one for name, one in zip(NAMES[1:], everybody[1:], strict=False)}
    first = everybody[0]
    mine = first.pop("favours", [])
    table = lay_out(
        players,
        **options,
        **first,
        **given,
        favours=shown,
        houses=houses,
        offices=offices,
        markers=dict(zip(random.sample(plates, 3), box, strict=False)),
    )
    if mine:  # what is said without a name is said of the table
        position = game.position(table.state)
        position["players"][0]["favours"] = mine
        return Table.restored(game, position, NAMES[:players])
    return table

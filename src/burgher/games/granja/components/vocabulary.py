"""The words of the component tables, and how many there are of each thing."""

from __future__ import annotations

from burgher.kernel.hexes import HexBoard

HARVEST = ("olive", "grain", "grape")
RESOURCES = (*HARVEST, "pig")
GOODS = (*RESOURCES, "food", "wine", "meat")
KINDS = (*GOODS, "trade")
"""Everything that a farm stores and a row may ask for, in the order of their numbers."""
PAYABLE = (*GOODS, "silver", "points")
"""The farm goods that pay for extensions."""

PHASES = ("farm", "revenue", "transport", "scoring")
ROUNDS = 6
CARDS = 66
SPACES = 6
BUILDINGS = 6
ROWS = 4
"""Rows of goods at each craft building."""
ROW_LENGTH = 4
ROOFS_EACH_ROUND = 4
ROOF_PLACES = 5
LARGEST_BARROW = 5
VALUES = (2, 3, 4, 5, 6)
"""The values of stall places, and so the points of market barrows."""
TRADES = ("silver", "harvest", "draw", "play", "pig", "upgrades")
DONKEYS = (1, 2, 3, 4)

BENEFITS = ("delivery", "stall", "hand", "income")
"""What a farm extension can bring."""
ADDITIONS = ("stalls", "hats", "donkeys", "hand", "barrows", "deliveries")
"""What a helper or a craft marker can add as long as it lies there."""
WHENS = (
    "income",
    "revenue",
    "barrow",
    "craft",
    "unblock",
    "removed",
    "removing",
    "market",
    "siesta",
    "scoring",
    "roof",
)
"""What can set off a helper by itself."""
IFS = (
    "first in turn order",
    "last in turn order",
    "no siesta points",
    "2 siesta points",
    "3 stalls",
    "3 roof tiles",
    "most craft markers",
)
PERS = ("craft marker", "pair of extensions", "market barrow")
DURINGS = (
    "before the roll",
    "draft",
    "after a die",
    "before the donkeys",
    "free deliveries",
    "delivery",
)
"""The only moments at which some actions are possible; all others are whenever one decides."""
CHOICES = (
    "good",
    "two harvest goods",
    "play card",
    "draw card",
    "play or draw card",
    "card or good",
    "upgrade",
    "upgrade or siesta",
    "delivery",
    "delivery or silver",
    "empty stall",
    "used roof tile",
    "craft marker",
    "good to exchange",
    "good to move",
    "good to disguise",
    "dice to reroll",
    "revenue space",
    "space of the round",
    "used donkey tile",
)
"""What an effect can ask its player."""
TOWN_CHOICES = ("building", "empty dens", "trade commodity")
"""What only the revenue tiles of Bustling Town ask: a building action; resources for dens and stalls that are
empty; turning a trade commodity into something else."""
RULES = (
    "cheaper upgrades",
    "cheap oil",
    "cheaper harvest goods",
    "cheaper extensions",
    "cheaper roofs",
    "better exchange",
    "early breeding",
    "full fields",
    "second harvest",
    "two options",
    "leftover die",
    "delivery with silver",
    "light donkeys",
    "market guard",
    "neighbouring value",
    "blocked building",
)
"""The rules that helpers change, each with a function or a line of its own in the code."""
THENS = ("siesta points", "income")
CARDS_BETWIXT = 8
LADIES = (
    "green die",
    "fourth helper",
    "roofs",
    "silver for points",
    "dear goods",
    "siesta rewards",
)
"""What the Ladies of La Granja can do, each with a line of its own in the code."""
CONFIDENCE = ("high", "medium", "low", "reconstructed")
"""How sure a block of the tables can be."""

MARKET = HexBoard([4, 5, 6, 5, 4])
"""The stall places of the market."""


def stall_name(space: int) -> str:
    """A stall place as people name it: row and place in the row, `3-2`."""
    row = 0
    while space >= MARKET.widths[row]:
        space -= MARKET.widths[row]
        row += 1
    return f"{row + 1}-{space + 1}"


STALL_NAMES = tuple(stall_name(space) for space in range(len(MARKET)))

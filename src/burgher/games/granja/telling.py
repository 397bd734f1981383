"""The game in sentences: what is asked, what an action would do, what happened."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from burgher.games.granja import actions as act
from burgher.games.granja import events as ev
from burgher.games.granja import pending as ask
from burgher.games.granja.actions import FACES, target_name
from burgher.games.granja.anytime import price_of, upgrade_price
from burgher.games.granja.components import HARVEST, KINDS, RESOURCES, STALL_NAMES, TRADES, Components
from burgher.games.granja.farm import roof_price
from burgher.kernel.journal import SCORED

if TYPE_CHECKING:
    from burgher.games.granja.state import Granja
    from burgher.kernel.journal import Entry

KIND_NAMES = ("olive", "grain", "grape", "pig", "food", "wine", "cured meat", "trade commodity")


def several(count: int, thing: str) -> str:
    """A number of things: `1 step`, `3 cards`."""
    return f"{count} {thing}" if count == 1 else f"{count} {thing}s"


# -- what is asked --------------------------------------------------------------------------------


def heading(table: Granja) -> str:
    """Phase and round: `T3` is the third round's transportation phase."""
    return "end" if table.is_over else f"{'FRTS'[table.phase]}{table.round + 1}"


_QUESTIONS = {
    ask.ONE_GOOD: "Which good do you take?",
    ask.TWO_GOODS: "Which two different harvest goods do you take?",
    ask.CARD: "Choose one: play a card, draw a card, or whatever else is offered.",
    ask.IMPROVING: "Which resource do you upgrade for nothing?",
    ask.DELIVERY: "What do you deliver, and where?",
    ask.BARROW_TO_CLEAR: "There is no room: which market barrow do you discard?",
    ask.HELPER_TO_CLEAR: "There is no room: which helper do you discard?",
    ask.PAYMENT: "Which different farm goods do you pay for the extension?",
    ask.STALL_TO_PLACE: "On which stall place do you put your marker?",
    ask.MARKET_GUARD: "Do you pay to keep one of your markers in the market?",
    ask.GOOD_TO_PAY: "Which good do you discard?",
    ask.CARD_TO_PAY: "Which card do you discard?",
    ask.EXCHANGE: "Which harvest good do you exchange for which?",
    ask.UNLOADING: "Which good do you take off a barrow?",
    ask.LOADING: "Onto which barrow do you load it?",
    ask.DISGUISE: "Which harvest good is to pass for which?",
    ask.DISGUISED: "Where do you deliver it?",
    ask.REROLLING: "Which die do you roll again?",
    ask.MARKING: "Which revenue space do you mark?",
    ask.ROOF_TO_TURN: "Which used roof tile do you turn up?",
    ask.CRAFT_AGAIN: "Which of your craft markers do you use again?",
    ask.FETCHING: "Which donkey tile do you take back?",
}

_STEPS = {
    ask.PLAY: "Play a card to a side of your farm.",
    ask.HAND: "You have too many cards: discard down to your hand limit.",
    ask.ROOFS: "Buy a roof tile, or be done.",
    ask.BEFORE_ROLL: "Use your helper before the dice are rolled, or skip.",
    ask.DRAFT: "Take a die and use its revenue space.",
    ask.AFTER_DIE: "Use your helper after your die, or skip.",
    ask.LEFTOVER: "Use the leftover die.",
    ask.BEFORE_DONKEYS: "Use your helper before the donkeys are chosen, or skip.",
    ask.CHOOSING: "Choose a donkey tile, secretly.",
}


def question(table: Granja) -> str:
    """What is asked of the seat to move."""
    if table.depth:
        return _QUESTIONS[ask.top(table)]
    if table.step == ask.FREE:
        return f"You have {_deliveries(table.left, 'free')} left: deliver, or be done."
    if table.step == ask.PURCHASED:
        price = table.box.delivery_price
        return f"You may buy {_deliveries(table.left, '')} for {price} silver each: deliver, or be done."
    return _STEPS[table.step]


def _deliveries(count: int, sort: str) -> str:
    what = f"{sort} delivery" if sort else "delivery"
    return f"{count} {what}" if count == 1 else f"{count} {what[:-1]}ies"


def sentence(table: Granja, action: int, box: Components) -> str:
    """What a legal action would do here and what it costs."""
    verb, thing = act.VERB[action], act.THING[action]
    match verb:
        case act.FIELD:
            return f"Play card {thing + 1} as a {box.cards[thing].field} field"
        case act.BARROW:
            card = box.cards[thing]
            return (
                f"Play card {thing + 1} as a market barrow: {', '.join(card.barrow)} for {card.points} points"
            )
        case act.EXTENSION:
            return f"Play card {thing + 1} as a farm extension: {', '.join(box.cards[thing].extension)}"
        case act.HELPER | act.USE | act.DISMISS:
            helper = box.cards[thing].helper
            said = {act.HELPER: "Play", act.USE: "Use", act.DISMISS: "Discard"}[verb]
            return f"{said} the {helper.name}: {helper.text}"
        case act.DELIVER:
            return f"Deliver {KIND_NAMES[thing & 7]} to {target_name(thing >> 3)}"
        case act.DIE:
            number, space = thing // 6 + 1, thing % 6 + 1
            changed = f" as a {space}" if space != number else ""
            return f"Use a {number}{changed}: {box.spaces[space - 1].text}"
        case act.BUY:
            return f"Buy {RESOURCES[thing]} for {price_of(table, thing)} silver"
        case act.SELL:
            return f"Sell {RESOURCES[thing]} for {box.sell[thing]} silver"
        case act.UPGRADE:
            return f"Upgrade {RESOURCES[thing]} for {upgrade_price(table, thing)} silver"
        case act.TRADE:
            return f"Turn a trade commodity into: {TRADES[thing]}"
        case act.ROOF:
            return f"Use roof tile {thing + 1}: {box.roofs[table.me.roofs[thing] - 1].text}"
        case act.TILE:
            tile = table.display[thing] - 1
            return f"Buy a roof tile for {roof_price(table, tile)} silver: {box.roofs[tile].text}"
        case act.STALL:
            return f"Put a marker on stall place {STALL_NAMES[thing]} of value {box.market_values[thing]}"
        case act.DONKEY:
            return (
                f"Choose the tile with {several(thing + 1, 'donkey')} and {several(box.hats[thing], 'hat')}"
            )
    said = FACES[action][2]
    return said[0].upper() + said[1:]


# -- what happened ----------------------------------------------------------------------------------


def tell(entry: Entry, names: Sequence[str], box: Components) -> str:
    """A journal entry as a sentence."""
    who = names[entry.seat]
    if entry.event == SCORED:
        if entry.points < 0:
            return f"{who} pays {several(-entry.points, 'point')}."
        return f"{who} scores {several(entry.points, 'point')}: {source(entry, box)}."
    details = (*entry.details, 0, 0, 0)
    return f"{_STORIES[entry.event](who, details, box, names)}."


def _dice(packed: int) -> str:
    rolled = [str(n + 1) for n in range(6) for _ in range(packed >> 4 * n & 15)]
    return ", ".join(rolled)


Story = Callable[[str, tuple[int, ...], Components, Sequence[str]], str]

_STORIES: dict[int, Story] = {
    ev.STARTS: lambda who, d, box, names: f"{who} is the start player",
    ev.BLOCKED: lambda who, d, box, names: f"Order marker {d[1]} blocks the {box.buildings[d[0]].name}",
    ev.ROUND: lambda who, d, box, names: f"Round {d[0] + 1} begins",
    ev.ORDER: lambda who, d, box, names: f"{who} is number {d[0] + 1} in turn order",
    ev.DREW: lambda who, d, box, names: f"{who} draws {several(d[0], 'card')}",
    ev.DREW_CARD: lambda who, d, box, names: f"{who} draws card {d[0] + 1}",
    ev.SHUFFLED: lambda who, d, box, names: f"{several(d[0], 'discarded card')} become the deck",
    ev.DISCARDED: lambda who, d, box, names: f"{who} discards card {d[0] + 1}",
    ev.PLAYED_FIELD: lambda who, d, box, names: (
        f"{who} plays card {d[0] + 1} as a {box.cards[d[0]].field} field"
    ),
    ev.PLAYED_BARROW: lambda who, d, box, names: f"{who} plays card {d[0] + 1} as a market barrow",
    ev.PLAYED_EXTENSION: lambda who, d, box, names: f"{who} plays card {d[0] + 1} as a farm extension",
    ev.PLAYED_HELPER: lambda who, d, box, names: (
        f"{who} plays card {d[0] + 1} as a helper, the {box.cards[d[0]].helper.name}"
    ),
    ev.CLEARED: lambda who, d, box, names: f"{who} discards the barrow of card {d[0] + 1}",
    ev.DISMISSED: lambda who, d, box, names: f"{who} discards the {box.cards[d[0]].helper.name}",
    ev.GAINED: lambda who, d, box, names: f"{who} gains {d[1]} {KIND_NAMES[d[0]]}",
    ev.LOST: lambda who, d, box, names: f"{who} pays 1 {KIND_NAMES[d[0]]}",
    ev.EARNED: lambda who, d, box, names: f"{who} {'gains' if d[0] > 0 else 'pays'} {abs(d[0])} silver",
    ev.HARVESTED: lambda who, d, box, names: (
        f"{who} harvests " + ", ".join(f"{n} {good}" for n, good in zip(d, HARVEST, strict=False) if n)
    ),
    ev.BRED: lambda who, d, box, names: f"{who} has a new pig",
    ev.SOLD: lambda who, d, box, names: f"{who} sells {KIND_NAMES[d[0]]} for {d[1]} silver",
    ev.BOUGHT: lambda who, d, box, names: f"{who} buys {KIND_NAMES[d[0]]} for {d[1]} silver",
    ev.UPGRADED: lambda who, d, box, names: (
        f"{who} upgrades {KIND_NAMES[d[0]]}" + (f" for {d[1]} silver" if d[1] else "")
    ),
    ev.TRADED: lambda who, d, box, names: f"{who} turns a trade commodity into: {TRADES[d[0]]}",
    ev.BOUGHT_ROOF: lambda who, d, box, names: (
        f"{who} buys roof tile {box.roofs[d[0]].name} for {d[2]} silver"
    ),
    ev.USED_ROOF: lambda who, d, box, names: f"{who} uses roof tile {box.roofs[d[0]].name}",
    ev.TURNED_ROOF: lambda who, d, box, names: f"{who} turns up roof tile {box.roofs[d[0]].name}",
    ev.NEW_ROOFS: lambda who, d, box, names: f"{several(d[0], 'roof tile')} are laid out",
    ev.USED_HELPER: lambda who, d, box, names: f"{who}'s {box.cards[d[0]].helper.name} helps",
    ev.ROLLED: lambda who, d, box, names: f"{who} rolls the dice: {_dice(d[0])}",
    ev.REROLLED: lambda who, d, box, names: f"{who} rolls again: {_dice(d[1])}",
    ev.MARKED: lambda who, d, box, names: f"{who} marks revenue space {d[0] + 1}",
    ev.TOOK_DIE: lambda who, d, box, names: (
        f"{who} takes a {d[0] + 1}" + (f" and uses it as a {d[1] + 1}" if d[0] != d[1] else "")
    ),
    ev.LEFTOVER: lambda who, d, box, names: f"{who} uses the leftover die on space {d[1] + 1}",
    ev.RESTED: lambda who, d, box, names: f"{who} advances {several(d[0], 'step')} on the siesta track",
    ev.CHOSE_DONKEY: lambda who, d, box, names: f"{who} chooses the tile with {several(d[0] + 1, 'donkey')}",
    ev.FETCHED: lambda who, d, box, names: f"{who} takes back the tile with {several(d[0] + 1, 'donkey')}",
    ev.DONKEYS_BACK: lambda who, d, box, names: "All donkey tiles come back",
    ev.DELIVERED: lambda who, d, box, names: f"{who} delivers {KIND_NAMES[d[0]]} to {target_name(d[1])}",
    ev.BOUGHT_DELIVERY: lambda who, d, box, names: f"{who} pays {d[0]} silver for a delivery",
    ev.COMPLETED_BARROW: lambda who, d, box, names: f"{who} completes the barrow of card {d[0] + 1}",
    ev.PLACED_STALL: lambda who, d, box, names: f"{who} opens a stall at {STALL_NAMES[d[0]]}",
    ev.REMOVED_STALL: lambda who, d, box, names: (
        f"{who} loses the stall at {STALL_NAMES[d[0]]} to {names[d[1]]}"
    ),
    ev.GUARDED: lambda who, d, box, names: f"{who} keeps the stall at {STALL_NAMES[d[0]]}",
    ev.COMPLETED_CRAFT: lambda who, d, box, names: f"{who} completes the {box.buildings[d[0]].name}",
    ev.UNBLOCKED: lambda who, d, box, names: f"The {box.buildings[d[0]].name} is open now",
    ev.EXCHANGED: lambda who, d, box, names: f"{who} exchanges {HARVEST[d[0]]} for {HARVEST[d[1]]}",
    ev.MOVED: lambda who, d, box, names: (
        f"{who} moves {KIND_NAMES[d[0]]} from barrow {d[1] + 1} to barrow {d[2] + 1}"
    ),
    ev.DISGUISED: lambda who, d, box, names: f"{who} lets {HARVEST[d[0]]} pass for {HARVEST[d[1]]}",
    ev.DECLINED: lambda who, d, box, names: f"{who} skips",
    ev.FINISHED: lambda who, d, box, names: f"{who} is done",
    ev.OVER: lambda who, d, box, names: f"The game is over: {who} wins",
}

_SOURCES = {
    ev.BARROWS: "market barrows",
    ev.REPLACED: "markers replaced",
    ev.REMOVED: "markers driven away",
    ev.CRAFTS: "craft buildings",
    ev.TOKENS: "first at craft buildings",
    ev.UNBLOCKING: "craft buildings unblocked",
    ev.MARKET: "market",
    ev.SIESTA: "siesta track",
    ev.ROOF_PLACES: "roof",
    ev.ROOF_TILES: "roof tiles",
    ev.CRAFT_MARKERS: "craft markers",
    ev.SILVER: "silver left",
    ev.PAID: "paid",
}


def source(entry: Entry, box: Components) -> str:
    """Where an entry's points come from."""
    if entry.source >= ev.HELPERS:
        return box.cards[entry.source - ev.HELPERS].helper.name
    return _SOURCES[entry.source]


assert len(KIND_NAMES) == len(KINDS)

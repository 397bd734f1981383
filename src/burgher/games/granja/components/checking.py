"""From the tables to the things in the box: every value checked, and what goes together."""

from __future__ import annotations

from burgher.games.granja.components.effects import Effect, effect_of
from burgher.games.granja.components.modules import checked_modules
from burgher.games.granja.components.reading import BadComponents, Entry, Files
from burgher.games.granja.components.things import (
    Building,
    Card,
    Components,
    Helper,
    Roof,
    Space,
)
from burgher.games.granja.components.vocabulary import (
    ADDITIONS,
    BENEFITS,
    BUILDINGS,
    CARDS,
    CONFIDENCE,
    DONKEYS,
    HARVEST,
    IFS,
    KINDS,
    LARGEST_BARROW,
    MARKET,
    PHASES,
    RESOURCES,
    ROOF_PLACES,
    ROUNDS,
    ROW_LENGTH,
    ROWS,
    RULES,
    SPACES,
    STALL_NAMES,
    TRADES,
    VALUES,
    WHENS,
)

_BLOCKS = {
    "cards": "farm cards",
    "roofs": "roof tiles",
    "roof-places": "places for roof tiles",
    "revenue": "revenue spaces",
    "market": "market place",
    "siesta": "siesta track",
    "crafts": "craft buildings",
    "craft-numbers": "numbers of the craft buildings",
    "craft-rows": "rows of the craft buildings",
    "start": "set-up",
    "donkeys": "donkey tiles",
    "prices": "prices",
    "upgrades": "prices of upgrades",
    "pig-upgrade": "price of upgrading a pig",
    "farm": "player board",
    "farm-stalls": "pig stalls of the player board",
    "final": "final scoring",
}
"""Each block of the tables, as people call it."""


def _helper(entry: Entry) -> Helper:
    when = None if entry.get("when") is None else entry.choice("when", WHENS)
    rule = None if entry.get("rule") is None else entry.choice("rule", RULES)
    helper = Helper(
        name=entry.text("name"),
        text=entry.text("text"),
        phases=entry.choices("phases", PHASES) if entry.get("phases") is not None else (),
        once=entry.flag("once", False),
        effect=effect_of(entry),
        when=when,
        only_if=None if entry.get("if") is None else entry.choice("if", IFS),
        adds=entry.counts("adds", ADDITIONS, 9),
        rule=rule,
        confidence=entry.text("confidence"),
    )
    effect = helper.effect
    if sum([when is not None, rule is not None, bool(helper.adds)]) > 1:
        raise entry.fail("when", "a helper has one of when, rule and adds, or is an action without them")
    if when is not None and (effect.choose or effect.pay or effect.shift or effect.upgrade or effect.then):
        raise entry.fail("when", "what happens by itself can only gain")
    if helper.only_if is not None and when is None:
        raise entry.fail("if", "goes with when")
    if when is not None and not effect.gain:
        raise entry.fail("gain", "is missing")
    if (rule is not None or helper.adds) and not effect.is_empty:
        raise entry.fail("gain", "a helper with a rule or additions does nothing else")
    if helper.is_action and effect.is_empty:
        raise entry.fail(
            "gain", "the helper does nothing: give it gain, choose, upgrade, shift, rule or adds"
        )
    if helper.is_action and not helper.once:
        raise entry.fail("once", "an action has to be for once a round, or the game might not end")
    if effect.pay and not helper.is_action and rule != "market guard":
        raise entry.fail("pay", "goes with an action")
    if effect.per is not None and (when is None or effect.per == "market barrow"):
        raise entry.fail("per", "goes with when, and counts craft markers or pairs of extensions")
    if effect.during is not None and not helper.is_action:
        raise entry.fail("during", "goes with an action")
    if effect.shift and effect.during != "draft":
        raise entry.fail("shift", 'goes with during = "draft"')
    if (expected := _MOMENTS.get(effect.choose or "")) is not None and effect.during != expected:
        raise entry.fail("during", f"should be {expected!r} for choosing {effect.choose!r}")
    entry.done()
    return helper


_MOMENTS = {
    "good to disguise": "delivery",
    "dice to reroll": "draft",
    "revenue space": "before the roll",
    "space of the round": "after a die",
    "used donkey tile": "before the donkeys",
}
"""Choices that make sense at one moment only."""


def _card(entry: Entry) -> Card:
    barrow = entry.inner("barrow")
    goods = barrow.choices("goods", KINDS)
    if not 1 <= len(goods) <= LARGEST_BARROW:
        raise barrow.fail("goods", f"should be 1 to {LARGEST_BARROW} goods")
    extension = entry.choices("extension", BENEFITS)
    card = Card(
        number=entry.number("number", 1, CARDS),
        field=entry.choice("field", HARVEST),
        barrow=goods,
        points=barrow.number("points", VALUES[0], VALUES[-1]),
        trade=barrow.number("trade", 0, 9, default=1),
        stall=barrow.flag("stall", True),
        extension=extension,
        helper=_helper(entry.inner("helper")),
    )
    barrow.done()
    entry.done()
    return card


def _roof(entry: Entry) -> Roof:
    doubles = entry.get("at-once")
    if doubles is not None:
        entry.choice("at-once", ["points of its place"])
    roof = Roof(
        name=entry.text("name"),
        round=entry.number("round", 1, ROUNDS),
        cost=entry.number("cost", 0, 20),
        text=entry.text("text"),
        phases=entry.choices("phases", PHASES) if entry.get("phases") is not None else (),
        effect=effect_of(entry),
        doubles=doubles is not None,
    )
    if roof.doubles != roof.effect.is_empty:
        raise entry.fail("gain", "a roof tile needs gain, choose, upgrade, shift or then, or at-once alone")
    if roof.effect.shift and roof.effect.during != "draft":
        raise entry.fail("shift", 'goes with during = "draft"')
    if roof.effect.during not in (None, "draft", "free deliveries"):
        raise entry.fail("during", "a roof tile has no such moment")
    if roof.effect.choose in _MOMENTS:
        raise entry.fail("choose", "a roof tile has no such moment")
    entry.done()
    return roof


def _building(entry: Entry) -> Building:
    rows = entry.items("rows", ROWS)
    instant, ongoing = entry.inner("instant"), entry.inner("ongoing")
    when = None if ongoing.get("when") is None else ongoing.choice("when", ["income", "craft", "barrow"])
    building = Building(
        number=entry.number("number", 1, BUILDINGS),
        name=entry.text("name"),
        text=entry.text("text"),
        rows=tuple(Entry({"rows": row}, entry.where).choices("rows", KINDS, ROW_LENGTH) for row in rows),
        instant=effect_of(instant),
        when=when,
        ongoing=effect_of(ongoing),
        adds=ongoing.counts("adds", ("hats", "donkeys", "hand", "stalls", "deliveries"), 9),
    )
    for side, effect in (("instant", building.instant), ("ongoing", building.ongoing)):
        if effect.pay or effect.during or effect.shift or effect.choose in _MOMENTS:
            raise entry.fail(side, "neither costs anything nor has a moment of its own")
    if (when is None) != building.ongoing.is_empty or (when is None) != bool(building.adds):
        raise entry.fail("ongoing", "should have either when with what it brings, or adds")
    if building.ongoing.choose and (when != "income" or building.ongoing.choose != "good"):
        raise entry.fail("ongoing", "can only choose a good, with income")
    instant.done()
    ongoing.done()
    entry.done()
    return building


def _space(entry: Entry) -> Space:
    space = Space(entry.number("number", 1, SPACES), entry.text("text"), effect_of(entry))
    if space.effect.pay or space.effect.is_empty or space.effect.during or space.effect.shift:
        raise entry.fail("gain", "a revenue space needs gain or choose, and costs nothing")
    entry.done()
    return space


def _trade(entry: Entry) -> Effect:
    entry.choice("name", TRADES)
    effect = effect_of(entry)
    if effect.pay or effect.is_empty or effect.during or effect.shift:
        raise entry.fail("gain", "a trade commodity needs gain or choose, and costs nothing else")
    entry.done()
    return effect


def _rows(entry: Entry, key: str, least: int, most: int) -> tuple[int, ...]:
    """Numbers in the shape of the market place."""
    values: list[int] = []
    for row, width in zip(entry.items(key, len(MARKET.widths)), MARKET.widths, strict=True):
        values += Entry({key: row}, entry.where).numbers(key, least, most, width)
    return tuple(values)


def _start_places(market: Entry, values: tuple[int, ...], players: tuple[int, ...]) -> tuple[int, ...]:
    start = tuple(STALL_NAMES.index(name) for name in market.choices("start", STALL_NAMES, 4))
    if sorted(values[space] for space in start) != [2, 3, 4, 5] or any(players[s] > 2 for s in start):
        raise market.fail("start", "should be one place of each value from 2 to 5, open to all")
    return tuple(sorted(start, key=lambda space: values[space]))


def checked(name: str, files: Files) -> Components:
    """The set that some tables describe; raises `BadComponents` naming file, thing and key."""
    blocks = {block: files.table(block) for block in _BLOCKS}
    market, farm, start, prices = (blocks[block] for block in ("market", "farm", "start", "prices"))
    values = _rows(market, "values", VALUES[0], VALUES[-1])
    players = _rows(market, "players", 2, 4)
    for count in (2, 3, 4):
        for value in VALUES:
            if not any(v == value and p <= count for v, p in zip(values, players, strict=True)):
                raise market.fail("players", f"leaves no stall place of value {value} with {count} players")
    sell = prices.counts("sell", RESOURCES, 20)
    buy = prices.counts("buy", RESOURCES, 20)
    for good in RESOURCES:
        if good not in sell or good not in buy:
            raise prices.fail("sell" if good not in sell else "buy", f"has no {good}")
        if sell[good] > buy[good]:
            raise prices.fail("sell", f"{good}: what is bought may not be sold for more")
    rounds = [f"{round}{letter}" for round in range(1, ROUNDS + 1) for letter in "abcd"]
    roofs = tuple(map(_roof, files.entries("roof", rounds)))
    for roof in roofs:
        if roof.name[0] != str(roof.round):
            raise BadComponents(f"roof {roof.name}: round: should be {roof.name[0]}")
    track = blocks["siesta"].numbers("points", 0, 20)
    if not 2 <= len(track) <= 30 or list(track) != sorted(track):
        raise blocks["siesta"].fail("points", "should be 2 to 30 numbers that never fall")
    blocks["cards"].number("count", CARDS, CARDS)
    components = Components(
        name=name,
        cards=tuple(map(_card, files.entries("card", range(1, CARDS + 1)))),
        roofs=roofs,
        roof_points=blocks["roof-places"].numbers("points", 0, 20, ROOF_PLACES),
        spaces=tuple(map(_space, files.entries("space", range(1, SPACES + 1)))),
        buildings=tuple(map(_building, files.entries("building", range(1, BUILDINGS + 1)))),
        market_values=values,
        market_players=players,
        market_start=_start_places(market, values, players),
        siesta=track,
        trades=tuple(map(_trade, files.entries("trade", TRADES))),
        hats=blocks["donkeys"].numbers("hats", 0, 9, len(DONKEYS)),
        sell=tuple(sell[good] for good in RESOURCES),
        buy=tuple(buy[good] for good in RESOURCES),
        upgrade=tuple(blocks["upgrades"].number(good, 0, 20) for good in RESOURCES),
        dice=start.numbers("dice", 3, 20, 4),
        plays=start.numbers("plays", 0, 3, ROUNDS),
        rows_used=blocks["craft-rows"].numbers("used", 1, ROWS, 4),
        start_cards=start.number("cards", 1, 9),
        start_silver=start.number("silver", 0, 20),
        start_points=start.number("points", 0, 20),
        start_trade=start.number("trade", 0, 9),
        donkeys_returned=blocks["donkeys"].number("returned", 2, 4),
        hand=farm.number("hand", 1, 9),
        barrows=farm.number("barrows", 1, 3),
        helpers=farm.number("helpers", 1, 3),
        stalls=farm.number("stalls", 0, 9),
        delivery_price=farm.number("delivery-price", 0, 9),
        token=blocks["crafts"].number("token", 0, 9),
        unblock=blocks["crafts"].number("unblock", 0, 9),
        blocked=blocks["crafts"].number("blocked", 3, 3),
        final_trade=blocks["final"].number("trade", 0, 20),
        final_silver=blocks["final"].number("silver", 1, 20),
        confidence={_BLOCKS[key]: entry.choice("confidence", CONFIDENCE) for key, entry in blocks.items()},
        source={_BLOCKS[key]: entry.text("source") for key, entry in blocks.items()},
        modules=checked_modules(files),
    )
    for players_, dice in enumerate(components.dice, start=1):
        if players_ > 1 and dice != 2 * players_ + 1:
            raise start.fail("dice", f"with {players_} players there are two dice each and one more")
    for players_, used in enumerate(components.rows_used, start=1):
        if used < players_:
            raise blocks["craft-rows"].fail("used", f"leaves too few rows for {players_} players")
    for entry in blocks.values():
        entry.done()
    _check_unique_rules(components)
    return components


def _check_unique_rules(components: Components) -> None:
    """Rules that helpers change do not add up: there is one card for each at most."""
    seen: dict[str, int] = {}
    for card in components.cards:
        rule = card.helper.rule
        if rule is not None and rule in seen:
            raise BadComponents(f"card {card.number}: helper: rule: card {seen[rule]} has {rule!r} already")
        if rule is not None:
            seen[rule] = card.number

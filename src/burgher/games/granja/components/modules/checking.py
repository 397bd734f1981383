"""From the modules' tables to their parts: every value checked."""

from __future__ import annotations

from collections.abc import Mapping

from burgher.games.granja.components.effects import Effect, effect_of
from burgher.games.granja.components.modules.things import (
    Betwixt,
    BetwixtCard,
    BrokenRoofs,
    BustlingTown,
    Colchonera,
    ColchoneraRow,
    Counsellor,
    Counsellors,
    DonkeySong,
    GrandMarkers,
    HiredHands,
    Journey,
    Ladies,
    Lady,
    LongDistanceTrade,
    Modules,
    Outlaw,
    Outlaws,
    SongTile,
    TownBuilding,
    TownSpace,
    TradeBoard,
    TradeBoards,
)
from burgher.games.granja.components.reading import Entry, Files
from burgher.games.granja.components.vocabulary import (
    CARDS_BETWIXT,
    CONFIDENCE,
    GOODS,
    KINDS,
    LADIES,
    RESOURCES,
    TOWN_CHOICES,
)

_REWARDS = ("points", "silver", *KINDS)
_PENALTIES = ("silver", "points", "card", "siesta", "loaded", "any-harvest", *GOODS)


class _Blocks:
    """The tables of one module: those that have been asked for, with how sure they are."""

    def __init__(self, files: Files, names: Mapping[str, str]) -> None:
        self.entries = {key: files.table(key) for key in names}
        self.confidence = {
            names[key]: entry.choice("confidence", CONFIDENCE) for key, entry in self.entries.items()
        }
        self.source = {names[key]: entry.text("source") for key, entry in self.entries.items()}

    def __getitem__(self, key: str) -> Entry:
        return self.entries[key]

    def done(self) -> None:
        for entry in self.entries.values():
            entry.done()


def checked_modules(files: Files) -> Modules:
    """The parts that the modules' tables describe; raises `BadComponents` naming file, thing and key."""
    return Modules(
        betwixt=_betwixt(files),
        broken_roofs=_broken_roofs(files),
        bustling_town=_bustling_town(files),
        colchonera=_colchonera(files),
        counsellors=_counsellors(files),
        outlaws=_outlaws(files),
        donkey_song=_donkey_song(files),
        grand_markers=_grand_markers(files),
        hired_hands=_hired_hands(files),
        ladies=_ladies(files),
        long_distance_trade=_long_distance_trade(files),
        trade_boards=_trade_boards(files),
    )


# -- Betwixt ------------------------------------------------------------------------------------------


def _betwixt(files: Files) -> Betwixt:
    blocks = _Blocks(files, {"betwixt": "Betwixt cards"})
    cards = tuple(map(_betwixt_card, files.entries("betwixt-card", range(1, CARDS_BETWIXT + 1))))
    blocks.done()
    return Betwixt(cards=cards, confidence=blocks.confidence, source=blocks.source)


def _betwixt_card(entry: Entry) -> BetwixtCard:
    card = BetwixtCard(
        number=entry.number("number", 1, CARDS_BETWIXT),
        goods=entry.choices("goods", KINDS, 7),
        first=entry.counts("first", _REWARDS, 9),
        second=entry.counts("second", _REWARDS, 9),
    )
    for key, reward in (("first", card.first), ("second", card.second)):
        if not 1 <= reward.get("points", 0) <= 6:
            raise entry.fail(f"{key}.points", "should be 1 to 6: a die is compared with it")
    entry.done()
    return card


# -- Broken Roofs -------------------------------------------------------------------------------------


def _broken_roofs(files: Files) -> BrokenRoofs:
    blocks = _Blocks(files, {"broken-roofs": "broken roofs"})
    roofs = blocks["broken-roofs"]
    parts = BrokenRoofs(
        count=roofs.number("count", 6, 6),
        cost=roofs.number("cost", 0, 20),
        confidence=blocks.confidence,
        source=blocks.source,
    )
    blocks.done()
    return parts


# -- Bustling Town ------------------------------------------------------------------------------------


def _bustling_town(files: Files) -> BustlingTown:
    blocks = _Blocks(
        files, {"town-spaces": "revenue tiles of the town", "town-buildings": "buildings of the town"}
    )
    names = [f"{side}{number}" for side in "AB" for number in range(1, 7)]
    parts = BustlingTown(
        spaces=tuple(map(_town_space, files.entries("town-space", names))),
        buildings=tuple(map(_town_building, files.entries("town-building", range(1, 11)))),
        display=blocks["town-buildings"].number("display", 1, 3),
        confidence=blocks.confidence,
        source=blocks.source,
    )
    blocks.done()
    return parts


def _town_space(entry: Entry) -> TownSpace:
    options: list[tuple[Effect, ...]] = []
    for n, option in enumerate(entry.items("options"), start=1):
        if not isinstance(option, list) or not option:
            raise entry.fail("options", "should be a list of lists of effects")
        effects: list[Effect] = []
        for part in option:
            if not isinstance(part, dict):
                raise entry.fail("options", "should be a list of lists of effects")
            inner = Entry(part, f"{entry.where}: option {n}")
            effects.append(effect_of(inner, TOWN_CHOICES))
            _check_plain(inner, effects[-1])
            inner.done()
        options.append(tuple(effects))
    if not 1 <= len(options) <= 3:
        raise entry.fail("options", "should be one to three")
    if any(len(option) > 2 for option in options):
        raise entry.fail("options", "has an option of more than two effects")
    space = TownSpace(entry.text("name"), entry.text("text"), tuple(options))
    entry.done()
    return space


def _check_plain(entry: Entry, effect: Effect) -> None:
    """Effects of modules have no moment of their own, and do something."""
    if effect.is_empty:
        raise entry.fail("gain", "does nothing: give it gain, choose or upgrade")
    if effect.during or effect.shift or effect.per or effect.poor or effect.then:
        raise entry.fail("gain", "can only pay, gain, choose and upgrade")
    if effect.choose in ("good to disguise", "dice to reroll", "revenue space", "space of the round"):
        raise entry.fail("choose", "makes no sense here")


def _town_building(entry: Entry) -> TownBuilding:
    building = TownBuilding(
        number=entry.number("number", 1, 10),
        name=entry.text("name"),
        mode=entry.choice("mode", ("presence", "domination")),
        text=entry.text("text"),
        effect=effect_of(entry),
    )
    _check_plain(entry, building.effect)
    entry.done()
    return building


# -- Colchonera ---------------------------------------------------------------------------------------


def _colchonera(files: Files) -> Colchonera:
    blocks = _Blocks(files, {"colchonera": "Colchonera"})
    board = blocks["colchonera"]
    trade = board.inner("trade")
    parts = Colchonera(
        rows=tuple(map(_colchonera_row, files.entries("colchonera-row", range(1, 5)))),
        final=board.numbers("final", 0, 20, 3),
        more=board.number("more", 0, 20),
        trade=effect_of(trade),
        confidence=blocks.confidence,
        source=blocks.source,
    )
    _check_plain(trade, parts.trade)
    if parts.trade.pay:
        raise trade.fail("pay", "a trade commodity costs nothing else")
    trade.done()
    blocks.done()
    return parts


def _colchonera_row(entry: Entry) -> ColchoneraRow:
    row = ColchoneraRow(
        number=entry.number("number", 1, 4),
        points=entry.number("points", 0, 20),
        deliver=entry.choices("deliver", ("silver", *KINDS)),
        once=entry.flag("once", False),
        reward=effect_of(entry),
    )
    if not row.deliver:
        raise entry.fail("deliver", "names nothing")
    if row.reward.is_empty:
        if not row.once:
            raise entry.fail("once", "what gives nothing is delivered once")
    else:
        _check_plain(entry, row.reward)
    if row.reward.pay:
        raise entry.fail("pay", "a delivery costs nothing else")
    if row.reward.choose not in (None, "good"):
        raise entry.fail("choose", "can only be a good")
    if "silver" in row.deliver and not row.once:
        raise entry.fail("once", "silver is delivered once, or the game might not end")
    entry.done()
    return row


# -- Counsellors and Outlaws --------------------------------------------------------------------------


def _gray(entry: Entry, files: Files) -> tuple[int, ...]:
    """How many dice are gray: at least one of the dice of the game, and not all."""
    dice = files.table("start").numbers("dice", 3, 20, 4)
    gray = entry.numbers("gray", 1, 20, 4)
    if any(some >= all_ for some, all_ in zip(gray, dice, strict=True)):
        raise entry.fail("gray", "leaves no white die")
    return gray


def _counsellors(files: Files) -> Counsellors:
    blocks = _Blocks(
        files, {"counsellors": "counsellors", "counsellor-rewards": "rewards of the counsellors"}
    )
    board = blocks["counsellors"]
    parts = Counsellors(
        gray=_gray(board, files),
        silver=board.number("silver", 0, 9),
        points=board.number("points", 0, 9),
        rewards=tuple(map(_counsellor, files.entries("counsellor", range(1, 7)))),
        confidence=blocks.confidence,
        source=blocks.source,
    )
    blocks.done()
    return parts


def _counsellor(entry: Entry) -> Counsellor:
    reward = Counsellor(entry.number("number", 1, 6), entry.text("text"), effect_of(entry))
    _check_plain(entry, reward.effect)
    entry.done()
    return reward


def _outlaws(files: Files) -> Outlaws:
    blocks = _Blocks(files, {"outlaws": "outlaws", "outlaw-penalties": "penalties of the outlaws"})
    board = blocks["outlaws"]
    parts = Outlaws(
        gray=_gray(board, files),
        points=board.number("points", 0, 9),
        markers=board.number("markers", 3, 3),
        penalties=tuple(map(_outlaw, files.entries("outlaw", range(1, 7)))),
        confidence=blocks.confidence,
        source=blocks.source,
    )
    blocks.done()
    return parts


def _outlaw(entry: Entry) -> Outlaw:
    pays: list[dict[str, int]] = []
    for one in entry.items("pay"):
        inner = Entry({"pay": one}, entry.where)
        pay = inner.counts("pay", _PENALTIES, 9)
        if not pay:
            raise entry.fail("pay", "has a penalty of nothing")
        if any(count > 1 for name, count in pay.items() if name not in ("silver", "points", "siesta")):
            raise entry.fail("pay", "only one card or good can be paid")
        pays.append(pay)
    if not 1 <= len(pays) <= 2:
        raise entry.fail("pay", "should be one penalty or two to choose from")
    outlaw = Outlaw(entry.number("number", 1, 6), entry.text("text"), tuple(pays))
    entry.done()
    return outlaw


# -- Donkey Song --------------------------------------------------------------------------------------


def _donkey_song(files: Files) -> DonkeySong:
    blocks = _Blocks(files, {"donkey-song": "Donkey Song", "song-areas": "colours of Donkey Song"})
    areas = blocks["song-areas"]
    colours = areas.texts("colours", 3)
    if len(set(colours)) != 3:
        raise areas.fail("colours", "has a colour twice")
    points = areas.numbers("points", 0, 20, 3)
    if not points[0] < points[1] < points[2]:
        raise areas.fail("points", "should rise from colour to colour")
    parts = DonkeySong(
        tiles=tuple(_song_tile(entry, colours) for entry in files.entries("song-tile", range(1, 13))),
        price=blocks["donkey-song"].number("price", 0, 9),
        colours=colours,
        points=points,
        confidence=blocks.confidence,
        source=blocks.source,
    )
    blocks.done()
    return parts


def _song_tile(entry: Entry, colours: tuple[str, ...]) -> SongTile:
    tile = SongTile(
        number=entry.number("number", 1, 12),
        colour=entry.choice("colour", colours),
        free=entry.number("free", 0, 7, default=0),
        purchased=entry.number("purchased", 0, 7, default=0),
        different=entry.flag("different", False),
        bonus=entry.number("bonus", 0, 9, default=0),
        hats=entry.number("hats", 0, 9, default=0),
        silver=entry.number("silver", 0, 9, default=0),
        upgrades=entry.number("upgrades", 0, 3, default=0),
        card=entry.flag("card", False),
        more_hats=entry.number("more-hats", 0, 9, default=0),
        more_price=entry.number("more-price", 0, 9, default=0),
    )
    if (tile.more_hats > 0) != (tile.more_price > 0):
        raise entry.fail("more-hats", "goes with more-price")
    entry.done()
    return tile


# -- Grand Markers, Hired Hands -----------------------------------------------------------------------


def _grand_markers(files: Files) -> GrandMarkers:
    blocks = _Blocks(files, {"grand-markers": "grand markers"})
    table = blocks["grand-markers"]
    parts = GrandMarkers(
        each=table.number("each", 1, 4),
        craft=table.number("craft", 0, 9),
        removing=table.number("removing", 0, 9),
        market=table.number("market", 1, 9),
        confidence=blocks.confidence,
        source=blocks.source,
    )
    blocks.done()
    return parts


def _hired_hands(files: Files) -> HiredHands:
    blocks = _Blocks(files, {"hired-hands": "hired hands"})
    table = blocks["hired-hands"]
    parts = HiredHands(
        workers=table.number("workers", 1, 4),
        any_value=table.number("any-value", 0, 9),
        replaces=table.number("replaces", 4, 4),
        donkeys=table.number("donkeys", 0, 0),
        hats=table.number("hats", 0, 9),
        confidence=blocks.confidence,
        source=blocks.source,
    )
    blocks.done()
    return parts


# -- Ladies of La Granja ------------------------------------------------------------------------------


def _ladies(files: Files) -> Ladies:
    blocks = _Blocks(files, {"ladies": "Ladies of La Granja"})
    parts = Ladies(
        cards=tuple(map(_lady, files.entries("lady", range(1, len(LADIES) + 1)))),
        more=blocks["ladies"].number("more", 0, 2),
        confidence=blocks.confidence,
        source=blocks.source,
    )
    blocks.done()
    return parts


def _lady(entry: Entry) -> Lady:
    number = entry.number("number", 1, len(LADIES))
    lady = Lady(
        number=number,
        name=entry.text("name"),
        confidence=entry.text("confidence"),
        ability=entry.choice("ability", [LADIES[number - 1]]),
        text=entry.text("text"),
        silver=entry.number("silver", 0, 9, default=0),
        points=entry.number("points", 0, 9, default=0),
        income=entry.number("income", 0, 9, default=0),
        discount=entry.number("discount", 0, 9, default=0),
        places=entry.number("places", 0, 2, default=0),
        upgrades=entry.number("upgrades", 0, 3, default=0),
        trade=entry.number("trade", 0, 9, default=0),
        sell=entry.counts("sell", GOODS[len(RESOURCES) :], 20),
    )
    entry.done()
    return lady


# -- Long Distance Trade, Trade Boards ----------------------------------------------------------------


def _long_distance_trade(files: Files) -> LongDistanceTrade:
    blocks = _Blocks(files, {"long-distance": "Long Distance Trade"})
    spaces = tuple(map(_journey, files.entries("journey", range(1, 9))))
    blocks.done()
    return LongDistanceTrade(spaces=spaces, confidence=blocks.confidence, source=blocks.source)


def _journey(entry: Entry) -> Journey:
    space = Journey(
        number=entry.number("number", 1, 8),
        goods=entry.choices("goods", RESOURCES, 3),
        gain=entry.counts("gain", _REWARDS, 9),
        good=entry.choice("good", GOODS),
        points=entry.number("points", 1, 9),
    )
    if not space.gain:
        raise entry.fail("gain", "is missing")
    entry.done()
    return space


def _trade_boards(files: Files) -> TradeBoards:
    blocks = _Blocks(files, {"trade-boards": "Trade Boards"})
    table = blocks["trade-boards"]
    parts = TradeBoards(
        boards=tuple(map(_trade_board, files.entries("trade-board", range(1, 5)))),
        points=table.numbers("points", 0, 20, 5),
        silver=table.number("silver", 0, 9),
        shift=table.number("shift", 1, 5),
        confidence=blocks.confidence,
        source=blocks.source,
    )
    blocks.done()
    return parts


def _trade_board(entry: Entry) -> TradeBoard:
    goods = tuple(Entry({"goods": g}, entry.where).choices("goods", GOODS) for g in entry.items("goods", 5))
    if any(not 1 <= len(some) <= 2 for some in goods):
        raise entry.fail("goods", "each place asks for one good, or one of two")
    board = TradeBoard(entry.number("number", 1, 4), goods)
    entry.done()
    return board

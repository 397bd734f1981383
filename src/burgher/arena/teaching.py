"""Teaching a network how games end: greedy players play, PyTorch learns, and a file for the search comes out.

A run is a folder, and goes on where it was when it is asked for again:

    run.json             what is taught, by which games and how
    positions/N.npz      the rows that positions of some games add, as bits; what the heuristic said of each
                         seat, and the points of each at the end, the observing one first
    curves.jsonl         a line for each time through the positions: loss, errors on games that are held out
    learning.pt          where PyTorch was after the last of these
    network.net          the network in whole numbers, and in its head what the rounding cost
    matches.jsonl        games of a search by the network against the same search by the heuristic

Games have the options of the run, but half of them others for those that are varied, drawn anew for each.

A network says by how much the heuristic is wrong about the points of each seat. Its unit is 40.96 points,
which are 4096 hundredths: powers of two, so that everything can be rounded to whole numbers (`rounded`).
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property, partial
from importlib import import_module
from pathlib import Path
from random import Random
from time import perf_counter
from typing import TYPE_CHECKING, Any

import burgher
from burgher.arena.contest import matches, play_contest
from burgher.arena.pool import WorkerPool, derived, spread
from burgher.games import load, rules
from burgher.kernel.array_export import spread as copied_into
from burgher.kernel.chance import seeded
from burgher.kernel.errors import BadOptions
from burgher.kernel.lessons import Lessons
from burgher.kernel.network_file import NetworkFile, read_network
from burgher.study.intervals import mean_and_error

if TYPE_CHECKING:
    from burgher.kernel.game import Game, Option, OptionValue
    from burgher.kernel.state import State

SHARD = 1000
"""How many games a file of positions has."""
MOST_OF_A_GAME = 400
"""There is room for so many positions of each game, on average."""
HELD_OUT = 25
"""One file of so many is held out, to measure by."""
UNIT = 4096
"""What a network counts in, in hundredths of a point."""
HIGHEST = 1023 / 128
"""Units of hidden layers are cut off here."""
STEEPEST = 8191 / 1024
"""No weight between dense layers is larger: sums then fit into 32 bits."""
BATCH = 1024
MEASURED = 40_000
"""Errors are measured on no more positions than this."""
USUAL = 0.5
"""Of the games in which options are varied, so many have those of the run all the same."""
DRAWS = 100
"""Options that do not go together are drawn again, so many times at most."""


@dataclass(frozen=True)
class Teaching:
    """What is taught, by which games and how: everything else follows."""

    game: str
    players: int
    options: dict[str, OptionValue]
    games: int
    epochs: int
    hidden: int = 64
    second: int = 32
    every: int = 8
    """Of so many positions of a game, one is learned from."""
    wild: int = 51
    """So many moves of 1024 are made at random."""
    rate: float = 0.003
    """How fast it learns, at most."""
    seed: int = 1
    vary: tuple[str, ...] = ()
    """The options that are drawn anew for a game."""

    def load(self) -> Game:
        """The game that is played."""
        return load(self.game, self.players, **self.options)

    def load_for(self, number: int) -> Game:
        """The game of a number, with the options that were drawn for it; raises `BadOptions`."""
        random = Random(derived(self.seed, number, 2))
        if not self.vary or random.random() < USUAL:
            return self.load()
        varied = [option for option in rules(self.game).choices if option.name in self.vary]
        for _ in range(DRAWS):
            drawn = {option.name: _drawn(option, self.players, random) for option in varied}
            try:
                return load(self.game, self.players, **{**self.options, **drawn})
            except BadOptions:  # these do not go together
                continue
        raise BadOptions(f"values of {', '.join(self.vary)} that go together were not found")

    def check(self) -> None:
        """See that what is varied can be learned by one network; raises `BadOptions`."""
        usual = self.load().observation.fingerprint
        for number in range(DRAWS if self.vary else 0):
            if self.load_for(number).observation.fingerprint != usual:
                raise BadOptions(
                    f"{', '.join(self.vary)} cannot be varied for one network: with other values, "
                    "other things are observed"
                )

    def taught_options(self) -> dict[str, list[Any]]:
        """The values of each option that are played with."""
        game = self.load()
        found: dict[str, list[Any]] = {}
        for option in game.choices:
            found[option.name] = [game.options[option.name]]
            if option.name in self.vary:
                found[option.name] += [one for one in option.choices if one not in found[option.name]]
        return found

    def about(self) -> dict[str, Any]:
        """What there is to know of a run, JSON-able."""
        game = self.load()
        facts = {
            **asdict(self),
            "fingerprint": game.fingerprint,
            "observation": game.observation.fingerprint,
            "heuristic": game.heuristic_fingerprint,
            "burgher": burgher.__version__,
        }
        return dict(json.loads(json.dumps(facts)))

    def shards(self) -> range:
        """The numbers of the files of positions."""
        return range(-(-self.games // SHARD))


# -- games ---------------------------------------------------------------------------------------


def _drawn(option: Option, players: int, random: Random) -> OptionValue:
    """A value of an option; where each seat may have its own, half of the time each has."""
    values = list(option.choices)
    if option.shape == "any of":
        return tuple(one for one in values if random.random() < 0.5)
    if option.shape == "per seat" and random.random() < 0.5:
        return tuple(random.choice(values) for _ in range(players))
    return random.choice(values)


def play_shards(teaching: Teaching, folder: Path, numbers: Sequence[int]) -> int:
    """Play the games of some files of positions and write these; how many games that were."""
    numpy: Any = import_module("numpy")
    game = teaching.load()
    plan, rows = game.network_plan
    spare: dict[str, State] = {}
    played = 0
    for number in numbers:
        games = range(number * SHARD, min((number + 1) * SHARD, teaching.games))
        room = len(games) * MOST_OF_A_GAME // teaching.every + 1
        lines = numpy.zeros((room, (rows + 7) // 8), numpy.uint8)
        lessons = Lessons(plan, rows, game.observation.width, game.players, room, lines)
        for one in games:
            drawn = teaching.load_for(one)
            state = drawn.deal(derived(teaching.seed, one))
            ahead = spare.setdefault(repr(drawn), state.clone())
            chance = seeded(derived(teaching.seed, one, 1))
            lessons.play(state, ahead, teaching.every, teaching.wild, chance)
        values = numpy.zeros((room, game.players), numpy.int32)
        points = numpy.zeros((room, game.players), numpy.int32)
        copied_into(lessons.values, values, 1)
        copied_into(lessons.points, points, 1)
        kept = slice(0, lessons.count)
        path = folder / f"{number}.npz"
        unfinished = path.with_name(f".{number}.{os.getpid()}.npz")
        numpy.savez(unfinished, lines=lines[kept], values=values[kept], points=points[kept])
        unfinished.replace(path)
        played += len(games)
    return played


# -- learning ------------------------------------------------------------------------------------


class Run:
    """A folder in which a network is taught."""

    def __init__(self, folder: Path, teaching: Teaching) -> None:
        try:
            self._numpy: Any = import_module("numpy")
            self._torch: Any = import_module("torch")
        except ImportError as error:
            raise BadOptions(f"teaching needs {error.name}: pip install 'burgher[train]'") from error
        self.folder, self.teaching = folder, teaching
        teaching.check()
        self._game = teaching.load()
        self._positions = folder / "positions"
        self._positions.mkdir(parents=True, exist_ok=True)
        self._begin()

    @property
    def file(self) -> Path:
        """Where the network is written to."""
        return self.folder / "network.net"

    def _begin(self) -> None:
        path, about = self.folder / "run.json", self.teaching.about()
        if path.exists():
            there = json.loads(path.read_text(encoding="utf-8"))
            others = [key for key in about if key != "burgher" and there.get(key) != about[key]]
            if others:
                found = ", ".join(f"{key} {there.get(key)!r} (not {about[key]!r})" for key in others)
                raise BadOptions(f"the run in {self.folder} is another, with {found}: choose another folder")
        else:
            path.write_text(json.dumps(about, indent=2) + "\n", encoding="utf-8")

    def missing(self) -> list[int]:
        """Which files of positions are not there yet."""
        return [n for n in self.teaching.shards() if not (self._positions / f"{n}.npz").exists()]

    def play(self, pool: WorkerPool, report: Callable[[int], None] = lambda more: None) -> None:
        """Play the games that are missing; `report` is told how many more were played."""
        work = partial(play_shards, self.teaching, self._positions)
        for _, played in spread(work, self.missing(), pool):
            report(played)

    # -- what is learned from ------------------------------------------------------------------

    def _read(self, numbers: Sequence[int]) -> tuple[Any, Any, Any]:
        """Lines, what the heuristic said, and points in the end, both in units, of some files."""
        parts = [self._numpy.load(self._positions / f"{number}.npz") for number in numbers]
        lines = self._numpy.concatenate([part["lines"] for part in parts])
        values = self._numpy.concatenate([part["values"] for part in parts]).astype("float32") / UNIT
        points = self._numpy.concatenate([part["points"] for part in parts]).astype("float32") * 100 / UNIT
        return lines, values, points

    @cached_property
    def _held_out(self) -> tuple[Any, Any, Any]:
        lines, values, points = self._read([n for n in self.teaching.shards() if n % HELD_OUT == 0])
        return lines[:MEASURED], values[:MEASURED], points[:MEASURED]

    @cached_property
    def _rows(self) -> int:
        return self._game.network_plan[1]

    def _features(self, lines: Any) -> Any:
        bits = self._numpy.unpackbits(lines, axis=1, count=self._rows, bitorder="little")
        return self._torch.from_numpy(bits).to(self._numbers)

    @cached_property
    def _numbers(self) -> Any:
        """What the first layer's weights are rounded to while it learns: 16 bits, where that is quicker."""
        torch = self._torch
        quickest, least = torch.float32, float("inf")
        for numbers in (torch.float32, torch.bfloat16):
            features, weights = torch.ones(BATCH, self._rows), torch.ones(self._rows, self.teaching.hidden)
            features, weights = features.to(numbers), weights.to(numbers)
            features @ weights  # whatever is to be prepared
            start = perf_counter()
            features @ weights
            if (took := perf_counter() - start) < least:
                quickest, least = numbers, took
        return quickest

    # -- learning ------------------------------------------------------------------------------

    def learn(self, report: Callable[[dict[str, Any]], None] = lambda line: None) -> None:
        """Go through the positions as often as is asked for; `report` is told each time what came of it."""
        torch, teaching = self._torch, self.teaching
        torch.manual_seed(teaching.seed)
        network = self._network()
        taught = [n for n in teaching.shards() if n % HELD_OUT] or list(teaching.shards())
        lines, values, points = self._read(taught)
        steps = -(-len(lines) // BATCH)
        optimiser = torch.optim.AdamW(network.values(), lr=teaching.rate, weight_decay=1e-3)
        schedule = torch.optim.lr_scheduler.OneCycleLR(
            optimiser, teaching.rate, total_steps=teaching.epochs * steps + 1, pct_start=0.1
        )
        first = self._resume(network, optimiser, schedule)
        for epoch in range(first, teaching.epochs):
            start, total = perf_counter(), 0.0
            order = self._numpy.random.default_rng([teaching.seed, epoch]).permutation(len(lines))
            for at in range(0, len(order), BATCH):
                some = order[at : at + BATCH]
                said = torch.from_numpy(values[some])
                expected = self._forward(network, self._features(lines[some]), said)
                loss = torch.nn.functional.smooth_l1_loss(expected, torch.from_numpy(points[some]), beta=0.5)
                optimiser.zero_grad(set_to_none=True)
                loss.backward()
                optimiser.step()
                schedule.step()
                with torch.no_grad():
                    network["second"].clamp_(-STEEPEST, STEEPEST)
                    network["last"].clamp_(-STEEPEST, STEEPEST)
                total += float(loss.detach()) * len(some)
            state = (epoch + 1, network, optimiser.state_dict(), schedule.state_dict())
            torch.save(state, self.folder / ".learning.pt")
            (self.folder / ".learning.pt").replace(self.folder / "learning.pt")
            line = {
                "epoch": epoch + 1,
                "positions": len(lines),
                "loss": round(total / len(lines), 5),
                "seconds": round(perf_counter() - start, 1),
                **self._measured(self._said_by(network)),
            }
            with (self.folder / "curves.jsonl").open("a", encoding="utf-8") as curves:
                curves.write(json.dumps(line) + "\n")
            report(line)
        self._write(network)

    def _network(self) -> dict[str, Any]:
        """The numbers of a network that corrects nothing yet, drawn small."""
        torch, teaching, seats = self._torch, self.teaching, self._game.players

        def drawn(rows: int, columns: int, size: float) -> Any:
            return ((torch.rand(rows, columns) * 2 - 1) * size).requires_grad_()

        def bias(width: int) -> Any:
            return torch.zeros(width).requires_grad_()

        return {
            "first": drawn(self._rows, teaching.hidden, 0.07),
            "by value": drawn(seats, teaching.hidden, 0.1),
            "bias": bias(teaching.hidden),
            "second": drawn(teaching.second, teaching.hidden, teaching.hidden**-0.5),
            "second bias": bias(teaching.second),
            "last": drawn(seats, teaching.second, 0.1 * teaching.second**-0.5),
            "last bias": bias(seats),
        }

    def _resume(self, network: dict[str, Any], optimiser: Any, schedule: Any) -> int:
        """Go on where a run was; how often it had gone through the positions."""
        path = self.folder / "learning.pt"
        if not path.exists():
            return 0
        done, numbers, optimising, scheduled = self._torch.load(path)
        with self._torch.no_grad():
            for name, part in numbers.items():
                network[name].copy_(part)
        optimiser.load_state_dict(optimising)
        schedule.load_state_dict(scheduled)
        return int(done)

    def _forward(self, network: dict[str, Any], features: Any, said: Any) -> Any:
        """The points of each seat that are to be expected, in units."""
        units = (features @ network["first"].to(features.dtype)).float()
        units = units + said @ network["by value"] + network["bias"]
        units = units.clamp(0, HIGHEST) @ network["second"].T + network["second bias"]
        return said + units.clamp(0, HIGHEST) @ network["last"].T + network["last bias"]

    def _said_by(self, network: dict[str, Any]) -> Any:
        """What it says of the positions that are held out, in units."""
        lines, values, _ = self._held_out
        with self._torch.no_grad():
            parts = [
                self._forward(
                    network,
                    self._features(lines[at : at + BATCH]),
                    self._torch.from_numpy(values[at : at + BATCH]),
                ).numpy()
                for at in range(0, len(lines), BATCH)
            ]
        return self._numpy.concatenate(parts)

    def _measured(self, said: Any) -> dict[str, float]:
        """How far off leads are (root of mean squares, in points), and how often the sign is right.

        Beside it, the same of the heuristic alone.
        """
        _, values, points = self._held_out
        found: dict[str, float] = {}
        real = self._leads(points)
        for name, lead in (("network", self._leads(said)), ("heuristic", self._leads(values))):
            error = float(((lead - real) ** 2).mean()) ** 0.5
            found[f"error of the {name}"] = round(error * UNIT / 100, 2)
            found[f"right by the {name}"] = round(float(((lead > 0) == (real > 0)).mean()), 4)
        return found

    def _leads(self, each: Any) -> Any:
        return each[:, 0] - (each[:, 1:].max(1) if each.shape[1] > 1 else 0)

    # -- whole numbers -------------------------------------------------------------------------

    def _write(self, network: dict[str, Any]) -> None:
        parts = rounded({name: part.detach().numpy() for name, part in network.items()}, self._numpy)
        measured = {
            "in floats": self._measured(self._said_by(network)),
            "in whole numbers": self._measured(self._said_by_rounded(parts)),
        }
        weights = b"".join(part.tobytes() for part in parts.values())
        shape = [self._rows, self.teaching.hidden, self.teaching.second, self._game.players]
        taught = {**self.teaching.about(), "measured": measured}
        network_file = NetworkFile.of(self._game, self.teaching.taught_options(), shape, weights, taught)
        self.file.write_bytes(network_file.packed())

    def _said_by_rounded(self, parts: dict[str, Any]) -> Any:
        """What a network of whole numbers says of the positions that are held out: `kernel/value_network`."""
        numpy = self._numpy
        lines, values, _ = self._held_out
        exact = {name: part.astype("float64") for name, part in parts.items()}  # so are all sums in here
        hundredths = numpy.rint(values.astype("float64") * UNIT)
        inputs = numpy.clip(numpy.floor(hundredths / 16), -4095, 4095)
        found = []
        for at in range(0, len(lines), BATCH):
            bits = numpy.unpackbits(lines[at : at + BATCH], axis=1, count=self._rows, bitorder="little")
            units = bits.astype("float64") @ exact["first"] + exact["bias"]
            units += numpy.floor(inputs[at : at + BATCH] @ exact["by value"] / 256)
            units = numpy.clip(numpy.floor(units / 8), 0, 1023)
            units = units @ exact["second"].T + exact["second bias"]
            units = numpy.clip(numpy.floor(units / 1024), 0, 1023)
            ends = units @ exact["last"].T + exact["last bias"]
            found.append(hundredths[at : at + BATCH] + numpy.floor(ends / 32))
        return numpy.concatenate(found) / UNIT

    # -- matches -------------------------------------------------------------------------------

    def match(self, budget: str, deals: int, pool: WorkerPool) -> Iterator[str]:
        """Have a search by the network play against the same by the heuristic, each deal in every seat.

        Both think for the same budget; what is said is how it stands, after some games each time. Games that
        were played before, for the same budget and by the same network, are not played again.
        """
        names = [f"search:{budget},network={self.file}", f"search:{budget},network=off"]
        contest = matches(self._game, names, derived(self.teaching.seed, 7))
        learned = read_network(self.file.read_bytes(), str(self.file)).learned
        seats, path = self._game.players, self.folder / "matches.jsonl"
        wanted = [(which, number) for number in range(deals * seats) for which in range(len(contest))]
        won: dict[tuple[int, int], float] = {}
        if path.exists():
            for text in path.read_text(encoding="utf-8").splitlines():
                line = json.loads(text)
                place = line["match"], line["number"]
                if (line["budget"], line["network"]) == (budget, learned) and place in wanted:
                    won[place] = placed_before(line["by network"], line["ranks"])
            if won:
                yield self._standing(won)
        for portion in play_contest(contest, [place for place in wanted if place not in won], pool):
            with path.open("a", encoding="utf-8") as lines:
                for match, number, outcome in portion:
                    who = [match.line_up[n] == names[0] for n in match.seating(number)]
                    place = contest.index(match), number
                    won[place] = placed_before(who, outcome.ranks)
                    line = {
                        "budget": budget,
                        "network": learned,
                        "match": place[0],
                        "number": number,
                        "by network": who,
                        "scores": outcome.scores,
                        "ranks": outcome.ranks,
                    }
                    lines.write(json.dumps(line) + "\n")
            yield self._standing(won)

    def _standing(self, won: dict[tuple[int, int], float]) -> str:
        """How a match stands: games on one deal hang together."""
        by_deal: dict[tuple[int, int], list[float]] = {}
        for (which, number), share in won.items():
            by_deal.setdefault((which, number // self._game.players), []).append(share)
        mean, error = mean_and_error([sum(one) / len(one) for one in by_deal.values()])
        return f"{len(won)} games: placed before in {mean:.1%}, ± {1.96 * error:.1%}"


def placed_before(who: Sequence[bool], ranks: Sequence[int]) -> float:
    """How often those of one side came before those of the other, wherever two meet; ties count half."""
    pairs = [
        (theirs > ours) + (theirs == ours) / 2
        for ours, mine in zip(ranks, who, strict=True)
        for theirs, other in zip(ranks, who, strict=True)
        if mine and not other
    ]
    return sum(pairs) / len(pairs)


def rounded(network: dict[str, Any], numpy: Any) -> dict[str, Any]:
    """A network in whole numbers, part by part as they lie in a file.

    Sums are rounded down when they are divided, so that half of what they are divided by goes to each bias.
    """

    def whole(name: str, factor: int, kind: str, most: int, more: int = 0) -> Any:
        return numpy.clip(numpy.rint(network[name].astype("float64") * factor) + more, -most, most).astype(
            kind
        )

    return {
        "first": whole("first", 1024, "<i2", 32767),
        "by value": whole("by value", 1024, "<i2", 32767),
        "bias": whole("bias", 1024, "<i4", 2**24, 4),
        "second": whole("second", 1024, "<i2", 8191),
        "second bias": whole("second bias", 2**17, "<i4", 2**24, 512),
        "last": whole("last", 1024, "<i2", 8191),
        "last bias": whole("last bias", 2**17, "<i4", 2**24, 16),
    }

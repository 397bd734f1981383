"""Teaching a network how games end: greedy players play, PyTorch learns, and a file for the search comes out.

A run is a folder, and goes on where it was when it is asked for again:

    run.json             what is taught, by which games and how (`arena/teaching`)
    positions/N.npz      positions of some games between greedy players (`arena/positions`)
    searched/N.npz       positions of some games between searches, if these are learned from, too
    curves.jsonl         a line for each time through the positions: loss, errors on games that are held out
    learning.pt          where PyTorch was after the last of these; refining.pt where searches played
    first.net            the network that judged for these searches
    network.net          the network in whole numbers, and in its head what the rounding cost
    matches.jsonl        games of a search by the network against the same search by the heuristic

Where it learns from searches, as many positions of greedy players are among theirs, lest it forget.

Beside the points of each seat it may learn what each kind of source will still bring, by more outputs of its
last hidden layer. These heads are for learning alone: a search has no use for them, and no file has them.

A network says by how much the heuristic is wrong about the points of each seat. Its unit is 40.96 points,
which are 4096 hundredths: powers of two, so that everything can be rounded to whole numbers (`rounded`).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from importlib import import_module
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any

from burgher.arena.contest import matches, play_contest
from burgher.arena.manifest import read_manifest
from burgher.arena.pool import WorkerPool, derived, spread
from burgher.arena.positions import SEARCHED_SHARD, play_searched, play_shards
from burgher.arena.ratings import share_of_deals
from burgher.arena.teaching import Teaching
from burgher.kernel.errors import BadOptions
from burgher.kernel.network_file import NetworkFile, read_network

HELD_OUT = 25
"""One file of so many is held out, to measure by."""
MOST_HELD_OUT = 20
"""No more files than this are read to measure by."""
MEASURED = 40_000
"""Errors are measured on no more positions than this."""
UNIT = 4096
"""What a network counts in, in hundredths of a point."""
HIGHEST = 1023 / 128
"""Units of hidden layers are cut off here."""
STEEPEST = 8191 / 1024
"""No weight between dense layers is larger: sums then fit into 32 bits."""
BATCH = 1024
SLOWER = 5
"""Where it learns from games of searches, it learns slower than before by this."""


@dataclass(frozen=True)
class Lines:
    """Positions, one a line: rows as bits; what the heuristic said of each seat and its points, in units.

    And for each seat what every kind of source still brought, in points.
    """

    lines: Any
    values: Any
    points: Any
    sources: Any

    def __len__(self) -> int:
        return len(self.lines)

    def up_to(self, most: int) -> Lines:
        """The first of them."""
        return Lines(self.lines[:most], self.values[:most], self.points[:most], self.sources[:most])

    def with_more(self, others: Sequence[Lines], numpy: Any) -> Lines:
        """These and others."""
        every = [self, *others]
        return Lines(
            numpy.concatenate([one.lines for one in every]),
            numpy.concatenate([one.values for one in every]),
            numpy.concatenate([one.points for one in every]),
            numpy.concatenate([one.sources for one in every]),
        )


@dataclass(frozen=True)
class Stage:
    """One of the ways through positions: by whom they were played, how often, how fast it learns."""

    name: str
    epochs: int
    rate: float
    kept: Path
    """Where it is kept how far it is."""


class Run:
    """A folder in which a network is taught."""

    def __init__(self, folder: Path, teaching: Teaching) -> None:
        try:
            self._numpy: Any = import_module("numpy")
            self._torch: Any = import_module("torch")
        except ImportError as error:
            raise BadOptions(f"teaching needs {error.name}: pip install {error.name}") from error
        self.folder, self.teaching = folder, teaching
        self._game = teaching.load()
        self._positions, self._searched = folder / "positions", folder / "searched"
        self._positions.mkdir(parents=True, exist_ok=True)
        self._begin()

    @property
    def file(self) -> Path:
        """Where the network is written to."""
        return self.folder / "network.net"

    def _begin(self) -> None:
        path, about = self.folder / "run.json", self.teaching.about()
        if path.exists():
            there = read_manifest(path)
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

    def search(self, pool: WorkerPool, report: Callable[[int], None] = lambda more: None) -> None:
        """Have searches play that the network judges which was taught by the other games, likewise."""
        self._searched.mkdir(exist_ok=True)
        work = partial(play_searched, self.teaching, self._first_file, self._searched)
        files = range(-(-self.teaching.searched // SEARCHED_SHARD))
        for _, played in spread(work, [n for n in files if not self._of_searches(n).exists()], pool):
            report(played)

    @property
    def _first_file(self) -> Path:
        """The network as it was taught by greedy games, where games of searches follow."""
        return self.folder / "first.net"

    def _of_searches(self, number: int) -> Path:
        return self._searched / f"{number}.npz"

    # -- what is learned from ------------------------------------------------------------------

    def _read(self, paths: Sequence[Path]) -> Lines:
        """What some files of positions have."""
        parts = [self._numpy.load(path) for path in paths]
        lines = self._numpy.concatenate([part["lines"] for part in parts])
        values = self._numpy.concatenate([part["values"] for part in parts]).astype("float32") / UNIT
        points = self._numpy.concatenate([part["points"] for part in parts]).astype("float32") * 100 / UNIT
        sources = self._numpy.concatenate([part["sources"] for part in parts])
        return Lines(lines, values, points, sources)

    @cached_property
    def _held_out(self) -> Lines:
        return self._read(
            [self._file(n) for n in self.teaching.shards() if n % HELD_OUT == 0][:MOST_HELD_OUT]
        ).up_to(MEASURED)

    def _file(self, number: int) -> Path:
        return self._positions / f"{number}.npz"

    @cached_property
    def _rows(self) -> int:
        return self.teaching.rows.count

    @cached_property
    def _device(self) -> str:
        """Where it learns: on a graphics processor, if there is one."""
        return "cuda" if self._torch.cuda.is_available() else "cpu"

    def _there(self, array: Any) -> Any:
        """An array where it is learned from."""
        return self._torch.from_numpy(array).to(self._device)

    def _features(self, lines: Any) -> Any:
        """For lines of bits, a number for each row."""
        torch = self._torch
        if self._device == "cpu":  # NumPy unpacks faster there
            bits = torch.from_numpy(self._numpy.unpackbits(lines.numpy(), axis=1, bitorder="little"))
        else:
            places = torch.arange(8, dtype=torch.uint8, device=lines.device)
            bits = (lines.unsqueeze(-1) >> places & 1).flatten(1)
        return bits[:, : self._rows].to(self._numbers)

    @cached_property
    def _numbers(self) -> Any:
        """What the first layer's weights are rounded to while it learns: 16 bits, where that is quicker."""
        torch = self._torch
        if self._device != "cpu":
            return torch.bfloat16
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
        teaching = self.teaching
        taught = [n for n in teaching.shards() if n % HELD_OUT] or list(teaching.shards())
        self._torch.manual_seed(teaching.seed)
        network = self._network()
        stage = Stage("greedy", teaching.epochs, teaching.rate, self.folder / "learning.pt")
        self._go_through(network, lambda: self._read([self._file(n) for n in taught]), stage, report)
        self._write(network, self._first_file if teaching.searched else self.file)

    def refine(self, report: Callable[[dict[str, Any]], None] = lambda line: None) -> None:
        """Go on with the positions of searches, and as many of those it has learned from before."""
        teaching = self.teaching
        network = self._network()
        _, numbers, _, _ = self._torch.load(self.folder / "learning.pt", map_location=self._device)
        self._copy(numbers, network)

        def both() -> Lines:
            files = range(-(-teaching.searched // SEARCHED_SHARD))
            searched = self._read([self._of_searches(n) for n in files])
            random = Random(derived(teaching.seed, 8))
            numbers = [n for n in teaching.shards() if n % HELD_OUT] or list(teaching.shards())
            random.shuffle(numbers)
            greedy, found = list[Lines](), 0
            for number in numbers:
                if found >= len(searched):
                    break
                greedy.append(self._read([self._file(number)]).up_to(len(searched) - found))
                found += len(greedy[-1])
            return searched.with_more(greedy, self._numpy)

        rate = teaching.rate / SLOWER
        stage = Stage("searched", teaching.epochs, rate, self.folder / "refining.pt")
        self._go_through(network, both, stage, report)
        self._write(network, self.file)

    def _go_through(
        self,
        network: dict[str, Any],
        read: Callable[[], Lines],
        stage: Stage,
        report: Callable[[dict[str, Any]], None],
    ) -> None:
        """Learn from positions, going on where a stage was stopped."""
        torch, teaching = self._torch, self.teaching
        data = read()
        lines, values, points = self._there(data.lines), self._there(data.values), self._there(data.points)
        sources = self._there(data.sources)
        steps = -(-len(lines) // BATCH)
        optimiser = torch.optim.AdamW(network.values(), lr=stage.rate, weight_decay=1e-3)
        schedule = torch.optim.lr_scheduler.OneCycleLR(
            optimiser, stage.rate, total_steps=stage.epochs * steps + 1, pct_start=0.1
        )
        first = self._resume(stage.kept, network, optimiser, schedule)
        for epoch in range(first, stage.epochs):
            start, total = perf_counter(), torch.zeros(2, device=self._device)
            order = self._numpy.random.default_rng([teaching.seed, epoch]).permutation(len(lines))
            for at in range(0, len(order), BATCH):
                some = self._there(order[at : at + BATCH])
                units = self._units(network, self._features(lines[some]), values[some])
                expected = self._expected(network, units, values[some])
                loss = self._loss(expected, points[some]).mean()
                by_source = self._loss_by_source(network, units, sources[some])
                optimiser.zero_grad(set_to_none=True)
                (loss + teaching.sources * by_source).backward()
                optimiser.step()
                schedule.step()
                with torch.no_grad():
                    network["second"].clamp_(-STEEPEST, STEEPEST)
                    network["last"].clamp_(-STEEPEST, STEEPEST)
                    total += torch.stack((loss, by_source)) * len(some)
            state = (epoch + 1, network, optimiser.state_dict(), schedule.state_dict())
            unfinished = stage.kept.with_name(f".{stage.kept.name}")
            torch.save(state, unfinished)
            unfinished.replace(stage.kept)
            line = {
                "stage": stage.name,
                "epoch": epoch + 1,
                "positions": len(lines),
                "loss": round(float(total[0]) / len(lines), 5),
                "seconds": round(perf_counter() - start, 1),
                **self._measured(self._said_by(network)),
            }
            if self._has_heads:
                line["loss by source"] = round(float(total[1]) / len(lines), 5)
                line.update(self._measured_by_source(network))
            with (self.folder / "curves.jsonl").open("a", encoding="utf-8") as curves:
                curves.write(json.dumps(line) + "\n")
            report(line)

    def _network(self) -> dict[str, Any]:
        """The numbers of a network that corrects nothing yet, drawn small."""
        torch, teaching, seats = self._torch, self.teaching, self._game.players

        def drawn(rows: int, columns: int, size: float) -> Any:
            return ((torch.rand(rows, columns) * 2 - 1) * size).to(self._device).requires_grad_()

        def bias(width: int) -> Any:
            return torch.zeros(width, device=self._device).requires_grad_()

        network = {
            "first": drawn(self._rows, teaching.hidden, 0.07),
            "by value": drawn(seats, teaching.hidden, 0.1),
            "bias": bias(teaching.hidden),
            "second": drawn(teaching.second, teaching.hidden, teaching.hidden**-0.5),
            "second bias": bias(teaching.second),
            "last": drawn(seats, teaching.second, 0.1 * teaching.second**-0.5),
            "last bias": bias(seats),
        }
        if self._has_heads:
            heads = seats * len(teaching.source_kinds)
            network["sources"] = drawn(heads, teaching.second, 0.1 * teaching.second**-0.5)
            network["sources bias"] = bias(heads)
        return network

    @property
    def _has_heads(self) -> bool:
        """Whether it learns what sources will bring."""
        return bool(self.teaching.sources and self.teaching.source_kinds)

    def _resume(self, kept: Path, network: dict[str, Any], optimiser: Any, schedule: Any) -> int:
        """Go on where a run was; how often it had gone through the positions."""
        if not kept.exists():
            return 0
        done, numbers, optimising, scheduled = self._torch.load(kept, map_location=self._device)
        self._copy(numbers, network)
        optimiser.load_state_dict(optimising)
        schedule.load_state_dict(scheduled)
        return int(done)

    def _copy(self, numbers: dict[str, Any], network: dict[str, Any]) -> None:
        with self._torch.no_grad():
            for name, part in numbers.items():
                network[name].copy_(part)

    def _units(self, network: dict[str, Any], features: Any, said: Any) -> Any:
        """What the last hidden layer says."""
        units = (features @ network["first"].to(features.dtype)).float()
        units = units + said @ network["by value"] + network["bias"]
        units = units.clamp(0, HIGHEST) @ network["second"].T + network["second bias"]
        return units.clamp(0, HIGHEST)

    def _expected(self, network: dict[str, Any], units: Any, said: Any) -> Any:
        """The points of each seat that are to be expected, in units."""
        return said + units @ network["last"].T + network["last bias"]

    def _expected_by_source(self, network: dict[str, Any], units: Any) -> Any:
        """What each kind of source is to bring each seat yet, in units."""
        every = units @ network["sources"].T + network["sources bias"]
        return every.view(len(units), self._game.players, -1)

    def _loss(self, expected: Any, real: Any) -> Any:
        """How much it matters how far off each is."""
        return self._torch.nn.functional.smooth_l1_loss(expected, real, beta=0.5, reduction="none")

    def _loss_by_source(self, network: dict[str, Any], units: Any, sources: Any) -> Any:
        """The same of what sources still brought, those of a seat summed; 0 where that is not learned."""
        if not self._has_heads:
            return self._torch.zeros((), device=self._device)
        real = sources.float() * (100 / UNIT)
        return self._loss(self._expected_by_source(network, units), real).sum(2).mean()

    def _said_by(self, network: dict[str, Any]) -> Any:
        """What it says of the positions that are held out, in units."""
        data = self._held_out
        with self._torch.no_grad():
            parts = [
                self._expected(network, units, self._there(data.values[at : at + BATCH])).cpu().numpy()
                for at, units in self._units_held_out(network)
            ]
        return self._numpy.concatenate(parts)

    def _units_held_out(self, network: dict[str, Any]) -> Iterator[tuple[int, Any]]:
        """What the last hidden layer says of the positions that are held out, from each place some."""
        data = self._held_out
        for at in range(0, len(data), BATCH):
            features = self._features(self._there(data.lines[at : at + BATCH]))
            yield at, self._units(network, features, self._there(data.values[at : at + BATCH]))

    def _measured(self, said: Any) -> dict[str, float]:
        """How far off leads are (root of mean squares, in points), and how often the sign is right.

        Beside it, the same of the heuristic alone.
        """
        data = self._held_out
        found: dict[str, float] = {}
        real = self._leads(data.points)
        for name, lead in (("network", self._leads(said)), ("heuristic", self._leads(data.values))):
            error = float(((lead - real) ** 2).mean()) ** 0.5
            found[f"error of the {name}"] = round(error * UNIT / 100, 2)
            found[f"right by the {name}"] = round(float(((lead > 0) == (real > 0)).mean()), 4)
        return found

    def _measured_by_source(self, network: dict[str, Any]) -> dict[str, dict[str, float]]:
        """How far off it is about what each kind of source still brings (root of mean squares, in points).

        Beside it, how far what they brought lies from its mean.
        """
        with self._torch.no_grad():
            parts = [
                self._expected_by_source(network, units).cpu().numpy()
                for _, units in self._units_held_out(network)
            ]
        real = self._held_out.sources.astype("float64")
        errors = ((self._numpy.concatenate(parts) * (UNIT / 100) - real) ** 2).mean((0, 1)) ** 0.5
        found: dict[str, dict[str, float]] = {}
        for name, every in (("error", errors), ("deviation", real.std((0, 1)))):
            by_kind = zip(self.teaching.source_kinds, every.tolist(), strict=True)
            found[f"{name} by source"] = {kind: round(one, 2) for kind, one in by_kind}
        return found

    def _leads(self, each: Any) -> Any:
        return each[:, 0] - (each[:, 1:].max(1) if each.shape[1] > 1 else 0)

    # -- whole numbers -------------------------------------------------------------------------

    def _write(self, network: dict[str, Any], file: Path) -> None:
        exact = {name: part.detach().cpu().numpy() for name, part in network.items()}
        parts = rounded(exact, self._numpy)
        measured = {
            "in floats": self._measured(self._said_by(network)),
            "in whole numbers": self._measured(self._said_by_rounded(parts)),
        }
        weights = b"".join(part.tobytes() for part in parts.values())
        shape = [self._rows, self.teaching.hidden, self.teaching.second, self._game.players]
        teaching = self.teaching
        taught = {**teaching.about(), "measured": measured}
        observed, options = teaching.observed, teaching.taught_options()
        file.write_bytes(NetworkFile.of(self._game, options, shape, weights, taught, observed).packed())

    def _said_by_rounded(self, parts: dict[str, Any]) -> Any:
        """What a network of whole numbers says of the positions that are held out: `kernel/value_network`."""
        numpy = self._numpy
        lines, values = self._held_out.lines, self._held_out.values
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
                yield standing(won, seats)
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
            yield standing(won, seats)


def standing(won: dict[tuple[int, int], float], players: int) -> str:
    """How a match stands, by what was won in each game of each line-up: games on one deal hang together."""
    by_deal: dict[tuple[int, int], list[float]] = {}
    for (which, number), part in won.items():
        by_deal.setdefault((which, number // players), []).append(part)
    found = share_of_deals(list(by_deal.values()))
    games = "1 game" if len(won) == 1 else f"{len(won):,} games"
    return f"{games}: placed before in {found.value:.1%} ({found.low:.1%} – {found.high:.1%})"


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

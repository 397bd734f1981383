"""Teach a network to play, from games that the search plays against itself.

    pip install '.[train]'                      # in Burgher's folder
    python examples/learn.py runs/burgundy

The network learns to correct the heuristic. Every game here has a heuristic, which says what a position looks
worth, and by which `greedy` plays: it takes the action after which the position looks best. So that is
where the network begins. To what the heuristic says of each action and of how the seats stand, it adds what
it has learned; untaught, it adds nothing and plays as `greedy` does.

It goes in stages. In each, the search plays against itself (as `burgher selfplay` has it), the network
learns which actions the search came to prefer and how the games ended, and then plays series: by itself
against `greedy`, inside the search against `greedy`, and inside the search against the search without it.
From the second stage on, the network of the stage before is in the search that plays. Everything is kept in
the folder: interrupted and started again with the same arguments, it goes on where it was.

    games-0/ …      the games of each stage, Parquet
    0.onnx …        the network after each stage, for the agents `neural:FILE` and `search:200,net=FILE`
    curve.csv       how training and matches went; curve.svg shows it
    checkpoint.pt   where training is
    arguments.json  what was asked for; of that, --stages and --processes may change

A graphics processor is used if there is one.
"""

from __future__ import annotations

import argparse
import csv
import json
import sys
import time
from dataclasses import dataclass
from math import cos, pi
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import pyarrow.parquet as parquet
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from burgher import BadOptions, BurgherError, Game, agents
from burgher.agents.neural import notes_for
from burgher.arena.manifest import read_manifest
from burgher.arena.pool import open_pool
from burgher.arena.selfplay import Collection, SelfPlay
from burgher.arena.series import Series, play_series
from burgher.envs import finite_game

SCALE = 2000
"""A lead of so many hundredths of a point is called half a victory."""
SHARPENED = 4
"""A search tries out much that it would not do: what it tried twice as often counts sixteen times."""
LIKED, AMISS = 2.0, 2.5
"""What is so many points worse at sight is liked a quarter as much, to begin with: as the search has it."""
VALUE = 0.3
"""How much the values count beside the policy: there are far fewer outcomes than decisions to learn from."""
MATCHES = 10**6
"""The seed of the matches: none of their deals was learned from."""
Array = NDArray[Any]
DEVICE = "cuda" if torch.cuda.is_available() else "cpu"


class Net(nn.Module):
    """Sees what a seat observes and what the heuristic says; says how good actions are, how seats stand."""

    def __init__(self, game: Game, width: int, blocks: int, dropout: float = 0.0) -> None:
        super().__init__()
        self.first = nn.Linear(game.observation.length, width)
        self.blocks = nn.ModuleList(
            nn.Sequential(
                nn.LayerNorm(width),
                nn.Linear(width, width),
                nn.ReLU(),
                nn.Dropout(dropout),
                nn.Linear(width, width),
            )
            for _ in range(blocks)
        )
        self.last = nn.Sequential(nn.LayerNorm(width), nn.ReLU(), nn.Dropout(dropout))
        # What is learned of a die, a place or a verb serves all actions that have to do with it.
        self.register_buffer("shared", concerned(game), persistent=False)
        self.things = nn.Linear(width, len(self.shared))
        self.value = nn.Linear(width, game.players)
        for head in (self.things, self.value):  # untaught, it has nothing to add
            nn.init.zeros_(head.weight)
            nn.init.zeros_(head.bias)
        self.heuristic = nn.Parameter(torch.tensor([LIKED, AMISS]).log())

    def forward(self, observation: Tensor, behind: Tensor, leads: Tensor) -> tuple[Tensor, Tensor]:
        """The logits of all actions, and how each seat stands, from -1 to 1, the observing one first."""
        more, ahead = self.corrections(observation)
        return more + self.at_sight(behind), stands(leads, ahead)

    def corrections(self, observation: Tensor) -> tuple[Tensor, Tensor]:
        """What is added to what the heuristic says: to each action's logit, and to each seat's lead."""
        x = functional.relu(self.first(observation))
        for block in self.blocks:
            x = x + block(x)
        x = self.last(x)
        return self.things(x) @ self.shared, self.value(x)

    def at_sight(self, behind: Tensor) -> Tensor:
        """The logits of actions that look so many points worse than the best."""
        liked, amiss = self.heuristic.exp()
        return -liked * torch.log1p(behind / amiss)


def stands(leads: Tensor, more: Tensor) -> Tensor:
    """How seats stand with such leads, in points, and more: a lead of `SCALE` is half a victory."""
    return functional.softsign(leads * (100 / SCALE) + more)


def concerned(game: Game) -> Tensor:
    """For each thing and each word that actions are made of, and each action: whether it is in it."""
    named = [{*action.parts, *action.words.split()} for action in game.actions]
    things = sorted(set().union(*named))
    return torch.tensor([[float(thing in each) for each in named] for thing in things])


# -- what is learned from --------------------------------------------------------------------------


@dataclass
class Lessons:
    """Decisions: what was seen, what the heuristic said of it, what to do, and what came of it."""

    seen: Tensor
    leads: Tensor
    """By how many points each seat was ahead."""
    actions: Tensor
    """Up to `MOST` legal actions of each decision, those tried most often first; -1 where there are fewer."""
    behind: Tensor
    """How many points worse than the best each of them looked."""
    shares: Tensor
    """Which share of the search's simulations each of them got."""
    values: Tensor
    """How the seats stood, by what the search thought and how the game ended."""

    MOST = 48

    def __len__(self) -> int:
        return len(self.seen)

    def rows(self, which: Tensor) -> tuple[Tensor, ...]:
        """Some of the decisions, where the network is."""
        kept = (self.seen, self.leads, self.actions, self.behind, self.shares, self.values)
        seen, *others = (each[which].to(DEVICE) for each in kept)
        return seen.float(), *others

    @classmethod
    def read(cls, files: list[Path], trust: float, kept_back: bool) -> Lessons:
        """The decisions in some files; of their values, so much is the search's and the rest the game's.

        One game in ten is kept back: never learned from, it shows how much was understood.
        """
        parts = [cls._read_one(path, trust, kept_back) for path in files]
        return cls(*(torch.from_numpy(np.concatenate(each)) for each in zip(*parts, strict=True)))

    @classmethod
    def _read_one(cls, path: Path, trust: float, kept_back: bool) -> tuple[Array, ...]:
        table = parquet.read_table(path)
        table = table.filter((table["game"].to_numpy() % 10 == 9) == kept_back)
        rows = table.num_rows
        starts = table["actions"].combine_chunks().offsets.to_numpy()
        row = np.repeat(np.arange(rows), np.diff(starts))
        place = np.arange(len(row)) - starts[row]
        few = place < cls.MOST
        actions = np.full((rows, cls.MOST), -1, np.int64)
        behind = np.zeros((rows, cls.MOST), np.float32)
        shares = np.zeros((rows, cls.MOST), np.float32)
        after = flat(table["after"])
        actions[row[few], place[few]] = flat(table["actions"])[few]
        behind[row[few], place[few]] = (np.maximum.reduceat(after, starts[:-1])[row] - after)[few] / 100
        shares[row[few], place[few]] = flat(table["visits"])[few]
        shares **= SHARPENED
        shares /= shares.sum(1, keepdims=True)
        values = outcomes(flat(table["scores"]).reshape(rows, -1).astype(np.float32))
        # The search knows only how its own seat stood; with two seats, the other stood as badly as that well.
        thought = table["value"].to_numpy(zero_copy_only=False).astype(np.float32)
        known = ~np.isnan(thought)
        values[known, 0] += trust * (thought - values[:, 0])[known]
        if values.shape[1] == 2:
            values[:, 1] = -values[:, 0]
        ahead = lead(flat(table["worths"]).reshape(rows, -1).astype(np.float32)) / 100
        seen = flat(table["observation"]).reshape(rows, -1).astype(np.float16)
        return seen, ahead, actions, behind, shares, values


def flat(column: Any) -> Array:
    """The numbers in the lists of a column, one after the other."""
    return np.asarray(column.combine_chunks().flatten().to_numpy())


def lead(worths: Array) -> Array:
    """By how much each seat is ahead of the best of the others."""
    others = [np.delete(worths, seat, axis=1).max(1) for seat in range(worths.shape[1])]
    return np.asarray(worths - np.stack(others, axis=1))


def outcomes(scores: Array) -> Array:
    """What final scores are worth to each seat: its lead over the best of the others, as a search has it."""
    ahead = 100 * lead(scores)
    return np.asarray(ahead / (SCALE + np.abs(ahead)))


# -- training --------------------------------------------------------------------------------------


class Trainer:
    """A network, what trains it, and where it is in that."""

    def __init__(self, game: Game, wanted: argparse.Namespace) -> None:
        self.game = game
        self.wanted = wanted
        self.folder: Path = wanted.folder
        self.net = Net(game, wanted.width, wanted.blocks, wanted.dropout).to(DEVICE)
        self.optimizer = torch.optim.AdamW(self.net.parameters(), wanted.rate, weight_decay=0.01)
        self.stage = 0
        self.epoch = 0
        """How many rounds of this stage's training are done."""
        self._resume()

    def _resume(self) -> None:
        path = self.folder / "checkpoint.pt"
        if path.exists():
            kept = torch.load(path, map_location=DEVICE, weights_only=True)
            if kept["observation"] != self.game.observation.fingerprint:
                raise BadOptions(f"{path} is of another game or another Burgher")
            self.net.load_state_dict(kept["net"])
            self.optimizer.load_state_dict(kept["optimizer"])
            self.stage, self.epoch = kept["stage"], kept["epoch"]

    def save(self) -> None:
        """Keep where training is, whole or not at all."""
        kept = {
            "net": self.net.state_dict(),
            "optimizer": self.optimizer.state_dict(),
            "stage": self.stage,
            "epoch": self.epoch,
            "observation": self.game.observation.fingerprint,
        }
        unfinished = self.folder / "checkpoint.part"
        torch.save(kept, unfinished)
        unfinished.replace(self.folder / "checkpoint.pt")

    def train(self, lessons: Lessons, checked: Lessons) -> None:
        """Go through the lessons so many times, from where training was."""
        epochs = self.wanted.epochs
        while self.epoch < epochs:
            start = time.perf_counter()
            # The rate falls to nothing within a stage, along a cosine.
            for group in self.optimizer.param_groups:
                group["lr"] = self.wanted.rate * (1 + cos(pi * self.epoch / epochs)) / 2
            self.net.train()
            policy, value, _ = self._go_through(lessons, learn=True)
            self.net.eval()
            with torch.no_grad():
                new_policy, new_value, agreed = self._go_through(checked, learn=False)
            self.epoch += 1
            note(
                self.folder,
                stage=self.stage,
                epoch=self.epoch,
                decisions=len(lessons),
                policy_loss=policy,
                value_loss=value,
                new_policy_loss=new_policy,
                new_value_loss=new_value,
                agreement=agreed,
                seconds=time.perf_counter() - start,
            )
            self.save()

    def _go_through(self, lessons: Lessons, learn: bool) -> tuple[float, float, float]:
        """The mean losses, and how often the network likes the action best that the search did."""
        sums = np.zeros(3)
        order = torch.randperm(len(lessons)) if learn else torch.arange(len(lessons))
        for which in order.split(self.wanted.batch):
            seen, leads, actions, behind, shares, values = lessons.rows(which)
            more, ahead = self.net.corrections(seen)
            # Only what is legal is learned about: of the rest, the rules know.
            logits = more.gather(1, actions.clamp(min=0)) + self.net.at_sight(behind)
            logits = logits.masked_fill(actions < 0, -1e9)
            policy = -(shares * functional.log_softmax(logits, 1)).sum(1).mean()
            value = functional.mse_loss(stands(leads, ahead), values)
            if learn:
                self.optimizer.zero_grad()
                (policy + VALUE * value).backward()
                self.optimizer.step()
            # Of what it likes equally well, it might take any.
            best = logits == logits.max(1, keepdim=True).values
            agreed = (best[:, 0] / best.sum(1)).mean()
            sums += len(which) * np.array([policy.item(), value.item(), agreed.item()])
        means = sums / max(1, len(lessons))
        return float(means[0]), float(means[1]), float(means[2])

    def export(self, path: Path) -> None:
        """Write the network as a file that agents play by."""
        game = self.game
        net = Net(game, self.wanted.width, self.wanted.blocks)
        net.load_state_dict({key: value.cpu() for key, value in self.net.state_dict().items()})
        unfinished = path.with_suffix(".part")
        torch.onnx.export(
            net.eval(),
            tuple(torch.zeros(1, n) for n in (game.observation.length, game.num_actions, game.players)),
            str(unfinished),
            input_names=["observation", "behind", "leads"],
            output_names=["policy", "value"],
            external_data=False,
        )
        model = onnx.load(unfinished)
        onnx.helper.set_model_props(model, notes_for(game, SCALE))
        onnx.save(model, unfinished)
        unfinished.replace(path)


# -- the whole -------------------------------------------------------------------------------------


def learn(wanted: argparse.Namespace) -> None:
    """Go through all stages."""
    folder: Path = wanted.folder
    game = finite_game(wanted.game, wanted.players)
    if game.players == 1:
        raise BadOptions("whoever plays alone is ahead of nobody: choose more players")
    for agent in (wanted.search, wanted.against):
        agents.create(agent, 0)
    keep_arguments(folder, vars(wanted) | {"players": game.players})
    trainer = Trainer(game, wanted)
    parameters = sum(each.numel() for each in trainer.net.parameters())
    print(f"{game!r}: {game.observation.length} features, {parameters:,} parameters, on {DEVICE}", flush=True)
    if trainer.stage >= wanted.stages:
        print(f"{folder} is at stage {trainer.stage} of {wanted.stages} already: more --stages make it go on")
    while trainer.stage < wanted.stages:
        stage = trainer.stage
        agent = f"{wanted.search},net={folder / f'{stage - 1}.onnx'}" if stage else wanted.search
        trainer.train(*study(game, stage, agent, wanted))
        network = folder / f"{stage}.onnx"
        trainer.export(network)
        some = max(1, wanted.match // 4)  # a search takes its time
        match(game, stage, "alone", f"neural:{network}", wanted.against, wanted.match, wanted)
        match(game, stage, "searching", f"{wanted.search},net={network}", wanted.against, some, wanted)
        match(game, stage, "searching", f"{wanted.search},net={network}", wanted.search, some, wanted)
        trainer.stage, trainer.epoch = stage + 1, 0
        trainer.save()
        draw(folder)


MAY_CHANGE = ("folder", "stages", "processes")
"""Arguments that do not change what has been done."""


def keep_arguments(folder: Path, given: dict[str, Any]) -> None:
    """Write down with which arguments a folder was begun; raises `BadOptions` where these are others."""
    path = folder / "arguments.json"
    arguments = {name: value for name, value in given.items() if name not in MAY_CHANGE}
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if not path.exists():
            path.write_text(json.dumps(arguments, indent=2) + "\n", encoding="utf-8")
    except OSError as error:
        raise BadOptions(f"{folder}: {error.strerror}") from error
    kept = read_manifest(path)
    others = [name for name, value in arguments.items() if kept.get(name) != value]
    if others:
        found = ", ".join(f"{name} {kept.get(name)!r} (not {arguments[name]!r})" for name in others)
        raise BadOptions(f"the run in {folder} is another, with {found}: choose another folder")


def study(game: Game, stage: int, agent: str, wanted: argparse.Namespace) -> tuple[Lessons, Lessons]:
    """Have the games of a stage played: what is learned from, and what shows how much was understood.

    The games of earlier stages are learned from, too.
    """
    print(f"stage {stage}: {wanted.games} games of {agent}", flush=True)
    plan = SelfPlay.of(game, agent, seed=stage, by_lot=wanted.by_lot)
    collection = Collection(wanted.folder / f"games-{stage}", plan)
    with open_pool(wanted.games, wanted.processes) as pool:
        collection.grow(wanted.games, pool, lambda more: print("." * more, end="", flush=True))
    print()
    folders = [wanted.folder / f"games-{n}" for n in range(stage + 1)]
    files = sorted(path for folder in folders for path in folder.glob("games-*.parquet"))
    newest = list(collection.files().values())
    return Lessons.read(files, wanted.trust, False), Lessons.read(newest, wanted.trust, True)


def match(
    game: Game, stage: int, how: str, agent: str, against: str, games: int, wanted: argparse.Namespace
) -> None:
    """Have an agent play a series against another, and write down how it went."""
    series = Series.of(game, [agent, *[against] * (game.players - 1)], MATCHES)
    with open_pool(games, wanted.processes) as pool:
        standings = play_series(series, games, pool)
    won = standings.tallies[0]
    low, high = won.win_interval
    note(
        wanted.folder,
        stage=stage,
        plays=how,
        against=against,
        games=won.games,
        won=float(won.wins) / won.games,
        won_low=low,
        won_high=high,
        points=won.mean,
        their_points=standings.tallies[1].mean,
    )


def note(folder: Path, **facts: Any) -> None:
    """Append a line to the curve, and show it."""
    path, names = folder / "curve.csv", COLUMNS
    new = not path.exists()
    rounded = {key: round(value, 4) if isinstance(value, float) else value for key, value in facts.items()}
    with path.open("a", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, names)
        if new:
            writer.writeheader()
        writer.writerow(rounded)
    print(json.dumps(rounded), flush=True)


COLUMNS = [
    *("stage", "epoch", "decisions", "policy_loss", "value_loss", "new_policy_loss", "new_value_loss"),
    *("agreement", "seconds", "plays", "against", "games", "won", "won_low", "won_high"),
    *("points", "their_points"),
]


def draw(folder: Path) -> None:
    """Draw the curves, where matplotlib is there to do it."""
    try:
        import matplotlib
    except ImportError:
        return
    matplotlib.use("svg")
    from matplotlib import pyplot

    with (folder / "curve.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    epochs = [row for row in rows if row["epoch"]]
    matches = [row for row in rows if row["won"]]
    figure, (losses, wins) = pyplot.subplots(1, 2, figsize=(10, 4))
    for name in ("policy_loss", "new_policy_loss", "value_loss", "new_value_loss"):
        losses.plot([float(row[name]) for row in epochs], label=name.replace("_", " "))
    losses.set(xlabel="rounds of training", title="loss, of games learned from and new ones")
    losses.legend()
    for how, against in dict.fromkeys((row["plays"], row["against"]) for row in matches):
        shown = [row for row in matches if (row["plays"], row["against"]) == (how, against)]
        middle = [float(row["won"]) for row in shown]
        reach = [
            [float(row["won"]) - float(row["won_low"]) for row in shown],
            [float(row["won_high"]) - float(row["won"]) for row in shown],
        ]
        stages, who = [int(row["stage"]) for row in shown], f"{how}, against {against}"
        wins.errorbar(stages, middle, reach, marker="o", capsize=4, label=who)
    wins.legend()
    wins.axhline(0.5, linewidth=0.5)
    wins.set(xlabel="stage", ylim=(0, 1), title="games that the network won, with 95 % intervals")
    figure.tight_layout()
    figure.savefig(folder / "curve.svg")
    pyplot.close(figure)


def main() -> None:
    """Read what is wanted, and do it."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path, help="where everything is kept")
    parser.add_argument("--game", default="burgundy")
    parser.add_argument("--players", type=int)
    parser.add_argument("--search", default="search:100", help="how far is looked ahead in self-play")
    parser.add_argument("--stages", type=int, default=2, help="how often it plays and learns")
    parser.add_argument("--games", type=int, default=1400, help="how many games it plays each time")
    parser.add_argument("--by-lot", type=int, default=30, help="so many decisions of each game are drawn")
    parser.add_argument(
        "--trust", type=float, default=0.5, help="how much of a value is what the search thought"
    )
    parser.add_argument("--epochs", type=int, default=4)
    parser.add_argument("--batch", type=int, default=256)
    parser.add_argument("--rate", type=float, default=1e-3)
    parser.add_argument("--width", type=int, default=128)
    parser.add_argument("--blocks", type=int, default=1)
    parser.add_argument("--dropout", type=float, default=0.3)
    parser.add_argument("--against", default="greedy", help="whom it is measured against")
    parser.add_argument(
        "--match", type=int, default=400, help="by how many games; inside the search, a quarter of them"
    )
    parser.add_argument("--processes", type=int)
    try:
        learn(parser.parse_args())
    except BurgherError as error:
        sys.exit(f"learn.py: {error}")


if __name__ == "__main__":
    main()

"""Teach a network to play, from games that the search and then it itself has played.

    pip install 'burgher[train]'
    python examples/learn.py runs/burgundy

It goes in stages. In each, an agent plays against itself (as `burgher selfplay` has it), a network learns
which actions it came to prefer and how its games ended, and the network, by itself and inside the search,
plays a series against `greedy`. First come the teachers: `greedy`, whose games cost next to nothing, to
get an idea; then the search, which plays far better. Then the network teaches itself: the search that
goes by the network of the stage before plays, and the network learns from what it found. Everything is
kept in the folder: interrupted and started again, it goes on where it was.

    games-0/ …      the games of each stage, Parquet
    0.onnx …        the network after each stage, for the agents `neural:FILE` and `search:200,net=FILE`
    curve.csv       how training and matches went; curve.svg shows it
    checkpoint.pt   where training is

A graphics processor is used if there is one.
"""

from __future__ import annotations

import argparse
import csv
import json
import time
from collections.abc import Iterator
from dataclasses import dataclass
from math import cos, pi
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import pyarrow.parquet as parquet
import torch
from torch import Tensor, nn
from torch.nn import functional

from burgher import BadOptions, Game
from burgher.agents.neural import notes_for
from burgher.arena.pool import hire
from burgher.arena.selfplay import Collection, SelfPlay
from burgher.arena.series import Series, play_series
from burgher.envs import finite_game

SCALE = 2000
"""A lead of so many hundredths of a point is called half a victory."""
SHARPENED = 2
"""A search tries out much that it would not do: what it tried twice as often counts four times."""
VALUE = 0.3
"""How much the values count beside the policy: there are far fewer outcomes than decisions to learn from."""
MATCHES = 10**6
"""The seed of the matches: none of their deals was learned from."""
DEVICE = "cuda" if torch.cuda.is_available() else "cpu"


class Net(nn.Module):
    """Sees what a seat observes; says how good each action is and how each seat stands."""

    def __init__(self, game: Game, width: int, blocks: int) -> None:
        super().__init__()
        self.first = nn.Linear(game.observation.length, width)
        self.blocks = nn.ModuleList(
            nn.Sequential(nn.LayerNorm(width), nn.Linear(width, width), nn.ReLU(), nn.Linear(width, width))
            for _ in range(blocks)
        )
        self.last = nn.LayerNorm(width)
        # What is learned of a die, a tile or a verb serves all actions that have to do with it.
        self.register_buffer("shared", concerned(game), persistent=False)
        self.things = nn.Linear(width, len(self.shared))
        self.policy = nn.Linear(width, game.num_actions)
        self.value = nn.Linear(width, game.players)

    def forward(self, observation: Tensor) -> tuple[Tensor, Tensor]:
        """The logits of all actions, and how each seat stands, from -1 to 1, the observing one first."""
        x = functional.relu(self.first(observation))
        for block in self.blocks:
            x = x + block(x)
        x = functional.relu(self.last(x))
        return self.policy(x) + self.things(x) @ self.shared, torch.tanh(self.value(x))


def concerned(game: Game) -> Tensor:
    """For each thing and each word that actions are made of, and each action: whether it is in it."""
    named = [{*action.parts, *action.words.split()} for action in game.actions]
    things = sorted(set().union(*named))
    return torch.tensor([[float(thing in each) for each in named] for thing in things])


# -- what is learned from --------------------------------------------------------------------------


@dataclass
class Lessons:
    """Decisions: what was seen, what to do, and what came of it."""

    seen: Tensor
    actions: Tensor
    """Up to `MOST` legal actions of each decision, those tried most often first; -1 where there are fewer."""
    shares: Tensor
    """Which share of the search's lines each of them got."""
    values: Tensor

    MOST = 48

    def __len__(self) -> int:
        return len(self.seen)

    @classmethod
    def read(cls, files: list[Path], trust: float, kept_back: bool) -> Lessons:
        """The decisions in some files; of their values, so much is the search's and the rest the game's.

        One game in ten is kept back: never learned from, it shows how much was understood.
        """
        parts = [cls._read_one(path, trust, kept_back) for path in files]
        return cls(*(torch.cat(each) for each in zip(*parts, strict=True)))

    @classmethod
    def _read_one(cls, path: Path, trust: float, kept_back: bool) -> tuple[Tensor, Tensor, Tensor, Tensor]:
        table = parquet.read_table(path)
        table = table.filter((table["game"].to_numpy() % 10 == 9) == kept_back)
        rows = table.num_rows
        seen = table["observation"].combine_chunks().flatten().to_numpy().reshape(rows, -1)
        actions = np.full((rows, cls.MOST), -1, np.int64)
        shares = np.zeros((rows, cls.MOST), np.float32)
        looked_at = zip(table["actions"].to_pylist(), table["visits"].to_pylist(), strict=True)
        for row, (which, visits) in enumerate(looked_at):
            n = min(len(which), cls.MOST)
            actions[row, :n], shares[row, :n] = which[:n], visits[:n]
        shares **= SHARPENED
        shares /= shares.sum(1, keepdims=True)
        values = outcomes(np.array(table["scores"].to_pylist(), np.float32))
        # The search knows only how its own seat stood; with two seats, the other stood as badly as that well.
        thought = table["value"].to_numpy(zero_copy_only=False).astype(np.float32)
        known = ~np.isnan(thought)
        values[known, 0] += trust * (thought - values[:, 0])[known]
        if values.shape[1] == 2:
            values[:, 1] = -values[:, 0]
        return (
            torch.from_numpy(seen.astype(np.float16)),
            torch.from_numpy(actions),
            torch.from_numpy(shares),
            torch.from_numpy(values),
        )


def outcomes(scores: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """What final scores are worth to each seat: its lead over the best of the others, as a search has it."""
    lead = np.empty_like(scores)
    for seat in range(scores.shape[1]):
        lead[:, seat] = scores[:, seat] - np.delete(scores, seat, axis=1).max(1)
    lead *= 100
    return np.asarray(lead / (SCALE + np.abs(lead)))


# -- training --------------------------------------------------------------------------------------


class Trainer:
    """A network, what trains it, and where it is in that."""

    def __init__(self, game: Game, wanted: argparse.Namespace) -> None:
        self.game = game
        self.wanted = wanted
        self.folder: Path = wanted.folder
        self.net = Net(game, wanted.width, wanted.blocks).to(DEVICE)
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
        for seen, actions, shares, values in self._batches(lessons, learn):
            logits, stands = self.net(seen)
            # Only what is legal is learned about: of the rest, the rules know.
            offered = logits.gather(1, actions.clamp(min=0)).masked_fill(actions < 0, -1e9)
            policy = -(shares * functional.log_softmax(offered, 1)).sum(1).mean()
            value = functional.mse_loss(stands, values)
            if learn:
                self.optimizer.zero_grad()
                (policy + VALUE * value).backward()
                self.optimizer.step()
            agreed = (offered.argmax(1) == 0).float().mean()
            sums += len(seen) * np.array([policy.item(), value.item(), agreed.item()])
        means = sums / max(1, len(lessons))
        return float(means[0]), float(means[1]), float(means[2])

    def _batches(self, lessons: Lessons, shuffled: bool) -> Iterator[tuple[Tensor, ...]]:
        order = torch.randperm(len(lessons)) if shuffled else torch.arange(len(lessons))
        for rows in order.split(self.wanted.batch):
            batch = lessons.seen[rows], lessons.actions[rows], lessons.shares[rows], lessons.values[rows]
            seen, actions, shares, values = (each.to(DEVICE) for each in batch)
            yield seen.float(), actions, shares, values

    def export(self, path: Path) -> None:
        """Write the network as a file that agents play by."""
        net = Net(self.game, self.wanted.width, self.wanted.blocks)
        net.load_state_dict({key: value.cpu() for key, value in self.net.state_dict().items()})
        unfinished = path.with_suffix(".part")
        torch.onnx.export(
            net.eval(),
            (torch.zeros(1, self.game.observation.length),),
            str(unfinished),
            input_names=["observation"],
            output_names=["policy", "value"],
            external_data=False,
        )
        model = onnx.load(unfinished)
        onnx.helper.set_model_props(model, notes_for(self.game, SCALE))
        onnx.save(model, unfinished)
        unfinished.replace(path)


# -- the whole -------------------------------------------------------------------------------------


def learn(wanted: argparse.Namespace) -> None:
    """Go through all stages."""
    folder: Path = wanted.folder
    folder.mkdir(parents=True, exist_ok=True)
    game = finite_game(wanted.game, wanted.players)
    trainer = Trainer(game, wanted)
    parameters = sum(each.numel() for each in trainer.net.parameters())
    print(f"{game!r}: {game.observation.length} features, {parameters:,} parameters, on {DEVICE}", flush=True)
    while trainer.stage < len(wanted.teachers) + wanted.own:
        stage = trainer.stage
        if stage < len(wanted.teachers):
            agent, _, number = wanted.teachers[stage].rpartition("=")
        else:
            agent, number = f"{wanted.search},net={folder / f'{stage - 1}.onnx'}", wanted.own_games
        lessons, unseen = study(game, stage, agent, int(number), wanted)
        trainer.train(lessons, unseen)
        network = folder / f"{stage}.onnx"
        trainer.export(network)
        match(game, stage, f"neural:{network}", "alone", wanted.match, wanted)
        match(game, stage, f"{wanted.search},net={network}", "searching", max(1, wanted.match // 4), wanted)
        trainer.stage, trainer.epoch = stage + 1, 0
        trainer.save()
        draw(folder)


def study(
    game: Game, stage: int, agent: str, games: int, wanted: argparse.Namespace
) -> tuple[Lessons, Lessons]:
    """Have the games of a stage played: what is learned from, and what shows how much was understood."""
    print(f"stage {stage}: {games} games of {agent}", flush=True)
    plan = SelfPlay.of(game, agent, seed=stage, by_lot=wanted.by_lot)
    collection = Collection(wanted.folder / f"games-{stage}", plan)
    with hire(games, wanted.processes) as crew:
        collection.grow(games, crew, lambda more: print("." * more, end="", flush=True))
    # The games of the first teacher are learned from once; those of later stages, from then on.
    folders = [wanted.folder / f"games-{n}" for n in range(min(1, stage), stage + 1)]
    files = sorted(path for folder in folders for path in folder.glob("games-*.parquet"))
    newest = list(collection.files().values())
    return Lessons.read(files, wanted.trust, False), Lessons.read(newest, wanted.trust, True)


def match(game: Game, stage: int, agent: str, how: str, games: int, wanted: argparse.Namespace) -> None:
    """Have an agent play a series against another, and write down how it went."""
    series = Series.of(game, [agent, *[wanted.against] * (game.players - 1)], MATCHES)
    with hire(games, wanted.processes) as crew:
        standings = play_series(series, games, crew)
    won = standings.tallies[0]
    low, high = won.win_interval
    note(
        wanted.folder,
        stage=stage,
        plays=how,
        against=wanted.against,
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
    *(
        "agreement",
        "seconds",
        "plays",
        "against",
        "games",
        "won",
        "won_low",
        "won_high",
        "points",
        "their_points",
    ),
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
    for how in ("alone", "searching"):
        shown = [row for row in matches if row["plays"] == how]
        middle = [float(row["won"]) for row in shown]
        reach = [
            [float(row["won"]) - float(row["won_low"]) for row in shown],
            [float(row["won_high"]) - float(row["won"]) for row in shown],
        ]
        wins.errorbar([int(row["stage"]) for row in shown], middle, reach, marker="o", capsize=4, label=how)
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
    parser.add_argument(
        "--teachers",
        nargs="*",
        default=["greedy=3000", "search:100=1000"],
        metavar="AGENT=GAMES",
        help="who teaches first, and by how many games",
    )
    parser.add_argument("--own", type=int, default=1, help="in how many stages the network teaches itself")
    parser.add_argument("--own-games", type=int, default=300, help="and by how many games each time")
    parser.add_argument("--search", default="search:100", help="how far it looks ahead for that")
    parser.add_argument("--by-lot", type=int, default=30, help="so many decisions of each game are drawn")
    parser.add_argument(
        "--trust", type=float, default=0.5, help="how much of a value is what the search thought"
    )
    parser.add_argument("--epochs", type=int, default=6)
    parser.add_argument("--batch", type=int, default=256)
    parser.add_argument("--rate", type=float, default=1e-3)
    parser.add_argument("--width", type=int, default=256)
    parser.add_argument("--blocks", type=int, default=2)
    parser.add_argument("--against", default="greedy")
    parser.add_argument("--match", type=int, default=400, help="games against it")
    parser.add_argument("--processes", type=int)
    learn(parser.parse_args())


if __name__ == "__main__":
    main()

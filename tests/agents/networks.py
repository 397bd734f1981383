"""Small networks with weights of our choosing, as files."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

from burgher import Game
from burgher.agents.neural import notes_for


def write_network(
    path: Path,
    game: Game,
    policy: Any,
    values: list[float],
    notes: dict[str, str] | None = None,
) -> Path:
    """A network that likes each action so much, and thinks that seats stand so, whatever it sees.

    To the policy, the first feature seen adds nothing: it is there to be an input.
    """
    features = game.observation.length
    weights = {
        "likes": np.asarray(policy, np.float32),
        "stands": np.asarray(values, np.float32),
        "blind_policy": np.zeros((features, game.num_actions), np.float32),
        "blind_value": np.zeros((features, game.players), np.float32),
    }
    graph = helper.make_graph(
        [
            helper.make_node("Gemm", ["observation", "blind_policy", "likes"], ["policy"]),
            helper.make_node("Gemm", ["observation", "blind_value", "stands"], ["value"]),
        ],
        "network",
        [_rows("observation", features)],
        [_rows("policy", game.num_actions), _rows("value", game.players)],
        [numpy_helper.from_array(array, name) for name, array in weights.items()],
    )
    return _save(path, game, graph, notes or {})


def write_echo(path: Path, game: Game) -> Path:
    """A network that repeats what the heuristic says: the better an action looks the more it is liked."""
    widths = {"behind": game.num_actions, "leads": game.players}
    graph = helper.make_graph(
        [
            helper.make_node("Neg", ["behind"], ["policy"]),
            helper.make_node("Softsign", ["leads"], ["value"]),
        ],
        "echo",
        [_rows(name, width) for name, width in widths.items()],
        [_rows("policy", game.num_actions), _rows("value", game.players)],
    )
    return _save(path, game, graph, {})


def _rows(name: str, width: int) -> Any:
    return helper.make_tensor_value_info(name, TensorProto.FLOAT, ["rows", width])


def _save(path: Path, game: Game, graph: Any, notes: dict[str, str]) -> Path:
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
    helper.set_model_props(model, notes_for(game, 2000) | notes)
    onnx.save(model, path)
    return path

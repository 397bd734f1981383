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
        [helper.make_tensor_value_info("observation", TensorProto.FLOAT, ["rows", features])],
        [
            helper.make_tensor_value_info("policy", TensorProto.FLOAT, ["rows", game.num_actions]),
            helper.make_tensor_value_info("value", TensorProto.FLOAT, ["rows", game.players]),
        ],
        [numpy_helper.from_array(array, name) for name, array in weights.items()],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8)
    helper.set_model_props(model, notes_for(game, 2000) | (notes or {}))
    onnx.save(model, path)
    return path

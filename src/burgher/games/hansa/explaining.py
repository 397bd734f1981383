"""What a thing does, in our words: markers, tracks and tiles by their names."""

from __future__ import annotations

from burgher.games.hansa.components import DESK, FAVOUR_TABLE, MARKER_TABLE, PERMANENT_TABLE


def explain(topic: str, box: str) -> str | None:
    """What a marker, a track or a tile does; None for an unknown topic."""
    wanted = "-".join(topic.casefold().split())
    for marker in MARKER_TABLE:
        if wanted in (marker["name"], f"marker-{marker['name']}"):
            effect = marker.get(f"effect-{box}", marker["effect"])
            return f"{str(marker['title']).capitalize()}: {effect}"
    for track in DESK["track"]:
        if wanted in (track["name"], f"track-{track['name']}"):
            return f"{str(track['name']).capitalize()} ({track['latin']}): {track['use']}"
    for kind, tiles in (("favour", FAVOUR_TABLE), ("permanent", PERMANENT_TABLE)):
        for tile in tiles:
            if wanted in (tile["name"], f"{kind}-{tile['name']}"):
                return f"{str(tile['name']).capitalize()}: {tile['effect']}"
    return None

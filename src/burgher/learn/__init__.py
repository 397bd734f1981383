"""Learning a game: its rules as a text with anchors, lessons, guidance and a legend (docs/learning.md).

Everything here is generic. What it teaches lies in each game's folder `learn/`, as text and tables.
"""

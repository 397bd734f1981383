"""How the rules become machine code: mypyc writes C, which is tightened, put together and compiled."""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
"""The folder of the project."""

"""Everybody can read it: contrasts of the style sheets, in both themes."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from burgher.games.burgundy import page
from burgher.server.view.static_files import STATIC

BASE = (STATIC / "base.css").read_text(encoding="utf-8")
PAGE = Path(page.__file__).with_name("page.css").read_text(encoding="utf-8")


def variables(block: str) -> dict[str, str]:
    return dict(re.findall(r"--([\w-]+): (#[0-9a-f]{3,6});", block))


def block_of(css: str, selector: str) -> dict[str, str]:
    found = re.search(rf"^{re.escape(selector)} {{(.*?)}}", css, re.DOTALL | re.MULTILINE)
    assert found, selector
    return variables(found[1])


DARK = block_of(BASE, ":root")
LIGHT = block_of(BASE, ':root[data-theme="light"]')
KINDS = ("castle", "mine", "ship", "animal", "building", "knowledge")


def luminance(colour: str) -> float:
    digits = colour[1:] if len(colour) == 7 else "".join(2 * digit for digit in colour[1:])
    linear = []
    for n in (0, 2, 4):
        part = int(digits[n : n + 2], 16) / 255
        linear.append(part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4)
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    bright, dim = sorted((luminance(one), luminance(other)), reverse=True)
    return (bright + 0.05) / (dim + 0.05)


@pytest.mark.parametrize("theme", [DARK, LIGHT], ids=["dark", "light"])
@pytest.mark.parametrize("ground", ["card", "card-high", "room"])
@pytest.mark.parametrize("text", ["text", "soft"])
def test_text_can_be_read(theme: dict[str, str], ground: str, text: str) -> None:
    assert contrast(theme[text], theme[ground]) >= 4.5


@pytest.mark.parametrize("theme", [DARK, LIGHT], ids=["dark", "light"])
def test_what_can_be_touched_stands_out(theme: dict[str, str]) -> None:
    assert contrast(theme["accent"], theme["accent-ink"]) >= 4.5
    assert contrast(theme["accent"], theme["card"]) >= 3


@pytest.mark.parametrize("kind", KINDS)
def test_symbols_can_be_read_on_their_tile(kind: str) -> None:
    tones = block_of(PAGE, f".kind-{kind}")
    assert contrast(tones["ink"], tones["pale"]) >= 7
    assert max(contrast(tones["ink"], tones["face"]), contrast(tones["pale"], tones["face"])) >= 3


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind == "knowledge"])
def test_numbers_can_be_read_on_their_tile(kind: str) -> None:
    tones = block_of(PAGE, f".kind-{kind}")
    assert contrast(tones["ink"], tones["face"]) >= 4.5


def test_the_theme_that_is_chosen_is_the_theme_that_is_preferred() -> None:
    preferred = re.search(r"@media \(prefers-color-scheme: light\) {\s*:root(.*?)}\s*}", BASE, re.DOTALL)
    assert preferred
    assert variables(preferred[1]) == LIGHT

"""Take pictures of tables on every kind of screen, to look at them.

python -m tools.screens /tmp/screens                          # all of them
python -m tools.screens /tmp/screens burgundy-4 --on 844 1024 --in dark
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from tools.screenshots import launched

sys.path.append(str(Path(__file__).parents[1] / "tests"))  # tests measure the same tables

from page.scenes import SCENES, SCREENS, Screen, shown

if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path, help="where the pictures go")
    parser.add_argument("scenes", nargs="*", help=f"some of {', '.join(SCENES)}, or the beginning of some")
    parser.add_argument("--on", nargs="+", choices=SCREENS, default=list(SCREENS), help="screens")
    parser.add_argument(
        "--in", nargs="+", dest="schemes", choices=("light", "dark"), default=["light", "dark"]
    )
    parser.add_argument("--tab", help="on a phone, the panel to turn to: market, side, …")
    parser.add_argument("--touch", help="a part of the table to touch: die-1, …")
    parser.add_argument("--large", action="store_true", help="show the first other player's board large")
    chosen = parser.parse_args()
    chosen.folder.mkdir(parents=True, exist_ok=True)
    with launched() as browser:
        for scene in SCENES:
            if chosen.scenes and not scene.startswith(tuple(chosen.scenes)):
                continue
            for on in chosen.on:
                for scheme in chosen.schemes:
                    screen: Screen = SCREENS[on]
                    with shown(browser, scene, screen, scheme) as page:
                        tab = page.locator(f'[data-tab="{chosen.tab}"]')
                        if chosen.tab and tab.is_visible():
                            tab.click()
                            page.wait_for_timeout(300)
                        if chosen.touch:
                            page.locator(f'[data-part="{chosen.touch}"]').first.dispatch_event("click")
                        if chosen.large:
                            page.locator("[data-open^=player]").first.click()
                        page.screenshot(path=chosen.folder / f"{scene}-{on}-{scheme}.png")

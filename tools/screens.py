"""Take pictures of tables, and of the pages around them, on every kind of screen, to look at them.

python -m tools.screens /tmp/screens                          # all of them
python -m tools.screens /tmp/screens burgundy-4 --on 844 1024 --in dark
python -m tools.screens /tmp/screens page-start --on 390 1280
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from tools.screenshots import launched

sys.path.append(str(Path(__file__).parents[1] / "tests"))  # tests measure the same tables

from browser.served import Served
from browser.site import PAGES, Site
from page.scenes import SCENES, SCREENS, shown

if TYPE_CHECKING:
    from playwright.sync_api import Browser

TABLES, AROUND = list(SCENES), [f"page-{page}" for page in PAGES]


def shoot_table(browser: Browser, scene: str, on: str, scheme: str, chosen: argparse.Namespace) -> None:
    """A table in the middle of a game, with whatever was asked to be touched."""
    with shown(browser, scene, SCREENS[on], scheme) as page:
        tab = page.locator(f'[data-tab="{chosen.tab}"]')
        if chosen.tab and tab.is_visible():
            tab.click()
            page.wait_for_timeout(300)
        if chosen.touch:
            page.locator(f'[data-part="{chosen.touch}"]').first.dispatch_event("click")
        if chosen.large:
            page.locator("[data-open^=player]").first.click()
        page.screenshot(path=chosen.folder / f"{scene}-{on}-{scheme}.png")


def shoot_page(browser: Browser, site: Site, page_name: str, on: str, scheme: str, folder: Path) -> None:
    """A page of a server, from its top to its foot."""
    context = browser.new_context(base_url=site.served.url, **SCREENS[on].settings(scheme))
    page = context.new_page()
    site.arrives(page, page_name)
    page.wait_for_timeout(300)
    page.screenshot(path=folder / f"page-{page_name}-{on}-{scheme}.png", full_page=True)
    context.close()


def main() -> None:
    """Take the pictures that were asked for."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path, help="where the pictures go")
    what = ", ".join([*TABLES, *AROUND])
    parser.add_argument("scenes", nargs="*", help=f"some of {what}, or the beginning of some")
    parser.add_argument("--on", nargs="+", choices=SCREENS, default=list(SCREENS), help="screens")
    parser.add_argument(
        "--in", nargs="+", dest="schemes", choices=("light", "dark"), default=["light", "dark"]
    )
    parser.add_argument("--tab", help="on a phone, the panel to turn to: market, side, …")
    parser.add_argument("--touch", help="a part of the table to touch: die-1, …")
    parser.add_argument("--large", action="store_true", help="show the first other player's board large")
    chosen = parser.parse_args()
    chosen.folder.mkdir(parents=True, exist_ok=True)
    wanted = [one for one in (*TABLES, *AROUND) if not chosen.scenes or one.startswith(tuple(chosen.scenes))]
    looks = [(on, scheme) for on in chosen.on for scheme in chosen.schemes]
    with launched() as browser:
        for scene in wanted:
            for on, scheme in looks if scene in TABLES else ():
                shoot_table(browser, scene, on, scheme, chosen)
        if not set(wanted) & set(AROUND):
            return
        with tempfile.TemporaryDirectory() as folder, Served(Path(folder) / "tables.db") as served:
            site = Site(served)
            for scene in wanted:
                for on, scheme in looks if scene in AROUND else ():
                    name = scene.removeprefix("page-")
                    shoot_page(browser, site, name, on, scheme, chosen.folder)


if __name__ == "__main__":
    main()

"""Prove that studies can be trusted: luck is fair, accuracy ranks levels, planted mistakes are found.

    python -m tools.trust play burgundy:2 hansa:3 --games 100      # games of unequal players, studied
    python -m tools.trust luck burgundy:2 hansa:3 --games 200      # the same, asked for luck alone
    python -m tools.trust plant burgundy:2 --games 100             # good games with a bad move in each
    python -m tools.trust report                                   # what all of that says, with intervals
    python -m tools.trust write                                    # the same, written into docs/study.md

Results are lines of JSON in a folder (`--folder trust`), one for each game; what is there is not done again,
and a run goes on where it was interrupted (`--minutes 8` begins nothing later). The games themselves are kept
there too, so that another manner of studying them costs no more than the studies. Run it on the compiled
package.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from time import process_time

from burgher.record import Record
from burgher.study.course import course_of, worst_moves
from burgher.study.looking import DEPTHS, Depth, Finding, looked_at, method_of
from tools.measuring import Row, add_options, carry_out, kinds, loaded
from tools.trust_games import GOOD, mistaken, unequal
from tools.trust_report import COSTLIEST, UNEQUAL, report

QUICK = DEPTHS["quick"]
LUCK = replace(QUICK, search=0, trials=0, again=0)
"""As quick about luck, which is found by itself, with as few looks at moves as there can be."""
PAGE = Path("docs/study.md")
BEGIN, END = "<!-- measured: written by tools/trust.py -->\n", "<!-- end of what was measured -->\n"


def line_up(pair: Sequence[str], players: int, number: int) -> list[str]:
    """Who sits where: the weaker one takes turns, and the stronger has all other seats."""
    weak, strong = pair
    return [weak if seat == number % players else strong for seat in range(players)]


def studied(folder: Path, depth: Depth, task: Row) -> Row:
    """A game of unequal players, and what a study says of it."""
    game = loaded(task["game"], task["players"])
    line = line_up(task["pair"].split(), game.players, task["number"])
    record = unequal(game, line, task["number"], folder)
    findings, seconds = _study(record, depth)
    course = course_of(record, record.replay(), findings, depth.name)
    seats = []
    for agent, one in zip(line, course.accounts, strict=True):
        sums = {
            "start": one.start,
            "luck": one.luck,
            "play": one.play,
            "others": one.others,
            "cost": one.cost,
            "points": one.cost_points,
        }
        told = {name: [round(value.value, 5), round(value.error, 5)] for name, value in sums.items()}
        seats.append({"agent": agent, "result": one.result, "decisions": one.decisions, **told})
    return {"seats": seats, "moves": len(findings), "seconds": round(seconds, 2)}


def planted(folder: Path, depth: Depth, task: Row) -> Row:
    """A good game in which one move is replaced by a bad one, and where a quick study ranks it."""
    game = loaded(task["game"], task["players"])
    mistake = mistaken(game, task["number"], folder)
    if mistake is None:
        return {"rank": None}
    at = mistake["at"]
    record = Record.parse(mistake["record"])
    findings, seconds = _study(record, depth)
    worst = worst_moves(record, record.replay(), findings, range(game.players))
    costly, gain = [one.number for one in worst], findings[at].better
    others = [one.better.gain for one in worst if one.number != at]
    return {
        "rank": costly.index(at) + 1 if at in costly else 0,
        "at": at,
        "moves": len(findings),
        "cost": mistake["cost"],
        "found": None if gain is None else [round(gain.gain, 4), round(gain.error, 4)],
        "others": round(others[COSTLIEST - 1], 4) if len(others) >= COSTLIEST else 0.0,
        "seconds": round(seconds, 2),
    }


def _study(record: Record, depth: Depth) -> tuple[list[Finding], float]:
    """A study, and how long it took one processor."""
    began = process_time()
    findings = list(looked_at(record, depth, range(len(record.moves))))
    return findings, process_time() - began


def tasks_of(what: str, wanted: Sequence[str], count: int) -> list[Row]:
    """What is to be done, in an order in which something of everything comes first."""
    pairs = ((GOOD,),) if what == "plant" else UNEQUAL
    return [
        {
            "game": name,
            "players": players,
            "method": method_of(loaded(name, players), DOES[what][1]),
            "pair": " ".join(pair),
            "number": number,
        }
        for number in range(count)
        for name, players in kinds(wanted)
        for pair in pairs
    ]


DOES = {"play": (studied, QUICK), "luck": (studied, LUCK), "plant": (planted, QUICK)}


def main() -> None:
    """Do what the command line says."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("what", choices=(*DOES, "report", "write"))
    parser.add_argument("games", nargs="*", metavar="GAME:PLAYERS")
    parser.add_argument("--games", type=int, default=100, dest="count", help="games of each kind")
    parser.add_argument("--folder", type=Path, default=Path("trust"))
    add_options(parser)
    wanted = parser.parse_args()
    if wanted.what in DOES:
        if not wanted.games:
            parser.error("name a game")
        tasks = tasks_of(wanted.what, wanted.games, wanted.count)
        does, depth = DOES[wanted.what]
        name = f"{wanted.what}.jsonl"
        does = partial(does, wanted.folder / "games", depth)
        carry_out(tasks, does, wanted.folder, lambda _: name, wanted.processes, wanted.minutes)
        return
    told = "\n".join(report(wanted.folder))
    if wanted.what == "report":
        print(told)
        return
    before, _, rest = PAGE.read_text(encoding="utf-8").partition(BEGIN)
    _, _, after = rest.partition(END)
    PAGE.write_text(f"{before}{BEGIN}\n{told}\n{END}{after}", encoding="utf-8")


if __name__ == "__main__":
    main()

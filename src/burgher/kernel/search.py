"""Tree search for any game: what might happen, tried out again and again, the promising lines most often.

Each time round, everything the seat cannot know is dealt anew (`State.forget`), so that one tree holds what
is good on average over all that may be hidden and all that chance may bring. A line is followed down the
tree, some decisions are played from its end by a quick player who takes the best of the moves it tries,
and the game's instinct judges the outcome. Everything is whole numbers, so that a search from the same seed
finds the same everywhere.

A `Judge`, a trained network for one, can be asked: it says at once how promising each action is and how the
position stands. By its weight, its word counts instead of, or beside, what comes of playing on.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64, mypyc_attr

from burgher.kernel.chance import drawn, step
from burgher.kernel.offers import ACTION_NUMBERS, action_buffer, nth_offered, offer_buffer, offered
from burgher.kernel.words import extended, words

if TYPE_CHECKING:
    from burgher.kernel.state import State
    from burgher.kernel.words import Words

ONE: Final = 1048576
"""What a certain victory is worth, as values are kept: from -`ONE` to `ONE`."""
DEEPEST: Final = 200
"""No line is followed further down the tree than this."""
MOST_SEATS: Final = 8
FORCED: Final = 1000
"""So many decisions without a choice in a row are as good as the end."""
MOST_NODES: Final = 2000000
"""A tree that has so many (140 MB) gets no new branches."""

SHARPNESS: Final = 32
"""The larger, the sooner an action that looks worse at first sight is thought unlikely to be good."""
LINES_TO_MEASURE: Final = 6
WHOLE: Final = 1024
"""Shares are kept in 1024ths."""

# What a node is made of. It stands for an action taken after those of the nodes above it.
FIELDS: Final = 9
ACTION: Final = 0
VISITS: Final = 1
VALUE: Final = 2
"""The sum of what its visits were worth to the one who took the action."""
PRIOR: Final = 3
"""How likely the action looked at first sight, in 1024ths."""
FIRST: Final = 4
"""The first action that may follow; 0 for none yet."""
NEXT: Final = 5
"""The next action beside it."""
BEST: Final = 6
"""What the best of the actions that may follow looked worth."""
WEIGHT: Final = 7
"""By what their priors are divided."""
LOSS: Final = 8
"""By how much less than the best of those beside it the action looked worth at first sight."""

_ROOTS: Final[Words] = words([int((n * 256) ** 0.5) for n in range(4096)])


def root_16(n: i64) -> i64:
    """Sixteen times the square root of a number, nearly."""
    doublings: i64 = 0
    while n >= 4096:
        n >>= 2
        doublings += 1
    return _ROOTS[n] << doublings


@mypyc_attr(allow_interpreted_subclasses=True)
class Judge:
    """Who judges positions, in the place of instinct or beside it."""

    def __init__(self, scale: i64, weight: i64 = WHOLE) -> None:
        self.scale: i64 = scale
        """A lead, in hundredths of a point, that it calls half a victory."""
        self.weight: i64 = weight
        """How much its word on a position counts, in 1024ths; the rest is what comes of playing on."""

    def judge(self, state: State, actions: list[int]) -> list[int]:
        """How promising each of the legal actions is, in 1024ths; then how each seat stands, in `ONE`s.

        It may use only what the seat to move can know.
        """
        raise NotImplementedError


class Tree:
    """What a seat has found out about the decision before it."""

    def __init__(self, state: State, seats: i64, boldness: i64, judge: Judge | None = None) -> None:
        self.asked: Judge | None = judge
        """Who is asked, if anybody is."""
        self.weight: i64 = 0
        """How much the judge's word counts."""
        self.seats: i64 = seats
        self.tries: i64 = state.tries()
        """How many moves the quick player tries before it takes one; 0 for all."""
        self.reach: i64 = state.reach()
        """How many decisions it plays before the outcome is judged."""
        self.cost: i64 = state.cost()
        """For how many each line counts."""
        self.boldness: i64 = boldness
        """How much more than the known good is tried out, in 1024ths."""
        self.trust: i64 = state.trust()
        """For how many visits first sight counts, beside what comes of visits."""
        self.scale: i64 = 0
        """A lead, in hundredths of a point, that is half a victory; 0 before any is known."""
        self.par: i64 = 0
        """What a position is measured against by whoever plays alone."""
        if judge is not None:
            self.scale = judge.scale
            self.weight = judge.weight
            if judge.weight == WHOLE:  # nothing is played on
                self.cost = 1
        self.iterations: i64 = 0
        self.chance: i64 = 1
        self.nodes: Words = words([0] * FIELDS)
        self.root: i64 = 0
        self.size: i64 = 1
        self.start: State = state.clone()
        self.now: State = state.clone()
        self.better: State = state.clone()
        self.trial: State = state.clone()
        self.offers: Words = offer_buffer()
        self.actions: Words = action_buffer()
        self.marks: Words = words([0] * ACTION_NUMBERS)
        """For each action, when it was last seen to be legal, or, negative, to have a node."""
        self.mark: i64 = 0
        self.path: Words = words([0] * DEEPEST)
        self.movers: Words = words([0] * DEEPEST)
        self.values: Words = words([0] * MOST_SEATS)
        self.promise: Words = action_buffer()
        """How promising the judge has said each of the actions listed in `actions` is, in 1024ths."""
        self.word: Words = words([0] * MOST_SEATS)
        """What the judge has said of how the seats stand."""

    # -- from outside --------------------------------------------------------------------------

    def begin(self, state: State, chance: i64) -> None:
        """Think about a decision, from nothing."""
        self.start.copy_from(state)
        self.chance = chance
        self.nodes = words([0] * FIELDS)
        self.size = 1
        self.root = 0
        self.iterations = 0

    def go_on(self, state: State, action: i64) -> bool:
        """Think on about what follows an action taken, keeping what is known; False if nothing is."""
        node: i64 = self.nodes[self.root * FIELDS + FIRST]
        while node:
            if self.nodes[node * FIELDS + ACTION] == action:
                self.start.copy_from(state)
                self.keep_legal(node)
                if self.nodes[node * FIELDS + FIRST] == 0:
                    return False
                self.root = node
                self.iterations = self.nodes[node * FIELDS + VISITS]
                return True
            node = self.nodes[node * FIELDS + NEXT]
        return False

    def keep_legal(self, node: i64) -> None:
        """Forget what followed a node in other worlds, and cannot follow it in this one."""
        self.mark += 1
        count = self.start.legal(self.actions)
        while count > 0:
            count -= 1
            self.marks[self.actions[count]] = self.mark
        link: i64 = node * FIELDS + FIRST
        while self.nodes[link]:
            at: i64 = self.nodes[link] * FIELDS
            if self.marks[self.nodes[at + ACTION]] == self.mark:
                link = at + NEXT
            else:
                self.nodes[link] = self.nodes[at + NEXT]

    def grow(self, times: i64) -> None:
        """Follow so many more lines."""
        seat = self.start.seat
        if self.scale == 0:
            self.take_measure(seat)
        while times > 0:
            self.chance = step(self.chance)
            self.follow(seat)
            self.iterations += 1
            times -= 1

    def best(self) -> i64:
        """The action tried most often, of equals the one worth most."""
        most: i64 = -1
        value: i64 = 0
        found: i64 = -1
        node: i64 = self.nodes[self.root * FIELDS + FIRST]
        while node:
            at: i64 = node * FIELDS
            visits = self.nodes[at + VISITS]
            if visits > most or (visits == most and self.nodes[at + VALUE] > value):
                most = visits
                value = self.nodes[at + VALUE]
                found = self.nodes[at + ACTION]
            node = self.nodes[at + NEXT]
        return found

    def lead(self) -> i64:
        """By how many visits the action tried most often is ahead of the next."""
        most: i64 = 0
        second: i64 = 0
        node: i64 = self.nodes[self.root * FIELDS + FIRST]
        while node:
            visits = self.nodes[node * FIELDS + VISITS]
            if visits > most:
                second = most
                most = visits
            elif visits > second:
                second = visits
            node = self.nodes[node * FIELDS + NEXT]
        return most - second

    def findings(self) -> list[tuple[int, int, int]]:
        """For each action looked at: the action, how often it was tried, what it is worth on average."""
        found: list[tuple[int, int, int]] = []
        node: i64 = self.nodes[self.root * FIELDS + FIRST]
        while node:
            at: i64 = node * FIELDS
            visits = self.nodes[at + VISITS]
            value: i64 = 0
            if visits:
                value = self.nodes[at + VALUE] // visits
            found.append((self.nodes[at + ACTION], visits, value))
            node = self.nodes[at + NEXT]
        return found

    # -- one line ------------------------------------------------------------------------------

    def follow(self, seat: i64) -> None:
        """Follow a line down the tree, play on from its end, and remember what came of it."""
        now = self.now
        now.copy_from(self.start)
        now.forget(seat, self.chance)
        node = self.root
        judged = self.asked is not None
        told = False
        depth: i64 = 0
        forced: i64 = 0
        while depth < DEEPEST and forced < FORCED and not now.is_over:
            count = now.legal(self.actions)
            if count == 1 and depth:
                now.apply(self.actions[0])
                forced += 1
                continue
            forced = 0
            fresh = self.nodes[node * FIELDS + FIRST] == 0
            if self.size > MOST_NODES and fresh:
                break
            self.movers[depth] = now.seat
            chosen = self.descend(node, count)
            if judged and fresh:
                told = True
                break
            node = chosen
            self.path[depth] = node
            depth += 1
            now.apply(self.nodes[node * FIELDS + ACTION])
            if self.nodes[node * FIELDS + VISITS] == 0 and not judged:
                break
        if not judged:
            self.play_on()
            self.judge()
        elif now.is_over:
            self.judge()
        else:
            if not told:
                self.ask(now.legal(self.actions))
            self.weigh()
        while depth > 0:
            depth -= 1
            at: i64 = self.path[depth] * FIELDS
            self.nodes[at + VISITS] += 1
            self.nodes[at + VALUE] += self.values[self.movers[depth]]

    def descend(self, node: i64, count: i64) -> i64:
        """Which of the legal actions, listed in `self.actions`, to follow: good, or little known."""
        marks = self.marks
        actions = self.actions
        self.mark += 1
        mark = self.mark
        i: i64 = 0
        while i < count:
            marks[actions[i]] = mark
            i += 1
        visits: i64 = 0
        value: i64 = 0
        matched: i64 = 0
        child: i64 = self.nodes[node * FIELDS + FIRST]
        while child:
            at: i64 = child * FIELDS
            action = self.nodes[at + ACTION]
            if marks[action] == mark:
                marks[action] = -mark
                matched += 1
                visits += self.nodes[at + VISITS]
                value += self.nodes[at + VALUE]
            child = self.nodes[at + NEXT]
        if matched < count:
            self.branch(node, count)
        return self.most_promising(node, visits, value)

    def most_promising(self, node: i64, visits: i64, value: i64) -> i64:
        """The action worth most so far, raised while it was tried less than it looked good."""
        usual: i64 = 0
        if visits:
            usual = value // visits
        trust = self.trust
        root = root_16(visits + 1)
        best: i64 = 0
        most: i64 = 0
        child: i64 = self.nodes[node * FIELDS + FIRST]
        while child:
            at: i64 = child * FIELDS
            if self.marks[self.nodes[at + ACTION]] == -self.mark:
                tried = self.nodes[at + VISITS]
                sight: i64 = usual - self.nodes[at + LOSS]
                score: i64 = (self.nodes[at + VALUE] + trust * sight) // (tried + trust)
                score += self.nodes[at + PRIOR] * self.boldness * root // (16 * (tried + 1))
                if best == 0 or score > most:
                    best = child
                    most = score
            child = self.nodes[at + NEXT]
        return best

    def branch(self, node: i64, count: i64) -> None:
        """Make nodes for the legal actions that have none, by how good the position looks after each."""
        now = self.now
        trial = self.trial
        seat = now.seat
        actions = self.actions
        i: i64 = 0
        missing: i64 = 0
        parent: i64 = node * FIELDS
        best: i64 = self.nodes[parent + BEST]
        fresh = self.nodes[parent + FIRST] == 0
        last: i64 = self.size
        if self.asked is not None:
            self.ask(count)
        while i < count:
            action = actions[i]
            if self.marks[action] == self.mark:
                self.marks[action] = -self.mark
                trial.copy_from(now)
                trial.forget(seat, self.chance)
                trial.apply(action)
                worth = trial.worth(seat)
                if (fresh and missing == 0) or worth > best:
                    best = worth
                missing += 1
                self.add(action, worth)
                self.nodes[(self.size - 1) * FIELDS + PRIOR] = self.promise[i]
            i += 1
        self.nodes[parent + BEST] = best
        self.compare(parent, last, fresh)

    def compare(self, parent: i64, last: i64, fresh: bool) -> None:
        """Settle by how much new actions after a node look worse than the best, and how likely each is."""
        best: i64 = self.nodes[parent + BEST]
        tolerance: i64 = self.scale // SHARPNESS + 1
        total: i64 = 0
        made: i64 = last
        while made < self.size:
            at: i64 = made * FIELDS
            behind: i64 = best - self.nodes[at + LOSS]
            self.nodes[at + LOSS] = behind * ONE // (self.scale + behind)
            if self.asked is None:
                prior: i64 = 1024 * tolerance // (tolerance + behind)
                prior = prior * prior // 1024 + 1
                self.nodes[at + PRIOR] = prior
                total += prior
            made += 1
        if fresh:
            self.nodes[parent + WEIGHT] = total
        total = self.nodes[parent + WEIGHT]
        made = last
        while made < self.size:
            at = made * FIELDS
            if self.asked is None:
                self.nodes[at + PRIOR] = self.nodes[at + PRIOR] * 1024 // total
            self.nodes[at + NEXT] = self.nodes[parent + FIRST]
            self.nodes[parent + FIRST] = made
            made += 1

    def ask(self, count: i64) -> None:
        """Have the judge look at where the line has led, and note how promising each of so many actions is.

        How the seats stand it says, too.
        """
        assert self.asked is not None
        actions: list[int] = []
        i: i64 = 0
        while i < count:
            actions.append(self.actions[i])
            i += 1
        said = self.asked.judge(self.now, actions)
        i = 0
        while i < count:
            self.promise[i] = said[i]
            i += 1
        seat: i64 = 0
        while seat < self.seats:
            self.word[seat] = said[count + seat]
            seat += 1

    def weigh(self) -> None:
        """What a position is worth by the judge's word and, as far as it does not count, by playing on."""
        seat: i64 = 0
        while seat < self.seats:
            self.values[seat] = 0
            seat += 1
        if self.weight < WHOLE:
            self.play_on()
            self.judge()
        seat = 0
        while seat < self.seats:
            mixed: i64 = self.word[seat] * self.weight + self.values[seat] * (WHOLE - self.weight)
            self.values[seat] = mixed // WHOLE
            seat += 1

    def add(self, action: i64, worth: i64) -> None:
        """Append a node, its worth standing for its loss until that is known."""
        nodes = self.nodes
        nodes = extended(nodes, action)
        i: i64 = 1
        while i < LOSS:
            nodes = extended(nodes, 0)
            i += 1
        nodes = extended(nodes, worth)
        self.nodes = nodes
        self.size += 1

    # -- after the end of a line ---------------------------------------------------------------

    def play_on(self) -> None:
        """Play some decisions, and on to the next player's, taking each time the best of the moves tried."""
        left = self.reach
        every = self.tries == 0
        seat = self.now.seat
        while not self.now.is_over and (left > 0 or self.now.seat == seat):
            seat = self.now.seat
            left -= 1
            if left < -FORCED:
                return
            end = self.now.offers(self.offers)
            count = offered(self.offers, end)
            self.chance = step(self.chance)
            tries = self.tries
            if count == 1 or tries == 1:
                self.now.apply(nth_offered(self.offers, drawn(self.chance, count)))
                continue
            if every:
                tries = count
            most: i64 = 0
            n: i64 = 0
            while n < tries:
                which = n
                if not every:
                    which = drawn(self.chance, count)
                    self.chance = step(self.chance)
                self.trial.copy_from(self.now)
                self.trial.apply(nth_offered(self.offers, which))
                worth = self.trial.worth(seat)
                if n == 0 or worth > most:
                    most = worth
                    swapped = self.better
                    self.better = self.trial
                    self.trial = swapped
                n += 1
            swapped = self.now
            self.now = self.better
            self.better = swapped

    def judge(self) -> None:
        """What the position is worth to each seat: its lead over the best of the others, within bounds.

        Whoever plays alone leads, or not, what was to be expected when the search began.
        """
        seat: i64 = 0
        while seat < self.seats:
            self.values[seat] = self.now.worth(seat)
            seat += 1
        first: i64 = 0
        most: i64 = self.values[0]
        second: i64 = self.par
        seat = 1
        while seat < self.seats:
            worth = self.values[seat]
            if worth > most:
                second = most
                most = worth
                first = seat
            elif seat == 1 or worth > second:
                second = worth
            seat += 1
        seat = 0
        while seat < self.seats:
            lead: i64 = self.values[seat] - most
            if seat == first:
                lead = most - second
            size = lead
            if size < 0:
                size = -size
            self.values[seat] = lead * ONE // (self.scale + size)
            seat += 1

    def take_measure(self, seat: i64) -> None:
        """Play some lines to see how far apart the outcomes are, for the scale of values."""
        spread: i64 = 0
        total: i64 = 0
        last: i64 = 0
        n: i64 = 0
        while n < LINES_TO_MEASURE:
            self.chance = step(self.chance)
            self.now.copy_from(self.start)
            self.now.forget(seat, self.chance)
            self.play_on()
            one: i64 = self.now.worth(0)
            other: i64 = self.now.worth(self.seats - 1)
            if self.seats == 1:  # what differs is how one line and the next turn out
                if n > 0:
                    other = last
                last = one
                total += one
            if one > other:
                spread += one - other
            else:
                spread += other - one
            n += 1
        self.scale = spread // LINES_TO_MEASURE + 500
        self.par = total // LINES_TO_MEASURE

"""Information-set Monte-Carlo tree search, for any game.

Before each simulation everything the seat cannot know is dealt anew (`State.redeal_hidden`), so that one tree
holds what is good on average over all that may be hidden and all that chance may bring. A simulation selects
actions down the tree, expands it, plays a rollout by a quick player who takes the best of the moves it tries,
evaluates the outcome by the game's heuristic, or by a learned network that corrects it, and adds that to the
nodes it passed. Everything is whole numbers, so that a search from the same seed finds the same everywhere.

An `Evaluator`, a trained network for one, can be asked: it gives a prior for each action and an estimate for
each seat. By its weight, its estimate counts instead of, or beside, what comes of the rollout.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64, mypyc_attr

from burgher.kernel.chance import drawn, step
from burgher.kernel.ints import BIT, extended, ints
from burgher.kernel.offers import ACTION_NUMBERS, action_buffer, nth_offered, offer_buffer, offered
from burgher.kernel.value_network import ValueNetwork

if TYPE_CHECKING:
    from burgher.kernel.ints import Ints
    from burgher.kernel.search_settings import SearchSettings
    from burgher.kernel.state import State

ONE: Final = 1048576
"""What a certain victory is worth, as values are kept: from -`ONE` to `ONE`."""
DEEPEST: Final = 200
"""No simulation goes further down the tree than this."""
MOST_SEATS: Final = 8
FORCED: Final = 1000
"""So many decisions without a choice in a row are as good as the end."""
MOST_NODES: Final = 2000000
"""A tree that has so many (some 70 MB) gets no new branches."""

SHARPNESS: Final = 32
"""The larger, the sooner an action that looks worse at first sight is thought unlikely to be good."""
ROLLOUTS_TO_MEASURE: Final = 6
WHOLE: Final = 1024
"""Shares are kept in 1024ths."""

# What a node is made of. It stands for an action taken after those of the nodes above it. As there may be
# millions of them, small numbers lie side by side in one integer.
FIELDS: Final = 4
VALUE: Final = 0
"""The sum of what its visits were worth to the one who took the action."""
TAKEN: Final = 1
"""The action in 14 bits; in 16 its prior: how likely it looked, in 1024ths; then its visits."""
BESIDE: Final = 2
"""In 32 bits the next action beside it, 0 for none; then its loss.

By so much less than the best of those beside it the action looked worth at first sight.
"""
FAMILY: Final = 3
"""Where it stands what may follow; 0 while nothing has been looked at."""

ONE_VISIT: Final = 0x40000000
MOST_PRIOR: Final = 0xFFFF

# What is known of the actions that may follow a node, once they have been looked at.
FAMILY_FIELDS: Final = 2
FIRST: Final = 0
"""The first of them; 0 for none."""
LOOKS: Final = 1
"""In 24 bits by what their priors are divided; then what the best of them looked worth."""


def action_in(taken: i64) -> i64:
    """The action of a node, out of its `TAKEN`."""
    return taken & 0x3FFF


def prior_in(taken: i64) -> i64:
    """Its prior."""
    return taken >> 14 & MOST_PRIOR


def visits_in(taken: i64) -> i64:
    """How often it was visited."""
    return taken >> 30


def next_in(beside: i64) -> i64:
    """The next action beside it, out of its `BESIDE`."""
    return beside & 0xFFFFFFFF


def loss_in(beside: i64) -> i64:
    """Its loss at first sight."""
    return beside >> 32


def weight_in(looks: i64) -> i64:
    """By what the priors of a family are divided, out of its `LOOKS`."""
    return looks & 0xFFFFFF


def best_in(looks: i64) -> i64:
    """What the best of a family looked worth."""
    return looks >> 24


_ROOTS: Final[Ints] = ints([int((n * 256) ** 0.5) for n in range(4096)])


def root_16(n: i64) -> i64:
    """Sixteen times the square root of a number, nearly."""
    doublings: i64 = 0
    while n >= 4096:
        n >>= 2
        doublings += 1
    return _ROOTS[n] << doublings


@mypyc_attr(allow_interpreted_subclasses=True)
class Evaluator:
    """Evaluates positions, in the place of the heuristic or beside it."""

    def __init__(self, scale: i64, weight: i64 = WHOLE) -> None:
        self.scale: i64 = scale
        """A lead, in hundredths of a point, that it calls half a victory."""
        self.weight: i64 = weight
        """How much its estimate of a position counts, in 1024ths; the rest is what comes of the rollout."""

    def evaluate(self, state: State, actions: list[int]) -> list[int]:
        """How promising each of the legal actions is, in 1024ths; then how each seat stands, in `ONE`s.

        It may use only what the seat to move can know.
        """
        raise NotImplementedError


class Tree:
    """What a seat has found out about the decision before it."""

    def __init__(
        self, state: State, seats: i64, settings: SearchSettings, evaluator: Evaluator | None = None
    ) -> None:
        self.evaluator: Evaluator | None = evaluator
        """Who is asked, if anybody is."""
        self.weight: i64 = 0
        """How much the evaluator's estimate counts."""
        self.seats: i64 = seats
        self.settings: SearchSettings = settings
        self.budget_cost: i64 = settings.budget_cost
        """For how many each simulation counts in a budget."""
        self.scale: i64 = settings.scale
        """A lead, in hundredths of a point, that is half a victory; 0 before any is known."""
        self.for_points: bool = seats == 1 or settings.aim == 1
        """Whether it is one's own points that count, whatever the others have."""
        if self.for_points:  # what is to be expected has to be measured all the same
            self.scale = 0
        self.par: i64 = 0
        """What a position is measured against where it is points that count."""
        if evaluator is not None:
            self.scale = evaluator.scale
            self.weight = evaluator.weight
            if evaluator.weight == WHOLE:  # no rollouts
                self.budget_cost = 1
        self.simulations: i64 = 0
        self.chance: i64 = 1
        self.nodes: Ints = ints([0] * FIELDS)
        self.families: Ints = ints([0] * FAMILY_FIELDS)
        self.root: i64 = 0
        self.size: i64 = 1
        self.start: State = state.clone()
        self.now: State = state.clone()
        self.better: State = state.clone()
        self.trial: State = state.clone()
        self.offers: Ints = offer_buffer()
        self.actions: Ints = action_buffer()
        self.marks: Ints = ints([0] * ACTION_NUMBERS)
        """For each action, when it was last seen to be legal, or, negative, to have a node."""
        self.mark: i64 = 0
        self.path: Ints = ints([0] * DEEPEST)
        self.movers: Ints = ints([0] * DEEPEST)
        self.values: Ints = ints([0] * MOST_SEATS)
        self.first_sights: Ints = action_buffer()
        """What the position looks worth after each action that gets a node; then how likely that makes it."""
        self.priors: Ints = action_buffer()
        """The evaluator's prior for each of the actions listed in `actions`, in 1024ths."""
        self.estimates: Ints = ints([0] * MOST_SEATS)
        """The evaluator's estimate for each seat."""
        self.network: ValueNetwork | None = None
        """What corrects the heuristic where a rollout ends, if anything does."""
        self.seen: Ints = ints([0])
        """What the network reads: the observation of the seat that thinks."""
        self.expected: Ints = ints([0] * MOST_SEATS)
        """What it writes: the points of each seat, that one first."""

    # -- from outside --------------------------------------------------------------------------

    def ask_network(self, width: i64, plan: list[int], shape: list[int], weights: bytes) -> None:
        """Have a network correct the heuristic from now on, one for observations of so many integers."""
        self.seen = ints([0] * width)
        self.network = ValueNetwork(plan, shape, weights, self.seen, self.expected)

    def begin(self, state: State, chance: i64) -> None:
        """Think about a decision, from nothing."""
        self.start.copy_from(state)
        self.chance = chance
        self.nodes = ints([0] * FIELDS)
        self.families = ints([0] * FAMILY_FIELDS)
        self.size = 1
        self.root = 0
        self.simulations = 0

    def go_on(self, state: State, action: i64) -> bool:
        """Think on about what follows an action taken, keeping what is known; False if nothing is."""
        node = self.first_after(self.root)
        while node:
            at: i64 = node * FIELDS
            if action_in(self.nodes[at + TAKEN]) == action:
                self.start.copy_from(state)
                self.prune_illegal(node)
                if self.first_after(node) == 0:
                    return False
                self.root = node
                self.simulations = visits_in(self.nodes[at + TAKEN])
                return True
            node = next_in(self.nodes[at + BESIDE])
        return False

    def first_after(self, node: i64) -> i64:
        """The first action that may follow a node; 0 where none was looked at."""
        return self.families[self.nodes[node * FIELDS + FAMILY] * FAMILY_FIELDS + FIRST]

    def prune_illegal(self, node: i64) -> None:
        """Forget what followed a node in other worlds, and cannot follow it in this one."""
        self.mark += 1
        count = self.start.sensible(self.actions)
        while count > 0:
            count -= 1
            self.marks[self.actions[count]] = self.mark
        kept: i64 = 0
        child = self.first_after(node)
        while child:
            at: i64 = child * FIELDS
            following = next_in(self.nodes[at + BESIDE])
            if self.marks[action_in(self.nodes[at + TAKEN])] == self.mark:
                kept = at
            elif kept:
                self.nodes[kept + BESIDE] += following - child
            else:
                self.families[self.nodes[node * FIELDS + FAMILY] * FAMILY_FIELDS + FIRST] = following
            child = following

    def run(self, times: i64) -> None:
        """Run so many more simulations."""
        seat = self.start.seat
        if self.scale == 0:
            self.measure_scale(seat)
        while times > 0:
            self.chance = step(self.chance)
            self.simulate(seat)
            self.simulations += 1
            times -= 1

    def lead(self) -> i64:
        """By how many visits the action tried most often is ahead of the next."""
        most: i64 = 0
        second: i64 = 0
        node = self.first_after(self.root)
        while node:
            at: i64 = node * FIELDS
            visits = visits_in(self.nodes[at + TAKEN])
            if visits > most:
                second = most
                most = visits
            elif visits > second:
                second = visits
            node = next_in(self.nodes[at + BESIDE])
        return most - second

    def findings(self) -> list[tuple[int, int, int]]:
        """For each action looked at: the action, how often it was tried, what it is worth on average."""
        found: list[tuple[int, int, int]] = []
        node = self.first_after(self.root)
        while node:
            at: i64 = node * FIELDS
            taken = self.nodes[at + TAKEN]
            visits = visits_in(taken)
            value: i64 = 0
            if visits:
                value = self.nodes[at + VALUE] // visits
            found.append((action_in(taken), visits, value))
            node = next_in(self.nodes[at + BESIDE])
        return found

    # -- one simulation ------------------------------------------------------------------------

    def simulate(self, seat: i64) -> None:
        """Select actions down the tree, roll out from there, and add what came of it to the nodes passed."""
        now = self.now
        now.copy_from(self.start)
        now.redeal_hidden(seat, self.chance)
        node = self.root
        has_evaluator = self.evaluator is not None
        evaluated = False
        depth: i64 = 0
        forced: i64 = 0
        while depth < DEEPEST and forced < FORCED and not now.is_over:
            count = now.sensible(self.actions)
            if count == 1 and depth:
                now.apply(self.actions[0])
                forced += 1
                continue
            forced = 0
            fresh = self.first_after(node) == 0
            if self.size > MOST_NODES and fresh:
                break
            self.movers[depth] = now.seat
            chosen = self.select_child(node, count)
            if has_evaluator and fresh:
                evaluated = True
                break
            node = chosen
            self.path[depth] = node
            depth += 1
            taken = self.nodes[node * FIELDS + TAKEN]
            now.apply(action_in(taken))
            if visits_in(taken) == 0 and not has_evaluator:
                break
        if not has_evaluator:
            self.rollout()
            self.evaluate()
        elif now.is_over:
            self.evaluate()
        else:
            if not evaluated:
                self.ask_evaluator(now.sensible(self.actions))
            self.mix()
        while depth > 0:
            depth -= 1
            at: i64 = self.path[depth] * FIELDS
            self.nodes[at + TAKEN] += ONE_VISIT
            self.nodes[at + VALUE] += self.values[self.movers[depth]]

    def select_child(self, node: i64, count: i64) -> i64:
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
        child = self.first_after(node)
        while child:
            at: i64 = child * FIELDS
            taken = self.nodes[at + TAKEN]
            action = action_in(taken)
            if marks[action] == mark:
                marks[action] = -mark
                matched += 1
                visits += visits_in(taken)
                value += self.nodes[at + VALUE]
            child = next_in(self.nodes[at + BESIDE])
        if matched < count:
            self.expand(node, count)
        return self.select(node, visits, value)

    def select(self, node: i64, visits: i64, value: i64) -> i64:
        """The action worth most so far, raised while it was tried less than it looked good."""
        mean: i64 = 0
        if visits:
            mean = value // visits
        prior_visits = self.settings.prior_visits
        exploration = self.settings.exploration
        root = root_16(visits + 1)
        best: i64 = 0
        most: i64 = 0
        child = self.first_after(node)
        while child:
            at: i64 = child * FIELDS
            taken = self.nodes[at + TAKEN]
            beside = self.nodes[at + BESIDE]
            if self.marks[action_in(taken)] == -self.mark:
                tried = visits_in(taken)
                first_sight: i64 = mean - loss_in(beside)
                score: i64 = (self.nodes[at + VALUE] + prior_visits * first_sight) // (tried + prior_visits)
                score += prior_in(taken) * exploration * root // (16 * (tried + 1))
                if best == 0 or score > most:
                    best = child
                    most = score
            child = next_in(beside)
        return best

    def expand(self, node: i64, count: i64) -> None:
        """Make nodes for the legal actions that have none, by how good the position looks after each."""
        now = self.now
        trial = self.trial
        seat = now.seat
        actions = self.actions
        i: i64 = 0
        missing: i64 = 0
        family = self.family_of(node)
        best = best_in(self.families[family + LOOKS])
        fresh = self.families[family + FIRST] == 0
        last: i64 = self.size
        if self.evaluator is not None:
            self.ask_evaluator(count)
        # What the seat cannot know is dealt anew in the same way before each try: once is enough.
        dealt = self.better
        dealt.copy_from(now)
        dealt.redeal_hidden(seat, self.chance)
        while i < count:
            action = actions[i]
            if self.marks[action] == self.mark:
                self.marks[action] = -self.mark
                trial.copy_from(dealt)
                trial.apply(action)
                value = trial.evaluate(seat)
                if (fresh and missing == 0) or value > best:
                    best = value
                self.first_sights[missing] = value
                missing += 1
                self.add(action, self.priors[i])
            i += 1
        self.set_priors(family, last, best, fresh)

    def family_of(self, node: i64) -> i64:
        """Where in `families` it stands what may follow a node."""
        at: i64 = node * FIELDS + FAMILY
        if self.nodes[at] == 0:
            self.nodes[at] = len(self.families) // FAMILY_FIELDS
            families = self.families
            i: i64 = 0
            while i < FAMILY_FIELDS:
                families = extended(families, 0)
                i += 1
            self.families = families
        return self.nodes[at] * FAMILY_FIELDS

    def set_priors(self, family: i64, last: i64, best: i64, fresh: bool) -> None:
        """Settle by how much new actions of a family look worse than the best, and how likely each is."""
        tolerance: i64 = self.scale // SHARPNESS + 1
        total: i64 = 0
        made: i64 = last
        while made < self.size:
            behind: i64 = best - self.first_sights[made - last]
            self.nodes[made * FIELDS + BESIDE] = behind * ONE // (self.scale + behind) << 32
            if self.evaluator is None:
                prior: i64 = 1024 * tolerance // (tolerance + behind)
                prior = prior * prior // 1024 + 1
                self.first_sights[made - last] = prior
                total += prior
            made += 1
        if not fresh:
            total = weight_in(self.families[family + LOOKS])
        self.families[family + LOOKS] = (best << 24) + total
        made = last
        while made < self.size:
            at: i64 = made * FIELDS
            if self.evaluator is None:
                self.nodes[at + TAKEN] += self.first_sights[made - last] * 1024 // total << 14
            self.nodes[at + BESIDE] += self.families[family + FIRST]
            self.families[family + FIRST] = made
            made += 1

    def ask_evaluator(self, count: i64) -> None:
        """Have the evaluator look at where the simulation has led: a prior for each of so many actions.

        It gives its estimates for the seats, too.
        """
        assert self.evaluator is not None
        actions: list[int] = []
        i: i64 = 0
        while i < count:
            actions.append(self.actions[i])
            i += 1
        said = self.evaluator.evaluate(self.now, actions)
        i = 0
        while i < count:
            prior: i64 = said[i]
            if prior < 0:
                prior = 0
            elif prior > MOST_PRIOR:
                prior = MOST_PRIOR
            self.priors[i] = prior
            i += 1
        seat: i64 = 0
        while seat < self.seats:
            self.estimates[seat] = said[count + seat]
            seat += 1

    def mix(self) -> None:
        """What a position is worth by the evaluator's estimate and, for the rest, by a rollout."""
        seat: i64 = 0
        while seat < self.seats:
            self.values[seat] = 0
            seat += 1
        if self.weight < WHOLE:
            self.rollout()
            self.evaluate()
        seat = 0
        while seat < self.seats:
            mixed: i64 = self.estimates[seat] * self.weight + self.values[seat] * (WHOLE - self.weight)
            self.values[seat] = mixed // WHOLE
            seat += 1

    def add(self, action: i64, prior: i64) -> None:
        """Append a node."""
        nodes = extended(self.nodes, 0)
        nodes = extended(nodes, action | prior << 14)
        nodes = extended(nodes, 0)
        self.nodes = extended(nodes, 0)
        self.size += 1

    # -- from the end of the tree on -----------------------------------------------------------

    def rollout(self) -> None:
        """Play some decisions, and on to the next player's, taking each time the best of the moves tried."""
        left = self.settings.rollout_depth
        every = self.settings.rollout_width == 0
        seat = self.now.seat
        while not self.now.is_over and (left > 0 or self.now.seat == seat):
            seat = self.now.seat
            left -= 1
            if left < -FORCED:
                return
            end = self.now.sensible_offers(self.offers)
            count = offered(self.offers, end)
            self.chance = step(self.chance)
            rollout_width = self.settings.rollout_width
            if count == 1 or rollout_width == 1:
                self.now.apply(nth_offered(self.offers, drawn(self.chance, count)))
                continue
            if every:
                rollout_width = count
            most: i64 = 0
            tried: i64 = 0
            n: i64 = 0
            while n < rollout_width:
                which = n
                if not every:
                    which = drawn(self.chance, count)
                    self.chance = step(self.chance)
                    if which < 62:  # a move drawn twice is worth the same
                        if tried & BIT[which]:
                            n += 1
                            continue
                        tried |= BIT[which]
                self.trial.copy_from(self.now)
                self.trial.apply(nth_offered(self.offers, which))
                value = self.trial.evaluate(seat)
                if n == 0 or value > most:
                    most = value
                    swapped = self.better
                    self.better = self.trial
                    self.trial = swapped
                n += 1
            swapped = self.now
            self.now = self.better
            self.better = swapped

    def evaluate(self) -> None:
        """What the position is worth to each seat: its lead over the best of the others, within bounds.

        Whoever plays alone, or for points, leads what was to be expected when the search began.
        """
        self.judge()
        seat: i64 = 0
        first: i64 = 0
        most: i64 = self.values[0]
        second: i64 = 0
        seat = 1
        while seat < self.seats:
            value = self.values[seat]
            if value > most:
                second = most
                most = value
                first = seat
            elif seat == 1 or value > second:
                second = value
            seat += 1
        seat = 0
        while seat < self.seats:
            lead: i64 = self.values[seat] - most
            if self.for_points:
                lead = self.values[seat] - self.par
            elif seat == first:
                lead = most - second
            size = lead
            if size < 0:
                size = -size
            self.values[seat] = lead * ONE // (self.scale + size)
            seat += 1

    def judge(self) -> None:
        """Write how many hundredths of a point each seat has, or is to be expected to have in the end."""
        seat: i64 = 0
        while seat < self.seats:
            self.values[seat] = self.now.evaluate(seat)
            seat += 1
        if self.network is None or self.now.is_over:
            return
        # Seen by the one who thinks, whoever moves: so little changes from one simulation to the next.
        viewer = self.start.seat
        self.now.observe(viewer, self.seen)
        n: i64 = 0
        seat = viewer
        while n < self.seats:
            self.expected[n] = self.values[seat]
            seat += 1
            if seat == self.seats:
                seat = 0
            n += 1
        self.network.correct()
        n = 0
        seat = viewer
        while n < self.seats:
            self.values[seat] = self.expected[n]
            seat += 1
            if seat == self.seats:
                seat = 0
            n += 1

    def measure_scale(self, seat: i64) -> None:
        """Play some rollouts to see how far apart the outcomes are, for the scale of values."""
        spread: i64 = 0
        total: i64 = 0
        last: i64 = 0
        n: i64 = 0
        while n < ROLLOUTS_TO_MEASURE:
            self.chance = step(self.chance)
            self.now.copy_from(self.start)
            self.now.redeal_hidden(seat, self.chance)
            self.rollout()
            self.judge()
            one: i64 = self.values[0]
            other: i64 = self.values[self.seats - 1]
            if self.for_points:  # what differs is how one rollout and the next turn out
                one = self.values[seat]
                other = one
                if n > 0:
                    other = last
                last = one
                total += one
            if one > other:
                spread += one - other
            else:
                spread += other - one
            n += 1
        self.scale = self.settings.scale
        if self.scale == 0:
            self.scale = spread // ROLLOUTS_TO_MEASURE + 500
        self.par = total // ROLLOUTS_TO_MEASURE

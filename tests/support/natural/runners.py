"""Two runners on a track, each a named tuple in the state."""

from typing import NamedTuple

from zermelo import ONGOING, Game


class Runner(NamedTuple):
    place: int
    fuel: int

    @property
    def moving(self):
        return self.fuel > 0


class State(NamedTuple):
    runners: tuple[Runner, Runner]
    player: int


class Run(Game[State]):
    """Spend fuel to get further; the furthest wins, but no two share a place."""

    fuel: int = 5

    def start(self):
        return State((Runner(0, self.fuel), Runner(1, self.fuel)), 0)

    def moves(self, state):
        me, other = state.runners[state.player], state.runners[1 - state.player]
        if not me.moving and not other.moving:
            return
        yield 0
        for step in (1, 2, 3):
            if step <= me.fuel and me.place + step != other.place:
                yield step

    def play(self, state, move):
        me = state.runners[state.player]
        moved = me._replace(
            place=me.place + move * (2 if move == 3 else 1),
            fuel=me.fuel - max(move, 1) if me.fuel else 0,
        )
        runners = (moved, state.runners[1]) if state.player == 0 else (state.runners[0], moved)
        return State(runners, 1 - state.player)

    def outcome(self, state):
        if any(r.fuel > 0 for r in state.runners):
            return ONGOING
        mine, theirs = (state.runners[p].place for p in (state.player, 1 - state.player))
        return (mine > theirs) - (mine < theirs)

"""Any game as a PettingZoo environment for two agents, or a Gymnasium environment for one.

env = zermelo.bridges.pettingzoo.env("morris")
env = zermelo.bridges.pettingzoo.single("morris", opponent="level:3")
"""

import random
from typing import Any, Final

import numpy as np

from zermelo.bridges.learners import USUAL, actions_of, legal_numbers, observer_of
from zermelo.contract.arguments import game_given
from zermelo.contract.game import Game
from zermelo.draw.svg import svg_of
from zermelo.draw.text import draw
from zermelo.errors import require_extra
from zermelo.play.history import DrawRules, History
from zermelo.play.player import Terms
from zermelo.players.byname import player_spec

with require_extra("pettingzoo", "this needs PettingZoo"):
    import gymnasium
    from gymnasium import spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers

AGENTS: Final = ("player_0", "player_1")
MOST: Final = 10_000.0  # the greatest number in an observation
MODES: Final = ("human", "ansi", "svg")


def env(
    game: str | Game,
    *,
    render_mode: str | None = None,
    max_cycles: int | None = None,
    draws: DrawRules = USUAL,
) -> Any:
    """The environment, in PettingZoo's usual wrappers: an illegal move loses.

    game         a game, or its spec
    render_mode  "ansi": `render` returns text; "svg": a drawing; "human": each move prints text
    max_cycles   the number of moves after which a game is truncated
    draws        rules that end games as draws; by default as in matches

    Each agent observes a dict: "observation", the array of `zermelo.bridges.learners`, and
    "action_mask", with 1 at the number of each legal move.
    """
    made = GameEnv(game, render_mode=render_mode, max_cycles=max_cycles, draws=draws)
    guarded = wrappers.TerminateIllegalWrapper(made, illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(guarded))


def render_position(env: Any) -> str | None:
    """Return the position as text or a drawing; None if it is printed, or without a mode."""
    if env.render_mode == "svg":
        return svg_of(env.game, env.history.state)
    if env.render_mode is None:
        gymnasium.logger.warn("render needs a render_mode: ansi, svg or human")
        return None
    text = draw(env.game.picture(env.history.state))
    if env.render_mode == "ansi":
        return text
    print(text)
    return None


class GameEnv(AECEnv):  # type: ignore[misc]
    """The environment without wrappers, for legal moves only."""

    def __init__(
        self,
        game: str | Game,
        *,
        render_mode: str | None = None,
        max_cycles: int | None = None,
        draws: DrawRules = USUAL,
    ) -> None:
        super().__init__()
        self.game = game_given(game)
        self.metadata = {
            "render_modes": list(MODES),
            "name": f"zermelo {self.game}",
            "is_parallelizable": False,
            "render_fps": 2,
        }
        self.render_mode, self._cap, self._draws = render_mode, max_cycles, draws
        self.possible_agents, self.agents = list(AGENTS), list(AGENTS)
        self.observation_spaces = {agent: _observation_space_of(self.game) for agent in AGENTS}
        count = actions_of(self.game).count
        self.action_spaces = {agent: spaces.Discrete(count) for agent in AGENTS}

    def observation_space(self, agent: str) -> Any:
        """The space of an agent's observations, which is the same for both agents."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """The space of move numbers."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin again; `seed` has no effect in a game without chance."""
        self.history = History(self.game, self._draws)
        self.agents = list(AGENTS)
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0.0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in AGENTS}
        self.agent_selection = AGENTS[self.game.player(self.history.state)]

    def observe(self, agent: str) -> dict[str, Any]:
        """The position, with legal moves only for the agent to move."""
        return _observation_of(self.history, agent == self.agent_selection and agent in self.agents)

    def step(self, action: Any) -> None:
        """Make the move of this number."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        history = self.history
        history.play(legal_numbers(history)[int(action)])
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        if history.over:
            worth = float(history.result)
            self.rewards = dict(zip(AGENTS, (worth, -worth), strict=True))
            self.terminations = dict.fromkeys(AGENTS, True)
        elif self._cap is not None and len(history.moves) >= self._cap:
            self.truncations = dict.fromkeys(AGENTS, True)
        mover = self.game.player(history.state)
        self.agent_selection = AGENTS[1 - AGENTS.index(agent) if history.over else mover]
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    render = render_position


class SingleEnv(gymnasium.Env):
    """A Gymnasium environment: one side of a game, against any player. An illegal move loses.

    opponent  a name as in matches, like "random", "level:3" or "engine:nodes=1000", or an object
              with a method choose(game, state)
    seat      the learner's player, 0 or 1; by default drawn at random for each game
    native    whether the opponent's searches run compiled

    The other parameters are those of `env`.
    """

    def __init__(
        self,
        game: str | Game,
        *,
        opponent: str | Any = "random",
        seat: int | None = None,
        render_mode: str | None = None,
        max_cycles: int | None = None,
        draws: DrawRules = USUAL,
        native: bool = True,
    ) -> None:
        self.game = game_given(game)
        self.metadata = {"render_modes": list(MODES), "render_fps": 2}
        self.render_mode, self._cap = render_mode, max_cycles
        self.observation_space = _observation_space_of(self.game)
        self.action_space = spaces.Discrete(actions_of(self.game).count)
        self._terms = Terms(self.game, draws, native=native)
        self._opponent, self._seat = player_spec(opponent, self._terms), seat
        self._chance = random.Random(0)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begin a new game, with the opponent's moves if the opponent begins."""
        super().reset(seed=seed)
        if seed is not None:
            self._chance = random.Random(seed)
        self.seat = self._chance.randrange(2) if self._seat is None else self._seat
        self._player = self._opponent.begin(self._terms, self._chance.getrandbits(32))
        self.history = History(self.game, self._terms.draws)
        self._reply()
        return _observation_of(self.history, True), {"seat": self.seat}

    def step(self, action: Any) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Make a move and the opponent's reply; an illegal move loses, and info has "illegal"."""
        move = legal_numbers(self.history).get(int(action))
        if move is None:
            return _observation_of(self.history, True), -1.0, True, False, {"illegal": True}
        self.history.play(move)
        self._reply()
        over = self.history.over
        worth = self.history.result if over else 0
        cut = not over and self._cap is not None and len(self.history.moves) >= self._cap
        reward = float(worth if self.seat == 0 else -worth)
        return _observation_of(self.history, True), reward, over, cut, {"seat": self.seat}

    def _reply(self) -> None:
        """Make the opponent's moves, until it is the learner's turn."""
        history = self.history
        while not history.over and self.game.player(history.state) != self.seat:
            if hasattr(self._player, "watch"):
                self._player.watch(history)
            history.play(self._player.choose(self.game, history.state))

    render = render_position

    def close(self) -> None:
        """Stop the opponent's processes."""
        self._opponent.stop()


single = SingleEnv


def _observation_space_of(game: Game) -> Any:
    own = game.has("observation")
    shape = observer_of(game).shape
    seen = spaces.Box(-MOST if own else 0.0, MOST, shape, np.float32)
    mask = spaces.Box(0, 1, (actions_of(game).count,), np.int8)
    return spaces.Dict({"observation": seen, "action_mask": mask})


def _observation_of(history: History, moves: bool) -> dict[str, Any]:
    mask = np.zeros(actions_of(history.game).count, np.int8)
    if moves:
        mask[list(legal_numbers(history))] = 1
    return {"observation": observer_of(history.game)(history.state), "action_mask": mask}

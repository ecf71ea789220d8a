"""Zermelo's games in OpenSpiel: its algorithms run on them as on its own games.

    name = zermelo.bridges.openspiel.register(zermelo.game("connectfour"))
    game = pyspiel.load_game(name)

The way back, a game of OpenSpiel's here, is `zermelo.bridges.openspielgame`.
"""

from __future__ import annotations

import re
from typing import Any, Final

import numpy as np

from zermelo.bridges.learners import USUAL, Course, actions_of, longest, observer_of
from zermelo.contract.game import Game
from zermelo.errors import require_extra
from zermelo.play.history import DrawRules

with require_extra("openspiel", "this needs OpenSpiel"):
    import pyspiel
    from open_spiel.python.observation import IIGObserverForPublicInfoGame

_REGISTERED: Final[dict[str, tuple[Game, DrawRules]]] = {}


def register(game: Game, *, draws: DrawRules = USUAL) -> str:
    """Make `game` known to OpenSpiel in this process; the name for `pyspiel.load_game`.

    draws  ends games that would go on: the third time a state is there and after 1000 plies, as in
           our matches. The declared `max_game_length` is the most plies that leaves

    The same game has the same name again, with other parameters or other draw rules another one.

    >>> import zermelo
    >>> register(zermelo.game("connectfour(width=5, height=4)"))
    'zermelo_connectfour_width_5_height_4'
    """
    base = name = "zermelo_" + re.sub(r"\W+", "_", str(game)).strip("_").lower()
    number = 1
    while _REGISTERED.setdefault(name, (game, draws)) != (game, draws):
        number += 1
        name = f"{base}_{number}"
    if name not in pyspiel.registered_names():
        owner = _game_class(name, game, draws)
        pyspiel.register_game(owner.kind, owner)
    return name


def _game_class(name: str, game: Game, draws: DrawRules) -> Any:
    """The class that OpenSpiel makes its game objects of."""
    kinds = pyspiel.GameType

    class Registered(pyspiel.Game):  # type: ignore[misc]
        kind = kinds(
            short_name=name,
            long_name=f"{game} by Zermelo",
            dynamics=kinds.Dynamics.SEQUENTIAL,
            chance_mode=kinds.ChanceMode.DETERMINISTIC,
            information=kinds.Information.PERFECT_INFORMATION,
            utility=kinds.Utility.ZERO_SUM,
            reward_model=kinds.RewardModel.TERMINAL,
            max_num_players=2,
            min_num_players=2,
            provides_information_state_string=True,
            provides_information_state_tensor=False,
            provides_observation_string=True,
            provides_observation_tensor=True,
            parameter_specification={},
        )

        def __init__(self, params: Any = None) -> None:
            info = pyspiel.GameInfo(
                num_distinct_actions=actions_of(game).count,
                max_chance_outcomes=0,
                num_players=2,
                min_utility=-1.0,
                max_utility=1.0,
                utility_sum=0.0,
                max_game_length=longest(game, draws),
            )
            super().__init__(self.kind, info, params or {})

        def __reduce__(self) -> Any:
            return _loaded, (game, draws)

        def new_initial_state(self, state: Any = None) -> _State:
            made = _State(self)
            made.course = Course(game, draws)
            return made

        def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
            if iig_obs_type is None or (
                iig_obs_type.public_info and not iig_obs_type.perfect_recall
            ):
                return _Observer(game)
            return IIGObserverForPublicInfoGame(iig_obs_type, params)

    return Registered


def _loaded(game: Game, draws: DrawRules) -> Any:
    """OpenSpiel's game, registered in this process."""
    return pyspiel.load_game(register(game, draws=draws))


class _State(pyspiel.State):  # type: ignore[misc]
    """A state as OpenSpiel wants it; all that can change is its course."""

    course: Course

    def current_player(self) -> int:
        course = self.course
        return pyspiel.PlayerId.TERMINAL if course.over else course.game.player(course.state)

    def _legal_actions(self, player: int) -> list[int]:
        return list(self.course.legal)

    def _apply_action(self, action: int) -> None:
        self.course = self.course.after(self.course.legal[action])

    def _action_to_string(self, player: int, action: int) -> str:
        return self.course.game.format_move(self.course.state, self.course.legal[action])

    def is_terminal(self) -> bool:
        return self.course.over

    def returns(self) -> list[float]:
        value = float(self.course.result) if self.course.over else 0.0
        return [value, -value]

    def __str__(self) -> str:
        return _text(self.course)


class _Observer:
    """What OpenSpiel calls an observer: a position as tensor and as text."""

    def __init__(self, game: Game) -> None:
        self._observer = observer_of(game)
        self.tensor = np.zeros(int(np.prod(self._observer.shape)), np.float32)
        self.dict = {"observation": self.tensor.reshape(self._observer.shape)}

    def set_from(self, state: _State, player: int) -> None:
        self.dict["observation"][...] = self._observer(state.course.state)

    def string_from(self, state: _State, player: int) -> str:
        return _text(state.course)


def _text(course: Course) -> str:
    """The position, as the game writes it; the fields of the state where it does not."""
    if course.game.has("format_state"):
        return course.game.format_state(course.state)
    return repr(tuple(course.state))

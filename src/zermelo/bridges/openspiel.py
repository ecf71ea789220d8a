"""Play OpenSpiel's games here, and offer Zermelo's games to OpenSpiel's algorithms.

Each of OpenSpiel's games has a spec, like `openspiel:othello` or `openspiel:hex(board_size=5)`. You
can play, draw, search and compare it like any game, but its rules belong to a library: nothing is
compiled, and a position is identified by the actions that lead to it. To offer a game there:

    name = zermelo.bridges.openspiel.register(zermelo.game("connectfour"))
    game = pyspiel.load_game(name)
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property
from typing import Any, ClassVar, Final, NamedTuple

import numpy as np

from zermelo.bridges.learners import USUAL, actions_of, legal_numbers, longest, observer_of
from zermelo.bridges.openspieltexts import draw_picture, empty_of, grid_of, lines_of, size_of, turns
from zermelo.contract.game import DRAW, LOSS, ONGOING, WIN, Game
from zermelo.contract.picture import Picture
from zermelo.errors import SpecError, TextError, clip, require_extra, unknown
from zermelo.play.history import DrawRules, History

with require_extra("openspiel", "this needs OpenSpiel"):
    import pyspiel
    from open_spiel.python.observation import IIGObserverForPublicInfoGame

PREFIX: Final = "openspiel:"
KEPT: Final = 20_000  # the most states in the cache


class Line(NamedTuple):
    """A position: its actions as digits after a leading 1, their count, and the player to move."""

    history: int
    actions: int
    player: int


class Known:
    """A position: OpenSpiel's own state, and the texts of its moves."""

    def __init__(self, state: Any, base: int) -> None:
        self.state, self._base = state, base

    @cached_property
    def texts(self) -> dict[int, str]:
        """Move → text; a move of several actions is a number: 1, then the actions as digits."""
        texts = {}
        for text, actions in turns(self.state) if not self.state.is_terminal() else ():
            move = actions[0] if len(actions) == 1 else 1
            for action in actions if len(actions) > 1 else ():
                move = move * self._base + action
            texts[move] = text
        return texts


class OpenSpielGame(Game[Line]):
    """A game of OpenSpiel's for two players who see everything, without chance.

    OpenSpiel documents its rules. Moves are in Zermelo's notation if `openspieltexts` translates
    them, else in OpenSpiel's. A position's text lists the numbers of the actions that led to it;
    the start is "-".
    """

    compiles: ClassVar[bool] = False
    theirs: str

    def validate(self) -> None:
        name = (re.match(r"\w*", self.theirs) or [""])[0]
        kinds = {kind.short_name: kind for kind in pyspiel.registered_games()}
        if (kind := kinds.get(name)) is None:
            listed = "pyspiel.registered_names() lists them"
            raise SpecError(f"OpenSpiel: {unknown('game', name, kinds, listed)}")
        requirements = (
            ("two players", kind.min_num_players <= 2 <= kind.max_num_players),
            ("players who move in turn", kind.dynamics.name == "SEQUENTIAL"),
            ("no chance", kind.chance_mode.name == "DETERMINISTIC"),
            ("nothing hidden", kind.information.name == "PERFECT_INFORMATION"),
            ("payoffs that sum to zero", kind.utility.name == "ZERO_SUM"),
        )
        for requirement, holds in requirements:
            if not holds:
                raise SpecError(f"{PREFIX}{name} is not supported: games here have {requirement}")
        known = sorted(kind.parameter_specification)  # OpenSpiel's own message has more lines
        for parameter in re.findall(r"[(,]\s*(\w+)\s*=", self.theirs):
            if parameter not in known:
                has = f"it takes {', '.join(known)}" if known else "it takes none"
                raise SpecError(f"{clip(str(self))} has no parameter {clip(parameter)}; {has}")
        try:
            pair = self._game.num_players() == 2
        except Exception as error:  # for example, a parameter has a bad value
            lines = str(error).strip().splitlines() or [""]
            raise SpecError(f"{clip(str(self))}: OpenSpiel says {clip(lines[-1], 200)}") from None
        if not pair:
            raise SpecError(f"{clip(str(self))} is not for two players")

    def __str__(self) -> str:
        return f"{PREFIX}{self.theirs}"

    @cached_property
    def _game(self) -> Any:
        return pyspiel.load_game(self.theirs)

    @cached_property
    def _known(self) -> dict[Line, Known]:
        return {}

    @cached_property
    def _base(self) -> int:
        """The base of numbers that have actions as digits."""
        return max(2, int(self._game.num_distinct_actions()))

    def start(self) -> Line:
        return Line(1, 0, max(0, self._game.new_initial_state().current_player()))

    def moves(self, state: Line) -> Iterator[int]:
        yield from self._known_at(state).texts

    def play(self, state: Line, move: int) -> Line:
        there, line = self._known_at(state).state, state
        # A single action is the move itself; several actions are digits after a leading 1.
        for action in [move] if move < self._base else _digits(move, self._base):
            there = there.child(action)
            line = Line(line.history * self._base + action, line.actions + 1, line.player)
        player = there.current_player()
        line = line._replace(player=player if player >= 0 else state.player ^ 1)
        self._keep(line, there)
        return line

    def outcome(self, state: Line) -> int:
        there = self._known_at(state).state
        if not there.is_terminal():
            return ONGOING
        worth = there.returns()[state.player]
        return WIN if worth > 0 else LOSS if worth < 0 else DRAW

    def remaining(self, state: Line) -> int:
        return max(-1, int(self._game.max_game_length()) - state.actions)

    def format_move(self, state: Line, move: int) -> str:
        return self._known_at(state).texts[move]

    def format_state(self, state: Line) -> str:
        return ",".join(map(str, _digits(state.history, self._base))) or "-"

    def parse_state(self, text: str) -> Line:
        line = self.start()
        for word in re.findall(r"[^,\s]+", "" if text.strip() == "-" else text):
            legal = self._known_at(line).state.legal_actions()
            if not word.isdecimal() or int(word) not in legal:
                raise TextError(f"{clip(word)} is not a legal action; write numbers like 3,0,5")
            line = self.play(line, int(word))
        return line

    def picture(self, state: Line) -> Picture:
        known, shape = self._known_at(state), self._shape
        after = {m: self._grid(self._known_at(self.play(state, m)).state) for m in known.texts}
        empty = empty_of(self._grid(self._game.new_initial_state()))
        picture = draw_picture(self._grid(known.state), empty, shape, after)
        rest = {move: text for move, text in known.texts.items() if move not in picture.clicks}
        return replace(picture, buttons=rest)

    @cached_property
    def _shape(self) -> tuple[int, int]:
        """The numbers of drawn rows and columns."""
        observes = self._game.get_type().provides_observation_tensor
        sizes = tuple(self._game.observation_tensor_shape()) if observes else ()
        if len(sizes) == 3:
            grid = grid_of(str(self._game.new_initial_state()), *sizes[1:])
            if size_of(grid) == sizes[1:]:
                return sizes[1:]
        return size_of(lines_of(str(self._game.new_initial_state())))

    def _grid(self, there: Any) -> tuple[str, ...]:
        return grid_of(str(there), *self._shape)

    def _known_at(self, line: Line) -> Known:
        """The data of a position, from the cache or by playing its actions again."""
        if line not in self._known:
            there = self._game.new_initial_state()
            for action in _digits(line.history, self._base):
                there.apply_action(action)
            self._keep(line, there)
        return self._known[line]

    def _keep(self, line: Line, there: Any) -> None:
        if line not in self._known:
            if len(self._known) >= KEPT:
                self._known.clear()
            self._known[line] = Known(there, self._base)


def game_named(spec: str) -> OpenSpielGame:
    """The game of a spec that begins with "openspiel:"; raises `SpecError` for an unknown one."""
    return OpenSpielGame(theirs=spec.strip().removeprefix(PREFIX))


def _digits(number: int, base: int) -> list[int]:
    """The digits of `number` after its leading 1."""
    digits = []
    while number > 1:
        number, digit = divmod(number, base)
        digits.append(digit)
    return digits[::-1]


_REGISTERED: Final[dict[str, tuple[Game, DrawRules]]] = {}


def register(game: Game, *, draws: DrawRules = USUAL) -> str:
    """Make `game` known to OpenSpiel in this process; return the name for `pyspiel.load_game`.

    draws  rules that end games as draws; by default as in matches: when a state occurs the third
           time, and after 1000 plies. `max_game_length` is the most plies under these rules

    The same game gets the same name again; other parameters or draw rules get another name.

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
    """The class from which OpenSpiel makes its game objects."""
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
            return _load_registered, (game, draws)

        def new_initial_state(self, state: Any = None) -> _State:
            made = _State(self)
            made.record = History(game, draws)
            return made

        def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
            kind = iig_obs_type
            if kind is None or (kind.public_info and not kind.perfect_recall):
                return _Observer(game)
            return IIGObserverForPublicInfoGame(kind, params)

    return Registered


def _load_registered(game: Game, draws: DrawRules) -> Any:
    """Register a game in this process and return OpenSpiel's object for it."""
    return pyspiel.load_game(register(game, draws=draws))


class _State(pyspiel.State):  # type: ignore[misc]
    """A state in the form that OpenSpiel expects; moves change its record."""

    record: History

    def current_player(self) -> int:
        history = self.record
        return pyspiel.PlayerId.TERMINAL if history.over else history.game.player(history.state)

    def _legal_actions(self, player: int) -> list[int]:
        return list(legal_numbers(self.record))

    def _apply_action(self, action: int) -> None:
        self.record.play(legal_numbers(self.record)[action])

    def _action_to_string(self, player: int, action: int) -> str:
        history = self.record
        return history.game.format_move(history.state, legal_numbers(history)[action])

    def is_terminal(self) -> bool:
        return self.record.over

    def returns(self) -> list[float]:
        value = float(self.record.result) if self.record.over else 0.0
        return [value, -value]

    def __str__(self) -> str:
        return _text(self.record)


class _Observer:
    """OpenSpiel's observer: a position as a tensor and as text."""

    def __init__(self, game: Game) -> None:
        self._observer = observer_of(game)
        self.tensor = np.zeros(int(np.prod(self._observer.shape)), np.float32)
        self.dict = {"observation": self.tensor.reshape(self._observer.shape)}

    def set_from(self, state: _State, player: int) -> None:
        self.dict["observation"][...] = self._observer(state.record.state)

    def string_from(self, state: _State, player: int) -> str:
        return _text(state.record)


def _text(history: History) -> str:
    """The position in the game's notation; for a game without one, the state's fields."""
    if history.game.has("format_state"):
        return history.game.format_state(history.state)
    return repr(tuple(history.state))

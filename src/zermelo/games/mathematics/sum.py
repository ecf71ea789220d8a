"""Sums of games: several positions side by side; each move changes one of them."""

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any, NamedTuple

from zermelo.contract.game import LOSS, ONGOING, Game, Picture
from zermelo.contract.normalplay import others_are_known, sampled_breach
from zermelo.errors import ParameterError, TextError, UsageError
from zermelo.kit.boards import split_mover
from zermelo.upward import look_up

PLUS = " + "


class Summands(NamedTuple):
    """A state of each game, all with the same player to move; () for games left out of a part."""

    states: tuple[Any, ...]
    player: int


class Sum(Game[Summands]):
    """Players take turns to move in one of several games; a player who cannot move loses.

    of  the games, as specs: "nim(rows=[3, 4]) + kayles(n=7)"

    Each of them must be a game that a player who cannot move loses. (Conway 1976; Berlekamp,
    Conway, Guy 1982.) A move is a move of one game · the number of games + this game's place; its
    text names the place, from 1: "2:3-4". A position's text has the text of each game, with its
    first player to move, then the player to move: "3,4 A + ooooooo A / B".
    """

    of: str = "nim(rows=[1, 2]) + nim(rows=[3])"
    compiles = False  # states of games can be of any kind

    def validate(self) -> None:
        if len(self.games) < 2:
            raise ParameterError('a sum should have at least two games, like "nim + kayles"')
        for game in self.games:
            why, _ = sampled_breach(game)
            if why or not others_are_known(game) or game.player(game.start()):
                raise ParameterError(
                    f"{game} cannot be part of a sum: in each game, players should alternate, and "
                    f"a player who cannot move should lose"
                )
        object.__setattr__(self, "of", str(self))  # so that equal sums are equal

    @cached_property
    def games(self) -> tuple[Game[Any], ...]:
        """The games in their order."""
        spec = look_up("spec")
        return tuple(spec.parse_game(term) for term in spec.terms_of(self.of))

    def __str__(self) -> str:
        return PLUS.join(map(str, self.games))

    def has(self, capability: str) -> bool:
        """Whether this game and, if it takes them all, each of its games define `capability`."""
        if capability in ("remaining", "format_state", "picture"):
            return all(game.has(capability) for game in self.games)
        return super().has(capability) and (capability != "parse_state" or self.reads)

    @cached_property
    def reads(self) -> bool:
        """Whether each game can read positions where one player made all the moves."""
        return all(map(_reads, self.games))

    def start(self) -> Summands:
        return Summands(tuple(game.start() for game in self.games), 0)

    def there(self, state: Summands) -> Iterator[tuple[int, Game[Any], Any]]:
        """For each game that is not left out: its place, the game itself, and its state."""
        for place, (game, at) in enumerate(zip(self.games, state.states, strict=True)):
            if at != ():
                yield place, game, at

    def moves(self, state: Summands) -> Iterator[int]:
        for place, game, at in self.there(state):
            for move in game.moves(at):
                yield move * len(self.games) + place

    def play(self, state: Summands, move: int) -> Summands:
        number, chosen = divmod(move, len(self.games))
        states = list(state.states)
        for place, game, at in self.there(state):
            states[place] = game.play(at, number) if place == chosen else game.other_to_move(at)
        return Summands(tuple(states), 1 - state.player)

    def outcome(self, state: Summands) -> int:
        return ONGOING if any(True for _ in self.moves(state)) else LOSS

    def other_to_move(self, state: Summands) -> Summands:
        states = list(state.states)
        for place, game, at in self.there(state):
            states[place] = game.other_to_move(at)
        return Summands(tuple(states), 1 - state.player)

    def parts(self, state: Summands) -> Iterator[Summands]:
        """The parts of each game, or the whole game, with the others left out."""
        for place, game, at in self.there(state):
            for part in game.parts(at):
                alone: list[Any] = [()] * len(self.games)
                alone[place] = part
                yield Summands(tuple(alone), state.player)

    def bounds(self, state: Summands) -> tuple[float, float, float, float]:
        bounds = [(0.0, -1.0, 0.0, -1.0), *(game.bounds(at) for _, game, at in self.there(state))]
        least, heat, most, warmth = zip(*bounds, strict=True)
        return sum(least), max(heat), sum(most), max(warmth)

    def remaining(self, state: Summands) -> int:
        left = [int(game.remaining(at)) for _, game, at in self.there(state)]
        return sum(left) if min(left, default=0) >= 0 else -1

    def format_move(self, state: Summands, move: int) -> str:
        number, place = divmod(move, len(self.games))
        return f"{place + 1}:{self.games[place].format_move(state.states[place], number)}"

    def format_state(self, state: Summands) -> str:
        texts = ["-"] * len(self.games)
        for place, game, at in self.there(self.other_to_move(state) if state.player else state):
            texts[place] = game.format_state(at)
        return f"{PLUS.join(texts)} / {'AB'[state.player]}"

    def parse_state(self, text: str) -> Summands:
        example = self.format_state(self.start())
        positions, player = split_mover(text, "AB", example)
        texts = positions.strip().removesuffix("/").strip().split(PLUS)
        if len(texts) != len(self.games):
            raise TextError(f"a sum should have a position of each game: {example}")
        pairs = zip(self.games, texts, strict=True)
        states = tuple(() if own == "-" else game.parse_state(own) for game, own in pairs)
        read = Summands(states, 0)
        if any(game.player(at) for _, game, at in self.there(read)):
            raise TextError(f"in each game it should be the first player's turn, like {example}")
        return self.other_to_move(read) if player else read

    def picture(self, state: Summands) -> Picture:
        drawn = [(place, game.picture(at)) for place, game, at in self.there(state)]
        return side_by_side(drawn, len(self.games))


def _reads(game: Game[Any]) -> bool:
    """Whether a game reads positions in which the other player is to move."""
    if not (game.has("parse_state") and game.has("format_state")):
        return False
    start = game.start()
    for move in game.moves(start):
        at = game.other_to_move(game.play(start, move))
        try:
            return bool(game.parse_state(game.format_state(at)) == at)
        except UsageError:
            return False
    return True


GAP = 1  # units between two pictures
SPARE = "◆◇▲△▼▽◼◻★☆"  # for symbols that another picture draws differently


def side_by_side(drawn: Sequence[tuple[int, Picture]], count: int) -> Picture:
    """One picture of several from left to right; each comes with its place, out of `count`.

    Move m of the picture in place p is m · count + p. Labels of rows and columns become names.
    """
    result: dict[str, Any] = {"points": [], "lines": [], "complete": []}
    kinds = ("pieces", "clicks", "buttons", "aliases", "shapes", "sizes", "names")
    maps: dict[str, Any] = {name: {} for name in kinds}
    left, captions = 0, []
    for place, picture in drawn:
        first, shapes = len(result["points"]), maps["shapes"]
        spare = (symbol for symbol in SPARE if symbol not in shapes)
        unlike = [s for s, shape in picture.shapes.items() if shapes.get(s, shape) != shape]
        symbols = dict(zip(unlike, spare, strict=False))  # earlier pictures draw these differently
        corner = min((x for x, _ in picture.points), default=0)
        result["points"] += [(x - corner + left, y) for x, y in picture.points]
        left += max((x for x, _ in picture.points), default=0) - corner + 1 + GAP
        result["lines"] += [(one + first, other + first) for one, other in picture.lines]
        result["complete"] += [[at + first for at in line] for line in picture.complete]
        maps["pieces"] |= {at + first: symbols.get(s, s) for at, s in picture.pieces.items()}
        maps["shapes"] |= {symbols.get(s, s): shape for s, shape in picture.shapes.items()}
        maps["sizes"] |= {at + first: size for at, size in picture.sizes.items()}
        named = {at: picture.name_of(at) for at in range(len(picture.points))}
        maps["names"] |= {at + first: name for at, name in named.items() if name}
        maps["aliases"] |= {a + first: b + first for a, b in picture.aliases.items()}
        for move, path in picture.clicks.items():
            maps["clicks"][move * count + place] = tuple(at + first for at in path)
        for move, text in picture.buttons.items():
            maps["buttons"][move * count + place] = f"{place + 1}: {text}"
        captions.append(picture.below)
    surfaces = {picture.surface for _, picture in drawn}
    return Picture(
        **result,
        **maps,
        cells=any(picture.cells for _, picture in drawn),
        surface=surfaces.pop() if len(surfaces) == 1 else "",
        caption="  ".join(filter(None, captions)),
    )

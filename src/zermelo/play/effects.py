"""The effects of a move in words: "takes the queen on d5", "closes a mill"."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache, reduce
from itertools import groupby, islice
from typing import Any, Final, NamedTuple

from zermelo.contract.game import ONGOING, Game
from zermelo.contract.normalplay import other_is_known
from zermelo.contract.picture import FORMS
from zermelo.draw.choices import picture_of
from zermelo.errors import CapabilityError
from zermelo.naming import piece_symbols, player_tones, winner

FOLLOWED: Final = 8  # plies of a line to examine
TRIED: Final = 300  # moves tried in the search for a win at once
NUMBERS: Final = (
    "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
)  # fmt: skip
SHAPELESS: Final = ("letter", "standing", "small", "hollow", "starred", "upper", "lower", "turned")


class Effect(NamedTuple):
    """The changes that a move makes."""

    player: int
    move: str  # or the moves of a turn
    wins: bool
    taken: tuple[tuple[str, str], ...] = ()  # name and point of each captured piece
    turned: int = 0  # the number of pieces that the move turns into the mover's
    lines: tuple[int, ...] = ()  # the number of pieces in each line that the move completes
    points: int = 0  # the mover's gain
    unit: str = "point"  # the game's word for a point of the score: "seed"
    said: str = ""  # the game's own words for the effect

    def join(self, later: Effect) -> Effect:
        """The joint effect of this move and a later move of the same turn."""
        return self._replace(
            move=f"{self.move} {later.move}",
            wins=self.wins or later.wins,
            taken=self.taken + later.taken,
            turned=self.turned + later.turned,
            lines=self.lines + later.lines,
            points=self.points + later.points,
            said=self.said or later.said,
        )

    def words(self, unit: str) -> str:
        """The effect as a verb phrase, like "takes the queen on d5"; "" if nothing is notable."""
        parts = [self.said] if self.said else []
        if self.lines and not self.said:
            parts.append(f"completes {number_word(max(self.lines))} in a line")
        if len(self.taken) == 1:
            ((name, place),) = self.taken
            parts.append(f"takes the {name}" + (f" on {place}" if place else ""))
        elif self.taken:
            parts.append(f"takes {list_pieces(Counter(name for name, _ in self.taken))}")
        if self.turned:
            parts = parts or [f"turns {many(self.turned, unit)}"]
        elif self.points > 0 and not self.taken:
            turn = " in one turn" if " " in self.move and self.points > 2 else ""
            parts.insert(0, f"gains {many(self.points, self.unit)}{turn}")
        return " and ".join(parts) or ("wins" if self.wins else "")


def number_word(count: int) -> str:
    """A small number in words."""
    return NUMBERS[count] if count < len(NUMBERS) else str(count)


def many(count: int, name: str, *, digits: bool = False) -> str:
    """A number of things in words or digits: "two men", "three boxes", "3 cells"."""
    plural = {"man": "men"}.get(name, f"{name}es" if name.endswith("x") else f"{name}s")
    return f"{count if digits else number_word(count)} {name if count == 1 else plural}"


def list_pieces(names: Counter[str]) -> str:
    """Pieces with their numbers: "a knight and two pawns"."""
    parts = [f"a {name}" if count == 1 else many(count, name) for name, count in names.items()]
    return " and ".join(filter(None, [", ".join(parts[:-1]), parts[-1]]))


@cache
def sides_of(game: Game) -> dict[str, int]:
    """Symbol → the owner of its pieces, for symbols with a known owner."""
    if not game.has("picture"):
        return {}
    symbols, tones = piece_symbols(game) or (), player_tones(game)
    shapes = game.picture(game.start()).shapes
    toned = {s: tones.index(w) for s, shape in shapes.items() for w in shape.split() if w in tones}
    return toned | {symbol: player for player, symbol in enumerate(symbols)}


def _name(game: Game, state: Any, symbol: str) -> str:
    """The name of a piece: "queen"; "piece" if its drawing has no name."""
    words = picture_of(game, state).shapes.get(symbol, "").split()
    return next((word for word in words[::-1] if word in FORMS and word not in SHAPELESS), "piece")


def unit_of(game: Game, state: Any) -> str:
    """The name of the pieces if they are all of one kind: "disc"; else "piece"."""
    symbols = piece_symbols(game) if game.has("picture") else None
    return _name(game, state, symbols[0]) if symbols else "piece"


def effect_of(game: Game, state: Any, move: int) -> Effect:
    """The effect of a legal move."""
    mover, after = game.player(state), game.play(state, move)
    over = game.outcome(after) != ONGOING
    wins = over and winner(game, after) == mover
    bare = Effect(mover, game.format_move(state, move), wins, said=game.effect(state, move))
    if game.counts_points:
        bare = bare._replace(points=game.gain(state, move), unit=game.unit)
    if not game.has("picture"):
        return bare
    then, now = picture_of(game, after), picture_of(game, state)
    if then.points != now.points:
        return bare
    sides, clicks, taken, turned = sides_of(game), now.clicks.get(move, ()), [], 0
    for point, symbol in sorted(now.pieces.items()):
        new = then.pieces.get(point)
        if sides.get(symbol) != mover ^ 1 or new == symbol:
            continue
        if new is not None and point not in clicks:
            turned += sides.get(new) == mover
        elif new is None or sides.get(new) == mover:
            name = now.name_of(point)  # a number names no point in a sentence
            place = name if point in now.names or name[:1].isalpha() else ""
            taken.append((_name(game, state, symbol), place))
    known = {tuple(line) for line in now.complete}
    lines = tuple(len(line) for line in then.complete if tuple(line) not in known and len(line) > 1)
    if lines and now.sides:
        bare = bare._replace(said="connects its sides")
    return bare._replace(taken=tuple(taken), turned=turned, lines=lines)


def captures_of(game: Game, state: Any, moves: Sequence[str]) -> list[list[Effect]]:
    """The captures of a line, in groups that quiet moves separate. The last group is left out if
    the line ends with a capture and the other player can retake at once.
    """
    groups, quiet = list[list[Effect]](), True
    for here, effect in follow(game, state, moves):
        if effect.taken:
            groups += [[]] if quiet else []
            groups[-1].append(effect)
        in_check = picture_of(game, here).threatened
        quiet = not effect.taken and (quiet or not in_check)
    return groups[:-1] if moves and effect.taken and can_retake(game, here, effect) else groups


def profit_of(game: Game, player: int, captures: Iterable[Effect]) -> int:
    """A player's gains minus losses by captures; a piece counts 1 unless the game has `worths`."""
    worths = getattr(game, "worths", {})
    taken = ((each.player == player, name) for each in captures for name, _ in each.taken)
    return sum(worths.get(name, 1) * (1 if own else -1) for own, name in taken)


def trade_words(game: Game, player: int, captures: Iterable[Effect]) -> str:
    """Words for an exchange, with the captures of `player` first: "two men for one"."""
    lost, won, worths = Counter[str](), Counter[str](), getattr(game, "worths", {})
    for effect in captures:
        (won if effect.player == player else lost).update(name for name, _ in effect.taken)
    if won and lost and len(won | lost) == 1:
        return f"{list_pieces(won)} for {number_word(lost.total())}"
    nets = [sorted(net, key=lambda name: -worths.get(name, 1)) for net in (won - lost, lost - won)]
    sides = [Counter({name: abs(won[name] - lost[name]) for name in net}) for net in nets if net]
    return " for ".join(map(list_pieces, sides)) or "as much"


def can_retake(game: Game, state: Any, effect: Effect) -> bool:
    """Whether the next player can at once capture a piece that this move has moved."""
    after, sides = _play_text(game, state, effect.move), sides_of(game)
    then, now = picture_of(game, after), picture_of(game, state)
    moved = (point for point, symbol in then.pieces.items() if now.pieces.get(point) != symbol)
    places = {then.name_of(at) for at in moved if sides.get(then.pieces[at]) == effect.player}
    moves = game.moves(after) if game.outcome(after) == ONGOING else ()
    replies = (effect_of(game, after, move).taken for move in islice(moves, TRIED))
    return any(place in places for taken in replies for _, place in taken)


def play_texts(game: Game, state: Any, moves: Iterable[str]) -> Any:
    """The state after the moves with these texts."""
    for text in moves:
        state = _play_text(game, state, text)
    return state


@lru_cache(maxsize=4096)  # a review plays the same moves again after each look
def _play_text(game: Game, state: Any, text: str) -> Any:
    return game.play(state, game.parse_move(state, text))


def follow(game: Game, state: Any, moves: Sequence[str]) -> Iterator[tuple[Any, Effect]]:
    """Yield the state before each move of a line, and the move's effect."""
    for text in moves:
        yield state, _effect_of_text(game, state, text)
        state = _play_text(game, state, text)


@lru_cache(maxsize=4096)  # sentences examine the same two lines again and again
def _effect_of_text(game: Game, state: Any, text: str) -> Effect:
    return effect_of(game, state, game.parse_move(state, text))


def turns_of(game: Game, state: Any, line: Sequence[str]) -> list[tuple[Effect, Any]]:
    """For each turn of a line, of one move or several: its effect, and the state after it."""
    effects, turns, made = [effect for _, effect in follow(game, state, line)], [], 0
    for _, group in groupby(effects, key=lambda effect: effect.player):
        moves = [*group]
        made += len(moves)
        turns.append((reduce(Effect.join, moves), play_texts(game, state, line[:made])))
    return turns


def pass_turn(game: Game, state: Any) -> Any:
    """The position after the player to move has passed; None if passing makes no sense. If the game
    lacks `other_to_move`, the fields `own…` and `other…` of the state are swapped.
    """
    if game.outcome(state) != ONGOING:
        return None
    try:
        if other_is_known(game, state):
            return game.other_to_move(state)
        own = [name for name in state._fields if name.startswith("own")]
        pairs = [*zip(own, (f"other{name[3:]}" for name in own), strict=True)]
        swapped = {one: getattr(state, two) for pair in pairs for one, two in (pair, pair[::-1])}
        more = {"passant": 0} if hasattr(state, "passant") else {}
        passed = state._replace(**swapped, **more, player=1 - state.player)
        now, then = picture_of(game, state), picture_of(game, passed)
        same = (now.pieces, now.hands) == (then.pieces, then.hands)
    except (AttributeError, CapabilityError):
        return None
    takes_king = getattr(game, "takes_king", None)  # a player in check may not pass
    return passed if same and not (takes_king and takes_king(passed)) else None


def passes_of(game: Game, state: Any) -> list[int]:
    """The legal moves with a button that leave all pieces as they are."""
    now = picture_of(game, state)
    thens = {move: picture_of(game, game.play(state, move)) for move in now.buttons if now.points}
    seen = (now.pieces, now.hands, now.strings)
    return [m for m, then in thens.items() if (then.pieces, then.hands, then.strings) == seen]


def wins_at_once(game: Game, state: Any) -> list[str]:
    """The moves that win at once, among the first `TRIED`; [] if `state` is None."""
    if state is None or game.outcome(state) != ONGOING:
        return []
    player, moves = game.player(state), islice(game.moves(state), TRIED)
    wins = (move for move in moves if winner(game, game.play(state, move)) == player)
    return [game.format_move(state, move) for move in wins]

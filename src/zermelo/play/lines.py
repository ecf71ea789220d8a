"""The effects of a line in words, and the numbers that show who is ahead at its end."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

from zermelo.contract.analysis import Analysis, MoveValue
from zermelo.contract.game import ONGOING, Game
from zermelo.draw.choices import picture_of
from zermelo.naming import player_name, win_verb
from zermelo.play.effects import (
    FOLLOWED,
    Effect,
    follow,
    list_pieces,
    many,
    number_word,
    pass_turn,
    play_texts,
    turns_of,
    unit_of,
    wins_at_once,
)

NOUN: Final = re.compile(r"\{(.+?)\}")
LINES, FEW_MOVES = 5, 7  # how many moves to show with their lines; FEW_MOVES or fewer are all shown
NAMED: Final = 2  # the most winning moves that a sentence names


@lru_cache(maxsize=1024)
def describe_line(game: Game, state: Any, line: tuple[str, ...]) -> str:
    """Say what a line does for its first player, as in "takes the pawn on e5": the effects of the
    first turn, and the wins that this turn allows, stops or threatens; if there are none, the first
    later event, or else the player's lead in men or points at the end. "" if there is no lead.
    """
    turns = turns_of(game, state, line[:FOLLOWED])
    if not turns:
        return ""
    (first, after), (last, _), unit = turns[0], turns[-1], unit_of(game, state)
    if last.wins and last.player == first.player and len(turns) > 1:  # outranks all captures
        return f"{win_verb(game)}s in {(len(turns) + 1) // 2}"
    parts = ["" if first.turned and not first.said else first.words(unit)]
    back = [name for effect, _ in turns[1:2] for name, _ in effect.taken]
    if first.taken and back and not first.said:
        parts[0] += f" for {list_pieces(Counter(back))}"
    other = player_name(game, first.player ^ 1)
    if not first.wins and game.outcome(after) == ONGOING and game.player(after) != first.player:
        passed = pass_turn(game, state)
        feared, left = wins_at_once(game, passed), wins_at_once(game, after)
        hoped = wins_at_once(game, pass_turn(game, after))
        replies = (game.play(after, reply) for reply in game.moves(after) if hoped)
        hoped = hoped if any(wins_at_once(game, then) for then in replies) else []
        if left:
            parts.append(f"lets {other} {win_verb(game)} with {_either(left)}")
        else:
            parts += [f"stops {_either(feared)}"] if feared else []
            parts += [f"threatens to {win_verb(game)} with {_either(hoped)}"] if hoped else []
    told = " and ".join(filter(None, parts))
    if told or last.wins:
        return told
    return _describe_later(game, turns, unit) or _describe_end(game, state, line)


def _describe_later(game: Game, turns: Sequence[tuple[Effect, Any]], unit: str) -> str:
    """The first notable event after the first turn, not counting even exchanges; or ""."""
    taken = [*(len(effect.taken) for effect, _ in turns), 0]
    lead = sum(taken[::2]) - sum(taken[1::2])
    for at, (effect, _) in enumerate(turns[1:], 1):
        # A capture that ends the line may begin an exchange.
        gains = taken[at] > max(taken[at - 1], taken[at + 1]) and at < len(turns) - 1
        gains = gains and (lead < 0 if at % 2 else lead > 0 and _stood(game, turns, at))
        words = effect.words(unit)
        if words and (effect.said or (gains if taken[at] else not effect.turned)):
            verb = "prepares" if effect.player == turns[0][0].player else "is followed by"
            return f"{verb} {effect.move}, which {words}"
    return ""


def _stood(game: Game, turns: Sequence[tuple[Effect, Any]], at: int) -> bool:
    """Whether the pieces taken in a turn were on their points since the first turn."""
    first, then = (picture_of(game, turns[turn][1]) for turn in (0, at - 1))
    places = [place for _, place in turns[at][0].taken]
    taken = [point for point in then.pieces if then.name_of(point) in places]
    return all(first.pieces.get(point) == then.pieces[point] for point in taken)


def _describe_end(game: Game, state: Any, line: Sequence[str]) -> str:
    """A clause on the mover's greatest lead after a line, "so that X has 3 men, O 2", or ""."""
    numbers = quiet_numbers(game, state, line[:FOLLOWED]) if len(line) > 1 else {}
    words = max(numbers, key=lambda words: int.__sub__(*numbers[words]), default="")
    if not words or int.__sub__(*numbers[words]) <= 0:
        return ""
    (own, theirs), (before, noun, after) = numbers[words], NOUN.split(words)
    name, other = (player_name(game, game.player(state) ^ side) for side in (0, 1))
    things = f"{before}{many(own, noun)}{after}"
    return f"so that {name} {things}, {other} {number_word(theirs) if theirs else 'none'}"


def _either(moves: Sequence[str]) -> str:
    return " or ".join(moves[:NAMED])


def quiet_numbers(game: Game, state: Any, line: Sequence[str]) -> Mapping[str, tuple[int, int]]:
    """Words → numbers of the player and the opponent at the end of a line; {} after a capture. They
    are the game's `standing`, else both players' gains in points, else their numbers of moves if
    the rules define `other_to_move`.
    """
    player, end = game.player(state), play_texts(game, state, line)
    effects = [effect for _, effect in follow(game, state, line)]
    if effects[-1].taken:
        return {}
    numbers = game.standing(end)
    if not numbers and game.counts_points:
        own, other = (
            sum(e.points for e in effects if e.player == side) for side in (player, player ^ 1)
        )
        return {f"gains {{{effects[0].unit}}}": (own, other)}
    if not numbers and game.has("other_to_move") and game.outcome(end) == ONGOING:
        own, other = (len([*game.moves(each)]) for each in (end, game.other_to_move(end)))
        numbers = {"has {move}": (own, other)}
    turned = game.player(end) != player
    return {words: pair[::-1] if turned else pair for words, pair in numbers.items()}


def leading_moves(analysis: Analysis) -> list[MoveValue]:
    """The moves to show, see `LINES`: best moves first, and proven moves before equal estimates.
    Moves without a line, such as symmetric moves, are left out if other moves have lines.
    """
    lines = [line[0] for line in analysis.lines]
    first = [*analysis.line_moves[:1], *lines, *(entry.move for entry in analysis.moves)]
    ranked = sorted(analysis.moves, key=lambda e: (e.sooner, e.exact, -first.index(e.move)))[::-1]
    most = most_shown(len(ranked))
    followed = [entry for entry in ranked if entry.exact or entry.move in lines]
    return (followed if lines and most < len(ranked) else ranked)[:most]


def most_shown(moves: int) -> int:
    """The number of lines to show in a position with so many moves."""
    return moves if moves <= FEW_MOVES else LINES

"""Threats: the plan of one player if the other passed; and the gain of a line, in words."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import groupby, islice
from typing import Any, Final

from zermelo.contract.analysis import Analysis, MoveValue
from zermelo.contract.game import ONGOING, Game
from zermelo.contract.normalplay import other_is_known
from zermelo.draw.choices import picture_of
from zermelo.errors import CapabilityError
from zermelo.naming import player_name, winner
from zermelo.play.effects import Effect, follow, many, number_word, play_texts, unit_of
from zermelo.play.sentences import NOUN

TRIED: Final = 300  # moves that may win at once
NAMED: Final = 2  # winning moves in a sentence


def pass_turn(game: Game, state: Any) -> Any:
    """The position after the player to move has passed; None where passing makes no sense.

    Rules that tell the mover's pieces from the opponent's need these to be swapped.
    """
    if game.outcome(state) != ONGOING:
        return None
    try:
        if other_is_known(game, state):
            return game.other_to_move(state)
        swapped = {"own": state.other, "other": state.own, "player": 1 - state.player}
        passed = state._replace(**swapped, **({"passant": 0} if hasattr(state, "passant") else {}))
        same = picture_of(game, passed).pieces == picture_of(game, state).pieces
    except (AttributeError, CapabilityError):
        return None
    takes_king = getattr(game, "takes_king", None)  # a player in check may not pass
    return passed if same and not (takes_king and takes_king(passed)) else None


def wins_at_once(game: Game, state: Any) -> list[str]:
    """The moves that win at once, of the first few; [] for no position."""
    if state is None or game.outcome(state) != ONGOING:
        return []
    player, moves = game.player(state), islice(game.moves(state), TRIED)
    wins = (move for move in moves if winner(game, game.play(state, move)) == player)
    return [game.format_move(state, move) for move in wins]


def rank_moves(analysis: Analysis) -> list[MoveValue]:
    """The moves of a position, the best first; among equals, that of its line comes first."""
    first = analysis.line_moves[:1]
    return sorted(analysis.moves, key=lambda one: (one.sooner, (one.move,) == first))[::-1]


@lru_cache(maxsize=1024)
def describe_line(game: Game, state: Any, line: tuple[str, ...]) -> str:
    """The gain of a line for its first player, with a verb: "takes the pawn on e5".

    The effects of the first turn count most, with the threats that it stops or makes. Without any,
    the first later event does, else the game's own numbers at the end of the line.
    """
    turns = _turns(game, state, line)
    if not turns:
        return ""
    (first, after), unit = turns[0], unit_of(game, state)
    parts, other = [first.words(unit)], player_name(game, first.player ^ 1)
    if not first.wins and game.outcome(after) == ONGOING and game.player(after) != first.player:
        passed = pass_turn(game, state)
        feared, left = wins_at_once(game, passed), wins_at_once(game, after)
        hoped = wins_at_once(game, pass_turn(game, after))
        if left:
            parts.append(f"lets {other} win with {_either(left)}")
        else:
            parts += [f"stops {_either(feared)}"] if feared else []
            parts += [f"threatens to win with {_either(hoped)}"] if hoped else []
    return (
        " and ".join(filter(None, parts))
        or _describe_later([turn for turn, _ in turns[1:]], first.player, unit)
        or _describe_end(game, turns[-1][1], first.player)
    )


def _turns(game: Game, state: Any, line: Sequence[str]) -> list[tuple[Effect, Any]]:
    """The turns of a line, of one move or several each, with the state after each."""
    effects, turns, made = [effect for _, effect in follow(game, state, line)], [], 0
    for _, moves in groupby(effects, key=lambda effect: effect.player):
        whole, *more = moves
        for effect in more:
            whole = whole.join(effect)
        made += 1 + len(more)
        turns.append((whole, play_texts(game, state, line[:made])))
    return turns


def _describe_later(turns: Sequence[Effect], player: int, unit: str) -> str:
    """The first notable event in the turns after the first one."""
    for effect in turns:
        words = effect.words(unit)
        if words and (effect.said or not effect.turned):
            verb = "prepares" if effect.player == player else "is followed by"
            return f"{verb} {effect.move}, which {words}"
    return ""


def _describe_end(game: Game, state: Any, player: int) -> str:
    """The game's own numbers that differ most after a line, within a sentence."""
    numbers = game.standing(state) if game.outcome(state) == ONGOING else {}
    words = max(numbers, key=lambda words: abs(int.__sub__(*numbers[words])), default="")
    if not words:
        return ""
    before, noun, after = NOUN.split(words)
    own, theirs = numbers[words] if game.player(state) == player else numbers[words][::-1]
    things, tail, name = f"{before}{many(own, noun)}{after}", "", "each player"
    if own != theirs:
        name, other = player_name(game, player), player_name(game, player ^ 1)
        tail = f", {other} {number_word(theirs) if theirs else 'none'}"
    return f"so that {name} {things}{tail}"


def _either(moves: Sequence[str]) -> str:
    return " or ".join(moves[:NAMED])

"""Mistakes in words: the harm of a bad move, or the chance it misses, from the lines after it.

A small grammar of endings, exchanges, effects of the reply or the best move, new threats, and
choices of moves. Playing a sentence's moves verifies it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import chain
from typing import Any, Final, NamedTuple

from zermelo.contract.analysis import Analysis, MoveValue
from zermelo.contract.game import LOSS, ONGOING, WIN, Game
from zermelo.naming import count_words, percent, player_name, winner
from zermelo.play.effects import (
    FOLLOWED,
    NUMBERS,
    Effect,
    follow,
    list_pieces,
    many,
    play_texts,
    unit_of,
)

SOON: Final = 2  # plies after which an exchange begins
SHARE: Final = 20  # the part of all cells, or other numbers of a game, that is worth naming
NOUN: Final = re.compile(r"\{(.+?)\}")
FEW: Final = 24  # the part of all points that is worth naming
CHECKED: Final = 2_000  # replies that are tried to see whether a threat can be stopped
TRIED: Final = 100_000  # replies to try after a threat was carried out


class Fault(NamedTuple):
    """A bad move with its analysis.

    state   before it
    seen    the analysis of that state
    made    the move's value
    after   best play after it, as far as known
    """

    game: Game
    state: Any
    seen: Analysis
    made: MoveValue
    after: tuple[str, ...]

    @property
    def unit(self) -> str:
        """The name of the pieces."""
        return unit_of(self.game, self.state)

    @property
    def best(self) -> tuple[str, ...]:
        """Best play instead of the bad move."""
        return self.seen.line_moves or self.seen.recommended[:1]


@lru_cache(maxsize=1024)
def explain(fault: Fault) -> str:
    """The consequence of a bad move, in a sentence."""
    ways = (
        _missed_win, _loss_at_once, _loss_by_force, _win_given_away, _exchange, _stronger_reply,
        _missed_effect, _new_threat, _later_effect, _standing, _fall_in_chance,
    )  # fmt: skip
    words = next(words for way in ways if (words := way(fault)))
    return words[0].upper() + words[1:]


def _names(fault: Fault) -> tuple[str, str]:
    """The player who made the move, and the other one."""
    player = fault.seen.player
    return player_name(fault.game, player), player_name(fault.game, player ^ 1)


def _first(fault: Fault, moves: Sequence[str], state: Any = None) -> Effect | None:
    """The effect of the first turn of a line, of one move or several."""
    state, whole = fault.state if state is None else state, None
    for _, effect in follow(fault.game, state, moves):
        if whole is None:
            whole = effect
        elif effect.player != whole.player:
            break
        else:
            whole = whole.join(effect)
    return whole


def _state_after(fault: Fault, *more: str) -> Any:
    """The state after the bad move, and after more moves."""
    return play_texts(fault.game, fault.state, (fault.made.move, *more))


def _reply(fault: Fault) -> Effect | None:
    """The other player's reply."""
    reply = _first(fault, fault.after, _state_after(fault)) if fault.after else None
    return reply if reply is not None and reply.player != fault.seen.player else None


def _how(fault: Fault, effect: Effect | None) -> str:
    words = "" if effect is None else effect.words(fault.unit)
    return "" if words in ("", "wins") else f", which {words}"


def _missed_win(fault: Fault) -> str:
    best = _first(fault, fault.best)
    if best is None or not best.wins or fault.made.value == WIN:
        return ""
    return f"This misses a win at once: {best.move}{_how(fault, best)}."


def _loss_at_once(fault: Fault) -> str:
    reply, (_, other) = _reply(fault), _names(fault)
    if reply is None or not reply.wins:
        return ""
    how = _how(fault, reply)
    wins = _winning_replies(fault.game, fault.state, reply.player, most=TRIED)
    if len(wins) > 2 and sum(reply.move in each for each in wins) > len(wins) / 2:
        return f"This does not stop the threat {reply.move}: {other} now wins with it{how}."
    return f"Now {other} wins at once with {reply.move}{how}."


def _winning_replies(game: Game, state: Any, player: int, most: int = CHECKED) -> list[set[str]]:
    """For each move, the replies by which `player` wins at once; [] for too many to try."""
    wins = list[set[str]]()
    if game.outcome(state) != ONGOING or game.player(state) == player:
        return wins
    for move in game.moves(state):
        after, texts = game.play(state, move), set[str]()
        if game.outcome(after) == ONGOING and game.player(after) == player:
            for reply in game.moves(after):
                most -= 1
                if winner(game, game.play(after, reply)) == player:
                    texts.add(game.format_move(after, reply))
        wins.append(texts)
        if most < 0:
            return []
    return wins


def _loss_by_force(fault: Fault) -> str:
    if not fault.made.exact or fault.made.value != LOSS or fault.made.by == "score":
        return ""
    reply, (name, other) = _reply(fault), _names(fault)
    left = fault.made.remoteness
    moves = "" if left is None else f" in {count_words(left // 2, 'move')}"
    if reply is None:
        return f"Now {other} wins by force{moves}."
    how = _how(fault, reply)
    wins = _winning_replies(fault.game, _state_after(fault, reply.move), reply.player)
    if wins and all(wins):
        return f"After {reply.move}{how}, {name} cannot stop {other} from winning next move."
    return f"Now {other} wins by force{moves}, beginning with {reply.move}{how}."


def _win_given_away(fault: Fault) -> str:
    seen, made = fault.seen, fault.made
    if not (seen.exact and seen.value == WIN and seen.by == "outcome" and fault.best):
        return ""
    name, other = _names(fault)
    left = seen.remoteness
    moves = "" if left is None else f" in {count_words((left + 1) // 2, 'move')}"
    how = _how(fault, _first(fault, fault.best))
    now = "the win is no longer certain"
    if made.exact:
        now = "it is a draw" if made.value != LOSS else f"{other} wins"
    return f"{name} could win by force{moves}, beginning with {fault.best[0]}{how}; now {now}."


def _balance(
    fault: Fault, moves: Sequence[str]
) -> tuple[Counter[str], Counter[str], Effect | None]:
    """The pieces lost and won in an exchange that begins soon, and its first capture."""
    lost, gained, taking, quiet = Counter[str](), Counter[str](), None, 0
    for _, effect in follow(fault.game, fault.state, moves):
        mine = effect.player == fault.seen.player
        (gained if mine else lost).update(name for name, _ in effect.taken)
        if effect.taken and not mine and taking is None:
            taking = effect
        quiet += not effect.taken
        if not effect.taken and (quiet > SOON or lost or gained):
            break
    return lost - gained, gained - lost, taking


def _exchange(fault: Fault) -> str:
    """A loss of pieces that best play avoids."""
    lost, gained, taking = _balance(fault, (fault.made.move, *fault.after))
    price, win, _ = _balance(fault, fault.best)
    if win and price and not (lost or gained):
        line = " ".join(fault.best[:3])
        return f"This misses {line}, which takes {list_pieces(win)} for {list_pieces(price)}."
    if not lost or lost == price or taking is None:
        return ""
    name, other = _names(fault)
    if gained:
        pieces = f"{list_pieces(lost)} for {list_pieces(gained)}"
        return f"{name} loses {pieces}: {taking.move} follows."
    if taking.move in fault.after[:1]:
        return f"Now {other} {taking.words('piece')} with {taking.move}."
    return f"This loses {list_pieces(lost)}: {fault.after[0]}, and soon {taking.move}."


def _stronger_reply(fault: Fault) -> str:
    """The effect of the reply, if the reply to the best move does less."""
    reply = _reply(fault)
    if reply is None or not (words := reply.words(fault.unit)):
        return ""
    instead = _reply_to_best(fault)
    if not _outdoes(fault, reply, instead):
        return ""
    other = _names(fault)[1]
    less = "" if instead is None or reply.said else instead.words(fault.unit)
    tail = f"; after {fault.best[0]}, {other} only {less}" if less and fault.best else ""
    return f"Now {other} {words} with {reply.move}{tail}."


def _reply_to_best(fault: Fault) -> Effect | None:
    """The other player's turn after the best move, as far as known."""
    state = fault.state
    for at, (here, effect) in enumerate(follow(fault.game, state, fault.best)):
        if effect.player != fault.seen.player:
            return _first(fault, fault.best[at:], here)
    return None


def _missed_effect(fault: Fault) -> str:
    """The effect of the best move, if the move made does less."""
    best, made = _first(fault, fault.best), _first(fault, (fault.made.move, *fault.after))
    if best is None or made is None:
        return ""
    if not _outdoes(fault, best, made) and best.said in ("", made.said):
        return ""
    words = best.words(fault.unit)
    return f"This misses {best.move}, which {words}." if words else ""


def _outdoes(fault: Fault, effect: Effect, other: Effect | None) -> bool:
    """Whether a turn gains more than another one; a trifle of points does not count.

    Pieces that turn count as points too, and mean little.
    """
    if other is None:
        other = Effect(effect.player, "", wins=False)
    large, small = ((bool(each.said), len(each.taken)) for each in (effect, other))
    if large != small:
        return large > small
    return not effect.turned and effect.points - max(other.points, 0) >= _trifle(fault)


def _trifle(fault: Fault) -> int:
    """The least difference in points that is worth a sentence: a box, three seeds."""
    return max(1, fault.game.score_bound // FEW)


def _threat(game: Game, state: Any, player: int) -> str:
    """The move that wins next for `player` unless the other player, now to move, stops it."""
    wins = _winning_replies(game, state, player)
    ((text, count),) = Counter(chain(*wins)).most_common(1) or [("", 0)]
    return text if len(wins) > 2 and count > len(wins) / 2 else ""


def _new_threat(fault: Fault) -> str:
    """A threat that the reply makes, or that the best move would have made."""
    game, reply, other = fault.game, _reply(fault), fault.seen.player ^ 1
    if reply is not None and (threat := _threat(game, _state_after(fault, fault.after[0]), other)):
        return f"Now {_names(fault)[1]} threatens to win with {threat}, after {reply.move}."
    if fault.best:
        after = play_texts(game, fault.state, fault.best[:1])
        if threat := _threat(game, after, fault.seen.player):
            return f"This misses {fault.best[0]}, which threatens to win with {threat}."
    return ""


def _later_effect(fault: Fault) -> str:
    """The other player's action in the line, or the player's own in the best line.

    The other line has none, as far as known.
    """
    made, best = _both_lines(fault)
    (name, other), unit = _names(fault), fault.unit
    if theirs := _first_effect(made, best, fault.seen.player ^ 1):
        return f"Soon {other} {theirs.words(unit)} with {theirs.move}, after {fault.after[0]}."
    if mine := _first_effect(best, made, fault.seen.player):
        return f"After {fault.best[0]}, {name} soon {mine.words(unit)} with {mine.move}."
    return ""


def _first_effect(line: Sequence[Effect], instead: Sequence[Effect], player: int) -> Effect | None:
    """A player's first notable effect in a line, if another line of theirs has none.

    An even exchange of pieces does not count.
    """
    first = None
    for before, effect, after in zip([None, *line], line, [*line[1:], None], strict=False):
        around = (each for each in (before, after) if each and each.player != player)
        taken = effect.taken and not any(each.taken for each in around)
        if first is None and effect.player == player and (effect.said or taken):
            first = effect
    others = [effect for effect in instead if effect.player == player]
    return first if others and not any(e.said or e.taken for e in others) else None


def _both_lines(fault: Fault) -> list[list[Effect]]:
    """The effects along the move's line and along the best one."""
    lines = ((fault.made.move, *fault.after), fault.best)
    return [[effect for _, effect in follow(fault.game, fault.state, line)] for line in lines]


def _standing(fault: Fault) -> str:
    """The game's own numbers at the ends of both lines, those that fall most."""
    whole = (fault.made.move, *fault.after)[:FOLLOWED], fault.best[:FOLLOWED]
    equal = range(min(map(len, whole)), 0, -1)
    for made, best in (*([line[:plies] for line in whole] for plies in equal), whole):
        now, then = _quiet_numbers(fault, made), _quiet_numbers(fault, best)
        costs = {words: _cost(now[words], then[words]) for words in now.keys() & then.keys()}
        words = max(costs, key=costs.__getitem__, default="")
        if words and costs[words]:
            return _compare_numbers(fault, words, (made, best), (now[words], then[words]))
    return ""


def _compare_numbers(fault: Fault, words: str, lines: Any, pairs: Any) -> str:
    """The numbers that differ at the ends of two lines."""
    digits = max(max(pair) for pair in pairs) >= len(NUMBERS)
    texts = [[str(n) if digits else NUMBERS[n] if n else "none" for n in pair] for pair in pairs]
    who = [side for side in (1, 0) if pairs[0][side] != pairs[1][side]]
    first, *second = ((_names(fault)[side], texts[0][side]) for side in who)
    before, noun, after = NOUN.split(words)
    things = many(pairs[0][who[0]], noun, digits=digits)
    ends = [f"{first[0]} {before}{things}{after}", *map(" ".join, second)]
    then = " and ".join(texts[1][side] for side in who)
    return f"After {' '.join(lines[0])}, {', '.join(ends)}; after {' '.join(lines[1])}, {then}."


def _cost(now: tuple[int, int], then: tuple[int, int]) -> float:
    """The share of a player's lead that is lost between two pairs of numbers; 0 for a trifle."""
    cost = (then[0] - then[1]) - (now[0] - now[1])
    return cost / sum(now + then) if cost >= max(1, sum(now) / SHARE) else 0.0


def _quiet_numbers(fault: Fault, line: Sequence[str]) -> Mapping[str, tuple[int, int]]:
    """The game's numbers at the end of a line, the player's own first; none after a capture.

    A game without numbers of its own has the points that the line brings.
    """
    effects = [effect for _, effect in follow(fault.game, fault.state, line)]
    if effects[-1].taken:
        return {}
    player, state = fault.seen.player, play_texts(fault.game, fault.state, line)
    numbers = fault.game.standing(state)
    if not numbers and fault.game.counts_points:
        points = [
            sum(e.points for e in effects if e.player == side) for side in (player, player ^ 1)
        ]
        return {f"gains {{{effects[0].unit}}}": (points[0], points[1])}
    numbers = numbers or _mobility(fault.game, state)
    if fault.game.player(state) == player:
        return numbers
    return {words: pair[::-1] for words, pair in numbers.items()}


def _mobility(game: Game, state: Any) -> dict[str, tuple[int, int]]:
    """The number of moves of both players, if the rules tell those of the player not to move."""
    if not game.has("other_to_move") or game.outcome(state) != ONGOING:
        return {}
    own, other = (len([*game.moves(each)]) for each in (state, game.other_to_move(state)))
    return {"has {move}": (own, other)}


def _fall_in_chance(fault: Fault) -> str:
    """The fall of the chance."""
    game, seen, made = fault.game, fault.seen, fault.made
    name = _names(fault)[0]
    if made.by == "score" or seen.value is None:
        return f"{fault.best[0] if fault.best else 'Another move'} is worth more points."
    falls = f"{percent(game, seen.value)} to {percent(game, made.value)}"
    return f"The chance of {name} falls from {falls}."

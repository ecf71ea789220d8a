"""Mistakes in words: the harm of a bad move, or the chance it misses, from the lines after it.

A small grammar of endings, exchanges, effects of the reply or the best move, new threats, and
choices of moves. Playing a sentence's moves verifies it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final, NamedTuple

from zermelo.contract.analysis import Analysis, MoveValue
from zermelo.contract.game import LOSS, ONGOING, WIN, Game
from zermelo.naming import count_words, percent, player_name, winner
from zermelo.play.effects import FOLLOWED, Effect, effect_of, follow, list_pieces, many, unit_of

SOON: Final = 2  # plies after which an exchange begins
CHECKED: Final = 2_000  # moves that are tried to see whether a threat can be stopped


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
    def best(self) -> tuple[str, ...]:
        """Best play instead of the bad move."""
        return self.seen.line_moves or self.seen.recommended[:1]


@lru_cache(maxsize=1024)
def explain(fault: Fault) -> str:
    """The consequence of a bad move, in a sentence."""
    ways = (
        _missed_win, _loss_at_once, _loss_by_force, _win_given_away, _exchange, _stronger_reply,
        _missed_effect, _new_threat, _later_effect, _fewer_points, _mobility, _fall_in_chance,
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


def _state_after(fault: Fault) -> Any:
    game = fault.game
    return game.play(fault.state, game.parse_move(fault.state, fault.made.move))


def _reply(fault: Fault) -> Effect | None:
    """The other player's reply."""
    reply = _first(fault, fault.after, _state_after(fault)) if fault.after else None
    return reply if reply is not None and reply.player != fault.seen.player else None


def _how(effect: Effect, unit: str) -> str:
    words = effect.words(unit)
    return "" if words in ("", "wins") else f", which {words}"


def _missed_win(fault: Fault) -> str:
    best = _first(fault, fault.best)
    if best is None or not best.wins or fault.made.value == WIN:
        return ""
    return f"This misses a win at once: {best.move}{_how(best, unit_of(fault.game, fault.state))}."


def _loss_at_once(fault: Fault) -> str:
    reply, (_, other) = _reply(fault), _names(fault)
    if reply is None or not reply.wins:
        return ""
    how = _how(reply, unit_of(fault.game, fault.state))
    moves = list(fault.game.moves(fault.state))
    threatened = sum(_wins_after(fault, move, reply.move) for move in moves)
    if len(moves) > 2 and threatened > len(moves) / 2:
        return f"This does not stop the threat {reply.move}: {other} now wins with it{how}."
    return f"Now {other} wins at once with {reply.move}{how}."


def _wins_after(fault: Fault, move: int, reply: str) -> bool:
    game, after = fault.game, fault.game.play(fault.state, move)
    if game.outcome(after) != ONGOING or game.player(after) == fault.seen.player:
        return False
    mover = game.player(after)
    for answer in game.moves(after):
        if game.format_move(after, answer) == reply:
            return winner(game, game.play(after, answer)) == mover
    return False


def _loss_by_force(fault: Fault) -> str:
    if not fault.made.exact or fault.made.value != LOSS or fault.made.by == "score":
        return ""
    reply, (name, other) = _reply(fault), _names(fault)
    left = fault.made.remoteness
    moves = "" if left is None else f" in {count_words(left // 2, 'move')}"
    if reply is None:
        return f"Now {other} wins by force{moves}."
    here = fault.game.play(_state_after(fault), _parse_reply(fault, reply.move))
    how = _how(reply, unit_of(fault.game, fault.state))
    if _cannot_stop(fault, here):
        return f"After {reply.move}{how}, {name} cannot stop {other} from winning next move."
    return f"Now {other} wins by force{moves}, beginning with {reply.move}{how}."


def _parse_reply(fault: Fault, reply: str) -> int:
    return fault.game.parse_move(_state_after(fault), reply)


def _cannot_stop(fault: Fault, state: Any) -> bool:
    """Whether each move of the player leaves the other one a move that wins at once."""
    game, player, tried = fault.game, fault.seen.player, 0
    if game.outcome(state) != ONGOING or game.player(state) != player:
        return False
    for move in game.moves(state):
        after = game.play(state, move)
        if game.outcome(after) != ONGOING or game.player(after) == player:
            return False
        replies = list(game.moves(after))
        tried += len(replies)
        if tried > CHECKED:
            return False
        if not any(winner(game, game.play(after, reply)) == player ^ 1 for reply in replies):
            return False
    return True


def _win_given_away(fault: Fault) -> str:
    seen, made = fault.seen, fault.made
    if not (seen.exact and seen.value == WIN and seen.by == "outcome" and fault.best):
        return ""
    name, other = _names(fault)
    left = seen.remoteness
    moves = "" if left is None else f" in {count_words((left + 1) // 2, 'move')}"
    best = _first(fault, fault.best)
    how = "" if best is None else _how(best, unit_of(fault.game, fault.state))
    now = "the win is no longer certain"
    if made.exact:
        now = "it is a draw" if made.value != LOSS else f"{other} wins"
    return f"{name} could win by force{moves}, beginning with {fault.best[0]}{how}; now {now}."


class Balance(NamedTuple):
    """The pieces that each player loses in an exchange, and the first move that takes one."""

    lost: Counter[str]
    gained: Counter[str]
    taking: Effect | None


def _balance(fault: Fault, moves: Sequence[str]) -> Balance:
    """The pieces taken along a line in one exchange, which begins soon."""
    lost, gained, taking, quiet = Counter[str](), Counter[str](), None, 0
    for _, effect in follow(fault.game, fault.state, moves):
        mine = effect.player == fault.seen.player
        (gained if mine else lost).update(name for name, _ in effect.taken)
        if effect.taken and not mine and taking is None:
            taking = effect
        quiet += not effect.taken
        if not effect.taken and (quiet > SOON or lost or gained):
            break
    return Balance(lost, gained, taking)


def _exchange(fault: Fault) -> str:
    """A loss of pieces that best play avoids."""
    now = _balance(fault, (fault.made.move, *fault.after))
    instead = _balance(fault, fault.best)
    lost, gained = now.lost - now.gained, now.gained - now.lost
    if not lost or lost == instead.lost - instead.gained or now.taking is None:
        return ""
    name, other = _names(fault)
    if gained:
        pieces = f"{list_pieces(lost)} for {list_pieces(gained)}"
        return f"{name} loses {pieces}: {now.taking.move} follows."
    if now.taking.move in fault.after[:1]:
        return f"Now {other} {now.taking.words('piece')} with {now.taking.move}."
    return f"This loses {list_pieces(lost)}: {fault.after[0]}, and soon {now.taking.move}."


def _stronger_reply(fault: Fault) -> str:
    """The effect of the reply, if the reply to the best move does less."""
    reply, unit = _reply(fault), unit_of(fault.game, fault.state)
    if reply is None or not (words := reply.words(unit)):
        return ""
    instead = _reply_to_best(fault)
    now, then = _size(reply), (False, 0, 0, 1) if instead is None else _size(instead)
    if now <= then:
        return ""
    other = _names(fault)[1]
    less = "" if instead is None or reply.said else instead.words(unit)
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
    if best is None or made is None or (best.said == made.said and _size(best) <= _size(made)):
        return ""
    words = best.words(unit_of(fault.game, fault.state))
    return f"This misses {best.move}, which {words}." if words else ""


def _size(effect: Effect) -> tuple[bool, int, int, int]:
    """The gain of a turn; pieces that turn count as points too, and mean little."""
    points = 0 if effect.turned else max(effect.points, 0)
    return bool(effect.said), len(effect.taken), points, effect.moves


def _threat(game: Game, state: Any, player: int) -> str:
    """The move that wins next for `player` unless the other player, now to move, stops it."""
    moves = list(game.moves(state)) if game.outcome(state) == ONGOING else []
    if len(moves) < 3 or len(moves) ** 2 > CHECKED or game.player(state) == player:
        return ""
    wins = Counter[str]()
    for move in moves:
        after = game.play(state, move)
        if game.outcome(after) == ONGOING and game.player(after) == player:
            for reply in game.moves(after):
                if winner(game, game.play(after, reply)) == player:
                    wins[game.format_move(after, reply)] += 1
    text, count = max(wins.items(), key=lambda item: item[1], default=("", 0))
    return text if count > len(moves) / 2 else ""


def _new_threat(fault: Fault) -> str:
    """A threat that the reply makes, or that the best move would have made."""
    game, reply, other = fault.game, _reply(fault), fault.seen.player ^ 1
    if reply is not None and fault.after:
        state = _state_after(fault)
        threat = _threat(game, game.play(state, game.parse_move(state, fault.after[0])), other)
        if threat:
            return f"Now {_names(fault)[1]} threatens to win with {threat}, after {reply.move}."
    if fault.best:
        after = game.play(fault.state, game.parse_move(fault.state, fault.best[0]))
        if threat := _threat(game, after, fault.seen.player):
            return f"This misses {fault.best[0]}, which threatens to win with {threat}."
    return ""


def _later_effect(fault: Fault) -> str:
    """The other player's action in the line, or the player's own in the best line.

    The other line has none, as far as known.
    """
    made, best = _both_lines(fault)
    (name, other), unit = _names(fault), unit_of(fault.game, fault.state)
    if theirs := _first_effect(made, best, fault.seen.player ^ 1):
        return f"Soon {other} {theirs.words(unit)} with {theirs.move}, after {fault.after[0]}."
    if mine := _first_effect(best, made, fault.seen.player):
        return f"After {fault.best[0]}, {name} soon {mine.words(unit)} with {mine.move}."
    return ""


def _first_effect(line: Sequence[Effect], instead: Sequence[Effect], player: int) -> Effect | None:
    """A player's first notable effect in a line, if another line of at least two moves has none.

    An even exchange of pieces does not count.
    """
    first = None
    for before, effect, after in zip([None, *line], line, [*line[1:], None], strict=False):
        around = (each for each in (before, after) if each and each.player != player)
        taken = effect.taken and not any(each.taken for each in around)
        if first is None and effect.player == player and (effect.said or taken):
            first = effect
    others = [effect for effect in instead if effect.player == player]
    return first if len(others) > 1 and not any(e.said or e.taken for e in others) else None


def _both_lines(fault: Fault) -> list[list[Effect]]:
    """The effects along the move's line and along the best one."""
    lines = ((fault.made.move, *fault.after), fault.best)
    return [[effect for _, effect in follow(fault.game, fault.state, line)] for line in lines]


def _fewer_points(fault: Fault) -> str:
    """The difference in points of the lines after equally many moves; none where pieces turn."""
    if not fault.game.counts_points:
        return ""
    made, best = _both_lines(fault)
    plies = min(len(made), len(best))
    if plies < 2 or any(effect.turned for effect in made + best):
        return ""
    now, instead = (
        sum(e.points if e.player == fault.seen.player else -e.points for e in line[:plies])
        for line in (made, best)
    )
    fewer = many(instead - now, made[0].unit)
    words = f"Within {plies} moves this brings {fewer} less than {fault.best[0]}."
    return words if now < instead else ""


def _mobility(fault: Fault) -> str:
    """The number of moves, if it grows much for the other player or shrinks much for this one."""
    name, other = _names(fault)
    lines = ((fault.made.move, *fault.after[:1]), fault.best[:2])
    (now, own), (then, better) = (_choices(fault, line) for line in lines)
    if then and now >= then + 2 and now * 10 >= then * 13:
        choice = count_words(then, "move")
        return f"Now {other} has {now} moves to choose from; after {fault.best[0]}, {choice}."
    if own and better >= own + 2 and better * 10 >= own * 13:
        after, instead = fault.after[0], " ".join(fault.best[:2])
        return f"After {after}, {name} has {count_words(own, 'move')}; after {instead}, {better}."
    return ""


def _choices(fault: Fault, line: Sequence[str]) -> tuple[int, int]:
    """The number of moves of the other player after one move, and of this one after two.

    0 if it is unknown, or if all of them take.
    """
    game, state, counts = fault.game, fault.state, [0, 0]
    for ply, text in enumerate(line):
        state = game.play(state, game.parse_move(state, text))
        if game.outcome(state) == ONGOING and (game.player(state) == fault.seen.player) == ply:
            moves = list(game.moves(state))
            free = any(not effect_of(game, state, move).taken for move in moves)
            counts[ply] = len(moves) if free else 0
    return counts[0], counts[1]


def _fall_in_chance(fault: Fault) -> str:
    """The fall of the chance, and the term of the evaluation that falls most, if it has several."""
    game, seen, made = fault.game, fault.seen, fault.made
    name = _names(fault)[0]
    if made.by == "score" or seen.value is None:
        return f"{fault.best[0] if fault.best else 'Another move'} is worth more points."
    term = _costly_term(fault)
    why = f", mainly because of {term}" if term else ""
    falls = f"{percent(game, seen.value)} to {percent(game, made.value)}"
    return f"The chance of {name} falls from {falls}{why}."


def _costly_term(fault: Fault) -> str:
    """The term in which best play and this move differ most."""
    game, ends = fault.game, []
    for line in (fault.best, (fault.made.move, *fault.after)):
        state = fault.state
        for text in line[:FOLLOWED]:
            state = game.play(state, game.parse_move(state, text))
        sign = 1 if game.player(state) == fault.seen.player else -1
        if game.outcome(state) != ONGOING:
            return ""
        ends.append({term.name: sign * term.worth for term in game.terms(state)})
    cost = {name: ends[0].get(name, 0.0) - worth for name, worth in ends[1].items()}
    whole = sum(map(abs, cost.values()))
    name = max(cost, key=lambda each: cost[each], default="")
    return name if whole and cost[name] > whole / 2 else ""

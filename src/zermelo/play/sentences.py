"""Mistakes in words: the harm that a bad move does, or the chance that it misses.

Sentences tell of endings, exchanges, effects of the reply or the best move, new threats, and
choices of moves. A reader can verify a sentence by playing the moves that it names.
"""

from collections.abc import Sequence
from functools import lru_cache, partial
from itertools import chain
from typing import Any, Final, NamedTuple

from zermelo.contract.analysis import Analysis, MoveValue, chance
from zermelo.contract.game import LOSS, WIN, Game
from zermelo.draw.choices import picture_of
from zermelo.naming import count_words, final_points, percent, player_name, win_verb
from zermelo.play.effects import (
    FOLLOWED,
    NUMBERS,
    Effect,
    captures_of,
    follow,
    many,
    pass_turn,
    play_texts,
    profit_of,
    trade_words,
    turns_of,
    unit_of,
    wins_at_once,
)
from zermelo.play.lines import NOUN, quiet_numbers

SHARE: Final = 10  # a loss counts if it is at least 1/10 of the sum of both players' numbers
GRAVE: Final = 0.15  # the least chance to win that a grave mistake gives away
NAMED: Final = 3  # the most plies that a comparison names
FAR, NEAR = 14, 6  # the most and the fewest plies of exchanges to compare
FEW: Final = 16  # a gain counts if it is at least 1/16 of the highest score


class Fault(NamedTuple):
    """A bad move with its analysis."""

    game: Game
    state: Any  # before the move
    seen: Analysis  # the analysis of `state`
    made: MoveValue  # the move's value
    after: tuple[str, ...]  # best play after the move, as far as known

    @property
    def unit(self) -> str:
        """The name of the game's pieces, or "piece"."""
        return unit_of(self.game, self.state)

    @property
    def grave(self) -> bool:
        """Whether the move gives away much of the chance to win."""
        before, after = self.seen.value or 0.0, self.made.value
        return chance(self.game, before) - chance(self.game, after) >= GRAVE

    @property
    def win(self) -> str:
        """The verb for winning: "win", in chess "mate"."""
        return win_verb(self.game)

    @property
    def few(self) -> int:
        """The fewest points that count as a gain."""
        return max(1, self.game.score_bound // FEW)

    @property
    def best(self) -> tuple[str, ...]:
        """Best play instead of the bad move; () if unknown."""
        return self.seen.line_moves or self.seen.recommended[:1]

    @property
    def lines(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """The bad move with best play after it, and best play instead."""
        return (self.made.move, *self.after), self.best


@lru_cache(maxsize=1024)
def explain(fault: Fault) -> str:
    """The consequence of a bad move, in a sentence."""
    ways = (
        _missed_win, _loss_at_once, _loss_by_force, _win_given_away, _exchange, _stronger_reply,
        _missed_effect, _large_turn, _later_effect, _new_threat, _standing, _key_point,
        _fall_in_chance,
    )  # fmt: skip
    words = next(words for way in ways if (words := way(fault)))
    return words[0].upper() + words[1:]


def _names(fault: Fault) -> tuple[str, str]:
    """The names of the player who made the move and of the other player."""
    player = fault.seen.player
    return player_name(fault.game, player), player_name(fault.game, player ^ 1)


def _first(fault: Fault, line: Sequence[str], player: int, state: Any = None) -> Effect | None:
    """The effect of a player's first turn, of one move or several, in a line; or None."""
    turns = turns_of(fault.game, fault.state if state is None else state, line)
    return next((effect for effect, _ in turns if effect.player == player), None)


def _reply(fault: Fault) -> Effect | None:
    """The effect of the other player's turn after the bad move; None if unknown."""
    return _first(fault, fault.lines[0], fault.seen.player ^ 1)


def _how(fault: Fault, effect: Effect | None) -> str:
    if effect is None or (effect.turned and not effect.said):
        return ""
    if 0 < effect.points < fault.few and not (effect.said or effect.taken or effect.lines):
        return ""
    words = effect.words(fault.unit)
    return "" if words in ("", "wins") else f", which {words}"


def _missed_win(fault: Fault) -> str:
    best = _first(fault, fault.best, fault.seen.player)
    if best is None or not best.wins or fault.made.value == WIN:
        return ""
    end = "mate in 1" if fault.win == "mate" else "a win at once"
    return f"This misses {end}: {best.move}{_how(fault, best)}."


def _loss_at_once(fault: Fault) -> str:
    reply, (_, other) = _reply(fault), _names(fault)
    if reply is None or not reply.wins:
        return ""
    how = _how(fault, reply)
    if reply.move in wins_at_once(fault.game, pass_turn(fault.game, fault.state)):
        return f"This does not stop the threat {reply.move}: {other} now {fault.win}s with it{how}."
    return f"Now {other} {fault.win}s at once with {reply.move}{how}."


def _loss_by_force(fault: Fault) -> str:
    if not fault.made.exact or fault.made.value != LOSS or fault.made.by == "score":
        return ""
    reply, (_, other) = _reply(fault), _names(fault)
    moves = _distance(fault, (fault.made.remoteness or 1) - 1)
    how = "" if reply is None else _way(fault, fault.lines[0], fault.seen.player ^ 1)
    later = "" if how else f" {_large_turn(fault)}".rstrip()
    end = (how or _margin(fault, fault.lines[0])) + f".{later}"
    if reply is not None and fault.made.remoteness == 4:  # two moves of each player
        return f"Now {other} {fault.win}s in 2 with {reply.move}{end}"
    start = f", beginning with {reply.move}" if reply else ""
    return f"Now {other} {fault.win}s by force{moves}{start}{end}"


def _way(fault: Fault, line: Sequence[str], player: int) -> str:
    """A clause that follows the player's first move and says how the line wins: by two threats at
    once, else by the first effect, else by the first move's threat; "" if there is none of these.
    """
    game, plies = fault.game, range(len(line) + 1)
    states = [play_texts(game, fault.state, line[:ply]) for ply in plies]
    own = [at for at, state in enumerate(states[:-1]) if game.player(state) == player]
    own = own[:1] if game.counts_points else own
    for at in own:
        wins = _threats(game, states[at + 1], player)  # on different points
        threats = {each.partition("x")[0].rpartition("-")[2]: each for each in wins}
        if len(threats) > 1:
            first = ", which" if at == own[0] else f"; soon {line[at]}"
            return f"{first} threatens both {' and '.join([*threats.values()][:2])}"
    for at in own:
        if how := _how(fault, _first(fault, line[at:], player, states[at])):
            return how if at == own[0] else f"; soon {line[at]}{how.removeprefix(', which')}"
    wins = _threats(game, states[own[0] + 1], player) if own else []
    return f", which threatens {wins[0]}" if wins else ""


def _distance(fault: Fault, left: int) -> str:
    """How many moves the winner needs: " in 2 moves"; "" if `left` is 0 plies, or points count."""
    known = left and not fault.game.counts_points
    return f" in {count_words((left + 1) // 2, 'move')}" if known else ""


def _margin(fault: Fault, line: Sequence[str]) -> str:
    """The points by which a line is won: ", here by three points"; "" if unknown."""
    game, end = fault.game, play_texts(fault.game, fault.state, line)
    points = final_points(game, end)
    return f", here by {many(abs(points), game.unit)}" if points else ""


def _win_given_away(fault: Fault) -> str:
    seen, made = fault.seen, fault.made
    if not (seen.exact and seen.value == WIN and seen.by == "outcome" and fault.best):
        return ""
    name, other = _names(fault)
    moves = _distance(fault, seen.remoteness or 0)
    best = turns_of(fault.game, fault.state, fault.best)[0][0]
    how = _way(fault, fault.best, fault.seen.player) or _margin(fault, fault.best)
    now = "the win is no longer certain"
    if made.exact:
        now = "it is a draw" if made.value != LOSS else f"{other} wins"
    could = f"{name} could {fault.win} by force{moves}"
    return f"{could}, beginning with {best.move}{how}; now {now}."


def _exchange(fault: Fault) -> str:
    """A sentence on pieces that the move loses or best play wins; "" if best play gains no more."""
    game, player = fault.game, fault.seen.player
    for plies in range(FAR, NEAR - 1, -2) if fault.grave else (FAR,):
        known = max(NEAR, min(plies, *map(len, fault.lines)))
        made, best = (captures_of(game, fault.state, line[:known]) for line in fault.lines)
        kept, could = (profit_of(game, player, chain(*groups)) for groups in (made, best))
        if could > kept:
            break
    else:
        return ""
    loss = _loss(fault, _decisive(fault, made, max(could, 0)), [*chain(*best)]) if kept < 0 else ""
    if could < min(1, -kept):
        return f"{loss}."
    gain = _gain(fault, _decisive(fault, best, max(kept, 0)), [*chain(*made)])
    if loss and gain.startswith("This") and not loss.startswith("this"):
        return f"{gain}; {loss}."
    return f"{loss if could <= -kept else gain}."


def _decisive(fault: Fault, groups: list[list[Effect]], instead: int) -> list[Effect]:
    """The captures that take the profit from `instead`, or from beyond it, to its final value."""
    profit = partial(profit_of, fault.game, fault.seen.player)
    profits = [profit(chain(*groups[:at])) for at in range(len(groups) + 1)]
    sign = 1 if profits[-1] > instead else -1
    first = max((at for at, p in enumerate(profits) if sign * (p - instead) <= 0), default=0)
    rest, gain = [*chain(*groups[first:])], profits[-1] - profits[first]
    places = [{place for _, place in effect.taken if place} for effect in rest]
    avenged = map(set.intersection, places, [*places[1:], set()])
    ends = (end for end, retaken in enumerate(avenged, 1) if not retaken)
    return next(rest[:end] for end in ends if profit(rest[:end]) == gain)


def _loss(fault: Fault, costs: list[Effect], best: list[Effect]) -> str:
    """A clause on the captures `costs` after the bad move; `best` has those after the best move."""
    game, player, (name, other) = fault.game, fault.seen.player, _names(fault)
    taking = next(effect for effect in costs if effect.player != player)
    trade, instead = trade_words(game, player ^ 1, costs), profit_of(game, player, best)
    if taking.move != fault.after[0]:
        words = f"this loses {trade}: {fault.after[0]}, and soon {taking.move}"
    elif len(costs) == 1:
        words = f"now {other} {taking.words('piece')} with {taking.move}"
    else:
        words = f"{name} loses {trade}: {taking.move} follows"
    if instead < 0 or (instead == 0 and taking.move in fault.best[1:2]):
        words += f"; after {fault.best[0]}, only {trade_words(game, player ^ 1, best)}"
    return words


def _gain(fault: Fault, wins: list[Effect], made: list[Effect]) -> str:
    """A clause on the captures `wins` after the best move; `made` has those after the bad move."""
    game, player, best, move = fault.game, fault.seen.player, fault.best[0], fault.made.move
    first = next(effect for effect in wins if effect.player == player)
    trade, name = trade_words(game, player, wins), _names(fault)[0]
    takes = first.words("piece") if len(wins) == 1 else f"takes {trade}"
    moves = tuple(effect.move for effect in wins)
    ends = (end for end in (len(wins), len(wins) + 1) if fault.best[:end][-len(wins) :] == moves)
    if end := next(ends, 0):
        words = f"This misses {' '.join(fault.best[:end])}, which {takes}"
    elif (start := _first(fault, fault.best, player)) and start.said:
        words = f"This misses {best}, which {start.words(fault.unit)}"
    elif len(wins) == 1:
        words = f"After {best}, {name} soon {takes} with {first.move}"
    elif first.move == best:
        words = f"This misses {best}, which wins {trade}"
    else:
        words = f"After {best}, {name} soon wins {trade}, beginning with {first.move}"
    if profit_of(game, player, made) >= 0 and made and made[0].move == move:
        words += f"; {move} takes only {trade_words(game, player, made)}"
    return words


def _stronger_reply(fault: Fault) -> str:
    """A sentence on the reply if it achieves more than the reply to the best move; else ""."""
    reply = _reply(fault)
    if reply is None or not (words := reply.words(fault.unit)):
        return ""
    instead = _first(fault, fault.best, reply.player)
    if (reply.taken and not reply.said) or not _outdoes(fault, reply, instead):
        return ""
    other = _names(fault)[1]
    less = "" if instead is None or reply.said else instead.words(fault.unit)
    tail = f"; after {fault.best[0]}, {other} only {less}" if less and fault.best else ""
    return f"Now {other} {words} with {reply.move}{tail}."


def _missed_effect(fault: Fault) -> str:
    """A sentence on the best move if it achieves more than the bad move; else ""."""
    made, best = (_first(fault, line, fault.seen.player) for line in fault.lines)
    if best is None or made is None:
        return ""
    told = best.said not in ("", made.said)
    if not told and (best.taken or not _outdoes(fault, best, made)):
        return ""
    words = best.words(fault.unit)
    return f"This misses {best.move}, which {words}." if words else ""


def _outdoes(fault: Fault, effect: Effect, other: Effect | None) -> bool:
    """Whether `effect` achieves more than `other`; few points, or points by flips, don't count."""
    if other is None:
        other = Effect(effect.player, "", wins=False)
    large, small = ((bool(each.said), len(each.taken)) for each in (effect, other))
    if large != small:
        return large > small
    few, gain = fault.few, effect.points - max(other.points, 0)
    return not effect.turned and effect.points >= few and gain >= max(1, 2 * few // 3)


def _threats(game: Game, state: Any, player: int) -> list[str]:
    """The moves that win next for `player` unless the other player, now to move, stops them."""
    quiet = game.counts_points or game.player(state) == player
    return [] if quiet else wins_at_once(game, pass_turn(game, state))


def _new_threat(fault: Fault) -> str:
    """A sentence on a threat that the reply makes, or that the best move would have made; or ""."""
    game, player, name = fault.game, fault.seen.player, _names(fault)[1]
    if wins := _threats(game, play_texts(game, fault.state, fault.lines[0][:2]), player ^ 1):
        return f"Now {name} threatens to {fault.win} with {wins[0]}, after {fault.after[0]}."
    if wins := _threats(game, play_texts(game, fault.state, fault.best[:1]), player):
        return f"This misses {fault.best[0]}, which threatens to {fault.win} with {wins[0]}."
    return ""


def _large_turn(fault: Fault) -> str:
    """A sentence on a later turn that gains far more points than any of the other line; or ""."""
    mover, least = fault.seen.player, fault.few
    lines = [[e for e, _ in turns_of(fault.game, fault.state, line)] for line in fault.lines]
    for player, start, pair in ((mover ^ 1, "Later", lines), (mover, "Instead,", lines[::-1])):
        points, others = ([e.points * (e.player == player) for e in line] for line in pair)
        at = max(range(len(points)), key=points.__getitem__, default=0)
        turn = pair[0][at] if at and points[at] >= max(others, default=0) + least else None
        if turn and not (turn.turned or turn.taken):
            before = " ".join(effect.move for effect in pair[0][:at]).split()
            after = " ".join(before if len(before) <= FOLLOWED else before[-1:])
            gains = f"{player_name(fault.game, player)} {turn.words(fault.unit)}"
            return f"{start} {gains} with {turn.move}, after {after}."
    return ""


def _later_effect(fault: Fault) -> str:
    """A sentence on a gain that the bad move allows the opponent, or that it misses; or ""."""
    known = [line[: min(FOLLOWED, *map(len, fault.lines))] for line in fault.lines]
    made, best = ([e for _, e in follow(fault.game, fault.state, line)] for line in known)
    (name, other), unit = _names(fault), fault.unit
    if theirs := _first_effect(made, best, fault.seen.player ^ 1):
        at_once = theirs.move == fault.after[0]
        start, end = ("Now", "") if at_once else ("Soon", f", after {fault.after[0]}")
        return f"{start} {other} {theirs.words(unit)} with {theirs.move}{end}."
    if mine := _first_effect(best, made, fault.seen.player):
        return f"After {fault.best[0]}, {name} soon {mine.words(unit)} with {mine.move}."
    return ""


def _first_effect(line: Sequence[Effect], instead: Sequence[Effect], player: int) -> Effect | None:
    """A player's first effect in the game's own words, if the line `instead` has no such effect."""
    own, others = ([e for e in each if e.player == player] for each in (line, instead))
    told = [effect for effect in own if effect.said]
    return told[0] if told and others and not any(each.said for each in others) else None


def _standing(fault: Fault) -> str:
    """A sentence on the number that the bad move worsens most, if both lines are compared after the
    same ply; "" if no number gets much worse. The rules list the most important number first.
    """
    game, lines, found = fault.game, fault.lines, dict[tuple[bool, int, float, str, int], Any]()
    gains = game.counts_points and not game.standing(fault.state)  # gains add up over all plies
    for plies in range(1, min(map(len, lines)) + 1):
        now, then = (quiet_numbers(game, fault.state, line[:plies]) for line in lines)
        for at, words in enumerate(now):
            least = 2 if fault.grave and at else 1
            if cost := _cost(now[words], then.get(words, now[words]), least):
                rank = plies if gains else cost - plies / 2
                found[gains or plies <= FOLLOWED, -at, rank, words, plies] = now[words], then[words]
    if not found:
        return ""
    best = max(found)
    return _compare_numbers(fault, *best[3:], found[best])


def _compare_numbers(fault: Fault, words: str, plies: int, pairs: Any) -> str:
    """A sentence that compares the players' numbers after `plies` plies of the two lines."""
    digits = max(max(pair) for pair in pairs) >= len(NUMBERS)
    texts = [[str(n) if digits else NUMBERS[n] if n else "none" for n in pair] for pair in pairs]
    who = [side for side in (1, 0) if pairs[0][side] != pairs[1][side]]
    before, noun, after = NOUN.split(words)
    ends = [f"{_names(fault)[side]} {before * digits}{texts[0][side]}" for side in who]
    things = many(pairs[0][who[0]], noun, digits=digits)
    named = plies if plies <= NAMED else 1
    soon = "soon " if named < plies <= FOLLOWED else ""
    more = f" and {plies - 1} more moves" if plies > FOLLOWED else ""
    ends[0] = f"{_names(fault)[who[0]]} {soon}{before}{things}{after}"
    then = " and ".join(texts[1][side] for side in who)
    made, best = (" ".join(line[:named]) for line in fault.lines)
    return f"After {made}{more}, {' and '.join(ends)}; after {best}, it would be {then}."


def _cost(now: tuple[int, int], then: tuple[int, int], least: int) -> int:
    """The lead in `then` minus that in `now`; what is better in `now` counts twice; 0 if small."""
    own, other = then[0] - now[0], now[1] - then[1]
    cost = own + other + min(own, other, 0)
    return cost if cost >= max(least, sum(now) / SHARE) else 0


def _key_point(fault: Fault) -> str:
    """A sentence if the reply takes the point of the best move, which both players want; or ""."""
    game, best = fault.game, fault.best[:1]
    states = fault.state, play_texts(game, fault.state, [fault.made.move])
    if not best or best != fault.after[:1] or game.player(states[1]) == fault.seen.player:
        return ""
    points = {picture_of(game, s).clicks.get(game.parse_move(s, best[0])) for s in states}
    same = f"Now {_names(fault)[1]} gets {best[0]}, which was best for both players."
    return same if len(points) == 1 else ""


def _fall_in_chance(fault: Fault) -> str:
    """A sentence on the fall of the chance to win, or on points that another move gains."""
    game, seen, made = fault.game, fault.seen, fault.made
    name = _names(fault)[0]
    if made.by == "score" or seen.value is None:
        return f"{fault.best[0] if fault.best else 'Another move'} is worth more points."
    falls = f"{percent(game, seen.value)} to {percent(game, made.value)}"
    return f"{name}'s chance to win falls from {falls}."

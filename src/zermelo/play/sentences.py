"""Mistakes in words: the harm that a bad move does, or the chance that it misses.

Sentences tell of endings, exchanges, effects of the reply or the best move, new threats, and
choices of moves. Playing the moves that a sentence names verifies the sentence.
"""

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final, NamedTuple

from zermelo.contract.analysis import Analysis, MoveValue, chance
from zermelo.contract.game import LOSS, WIN, Game
from zermelo.draw.choices import picture_of
from zermelo.naming import count_words, final_points, percent, player_name, win_verb
from zermelo.play.effects import (
    FOLLOWED,
    NUMBERS,
    Effect,
    can_retake,
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
from zermelo.play.lines import NOUN, quiet_numbers

SOON: Final = 2  # the most plies without captures before an exchange, not counting answers to check
SHARE: Final = 10  # a loss counts from 1/10 of the sum of both players' numbers
GRAVE: Final = 0.15  # the least chance to win that a grave mistake gives away
NAMED: Final = 3  # the most plies that a comparison names
FEW: Final = 16  # a gain counts from 1/16 of the highest score


class Fault(NamedTuple):
    """A bad move with its analysis."""

    game: Game
    state: Any  # before the move
    seen: Analysis  # of `state`
    made: MoveValue  # the move's value
    after: tuple[str, ...]  # best play after the move, as far as known

    @property
    def unit(self) -> str:
        """The name of the game's pieces, or "piece"."""
        return unit_of(self.game, self.state)

    @property
    def win(self) -> str:
        """The verb for winning: "win", in chess "mate"."""
        return win_verb(self.game)

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
    """The names of the player who made the move and of the other one."""
    player = fault.seen.player
    return player_name(fault.game, player), player_name(fault.game, player ^ 1)


def _first(fault: Fault, line: Sequence[str], player: int, state: Any = None) -> Effect | None:
    """The effect of a player's first turn in a line, which can have several moves; or None."""
    turns = turns_of(fault.game, fault.state if state is None else state, line)
    return next((effect for effect, _ in turns if effect.player == player), None)


def _reply(fault: Fault) -> Effect | None:
    """The other player's next turn after the bad move; None if unknown."""
    return _first(fault, fault.lines[0], fault.seen.player ^ 1)


def _how(fault: Fault, effect: Effect | None) -> str:
    if effect is None or (effect.turned and not effect.said):
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
    """How a line wins for a player, to follow the name of the player's first move: by two threats
    at once, or else by the first effect; "" without either.
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
    return ""


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


def _balance(fault: Fault, moves: Sequence[str]) -> tuple[Counter[str], Counter[str], list[Effect]]:
    """Return the pieces that an early exchange costs and gains the player, and its captures by the
    opponent. A last capture that the rules let the other player avenge at once does not count.
    """
    lost, gained, takings, quiet = Counter[str](), Counter[str](), list[Effect](), 0
    for at, (state, effect) in enumerate(follow(fault.game, fault.state, moves[:FOLLOWED]), 1):
        mine = effect.player == fault.seen.player
        last = at == min(len(moves), FOLLOWED)
        if effect.taken and not (last and can_retake(fault.game, state, effect)):
            (gained if mine else lost).update(name for name, _ in effect.taken)
            takings += [] if mine else [effect]
        in_check = picture_of(fault.game, state).threatened
        quiet = 0 if effect.taken else quiet + (not in_check)
        if quiet > (1 if lost or gained else SOON):
            break
    return lost, gained, takings


def _profit(fault: Fault, moves: Sequence[str]) -> int:
    """The worth of pieces that an early exchange gains, each 1 unless the game has `worths`."""
    worths, (lost, gained, _) = getattr(fault.game, "worths", {}), _balance(fault, moves)
    return sum(worths.get(name, 1) * (gained[name] - lost[name]) for name in gained | lost)


def _list(fault: Fault, pieces: Counter[str]) -> str:
    """Pieces with their numbers, the most valuable first: "a queen and two pawns"."""
    worths = getattr(fault.game, "worths", {})
    ranked = sorted(pieces.items(), key=lambda piece: -worths.get(piece[0], 1))
    return list_pieces(Counter(dict(ranked)))


def _exchange(fault: Fault) -> str:
    """A sentence on pieces that the move loses or best play wins; "" if best play gains no more."""
    lost, gained, takings = _balance(fault, fault.lines[0])
    price, win, _ = _balance(fault, fault.best)
    kept, could = (_profit(fault, line) for line in fault.lines)
    if could <= kept:
        return ""
    net, less, more = lost - gained, price - win, win - price
    best = _first(fault, fault.best, fault.seen.player)
    misses = could > 0 and best is not None and bool(best.taken)
    if kept >= 0 or net == less:
        if more and less and _balance(fault, fault.best[:3])[:2] == (price, win):
            line = " ".join(fault.best[:3])
            return f"This misses {line}, which takes {_list(fault, more)} for {_list(fault, less)}."
        if best is not None and misses and not less:
            return f"This misses {best.move}, which {best.words('piece')}."
        return ""
    name, other = _names(fault)
    taking = next(each for each in takings if any(piece in net for piece, _ in each.taken))
    at_once = taking.move in fault.after[:1]
    now = f"now {other} {taking.words('piece')} with {taking.move}"
    if more and best is not None and misses and at_once:
        return f"This misses {best.move}, which {best.words('piece')}; {now}."
    pieces = _list(fault, gained - lost) if gained - lost else number_word(gained.total())
    if gained - lost or (gained and len(lost) == 1):
        loses = net if gained - lost else lost
        return f"{name} loses {_list(fault, loses)} for {pieces}: {taking.move} follows."
    if at_once:
        return "" if taking.move in fault.best[1:2] else f"{now}."
    return f"This loses {_list(fault, net)}: {fault.after[0]}, and soon {taking.move}."


def _stronger_reply(fault: Fault) -> str:
    """A sentence on the reply, if the reply to the best move achieves less; else ""."""
    reply = _reply(fault)
    if reply is None or not (words := reply.words(fault.unit)):
        return ""
    instead = _first(fault, fault.best, reply.player)
    even = _profit(fault, fault.lines[0]) >= 0
    if (even and reply.taken and not reply.said) or not _outdoes(fault, reply, instead):
        return ""
    other = _names(fault)[1]
    less = "" if instead is None or reply.said else instead.words(fault.unit)
    tail = f"; after {fault.best[0]}, {other} only {less}" if less and fault.best else ""
    return f"Now {other} {words} with {reply.move}{tail}."


def _missed_effect(fault: Fault) -> str:
    """A sentence on the best move, if the bad move achieves less; else ""."""
    made, best = (_first(fault, line, fault.seen.player) for line in fault.lines)
    if best is None or made is None:
        return ""
    if not _outdoes(fault, best, made) and best.said in ("", made.said):
        return ""
    bought = not best.said and _profit(fault, fault.best) <= _profit(fault, fault.lines[0])
    words = "" if best.taken and bought else best.words(fault.unit)
    return f"This misses {best.move}, which {words}." if words else ""


def _outdoes(fault: Fault, effect: Effect, other: Effect | None) -> bool:
    """Whether `effect` achieves more than `other`; few points, or points by flips, don't count."""
    if other is None:
        other = Effect(effect.player, "", wins=False)
    large, small = ((bool(each.said), len(each.taken)) for each in (effect, other))
    if large != small:
        return large > small
    few, gain = max(1, fault.game.score_bound // FEW), effect.points - max(other.points, 0)
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
    """A sentence on the later turn that gains the opponent most points after the move, or the
    player after the best one; "" if another line has turns about as large.
    """
    mover, least = fault.seen.player, max(1, fault.game.score_bound // FEW)
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
    """A sentence on a later gain that best play denies the opponent or brings the player; or ""."""
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
    """A player's first notable effect in a line, if the player has none in another line. An even
    exchange of pieces does not count; an effect in the game's own words, such as a promotion,
    counts more than captures.
    """
    own, others = _lone_effects(line, player), _lone_effects(instead, player)
    moved = any(effect.player == player for effect in instead)
    if not own or not moved or any(each.said for each in others):
        return None
    return own[0] if own[0].said or not others else None


def _lone_effects(line: Sequence[Effect], player: int) -> list[Effect]:
    """A player's effects in the game's own words, and captures outside of exchanges."""
    effects = list[Effect]()
    for before, effect, after in zip([None, *line], line, [*line[1:], None], strict=False):
        around = (each for each in (before, after) if each and each.player != player)
        taken = effect.taken and not any(each.taken for each in around)
        effects += [effect] if effect.player == player and (effect.said or taken) else []
    return effects


def _standing(fault: Fault) -> str:
    """A sentence on the number, after as many plies of both lines, that the bad move worsens most;
    "" if it worsens none enough. The rules list the most important number first.
    """
    game, lines, found = fault.game, fault.lines, dict[tuple[bool, int, float, str, int], Any]()
    lost = chance(game, fault.seen.value or 0.0) - chance(game, fault.made.value)
    gains = game.counts_points and not game.standing(fault.state)  # they add up over all plies
    for plies in range(1, min(map(len, lines)) + 1):
        now, then = (quiet_numbers(game, fault.state, line[:plies]) for line in lines)
        for at, words in enumerate(now):
            cost = _cost(now[words], then.get(words, now[words]), 2 if lost >= GRAVE and at else 1)
            if cost:
                rank = plies if gains else cost - plies / 2
                found[gains or plies <= FOLLOWED, -at, rank, words, plies] = now[words], then[words]
    if not found:
        return ""
    best = max(found)
    return _compare_numbers(fault, *best[3:], found[best])


def _compare_numbers(fault: Fault, words: str, plies: int, pairs: Any) -> str:
    """A sentence that compares the numbers that differ after so many plies of two lines."""
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
    """The player's lead in `then` minus that in `now`, or 0 if it is small. A number that changes
    for the better counts twice.
    """
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

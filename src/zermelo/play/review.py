"""Review a game: the chance to win at each ply, the accuracy of each move, the mistakes.

A short search of every position values all its moves, and a longer search its best move. The last
move is judged first, because later positions show the worth of earlier moves. Closer searches, also
after better moves, judge doubtful moves. Every search has a fixed number of nodes, so that the same
game always gets the same marks. The accuracy of a move is lichess's
(lichess.org/page/accuracy); the accuracy of a game is the harmonic mean over the mistakes and over
the moves where a random move would be a mistake on average.
"""

import math
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from statistics import harmonic_mean, mean
from typing import Any, Final, NamedTuple

from zermelo.contract.analysis import BEING_FITTED, Analysis, MoveValue, chance, curve_of
from zermelo.contract.game import DRAW, LOSS, ONGOING, Game
from zermelo.games import KNOWN
from zermelo.naming import better_words, fault_words
from zermelo.play.effects import play_texts
from zermelo.play.sentences import Fault, explain
from zermelo.play.session import Session
from zermelo.play.variations import fit_estimates, value_of_move
from zermelo.search.textbook import utility

LEAST: Final = 0.05  # the least difference in the chance to win that counts
RELIABLE: Final = 0.1  # if a game's curve errs by more, only losses above its error are faults
STAKE: Final = 0.1  # the least chance to win, given away or at stake, for a move to count
POOREST: Final = 4.0  # a move's least accuracy in the mean of a game, in percent
DECIDED: Final = 0.02  # below this chance to win for one player, a position needs no closer looks
CERTAIN: Final = 0.17  # with this loss of chance, in a closer look, a move is surely a fault
RIVALS: Final = 3  # the most possibly better moves to look at
CLOSEST: Final = 2  # the level of the closest looks
SLACK: Final = 0.03  # a look confirms a better move if its chance falls by less than this
# the least chance that an unproven fault of each grade gives away: lichess's figures
GRADES: Final = (("blunder", 0.15), ("mistake", 0.1), ("doubtful", 0.05))
LINE: Final = 6  # moves of a line to show


class ReviewedPly(NamedTuple):
    """One ply of a session: a move, and the value of the position after it."""

    node: int  # of the session's tree
    ply: int
    move: str | None
    player: int | None
    value: float | None  # for player 1 (the first): −1 … 1, or points; None if unknown
    chance: float | None  # player 1's chance to win, from 0 to 1
    exact: bool  # whether the value is proven
    # None if the move has no fault. If proven: "blunder" if the move loses, else "mistake". If not:
    # "blunder" if it gives away 0.15 of the chance to win, "mistake" from 0.1, "doubtful" from 0.05
    fault: str | None = None
    words: str | None = None  # the kind of fault in words, see `zermelo.naming.fault_words`
    better: tuple[str, ...] = ()  # better moves
    proof: str | None = None  # the fault in detail: "4 draws; 2 would have won in 5 plies"
    best: tuple[str, ...] = ()  # best play instead, as far as known
    accuracy: float | None = None  # in percent, see `move_accuracy`; None if unknown
    why: str | None = None  # the move's drawback, in a sentence, and the line that shows it
    after: tuple[str, ...] = ()  # best play after a bad move, as far as known

    @property
    def shown(self) -> str | None:
        """The move's drawback, the fault in detail and the better line; None for no fault."""
        if self.why is None or self.proof is None:
            return None
        better = f": {_join_moves(self.best)}" if len(self.best) > 1 else ""
        return f"{self.why} {self.proof}{better}"


def _join_moves(line: Sequence[str]) -> str:
    """The first moves of a line."""
    return " ".join(line[:LINE]) + (" …" if len(line) > LINE else "")


def review_plies(session: Session, nodes: Sequence[int] | None = None) -> list[ReviewedPly]:
    """Review positions of the session: by default, from the start to the current one."""
    chosen = session.tree.path(session.node) if nodes is None else nodes
    return [_row(session, node) for node in chosen]


def _row(session: Session, node: int) -> ReviewedPly:
    here, game, known = session.tree[node], session.game, known_at(session, node)
    later = _judge_next(session, node)
    if known is None or not known.exact:
        known = _find_review(session, node)
    value, exact = _value(game, here.state, known)
    likely = None if value is None else chance(game, value)
    if here.parent is None:
        return ReviewedPly(node, 0, None, None, value, likely, exact)
    before = session.tree[here.parent].state
    judged = judge(session, node)
    shown, made = judged.analysis, judged.made
    row = ReviewedPly(node, here.ply, here.text, game.player(before), value, likely, exact)
    if shown is None or shown.value is None or made is None or not judged.known:
        return row
    if not (later or row.exact) and session.look(before):  # so the graph agrees with the verdict
        own = made.value if row.player == 0 else 0.0 - made.value
        row = row._replace(value=own, chance=chance(game, own))
    cost = 0.0 if here.text in shown.best_moves else max(shown.value - made.value, 0.0)
    lost = _loss_of_chance(game, shown.value, shown.value - cost)
    fault = _fault(session, shown, made, lost) if cost else None
    row = row._replace(fault=fault, accuracy=move_accuracy(lost))
    if fault is None:
        return row
    after, better = _after(session, node, shown), shown.recommended
    why, line = explain(Fault(game, before, shown, made, after)), (here.text, *after)
    if len(line) > 2 and " ".join(line[:2]) not in why:
        why += f" Line: {_join_moves(line)}{'.' * (len(line) <= LINE)}"
    return row._replace(
        words=fault_words(fault, cost, session.by),
        better=better,
        proof=better_words(game, here.text, shown),
        best=shown.line_moves or better[:1],
        why=why,
        after=after,
    )


def _after(session: Session, node: int, seen: Analysis) -> tuple[str, ...]:
    """Best play after a move, as far as known."""
    here, later = session.tree[node], _judge_next(session, node)
    known = later.analysis if later and later.settled else closest_look(session, here.state)
    if known is not None and known.recommended:
        return known.line_moves or known.recommended[:1]
    return seen.line_moves[1:] if seen.line_moves[:1] == (here.text,) else ()


def closest_look(session: Session, state: Any) -> Analysis | None:
    """The closest look so far at a position, or else its latest analysis; None without either."""
    looks = (session.look(state, level) for level in (2, 1, 0))
    return next(filter(None, looks), None) or session.advice(state)


class Judgement(NamedTuple):
    """The judgement of a move."""

    # of the position before the move, with the value, best line and move's value of closer looks
    analysis: Analysis | None
    made: MoveValue | None = None  # the move's value
    known: bool = False  # whether all looks that are needed to judge the move were taken
    complete: bool = False  # whether this is also true of all later moves of the line
    # the state and level of the next look to take, if a look is missing
    needed: tuple[Any, int] | None = None
    # whether the value of `analysis` comes from looks at positions after moves
    settled: bool = False


def judge(session: Session, node: int) -> Judgement:
    """Judge the move to a position, after all later moves of its line."""
    later = None
    for each in reversed(session.tree.main(node)):
        kept = session.judged.get(each)
        if kept is None or kept[0] is not later:
            kept = session.judged[each] = later, _judge(session, each, later)
        later = kept[1]
    assert later is not None, "the line begins with the move"
    return later


def _judge_next(session: Session, node: int) -> Judgement | None:
    """The judgement of the move that follows a position; None at the end of a line."""
    children = session.tree[node].children
    return judge(session, children[0]) if children else None


def look_to_take(session: Session, node: int) -> tuple[Any, int] | None:
    """The state and level of the next look needed to judge the move to a position, or None."""
    return None if session.tree[node].parent is None else judge(session, node).needed


class LookNeededError(Exception):
    """Raised if judging a move needs another look; its arguments are the look's state and level."""


def _known_look(session: Session, state: Any, level: int) -> Analysis:
    if (look := session.look(state, level)) is None:
        raise LookNeededError(state, level)
    return look


def _judge(session: Session, node: int, later: Judgement | None) -> Judgement:
    """Judge the move to a position; `later` is the judgement of the next move, if there is one."""
    here = session.tree[node]
    before = session.tree[here.parent or 0].state
    seen, complete = session.look(before) or session.advice(before), not later or later.complete
    made, settled = seen.of(here.text) if seen else None, False
    if seen is None or made is None:
        return Judgement(seen)
    # No closer look is needed if first looks before and after the move agree on the winner.
    after = value_by_look(made, seen, session.look(here.state))
    chances = [chance(session.game, value or 0.0) for value in (seen.value, after.value)]
    decided = max(chances) < DECIDED or min(chances) > 1 - DECIDED
    settles = (seen.exact and made.exact) or decided
    if session.look(before) is not None and not settles:
        try:
            seen, made, settled = _look_closer(session, node, seen, made, later)
        except LookNeededError as needed:
            return Judgement(seen, made, needed=needed.args if complete else None)
    moves = tuple(made if each.move == made.move else each for each in seen.moves)
    return Judgement(replace(seen, moves=moves), made, True, complete, settled=settled)


def _look_closer(
    session: Session, node: int, seen: Analysis, made: MoveValue, later: Judgement | None
) -> tuple[Analysis, MoveValue, bool]:
    """Judge a move by looks at the positions before and after it: at level 1, and in cases of doubt
    at level 2. If the move seems a fault, also look after moves that may be better. Return the
    analysis before the move, the move's value, and whether the analysis is settled (`Judgement`).
    """
    game, here = session.game, session.tree[node]
    before, first, near, level = session.tree[here.parent or 0].state, made, seen, 1
    forced = len(seen.moves) == 1
    for level in (1, CLOSEST):
        near = seen if seen.exact or forced else _known_look(session, before, level)
        after = later.analysis if later and later.settled else None
        if after is None and game.outcome(here.state) == ONGOING:
            after = _known_look(session, here.state, level)
        made = value_by_look(first, near, after)
        if near.value is None:
            return near, made, False
        lost, kept = _loss_of_chance(game, near.value, made.value), made.move in near.best_moves
        if forced or lost < LEAST or (lost >= CERTAIN and not kept):
            break
    if LEAST <= lost < CERTAIN and after and not later and not (forced or made.exact):
        made = _try_reply(session, here.state, after, made, near, level)
        lost = _loss_of_chance(game, near.value or 0.0, made.value)
    proven = partial(replace, value=near.value, exact=True, bound="exact")
    best = near.best_moves[:1] if near.exact else ()
    moves = (proven(e, remoteness=near.remoteness) if e.move in best else e for e in seen.moves)
    settled, near = False, replace(near, moves=tuple(moves))
    if lost >= LEAST and not forced and not near.exact:
        near, settled = _try_rivals(session, before, near, made, level)
    if not near.exact and (forced or _loss_of_chance(game, made.value, near.value or 0.0) >= LEAST):
        line = (made.move, *(after.line if after else ()))
        near, settled = replace(near, value=made.value, best_moves=line[:1], line=line), True
    return near, made, settled


def _try_reply(
    session: Session, here: Any, after: Analysis, made: MoveValue, near: Analysis, level: int
) -> MoveValue:
    """The value of the move; the best move's value if a look after the reply shows no fault."""
    reply = after.best_moves[:1]
    state = play_texts(session.game, here, reply)
    if not reply or session.game.outcome(state) != ONGOING:
        return made
    then = value_of_move(after, reply[0], _known_look(session, state, level)).value
    shown = value_of_move(near, made.move, replace(after, value=then))
    harmless = _loss_of_chance(session.game, near.value or 0.0, shown.value) < LEAST
    return replace(made, value=near.value or 0.0) if harmless else made


def _try_rivals(
    session: Session, before: Any, near: Analysis, made: MoveValue, level: int
) -> tuple[Analysis, bool]:
    """Look at rivals of the move: the best moves of all looks, then the other moves if the latest
    look prefers the move made. Return the analysis `near` with the value of the best rival, which
    is at most the value of `near`, and whether there is a rival.
    """
    game, highest, kept = session.game, near.value or 0.0, made.move in near.best_moves
    fault, rivals = LEAST if level == CLOSEST else CERTAIN, list[tuple[MoveValue, Analysis]]()
    looks = (session.look(before, each) for each in range(level, -1, -1))
    ranked = sorted(near.moves, key=lambda entry: entry.sooner, reverse=True)
    bests = [look.best_moves[0] for look in looks if look and look.best_moves]
    for move in dict.fromkeys([*bests, *(entry.move for entry in ranked if kept)]):
        state = play_texts(game, before, [move])
        if game.outcome(state) != ONGOING or move == made.move:
            continue
        then = _known_look(session, state, level)
        entry = value_by_look(near.of(move) or made, near, then)
        rivals.append((replace(entry, value=min(entry.value, highest)), then))
        confirmed = _loss_of_chance(game, highest, entry.value) < SLACK
        harmless = _loss_of_chance(game, rivals[0][0].value, made.value) < fault and not kept
        if confirmed or harmless or len(rivals) == RIVALS:
            break
    if not rivals:
        return near, False
    best, then = max(rivals, key=lambda rival: rival[0].value)
    line, values = (best.move, *then.line), {entry.move: entry for entry, _ in rivals}
    moves = tuple(values.get(each.move, each) for each in near.moves)
    return replace(near, value=best.value, best_moves=line[:1], line=line, moves=moves), True


def _loss_of_chance(game: Game, best: float, made: float) -> float:
    """The chance to win that a move of value `made` gives away if a move has value `best`."""
    return max(0.0, chance(game, best) - chance(game, made))


def value_by_look(entry: MoveValue, before: Analysis, after: Analysis | None) -> MoveValue:
    """A move's value if proven, else from the look `after` at the next position if there is one."""
    if entry.exact or after is None or after.value is None:
        return entry
    return value_of_move(before, entry.move, after)


def move_accuracy(lost: float) -> float:
    """The accuracy of a move, in percent, from the chance to win that it gives away.

    >>> [round(move_accuracy(lost)) for lost in (0, 0.05, 0.5, 1)]
    [100, 80, 9, 0]
    """
    return min(100.0, max(0.0, 103.1668 * math.exp(-4.354 * max(0.0, lost)) - 3.1669))


def count_reviewed(session: Session, nodes: Sequence[int]) -> int:
    """Count the positions whose move is judged, with a known value before and after the move."""
    states = [session.tree[node].state for node in nodes]
    looks = [_value(session.game, state, closest_look(session, state)) for state in states]
    known = [value is not None for value, _ in looks]
    both = map(min, known, [True, *known])  # of each position and the position before
    judged = (session.tree[n].parent is None or judge(session, n).complete for n in nodes)
    return sum(map(min, both, judged))


def game_accuracy(session: Session, nodes: Sequence[int]) -> list[float | None] | None:
    """Both players' `mean_accuracy` over a line; None before its review is complete."""
    moves = review_plies(session, nodes)[1:]
    if (
        session.game in BEING_FITTED
        or not moves
        or count_reviewed(session, nodes) < len(nodes)
        or any(row.accuracy is None for row in moves)
    ):
        return None
    stakes = [(row.player, _stake(session, row.node), row.accuracy or 0.0) for row in moves]
    return [mean_accuracy([each[1:] for each in stakes if each[0] == who]) for who in (0, 1)]


def mean_accuracy(moves: Sequence[tuple[float, float]]) -> float | None:
    """The harmonic mean of a player's accuracy, from the stake and the accuracy of each move.

    A move counts if it gives away at least `STAKE`, or has it at stake. None if no move counts.

    >>> blunder = [(0.0, 10.0)]
    >>> [round(mean_accuracy(blunder + [(0.2, 100.0)] * more)) for more in (0, 3, 9)]
    [10, 31, 53]
    >>> round(mean_accuracy(blunder + [(0.05, 100.0)] * 9))
    10
    """
    poor = move_accuracy(STAKE)
    counted = [max(POOREST, each) for stake, each in moves if stake >= STAKE or each <= poor]
    return harmonic_mean(counted) if counted else None


def _stake(session: Session, node: int) -> float:
    """The chance to win that a random move gives away on average; 0 for an only move."""
    before = session.tree[session.tree[node].parent or 0].state
    seen = session.look(before) or session.advice(before)
    chances = [chance(session.game, entry.value) for entry in seen.moves] if seen else []
    return max(chances) - mean(chances) if chances else 0.0


def _value(game: Game, state: Any, seen: Analysis | None) -> tuple[float | None, bool]:
    """A position's value for player 1, from its outcome or `seen`, and whether it is proven."""
    value, exact = (None, False) if seen is None else (seen.value, seen.exact)
    if game.outcome(state) != ONGOING:
        value, exact = float(utility(game, state, game.outcome(state))), True
    if value is None:
        return None, False
    return value if game.player(state) == 0 else 0.0 - value, exact


def known_at(session: Session, node: int) -> Analysis | None:
    """The analysis of a position, or None. It includes the proven value of the move that led there,
    or the draw of a solved game's start; no estimate of a move contradicts this value.
    """
    known, game, state = proven_at(session, node), session.game, session.tree[node].state
    if known is None or known.value is None:
        return None
    if known.exact:
        return fit_estimates(known, known.value)
    facts = KNOWN.get(str(game)) if known.by == "outcome" and state == game.start() else None
    if facts and facts.winner == "draw":
        return fit_estimates(known, DRAW)
    return _put_reviewed(known, _find_review(session, node))


def proven_at(session: Session, node: int) -> Analysis | None:
    """A position's own analysis, or one with the value of the proven move to it; else None."""
    here, game = session.tree[node], session.game
    own = session.advice(here.state)
    before = None if here.parent is None else session.advice(session.tree[here.parent].state)
    made = before.of(here.text) if before is not None else None
    if before is None or (own and own.exact) or made is None or not made.exact:
        return own
    if game.outcome(here.state) != ONGOING:
        return own
    player, left = game.player(here.state), made.remoteness
    if own is None:
        line = before.line[1:] if before.line[:1] == (here.text,) else ()
        bare = replace(before, state=None, best_moves=(), complete=False, moves=())
        own = replace(bare, line=line, lines=())
    return replace(
        own,
        player=player,
        value=made.value if player == before.player else 0.0 - made.value,
        exact=True,
        remoteness=None if left is None else left - 1,
    )


def _find_review(session: Session, node: int) -> Analysis | None:
    """The analysis of a position by its review, or by the closest look so far."""
    later, state = _judge_next(session, node), session.tree[node].state
    return later.analysis if later and later.known else closest_look(session, state)


def _put_reviewed(known: Analysis, seen: Analysis | None) -> Analysis:
    """Put the value and line of a search `seen` into an analysis that is less deep."""
    if seen is None or seen.value is None or not seen.line or seen.depth <= known.depth:
        return known
    first, value = seen.line[0], seen.value
    if any(e.exact and (e.value >= value or e.move == first) for e in known.moves):
        return known
    fit = (replace(e, value=value if e.move == first else min(e.value, value)) for e in known.moves)
    lines = known.lines and (*known.lines, seen.line)
    found = replace(known, value=value, moves=tuple(fit), depth=seen.depth)
    return replace(found, best_moves=(first,), line=seen.line, lines=lines)


def _fault(session: Session, seen: Analysis, made: MoveValue, lost: float) -> str | None:
    """The fault of a move that gives away the chance `lost`; None if it has no fault."""
    loses = session.by == "outcome" and made.value == LOSS and lost > LEAST
    if made.exact and (seen.exact or loses):
        return "blunder" if loses or made.value * (seen.value or 0.0) < 0 else "mistake"
    error = curve_of(session.game).error or 0.0
    if lost <= (LEAST if error <= RELIABLE else error):
        return None
    if session.by == "score":
        return "doubtful"
    return next(grade for grade, least in GRADES if lost >= least)

"""The laws of the optional parts of a game: hints, features, learners, pictures, numbers."""

import math
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from typing import Any, Final

from zermelo.contract.game import DRAW, ONGOING, WIN, Game
from zermelo.contract.normalplay import other_is_known, sampled_breach
from zermelo.contract.picture import Picture
from zermelo.draw.text import draw
from zermelo.errors import clip
from zermelo.laws.subject import Subject, Violations
from zermelo.search.engine.score import lift_score, plies_to_end
from zermelo.search.mcts import NO_REPLY


def score_words(score: int) -> str:
    """A score in words."""
    if score == 0:
        return "no end in sight"
    return f"{'a win' if score > 0 else 'a loss'} in {plies_to_end(score)}"


def remaining(subject: Subject, game: Game, state: Any) -> Violations:
    """The game lasts at most `remaining` plies."""
    left = game.remaining(state)
    if left == -1:
        return
    if left < int(subject.goes_on(state)):
        yield "remaining at least 1 while the game goes on, else 0", repr(left)
    for move in subject.moves(state):
        after = game.remaining(game.play(state, move))
        if not 0 <= after < left:
            yield f"remaining below {left} after {subject.move_text(state, move)}", repr(after)


def foresee(subject: Subject, game: Game, state: Any) -> Violations:
    """Best play leads to the endings that `foresee` announces."""
    if not subject.goes_on(state):
        return
    depth, score = subject.horizon(state)
    foreseen = game.foresee(state)
    if type(foreseen) is not int:
        yield "a whole number of plies from foresee", clip(repr(foreseen))
    plies = plies_to_end(score) if score else 0
    ends = plies if score > 0 else -plies
    if foreseen and ends != foreseen and (abs(foreseen) <= depth or ends):
        yield f"{score_words(score)}, as search finds in {depth} plies", f"foresee {foreseen}"
    soonest = game.soonest_win if score > 0 else game.soonest_loss
    if not foreseen and 0 < plies < soonest:
        name = "soonest_win" if score > 0 else "soonest_loss"
        expected = f"foresee to announce an end in fewer plies than {name}, {soonest}"
        yield expected, f"{score_words(score)}, not announced"


def assured(subject: Subject, game: Game, state: Any) -> Violations:
    """A search to the end confirms `assured`, and the end comes no later than announced."""
    if not subject.goes_on(state):
        return
    depth, score = subject.horizon(state)
    if score == 0 and not 0 <= game.remaining(state) <= depth:
        return  # the result is a draw, or an end beyond the horizon
    for value in (DRAW, WIN):
        sure = game.assured(state, value)
        right = (sure > 0) == ((score > 0) - (score < 0) >= value)
        if sure and not (right and (score == 0 or plies_to_end(score) <= abs(sure))):
            seen = f"{score_words(score)}, as search finds in {depth} plies"
            yield seen, f"assured {sure} for {value}"


def candidates(subject: Subject, game: Game, state: Any) -> Violations:
    """Candidates are moves, and one of them wins as soon or loses as late as any move."""
    if not subject.goes_on(state):
        return
    chosen, legal = list(game.candidates(state)), subject.moves(state)
    if not chosen or len(set(chosen)) < len(chosen) or not set(chosen) <= set(legal):
        yield "some of the moves as candidates, each only once", repr(chosen)
    elif len(chosen) < len(legal):
        (depth, _), scores = subject.horizon(state), dict[int, int]()
        for move in legal:  # 0 without a known end within the horizon
            child = game.play(state, move)
            score = lift_score(subject.end(child, depth - 1) or 0) if depth else 0
            scores[move] = score if game.player(child) == game.player(state) else -score
        best = max(legal, key=lambda move: scores[move])
        reached = max(scores[move] for move in chosen)
        if reached < scores[best]:
            good = f"{subject.move_text(state, best)}, {score_words(scores[best])}"
            yield f"a candidate as good as {good}", f"at best {score_words(reached)}"


def replies(subject: Subject, game: Game, state: Any) -> Violations:
    """A reply to a move is a move or −1."""
    for move in subject.moves(state):
        child = game.play(state, move)
        if not subject.goes_on(child):
            continue
        answer = game.reply(child, move)
        if answer != NO_REPLY and answer not in subject.moves(child):
            yield f"a move or -1 as reply to {subject.move_text(state, move)}", repr(answer)


NEAR = 1e-9  # sums in another order differ in the last digits


def features(subject: Subject, game: Game, state: Any) -> Violations:
    """Features are named floats with weights, and their weighted sum is the evaluation."""
    if not subject.goes_on(state):
        return
    numbers = game.features(state)
    if not hasattr(numbers, "_fields") or not all(type(number) is float for number in numbers):
        yield "features that are a NamedTuple of floats", clip(repr(numbers))
    for name in numbers._fields:
        if not isinstance(getattr(game, name, None), (int, float)):
            yield f"a float parameter {name}, the feature's weight", "none"
    worth = sum(term.worth for term in game.terms(state))
    evaluation = game.evaluate(state)
    if not math.isclose(worth, evaluation, abs_tol=NEAR):
        yield f"evaluation {worth:.6g}, the weighted sum", f"{evaluation:.6g}"


PLIES: Final = 6  # positions with at most this many plies left are played out completely


def parts(subject: Subject, game: Game, state: Any) -> Violations:
    """The winner of the parts wins the whole, and the players can hold each part to its bounds."""
    if game.by_score or sampled_breach(game)[0] or not other_is_known(game, subject.start):
        return
    if not 0 <= game.remaining(state) <= PLIES:
        return
    split, sides = tuple(game.parts(state)), ("loses", "wins")
    for player in (0, 1):
        whole = _wins(game, (state,), 0, player)
        if _wins(game, split, 0, player) != whole:
            expected = f"player {player}, moving first, {sides[whole]} the sum of the parts"
            seen = f"player {player} {sides[not whole]} the sum of the {len(split)} parts"
            yield f"{expected}, as the whole", seen
    for part in split if game.has("bounds") else ():
        few = 2 * game.remaining(part) <= PLIES
        for copies in ((part,), (part, part)) if few else ((part,),):
            for claim in _unheld(game, copies, game.bounds(part)):
                yield f"bounds of the part {subject.text(part)} that hold", claim


def _unheld(game: Game, copies: tuple[Any, ...], bounds: tuple[float, ...]) -> Iterator[str]:
    """The claims of a part's bounds that fail for the sum of these copies of the part."""
    least, heat, most, warmth = bounds
    for player, mean, hot in ((0, least, heat), (1, most, warmth)):
        one, mean = 1 - 2 * player, len(copies) * mean
        ahead = one * (math.floor(-one * mean) + 1)  # so that the sum favours `player`
        if not _wins(game, copies, ahead, player):
            yield f"{mean:g}, but player {player}, going first, can't win with {ahead} free moves"
        ahead = one * (math.floor(max(hot, 0) - one * mean) + 1)
        if _wins(game, copies, ahead, 1 - player):
            yield f"{mean:g} at {hot:g}, but player {player} can't win with {ahead} free moves"


@lru_cache(maxsize=1 << 16)
def _wins(game: Game, positions: tuple[Any, ...], free: int, player: int) -> bool:
    """Whether `player`, who is to move, wins the sum of these positions and of `free` moves for
    player 0 or, if negative, for player 1. Plays all moves.
    """
    for place, position in enumerate(positions):
        at = position if game.player(position) == player else game.other_to_move(position)
        for move in game.moves(at) if game.outcome(at) == ONGOING else ():
            rest = (*positions[:place], game.play(at, move), *positions[place + 1 :])
            if not _wins(game, rest, free, 1 - player):
                return True
    one = 1 - 2 * player
    return free * one > 0 and not _wins(game, positions, free - one, 1 - player)


def actions(subject: Subject, game: Game, state: Any) -> Violations:
    """`actions` lists the action of every move, and each action once."""
    listed = _count_actions(game)
    numbers = {move: game.action(state, move) for move in subject.moves(state)}
    for action, times in Counter(numbers.values()).items():
        if times > 1:
            yield "a different action for each move", f"{action} for {times} moves"
    for move, action in numbers.items():
        if listed[action] != 1:
            text = subject.move_text(state, move)
            yield f"{action}, the action of {text}, only once in actions", f"{listed[action]} times"


def observations(subject: Subject, game: Game, state: Any) -> Violations:
    """An observation consists of numbers, in the shape of the first one."""
    wanted, seen = (_shape(game.observation(one)) for one in (subject.start, state))
    if wanted is None or wanted != seen:
        yield f"an observation of shape {wanted}, as at the start", f"shape {seen}"


@lru_cache(maxsize=8)
def _count_actions(game: Game) -> Counter[int]:
    return Counter(game.actions())


def _shape(value: Any) -> Any:
    """The shape of nested numbers, like (3, 3); None if rows differ or an item is no number."""
    if isinstance(value, int | float):
        return ()
    try:
        shapes = {_shape(item) for item in value}
    except TypeError:
        return None
    if len(shapes) > 1 or None in shapes:
        return None
    return (len(value), *next(iter(shapes), ()))


def pictures(subject: Subject, game: Game, state: Any) -> Violations:
    """A picture can be drawn; every move has a button, or clicks that no other move has."""
    picture, legal = game.picture(state), subject.moves(state)
    if not isinstance(picture, Picture):
        yield "a zermelo.Picture", clip(repr(picture))
    draw(picture)
    offered = [*picture.clicks, *picture.buttons]
    if set(offered) != set(legal):
        yield f"clicks or a button for moves {clip(repr(legal))}", clip(repr(offered))
    for move in set(picture.clicks) & set(picture.buttons):
        yield f"clicks or a button for move {move}", "both"
    for label, count in Counter(picture.buttons.values()).items():
        if count > 1:
            yield "a different label for every button", f"{label!r} {count} times"
    lines = [point for line in picture.lines for point in line]
    clicked = [point for points in picture.clicks.values() for point in points]
    stray = {*picture.pieces, *picture.aliases, *lines, *clicked} - set(range(len(picture.points)))
    if stray:
        yield f"points from 0 to {len(picture.points) - 1}", f"{sorted(stray)}"
    for point, aim in picture.aliases.items():
        if aim not in clicked:
            yield f"point {point} an alias of a point that moves are clicked through", f"{aim}"
    moves_by_clicks: dict[tuple[object, ...], int] = {}
    times = Counter(map(tuple, picture.clicks.values()))
    for move, points in picture.clicks.items():
        put = None  # moves may share clicks if they put different pieces, as promotions do
        if points and times[tuple(points)] > 1:
            after = game.picture(game.play(state, move))
            put = after.pieces.get(points[-1])
        first = moves_by_clicks.setdefault((*points, put), move)
        if first != move or not points:
            yield f"different clicks for move {move}", f"{points}, those of {first}"


def numbers(subject: Subject, game: Any, state: Any) -> Violations:
    """Only symmetric states share a number, and `unindex` returns one of them."""
    tier = game.tier(state)
    size = game.tier_size(tier)
    if size == 0:
        if subject.goes_on(state):
            yield f"numbers for tier {tier}, in which games go on", "tier_size 0"
        return
    number, images = game.index(state), list(game.symmetries(state))
    if not 0 <= number < size:
        yield f"a number from 0 to {size - 1} in tier {tier}", repr(number)
    for image in images:
        if game.index(image) != number:
            text = f"number {number} also for the symmetric {subject.text(image)}"
            yield text, repr(game.index(image))
    again = game.unindex(tier, number)
    if _with_first_player(again) not in map(_with_first_player, images):
        expected = f"{clip(repr(state))}, or a symmetric state, from its number {number}"
        yield expected, clip(repr(again))
    fixed = images.count(state)
    if game.stabiliser(state) != fixed:
        expected = f"stabiliser {fixed}, the number of symmetries that leave the state unchanged"
        yield expected, repr(game.stabiliser(state))


def _with_first_player(state: Any) -> Any:
    """The state with player 0 to move, as the player may matter only for the owners of pieces."""
    return state._replace(player=0) if "player" in state._fields else state


def retreats(subject: Subject, game: Any, state: Any) -> Violations:
    """A state's retreats are exactly the states of its tier from which moves lead to it."""
    tier = game.tier(state)
    for child, moves in Counter(_states_after(subject, state)).items():
        if game.tier(child) == tier:
            listed = list(game.retreats(child)).count(state)
            if listed != moves:
                text = f"this state {moves} times among the retreats of {subject.text(child)}"
                yield text, f"{listed} times"
    for before, times in Counter(game.retreats(state)).items():
        moves = _states_after(subject, before).count(state) if subject.goes_on(before) else 0
        if game.tier(before) != tier or moves != times:
            expected = f"{times} moves in tier {tier} here from the retreat {subject.text(before)}"
            yield expected, f"{moves} in tier {game.tier(before)}"


def exits(subject: Subject, game: Any, state: Any) -> Violations:
    """`exits` gives tier and number after each move out of the tier; `stays` counts other moves."""
    tier = game.tier(state)
    if not subject.goes_on(state):
        return
    reached: Counter[tuple[int, int]] = Counter()
    following = _states_after(subject, state)
    for child in following:
        target = game.tier(child)
        if target != tier:
            reached[target, game.index(child) if game.tier_size(target) else -1] += 1
    if (listed := Counter[Any](game.exits(state))) != reached:
        yield f"the exits {sorted(reached.elements())}", repr(sorted(listed.elements()))
    inside = len(following) - reached.total()
    if game.stays(state) != inside:
        yield f"{inside} moves that stay in tier {tier}", repr(game.stays(state))


def groups(subject: Subject, game: Any, state: Any) -> Violations:
    """`grouped_state` inverts `grouped_index`, and `retreat_numbers` agrees with `retreats`."""
    tier = game.tier(state)
    if game.tier_size(tier) == 0:
        return
    number, size = game.grouped_index(state), game.grouped_size(tier)
    if not 0 <= number < size:
        yield f"a grouped number from 0 to {size - 1} in tier {tier}", repr(number)
    again = game.grouped_state(tier, number)
    if game.index(again) != game.index(state) or game.grouped_index(again) != number:
        expected = f"{clip(repr(state))}, or a symmetric state, from its grouped number {number}"
        yield expected, clip(repr(again))
    pairs = ((game.grouped_index(one), game.stabiliser(one)) for one in game.retreats(state))
    before = Counter(pairs)
    if (listed := Counter[Any](game.retreat_numbers(state))) != before:
        expected = f"the numbers of retreats {sorted(before.elements())}"
        yield expected, repr(sorted(listed.elements()))


def _states_after(subject: Subject, state: Any) -> list[Any]:
    return [subject.game.play(state, move) for move in subject.moves(state)]

"""The words for players, outcomes and values, in one place, so that every interface agrees."""

import contextlib
from collections import Counter
from collections.abc import Iterable
from functools import cache, lru_cache
from random import Random
from typing import Any, Final, Literal

from zermelo.contract.analysis import Analysis, By, Curve, MoveValue, chance
from zermelo.contract.game import DRAW, LOSS, ONGOING, WIN, Game
from zermelo.contract.parts import Term
from zermelo.contract.picture import TONES

SIDES: Final = {"light": "white", "dark": "black"}
USUAL: Final = {"●": "blue", "○": "orange"}  # the colours of pieces without a tone
PLIES_SEEN: Final = 120  # plies to play, to see which symbols each player places


def player_name(game: Game | None, player: int) -> str:
    """The name of `player` 0 or 1: "player 1", with the player's sign if known."""
    signs = player_signs(game) if game else None
    return f"player {player + 1}" + (f" ({signs[player]})" if signs else "")


@cache
def player_signs(game: Game) -> tuple[str, str] | None:
    """The letters of the players' pieces, or else their colours; None if pieces are shared.

    >>> import zermelo
    >>> player_signs(zermelo.game("connectfour")), player_signs(zermelo.game("othello"))
    (('red', 'yellow'), ('black', 'white'))
    >>> player_signs(zermelo.game("tictactoe")), player_signs(zermelo.game("hex"))
    (('X', 'O'), ('blue', 'orange'))
    """
    symbols = piece_symbols(game)
    if symbols is None:
        return None
    if all(map(str.isupper, symbols)):
        return symbols
    first, second = (
        SIDES.get(tone, tone) or USUAL.get(symbol, symbol)
        for symbol, tone in zip(symbols, player_tones(game), strict=True)
    )
    return first, second


@cache
def player_tones(game: Game) -> tuple[str, str]:
    """The tones of the players' pieces; "" for both if they have the usual blue and orange.

    >>> import zermelo
    >>> player_tones(zermelo.game("connectfour")), player_tones(zermelo.game("tictactoe"))
    (('red', 'yellow'), ('', ''))
    """
    symbols = piece_symbols(game)
    if symbols is None:
        return "", ""
    words = [game.picture(game.start()).shapes.get(symbol, "").split() for symbol in symbols]
    first, second = (next((word for word in each if word in TONES), "") for each in words)
    return (first, second) if first != second else ("", "")


@cache
def piece_symbols(game: Game) -> tuple[str, str] | None:
    """For each player, a symbol that only this player's moves put on points.

    If there is none, because moves may turn all pieces, as in Pentago, it is a symbol that only
    this player's moves make more frequent. The result is None if both players place most symbols,
    as in Quarto, or if the game has no picture.
    """
    if not game.has("picture"):
        return None
    put, gained = list[tuple[int, str]](), list[tuple[int, str]]()
    pieces = lru_cache(maxsize=2)(lambda state: set(game.picture(state).pieces.items()))
    chance, state = Random(0), None
    with contextlib.suppress(Exception):  # a user's rules may raise anything, as playing will show
        for ply in range(PLIES_SEEN):
            at = game.start() if state is None else state
            moves = list(game.moves(at)) if game.outcome(at) == ONGOING else []
            state = game.play(at, chance.choice(moves) if ply > 1 else moves[0]) if moves else None
            if moves:
                mover, before, now = game.player(at), pieces(at), pieces(state)
                put += [(mover, symbol) for _, symbol in sorted(now - before)]
                more = Counter(symbol for _, symbol in now)
                more.subtract(symbol for _, symbol in before)
                gained += [(mover, symbol) for symbol in sorted(+more)]
    return _distinct_symbols(put) or _distinct_symbols(gained)


def _distinct_symbols(put: Iterable[tuple[int, str]]) -> tuple[str, str] | None:
    """A symbol of each player that only this player places, or None; `put` pairs mover, symbol."""
    movers: dict[str, set[int]] = {}
    for mover, symbol in put:
        movers.setdefault(symbol, set()).add(mover)
    own = [symbol for symbol, players in movers.items() if len(players) == 1]
    first = {player: symbol for symbol in reversed(own) for player in movers[symbol]}
    return (first[0], first[1]) if len(first) == 2 and 2 * len(own) >= len(movers) else None


def purpose(game: Game) -> str:
    """The game's spec, followed by ", for points" if positions are valued in points."""
    return f"{game}, for points" if game.by_score else str(game)


def count_words(count: int, word: str) -> str:
    """A number with its noun: "1 node", "16,811 nodes"."""
    return f"{count:,} {word}{'' if count == 1 else 's'}"


def winner(game: Game, state: Any) -> int | None:
    """The winner in `state`; None if the game is drawn or not over."""
    outcome = game.outcome(state)
    if outcome in (ONGOING, DRAW):
        return None
    mover = game.player(state)
    return mover if outcome == WIN else mover ^ 1


def final_points(game: Game, state: Any) -> int | None:
    """Player 0's lead in points at the end; None before the end, or in a game without points."""
    if not game.counts_points or game.outcome(state) == ONGOING:
        return None
    return game.score(state) if game.player(state) == 0 else -game.score(state)


def outcome_words(game: Game, state: Any) -> str | None:
    """The result of the game in `state`, with its points or its kind of end; None before the end.

    Points are left out if they disagree with the winner.
    """
    if game.outcome(state) == ONGOING:
        return None
    won, points = winner(game, state), final_points(game, state) or 0
    ahead = 0 if points > 0 else 1 if points < 0 else None
    by = f" by {count_words(abs(points), 'point')}" if points and won == ahead else ""
    word = getattr(game, "kind_of_end", None)
    return result_words(game, won) + by + (f": {word(state)}" if word else "")


def result_words(game: Game | None, won: int | None) -> str:
    """The result in words: "player 1 (X) wins" for the winner `won`, "draw" for None."""
    return "draw" if won is None else f"{player_name(game, won)} wins"


def value_words(
    game: Game | None,
    player: int,
    value: float | None,
    *,
    exact: bool,
    remoteness: int | None = None,
    depth: int | None = None,
    by: By = "outcome",
) -> str:
    """The meaning, in words, of a value for `player`, who is to move; None is an unknown value.

    The words for an exact value name the winner and, if known, the number of plies. The words for
    an estimate give a chance of winning, or points, and never read like a result.
    """
    if value is None:
        return "nothing known yet"
    if not exact:
        at_depth = f" at depth {depth}" if depth is not None else ""
        return f"{_estimate_words(game, value, by)} for {player_name(game, player)}{at_depth}"
    if value == DRAW:
        return result_words(game, None)
    won = player if value > 0 else player ^ 1
    if remoteness == 0 and by == "outcome":
        return f"{player_name(game, won)} has won"
    ends = _distance_words(game, value, remoteness, by)
    mates = ends and is_mate(game, value)
    return (f"{player_name(game, won)} mates" if mates else result_words(game, won)) + ends


def _distance_words(game: Game | None, value: float, remoteness: int | None, by: By) -> str:
    """The words after a value: " in 3 plies", " in 3" (moves, to mate), " by 8 points", or ""."""
    if by == "score":
        return "" if value == DRAW else f" by {count_words(abs(round(value)), 'point')}"
    if remoteness is None:
        return ""
    return f" in {moves_to_mate(remoteness) if is_mate(game, value) else plies(remoteness)}"


def is_mate(game: Game | None, value: float) -> bool:
    """Whether a proven value means mate, as each win in chess does."""
    return value != DRAW and win_verb(game) == "mate"


def win_verb(game: Game | None) -> Literal["win", "mate"]:
    """The verb for winning a game."""
    return "mate" if hasattr(game, "kind_of_end") else "win"


def moves_to_mate(remoteness: int) -> int:
    """The number of the winner's moves in this many plies."""
    return (remoteness + 1) // 2


def progress_words(game: Game | None, player: int, value: float | None) -> str | None:
    """The value so far of a search with `player` to move, in words; None if there is none yet."""
    if value is None:
        return None
    by: By = "score" if game is not None and game.by_score else "outcome"
    exact = by == "outcome" and value in (WIN, LOSS)
    return value_words(game, player, value, exact=exact, by=by)


def analysis_words(game: Game | None, analysis: Analysis) -> str:
    """The value in an analysis, or its answer about a margin, in words."""
    if analysis.margin is not None:
        name, asked = player_name(game, analysis.player), points(analysis.margin)
        if analysis.value is None:
            return f"{name} may or may not get {asked}"
        return f"{name} gets {'at least' if analysis.value == WIN else 'less than'} {asked}"
    return value_words(
        game,
        analysis.player,
        analysis.value,
        exact=analysis.exact,
        remoteness=analysis.remoteness,
        depth=analysis.depth,
        by=analysis.by,
    )


def answer_word(entry: MoveValue) -> str:
    """“yes” if a move gets the points that the analysis asks about, else “no”."""
    return "yes" if entry.value == WIN else "no"


def points(value: float) -> str:
    """A number of points with its sign: "+8", "−3", "0"; for a mean "+3.2"."""
    number = f"{value:+.0f}" if value == round(value) else f"{value:+.1f}"
    return "0" if value == 0 else number.replace("-", "−")


def margin_words(mean: float | None) -> str:
    """A mean number of points: "+3.2 points"; "" for None."""
    return "" if mean is None else f"{points(round(mean, 1))} points"


def _estimate_words(game: Game | None, value: float, by: By) -> str:
    """An estimate in points or as a chance: "+3.2 points", "62% chance (+0.7 pawns)".

    A game may define `pawn`, the evaluation of a pawn, as a unit.
    """
    if by == "score":
        return f"{signed_text(value, 1)} points"
    pawns = in_pawns(game, value, 1)
    return f"{percent(game, value)} chance" + (f" ({pawns} pawns)" if pawns else "")


def in_pawns(game: Game | None, value: float, digits: int = 2) -> str:
    """An estimate in the game's own unit: "+0.25"; "" if the game defines no `pawn`."""
    pawn = getattr(game, "pawn", None)
    return signed_text(value / pawn, digits) if pawn else ""


def percent(game: Game | None, value: float) -> str:
    """The chance of winning for an estimate: "62%", always from 1% to 99%."""
    likely = Curve().chance(value) if game is None else chance(game, value)
    return f"{min(99, max(1, round(100 * likely)))}%"


def kind(value: float) -> Literal["win", "draw", "loss"]:
    """Whether a value is a "win", a "draw" or a "loss"; for an estimate, by its sign."""
    return "win" if value > DRAW else "loss" if value < DRAW else "draw"


def mover_words(value: float, remoteness: int | None = None, by: By = "outcome") -> str:
    """A proven value without its player: "a win in 3 plies", "a draw", "a win by 8 points"."""
    return f"a {kind(value)}{_distance_words(None, value, remoteness or None, by)}"


def move_words(game: Game | None, entry: MoveValue) -> str:
    """The effect of a move in a sentence: "wins in 3 plies", "is mated in 2", "has 38% chance"."""
    if not entry.exact:
        return f"has {_estimate_words(game, entry.value, entry.by)}"
    verb = {"win": "wins", "draw": "draws", "loss": "loses"}[kind(entry.value)]
    ends = _distance_words(game, entry.value, entry.remoteness, entry.by)
    if ends and is_mate(game, entry.value):
        verb = "mates" if entry.value > DRAW else "is mated"
    return verb + ends


def fault_words(fault: str, cost: float, by: By) -> str:
    """The effect of a bad move: "was a mistake", "was a blunder", "gave 4 points away"."""
    if by == "outcome":
        return "was doubtful" if fault == "doubtful" else f"was a {fault}"
    if fault != "doubtful":
        return f"gave {count_words(round(cost), 'point')} away"
    return f"gave perhaps {cost:.1f} points away"


def better_words(game: Game | None, move: str, advice: Analysis) -> str:
    """The effect of a bad move, and the effect of a better move.

    >>> win, draw = MoveValue("2", 1, remoteness=3), MoveValue("4", 0)
    >>> answer = ("2",), True, (win, draw), ("2", "3", "2"), 3, 0, 0, 0, 0, False
    >>> known = Analysis("", None, 0, 1, True, 9, *answer)
    >>> better_words(None, "4", known)
    '4 draws; 2 would have won in 3 plies'
    """
    made = advice.of(move)
    best = advice.of((advice.line if advice.line[:1] else advice.recommended)[0])
    assert made is not None and best is not None, "only a move that is known is a fault"
    would = move_words(game, best)
    if made.exact and best.exact:
        ends = _distance_words(game, best.value, best.remoteness, best.by)
        won = "mated" if ends and is_mate(game, best.value) else "won"
        verb = {"win": won, "draw": "drawn", "loss": "lost"}[kind(best.value)]
        would = f"would have {verb}{ends}"
    return f"{move} {move_words(game, made)}; {best.move} {would}"


def move_summary(game: Game | None, entry: MoveValue) -> str:
    """The value of a move, for a list: "win in 3", "draw", or "about 62%" for an estimate."""
    if not entry.exact:
        return f"about {move_mark(game, entry)}"
    if entry.by == "score":
        return points(entry.value)
    word = kind(entry.value)
    if entry.remoteness is None:
        return word
    if is_mate(game, entry.value):
        return f"mate{'d' * (word == 'loss')} in {moves_to_mate(entry.remoteness)}"
    return f"{word} in {entry.remoteness}"


def move_mark(game: Game | None, entry: MoveValue) -> str:
    """A move's value as a mark: plies to the end, "#3" for mate, points or "62%"; else ""."""
    if entry.by == "score":
        return points(entry.value) if entry.exact else signed_text(entry.value, 1)
    if not entry.exact:
        return percent(game, entry.value)
    if entry.remoteness is None:
        return ""
    if is_mate(game, entry.value):
        return f"#{moves_to_mate(entry.remoteness)}"
    return str(entry.remoteness)


def bound_text(entry: MoveValue) -> str:
    """The value of a move, without its distance: "win", "+8", "+0.25", "≤ −0.10" for a bound."""
    if entry.exact:
        return points(entry.value) if entry.by == "score" else kind(entry.value)
    value = signed_text(entry.value, 1 if entry.by == "score" else 2)
    return {"exact": "", "at most": "≤ ", "at least": "≥ "}[entry.bound] + value


def signed_text(value: float, digits: int = 2) -> str:
    """An estimate with its sign: "+0.25", "−0.25"; in points "+3.0", unlike proven points."""
    return f"{round(value, digits) + 0.0:+.{digits}f}".replace("-", "−")


def terms_words(terms: Iterable[Term]) -> str:
    """The terms of an evaluation: "mills +.06, possible mills −.02"; terms of 0 are left out."""
    worths = ((term.name, signed_text(term.worth)) for term in terms if term.worth)
    return ", ".join(f"{name} {worth.replace('0.', '.', 1)}" for name, worth in worths)


def plies(count: int) -> str:
    """A distance: "1 ply", "3 plies"."""
    return f"{count} {'ply' if count == 1 else 'plies'}"

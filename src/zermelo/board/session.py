"""A session as JSON, for the web page and the notebook."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, TypedDict, cast

from zermelo import naming
from zermelo.board.view import BoardView, Worth, board_view, worth
from zermelo.contract.analysis import By, chance
from zermelo.contract.game import ONGOING
from zermelo.naming import analysis_words, outcome_words, player_name
from zermelo.play import review
from zermelo.play.effects import pass_turn
from zermelo.play.lines import describe_line, leading_moves
from zermelo.play.movetext import movetext, place_of
from zermelo.play.review import judge, known_at, value_by_look
from zermelo.process.texts import packaged_text

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from zermelo.contract.analysis import Analysis
    from zermelo.play.advice import Advisor
    from zermelo.play.review import ReviewedPly
    from zermelo.play.session import Session

LEVEL = 0.05  # the most by which a chance differs from a half if nobody is ahead
HOPES = ("so that", "prepares", "threatens")  # effects that do not tell why a move is bad
SURE = ("mates in", "wins in")  # effects that only repeat a proven value
PROVEN, UNPROVEN = "Proven. Best is", "Not proven here. Best so far is"
DRAWN = "A proven draw. Best so far is"


class Line(TypedDict):
    """One of the best moves: its value, also in `pawns` if it is an estimate in a game like chess,
    its best line, and the line's effect in words.
    """

    move: str
    worth: Worth
    pawns: str
    line: list[str]
    words: str


class Advice(TypedDict):
    """An `Analysis` of a position, also in words."""

    value: float | None
    chance: float | None  # the first player's chance to win
    exact: bool
    remoteness: int | None
    depth: int
    best_moves: list[str]
    lines: list[Line]
    source: str
    words: str
    why: str  # a sentence on the best move, which says whether the value is proven
    terms: str  # the terms of the evaluation


class Threat(TypedDict):
    """The other player's best line if the player to move passed, also in words."""

    line: list[str]
    words: str
    board: BoardView


class Row(TypedDict):
    """A position of the game's tree with its review, see `ReviewedPly`."""

    node: int
    parent: int | None  # the node of the position before
    ply: int
    move: str | None
    player: int | None
    value: float | None
    chance: float | None
    exact: bool
    remoteness: int | None  # plies to the end under best play
    worth: Worth | None  # the value of `move` for the player who made it
    fault: str | None
    words: str | None
    better: list[str]
    proof: str | None
    best: list[str]
    accuracy: float | None
    why: str | None
    after: list[str]
    comment: str
    arrows: list[tuple[int, int]]


class Shown(TypedDict):
    """A position with its known values, the name of its `opening`, and its `outcome` in words."""

    node: int
    ply: int
    player: int
    over: bool
    winner: int | None
    outcome: str | None
    opening: str
    advice: Advice | None
    board: BoardView


class PastView(Shown):
    """A position of the game's tree other than the current one."""

    values: bool


class SessionView(Shown):
    """A session, as every page gets it."""

    game: str
    by: By  # the unit of values
    evaluated: bool
    bound: float  # the highest possible value
    players: list[str]
    names: list[str]  # the names of the two sides; `players` are the names of their players
    tones: tuple[str, str]  # the colours of both sides' pieces, "" for the usual blue and orange
    undoable: bool  # whether `undo` would change anything; `future` are the moves to redo
    resigned: int | None
    warning: str | None
    persons_turn: bool
    history: list[str]
    future: list[str]
    start: str | None  # the text of the first position, null if the game has no texts
    state: str | None
    tree: list[Row]
    movetext: str
    at: int | None  # the number of moves in `movetext` up to the current one; null at the end
    end: int  # the last node of the current line
    # both players' accuracy over this line, in percent; null before its review is complete
    accuracy: list[float | None] | None
    reviewed: tuple[int, int]  # the numbers of reviewed positions and of all positions of this line


def session_view(
    session: Session, *, values: bool = False, hint: Collection[str] = ()
) -> SessionView:
    """All that a surface shows of a session, with known `values` if requested, and a `hint`."""
    game, state = session.game, session.state
    shown = known_at(session, session.node) if values else None
    board = board_at(session, session.node, active=session.persons_turn, advice=shown, hint=hint)
    line = session.tree.line(session.node)
    return {
        "game": str(game),
        "by": session.by,
        "evaluated": game.has("evaluate"),
        "bound": game.value_bound,
        "players": [player.name for player in session.players],
        "names": [player_name(game, player) for player in (0, 1)],
        "tones": naming.player_tones(game),
        "player": session.player,
        "ply": session.ply,
        "node": session.node,
        "undoable": session.undoable,
        "over": session.over,
        "resigned": session.resigned,
        "winner": session.winner,
        "outcome": session.outcome,
        "opening": opening_name(session, session.node),
        "warning": session.warning,
        "persons_turn": session.persons_turn,
        "history": session.history,
        "future": session.future,
        "start": session.record()["start"] if game.has("format_state") else None,
        "state": game.format_state(state) if game.has("format_state") else None,
        "tree": [_row(session, row) for row in review.review_plies(session, list(session.tree))],
        "movetext": movetext(session.tree),
        "at": place_of(session),
        "end": line[-1],
        "accuracy": review.game_accuracy(session, line),
        "reviewed": (review.count_reviewed(session, line), len(line)),
        "advice": _advice_in_words(session, state, shown) if shown and not session.over else None,
        "board": board,
    }


def _row(session: Session, row: ReviewedPly) -> Row:
    here, after = session.tree[row.node], known_at(session, row.node)
    judged = None if row.move is None else judge(session, row.node)
    known, made, sure = judged[:3] if judged else (None, None, False)
    if known and made and (not sure or (after and after.exact)):
        made = value_by_look(made, known, after)  # else the row keeps the judged value
    more = {
        "parent": here.parent,
        "comment": here.comment,
        "arrows": here.arrows,
        "remoteness": after.remoteness if after else None,
        "worth": worth(session.game, made) if known and made else None,
    }
    return cast("Row", {**row._asdict(), **more})


def board_at(
    session: Session,
    node: int,
    *,
    active: bool = True,
    advice: Analysis | None = None,
    hint: Collection[str] = (),
) -> BoardView:
    """The board at a position of the tree, with its arrows; for the rest see `board_view`."""
    here = session.tree[node]
    before = None if here.parent is None else session.tree[here.parent].state
    return board_view(
        session.game,
        here.state,
        before=before,
        last_move=here.move,
        active=active,
        advice=advice,
        hint=hint,
        arrows=here.arrows,
    )


def past_view(session: Session, node: int, *, values: bool = False) -> PastView:
    """The view of any position, with known `values` if requested; moves there begin variations."""
    game, here = session.game, session.tree[node]
    known = known_at(session, node) if values else None
    return {
        "node": node,
        "ply": here.ply,
        "outcome": outcome_words(game, here.state),
        "opening": opening_name(session, node),
        "over": game.outcome(here.state) != ONGOING,
        "winner": naming.winner(game, here.state),
        "player": game.player(here.state),
        "values": values,
        "advice": _advice_in_words(session, here.state, known) if known else None,
        "board": board_at(session, node, advice=known),
    }


def board_after(session: Session, node: int, line: Sequence[str]) -> BoardView:
    """The board after moves from a position; `IllegalMoveError` for the first illegal move."""
    game, state = session.game, session.tree[node].state
    before = move = None
    for text in line:
        before, move = state, game.parse_move(state, text)
        state = game.play(state, move)
    return board_view(game, state, before=before, last_move=move, active=False)


def threat_view(session: Session, node: int, advisor: Advisor) -> Threat | None:
    """The threat at a position of the session's tree; None if passing makes no sense."""
    game, state = session.game, session.tree[node].state
    passed = pass_turn(game, state)
    if passed is None:
        return None
    seen = getattr(advisor, "look", advisor.advise)(game, passed)
    line = seen.line_moves or seen.recommended[:1]
    who, other = (player_name(game, at) for at in (game.player(state), game.player(passed)))
    effect, value = describe_line(game, passed, line), analysis_words(game, seen)
    quiet = not effect or effect.startswith(("so that", "is followed"))
    first = line[0] if quiet or effect.startswith(SURE) else _name_move(line[0], effect)
    words = f"{other[0].upper()}{other[1:]} threatens nothing at once. " * quiet
    words += f"If {who} passed, {other} would play {first}: {value}."
    board = board_view(game, passed, active=False, hint=line[:1])
    return {"line": [*line], "words": words, "board": board}


def hint_words(session: Session, hint: Sequence[str]) -> str:
    """A hint with its effect, else with its value: "try b2, which stops c1"; "" for none."""
    advice, game = known_at(session, session.node), session.game
    if advice is None or not hint:
        return ""
    effect = describe_line(game, session.state, advice.line_moves or hint)
    helpful = "" if effect.startswith(("is followed", "lets", *SURE)) else effect
    unsure = None if helpful or advice.exact else advice.value
    if unsure is not None and abs(chance(game, unsure) - 0.5) < LEVEL:
        return f"try {hint[0]}, which keeps the balance"
    told = advice.exact or unsure is not None
    value = analysis_words(game, advice).partition(" at depth")[0]
    return f"try {_name_move(hint[0], helpful)}{f': {value}' * told}"


def _name_move(move: str, effect: str) -> str:
    """A move with its effect: "e5, which takes the pawn"."""
    return f"{move}, {'' if effect[:3] in ('', 'so ') else 'which '}{effect}".removesuffix(", ")


def _advice_in_words(session: Session, state: Any, advice: Analysis) -> Advice:
    game, lines, value = session.game, _lines(session, state, advice), advice.value
    best = _name_move(lines[0]["move"], lines[0]["words"]) if lines else "not known"
    first = lines[0]["worth"] if lines else None
    proven = advice.exact and (first is None or first["kind"] != "estimate")
    unproven = DRAWN if first and first["label"] == "?" else UNPROVEN
    likely = None if value is None else chance(game, value)
    return {
        "value": value,
        "chance": likely if likely is None or not advice.player else 1 - likely,
        "exact": advice.exact,
        "remoteness": advice.remoteness,
        "depth": advice.depth,
        "best_moves": [*advice.best_moves],
        "lines": lines,
        "source": advice.source,
        "words": analysis_words(game, advice),
        "why": f"{PROVEN if proven else unproven} {best}.",
        "terms": "" if advice.exact else naming.terms_words(game.terms(state)),
    }


def _lines(session: Session, state: Any, advice: Analysis) -> list[Line]:
    """The best moves, each with its value, its best line as far as known, and the line's effect."""
    game, lines, estimated = session.game, list[Line](), {line[0]: line for line in advice.lines}
    for entry in leading_moves(advice):
        after = session.advice(game.play(state, game.parse_move(state, entry.move)))
        known = (entry.move, *(after.line_moves or after.recommended[:1] if after else ()))
        own = advice.line_moves if (entry.move,) == advice.line_moves[:1] else ()
        if not entry.exact:
            own = estimated.get(entry.move, own)
        line = known if known[: len(own)] == own else own
        words = describe_line(game, state, line)
        if entry.value < 0 and words.startswith(HOPES):
            words = ""
        value = worth(game, entry, advice)
        proven = entry.exact or value["label"] == "?"
        pawns = "" if proven else naming.in_pawns(game, entry.value)
        lines.append(Line(move=entry.move, worth=value, pawns=pawns, line=[*line], words=words))
    return lines


@cache
def openings_of(spec: str) -> dict[tuple[str, ...], str]:
    """The names of a game's openings, by their moves."""
    lines = packaged_text("games/openings.txt").splitlines()
    listed = (line.split(" | ") for line in lines if not line.startswith("#"))
    return {tuple(moves.split()): name for game, name, moves in listed if game == spec}


def opening_name(session: Session, node: int) -> str:
    """The name of the longest opening whose moves lead to a position; "" for none."""
    tree, names = session.tree, openings_of(str(session.game))
    if not names or tree[0].state != session.game.start():
        return ""
    moves = [tree[each].text for each in tree.path(node)[1:]]
    found = (names.get(tuple(moves[:ply])) for ply in range(len(moves), 0, -1))
    return next(filter(None, found), "")

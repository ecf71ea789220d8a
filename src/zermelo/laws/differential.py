"""Plain and compiled rules: kernels whose answers must agree, and the types of variables."""

from pathlib import Path
from typing import Any, Final, NamedTuple

from zermelo.contract.analysis import Result
from zermelo.contract.arguments import GameGiven, game_given
from zermelo.contract.game import DRAW, ONGOING, WIN, Game
from zermelo.native import kernel
from zermelo.search.counters import Counts, check_limit, visit
from zermelo.search.engine.score import INFINITE, lift_score, outcome_score

ENTRIES: Final = (
    *("player", "outcome", "score", "evaluate", "key", "remaining", "tier", "foresee", "assured"),
)


@kernel
def entries(game: Game, state: Any) -> tuple[int, int, int, float, int, int, int, int, int]:
    """The numbers of a state, in the order of `ENTRIES`."""
    outcome, score, evaluation, foreseen, sure = game.outcome(state), 0, 0.0, 0, 0
    if outcome == ONGOING:  # only outcome and score matter in a finished state
        evaluation, foreseen = 1.0 * game.evaluate(state), game.foresee(state)
        sure = 3 * game.assured(state, WIN) + game.assured(state, DRAW)
    else:
        score = game.score(state)
    key, left, tier = game.key(state), game.remaining(state), game.tier(state)
    return game.player(state), outcome, score, evaluation, key, left, tier, foreseen, sure


@kernel
def replies(game: Game, state: Any) -> list[tuple[int, Any, float, int, int]]:
    """Each legal move, the state after it, its rank, whether it is loud, and the reply to it."""
    entries = []
    for move in game.moves(state):
        order, loud = 1.0 * game.order(state, move), int(game.loud(state, move))
        child, answer = game.play(state, move), -1
        if game.outcome(child) == ONGOING:
            answer = game.reply(child, move)
        entries.append((move, child, order, loud, answer))
    return entries


@kernel
def choices(game: Game, state: Any) -> list[int]:
    """The candidates of a state in which the game goes on."""
    return list(game.candidates(state))


@kernel
def images(game: Game, state: Any) -> list[Any]:
    """The states symmetric to `state`."""
    return list(game.symmetries(state))


@kernel
def states_of_key(game: Game, state: Any) -> list[Any]:
    """A list with the state that `unkey` makes of a state's key."""
    return [game.unkey(game.key(state))]


@kernel
def states_of_number(game: Any, state: Any) -> list[Any]:
    """A list with the state that `unindex` makes of a state's number; without numbers, `state`."""
    tier = game.tier(state)
    return [game.unindex(tier, game.index(state))] if game.tier_size(tier) else [state]


@kernel
def retreat_states(game: Any, state: Any) -> list[Any]:
    """The states of the same tier from which a move leads to `state`."""
    return list(game.retreats(state))


@kernel
def retreat_numbers(game: Any, state: Any) -> list[tuple[int, int]]:
    """The grouped numbers of the retreats, with their stabilisers."""
    return list(game.retreat_numbers(state))


@kernel
def exits_and_stays(game: Any, state: Any) -> list[tuple[int, int]]:
    """The exits of a state, then a pair: the moves within its tier, and its grouped number."""
    exits = list(game.exits(state))
    exits.append((game.stays(state), game.grouped_index(state)))
    return exits


LISTS: Final[dict[str, Any]] = {
    "play": replies,
    "candidates": choices,
    "symmetries": images,
    "unkey": states_of_key,
}
NUMBER_LISTS: Final[dict[str, Any]] = {
    "index": states_of_number,
    "retreats": retreat_states,
    "retreat_numbers": retreat_numbers,
    "exits": exits_and_stays,
}


@kernel
def end_within(game: Game, state: Any, depth: int, counts: Counts) -> int:
    """The score of the ending that best play reaches within `depth` plies; 0 for a draw or no end.

    Plain minimax, to check cleverer methods. The score (see `search.engine.score`) counts plies
    from `state`.
    """
    visit(counts)
    outcome = game.outcome(state)
    if outcome != ONGOING:
        return outcome_score(outcome, 0)
    if depth == 0:
        return 0
    check_limit(counts)
    best = -INFINITE
    for move in game.moves(state):
        child = game.play(state, move)
        score = lift_score(end_within(game, child, depth - 1, counts))
        best = max(best, score if game.player(child) == game.player(state) else -score)
    return best


class Variable(NamedTuple):
    """A variable of a rule, and its type in words."""

    name: str
    type: str


class CompiledFunction(NamedTuple):
    """A function of the rules: its place, its variables, and remarks on slow code."""

    place: str
    name: str
    variables: tuple[Variable, ...]
    remarks: tuple[str, ...]


class CompiledRules(Result):
    """The rules of a game as the compiler sees them."""

    game: str
    functions: tuple[CompiledFunction, ...]  # the functions in the game's own file, in order
    plain: str  # the reason why the game runs plain; empty if it compiles


def compiled_rules(game: GameGiven) -> CompiledRules:
    """The rules of `game` as the compiler sees them: types of variables, and slow code.

    >>> import zermelo
    >>> found = compiled_rules(zermelo.game("nim(rows=[1, 2])"))
    >>> found.plain, [function.name for function in found.functions][:2]
    ('', ['moves', 'play'])
    """
    from zermelo.native.running import described_rules, runs_plain

    game = game_given(game)
    if reason := runs_plain(game):
        return CompiledRules(str(game), (), reason)
    functions: dict[Any, dict[str, str]] = {}
    for asked in (entries, replies, choices):
        found, reason = described_rules(asked, game)
        if reason:
            return CompiledRules(str(game), (), reason)
        for source, variables in found.items():
            functions.setdefault(source, {}).update(variables)
    methods: Any = (getattr(type(game), name, None) for name in ("start", "moves", "play"))
    files = {Path(one.__code__.co_filename) for one in methods if hasattr(one, "__code__")}
    own = [item for item in functions.items() if Path(item[0].filename) in files]
    described = []
    for source, variables in sorted(own, key=lambda it: (it[0].filename, it[0].node.lineno)):
        place = f"{Path(source.filename).name}:{source.node.lineno}"
        wide = ", ".join(name for name, text in variables.items() if "wide int" in text)
        remarks = (f"{wide}: wider than a word, and so slower",) if wide else ()
        rows = tuple(Variable(*item) for item in sorted(variables.items()) if item[0] != "self")
        described.append(CompiledFunction(place, source.name, rows, remarks))
    return CompiledRules(str(game), tuple(described), "")

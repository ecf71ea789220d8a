"""How fast Zermelo is next to other programs of its kind, in tasks that both can do.

`make bench NAME=peers` installs them and Zermelo in a separate environment, and runs this script.
Both programs run in turns in this process, on one core, on the same positions; if both find a
value, the values have to agree. The page names the programs that could not be installed.
"""

from __future__ import annotations

import argparse
import platform
import sys
import time
from collections.abc import Callable, Sequence
from importlib.metadata import PackageNotFoundError, version
from itertools import count
from pathlib import Path
from statistics import median
from typing import Any

from rich.console import Console

import zermelo
import zermelo.games.connectfour
from comparison import Comparison, medians_in_turns, page, terminal_table
from onecore import one_core
from positions import CONNECT_FOUR, Columns, reached, undecided
from zermelo import DRAW
from zermelo.search.counters import NODES, new_counts
from zermelo.search.textbook import UNLIMITED, alpha_beta_max, max_value

ENGINE = "engine"
SEED = 1
PATIENCE = 600.0  # the most seconds for a position
POSITIONS = {24: 100, 20: 50, 16: 25, 12: 8, 8: 2}  # plies → the number of positions
DEPTH = 8
SIMULATIONS = 100_000
TICTACTOE_NODES = 549_946  # nodes of the whole tree


# bitbully: Connect Four solved -------------------------------------------------------------------


def against_bitbully(repeats: int) -> list[Comparison]:
    """Exact values of random positions: a C++ solver for this game alone against the engine."""
    from bitbully import BitBully, Board

    solver, prover = BitBully(opening_book=None), zermelo.Prover(CONNECT_FOUR)
    for columns in undecided(26, 5, SEED):  # compiles, and loads everything that is loaded late
        all_moves(reached(columns))
        prover.solve(reached(columns))
    comparisons = []
    for plies, number in POSITIONS.items():
        positions = undecided(plies, number, SEED)
        boards = [Board.from_moves(list(columns)) for columns in positions]
        states = [reached(columns) for columns in positions]
        empty = solver.reset_transposition_table
        rounds = []
        for _ in range(repeats):
            result = [
                passed(boards, empty, solver.mtdf),
                passed(states, prover.forget, prover.solve),
                passed(boards, empty, solver.score_all_moves),
                passed(states, prover.forget, all_moves),
            ]
            for columns, board, *answers in zip(
                positions, boards, *(answers for _, answers in result), strict=True
            ):
                score, proof, scores, moves = answers
                require_same(solver, board, columns, score, proof, scores, moves)
            rounds.append([taken / number for taken, _ in result])
        medians = [median(column) for column in zip(*rounds, strict=True)]
        task = f"Connect Four ply {plies}"
        comparisons += [
            Comparison(f"{task}, value", "bitbully", *medians[:2], False, SOLVED, aim=1.2),
            Comparison(
                f"{task}, moves", "bitbully", *medians[2:], False, SOLVED, aim=MOVES.get(plies)
            ),
        ]
    return comparisons


MOVES = {16: 0.8}  # plies → the aim for values of all moves
SOLVED = (
    f"Means of {', '.join(f'{n} random positions at ply {ply}' for ply, n in POSITIONS.items())}, "
    "in which the player to move cannot win at once. *Value* is the position's with its distance "
    "(bitbully's mtdf, Zermelo's Prover), *moves* that of every move (score_all_moves with "
    "distances; analyze with every_move, with distances, a line of best play and a "
    "new table each time). All positions by the one, then all by the other, again and again. All "
    "begin with an empty table; emptying it is not counted."
)


def all_moves(state: Any) -> Any:
    """The engine's analysis of every move, to the end."""
    limits: dict[str, Any] = {"seconds": PATIENCE, "every_move": True}
    return zermelo.analyze(CONNECT_FOUR, state, algorithm=ENGINE, **limits)


def passed(
    positions: Sequence[Any], empty: Callable[[], object], solve: Callable[[Any], Any]
) -> tuple[float, list[Any]]:
    """The seconds to solve all positions, not counting emptying the table, and the answers."""
    taken, answers = 0.0, []
    for position in positions:
        empty()
        began = time.process_time()
        answers.append(solve(position))
        taken += time.process_time() - began
    return taken, answers


def require_same(
    solver: Any,
    board: Any,
    columns: Columns,
    score: int,
    proof: Any,
    scores: dict[int, int],
    moves: Any,
) -> None:
    """Compare bitbully's score and its scores of all moves with Zermelo's proof and analysis."""
    name = f"Connect Four after {columns}"
    value, plies = proof
    require_equal(f"{name}, solved", True, moves.exact)
    require_equal(f"{name}, value", (sign(score), sign(score)), (value, moves.value))
    if plies is not None:
        left = solver.score_to_moves_left(score, board)
        known = plies if moves.remoteness is None else moves.remoteness  # not always proven
        require_equal(f"{name}, plies to the end", (left, left), (plies, known))
    theirs = {str(column + 1): sign(score) for column, score in scores.items()}
    require_equal(f"{name}, moves", theirs, {move.move: move.value for move in moves.moves})


def sign(score: int) -> int:
    return (score > 0) - (score < 0)


# easyAI: a search of fixed depth -----------------------------------------------------------------


def against_easyai(repeats: int) -> list[Comparison]:
    """The move for Connect Four's start, looking 8 plies ahead; at most three repetitions.

    easyAI takes most of a minute for each repetition.
    """
    from easyAI import AI_Player, Negamax, TranspositionTable
    from easyAI.games.ConnectFour import ConnectFour

    class Hashed(ConnectFour):
        """easyAI's own game, with the key that its table needs."""

        def ttentry(self) -> tuple[bytes, int]:
            return self.board.tobytes(), self.current_player

    class EndsOnly(zermelo.games.connectfour.ConnectFour):
        """Zermelo's game without its evaluation, because easyAI's game values only ends, too."""

        def evaluate(self, state: Any) -> int:
            return DRAW

    def theirs() -> None:
        search = Negamax(DEPTH, lambda game: game.scoring(), tt=TranspositionTable())
        search(Hashed([AI_Player(search), AI_Player(search)]))
        values.append(search.alpha)

    def ours() -> None:
        values.append(zermelo.analyze(EndsOnly(), algorithm=ENGINE, depth=DEPTH).value)

    values: list[float] = []
    ours()
    medians = medians_in_turns(min(repeats, 3), theirs, ours)
    require_equal("the value 8 plies deep", {0}, set(values))
    remark = (
        "From the start, both look 8 plies ahead with a new table and find nothing decided. "
        "easyAI is plain Python and numpy and plays the game as it ships it, to which only the key "
        "for its table was added, Zermelo its own without the evaluation, and says which other "
        "moves are as good."
    )
    task = f"Connect Four, depth {DEPTH}"
    return [Comparison(task, "easyAI", *medians, False, remark, aim=300)]


# OpenSpiel: simulations, and the tree of tic-tac-toe ---------------------------------------------


def mcts_against_open_spiel(repeats: int) -> list[Comparison]:
    """Monte Carlo tree search from Connect Four's start: random playouts, proven values."""
    import pyspiel

    state = pyspiel.load_game("connect_four").new_initial_state()
    seeds = count(SEED)

    def theirs() -> None:
        seed = next(seeds)
        evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
        bot = pyspiel.MCTSBot(
            state.get_game(), evaluator, 1.0, SIMULATIONS, 1000, True, seed, False
        )
        made.append(bot.mcts_search(state).explore_count)

    def ours() -> None:
        analysis = zermelo.analyze(
            CONNECT_FOUR, algorithm="mcts", nodes=SIMULATIONS, seed=next(seeds)
        )
        made.append(analysis.nodes)

    made: list[int] = []
    ours()
    medians = medians_in_turns(repeats, theirs, ours)
    require_equal("simulations made", {SIMULATIONS}, set(made))
    rates = [SIMULATIONS / taken for taken in medians]
    remark = (
        f"{SIMULATIONS:,} simulations from the start, one random playout each, exploration 1, "
        "proven values carried up. OpenSpiel's MCTSBot and evaluator are C++ and hold a state for "
        "any of its games; Zermelo's kernel is compiled for this game. Zermelo looks one ply "
        "further for ends of the game whenever its tree grows."
    )
    task = "Connect Four, MCTS"
    return [Comparison(task, "OpenSpiel", *rates, True, remark, aim=5)]


def playouts_against_open_spiel(repeats: int) -> list[Comparison]:
    """Random games from the start."""
    import pyspiel

    def compared(name: str, spec: str, games: int) -> Comparison:
        theirs_game, game = pyspiel.load_game(name), zermelo.game(spec)
        state, seeds = theirs_game.new_initial_state(), count(SEED)
        played: list[int] = []

        def theirs() -> None:
            seed = next(seeds)
            evaluator = pyspiel.RandomRolloutEvaluator(games, seed)
            pyspiel.MCTSBot(theirs_game, evaluator, 1.0, 1, 1, False, seed, False).mcts_search(
                state
            )

        def ours() -> None:
            counts = zermelo.playouts(game, games=games, seed=next(seeds), cap=100_000)
            played.append(counts.playouts)

        ours()
        medians = medians_in_turns(repeats, theirs, ours)
        require_equal(f"random games of {name}", {games}, set(played))
        rates = [games / taken for taken in medians]
        return Comparison(f"{spec}, random games", "OpenSpiel", *rates, True, PLAYED, aim=3)

    return [compared(name, spec, games) for name, (spec, games) in RANDOM_GAMES.items()]


RANDOM_GAMES = {  # OpenSpiel's name, Zermelo's name, games per turn
    "tic_tac_toe": ("tictactoe", 200_000),
    "connect_four": ("connectfour", 100_000),
    "othello": ("othello", 5_000),
    "hex": ("hex", 5_000),
    "breakthrough": ("breakthrough", 5_000),
}
PLAYED = (
    "Games of uniformly random moves from the start to the end, one thread. OpenSpiel's are those "
    "of its RandomRolloutEvaluator, in C++, as the only simulation of an MCTSBot; its states "
    "serve any of its games, Zermelo's kernel is compiled for the game."
)


def alpha_beta_against_open_spiel(repeats: int) -> list[Comparison]:
    """Tic-tac-toe by alpha-beta: OpenSpiel's in Python, Zermelo's plain and compiled."""
    import pyspiel
    from open_spiel.python.algorithms.minimax import alpha_beta_search

    theirs_game, game = pyspiel.load_game("tic_tac_toe"), zermelo.game("tictactoe")
    values: list[float] = []

    def compared(word: str, run: Any, *, native: bool) -> Comparison:
        def ours() -> None:
            counts = new_counts(native=native)
            values.append(run(game, game.start(), UNLIMITED, -1, 1, counts))

        ours()
        medians = medians_in_turns(
            repeats, lambda: values.append(alpha_beta_search(theirs_game)[0]), ours
        )
        task = f"tic-tac-toe, {word}"
        return Comparison(task, "OpenSpiel", *medians, False, remark)

    remark = (
        "Alpha-beta. OpenSpiel's search is Python over states in C++. Both try the cells in order, "
        "but OpenSpiel's window is open at first: it visits 18,297 positions, Zermelo 16,811."
    )
    comparisons = [
        compared("plain", alpha_beta_max, native=False),
        compared("compiled", alpha_beta_max.native, native=True),
    ]
    require_equal("tic-tac-toe", {0}, set(values))
    return comparisons


def tree_against_open_spiel(repeats: int) -> list[Comparison]:
    """Visit each position of tic-tac-toe's tree once: OpenSpiel in C++, Zermelo by minimax."""
    import pyspiel

    theirs_game, game = pyspiel.load_game("tic_tac_toe"), zermelo.game("tictactoe")
    state, policy = theirs_game.new_initial_state(), pyspiel.UniformRandomPolicy(theirs_game)

    def ours() -> None:
        counts = new_counts(native=True)
        max_value.native(game, game.start(), UNLIMITED, counts)
        visited.append(int(counts[NODES]))

    visited: list[int] = []
    ours()
    medians = medians_in_turns(
        repeats, lambda: pyspiel.expected_returns(state, policy, -1, False), ours
    )
    require_equal("tic-tac-toe's tree", {TICTACTOE_NODES}, set(visited))
    remark = (
        f"All {TICTACTOE_NODES:,} nodes. OpenSpiel offers no minimax in C++ to Python; its "
        "expected_returns walks the same tree, but asks a policy in every position and takes the "
        "mean over the moves instead of the best."
    )
    task = "tic-tac-toe, whole tree"
    return [Comparison(task, "OpenSpiel", *medians, False, remark)]


CONTESTS = {
    "bitbully": ("bitbully", against_bitbully),
    "easyai": ("easyAI", against_easyai),
    "mcts": ("open-spiel", mcts_against_open_spiel),
    "playouts": ("open-spiel", playouts_against_open_spiel),
    "alphabeta": ("open-spiel", alpha_beta_against_open_spiel),
    "tree": ("open-spiel", tree_against_open_spiel),
}


# The run -----------------------------------------------------------------------------------------


def require_equal(name: str, theirs: object, ours: object) -> None:
    if theirs != ours:
        sys.exit(f"{name}: the peer finds {theirs}, Zermelo {ours}")


def installed(package: str) -> str | None:
    """The package's version, or None if it is not installed."""
    try:
        return version(package)
    except PackageNotFoundError:
        return None


def machine() -> str:
    """A short description of this machine."""
    lines = Path("/proc/cpuinfo").read_text().splitlines() if Path("/proc/cpuinfo").exists() else []
    models = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    processor = models[0] if models else platform.machine()
    return f"One core of {processor}, {platform.system()}, Python {platform.python_version()}"


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", choices=[*CONTESTS], help="run only this contest, write no page")
    parser.add_argument(
        "--page", type=Path, default=Path("docs/measurements/peers.md"), metavar="FILE"
    )
    return one_core(parser)


def main() -> None:
    options, console = arguments(), Console()
    packages = ["zermelo", *dict.fromkeys(package for package, _ in CONTESTS.values())]
    versions = {package: installed(package) for package in packages}
    comparisons: list[Comparison] = []
    for name, (package, contest) in CONTESTS.items():
        if options.only not in (None, name):
            continue
        if versions[package] is None:
            console.print(f"{package} could not be had: {name} is left out.")
            continue
        console.print(f"{name} …", style="dim")
        comparisons += contest(options.repeat)
    console.print(terminal_table(comparisons))
    if options.only is None:
        options.page.write_text(page(comparisons, machine(), versions))


if __name__ == "__main__":
    main()

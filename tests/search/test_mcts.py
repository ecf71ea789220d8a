"""Monte Carlo tree search: proofs are true, the rest repeatable; RAVE, kept trees, the hybrid."""

import gc
import weakref
from dataclasses import replace

import pytest

import zermelo
from toys import Again, Graph
from walking import after, best_of, solved
from zermelo import LOSS, ONGOING, WIN, analyze
from zermelo.games.hex import Hex
from zermelo.games.mnk import TicTacToe
from zermelo.play.player import Terms
from zermelo.players.byname import player_spec, seat
from zermelo.players.levels import strongest
from zermelo.players.search import Search
from zermelo.search import mcts
from zermelo.search.clock import Clock, Limits
from zermelo.search.counters import new_counts, state_from_seed
from zermelo.search.montecarlo import Kept, MonteCarlo
from zermelo.spec import parse_game

ENOUGH = 200_000  # simulations


def simulate(game, state=None, *, nodes=300, native=False, capacity=1 << 16, kept=None):
    state = game.start() if state is None else state
    clock = Clock(Limits(nodes=nodes), native=native)
    return MonteCarlo(game, state, clock, seed=1, capacity=capacity, kept=kept).run()


def test_few_simulations_find_the_move_that_avoids_a_loss():
    game = parse_game("connectfour")
    state = after(game, ("1", "4", "2", "4", "1", "4"))  # O threatens column 4
    assert simulate(game, state, nodes=300).best_moves == ("4",)


def test_values_are_for_the_mover_also_when_players_move_twice():
    game = Again(size=9)
    states = {game.start()}
    for _ in range(5):
        for state in states:
            if game.outcome(state) == ONGOING:
                proven = analyze(game, state, algorithm="memo", native=False)
                failures = simulate(game, state, nodes=ENOUGH)
                assert (failures.value, failures.exact) == (proven.value, True)
                moves = tuple(replace(entry, remoteness=None) for entry in proven.moves)
                assert (failures.moves, failures.player) == (moves, state.player)
        states = {game.play(state, move) for state in states for move in game.moves(state)}


def test_estimates_lean_the_movers_way_also_when_players_move_twice():
    game = Again(size=40)
    ahead = game.start()._replace(left=9, taken=25)
    for state, sign in ((ahead, 1), (ahead._replace(player=1), -1)):
        failures = simulate(game, state, nodes=50)
        assert sign * failures.value > 0


def test_a_game_without_end_is_estimated_as_a_draw():
    round_and_round = Graph(children=((1, 1), (0,)), players=(0, 1), eighths=(0, 0))
    failures = simulate(round_and_round, nodes=20)
    assert (failures.value, failures.exact, failures.nodes) == (0, False, 20)


def test_a_win_is_proven_past_repetitions():
    # Player 0 may go round, or give player 1 the choice of going back or losing at once.
    game = Graph(children=((1, 2), (0,), (0, 3), ()), players=(0, 1, 1, 1), eighths=(0, 0, 0, -8))
    assert not simulate(game, nodes=300).exact  # player 1 keeps going back
    lost = replace(game, children=((1, 2), (0,), (3, 3), ()))
    failures = simulate(lost, nodes=300)
    assert (failures.value, failures.exact) == (WIN, True)
    assert failures.best_moves == ("0", "1")  # once round, player 0 still wins, but later
    assert failures.line[0] == "1"


def test_the_hybrid_knows_what_a_game_is_sure_of_and_wins_soon():
    game = parse_game("hex(size=4)")
    state = game.parse_state("..../.X../..O./X..O")  # a bridge from b2 to a4, one to the upper side
    for plies_left in (3, 1):
        asked = analyze(game, state, algorithm="hybrid", nodes=30, native=False, seed=1)
        assert (asked.value, asked.exact) == (WIN, True)
        assert game.assured(state, WIN) == plies_left
        state = game.play(state, game.parse_move(state, asked.line[0]))
        if game.outcome(state) == ONGOING:
            state = game.play(state, next(game.moves(state)))
    assert game.outcome(state) == LOSS


def as_facts(result):
    """The analysis without its time and mode."""
    return replace(result, seconds=0, native=False)


@pytest.mark.parametrize("native", [False, True])
@pytest.mark.parametrize("nodes", [1, 3, 999, 1000, 1001, 2500])
def test_nodes_are_simulations_and_kept_to_one(nodes, native):
    failures = simulate(parse_game("connectfour"), nodes=nodes, native=native)
    assert failures.nodes == nodes
    assert not failures.exact
    assert len(failures.moves) == 7


@pytest.mark.compiled
def test_a_full_tree_grows_no_more_but_simulations_go_on():
    game = parse_game("tictactoe")
    for capacity in (1, 10, 50, 500):
        plain, native = (
            simulate(game, nodes=2000, capacity=capacity, native=n) for n in (False, True)
        )
        assert as_facts(plain) == as_facts(native)
        assert 10 <= plain.table_entries <= max(10, capacity)
        assert (plain.nodes, plain.exact) == (2000, False)
    assert plain.best_moves == ("b2",)


@pytest.mark.parametrize("rave", [0, 300])
def test_a_stopped_search_leaves_no_tree_in_memory(monkeypatch, rave):
    trees, new_tree = [], mcts.new_tree

    def noted(*given, **by_name):
        tree = new_tree(*given, **by_name)
        trees.append(weakref.ref(tree))
        return tree

    monkeypatch.setattr(mcts, "new_tree", noted)
    analyze("tictactoe", algorithm="mcts", nodes=50, rave=rave)
    analyze("tictactoe", algorithm="mcts", seconds=0.01, rave=rave)
    gc.collect()
    assert [tree() for tree in trees] == [None, None]


ENDS = []


class Recorded(Hex):
    """Hex that notes the ends of its games."""

    def outcome(self, state):
        result = super().outcome(state)
        if result != ONGOING:
            ENDS.append(state)
        return result


def stones(state, player):
    """The cells of a player."""
    bits = (state.first, state.second)[player]
    return {cell for cell in range(bits.bit_length()) if bits >> cell & 1}


def test_amaf_counts_every_simulation_in_which_the_player_made_the_move():
    game, tree = Recorded(size=4), mcts.new_tree(1 << 12)
    style, counts = mcts.new_style(rave=50), new_counts()
    chance, games = state_from_seed(3), []
    for _ in range(60):
        ENDS.clear()
        chance = mcts.grow(game, game.start(), tree, 1, style, chance, counts)
        games.append(ENDS[-1])
    for child in mcts.children(tree, mcts.ROOT):
        record = tree[child]
        made = [end for end in games if record[mcts.MOVE] in stones(end, 0)]
        won = sum(1 if end.player == 1 else -1 for end in made)
        assert (record[mcts.AMAF], record[mcts.AMAF_TOTAL]) == (len(made), won)
        assert record[mcts.VISITS] <= record[mcts.AMAF] > 0


def test_rave_changes_what_is_simulated_and_can_be_switched_off():
    hexes = [
        zermelo.analyze("hex(size=4)", algorithm="mcts", nodes=200, seed=1, native=False, rave=rave)
        for rave in (None, 300, 0)
    ]
    values = [[move.value for move in analysis.moves] for analysis in hexes]
    assert values[0] == values[1] != values[2]


TERMS = Terms(parse_game("tictactoe"), native=False, ready=False)


def below(tree, node):
    """A node with its move and numbers, and the same for all nodes below it."""
    known = [tree[node][name] for name in (mcts.MOVE, mcts.TURN, mcts.VISITS, mcts.TOTAL)]
    return [known, [below(tree, child) for child in mcts.children(tree, node)]]


def size(tree, node):
    """How many nodes are below a node."""
    return sum(1 + size(tree, child) for child in mcts.children(tree, node))


def replied(game, state, analysis):
    """The next state in which the same player moves, after the best move and replies."""
    after = game.play(state, game.parse_move(state, analysis.best_moves[0]))
    while game.player(after) != game.player(state):
        after = game.play(after, next(game.moves(after)))
    return after


@pytest.mark.parametrize("native", [False, pytest.param(True, marks=pytest.mark.compiled)])
def test_a_subtree_is_copied_with_values_for_its_mover(native):
    game, kept = parse_game("connectfour"), Kept()
    simulate(game, kept=kept, native=native)
    old, new = kept.tree, mcts.new_tree(1 << 16)
    node = max(mcts.children(old, mcts.ROOT), key=lambda child: old[child][mcts.VISITS])
    entries = (mcts.transplant.native if native else mcts.transplant)(old, node, new)
    assert [below(new, n) for n in mcts.children(new, mcts.ROOT)] == [
        below(old, n) for n in mcts.children(old, node)
    ]
    assert (new[mcts.ROOT][mcts.PARENT], new[mcts.ROOT][mcts.TURN]) == (-1, 1)
    assert (new[mcts.ROOT][mcts.VISITS], new[mcts.ROOT][mcts.TOTAL]) == (
        old[node][mcts.VISITS],
        -old[node][mcts.TOTAL],
    )
    assert entries == 1 + size(new, mcts.ROOT)


@pytest.mark.parametrize("game", [parse_game("connectfour"), Again(size=30)], ids=str)
def test_a_search_goes_on_where_the_one_before_looked(game):
    kept = Kept()
    first = simulate(game, kept=kept)
    state = replied(game, game.start(), first)
    node = kept.node_of(game, state)
    visits = kept.tree[node][mcts.VISITS]
    assert visits > 0
    simulate(game, state, kept=kept)
    assert kept.tree[mcts.ROOT][mcts.VISITS] == visits + 300
    assert kept.node_of(game, state) == mcts.ROOT
    assert kept.node_of(game, game.start()) is None


def test_a_smaller_tree_keeps_only_nodes_that_fit():
    game, kept = parse_game("connectfour"), Kept()
    first = simulate(game, kept=kept, nodes=2000)
    second = simulate(game, replied(game, game.start(), first), kept=kept, capacity=50)
    assert second.nodes == 300 and second.table_entries <= 50


def test_exact_values_are_true_throughout_a_game():
    spec = "isolation(width=3, height=3)"
    game, kept, moves, proven = parse_game(spec), Kept(), [], 0
    state = game.start()
    while game.outcome(state) == ONGOING:
        known = simulate(game, state, kept=kept)
        assert not known.exact or known.value == solved(spec, tuple(moves))[0]
        values = best_of(spec, tuple(moves))
        assert all(move.value == values[move.move] for move in known.moves if move.exact)
        proven += known.exact
        moves.append(known.best_moves[0])
        state = game.play(state, game.parse_move(state, moves[-1]))
    assert proven > 1


def play(reuse):
    """Some moves of a game against itself."""
    game = parse_game("connectfour")
    player = Search(Limits(nodes=150), algorithm="hybrid", native=False, seed=4, reuse=reuse)
    state, moves = game.start(), []
    for _ in range(8):
        moves.append(player.choose(game, state))
        state = game.play(state, moves[-1])
    return moves


def test_a_player_keeps_its_tree_by_default_and_a_seed_repeats_its_game():
    assert play(reuse=True) == play(reuse=True) != play(reuse=False)
    seats = [player_spec(f"hybrid:reuse={n}", TERMS).begin(TERMS, 1) for n in (0, 1)]
    assert [player._reuse for player in seats] == [False, True]


EDGE = 4  # the bit of the cell in the middle row, on the left


class Edgy(TicTacToe):
    """Tic-tac-toe in which the stone on the left edge is all that counts."""

    def evaluate(self, state):
        return 0.5 * ((state.own >> EDGE & 1) - (state.other >> EDGE & 1))


def test_the_evaluation_leads_the_search_and_with_priors_its_first_simulation():
    led = zermelo.analyze(Edgy(), algorithm="hybrid", nodes=60, seed=1, native=False)
    assert led.best_moves == ("a2",) and led.source == "hybrid" and not led.exact
    blind = zermelo.analyze(Edgy(), algorithm="mcts", nodes=60, seed=1, native=False)
    assert blind.best_moves != led.best_moves and blind.source == "mcts"
    led, blind = (
        zermelo.analyze(Edgy(), algorithm="hybrid", nodes=1, native=False, priors=priors)
        for priors in (True, False)
    )
    assert led.best_moves == ("a2",) and blind.best_moves == ("a3",)


@pytest.mark.parametrize(
    ("spec", "algorithm"),
    [
        ("hex(size=3)", "mcts"),
        ("havannah", "mcts"),
        ("nim", "engine"),
        ("clobber(width=4, height=4)", "mcts"),
    ],
)
def test_the_best_player_searches_as_a_match_decided(spec, algorithm):
    assert strongest(parse_game("clobber")) == "engine"  # where tables decide its own board
    game = parse_game(spec)
    assert strongest(game) == algorithm
    player = seat("best:nodes=9", Terms(game, native=False, ready=False))
    assert player._algorithm == algorithm

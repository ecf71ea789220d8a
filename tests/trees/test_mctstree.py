"""Trees of Monte Carlo and of proof-number search: the numbers at every step, page and drawing."""

import re
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest

import zermelo
from elements import svg_texts
from pages import clock, said, step_through
from pointgames import Sowing
from toys import Again
from zermelo.contract.analysis import in_points
from zermelo.search.traces.tracing import trace
from zermelo.search.traces.views import MctsTrace
from zermelo.trees.record import tree_record
from zermelo.trees.svg import tree_svg

NIM = zermelo.game("nim(rows=[1, 2])")
LATE = zermelo.game("tictactoe"), "XOX/.O./.X."
GAMES = [
    (zermelo.game("tictactoe"), 300),
    (zermelo.game("connectfour(width=4, height=4, k=3)"), 300),
    (NIM, 50),
    (Again(size=8), 60),
    (in_points(Sowing(pits=2)), 80),
]


def grow_tree(game, simulations: int, state=None, **given) -> MctsTrace:
    made = trace(game, state, algorithm="mcts", simulations=simulations, **given)
    assert isinstance(made, MctsTrace)
    return made


def late(simulations: int) -> MctsTrace:
    game, text = LATE
    return grow_tree(game, simulations, game.parse_state(text))


def path(tree: MctsTrace, node: int) -> list[int]:
    above = []
    while node >= 0:
        above.append(node)
        node = int(tree.parent[node])
    return above[::-1]


@pytest.mark.parametrize(("game", "simulations"), GAMES, ids=str)
def test_every_simulation_goes_where_uct_is_greatest(game, simulations):
    tree = grow_tree(game, simulations)
    for step in range(2, tree.steps + 1):
        way = path(tree, int(tree.leaf[step - 1]))
        for above, node in pairwise(way):
            taken = tree.uct(node, step - 1)
            there = [tree.uct(c, step - 1) for c in tree.children(above) if tree.born[c] < step]
            if taken is not None:  # a move never tried comes first
                assert taken == max(each for each in there if each is not None)
    for step in {1, tree.steps // 2, tree.steps}:  # visits are the simulations through a node
        leaves = tree.leaf[:step].tolist()
        times = Counter(node for leaf in leaves for node in path(tree, leaf))
        for node in range(len(tree)):
            if tree.born[node] <= step:
                assert tree.visits[tree.row(node, step)] == times[node]


@pytest.mark.parametrize(("game", "simulations"), GAMES, ids=str)
def test_it_is_the_tree_that_analyze_grows(game, simulations):
    tree, asked = grow_tree(game, simulations, seed=5), {"seed": 5, "nodes": simulations}
    found = zermelo.analyze(game, algorithm="mcts", native=False, **asked)
    values = {each.move: (each.value, each.exact) for each in found.moves}
    assert tree.proven(0) == found.exact
    for node in tree.children(0):
        row, text = tree.row(node), game.format_move(tree.states[0], int(tree.move[node]))
        total, visits = int(tree.total[row]), int(tree.visits[row])
        low, high = int(tree.low[row]), int(tree.high[row])
        worth = max(low, min(high, total / (visits + 1)))
        assert values[text] == (pytest.approx(worth), tree.proven(node))
        if node == tree.chosen[0]:
            assert text in found.best_moves


def test_a_game_that_is_over_is_one_node():
    game = zermelo.game("tictactoe")
    tree = grow_tree(game, 5, game.parse_state("XXX/OO./..."))
    assert (len(tree), tree.steps, tree.outcome) == (1, 0, "value −1")


HISTORY = """(record, kind) => {
    const search = new it[kind](record), nodes = Array.from(search.level.keys());
    return Array.from({ length: search.steps }, (_, before) => {
        const step = before + 1, there = nodes.filter((node) => search.entered(node) <= step);
        const of = (find) => there.map(find), simulated = search.visits;
        return {
            there, event: search.event(step).node,
            parents: of((node) => search.parent[node]),
            results: of((node) => search.result(node, step)),
            uct: simulated && of((node) => search.uct(node, step)),
            visits: simulated && of((node) => search.visits[search.row(node, step)]),
            moves: of((node) => search.move(node)).slice(1),
            chosen: nodes.map((node) => search.chosen[node]),
        };
    });
}"""


def history_of(script, tree: zermelo.Trace, kind: str) -> Iterator[tuple[int, dict[str, Any]]]:
    """Each step with what the player has of it, whose nodes are right."""
    steps = script("treekinds", HISTORY, tree_record(tree), kind)
    assert len(steps) == tree.steps
    for step, seen in enumerate(steps, 1):
        assert seen["there"] == [node for node in range(len(tree)) if tree.born[node] <= step]
        assert seen["parents"] == [tree.parent[node] for node in seen["there"]]
        yield step, seen


@pytest.mark.parametrize(("game", "simulations"), GAMES[1:], ids=str)
def test_the_player_has_the_numbers_of_every_simulation(script, game, simulations):
    tree = grow_tree(game, simulations)
    for step, seen in history_of(script, tree, "MctsSearch"):
        uct = [tree.uct(node, step) for node in seen["there"]]
        assert seen["uct"] == [None if each is None else pytest.approx(each) for each in uct]
        assert seen["event"] == tree.leaf[step - 1]
        assert seen["visits"] == [tree.visits[tree.row(node, step)] for node in seen["there"]]
        assert seen["moves"] == [
            tree.game.format_move(tree.state(int(tree.parent[n])), int(tree.move[n]))
            for n in seen["there"][1:]
        ]
    assert seen["chosen"] == tree.chosen.tolist()


def test_the_page_steps_through_simulations_and_back(opened):
    tree = late(30)
    page = opened(tree, end=False)
    assert "Press Forward for the first simulation." in said(page)
    heard = step_through(page, tree.steps)
    assert [step for step, _ in heard] == list(range(1, 31))
    assert heard[0][1].startswith("Simulation 1 goes by a2 (new). Random moves from there end")
    assert "goes by a2 (UCT" in heard[-1][1]
    page.keyboard.press("End")
    assert page.get_by_role("treeitem", name=re.compile("^start, .*visits 30, mean")).is_visible()
    assert page.get_by_label("Exercise").is_disabled()


def test_the_drawing_and_the_command_show_every_node_with_its_visits(run, run_json):
    tree = late(30)
    drawn = svg_texts(tree_svg(tree))
    assert drawn[0] == "mcts on tictactoe: 30 simulations, 31 nodes"
    for node in range(len(tree)):
        assert tree.result(node) in drawn and tree.result_word(node) in ["", *drawn]
    status, out, _ = run("tree", "nim(rows=[1, 2])", "--algorithm", "mcts", "--simulations", "20")
    assert status == 0 and "value 1, 10 nodes, 9 simulations" in out and "▲ start  9 · 1" in out
    result = run_json("tree", "tictactoe", "--algorithm", "mcts", "--seed", "3")
    assert result["simulations"] == result["tree"]["visits"][0] == 100


BOARD = zermelo.game("domineering(width=3, height=3)")


def show_numbers(tree: zermelo.Trace, node: int, step: int) -> str:
    return " | ".join("∞" if number < 0 else str(number) for number in tree.numbers(node, step))


@pytest.mark.parametrize("game", [NIM, BOARD], ids=str)
def test_the_player_has_the_numbers_of_every_step(script, game):
    tree = trace(game, algorithm="pn")
    for step, seen in history_of(script, tree, "ProofSearch"):
        assert seen["results"] == [show_numbers(tree, node, step) for node in seen["there"]]
        assert step == 1 or tree.expanded[seen["event"]] == step


def test_the_page_steps_through_a_proof_and_back_and_screen_readers_hear_it(opened):
    tree = trace(BOARD, algorithm="pn")
    page = opened(tree, end=False)
    assert said(page) == "Can player 1 (black) reach a win? Press Forward to begin."

    def look() -> None:
        root = page.get_by_role("treeitem", name=re.compile("^start"))
        assert show_numbers(tree, 0, clock(page)) in root.inner_text()

    heard = step_through(page, tree.steps, look)
    assert heard[0][1] == "The root is made: its numbers are 1 | 1."
    assert heard[1][1] == (
        "The root is expanded: 6 moves. OR takes the least proof number, the sum of disproof "
        "numbers: 1 | 6."
    )
    assert heard[-1][1].endswith("The claim is proven.")
    assert page.get_by_label("Exercise").is_disabled()
    page = opened(trace(NIM, algorithm="pn"))
    name = "start, OR to move, proof number 0, disproof number ∞, proven"
    assert page.get_by_role("treeitem", name=name).is_visible()
    assert page.get_by_role("treeitem", name=re.compile("^0,1, AND.*∞.* 0, refuted")).is_visible()


def test_the_drawing_and_the_command_show_every_node_with_its_numbers(run, run_json):
    tree = trace(NIM, algorithm="pn")
    drawn = svg_texts(tree_svg(tree))
    numbers = sorted(text for text in drawn if " | " in text and "proof" not in text)
    assert numbers == sorted(show_numbers(tree, node, tree.steps) for node in range(len(tree)))
    assert drawn.count("proven") == tree.value.count(1)
    assert drawn.count("refuted") == tree.value.count(-1)
    assert drawn[0] == "pn on nim(rows=[1, 2]), a win: 11 nodes"
    status, out, _ = run("tree", "nim(rows=[1, 2])", "--algorithm", "pn")
    assert status == 0 and "a win is proven, 11 nodes" in out and "▲ start  0 | ∞" in out
    _, out, _ = run("tree", "nim(rows=[1, 1])", "--algorithm", "pn")
    assert "a win is refuted" in out
    result = run_json("tree", "tictactoe", "--algorithm", "pn", "--least", "0")
    assert (result["least"], result["value"]) == (0, 1)
    assert (result["tree"]["proof"][0], result["tree"]["disproof"][0]) == (0, None)
    assert "alpha" not in result["tree"]

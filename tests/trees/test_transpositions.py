"""What stands beside a tree (letters of repeated positions, code, terms), and trees of proofs."""

import sys
from collections import Counter, defaultdict

import pytest

import oracles
import zermelo
from elements import svg_texts
from pages import clock, press, said
from walking import after
from zermelo.contract.analysis import value_by
from zermelo.contract.game import ONGOING
from zermelo.errors import ParameterError, UsageError
from zermelo.proofs.verify import Known, certificate_trace
from zermelo.search.traces.trace import (
    BACKED_UP,
    CUTOFF,
    ENDS,
    EVALUATED,
    LEAF,
    OPEN,
    TABLE,
    letters,
)
from zermelo.search.traces.tracing import SEARCHES, trace
from zermelo.trees.page import tree_page, worksheet
from zermelo.trees.record import sources, tree_record
from zermelo.trees.svg import tree_svg

NIM = zermelo.game("nim(rows=[1, 2])")
TRACES = [
    trace(NIM, algorithm="minimax"),
    trace(NIM, algorithm="pn"),
    trace(zermelo.game("tictactoe"), algorithm="memo", depth=5),
    trace(zermelo.game("tictactoe"), algorithm="mcts", simulations=200),
]


def states(tree: zermelo.Trace) -> list[object]:
    """The state of every node, computed from the moves that lead to it."""
    made = [tree.states[0]]
    for node in range(1, len(tree)):
        made.append(tree.game.play(made[tree.parent[node]], int(tree.move[node])))
    return made


@pytest.mark.parametrize("tree", TRACES, ids=lambda tree: f"{tree.game} {tree.algorithm}")
def test_letters_are_equal_where_positions_are(tree):
    groups = defaultdict(set)
    marks, there = letters(tree.position), states(tree)
    times = Counter(there)
    for state, mark in zip(there, marks, strict=True):
        assert bool(mark) == (times[state] > 1)
        if mark:
            groups[mark].add(state)
    assert groups and all(len(group) == 1 for group in groups.values())


def test_the_page_leads_from_a_position_to_the_same_one(opened):
    tree = TRACES[0]
    page = opened(tree)
    twins = page.locator("[role=treeitem]").filter(has=page.locator(".zt-twin", has_text="B"))
    assert twins.count() == letters(tree.position).count("B") == 3
    assert page.locator(".zt-link").count() == 0
    twins.first.click()
    assert page.locator(".zt-link").count() == page.locator(".zt-same").count() == 2
    page.get_by_role("button", name="1,1 0,1 1,1").click()
    assert page.locator(".zt-detail h3").inner_text() == "1,1 0,1 1,1"
    assert page.locator(".zt-same").count() == 2


def test_a_drawing_has_the_letters_beyond_z_and_a_worksheet_has_not():
    marks = letters(TRACES[0].position)
    texts = svg_texts(tree_svg(TRACES[0]))
    assert "Nodes with the same letter are the same position." in texts
    assert [texts.count(mark) for mark in "ABC"] == [marks.count(mark) for mark in "ABC"]
    sheet, key = worksheet("values", NIM, NIM.start())
    assert svg_texts(sheet).count("A") == 0 and svg_texts(key).count("A") == marks.count("A")
    first = list(dict.fromkeys(filter(None, letters(TRACES[2].position))))
    assert first[:2] == ["A", "B"] and first[25:28] == ["Z", "AA", "AB"] and first[52] == "BA"


LONGER = zermelo.game("nim(rows=[1, 2, 2])")


def lit_lines(algorithm: str, number: int) -> list[str | None]:
    source = sources(algorithm)[number]
    lines = source["text"].splitlines()
    return [lines[line].strip() if line >= 0 else None for line in source["lit"]]


def ran(algorithm: str) -> dict[str, set[str]]:
    """The lines from which the functions of a search returned, as a trace function saw them."""
    collected: dict[str, set[str]] = {}
    names = {f.__code__.co_name for f in SEARCHES[algorithm]}

    def watch(frame, event, _):
        if event == "return" and frame.f_code.co_name in names:
            collected.setdefault(frame.f_code.co_name, set()).add(line_of(frame))
        return watch

    before = sys.gettrace()  # which may measure coverage
    sys.settrace(watch)
    try:
        for depth in (1, 2, 9):
            zermelo.trace(LONGER, algorithm=algorithm, depth=depth)
    finally:
        sys.settrace(before)
    return collected


def line_of(frame) -> str:
    first = frame.f_code.co_firstlineno
    function = next(f for fs in SEARCHES.values() for f in fs if f.__code__ is frame.f_code)
    text = "@kernel\n" + next(
        each["text"] for name in SEARCHES for each in sources(name)
        if each["text"].startswith(f"def {function.__name__}(")
    )  # fmt: skip
    return text.splitlines()[frame.f_lineno - first].strip()


@pytest.mark.parametrize(
    ("algorithm", "number"),
    [(name, number) for name, functions in SEARCHES.items() for number in range(len(functions))],
)
def test_each_end_of_a_node_has_its_line(algorithm, number):
    entered, *ends = lit_lines(algorithm, number)
    assert entered == "visit(counts)" and len(ends) == len(ENDS) - 1  # no node stays open
    assert "utility(" in ends[LEAF] and "estimate(" in ends[EVALUATED]
    assert (ends[TABLE] is None) == (algorithm not in ("memo", "bounds"))
    assert (ends[CUTOFF] is None) == (algorithm == "minimax")
    assert ends[-1].startswith("return ")


@pytest.mark.parametrize("algorithm", ["minimax", "alphabeta"])
def test_the_lines_are_those_at_which_the_functions_end(algorithm):
    for name, lines in ran(algorithm).items():
        number = [f.__name__ for f in SEARCHES[algorithm]].index(name)
        lit = {line for line in lit_lines(algorithm, number) if line and line.startswith("return")}
        assert lines == lit


def test_the_line_is_lit_with_the_node(opened):
    page = opened(zermelo.trace(LONGER))
    assert not page.locator(".zt-source").is_visible()
    page.get_by_label("Code", exact=True).check()
    press(page, "Start")
    assert page.locator(".zt-source [aria-current]").count() == 0
    press(page, "Forward")
    lit = page.locator(".zt-source [aria-current]")
    assert lit.inner_text().strip() == "visit(counts)"
    press(page, "Next cut")
    assert lit.inner_text().strip() in ("return alpha", "return beta")
    assert page.locator(".zt-source ol:visible").count() == 1


GAME = zermelo.game("connectfour(width=4, height=4)")
TRACE = zermelo.trace(GAME, GAME.parse_state("..../..../.OO./.XX."), algorithm="minimax", depth=2)


def test_the_terms_of_a_node_are_those_of_its_value(script):
    made = "(given) => { const s = new it.Search(given); return [...s.level.keys()].map(s.terms); }"
    result = script("treesearch", made, tree_record(TRACE))
    assert any(result)
    for node, words in enumerate(result):
        if TRACE.end[node] != EVALUATED:
            assert not words
        elif words:
            name, worth = words.rsplit(" ", 1)
            assert name == "winning cells"
            assert float(worth.replace("−", "-")) == pytest.approx(TRACE.value[node], abs=0.006)
        else:
            assert TRACE.value[node] == 0


def test_a_game_without_features_has_no_terms():
    record = tree_record(zermelo.trace(zermelo.game("nim(rows=[1, 2])"), algorithm="minimax"))
    assert record["termTexts"] == [""]


CLAIMS = [
    ("hex(size=3)", "win"),
    ("tictactoe", "draw"),
    ("nim(rows=[2, 2])", "loss"),
    ("domineering(width=3, height=3)", "win"),
    ("kalah(pits=2, seeds=1)", "score >= 1"),
]


def proven(spec: str, claim: str, folder, **given: object):
    by = "score" if "score" in claim else "outcome"
    file, game = folder / "a.proof", value_by(zermelo.game(spec), by)
    assert zermelo.prove(spec, claim=claim, out=file, native=False).proven
    return certificate_trace(Known(file, game), **given)


@pytest.mark.parametrize(("spec", "claim"), CLAIMS)
def test_the_tree_proves_the_claim_by_itself(spec, claim, tmp_path):
    """Plain minimax gives every node the value in the tree, and no node is missing."""
    tree = proven(spec, claim, tmp_path)
    game, worth = tree.game, oracles.worth_of(tree.game)
    expanded = set()
    for node in range(len(tree)):
        state, moves = tree.state(node), [int(tree.move[child]) for child in tree.children(node)]
        mine = game.player(state) == tree.claimant
        assert tree.maximizing[node] == mine
        assert (worth(state) if mine else -worth(state)) >= tree.least
        names = min(game.symmetries(state)), mine
        if tree.end[node] == BACKED_UP:
            assert len(moves) == 1 if mine else moves == list(game.moves(state))
            expanded.add(names)
        elif tree.end[node] == LEAF:
            assert game.outcome(state) != ONGOING and tree.value[node] >= tree.least
        else:
            assert tree.end[node] == TABLE and names in expanded


def test_it_begins_at_any_position_that_is_proven_and_ends_at_a_depth(tmp_path):
    """The tree from each node proves the same by itself; other positions have no tree."""
    tree = proven("tictactoe", "draw", tmp_path)
    game, known = tree.game, Known(tmp_path / "a.proof")
    for node in range(0, len(tree), 7):
        below = certificate_trace(known, tree.state(node))
        assert below.states[0] == tree.state(node) and below.claimant == tree.claimant
        for inner in range(len(below)):
            mine, state = game.player(below.state(inner)) == below.claimant, below.state(inner)
            assert below.maximizing[inner] == mine
            if below.end[inner] == LEAF:
                assert (game.outcome(state) if mine else -game.outcome(state)) >= below.least
    with pytest.raises(UsageError, match="proves nothing about this position"):
        certificate_trace(known, after(game, "0,1 0,0 2,1"))  # a blunder
    tree = proven("hex(size=3)", "win", tmp_path, depth=3)
    assert {int(end) for end in tree.end} == {BACKED_UP, TABLE, OPEN}
    with pytest.raises(ParameterError, match="at most 20 nodes; give a --depth"):
        certificate_trace(Known(tmp_path / "a.proof"), limit=20)


@pytest.mark.parametrize(("spec", "claim"), CLAIMS[:3])
def test_the_page_walks_through_it(opened, tmp_path, spec, claim):
    tree = proven(spec, claim, tmp_path)
    page = opened(tree, end=False)
    assert said(page).endswith("Press Forward to walk through the proof.")
    press(page, "Forward")
    press(page, "Forward")
    first = tree.game.format_move(tree.states[0], int(tree.move[1]))
    assert said(page).startswith(f"After {first} ") and clock(page) == 2
    press(page, "End")
    assert said(page).startswith("All lines end as claimed: ")
    spared = page.get_by_role("treeitem", name="one move is enough")
    assert spared.count() == page.locator(".zt-item.zt-pruned").count() > 0
    assert page.get_by_label("Exercise").is_disabled()


def test_the_drawing_and_the_command_say_what_is_proven(tmp_path, run, refused, run_json):
    tree = proven("hex(size=3)", "win", tmp_path, depth=3)
    assert "proof on hex(size=3), a win: 14 nodes" in tree_svg(tree)
    given = ("tree", "hex(size=3)", "--proof", str(tmp_path / "a.proof"))
    status, out, _ = run(*given, "--depth", "3")
    assert status == 0 and "a win is proven" in out and "met before" in out and "goes on" in out
    assert run_json(*given)["algorithm"] == "certificate"
    for more in (("--algorithm", "pn", "--least", "0"), ("--algorithm", "mcts")):
        assert "--proof allows only" in refused(*given, *more)
    later = run_json(*given, "--moves", tree.game.format_move(tree.states[0], int(tree.move[1])))
    assert later["algorithm"] == "certificate" and later["nodes"] < run_json(*given)["nodes"]
    assert "is a proof about hex" in refused("tree", "hex(size=4)", *given[2:])
    with pytest.raises(ParameterError, match="there are no exercises on certificate"):
        tree_page(tree, exercise="values")

"""The tree of a certificate: one move for the claimant, all for the other player."""

import pytest

import oracles
import zermelo
from treepages import clock, press, said
from zermelo.contract.analysis import value_by
from zermelo.contract.game import ONGOING
from zermelo.errors import ParameterError, UsageError
from zermelo.proofs.verify import Known, certificate_trace
from zermelo.search.traces.trace import BACKED_UP, LEAF, OPEN, TABLE
from zermelo.trees.page import tree_page
from zermelo.trees.svg import tree_svg

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
    """Every node is worth what the tree says, by plain minimax, and none is left out."""
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


def test_with_a_depth_it_ends_there_and_a_large_one_is_refused(tmp_path):
    tree = proven("hex(size=3)", "win", tmp_path, depth=3)
    assert {int(end) for end in tree.end} == {BACKED_UP, TABLE, OPEN}
    with pytest.raises(ParameterError, match="at most 20 nodes; give a --depth"):
        certificate_trace(Known(tmp_path / "a.proof"), limit=20)


def test_it_begins_at_any_position_that_is_proven(tmp_path):
    """Each tree from a node of the whole one proves the same by itself; elsewhere there is none."""
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
    blunder = game.start()
    for text in ("0,1", "0,0", "2,1"):
        blunder = game.play(blunder, game.parse_move(blunder, text))
    with pytest.raises(UsageError, match="proves nothing about this position"):
        certificate_trace(known, blunder)


@pytest.mark.browser
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


def test_the_drawing_and_the_command_say_what_is_proven(tmp_path, run, run_json):
    tree = proven("hex(size=3)", "win", tmp_path, depth=3)
    assert "proof on hex(size=3), a win: 14 nodes" in tree_svg(tree)
    given = ("tree", "hex(size=3)", "--proof", str(tmp_path / "a.proof"))
    status, out, _ = run(*given, "--depth", "3")
    assert status == 0 and "a win is proven" in out and "met before" in out and "goes on" in out
    assert run_json(*given)["algorithm"] == "certificate"
    status, _, err = run(*given, "--algorithm", "pn", "--least", "0")
    assert status == 2 and "--proof shows a proof without searching" in err
    status, _, err = run(*given, "--algorithm", "mcts")
    assert status == 2 and "--proof shows a proof without searching" in err
    later = run_json(*given, "--moves", tree.game.format_move(tree.states[0], int(tree.move[1])))
    assert later["algorithm"] == "certificate" and later["nodes"] < run_json(*given)["nodes"]
    status, _, err = run("tree", "hex(size=4)", *given[2:])
    assert status == 2 and "is a proof about hex" in err
    with pytest.raises(ParameterError, match="there are no exercises on certificate"):
        tree_page(tree, exercise="values")

"""Games have facts and golden records, known values, and true forecasts."""

import pytest

import zermelo
from facts import FACTS, at_positions
from recorded import golden_file, record
from walking import after
from zermelo.contract.game import ONGOING
from zermelo.games import BUILT_IN
from zermelo.spec import parse_game

FIELDS = (("solved", False), ("long", True))  # of the facts, and whether the rules are compiled
KNOWN = [(*row, native) for field, native in FIELDS for row in at_positions(field)]


@pytest.mark.long
@pytest.mark.parametrize(("spec", "text", "value", "native"), KNOWN)
def test_games_and_last_plies_are_worth_what_is_known(spec, text, value, native):
    game = zermelo.game(spec)
    state = game.parse_state(text) if text else game.start()
    by = "score" if game.counts_points else "outcome"
    assert zermelo.solve(game, states=[state], by=by, native=native).value == value


@pytest.mark.parametrize(("spec", "text", "value"), at_positions("proved"))
def test_positions_of_large_games_are_proved(spec, text, value):
    game = zermelo.game(spec)
    state = game.parse_state(text)
    for depth in range(1, 9):
        analysis = zermelo.analyze(game, state, depth=depth, native=False)
        if analysis.exact:
            break
    assert analysis.exact and analysis.value == value


@pytest.mark.long
@pytest.mark.parametrize(("spec", "text", "value"), at_positions("searched"))
def test_larger_games_are_proved(spec, text, value):
    assert text == "" and zermelo.analyze(zermelo.game(spec), depth=36).value == value


def solve(game, state, known):
    """The end of best play from `state`, found by trying every move: (outcome, plies)."""
    if state in known:
        return known[state]
    ends = []
    if game.outcome(state) == ONGOING:
        for move in game.moves(state):
            outcome, plies = solve(game, game.play(state, move), known)
            ends.append((-outcome, plies + 1))
    known[state] = max(ends, key=worth) if ends else (game.outcome(state), 0)
    return known[state]


def worth(end):
    """An order: early wins before late ones, late losses before early ones."""
    outcome, plies = end
    return outcome, -plies * outcome


FORESEEN = {
    "breakthrough(width=2, height=5)": {1, 3, -2, 0},
    "tictactoe": {1, 3, -2, 0},
    "mnk(width=3, height=2, k=2)": {1, 3, -2},
    "hex(size=3)": {1, -2, 0},
}


@pytest.mark.parametrize("spec", FORESEEN)
def test_what_is_foreseen_is_so_in_all_positions(spec, monkeypatch):
    monkeypatch.setattr("zermelo.games.mnk.FORESEEN", 2)  # all positions of small boards
    game, known = parse_game(spec), {}
    solve(game, game.start(), known)
    seen = set()
    for state, (outcome, plies) in known.items():
        if plies == 0:
            continue
        foreseen = game.foresee(state)
        soonest = game.soonest_win if outcome > 0 else game.soonest_loss
        assert foreseen == outcome * plies if foreseen else outcome == 0 or plies >= soonest
        children = [game.play(state, move) for move in game.candidates(state)]
        ends = [(-known[child][0], known[child][1] + 1) for child in children]
        assert worth(max(ends, key=worth)) == worth((outcome, plies))
        seen.add(foreseen)
    assert seen == FORESEEN[spec]


ASSURED = {  # the value asked for, and the sign of each answer that some position gives
    "tictactoe": {(0, 1), (1, -1), (0, 0), (1, 0)},
    "mnk(width=3, height=3, k=2)": {(0, 0), (1, 0)},
    "hex(size=3)": {(0, 1), (0, -1), (0, 0), (1, 1), (1, -1), (1, 0)},
}


@pytest.mark.parametrize("spec", ASSURED)
def test_what_is_assured_is_so_in_all_positions(spec):
    game, known = parse_game(spec), {}
    solve(game, game.start(), known)
    seen = set()
    for state, (outcome, plies) in known.items():
        for value in (0, 1) if plies else ():
            sure = game.assured(state, value)
            assert sure == 0 or ((sure > 0) == (outcome >= value) and plies <= abs(sure))
            seen.add((value, (sure > 0) - (sure < 0)))
    assert seen == ASSURED[spec]


def test_a_chain_of_bridges_holds_and_one_that_shares_a_cell_does_not():
    game = parse_game("hex(size=4)")
    held, shared = (
        game.parse_state(text) for text in ("...O/.X../..../X...", "O.X./X.O./.X../....")
    )
    assert (game.assured(held, 1), game.assured(shared, 1)) == (-4, 0)


@pytest.mark.parametrize("name", BUILT_IN)
def test_every_game_has_its_facts(name):
    """CONTRIBUTING says what to add for a new game, and where."""
    assert name in FACTS, f"tests/facts/{name}.toml is missing"
    facts = FACTS[name]
    assert facts.perft, "it has no perft figures"
    assert facts.solved or facts.proved, "it has no known value"
    assert facts.oracles, "it has no oracle, in whose games its texts are tested as well"
    assert facts.impossible, "it has no position that is refused"
    assert golden_file(name).exists(), "it has no golden record"
    for field in (facts.perft, facts.oracles, facts.small, facts.variants, facts.larger):
        assert {spec.partition("(")[0] for spec in field} <= {name}


@pytest.mark.parametrize("name", FACTS)
def test_the_golden_record_is_played_again_to_the_letter(name):
    golden, (spec, moves) = golden_file(name).read_text(encoding="utf-8"), FACTS[name].record
    assert record(spec, moves) == golden
    game = parse_game(spec)
    assert game.outcome(after(game, moves)) != ONGOING

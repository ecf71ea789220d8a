"""Uses of solved games: perfect play, analyses and audits; estimates before solving."""

import random
from dataclasses import replace
from pathlib import Path

import pytest

import oracles
import zermelo
from toys import Again, Tug
from walking import all_states, play_out, random_game, unfinished_state
from zermelo.errors import ParameterError
from zermelo.play.position import position
from zermelo.play.session import Session
from zermelo.players.search import Perfect, RandomMoves
from zermelo.reports.solved import estimate_line
from zermelo.solver.probing.database import Database
from zermelo.solver.probing.endgames import endgames
from zermelo.solver.probing.probe import probe
from zermelo.tuning.audit import audit

NIM = "nim(rows=[1, 2, 3])"
CONNECT = "connectfour(width=4, height=3, k=3)"


@pytest.fixture(scope="module")
def solved(tmp_path_factory):
    """The databases of some games, each made when it is first asked for."""
    made: dict[str, Path] = {}

    def solved(spec: str) -> Database:
        if spec not in made:
            made[spec] = tmp_path_factory.mktemp("solved") / "database"
            zermelo.solve(zermelo.game(spec), made[spec], native=spec == "tictactoe")
        return Database(made[spec])

    return solved


@pytest.mark.compiled
@pytest.mark.parametrize("seed", [0, 1, 2])
@pytest.mark.parametrize(
    ("spec", "states"),
    [("connectfour(width=4, height=4)", 161_029), ("connectfour(width=4, height=5)", 1_706_255)],
)
def test_an_estimate_holds_the_truth_between_its_ends(spec, states, seed, monkeypatch):
    monkeypatch.setattr("zermelo.solver.estimate.COUNTED", 1 << 14)
    estimate = zermelo.estimate(zermelo.game(spec), seed=seed)
    assert not estimate.exact
    assert estimate.low <= states <= estimate.high
    assert estimate.states is None or states / 2 < estimate.states < states * 2


SOLVED = {  # how many states solving finds, loopy games last
    "tictactoe": 5_478, "connectfour(width=3, height=3, k=3)": 694,
    "connectfour(width=4, height=3, k=3)": 7_157, "isolation(width=3, height=3)": 8_718,
    "isolation": 455, "nim": 752, "chomp": 250, "domineering(width=4, height=4)": 2_443,
    "hex(size=3)": 5_514, "kalah(pits=2, seeds=2)": 26, "dotsandboxes(width=2, height=2)": 5_559,
    "clobber(width=3, height=4)": 13_343, "wythoff": 231, "konane(size=4)": 3_863,
    "popout(width=3, height=3, k=3)": 1_996, "y(size=3)": 257, "havannah(size=2)": 465,
    "dodgem": 1_963, "chopsticks": 342, "mutorere": 1_180,
}  # fmt: skip


@pytest.mark.parametrize("spec", SOLVED)
def test_estimates_of_solved_games_are_right(spec, monkeypatch):
    """Few states are counted here; the rest is estimated from layers or random games."""
    monkeypatch.setattr("zermelo.solver.estimate.COUNTED", 300)
    monkeypatch.setattr("zermelo.solver.sampling.GAMES", 100)
    estimate = zermelo.estimate(zermelo.game(spec), native=False)
    assert estimate.low <= SOLVED[spec] <= estimate.high


def test_estimates_say_what_they_cannot_know(monkeypatch):
    monkeypatch.setattr("zermelo.solver.estimate.COUNTED", 20)
    monkeypatch.setattr("zermelo.solver.sampling.GAMES", 100)
    loops = zermelo.estimate(Tug(), native=False)
    assert (loops.states, loops.exact) == (None, False)
    assert "play repeats" in loops.reason
    assert 20 <= loops.low <= zermelo.solve(Tug(), native=False).states <= loops.high
    uneven = zermelo.estimate(zermelo.game("nim"), native=False)
    assert (uneven.states, uneven.seconds, uneven.memory) == (None, None, None)
    assert uneven.low <= 752 <= uneven.high
    vague = zermelo.estimate(zermelo.game("connectfour"), native=False)
    assert vague.states is None and "is too small to predict" in vague.reason
    assert vague.low <= 4_531_985_219_092 <= vague.high  # Edelkamp and Kissmann 2008
    dobutsu = zermelo.estimate(zermelo.game("dobutsu"))
    assert dobutsu.low <= 246_803_167 <= dobutsu.high < 1 << 61  # Tanaka 2009; bits of a key
    wide = zermelo.estimate(zermelo.game("amazons"))
    assert wide.states is None and "too wide" in wide.reason and wide.low < wide.high
    few = zermelo.estimate(zermelo.game("sprouts"))
    states = len(all_states(zermelo.game("sprouts")))
    assert (few.states, few.exact, few.seconds) == (states, True, None)
    refused = "solve refuses it: its states are too wide to store"
    assert estimate_line(few) == f"194 states; {refused}"
    guessed = replace(few, states=6_912, exact=False, low=1_574, high=12_960_000_000)
    assert estimate_line(guessed) == f"about 6,900 states (1,600 to 1.3 · 10¹⁰); {refused}"


def test_the_command_estimates(run, run_json):
    answer = run_json("estimate", "nim")
    assert (answer["game"], answer["states"], answer["exact"]) == ("nim", 752, True)
    status, out, err = run("solve", "nim", "--plain")
    assert status == 0 and "752 states" in err and "player 2 wins in 16 plies" in out


@pytest.mark.parametrize("spec", [NIM, CONNECT, "tictactoe"])
@pytest.mark.parametrize("seat", [0, 1])
def test_the_perfect_player_never_does_worse_than_the_truth(spec, seat, solved):
    database = solved(spec)
    game, start = database.game, zermelo.probe(database)
    owed = start.value if seat == 0 else -start.value
    for seed in range(10):
        players = [RandomMoves(seed), RandomMoves(seed)]
        players[seat] = Perfect(database, seed)
        result = play_out(Session(game, players)).record()["result"]
        assert (result if seat == 0 else -result) >= owed


@pytest.mark.parametrize("game", [CONNECT, Again(size=9)], ids=str)
def test_it_wins_as_soon_as_can_be_also_where_players_move_twice(solve, game):
    database = solve(game)
    session, start = Session(database.game, [Perfect(database)] * 2), zermelo.probe(database)
    play_out(session)
    assert (session.ply, session.record()["result"]) == (start.remoteness, start.value)


def test_among_equal_moves_it_sets_a_trap(solved):
    # A corner opening leaves the opponent one reply that does not lose, the centre four.
    database = solved("tictactoe")
    game = database.game
    moves = {Perfect(database, seed).choose(game, game.start()) for seed in range(10)}
    assert {game.format_move(game.start(), move) for move in moves} <= {"a3", "c3", "a1", "c1"}


@pytest.mark.parametrize("spec", ["tictactoe", NIM])
def test_an_answer_is_what_a_search_would_say(solved, spec):
    database = solved(spec)
    game, chance = database.game, random.Random(2)
    for _ in range(15):
        *_, state = random_game(game, chance, chance.randrange(8))
        reported = probe(database, state, line=True)
        searched = zermelo.analyze(game, state, native=False, seconds=60)
        for name in ("value", "exact", "best_moves", "complete", "player", "state"):
            assert getattr(reported, name) == getattr(searched, name)
        for ours, theirs in zip(reported.moves, searched.moves, strict=True):
            known = ours.remoteness if theirs.remoteness is None else theirs.remoteness
            assert ours == replace(theirs, remoteness=known)
        if reported.value:
            assert reported.remoteness == searched.remoteness == len(reported.line)


def test_analyze_asks_a_database(solved, refused, run_json):
    path = str(solved(CONNECT).path)
    answer = run_json("analyze", CONNECT, "--database", path)
    value, plies = oracles.solved(oracles.ConnectFour(4, 3, 3))["..../..../...."]
    assert (answer["value"], answer["exact"], answer["remoteness"]) == (value, True, plies)
    assert "not of nim" in refused("analyze", "nim", "--database", path)


def test_a_line_ends_where_a_draw_repeats(solve):
    probed = probe(solve(Tug(size=8, jumps=1)), line=True)
    assert probed.value == 0 and 0 < len(probed.line) < 100


def test_random_moves_err_as_often_as_chance_says(solved):
    database = solved("tictactoe")
    mistakes = audit(database, RandomMoves(3), positions=600, seed=5)
    assert abs(mistakes.optimal_share - mistakes.by_chance) < 0.07
    assert mistakes.blunders == sum(row.blunders for row in mistakes.rows) > 100
    assert sum(row.positions for row in mistakes.rows) == mistakes.positions == 600
    weighted = sum(row.regret * row.positions for row in mistakes.rows) / mistakes.positions
    assert weighted == pytest.approx(mistakes.regret)


def test_a_game_with_few_telling_positions_ends_the_audit(solved):
    database = solved(NIM)
    mistakes = audit(database, RandomMoves(0), positions=10_000)
    assert 10 < mistakes.positions < 200
    with pytest.raises(ParameterError):
        audit(database, RandomMoves(0), positions=0)


def test_the_command_audits(solved, read_output, run_json):
    command = "audit", str(solved(CONNECT).path), "--positions", "30"
    command += "--player", "alphabeta:depth=2"
    assert list(run_json(*command)) == [
        *("game", "player", "positions", "optimal_share", "by_chance", "blunders", "regret"),
        *("optimal_interval", "regret_interval", "rows"),
    ]
    assert "against the truth" in read_output(*command)


@pytest.mark.parametrize("player", ["database", "greedy", "level:1"])
def test_the_command_audits_any_player(solved, run_json, player):
    path = str(solved(CONNECT).path)
    named = f"database:{path}" if player == "database" else player
    answer = run_json("audit", path, "--player", named, "--positions", "12")
    assert answer["positions"] == 12
    assert answer["blunders"] == 0 or player != "database"


def test_a_game_is_played_against_a_database(solved, run_json):
    both = "--first", f"database:{solved(CONNECT).path}", "--second", "random", "--seed", "1"
    record = run_json("play", CONNECT, *both)
    assert record["players"] == ["perfect", "random"]
    assert record["result"] in (0, 1)


def test_solve_probe_and_verify_give_every_field(tmp_path, read_output, run_json):
    path = str(tmp_path / "database")
    reported = run_json("solve", NIM, "--out", path, "--plain")
    assert list(reported) == [
        *("game", "states", "canonical_states", "wins", "draws", "losses", "longest", "value"),
        *("remoteness", "seconds"),
    ]
    answer = run_json("probe", path, "--state", "1,2,3 A")
    assert list(answer) == ["game", "state", "value", "remoteness", "moves"]
    assert list(answer["moves"][0]) == ["move", "value", "remoteness"]
    assert (answer["value"], answer["remoteness"]) == (reported["value"], reported["remoteness"])
    assert run_json("verify", path, "--sample", "10")["sound"]
    for command in (("probe", path, "--moves", "0,1"), ("verify", path), ("probe", path)):
        assert "nim" in read_output(*command)


@pytest.mark.parametrize("spec", [CONNECT, NIM])
def test_an_engine_with_endgames_knows_what_the_database_knows(solved, spec):
    database = solved(spec)
    game, chance = database.game, random.Random(3)
    known = endgames(database, native=False)
    for _ in range(12):
        state = unfinished_state(game, chance, 8)
        given = {"algorithm": "engine", "depth": 2, "native": False, "endgames": known}
        analysis, truth = zermelo.analyze(game, state, **given), probe(database, state)
        assert analysis.exact
        assert (analysis.value, analysis.best_moves) == (truth.value, truth.best_moves)
        assert analysis.remoteness == truth.remoteness
        values = [[(move.move, move.value) for move in each.moves] for each in (analysis, truth)]
        assert values[0] == values[1]


@pytest.mark.compiled
def test_endgames_made_compiled_are_those_made_plain(solved):
    plain, made = (endgames(solved(CONNECT), native=native) for native in (False, True))
    assert list(made.words) == list(plain.words)


def test_endgames_reached_by_search_decide_what_lies_before(solve):
    game = zermelo.game(CONNECT)
    late = position(game, moves="1 1 1 4 4 4")
    database = solve(game, states=[late])
    known = endgames(database, native=False)
    before = position(game, moves="1 1 1 4 4")
    limits = {"algorithm": "engine", "depth": 2, "native": False}
    blind = zermelo.analyze(game, before, **limits)
    analysis = zermelo.analyze(game, before, **limits, endgames=known)
    move = {entry.move: entry for entry in analysis.moves}["4"]
    assert move.exact and not blind.exact
    assert move.value == -probe(database, late).value


def test_the_command_searches_with_endgames(solved, run, refused, run_json):
    path = str(solved(NIM).path)
    command = "analyze", NIM, "--endgames", path, "--algorithm"
    assert run_json(*command, "engine", "--depth", "1", "--plain")["exact"]
    assert "only the engine takes endgames" in refused(*command, "alphabeta")
    both = f"engine:depth=1,endgames={path!r}", "first"
    assert run("match", NIM, *both, "--games", "2", "--opening-plies", "0")[0] == 0
    for wrong in ("memo:endgames='x'", "engine:endgames=3"):
        assert run("match", NIM, wrong, "first", "--games", "2")[0] == 2

"""Random strings for every parser, and games with every kind of hashable state in every command."""

import random
import shutil

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import oddgames
from fuzz.texts import GAMES, SPECS, mutate, wild
from oddgames import COMPILED, PLAYED, REFUSED, Heaps, HugeInts, WithIntEnum
from walking import LONGEST, random_game
from zermelo.errors import UsageError
from zermelo.spec import format_game, parse_game

EXAMPLES, BATCH = 60, 30  # every parser below reads EXAMPLES · BATCH strings


def strings(valid: list[str], generator: random.Random) -> list[str]:
    return [
        mutate(generator.choice(valid), generator) if generator.random() < 0.8 else wild(generator)
        for _ in range(BATCH)
    ]


def read(parse, *arguments):
    """The result of `parse`; None when it refuses its arguments with the right error."""
    try:
        return parse(*arguments)
    except UsageError as error:
        assert str(error)
        assert "\n" not in str(error)
        assert len(str(error)) < 400
        return None


seeds = st.integers(0, 2**32).map(random.Random)
often = settings(max_examples=EXAMPLES, deadline=None)


@pytest.mark.compiled
@settings(max_examples=4 * EXAMPLES, deadline=None)
@given(seeds)
def test_specs(generator):
    for text in strings(SPECS, generator):
        game = read(parse_game, text)
        assert game is None or parse_game(format_game(game)) == game


@pytest.mark.long
@pytest.mark.parametrize("spec", GAMES)
@often
@given(seeds)
def test_moves_and_states(spec, generator):
    game = parse_game(spec)
    states = [*random_game(game, generator, LONGEST)]
    state = generator.choice(states)
    moves = [game.format_move(state, move) for move in game.moves(state)] or ["0,0"]
    for text in strings(moves, generator):
        move = read(game.parse_move, state, text)
        assert move is None or move in game.moves(state)
    for text in strings([game.format_state(state) for state in states], generator):
        state = read(game.parse_state, text)
        if state is not None:
            assert game.parse_state(game.format_state(state)) == state
            assert game.player(state) in (0, 1)
            game.outcome(state)


FILE = oddgames.__file__
RUNS = [  # the commands that every game must pass; {game} and {out} are replaced
    *(f"analyze {{game}} --algorithm {each} --depth 3" for each in ("alphabeta", "memo")),
    "analyze {game} --algorithm mcts --nodes 200 --seed 1",
    "analyze {game} --algorithm pn --nodes 200",
    "analyze {game} --moves {moves}",
    "playouts {game} --games 20 --seed 1",
    "show {game}",
    "check {game}",
    "estimate {game}",
    "match {game} engine:nodes=20 level:2 --games 2",
    "tournament {game} first random minimax --games 2",
    "tree {game} --out {out}/tree.html",
    "book {game} --plies 2 --out {out}/book",
    "experiment depth {game} --depths 1,2",
    "play {game} --first random --second first --json",
    "prove {game} --claim win --table 1 --out {out}/proof",
    "solve {game} --out {out}/db",
    "probe {out}/db --game {game}",
    "verify {out}/db --game {game}",
    "audit {out}/db --game {game} --player random --positions 2",
]


def spec(owner) -> str:
    return f"{FILE}:{owner.__name__}"


@pytest.fixture(scope="module")
def plain(request):
    """Compile nothing: here only values count, and tests/native tests compiled rules."""
    patch = pytest.MonkeyPatch()
    patch.setenv("ZERMELO_NATIVE", "off")
    yield
    patch.undo()


@pytest.mark.usefixtures("plain")
@pytest.mark.parametrize("owner", (*PLAYED, *COMPILED, WithIntEnum))
def test_odd_games_are_worth_what_the_one_in_ints_is(run_json, tmp_path, owner):
    for options in (("--algorithm", "minimax"), ("--algorithm", "engine")):
        result, reported = (run_json("analyze", spec(each), *options) for each in (owner, Heaps))
        for each in (result, reported):
            each["values"] = [entry["value"] for entry in each["moves"]]
        for field in ("value", "exact", "remoteness", "depth", "values"):
            assert result[field] == reported[field], field
    counted = run_json("perft", spec(owner), "5")["sequences"]
    assert counted == run_json("perft", spec(Heaps), "5")["sequences"]
    solved = [run_json("solve", spec(each), "--out", str(tmp_path / each.__name__))
              for each in (owner, Heaps)]  # fmt: skip
    for field in ("states", "canonical_states", "wins", "losses", "value", "remoteness"):
        assert solved[0][field] == solved[1][field], field
    database = str(tmp_path / owner.__name__)
    assert run_json("probe", database, "--game", spec(owner))["remoteness"] == 5
    assert run_json("verify", database, "--game", spec(owner))["faults"] == []
    shutil.rmtree(database)


@pytest.mark.usefixtures("plain")
@pytest.mark.parametrize("owner", (*PLAYED, *COMPILED, WithIntEnum, HugeInts))
def test_odd_games_get_through_every_command(run, run_json, tmp_path, owner):
    move = run_json("analyze", spec(owner), "--depth", "1")["best_moves"][0]
    for line in RUNS:
        given = {"{game}": spec(owner), "{out}": str(tmp_path), "{moves}": move}
        status, _, message = run(*(_fill_in(word, given) for word in line.split()))
        assert (status, "Traceback" in message) == (0, False), (line, message)


@pytest.mark.usefixtures("plain")
@pytest.mark.parametrize("owner", (*PLAYED, *COMPILED))
def test_odd_games_have_values_or_are_refused_in_one_line(run, owner):
    status, _, message = run("value", spec(owner), "--positions", "50")
    assert status == 0 or (status, message.count("\n")) == (2, 1)


def _fill_in(word: str, given: dict[str, str]) -> str:
    for name, value in given.items():
        word = word.replace(name, value)
    return word


@pytest.mark.parametrize("owner", REFUSED)
def test_what_cannot_be_hashed_is_refused_before_anything_runs(run, tmp_path, owner):
    for line in ("analyze {game}", "perft {game} 6", "solve {game} --out {out}/db", *RUNS):
        given = {"{game}": spec(owner), "{out}": str(tmp_path), "{moves}": "1"}
        status, out, message = run(*(_fill_in(word, given) for word in line.split()))
        assert (status, out) == (2, "") and REFUSED[owner] in message, line
        assert message.startswith("zermelo: ") and message.count("\n") == 1
    assert list(tmp_path.iterdir()) == []

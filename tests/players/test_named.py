"""Players by name: every kind of them, legal choices repeatable by seed, their depth and time."""

import pytest

import zermelo
from matching import ISOLATION, TICTACTOE, play_fixture, play_match
from toys import Tug
from zermelo.contract.arguments import DEEPEST
from zermelo.errors import ContractError, UsageError
from zermelo.play.player import Person, Terms
from zermelo.players.byname import STORED, player_spec, seat
from zermelo.players.kinds import HELP, KINDS, LIMITS, OURS
from zermelo.players.search import Search, depth_to_end
from zermelo.search.analyze import ALGORITHMS
from zermelo.search.clock import Limits
from zermelo.search.textbook import UNLIMITED
from zermelo.spec import parse_game


@pytest.mark.parametrize(
    "name",
    [
        *("engine:nodes=200", "engine:depth=2", "engine:seconds=0.01", "mcts:nodes=50"),
        *("minimax:depth=2", "alphabeta:depth=3", "alphabeta:nodes=100", "memo:depth=2"),
        *("greedy", "random", "first", "level:1,nodes=50", "minimax:depth=1, width=4"),
    ],
)
def test_every_kind_of_player_plays(name):
    record = play_fixture(ISOLATION, name, "random")
    assert not record.forfeited and record.result in (-1, 1)
    if name not in ("random", "first"):
        thought = record.moves[0]
        assert (thought.nodes is None) == ("width" in name and thought.value is None)


@pytest.mark.parametrize(
    "wrong",
    [
        *("", "nobody", "engine:speed=3", "engine:depth=0", "engine:depth=x"),
        *("engine:seconds=-1", "engine:nodes=1.5", "engine:(", "engine:3", "random:depth=2"),
        *("level", "level:0", "level:13", "level:2,depth=3", "mcts:depth=2", "no.py:name"),
        *("exec:", "exec:no_such_program_here", "exec:'", "database:nowhere", "greedy"),
        *("engine:depth=1,__import__('os')", "minimax:width=4"),
    ],
)
def test_what_names_no_player_is_refused_in_one_line(refused, wrong):
    refused("match", "tictactoe", wrong, "random", "--games", "2")


def test_a_file_without_the_player_is_refused(file):
    with pytest.raises(UsageError, match="no player nobody; it has first, last_as_text"):
        play_match(TICTACTOE, f"{file}:nobody", "first")
    (file.parent / "empty.py").write_text("x = 1\n")
    with pytest.raises(UsageError, match="has several players: first, last_as_text"):
        play_match(TICTACTOE, str(file), "first")
    with pytest.raises(UsageError, match="it should have choose"):
        play_match(TICTACTOE, str(file.parent / "empty.py"), "first")


def test_parameters_that_make_another_game_and_mistyped_limits_are_refused():
    with pytest.raises(UsageError, match="would change the game's rules"):
        play_match(ISOLATION, "minimax:depth=1,width=5", "first")
    for rule in ("flying=False", "several=True", "lasker=True"):
        with pytest.raises(UsageError, match="would change the game's rules"):
            player_spec(f"minimax:depth=1,{rule}", Terms(zermelo.game("morris")))
    player_spec("minimax:depth=1,flying=True,mills=7", Terms(zermelo.game("morris")))
    with pytest.raises(UsageError, match="unknown option dpth; did you mean depth"):
        player_spec("engine:dpth=3", Terms(TICTACTOE))
    with pytest.raises(UsageError, match="seconds should be a number above 0"):
        player_spec("engine:seconds=1e999", Terms(TICTACTOE))


TERMS = Terms(zermelo.game("tictactoe"), native=False)
EXAMPLES = {
    "selective": "0",
    "rave": "9",
    "priors": "1",
    "reuse": "0",
    "depth": "1",
    "nodes": "20",
    "seconds": "0.01",
    "limit": "1",
    "rate": "0.5",
    "endgames": "'nowhere'",
    "book": "'nowhere'",
    "weights": "'nowhere'",
}


def test_every_search_is_a_player_and_the_help_names_every_kind():
    assert set(ALGORITHMS) <= set(OURS)
    assert all(name in HELP for name in KINDS)
    assert set(EXAMPLES) == set(LIMITS)


@pytest.mark.parametrize("name", [name for name in OURS if not KINDS[name].needs])
def test_a_kind_takes_the_limits_of_the_table_and_no_others(name):
    kind = KINDS[name]
    base = f"{name}:1," if kind.number else f"{name}:"
    for limit, example in EXAMPLES.items():
        text = f"{base}{limit}={example}"
        if limit in kind.takes:
            assert player_spec(text, TERMS).name == text
        else:
            with pytest.raises(UsageError):
                player_spec(text, TERMS)


@pytest.mark.parametrize("name", [name for name in KINDS if name not in (*OURS, *STORED)])
def test_a_saved_game_names_no_program(name):
    with pytest.raises(UsageError, match="unknown opponent"):
        seat(f"{name}:true", TERMS)


GAME = zermelo.game("morris")


@pytest.fixture
def searched(monkeypatch) -> list[float | None]:
    """The seconds allowed to every search; each search ends at once."""
    asked: list[float | None] = []
    analysis = zermelo.analyze(GAME, nodes=200, native=False)

    def analyze_within(limits, *_, **__):
        asked.append(limits.seconds and round(limits.seconds, 3))
        return analysis

    monkeypatch.setattr("zermelo.players.search.analyze_within", analyze_within)
    return asked


def test_what_was_pondered_is_taken_from_the_time_to_choose(searched):
    player, state = Search(Limits(seconds=1.1), native=False), GAME.start()
    while player.ponder(GAME, state, 0.25):
        pass
    player.choose(GAME, state)
    assert searched == [0.25] * 4 + [pytest.approx(0.1)]
    player = Search(Limits(seconds=0.3), native=False)
    assert player.ponder(GAME, state, 0.25)
    player.analysis(GAME, GAME.play(state, next(iter(GAME.moves(state)))))  # another position
    assert searched[-2:] == [0.25, 0.3]


@pytest.mark.parametrize(
    "player", [Search(Limits(depth=3)), Search(Limits(seconds=9), algorithm="alphabeta")]
)
def test_what_is_not_limited_in_time_or_keeps_no_table_is_searched_at_once(player, searched):
    assert not player.ponder(GAME, GAME.start(), 0.25)
    assert searched == []


def test_a_person_is_never_asked_to_choose():
    with pytest.raises(ContractError):
        Person().choose(TICTACTOE, TICTACTOE.start())


def test_the_seed_chooses_among_all_the_best_moves():
    game = zermelo.game("nim(rows=[1, 1, 1])")  # every move wins
    start = game.start()
    chosen = {Search(native=False, seed=seed).choose(game, start) for seed in range(12)}
    assert {game.format_move(start, move) for move in chosen} == {"0,1", "1,1", "2,1"}


def test_an_analysis_asked_for_again_is_not_searched_again():
    search = Search(native=False)
    first = search.analysis(TICTACTOE, TICTACTOE.start())
    assert search.analysis(TICTACTOE, TICTACTOE.start()) is first


def test_without_a_depth_they_look_to_the_end_of_games_that_have_one():
    nim, tug = parse_game("nim"), Tug(tiered=False)
    assert depth_to_end(nim, nim.start()) == UNLIMITED
    assert depth_to_end(tug, tug.start()) == DEEPEST  # it can go on for ever

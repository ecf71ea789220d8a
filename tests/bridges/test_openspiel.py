"""Our games in OpenSpiel, which passes its own tests there, and OpenSpiel's games here."""

import contextlib
import io
import pickle
import random

import numpy as np
import pytest

import zermelo
from oracles import mirrored
from toys import Again
from walking import after, random_game
from walking import texts as texts_at
from zermelo.draw.text import draw
from zermelo.errors import SpecError, TextError
from zermelo.games import BUILT_IN
from zermelo.laws.twins import Comparison
from zermelo.play.history import DrawRules

pyspiel = pytest.importorskip("pyspiel")
from open_spiel.python.algorithms import mcts, minimax  # noqa: E402

from zermelo.bridges.openspiel import register  # noqa: E402

SMALL = {
    "amazons": "amazons(size=4)",
    "breakthrough": "breakthrough(width=4, height=5)",
    "gomoku": "mnk(width=5, height=5, k=4)",
    "hex": "hex(size=4)",
    "morris": "morris(men=3)",
    "othello": "othello(size=4)",
}
PAIRS = {
    "tictactoe": "tic_tac_toe",
    "connectfour": "connect_four",
    "othello": "othello",
    "breakthrough": "breakthrough",
    "hex(size=5)": "hex(board_size=5)",
    "kalah": "mancala",
    "dotsandboxes": "dots_and_boxes(num_rows=3,num_cols=3)",
    "amazons(size=6)": "amazons(board_size=6)",
    "clobber": "clobber(rows=6,columns=5)",
    "ultimate": "ultimate_tic_tac_toe",
}


def texts_of(game):
    return texts_at(game, game.start())


def loaded(spec, **given):
    return pyspiel.load_game(register(zermelo.game(spec), **given))


@pytest.mark.parametrize("name", BUILT_IN)
def test_openspiels_own_tests_pass(name):
    game = loaded(SMALL.get(name, name), draws=DrawRules(cap=60))
    with contextlib.redirect_stdout(io.StringIO()):
        pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)
    from open_spiel.python.algorithms import generate_playthrough  # which loads scipy

    played = generate_playthrough.playthrough(game.get_type().short_name, None, seed=1)
    assert "returns()" in played.lower()


def test_the_game_and_a_state_after_a_thousand_moves_can_be_pickled():
    game = loaded("ponghauki", draws=DrawRules(repetitions=None, cap=1000))
    state = game.new_initial_state()
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[0])
    again = pickle.loads(pickle.dumps(state))
    assert (str(again), again.history()) == (str(state), state.history())
    assert pickle.loads(pickle.dumps(game)).get_type().short_name == game.get_type().short_name


def test_a_game_has_one_name_and_another_game_another():
    name = register(zermelo.game("nim(rows=[2, 3])"))
    assert name == register(zermelo.game("nim(rows=[2, 3])")) == "zermelo_nim_rows_2_3"
    assert register(zermelo.game("nim(rows=[2])")) == "zermelo_nim_rows_2"
    assert register(zermelo.game("nim(rows=[2])"), draws=DrawRules(cap=9)) == "zermelo_nim_rows_2_2"
    own = pyspiel.load_game(register(Again(size=5)))
    assert own.num_distinct_actions() == 3 and own.new_initial_state().current_player() == 0


def test_games_without_end_are_drawn_as_in_a_match_and_say_how_long_they_are():
    game = loaded("morris(men=3)", draws=DrawRules(repetitions=2, cap=40))
    state, chance = game.new_initial_state(), random.Random(3)
    while not state.is_terminal():
        state.apply_action(chance.choice(state.legal_actions()))
    assert game.max_game_length() == 40 and len(state.history()) <= 40
    assert loaded("connectfour").max_game_length() == 42
    there_and_back = loaded("foxandgeese(size=4)").new_initial_state()
    assert there_and_back.get_game().max_game_length() == 1000


def test_their_algorithms_agree_with_ours():
    for spec, texts in ("tictactoe", "b2 a3"), ("tictactoe", "a3 b3"), ("nim(rows=[1, 2, 3])", ""):
        rules, state = zermelo.game(spec), loaded(spec).new_initial_state()
        for text in texts.split():
            state.apply_action(state.string_to_action(text))
        value, _ = minimax.alpha_beta_search(state.get_game(), state=state)
        analysis = zermelo.analyze(rules, after(rules, texts), native=False)
        assert analysis.exact and value == mirrored(analysis.value, analysis.player == 0)


def test_their_tree_search_finds_the_move_that_wins():
    state, seeded = loaded("tictactoe").new_initial_state(), np.random.RandomState(0)
    for text in ("a3", "b2", "b3", "c1"):
        state.apply_action(state.string_to_action(text))
    bot = mcts.MCTSBot(
        state.get_game(), 2, 100, mcts.RandomRolloutEvaluator(1, seeded), random_state=seeded
    )
    assert state.action_to_string(bot.step(state)) == "c3"


def test_a_position_is_seen_as_tensor_and_as_text():
    state = loaded("connectfour").new_initial_state()
    state.apply_action(2)
    tensor = np.reshape(state.observation_tensor(0), state.get_game().observation_tensor_shape())
    assert tensor.shape == (3, 6, 7) and tensor[0, 5, 2] == 1 and tensor[2].all()
    text = "......./......./......./......./......./..X...."
    assert str(state) == state.observation_string(1) == text


@pytest.mark.parametrize(("ours", "theirs"), PAIRS.items())
def test_rules_agree_with_openspiels(ours, theirs):
    pair = Comparison(zermelo.game(ours), zermelo.game(f"openspiel:{theirs}"))
    chance = random.Random(ours)
    assert [pair.in_random_game(chance)[1] for _ in range(3)] == [None] * 3


def test_checkers_ends_sooner_there_where_nothing_is_taken():
    pair = Comparison(zermelo.game("checkers"), zermelo.game("openspiel:checkers"))
    chance = random.Random(0)
    result = [pair.in_random_game(chance)[1] for _ in range(20)]
    assert {one.there for one in result if one} <= {"the game is over"}


def test_moves_with_other_texts_are_paired_by_the_boards_they_lead_to():
    pair = zermelo.game("tictactoe"), zermelo.game("openspiel:mnk(m=3,n=3,k=3)")
    assert {*texts_of(pair[0])}.isdisjoint(texts_of(pair[1]))
    assert Comparison(*pair).in_random_game(random.Random(2))[1] is None
    shown = Comparison(*pair[:1], zermelo.game("openspiel:mnk(m=3,n=3,k=2)")).difference(
        random.Random(0)
    )
    assert shown.shortest and len(shown.moves) == 3 and shown.there == "the game is over"


@pytest.mark.parametrize("theirs", ["tic_tac_toe", "mancala", "chess", "clobber(rows=3,columns=3)"])
def test_a_game_of_openspiels_is_drawn_and_played_here(theirs):
    game, chance = zermelo.game(f"openspiel:{theirs}"), random.Random(1)
    assert zermelo.game(str(game)) == game
    state = game.start()
    for _ in range(4):
        picture = game.picture(state)
        assert sorted([*picture.clicks, *picture.buttons]) == sorted(game.moves(state))
        assert draw(picture) and game.parse_state(game.format_state(state)) == state
        assert all(
            game.parse_move(state, game.format_move(state, m)) == m for m in game.moves(state)
        )
        state = game.play(state, chance.choice([*game.moves(state)]))
    with pytest.raises(TextError, match="is not a legal action"):
        game.parse_state("99999")


def test_its_searches_run_plain_and_say_nothing_about_it(recwarn):
    game = zermelo.game("openspiel:tic_tac_toe")
    analysis = zermelo.analyze(game, after(game, "b2 b3 a3"), native=True)
    assert analysis.value == -1 and analysis.best_moves and not analysis.native
    assert [*recwarn] == []


@pytest.mark.parametrize(
    ("spec", "said"),
    [
        ("kuhn_poker", "is not supported: games here have no chance"),
        ("matching_pennies_3p", "is not supported: games here have"),
        ("othelo", "OpenSpiel: unknown game othelo; did you mean othello?"),
        ("hex(foo=3)", "has no parameter foo; it takes board_size"),
        ("hex(board_size=x)", "OpenSpiel says"),
        ("", "OpenSpiel: unknown game nothing"),
    ],
)
def test_what_is_no_game_of_the_kind_is_refused_in_one_line(spec, said):
    with pytest.raises(SpecError) as error:
        zermelo.game(f"openspiel:{spec}")
    assert said in str(error.value) and "\n" not in str(error.value)


def test_what_a_game_has_forgotten_is_played_anew(monkeypatch):
    monkeypatch.setattr("zermelo.bridges.openspiel.KEPT", 3)
    game = zermelo.game("openspiel:othello")
    *before, state = random_game(game, random.Random(0))
    assert len(before) > 50 and game.parse_state(game.format_state(state)) == state

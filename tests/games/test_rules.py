"""Every game: rules, counts, texts and pictures; tests of `draw` and `notebook` play each, too."""

import asyncio

import httpx
import pytest

import oracles
import zermelo
from facts import FACTS, at_positions, every
from walking import after, moves_of, random_histories, sequences, texts
from zermelo import LOSS, WIN
from zermelo.errors import ParameterError, TextError
from zermelo.games import BUILT_IN
from zermelo.play.session import Session
from zermelo.players.search import FirstMove
from zermelo.spec import parse_game
from zermelo.trees.page import tree_page
from zermelo.web.app import Web

ORACLES, SMALL, REFUSED = every("oracles"), every("small"), every("refused")
PERFT = every("perft")
MOST = 60_000  # sequences that are counted; tests/search/test_perft.py counts on, compiled


@pytest.mark.parametrize("spec", ORACLES)
def test_random_play_agrees_with_the_oracle(spec):
    game, rules = parse_game(spec), ORACLES[spec]
    for history in random_histories(rules, 12, spec):
        state = after(game, history)
        assert texts(game, state) == moves_of(rules, history)
        assert game.move_count(state) == len(moves_of(rules, history))
        assert game.outcome(state) == rules.outcome(history)
        assert game.player(state) == rules.player(history)
        text = rules.text(history)
        assert game.format_state(state) == text and game.parse_state(text) == state
        assert LOSS < game.evaluate(state) < WIN


@pytest.mark.parametrize("spec", SMALL)
def test_small_games_have_the_value_of_naive_minimax(spec):
    game = parse_game(spec)
    assert oracles.worth_of(game, False)(game.start()) == oracles.solve(SMALL[spec])[0]


@pytest.mark.parametrize("spec", REFUSED)
def test_parameters_that_make_no_game_are_refused(spec):
    with pytest.raises(ParameterError, match=REFUSED[spec]) as caught:
        parse_game(spec)
    assert "\n" not in str(caught.value)


@pytest.mark.long
@pytest.mark.parametrize("spec", PERFT)
def test_sequences_are_those_of_the_reference(spec):
    game, expected = parse_game(spec), PERFT[spec].sequences
    depths = [d for d, count in enumerate(expected, 1) if count <= MOST]
    assert [sequences(game, game.start(), d) for d in depths] == [expected[d - 1] for d in depths]


@pytest.mark.parametrize("spec", [spec for spec in PERFT if PERFT[spec].distinct])
def test_distinct_positions_are_those_of_the_reference(spec):
    game, expected = parse_game(spec), PERFT[spec].distinct
    states, counts = {game.start()}, []
    while len(counts) < len(expected) and len(states) <= 15_000:
        states = {game.play(state, move) for state in states for move in game.moves(state)}
        counts.append(len(states))
    assert counts == expected[: len(counts)]


@pytest.mark.parametrize("spec", ORACLES)
def test_the_oracle_counts_the_same_sequences(spec):
    game, rules = parse_game(spec), ORACLES[spec]
    depth, counted = 1, (first := oracles.sequences(rules, 1))
    while depth < 6 and counted < 500 and counted * first < 20_000:
        depth += 1
        counted = oracles.sequences(rules, depth)
        assert sequences(game, game.start(), depth) == counted


def test_moves_are_read_in_any_white_space():
    game = parse_game("nim")
    assert game.format_move(game.start(), game.parse_move(game.start(), " 3 , 7\n")) == "3,7"


@pytest.mark.parametrize(("spec", "text", "why"), at_positions("impossible"))
def test_positions_that_no_play_leads_to_are_refused(spec, text, why):
    game = parse_game(spec)
    if not why:
        assert game.format_state(game.parse_state(text)) == text
        return
    with pytest.raises(TextError, match=why) as caught:
        game.parse_state(text)
    assert "\n" not in str(caught.value)


def test_a_drawing_has_as_many_lines_as_it_likes():
    game = parse_game(f"hackenbush(drawing='0{30 * 'B'}')")
    strings = game.picture(game.start()).strings
    assert sum(player < 2 for player, _, _ in strings) == 30  # beside the ground


@pytest.mark.parametrize(("spec", "moves", "complete"), at_positions("complete"))
def test_complete_lines_are_marked(spec, moves, complete):
    game = parse_game(spec)
    state = game.start()
    for move in moves.split():
        assert not game.picture(state).complete
        state = game.play(state, game.parse_move(state, move))
    result = game.picture(state).complete
    assert sorted(map(sorted, result)) == sorted(map(sorted, complete))


@pytest.fixture
def few(monkeypatch) -> None:
    """The check looks at a few positions only: all of them take a minute in Pentago."""
    monkeypatch.setattr("zermelo.laws.check.NEAREST", 4)
    monkeypatch.setattr("zermelo.laws.suspicions.GAMES", 1)
    monkeypatch.setattr("zermelo.laws.subject.PLIES", 1)


@pytest.mark.long
@pytest.mark.parametrize("name", BUILT_IN)
def test_every_game_works_everywhere(name, few):
    spec, record = FACTS[name].record
    game, moves = zermelo.game(spec), record.split()
    late = after(game, moves[:-1])
    check_whole(game)
    analyse_last(game, late, moves[-1])
    play_and_match(game, moves)
    asyncio.run(on_the_page(spec, moves))
    as_a_tree(game, late)


def check_whole(game) -> None:
    findings = zermelo.check(game, games=1, native=False)
    assert findings.sound, findings.faults
    assert len(findings.suspicions) <= 1, findings.suspicions
    assert {"moves", "move texts", "state texts", "pictures"} <= set(findings.laws)


def analyse_last(game, late, last: str) -> None:
    """The last move of the record is there, and its worth is that of the end."""
    analysis = zermelo.analyze(game, late, depth=1, algorithm="minimax", native=False)
    end = game.play(late, game.parse_move(late, last))
    same = game.player(end) == game.player(late)
    (entry,) = (entry for entry in analysis.moves if entry.move == last)
    assert entry.value == game.outcome(end) * (1 if same else -1)


def play_and_match(game, moves) -> None:
    session = Session(game, (FirstMove(), FirstMove()))
    for move in moves:
        session.move(move)
    assert session.over and session.outcome and session.history == moves
    done = zermelo.match(game, "random", "first", games=2, cap=60, native=False)
    assert done.score.games == 2 and not done.forfeits


async def on_the_page(spec, moves) -> None:
    """The JSON that the page has of the server's, and what it sends."""
    web = Web(native=False)
    transport = httpx.ASGITransport(web.application())
    async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
        fields = {"game": spec, "players": ["human", "human"], "moves": moves[:-1]}
        opened = (await client.post("/api/sessions", json=fields)).json()
        way = f"/api/sessions/{opened['key']}"
        answer = await client.post(f"{way}/move", json={"move": moves[-1]})
        assert answer.status_code == 200, answer.text
        assert (await client.get(way)).json()["history"] == moves
        assert (await client.get(f"{way}/exported")).status_code == 200
        assert (await client.get(f"{way}/node/0")).status_code == 200
    await asyncio.to_thread(web.thinker.close)


def as_a_tree(game, late) -> None:
    trace = zermelo.trace(game, late, depth=1, algorithm="minimax")
    assert len(trace) == 1 + len(list(game.moves(late)))
    assert str(game) in tree_page(trace)

"""Engines of other people's in our matches, by UGI and UCI."""

import contextlib
import random
import sys
import textwrap

import pytest

import zermelo
from fairy import PROGRAM, Fairy
from matching import TICTACTOE, played
from walking import texts
from zermelo import ONGOING
from zermelo.errors import CapabilityError, UsageError
from zermelo.players.playerspec import Terms
from zermelo.players.protocols import VARIANTS, chess_notation, engine_player

fairy_there = pytest.mark.skipif(PROGRAM is None, reason="there is no fairy-stockfish")
OURS = f"ugi:env ZERMELO_NATIVE=off {sys.executable} -m zermelo engine tictactoe"


@pytest.fixture
def engine(tmp_path):
    """Makes a program that answers lines as a dict says, by their first words."""

    def make(**answers: str) -> str:
        path = tmp_path / "engine.py"
        path.write_text(
            textwrap.dedent(f"""
            import sys
            answers = dict(ugi="ugiok", isready="readyok") | {answers!r}
            with open({str(tmp_path / "told")!r}, "a") as told:
                for line in sys.stdin:
                    told.write(line)
                    told.flush()
                    word = line.split()[0]
                    if answers.get(word) == "leave":
                        sys.exit(3)
                    if word in answers:
                        print(answers[word], flush=True)
            """)
        )
        return f"ugi:{sys.executable} {path}"

    return make


def test_our_own_engine_plays_by_ugi_and_does_not_lose():
    record = played(TICTACTOE, f"{OURS}; depth=9", "random")
    assert not record.forfeited and record.result >= 0


def test_what_an_engine_is_told(engine, tmp_path):
    record = played(TICTACTOE, "first", engine(go="bestmove c1") + "; Skill Level=3; nodes=50")
    reported = (tmp_path / "told").read_text().splitlines()
    assert reported[:4] == ["ugi", "setoption name Skill Level value 3", "uginewgame", "isready"]
    assert reported[4:6] == ["position startpos moves a3", "go nodes 50"]
    assert [move.move for move in record.moves[:2]] == ["a3", "c1"]
    assert record.reason == "illegal move: c1 is no legal move here"


@pytest.mark.parametrize(
    ("answers", "reason"),
    [
        ({"go": "leave"}, "crash: the engine has ended"),
        ({"go": "bestmove"}, "illegal move: "),
        ({"go": "info string hm"}, "time: no bestmove in 0.2 s"),
        ({"ugi": "leave"}, "crash: the engine has ended"),
    ],
)
def test_a_fault_of_an_engine_loses_the_game(engine, answers, reason):
    clock = 0.2 if "info" in answers.get("go", "") else None
    record = played(TICTACTOE, engine(**answers) + "; depth=1", "first", clock=clock)
    assert record.forfeited and record.reason.startswith(reason) and record.result == -1


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("ugi:no-such-program", "there is no such program"),
        ("uci:", "there is no such program"),
        ("ugi:'", "is no command"),
        (f"ugi:{sys.executable}; depth", "depth is no option"),
        (f"ugi:{sys.executable}; seconds=0.1", "write its time as movetime, in milliseconds"),
        (f"ugi:{sys.executable}; depth=0", "depth is a whole number from 1 on"),
    ],
)
def test_what_names_no_engine_is_refused_in_one_line(text, said):
    with pytest.raises(UsageError, match=said):
        engine_player(text, Terms(TICTACTOE))


def test_a_game_without_chess_notation_is_not_for_uci():
    with pytest.raises(CapabilityError, match="UCI has no notation for hex"):
        engine_player(f"uci:{sys.executable}", Terms(zermelo.game("hex")))


@pytest.mark.parametrize("spec", VARIANTS)
def test_chess_notation_is_read_back(spec):
    game, chance = zermelo.game(spec), random.Random(spec)
    state, notation = game.start(), chess_notation(zermelo.game(spec))
    for _ in range(12):
        assert notation.parse_state(notation.format_state(state)) == state
        moves = list(game.moves(state))
        texts = [notation.format_move(state, move) for move in moves]
        assert [notation.parse_move(state, text) for text in texts] == moves
        state = game.play(state, chance.choice(moves))
        if game.outcome(state) != ONGOING:
            break


@fairy_there
@pytest.mark.parametrize("spec", ["breakthrough", "clobber"])
def test_fairy_stockfish_plays_by_our_rules_and_beats_random(spec):
    game = zermelo.game(spec)
    for opening in ((), tuple(texts(game, game.start())[-1:])):
        record = played(game, f"uci:{PROGRAM}; depth=3", "random", opening)
        assert not record.forfeited and record.result == 1


@fairy_there
@pytest.mark.parametrize("spec", ["breakthrough", "clobber"])
def test_fairy_stockfish_plays_our_searches_with_both_colours(spec):
    players = f"uci:{PROGRAM}; depth=2", "alphabeta:depth=2"
    records = [played(zermelo.game(spec), *order) for order in (players, players[::-1])]
    assert all(not record.forfeited and record.result in (-1, 1) for record in records)


@fairy_there
@pytest.mark.parametrize("spec", ["breakthrough", "clobber"])
def test_fairy_stockfish_counts_as_many_sequences_of_moves(spec):
    game, notation, fairy = zermelo.game(spec), chess_notation(zermelo.game(spec)), Fairy(spec)
    state, chance = game.start(), random.Random(1)
    with contextlib.closing(fairy):
        for _ in range(4):
            ours = zermelo.perft(game, 2, state=state, native=False).sequences
            position = f"fen {notation.format_state(state)}"
            assert list(ours) == [fairy.perft(position, plies) for plies in (1, 2)]
            for _ in range(2):
                state = game.play(state, chance.choice(list(game.moves(state))))

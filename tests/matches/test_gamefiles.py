"""Games in the formats of other programs are replayed; the move that breaks a rule is named."""

import json
import struct
from random import Random

import pytest

import zermelo
from zermelo.cli import main
from zermelo.matches.gamefiles import Played, Unread, games_in

MATE = ["e4", "e5", "Qh5", "Nc6", "Bc4", "Nf6", "Qxf7#"]
BOOK = ["book", "chess", "--games", "some.pgn", "--plies", "2"]
LETTERS = "abcdefghijklmno"


def drawn(spec: str, seed: int, most: int = 150):
    """The texts and points of the moves of a random game, and its last state."""
    game, chance = zermelo.game(spec), Random(seed)
    state, texts, points = game.start(), [], []
    while game.outcome(state) == zermelo.ONGOING and len(texts) < most:
        move = chance.choice(list(game.moves(state)))
        texts.append(game.format_move(state, move))
        points.append(game.picture(state).clicks.get(move))
        state = game.play(state, move)
    return texts, points, state


def pgn(texts, points) -> bytes:
    moves = [f"{1 + ply // 2}. {text}" if ply % 2 == 0 else text for ply, text in enumerate(texts)]
    moves[3:3] = ["{said (twice)}", "( 2. Ke9 ( 2. x ) y )", "$3", "; rest of the line\n"]
    heads = '[Event "e"]\n[White "A \\"B\\""]\n[Black "C"]\n[Result "1-0"]\n\n'
    return f"{heads}{' '.join(moves)} 1-0\n".encode()


def pdn(texts, points) -> bytes:
    return b'[GameType "21"]\n' + pgn([*texts], points)


def sgf(number: int, size: int, texts, points) -> bytes:
    places = ["" if at is None else "".join(LETTERS[i] for i in (at[0] % size, at[0] // size))
              for at in points]  # fmt: skip
    moves = [f";{'BW'[ply % 2]}[{place}]" for ply, place in enumerate(places)]
    moves[2:2] = ["C[a \\] (;B[aa\\])]", "("]
    main = "".join(moves)
    return f"(;FF[4]GM[{number}]SZ[{size}]PB[x]RE[B+3.5]{main})(;B[zz]))".encode()


def ggf(texts, points) -> bytes:
    rows = " ".join(["-" * 8] * 3 + ["---O*---", "---*O---"] + ["-" * 8] * 3)
    moves = "".join(f"B[{'PA' if text == 'pass' else text.upper()}//0.5]" for text in texts)
    return f"(;GM[Othello]PB[x]RE[+12.00]TY[8]BO[8 {rows} *]{moves};)".encode()


def wthor(texts, points) -> bytes:
    moves = bytes(
        10 * int(text[1]) + 1 + LETTERS.index(text[0]) for text in texts if text != "pass"
    )
    head = struct.pack("<4BI2H4B", 20, 20, 1, 1, 1, 0, 2020, 8, 0, 0, 0)
    return head + struct.pack("<3H2B60s", 1, 2, 3, 40, 40, moves.ljust(60, b"\0"))


FORMATS = {
    "a.pgn": ("chess", pgn),
    "a.pdn": ("checkers", pdn),
    "go.sgf": ("go(size=5)", lambda *of: sgf(1, 5, *of)),
    "othello.sgf": ("othello", lambda *of: sgf(2, 8, *of)),
    "gomoku.sgf": ("gomoku", lambda *of: sgf(4, 15, *of)),
    "hex.sgf": ("hex(size=7)", lambda *of: sgf(11, 7, *of)),
    "a.ggf": ("othello", ggf),
    "WTH_2020.wtb": ("othello", wthor),
    "list.txt": ("connectfour", lambda texts, _: "".join(texts).encode()),
}


@pytest.mark.parametrize("name", FORMATS)
def test_a_game_is_played_back_from_each_format(name):
    spec, write = FORMATS[name]
    for seed in range(4):
        texts, points, last = drawn(spec, seed)
        if name == "othello.sgf" and "pass" in texts:
            continue  # after a pass its colours do not alternate
        (game,) = games_in(name, write(texts, points), zermelo.game(spec))
        assert isinstance(game, Played), game
        assert str(game.game) == str(zermelo.game(spec)) and [*game.states()][-1] == last
        again = games_in("again", json.dumps(game.as_dict()).encode())
        assert [each.moves for each in again] == [game.moves]
    assert game.result in {"a.pgn": [1], "a.pdn": [-1]}.get(name, [-1, 0, 1, None])


ODD = {  # name: (content, moves, the first player)
    "bare.pgn": (b"1. e4 e5 2. ... 2. Nf3\nNc6 1/2-1/2", "e4 e5 Nf3 Nc6", "?"),
    "ep.pgn": (
        b'[White "M\xfcller"]\n\n1. e4 a6 2. e5 d5 3. exd6e.p. *',
        "e4 a6 e5 d5 exd6",
        "M\xfcller",
    ),
    "wide.pgn": ('[White "A"]\n\n1. f3 e5 *'.encode("utf-16"), "f3 e5", "A"),
    "range.pdn": (b'[GameType "21"]\n[FEN "B:W21-32:B1-12."]\n\n1. 11-15 *', "11-15", "?"),
    "go.sgf": (b"(;GM[1]SZ[9:9];B[ee];W[resign])", "e5", "?"),
    "own.txt": (
        b'[Game "checkers"]\n[Player 1 "A"]\n[Player 2 "B"]\n[Start "%s"]\n\n1. 11-15'
        % zermelo.game("checkers").format_state(zermelo.game("checkers").start()).encode(),
        "11-15",
        "A",
    ),
}


@pytest.mark.parametrize("name", ODD)
def test_a_file_as_other_programs_write_it_is_read(name):
    content, moves, first = ODD[name]
    (game,) = games_in(name, content)
    assert isinstance(game, Played), game
    assert (" ".join(game.texts()), game.players[0]) == (moves, first)


WRONG = {
    b'[White "A"]\n\n1. e4 e5 2. Ke3 *\n\n[White "B"]\n\n1. e4 *': "game 1: ply 3, Ke3: Ke3 is no",
    b'[Variant "Atomic"]\n\n1. e4 *': "game 1: the variant Atomic is not supported",
    b"(;GM[1]SZ[5];B[aa];W[aa])": "game 1: ply 2, column 1, row 1: no move puts a piece there",
    b"(;GM[1]SZ[5]AB[aa];B[bb])": "game 1: it begins with stones on the board",
    b"(;GM[1]SZ[19];B[bb])": "game 1: go: size should be 1 to 9, not 19",
    b'[White "A"]\n[FEN "Q:Z99"]\n\n1. e4 *\n\n[White "B"]\n\n1. e4 *': "game 1: ",
    b"(;GM[7];)": "game 1: its game, GM[7], is not supported",
    b'{"game": "tictactoe"}': "game 1: it is not a game",
    b'[GameType "20"]\n\n1. 32-28 *': "game 1: GameType 20 is not supported",
    b"1,1 0,0": "game 1: the file does not name its game",
}


@pytest.mark.parametrize("content", WRONG)
def test_a_game_that_cannot_be_read_is_named_and_skipped(content):
    first, *others = games_in("a.pgn" if content.startswith(b"[White") else "file", content)
    assert isinstance(first, Unread) and WRONG[content] in str(first)
    assert all(isinstance(each, Played) for each in others)
    assert len(others) == content.count(b'White "B"')


def test_variations_comments_and_arrows_of_pgn_come_along_unless_one_is_unreadable():
    text = (
        '[White "A"]\n\n{At first} 1. e4 $1 e5!? {good; really [%clk 0:01:02]} 2. Nf3 '
        "(2. f4 exf4 (2... d5 {bold}) "
        "3. Nf3) 2... Nc6 ; to the end\n3. Bb5 {[%cal Gb5c6] pins} *"
    )
    (game,) = games_in("a.pgn", text.encode())
    assert game.chapter("chess")["moves"] == (
        "{At first} e4 e5 {good; really} Nf3 ( f4 exf4 ( d5 {bold} ) Nf3 ) Nc6 Bb5 {> 25-18} {pins}"
    )
    (game,) = games_in("a.pgn", b"1. e4 (1. zz) e5 {x} *")
    assert game.chapter("chess")["moves"] == "e4 e5"


@pytest.mark.parametrize(
    "content", [b"(;B[" + b"x" * 99, b"(;B[a" + b"a[" * 50, b'[a "', b"\n", b"{", b"("]
)
def test_long_hostile_files_end_soon(content):
    most = 300_000 // len(content)  # quadratic time would take hours
    for name in ("a.pgn", "a.sgf"):
        assert all(isinstance(each, Unread | Played) for each in games_in(name, content * most))


def test_hostile_content_raises_nothing():
    chance = Random(1)
    samples = [write(*drawn(spec, 1)[:2]) for spec, write in FORMATS.values()]
    for _ in range(200):
        content = bytearray(chance.choice(samples)[:300])
        for _ in range(chance.randrange(8)):
            content[chance.randrange(len(content))] = chance.randrange(256)
        for name in ("a.pgn", "a.sgf", "a.wtb", "a.txt"):
            assert all(isinstance(each, Played | Unread) for each in games_in(name, bytes(content)))


def test_the_command_writes_a_study_games_and_positions(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "some.pgn").write_bytes(pgn(MATE, None) * 12)
    for out in ("some.json", "some.jsonl", "some.txt"):
        assert main(["import", "some.pgn", "--out", out]) == 0
    assert "chess: 12 games, 12 won by player 1" in capsys.readouterr().out
    assert len(json.loads((tmp_path / "some.json").read_text())["chapters"]) == 12
    assert len((tmp_path / "some.txt").read_text().splitlines()) == 8
    assert main([*BOOK, "--out", "chess.book"]) == 0
    assert main(["verify", "some.json"]) == 0
    known = zermelo.Book("chess.book", zermelo.game("chess")).analysis()
    assert known.best_moves == ("e4",)

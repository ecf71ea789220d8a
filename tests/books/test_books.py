"""Opening books: their values are true, making one can resume, and players use them."""

import random
from pathlib import Path

import pytest

import zermelo
from ledgers import edit, forge, rows, values
from matching import TICTACTOE, play_fixture, play_match
from toys import Again, loopy_graph
from zermelo import Book, Game, books
from zermelo.books import shipped_book
from zermelo.books.book import Positions, verify_book
from zermelo.errors import ParameterError, UsageError
from zermelo.solver.probing.probe import known_score
from zermelo.solver.score import remoteness_of, value_of

NIM = zermelo.game("nim(rows=[1, 2, 2])")
ISOLATION = zermelo.game("isolation")
KALAH = zermelo.game("kalah(pits=2, seeds=2)")


def made(game: Game, path, **given) -> Book:
    return zermelo.book(game, path, **{"native": False, **given})


@pytest.fixture
def book(tmp_path) -> Book:
    return made(NIM, tmp_path / "nim.book", plies=2, exact=True)


@pytest.mark.parametrize("game", [NIM, ISOLATION, KALAH, Again()], ids=str)
def test_exact_values_are_those_of_the_solved_game(tmp_path, game):
    zermelo.solve(game, tmp_path / "solved", native=False)
    database = zermelo.Database(tmp_path / "solved", game)
    searched = made(game, tmp_path / "searched", plies=3, exact=True)
    stored = made(game, tmp_path / "stored", plies=3, database=database)
    positions = Positions(game, 3, 10_000, lambda message: None)
    assert len(positions.ply) == searched.as_dict()["exact"] == stored.as_dict()["positions"] > 7
    for state in positions.ply:
        score = known_score(database, state)
        for entry in (searched.entry(state), stored.entry(state)):
            assert (entry.value, entry.exact) == (value_of(score), True)
            assert entry.remoteness == remoteness_of(score)
    for state in (game.start(), positions.layers[1][0]):
        message, known = searched.analysis(state), zermelo.probe(database, state)
        for name in ("value", "best_moves", "remoteness"):
            assert getattr(message, name) == getattr(known, name)
        assert message.moves == known.moves and message.source == "book"


def test_what_leads_back_is_found_out_by_itself(tmp_path):
    game = loopy_graph(random.Random(4), 30)
    zermelo.solve(game, tmp_path / "solved", native=False)
    database = zermelo.Database(tmp_path / "solved", game)
    positions = Positions(game, 3, 100, lambda message: None)
    assert {positions.ply[state] for state in positions.leaves()} != {3}
    book = made(game, tmp_path / "graph", plies=3, database=database)
    for state in positions.ply:
        assert book.entry(state).value == value_of(known_score(database, state))


def test_a_position_is_known_in_all_its_symmetries(tmp_path):
    book = made(TICTACTOE, tmp_path / "three", plies=2, nodes=30)
    corners = [TICTACTOE.play(TICTACTOE.start(), move) for move in (0, 2, 6, 8)]
    assert len({book.entry(corner) for corner in corners}) == 1
    assert [row["positions"] for row in book.as_dict()["by_ply"]] == [1, 3, 12]
    assert not book.analysis().exact and len(book.analysis().moves) == 9
    assert book.analysis(TICTACTOE.parse_state("XO./X../...")) is None


def stopping(monkeypatch, module: str, name: str, after: int) -> None:
    """Interrupt the function at the call that follows `after` calls."""
    whole, calls = getattr(__import__(module, fromlist=[name]), name), []

    def counted(*given, **more):
        calls.append(given)
        if len(calls) > after:
            raise KeyboardInterrupt
        return whole(*given, **more)

    monkeypatch.setattr(f"{module}.{name}", counted)


def test_a_search_that_was_stopped_goes_on(tmp_path, monkeypatch, run):
    whole = made(NIM, tmp_path / "whole", plies=2, nodes=50)
    with monkeypatch.context() as patched:
        patched.setattr("zermelo.books.making.SAVED", 0.0)
        stopping(patched, "zermelo.books.making", "analyze_within", 2)
        begun = made(NIM, tmp_path / "begun", plies=2, nodes=50)
    assert (begun.complete, begun.progress.done) == (False, 2) and begun.analysis() is None
    assert "run the same command again to continue" in str(begun)
    with pytest.raises(UsageError, match="not finished"):
        Book(tmp_path / "begun")
    left = whole.progress.total - 2
    with monkeypatch.context() as patched:
        stopping(patched, "zermelo.books.making", "analyze_within", left)
        assert made(NIM, tmp_path / "begun", plies=2, nodes=50).complete
    assert rows(tmp_path / "begun") == rows(tmp_path / "whole")
    assert made(NIM, tmp_path / "begun", plies=2, nodes=50).complete  # and does not search again


def test_random_games_that_go_on_are_those_of_one_run(tmp_path, monkeypatch):
    given = {"plies": 2, "seed": 3}
    made(ISOLATION, tmp_path / "whole", playouts=300, **given)
    made(ISOLATION, tmp_path / "more", playouts=100, **given)
    with monkeypatch.context() as patched:
        patched.setattr("zermelo.books.making.SAVED", 0.0)
        stopping(patched, "zermelo.books.making", "name_of", 2)
        made(ISOLATION, tmp_path / "stopped", playouts=300, **given)
    for path in (tmp_path / "more", tmp_path / "stopped"):
        book = made(ISOLATION, path, playouts=300, **given)
        assert rows(path) == rows(tmp_path / "whole") and book.progress.done == 300
    start = book.entry(ISOLATION.start())
    replies = [row for row in rows(tmp_path / "whole") if row[1] == 1]
    assert start.games == sum(row[6] for row in replies) == 300
    for _, ply, value, exact, _, _, games, wins, losses in rows(tmp_path / "whole"):
        assert ply <= 2 and not exact and value == (wins - losses) / (games + 1)
    assert book.analysis().best_moves in (("b2", "b1"), ("a2", "c2", "a1", "c1"))


def test_few_random_games_say_nothing(tmp_path):
    book = made(ISOLATION, tmp_path / "few", plies=2, playouts=70)
    assert book.analysis() is not None  # 70 for six moves
    assert book.analysis(ISOLATION.play(ISOLATION.start(), 1)) is None


def test_players_look_into_a_book(tmp_path):
    path = tmp_path / "three"
    made(TICTACTOE, path, plies=3, exact=False, nodes=200)
    record = play_fixture(TICTACTOE, f"engine:depth=1,book='{path}'", "first")
    assert [move.nodes == 0 for move in record.moves[::2]][:3] == [True, True, False]
    done = play_match(TICTACTOE, f"engine:depth=1,book='{path}'", "first", games=2, plies=0)
    assert done.moving_first.losses == 0


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (("match", "nim", "random:book='{}'", "first"), "random takes no limits"),
        (("match", "nim", "mcts:book='{}'", "first"), "mcts takes no book"),
        (("match", "nim", "engine:book=3", "first"), "book should name a file"),
        (
            ("match", "tictactoe", "engine:book='{}'", "first"),
            "whose rules are not those of tictactoe",
        ),
        (("analyze", "nim", "--book", "nowhere"), "nowhere does not exist"),
        (("analyze", "nim(rows=[1, 2, 2])", "--by", "score", "--book", "{}"), "has only outcomes"),
        (("book", "nim(rows=[1, 2, 2])", "--plies", "3", "--out", "{}"), "with plies 2"),
        (("book", "nim", "--exact", "--depth", "3", "--out", "new"), "make a book in one way"),
        (("book", "nim", "--out", "{}/new"), "cannot use"),
        (("book", "nim", "--out", __file__), "has no opening book"),
    ],
)
def test_mistakes_are_one_line(refused, book, given, said):
    assert said in refused(*(each.format(book.path) for each in given))
    assert [entry.name for entry in book.path.parent.iterdir()] == ["nim.book"]


def test_the_command_makes_a_book_and_analyze_says_that_it_was_asked(
    read_output, run_json, tmp_path
):
    path, game = str(tmp_path / "nim.book"), "nim(rows=[1, 2, 2])"
    given = "book", game, "--plies", "2", "--exact", "--out", path
    made = run_json(*given)
    assert made["complete"] and made["exact"] == made["positions"]
    assert made["made"] == {"by": "search", "exact": True}
    answer = run_json("analyze", game, "--book", path)
    assert (answer["source"], answer["nodes"], answer["value"]) == ("book", 0, made["value"])
    later = "analyze", game, "--book", path, "--moves", "0,1 1,1", "--plain"
    assert "source" not in run_json(*later) and run_json(*later)["nodes"] > 0
    assert "looked up, not searched" in read_output("analyze", game, "--book", path)
    assert "by searches that proved each value" in read_output(*given)


def test_a_book_that_was_tampered_with_is_refused(book):
    whole = values(book.path)
    for row in ([], {}, 7, [1] * 9, [*whole[1], 0], *(wrong(whole[1], at) for at in range(9))):
        forge(book.path, [*whole[:-1], row])
        with pytest.raises(UsageError, match=r"is damaged: .* is not a position"):
            Book(book.path)
    for about in (None, [], {}, {**whole[0], "settings": {}}, {**whole[0], "progress": [1]}):
        forge(book.path, [about, *whole[1:]])
        with pytest.raises(UsageError, match="its game or its progress is missing"):
            Book(book.path)
    forge(book.path, whole[:-1])
    with pytest.raises(UsageError, match="its first entry gives another number of positions"):
        Book(book.path)
    forge(book.path, whole, b"zermelo: opening book, version 77")
    with pytest.raises(UsageError, match="of version 77; this version reads 2"):
        Book(book.path)
    for other in (b"SQLite format 3\0" + bytes(200), b"{}\n", b"\xff" * 50):
        book.path.write_bytes(other)
        with pytest.raises(UsageError, match="has no opening book"):
            Book(book.path)


def wrong(row: list, at: int) -> list:
    """A row with one field that no position can have."""
    return [*row[:at], "text" if at else 7, *row[at + 1 :]]


def test_no_flipped_bit_and_no_missing_end_or_part_of_a_book_goes_unnoticed(book):
    content = book.path.read_bytes()
    lines = content.splitlines(keepends=True)
    without = [b"".join(lines[:at] + lines[at + 1 :]) for at in range(1, len(lines))]
    swapped = b"".join([*lines[:2], lines[3], lines[2], *lines[4:]])
    for damaged in (*without, swapped, *(content[:at] for at in range(0, len(content), 7))):
        book.path.write_bytes(damaged)
        with pytest.raises(UsageError):
            Book(book.path)
    content, chance = book.path.read_bytes(), random.Random(29)
    for _ in range(300):
        damaged = bytearray(content)
        damaged[chance.randrange(len(content))] ^= 1 << chance.randrange(8)
        book.path.write_bytes(damaged)
        with pytest.raises(UsageError):
            Book(book.path)


def test_a_book_that_is_being_made_is_locked_at_every_instant(book, monkeypatch):
    def tried(message: str) -> None:
        with pytest.raises(UsageError, match="another command is writing to it"):
            made(NIM, path, plies=2, nodes=40)
        tries.append(message)

    path, tries = book.path.with_name("other.book"), []
    monkeypatch.setattr("zermelo.books.making.SAVED", 0.0)
    monkeypatch.setattr("zermelo.books.making.WRITING", 0.0)
    made(NIM, path, plies=2, nodes=40, progress=tried)
    assert len(tries) > 3 and made(NIM, path, plies=2, nodes=40).complete


def test_a_book_of_a_file_of_ones_own_runs_no_python(tmp_path, monkeypatch):
    file = tmp_path / "mine.py"
    file.write_text("from zermelo.games.nim import Nim\nclass Mine(Nim):\n    '''Nim.'''\n")
    game = zermelo.game(f"{file}:Mine(rows=[1, 2])")
    made(game, tmp_path / "mine.book", plies=1, exact=True)
    with pytest.raises(UsageError, match="may not run Python"):
        Book(tmp_path / "mine.book")
    assert Book(tmp_path / "mine.book", game).analysis().exact


def test_numbers_that_make_no_sense_are_refused(tmp_path):
    for wrong in ({"plies": 0}, {"playouts": 0}, {"most": 0}, {"playouts": 3, "cap": 0}):
        with pytest.raises(ParameterError):
            made(NIM, tmp_path / "none", **wrong)
    assert not list(tmp_path.iterdir())


def test_the_book_that_comes_with_connect_four_follows_from_the_rules():
    verification = verify_book(Path(books.__file__).parent / "made/connectfour.json.gz")
    assert (verification.faults, verification.checked) == ((), 38_567)


@pytest.mark.compiled
def test_the_engine_proves_what_that_book_says():
    book = shipped_book(zermelo.game("connectfour"))
    prover = zermelo.Prover(book.game)
    for state in random.Random(2).sample(Positions(book.game, 7, 10**6, print).layers[7], 5):
        known = book.entry(state)
        assert tuple(prover.solve(state)) == (known.value, known.remoteness)


@pytest.mark.compiled
def test_compiled_random_games_are_the_plain_ones(tmp_path):
    small = zermelo.game("tictactoe")
    for native in (True, False):
        made(small, tmp_path / str(native), plies=2, playouts=200, native=native)
    assert rows(tmp_path / "True") == rows(tmp_path / "False")


@pytest.mark.parametrize("given", [{"exact": True}, {"playouts": 100}, {"depth": 1}], ids=str)
def test_a_book_is_verified_against_the_rules(tmp_path, given):
    path = made(ISOLATION, tmp_path / "book", plies=2, **given).path
    done, whole = verify_book(path), values(path)
    assert done.sound and done.checked == len(whole) - 1
    for row in (1, 2):  # the start, and a position after the first move
        forge(path, [*whole[:row], other(whole[row]), *whole[row + 1 :]])
        assert [str(whole[row][0]) in fault for fault in verify_book(path).faults]


def other(row: list) -> list:
    """A row that differs and that a position can have."""
    state, ply, value, *more, games, wins, losses = row
    return [state, ply, 0.25 if value else 0.5, *more, games, wins, losses]


def test_the_command_verifies_books(run, refused, run_json, book):
    answer = run_json("verify", str(book.path))
    assert answer["sound"] and answer["states"] == len(rows(book.path))
    status, out, err = run("verify", str(book.path), "--sample", "3")
    assert (status, out) == (2, "") and "is a book, checked completely" in err
    edit(book.path, lambda lines: lines[1].__setitem__(2, 0.0))
    status, out, _ = run("verify", str(book.path))
    assert status == 1 and "does not follow" in out
    book.path.write_bytes(book.path.read_bytes()[:-9])
    assert "is damaged" in refused("verify", str(book.path))

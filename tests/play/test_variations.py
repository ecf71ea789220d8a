"""Moves as people write them, and games with variations: their tree, text and saved form."""

import contextlib
import random
from dataclasses import replace

import pytest

import zermelo
from walking import session_at
from zermelo.board.session import past_view
from zermelo.contract.game import ONGOING
from zermelo.errors import IllegalMoveError, UsageError
from zermelo.games import BUILT_IN
from zermelo.matches.gamefiles import games_in
from zermelo.play.advice import EngineAdvisor
from zermelo.play.effects import effect_of
from zermelo.play.lines import LINES, leading_moves
from zermelo.play.movetext import export_text, movetext, places, read_movetext
from zermelo.play.movetext import parse_export as request
from zermelo.play.position import Position, position, read_moves
from zermelo.play.review import known_at, review_plies
from zermelo.play.session import Session
from zermelo.play.variations import ROOT

TICTACTOE, CHESS = zermelo.game("tictactoe"), zermelo.game("chess")
TEXT = "b2 b3 ( a3 c1 ( a1 ) c3 ) ( a2 ) a3"


def session_with(text: str = TEXT) -> Session:
    session = Session(TICTACTOE)
    read_movetext(session, text)
    return session


def test_a_move_from_an_earlier_position_begins_a_variation():
    session = session_at(TICTACTOE, "b2 b3 a3")
    session.go(session.tree.line(session.node)[1])
    session.move("c1")
    assert session.history == ["b2", "c1"] and session.future == []
    assert movetext(session.tree) == "b2 b3 ( c1 ) a3"
    session.undo()
    assert session.future == ["c1"]  # the line that was shown last
    session.move("b3")
    assert session.future == ["a3"] and len(session.tree) == 5  # no second node


def test_moves_are_added_beside_the_game():
    session = session_with("b2 b3")
    node = session.branch(1, ["a3", "c1"])
    assert session.history == ["b2", "b3"] and session.tree[node].text == "c1"
    assert session.branch(1, ["a3", "c1"]) == node
    with pytest.raises(IllegalMoveError):
        session.branch(node, ["b2"])
    over = session.branch(ROOT, ["a3", "a2", "b3", "b2", "c3"])
    with pytest.raises(IllegalMoveError, match="over"):
        session.branch(over, ["c1"])


def test_a_variation_is_removed_and_made_the_main_line():
    session = session_with()
    tree = session.tree
    (bad,) = [node for node in tree if tree[node].text == "a2"]
    session.remove(bad)
    assert "a2" not in movetext(tree)
    session.go(session.node)  # the page shows a position again
    assert session.undo() and movetext(tree) == TEXT
    session.remove(bad)
    session.go(1)
    assert session.undo() and session.ply == 0 and "a2" not in movetext(tree)  # too late
    session.redo()
    (deep,) = [node for node in tree if tree[node].text == "a1"]
    tree.promote(deep)
    assert movetext(tree) == "b2 a3 ( b3 a3 ) a1 ( c1 c3 )"
    session.go(deep)
    session.resign()
    session.remove(tree[deep].parent)  # the game stands after this move
    assert session.ply == 1 and session.undo() and session.node == deep and session.over
    session.remove(tree[deep].parent)
    assert session.history == ["b2"] and movetext(tree) == "b2 b3 a3"
    with pytest.raises(UsageError):
        session.remove(ROOT)


def test_what_is_written_is_read_again_and_numbered():
    session = session_with()
    assert movetext(session.tree) == TEXT and session.history == ["b2", "b3", "a3"]
    numbers = places(session.tree)
    texts = {place: session.tree[node].text for node, place in numbers.items()}
    written = [word for word in TEXT.split() if word not in "()"]
    assert [texts[place] for place in range(1, 9)] == written and texts[0] == ""


@pytest.mark.parametrize(
    ("text", "said"),
    [("(", '"("'), ("1,1 (", '"("'), ("1,1 )", '")"'), ("9,9", "9,9"), ("1,1 ( 0,0", '"("')],
)
def test_a_text_with_a_fault_is_refused(text, said):
    with pytest.raises(UsageError) as refused:
        session_with(text)
    assert said in str(refused.value)


def test_texts_of_too_many_moves_and_exports_without_a_game_are_refused():
    with pytest.raises(UsageError, match="at most 3"):
        read_movetext(Session(TICTACTOE), "1,1 0,0 0,1 0,2", most=3)
    with pytest.raises(UsageError, match="should begin with its name"):
        request("1. 1,1")
    assert request(export_text(Session(TICTACTOE)))["moves"] == []


def test_an_export_has_variations_comments_and_values_and_is_read_again():
    session = session_with("b2 b3 ( a3 ) a3")
    advisor = EngineAdvisor(60, native=False)
    for node in session.tree:
        session.note(session.tree[node].state, advisor.advise(TICTACTOE, session.tree[node].state))
    session.tree[1].comment = "the {middle}"
    text = export_text(session)
    assert text.startswith('[Game "tictactoe"]\n[Player 1 "human"]\n')
    words = text.replace("\n", " ")
    assert "1. b2 {the (middle)} {= draw} 1... b3 {= Now player 1 (X) wins by force in 3" in words
    assert "( 1... a3 {= draw} ) 2. a3 {= player 1 (X) wins in 4 plies}" in words
    fields = request(text)
    assert fields["game"] == "tictactoe" and fields["players"] == ["human", "human"]
    again = session_with(*fields["moves"])
    assert movetext(again.tree) == movetext(session.tree)
    assert [again.tree[node].comment for node in again.tree] == ["", "the (middle)", "", "", ""]
    assert fields["at"] is fields["resigned"] is None
    session.go(2)
    session.resign(1)
    fields = request(export_text(session))
    assert (fields["at"], fields["resigned"]) == (2, 1)


def test_chess_is_exported_as_pgn_which_is_imported_and_read_again():
    session = Session(CHESS, start=CHESS.parse_state("4k3/4r3/8/8/8/8/8/R3K2R w KQ -"))
    read_movetext(session, "Kd2 {[%csl Gd2,Re8][%cal Ge7e2] in check} Rd7+ ( Re2+ Kxe2 ) Kc3 Rd8")
    session.resign(1)
    session.players[1].name = "level:5"
    text = export_text(session)
    assert '[White "Anonymous"]\n[Black "Zermelo level 5"]\n[Result "1-0"]\n[Game "chess"]' in text
    drawn = "{[%csl Gd2] [%csl Ge8] [%cal Ge7e2]}"
    moves = f"1. Kd2 {drawn} {{in check}} 1... Rd7+ ( 1... Re2+ 2. Kxe2 ) 2. Kc3 Rd8 1-0 "
    assert text.replace("\n", " ").endswith(moves)
    (played,) = games_in("own.pgn", text.encode())
    assert (played.texts(), played.result) == (session.history, 1)
    fields = request(text)
    again = Session(CHESS, start=CHESS.parse_state(fields["start"]))
    read_movetext(again, *fields["moves"])
    assert movetext(again.tree) == movetext(session.tree) and fields["resigned"] == 1
    assert fields["players"] == ["human", "level:5"]


def test_what_a_position_proves_of_a_move_is_known_of_where_the_move_leads():
    session = session_with("1,1 0,1 0,0")
    before, after = session.tree.path(session.node)[-2:]
    assert known_at(session, after) is None
    result = EngineAdvisor(60, native=False).advise(TICTACTOE, session.tree[before].state)
    session.note(session.tree[before].state, result)
    known = known_at(session, after)
    assert (known.player, known.value, known.exact, known.remoteness) == (1, -1, True, 4)
    (row,) = review_plies(session, [after])
    assert (row.value, row.exact) == (1, True)
    session.note(session.tree[after].state, replace(known, remoteness=None))
    session.note(session.tree[after].state, known)
    session.note(session.tree[after].state, replace(known, remoteness=None))
    shown = past_view(session, after, values=True)["advice"]
    assert shown["words"] == "player 1 (X) wins in 4 plies"
    session.note(session.tree[after].state, replace(result, player=1, value=0.1, exact=False))
    assert known_at(session, after).value == -1  # a proof outweighs an estimate


@pytest.mark.parametrize(("spec", "estimates"), [("tictactoe", [0, -0.3, -1]), ("chess", None)])
def test_no_estimate_contradicts_a_proven_or_solved_draw(spec, estimates):
    session = Session(zermelo.game(spec))
    found = zermelo.analyze(session.game, session.state, depth=1, native=False)
    worths = dict(zip(found.moves, (0.2, -0.1, -0.9), strict=False))
    moves = tuple(replace(entry, value=at, exact=False) for entry, at in worths.items())
    session.note(session.state, replace(found, value=0.2, exact=False, moves=moves))
    seen = [entry.value for entry in known_at(session, 0).moves]
    assert seen == pytest.approx(estimates or [0.2, -0.1, -0.9])
    drawn = replace(moves[2], value=0.0, exact=True)
    for best, words in ((moves[2], "A proven draw. Best so far"), (drawn, "Proven. Best")):
        session.note(session.state, replace(found, value=0.0, exact=True, moves=(*moves[:2], best)))
        shown = past_view(session, 0, values=True)["advice"]
        assert [line["worth"]["label"] for line in shown["lines"]] == ["?"[best.exact :], "?", "?"]
        assert shown["why"].startswith(f"{words} is {shown['lines'][0]['move']}")
    assert leading_moves(known_at(session, 0))[0] == drawn


def test_moves_without_a_line_are_left_out_once_others_have_one():
    found = zermelo.analyze(CHESS, depth=1, native=False)
    ranked = [entry.move for entry in leading_moves(found)]
    assert len(ranked) == LINES
    lines = ((ranked[3], "e5"), (ranked[1],))
    shown = leading_moves(replace(found, lines=lines))
    assert [entry.move for entry in shown] == [ranked[1], ranked[3]]
    go = zermelo.game("go(size=5)")  # whose moves are equally good at first, by areas to come
    assert leading_moves(EngineAdvisor(native=False).look(go, go.start()))[0].move == "c3"
    assert effect_of(go, go.start(), 12).words("stone") == ""


CHECKERS = ".b../..w./..../..w./w.../b.../..b./.w.. B"
ALIKE = {
    "chess": [
        "e4 e5 Nf3",
        "1. e4 e5 2. Nf3",
        "1.e4 e5 2.Nf3 *",
        "e4! e5?! Ng1f3",
        "e2e4 e7-e5 Ng1-f3",
        "1. e2e4 e5 N1f3",
    ],
    "othello": ["f5 d6 c3 d3 c4", "F5D6C3D3C4", "f5d6c3 d3c4", "1. F5 d6 2. C3 d3 c4!"],
    "connectfour": ["4 4 4 4 4 3", "444443", "1. 4 4 2. 4 4 3. 43 1/2-1/2"],
    "tictactoe(coordinates='numbers')": ["1,1 0,0", "b2 a3"],
    "isolation": ["b1 a2 a1", "1,1 0,0 0,1"],
    "isolation(coordinates='numbers')": ["1,1 0,0 0,1", "b1 A2 a1"],
    "ultimate": ["d2 a6", "7,3 3,0"],
    "chomp": ["b3 d4", "1,1 0,3"],
    "dotsandboxes": ["a3-a4 b3-b4 a4-b4", "|0,0 |1,0 -0,0"],
    "tictactoe": ["b2 a3", "b2a3", "1. B2 a3", "1,1 0,0", "1. 1,1 0,0"],
}


@pytest.mark.parametrize("game", ALIKE)
def test_lines_as_people_write_them(game):
    rules = zermelo.game(game)
    plain, *others = (position(rules, moves=moves) for moves in ALIKE[game])
    assert others == [plain] * len(others)


@pytest.mark.parametrize(
    ("fen", "text", "plain"),
    [
        ("4k3/P7/8/8/8/8/8/4K3 w - -", "a8Q", "a8=Q+"),
        ("4k3/P7/8/8/8/8/8/4K3 w - -", "a8(Q)", "a8=Q+"),
        ("4k3/P7/8/8/8/8/8/4K3 w - -", "a8n", "a8=N"),
        ("4k3/8/8/8/3pP3/8/8/4K3 b - e3", "dxe3e.p.", "dxe3"),
        ("4k3/8/8/8/3pP3/8/8/4K3 b - e3", "de3 ep", "dxe3"),
        ("4k3/8/8/8/8/8/8/4K2R w K -", "0-0", "O-O"),
        ("4k3/8/8/8/8/8/8/4K2R w K -", "e1g1", "O-O"),
        ("4k3/8/8/8/8/1b6/8/N3K3 w - -", "N:b3", "Nxb3"),
    ],
)
def test_chess_as_people_write_it(fen, text, plain):
    chess = zermelo.game("chess")
    state = chess.parse_state(fen)
    assert chess.format_move(state, chess.parse_move(state, text)) == plain


def test_every_chess_move_is_read_with_its_whole_origin():
    chess, chance = zermelo.game("chess"), random.Random(5)
    state = chess.start()
    for _ in range(40):
        moves = list(chess.moves(state))
        for move in moves:
            letter = chess.format_move(state, move)[0]
            whole = (letter if letter in "KQRBN" else "") + chess.uci(state, move)
            assert chess.parse_move(state, whole) == move
        state = chess.play(state, chance.choice(moves))


@pytest.mark.parametrize("text", ["Rd1", "R1", "N", "", "bd1", "Kd1d1", "ep", "x"])
def test_what_could_mean_two_moves_or_none_is_refused(text):
    chess = zermelo.game("chess")
    state = chess.parse_state("4k3/8/8/8/8/7K/8/R6R w - -")
    with pytest.raises(IllegalMoveError, match="not a legal move here"):
        chess.parse_move(state, text)


def test_a_word_is_parted_only_where_one_move_begins_it():
    """With eleven columns "11" could be the first column twice."""
    wide = zermelo.game("connectfour(width=11, height=4)")
    with pytest.raises(IllegalMoveError, match="112"):
        position(wide, moves="112")
    assert position(wide, moves="11") != position(wide, moves="1 1")


@pytest.mark.parametrize("text", ["2x18", "2x11x18", "1. 2x18", "2X18!"])
def test_a_capture_is_read_by_its_ends_from_a_state(text):
    checkers = zermelo.game("checkers")
    state = checkers.parse_state(CHECKERS)
    after = checkers.play(state, checkers.parse_move(state, "2x11x18"))
    assert position(checkers, state=CHECKERS, moves=text) == after
    assert Position(checkers, state).play(text).state == after


@pytest.mark.parametrize("name", BUILT_IN)
def test_every_game_reads_its_lines_numbered_and_in_capitals(name):
    """Lines without spaces are read as the moves that were made, or refused."""
    game = zermelo.game(name)
    chance, state, moves, texts = random.Random(name), game.start(), [], []
    while game.outcome(state) == ONGOING and len(moves) < 12:
        moves.append(chance.choice(list(game.moves(state))))
        texts.append(game.format_move(state, moves[-1]))
        state = game.play(state, moves[-1])
    for line in (
        " ".join(f"{number}. {text}" for number, text in enumerate(texts, 1)),
        " ".join(texts).upper(),
    ):
        assert [move for move, _ in read_moves(game, game.start(), line)] == moves
    with contextlib.suppress(IllegalMoveError):
        assert [move for move, _ in read_moves(game, game.start(), "".join(texts))] == moves


def test_a_game_that_is_over_takes_its_result_and_no_move():
    session = Session(zermelo.game("nim(rows=[2])"))
    read_movetext(session, "1. 0,2 1-0")
    assert session.over
    with pytest.raises(IllegalMoveError, match="the game is over"):
        read_movetext(session, "0,1")


def test_the_command_goes_on_from_a_state(run_json):
    shown = run_json("show", "checkers", "--json", "--state", CHECKERS, "--moves", "2x18")
    assert shown["state"].endswith(" W")

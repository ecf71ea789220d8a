"""The data for the board component: positions as JSON, marks, values, terms; and studies."""

import json
from dataclasses import replace

import pytest

import zermelo
from pointgames import Strip
from walking import board_after, session_at
from zermelo.board.session import hint_words, openings_of, past_view, session_view
from zermelo.board.study import Study, begin_chapter, read_study, steps, study_of
from zermelo.board.view import board_view, worth
from zermelo.contract.analysis import MoveValue
from zermelo.errors import UsageError
from zermelo.play.advice import EngineAdvisor
from zermelo.play.movetext import export_text, movetext, read_movetext
from zermelo.play.session import Session
from zermelo.web.studies import shipped_studies


def test_what_a_move_takes_is_shown_as_gone_and_the_end_has_no_moves():
    view = board_after("nim", "3,3")
    assert [piece["symbol"] for piece in view["gone"]] == ["|", "|", "|"]
    view = board_after("morris", "a7 a1 d7 d1 g7xa1")
    assert [piece["side"] for piece in view["gone"]] == [1]
    assert len(view["last"]) == 1 and view["gone"][0]["point"] not in view["last"]
    assert board_after("chess", "Nf3")["gone"] == []  # the piece that moved is not captured
    assert board_after("chess", "e4 e5 Nf3 Nc6 Bc4 Nf6 O-O")["gone"] == []  # nor is the rook
    view = board_after("isolation(width=5, height=5)", "0,0 3,2 2,2")
    assert {"point": 0, "symbol": "■", "side": None} in view["pieces"]
    view = board_after("tictactoe", "0,0 1,0 0,1 1,1 0,2")
    assert view["moves"] == [] and not view["active"]


@pytest.mark.parametrize(
    ("spec", "state", "threatened"),
    [
        ("chess", "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq -", [60]),
        ("chess", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -", []),
        ("gardner", "4k/5/5/5/K3r w - -", [20]),
        ("dobutsu", "1l1/3/1g1/1L1 b G", [10]),
        ("dobutsu", "1l1/1g1/3/1L1 b G", []),
    ],
)
def test_a_king_in_check_is_marked(spec, state, threatened):
    game = zermelo.game(spec)
    shown = board_view(game, game.parse_state(state))
    assert shown["threatened"] == threatened
    assert len([kind for kind, *_ in shown["below"] if kind == "danger"]) == len(threatened)


@pytest.mark.parametrize(
    ("spec", "moves", "surplus"),
    [
        ("chess", "e4 d5 exd5 Qxd5 Nc3 e5 Nxd5", [(0, "Q", 1)]),
        ("chess", "e4 e5", []),
        ("losalamos", "b3 a4 bxa4", [(0, "P", 1)]),
        ("quoridor", "c2", []),
        ("checkers", "", []),
    ],
)
def test_the_surplus_is_what_a_player_has_more_of(spec, moves, surplus):
    assert [tuple(hand.values()) for hand in board_after(spec, moves)["surplus"]] == surplus


def test_values_are_ranked_alike_and_short_on_the_board():
    proven, guess = MoveValue("1", 2, by="score"), MoveValue("2", 3.5, exact=False, by="score")
    assert worth(None, proven)["rank"] < worth(None, guess)["rank"]
    assert (worth(None, proven)["kind"], worth(None, proven)["label"]) == ("win", "+2")
    known = worth(None, MoveValue("1", -0.02, exact=False))
    assert (known["label"], known["words"]) == ("49%", "has 49% chance")


def test_the_best_move_is_marked_only_where_there_are_others():
    game = zermelo.game("tictactoe")
    for text, marked in ("X../.../...", 1), (".../.../...", 0):
        state = game.parse_state(text)
        advice = EngineAdvisor(60, native=False).advise(game, state)
        assert advice.exact
        moves = board_view(game, state, advice=advice)["moves"]
        assert sum(entry["worth"]["best"] for entry in moves) == marked


def test_a_move_without_a_point_has_a_button_and_is_named_when_it_was_made():
    session = Session(Strip())
    session.move("pass")
    advice = EngineAdvisor(60.0, native=False).advise(session.game, session.state)
    given = {"before": session.before, "last_move": session.tree[session.node].move}
    view = board_view(session.game, session.state, **given, advice=advice)
    (button,) = view["buttons"]
    assert (button["move"], button["label"], view["pressed"]) == ("4", "pass", "pass")
    assert view["mover"] == "player 1 (X)"
    assert button["worth"]["kind"] == "draw" and not button["worth"]["best"]
    assert {entry["move"] for entry in view["moves"]} == set("0123")
    session.move("pass")
    assert session.over and board_view(session.game, session.state)["buttons"] == []


def test_an_estimate_has_its_terms():
    game = zermelo.game("morris")
    session = session_at(game, "d6 f4 d5")
    analysis = zermelo.analyze(game, session.state, algorithm="alphabeta", depth=1, native=False)
    session.note(session.state, analysis)
    message = session_view(session, values=True)["advice"]
    assert message["terms"] == "men −.02, men in hand +.02, possible mills −.05"
    hints = []
    for depth, value in enumerate((0.01, 0.3), analysis.depth + 2):
        session.note(session.state, replace(analysis, value=value, depth=depth, line=("g7",)))
        hints.append(hint_words(session, ("g7",)))
    assert hints == ["try g7, which keeps the balance", "try g7: 99% chance for player 2 (black)"]
    session.note(session.state, replace(analysis, exact=True, depth=analysis.depth + 4))
    assert session_view(session, values=True)["advice"]["terms"] == ""


def test_openings_are_played_and_a_position_has_the_name_of_the_longest():
    for spec in ("chess", "othello"):
        game = zermelo.game(spec)
        for moves in openings_of(spec):
            state = game.start()
            for text in moves:
                move = game.parse_move(state, text)
                assert game.format_move(state, move) == text, moves
                state = game.play(state, move)
    assert len(openings_of("chess")) > 100 and openings_of("nim") == {}
    session = session_at("chess", "e4 e5 Nf3 Nc6 Bc4 Bc5 b4 a5")
    names = [past_view(session, node)["opening"] for node in (0, 5, 8)]
    assert names == ["", "Italian Game", "Italian Game: Evans Gambit"]


MOVES = "{Who begins?} b2 {> 4-0 8} {In the middle.} a3 ( b3 ) c1"
CHAPTER = {"title": "One", "game": "tictactoe", "by": "outcome", "start": None, "moves": MOVES}


def study(**changed: object) -> dict[str, object]:
    whole = {"format": "zermelo study", "version": 1, "title": "Openings", "chapters": [CHAPTER]}
    return {**whole, **changed}


def test_a_study_is_read_and_written_the_same_and_its_chapters_begin_at_their_start():
    made: Study = study_of(study(), zermelo.game)
    assert made == study() and study_of(json.loads(json.dumps(made)), zermelo.game) == made
    session = begin_chapter(CHAPTER, zermelo.game)
    tree = session.tree
    assert session.node == 0 and session.future == ["b2", "a3", "c1"]
    assert tree[0].comment == "Who begins?" and tree[1].comment == "In the middle."
    assert tree[1].arrows == [(4, 0), (8, 8)] and movetext(tree) == MOVES
    assert [moves for moves, _ in steps(session)] == [[], ["b2"]]


@pytest.mark.parametrize(
    ("content", "why"),
    [
        ([], '"format" should be "zermelo study"'),
        (study(format="zermelo session"), '"format" should be "zermelo study"'),
        (study(version=2), "expected 1"),
        (study(version=True), "expected 1"),
        (study(more=1), "unknown field more; choose from format, version, title, chapters"),
        ({"format": "zermelo study", "version": 1}, "the study lacks title"),
        (study(title=3), "title should be a string"),
        (study(title="x" * 201), "title should be a string of at most 200 characters"),
        (study(chapters=[]), "chapters should be a list of 1 to 64"),
        (study(chapters=[CHAPTER, 3]), "chapter 2: it should be an object"),
        (study(chapters=[{**CHAPTER, "by": "luck"}]), "chapter 1: by should be outcome or score"),
        (study(chapters=[{**CHAPTER, "game": "ludo"}]), "chapter 1: "),
        (study(chapters=[{**CHAPTER, "moves": "1,1 1,1"}]), "chapter 1: 1,1"),
        (study(chapters=[{**CHAPTER, "moves": "( 1,1"}]), "chapter 1: "),
        (study(chapters=[{**CHAPTER, "moves": "{> 9}"}]), "chapter 1: 9 is not an arrow"),
        (study(chapters=[{**CHAPTER, "moves": "{> 1-x}"}]), "chapter 1: 1-x is not an arrow"),
        (study(chapters=[{**CHAPTER, "start": "XX"}]), "chapter 1: "),
    ],
)
def test_what_is_no_study_is_refused_in_one_line(content, why):
    with pytest.raises(UsageError) as refusal:
        study_of(content, zermelo.game)
    assert why in str(refusal.value) and "\n" not in str(refusal.value)


def test_a_file_that_is_none_is_named(tmp_path):
    path = tmp_path / "mine.json"
    for text in ("{", "[]", "[" * 100_000, "x" * 1_000_001):
        path.write_text(text)
        with pytest.raises(UsageError, match=r"mine\.json"):
            read_study(path, zermelo.game)
    with pytest.raises(UsageError, match="cannot read"):
        read_study(tmp_path / "none", zermelo.game)


def test_comments_that_look_like_marks_are_kept():
    session = Session(zermelo.game("tictactoe"))
    read_movetext(session, "{= 5 {> 3} 1,1")  # "{= 5 {> 3}" is ignored
    session.tree[1].comment, session.tree[1].arrows = "=> {so}", [(0, 8)]
    again = Session(zermelo.game("tictactoe"))
    read_movetext(again, movetext(session.tree))
    assert again.tree[1].comment == "=> (so)" and again.tree[1].arrows == [(0, 8)]
    assert "{> 0-8}" in export_text(session)


@pytest.mark.parametrize("path", [*shipped_studies()], ids=lambda path: path.stem)
def test_the_studies_that_come_along_are_sound(path):
    made = read_study(path, zermelo.game)
    assert json.loads(path.read_text("utf-8")) == made
    assert all(len([*steps(begin_chapter(each, zermelo.game))]) > 1 for each in made["chapters"])

"""Studies: what is one, what is none, and those that come along."""

import json

import pytest

import zermelo
from zermelo.board.study import Study, begin_chapter, read_study, steps, study_of
from zermelo.errors import UsageError
from zermelo.play.movetext import export_text, movetext, read_movetext
from zermelo.play.session import Session
from zermelo.players.saved import restore_session, save_session
from zermelo.web.studies import shipped_studies

MOVES = "{Who begins?} b2 {> 4-0 8} {In the middle.} a3 ( b3 ) c1"
CHAPTER = {"title": "One", "game": "tictactoe", "by": "outcome", "start": None, "moves": MOVES}


def study(**changed: object) -> dict[str, object]:
    whole = {"format": "zermelo study", "version": 1, "title": "Openings", "chapters": [CHAPTER]}
    return {**whole, **changed}


def test_a_study_is_read_and_written_the_same():
    made: Study = study_of(study(), zermelo.game)
    assert made == study() and study_of(json.loads(json.dumps(made)), zermelo.game) == made


def test_a_chapter_begins_at_its_start_with_all_that_is_said_and_drawn():
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
        (study(more=1), "has no more; it has format, version, title, chapters"),
        ({"format": "zermelo study", "version": 1}, "the study lacks title"),
        (study(title=3), "title should be a text"),
        (study(title="x" * 201), "title should be a text of at most 200 characters"),
        (study(chapters=[]), "chapters should be a list of 1 to 64"),
        (study(chapters=[CHAPTER, 3]), "chapter 2: it should be an object"),
        (study(chapters=[{**CHAPTER, "by": "luck"}]), "chapter 1: by should be outcome or score"),
        (study(chapters=[{**CHAPTER, "game": "ludo"}]), "chapter 1: "),
        (study(chapters=[{**CHAPTER, "moves": "1,1 1,1"}]), "chapter 1: 1,1"),
        (study(chapters=[{**CHAPTER, "moves": "( 1,1"}]), "chapter 1: "),
        (study(chapters=[{**CHAPTER, "moves": "{> 9}"}]), "chapter 1: 9 is no arrow"),
        (study(chapters=[{**CHAPTER, "moves": "{> 1-x}"}]), "chapter 1: 1-x is no arrow"),
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
    read_movetext(session, "{= 5 {> 3} 1,1")  # "{= 5 {> 3}" is passed over
    session.tree[1].comment, session.tree[1].arrows = "=> {so}", [(0, 8)]
    again = Session(zermelo.game("tictactoe"))
    read_movetext(again, movetext(session.tree))
    assert again.tree[1].comment == "=> (so)" and again.tree[1].arrows == [(0, 8)]
    assert "{> 0-8}" in export_text(session)


def test_a_saved_game_has_its_arrows():
    session = begin_chapter(CHAPTER, zermelo.game)
    kept = json.loads(json.dumps(save_session(session)))
    assert movetext(restore_session(kept).tree) == MOVES
    for arrows in ([], {"1": [[0]]}, {"1": [[0, 9]]}, {"9": [[0, 1]]}, {"1": [[0, True]]}):
        with pytest.raises(UsageError, match="arrow"):
            restore_session(kept | {"arrows": arrows})


@pytest.mark.parametrize("path", [*shipped_studies()], ids=lambda path: path.stem)
def test_the_studies_that_come_along_are_sound(path):
    made = read_study(path, zermelo.game)
    assert json.loads(path.read_text("utf-8")) == made
    assert all(len([*steps(begin_chapter(each, zermelo.game))]) > 1 for each in made["chapters"])

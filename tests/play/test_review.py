"""Values and mistakes: what is known of positions, and which moves lost something."""

import random
from dataclasses import replace

import pytest

import zermelo
from pointgames import Matches, Sowing
from walking import random_game, review, session_at
from zermelo import ONGOING
from zermelo.board.session import session_view
from zermelo.books import shipped_book
from zermelo.contract.analysis import Analysis, MoveValue, value_by
from zermelo.native.fingerprint import truth_fingerprint
from zermelo.play.advice import EngineAdvisor
from zermelo.play.review import (
    count_reviewed,
    game_accuracy,
    known_at,
    look_to_take,
    review_plies,
)
from zermelo.play.session import Session
from zermelo.search.analyze import analyze_within
from zermelo.search.clock import Limits
from zermelo.search.engine.knownends import EngineOptions

TICTACTOE = zermelo.game("tictactoe")


def advise_on(moves: str) -> Session:
    """A game of tic-tac-toe with plain advice on every position."""
    session, advisor = session_at(TICTACTOE, moves), EngineAdvisor(60, native=False)
    for state in session.states:
        session.note(state, advisor.advise(TICTACTOE, state))
    return session


@pytest.mark.long
def test_points_given_away_are_mistakes():
    game = value_by(Sowing(), "score")
    session = session_at(game, "0 3 2 3 1 5")
    for state in session.states:
        if game.outcome(state) == ONGOING:
            session.note(state, EngineAdvisor(60, native=False).advise(game, state))
    rows = review_plies(session)
    worth = [zermelo.analyze(game, state, seconds=60, native=False) for state in session.states]
    signed = [result.value if result.player == 0 else -result.value for result in worth]
    assert [row.value for row in rows] == signed and all(row.exact for row in rows)
    for row, before, after in zip(rows[1:], signed, signed[1:], strict=False):
        cost = before - after if row.player == 0 else after - before
        grade = "blunder" if before * after < 0 else "mistake"
        assert row.fault == (grade if cost else None)
        if cost:
            assert row.words == f"gave {cost:.0f} point{'s' * (cost != 1)} away"
    assert any(row.fault for row in rows)


def test_mistakes_are_found_with_what_would_have_been_better():
    rows = review_plies(advise_on("b2 b3 a3"))
    assert [row.value for row in rows] == [0, 0, 1, 1] and all(row.exact for row in rows)
    assert [row.fault for row in rows] == [None, None, "blunder", None]
    assert rows[2].player == 1 and set(rows[2].better) == {"a3", "c3", "a1", "c1"}
    assert [row.accuracy and round(row.accuracy) for row in rows] == [None, 100, 9, 100]
    assert rows[2].proof.startswith("b3 loses in 6 plies; ") and ": " not in rows[2].proof
    assert len(rows[2].best) > 6 and rows[2].best[0] in rows[2].better
    assert rows[2].shown == f"{rows[2].why} {rows[2].proof}: {' '.join(rows[2].best[:6])} …"


@pytest.mark.parametrize(("second", "level"), [(0.5, None), (0.2, 2)])
def test_a_large_loss_of_chance_by_the_second_look_needs_no_closest_look(second, level):
    session = session_at("tictactoe", "a1")
    start, after = session.states
    other = TICTACTOE.play(start, TICTACTOE.parse_move(start, "b2"))
    moves = tuple(MoveValue(move, 0.0, exact=False) for move in ("a1", "b2"))
    seen = Analysis("tictactoe", None, 0, 0.0, exact=False, best_moves=("b2",), moves=moves)
    looks = {(start, 0): 0.0, (start, 1): 0.0, (after, 0): 0.1, (after, 1): second}
    for (state, each), value in [*looks.items(), ((other, 1), 0.0)]:
        look = replace(seen, player=TICTACTOE.player(state), value=value)
        session.note_look(state, each, look)
    needed = look_to_take(session, session.node)
    assert needed == (level and (start, level))


def test_a_move_that_loses_by_proof_is_a_mistake_whatever_the_estimate_says():
    session = session_at("connectfour", "3 3 4 5 3 4 1 7")
    advisor, before = EngineAdvisor(native=False), session.states[-2]
    glance = advisor.look(session.game, before)
    assert not glance.exact and glance.of("7").exact and glance.of("7").value == -1
    last = review_plies(review(session, advisor))[-1]
    assert last.fault == "blunder" and last.proof.startswith("7 loses in 2 plies; 2 has ")
    session.note(before, replace(glance, value=0.5))  # a later look that proves nothing
    assert review_plies(session)[-1].accuracy == last.accuracy  # changes nothing


def test_a_book_that_comes_along_reviews_the_first_move_by_proof():
    session = session_at("connectfour", "1")
    book = shipped_book(session.game)
    # After a change of the rules the book has to be made again.
    assert book.settings["rules"] == truth_fingerprint(session.game)
    advisor = EngineAdvisor(native=False, book=book)
    for state in session.states:
        session.note_look(state, 0, advisor.look(session.game, state))
    start, last = review_plies(session)
    assert (start.value, start.exact, session.advice(session.start).remoteness) == (1, True, 41)
    assert (last.fault, last.value, last.exact) == ("blunder", -1, True)
    assert last.proof == "1 loses in 40 plies; 4 would have won in 41 plies"
    worths = {each.move: each.value for each in session.advice(session.start).moves}
    assert worths == dict(zip("1234567", [-1, -1, 0, 1, 0, -1, -1], strict=True))
    assert session.advice(session.start).source == "book"


@pytest.mark.parametrize(
    ("before", "played", "better", "reply", "fault"),
    [
        (0.1, -0.4, 0.1, -0.4, "blunder"),
        (0.1, 0.1, 0.1, 0.1, None),
        (0.01, -0.006, 0.01, -0.006, "blunder"),
        (0.006, -0.004, 0.006, -0.004, "mistake"),
        (0.006, -0.004, 0.006, 0.006, None),  # the reply turns out to be weaker
        (0.01, -0.006, -0.006, -0.006, None),  # the better move turns out to be no better
    ],
)
def test_closer_looks_alone_judge_a_move_that_the_first_look_doubts(
    before, played, better, reply, fault
):
    session, advisor = session_at("connectfour", "3"), EngineAdvisor(native=False)
    start, after = session.states
    seen = advisor.look(session.game, start)
    assert seen.moves == advisor.look(session.game, start).moves
    low = tuple(replace(e, value=-0.5 if e.move == "3" else e.value) for e in seen.moves)
    session.note_look(start, 0, replace(seen, value=0.1, moves=low, best_moves=("4",), line=("4",)))
    answer = session.game.play(after, session.game.parse_move(after, "4"))
    values = {start: before, after: -played, answer: reply}
    while needed := look_to_take(session, 1):
        assert review_plies(session)[1].accuracy is None and count_reviewed(session, [0, 1]) == 1
        look, value = advisor.look(session.game, needed[0]), values.get(needed[0], -better)
        look = replace(look, value=value, best_moves=("4",), line=("4", "5"))
        session.note_look(*needed, look)
    judged = review_plies(session)[1]
    assert judged.fault == fault
    assert fault is None or (judged.best, judged.after) == (("4", "4", "5"), ("4", "5"))
    assert fault is None or judged.why.endswith(" Line: 3 4 5.")
    listed = session_view(session)["tree"][1]["worth"]
    session.note(start, replace(seen, value=0.9, depth=1))  # later analyses change nothing
    session.note(after, replace(seen, player=1, value=0.9))
    assert review_plies(session)[0].value == min(before, better)
    assert known_at(session, 0).value == min(before, better)  # until one is deeper than the review
    session.note(start, replace(seen, value=0.9, depth=99))
    assert known_at(session, 0).value == 0.9
    assert review_plies(session)[1] == judged
    assert session_view(session)["tree"][1]["worth"] == listed


@pytest.mark.parametrize(
    ("after_4", "after_5", "better"),
    [
        (0.01, 0.02, "4"),  # as good as the look before says
        (0.004, 0.006, "5"),
        (0.006, 0.002, "4"),
        (-0.006, 0.01, None),  # the best move by the closest look is no better
    ],
)
def test_searches_after_better_moves_confirm_or_replace_them(after_4, after_5, better):
    session, advisor = session_at("connectfour", "3"), EngineAdvisor(native=False)
    start, after = session.states
    seen = advisor.look(session.game, start)
    low = tuple(replace(e, value=-0.5 if e.move == "3" else e.value) for e in seen.moves)
    session.note_look(start, 0, replace(seen, value=0.1, moves=low, best_moves=("5",), line=("5",)))
    values = {start: 0.01, after: 0.003}
    for move, value in (("4", after_4), ("5", after_5)):
        values[session.game.play(start, session.game.parse_move(start, move))] = -value
    while needed := look_to_take(session, 1):
        best = "4" if needed == (start, 2) else "5"
        value = values.get(needed[0], values[after])  # the look after the reply says the same
        look = replace(seen, value=value, best_moves=(best,), line=(best,))
        session.note_look(*needed, replace(look, player=session.game.player(needed[0])))
    judged = review_plies(session)[1]
    assert (judged.better, judged.best[:1]) == (((better,),) * 2 if better else ((), ()))
    assert (judged.fault is None) == (better is None)


@pytest.mark.parametrize(("reply", "fault"), [("3", None), ("4", "blunder")])
def test_a_move_that_the_next_positions_show_to_be_good_is_no_fault(reply, fault):
    session, advisor = session_at("connectfour", "3 3"), EngineAdvisor(native=False)
    start, after, later = session.states
    first = advisor.look(session.game, start)
    low = tuple(replace(e, value=-0.5 if e.move == "3" else e.value) for e in first.moves)
    values, best = {start: 0.1, after: 0.4, later: 0.1}, session.game.parse_move(after, "4")
    values[session.game.play(after, best)] = -0.4 if reply == "4" else 0.1
    session.note_look(start, 0, replace(first, value=0.1, moves=low, best_moves=("4",)))
    session.note_look(after, 0, replace(advisor.look(session.game, after), value=0.1))
    while needed := look_to_take(session, 2) or look_to_take(session, 1):
        best = reply if needed[0] == after else "4"
        look = replace(advisor.look(session.game, needed[0]), best_moves=(best,), line=(best,))
        other = -0.1 if look.player else 0.1  # after the better move, and other replies
        session.note_look(*needed, replace(look, value=values.get(needed[0], other)))
    assert review_plies(session)[1].fault == fault


def test_accuracy_is_withheld_until_every_position_is_reviewed_and_then_stays():
    session, advisor = session_at(TICTACTOE, "1,1 0,1 0,0"), EngineAdvisor(native=False)
    line, found = session.tree.line(session.node), []
    for place, node in enumerate(line):
        found.append(game_accuracy(session, line))
        assert count_reviewed(session, line) <= place  # the last moves are judged first
        state = session.tree[node].state
        session.note_look(state, 0, advisor.look(TICTACTOE, state))
    assert found == [None] * 4
    marks = game_accuracy(review(session, advisor), line)
    assert marks is not None and marks[0] is None and marks[1] < 20  # nearly all moves of X win
    for state in session.states:
        session.note(state, EngineAdvisor(60, native=False).advise(TICTACTOE, state))
    assert game_accuracy(session, line) == marks


def test_what_is_proven_stays_known_also_of_single_moves():
    session, state = Session(TICTACTOE), TICTACTOE.start()
    proven = EngineAdvisor(60, native=False).advise(TICTACTOE, state)
    session.note(state, proven)
    session.note(state, replace(proven, exact=False))
    assert session.advice() is proven
    session = Session(zermelo.game("tictactoe"))
    analysis = zermelo.analyze(session.game, depth=1, native=False)
    first, second, *others = analysis.moves
    proven = replace(first, value=1.0, exact=True, remoteness=5)
    session.note(session.state, replace(analysis, moves=(proven, second, *others)))
    later = replace(second, value=0.5)
    session.note(session.state, replace(analysis, depth=2, moves=(first, later, *others)))
    assert session.advice().moves[:2] == (proven, later) and session.advice().depth == 2
    bare = replace(proven, remoteness=None)
    session.note(session.state, replace(analysis, moves=(bare, second, *others)))
    assert session.advice().moves[0] == proven
    sooner = replace(proven, remoteness=3)
    session.note(session.state, replace(analysis, moves=(sooner, second, *others)))
    assert session.advice().moves[0] == sooner


def test_closer_looks_search_fewer_nodes_where_nodes_have_many_moves():
    advisor = EngineAdvisor(native=False)
    few, many = (zermelo.game(spec) for spec in ("connectfour", "gomoku"))
    nodes = [advisor.look(game, game.start(), 1).nodes for game in (few, many)]
    assert nodes[0] >= 5000 > 2500 > nodes[1]


# Advice by the engine: one account of a position, whatever it searches to give it ---------------


def test_a_best_move_is_as_proven_as_the_position(monkeypatch):
    shallow = zermelo.analyze(TICTACTOE, depth=1, native=False)
    found = replace(shallow, value=1.0, exact=True, remoteness=5, best_moves=("b2",))
    monkeypatch.setattr("zermelo.search.analyze.analyze_within", lambda *given, **options: found)
    known = EngineAdvisor(60, native=False).advise(TICTACTOE, TICTACTOE.start())
    assert known.of("b2").exact and known.of("b2").value == 1.0
    assert not known.of("a3").exact


def test_a_long_search_ends_with_a_depth_so_that_pages_show_each():
    seen, game = list[int](), zermelo.game("gardner")
    advisor = EngineAdvisor(0.01, native=False, progress=lambda one: seen.append(one.depth))
    advice = advisor.advise(game, game.start(), 600.0)
    assert seen[0] < seen[-1] <= advice.depth + 1 and not advice.exact
    assert advisor.advise(game, game.start(), 600.0, advice).depth > advice.depth


def search(game, state, nodes: int, *, averaged: bool):
    options = EngineOptions(every_move=True, averaged=averaged)
    return analyze_within(Limits(nodes=nodes), game, state, native=False, options=options)


def test_estimates_shown_are_the_mean_of_the_last_two_depths():
    game = zermelo.game("othello")
    earlier, plain = (search(game, game.start(), nodes, averaged=False) for nodes in (50, 100))
    shown = search(game, game.start(), 100, averaged=True)
    assert (earlier.depth, plain.depth, shown.depth) == (3, 4, 4) and earlier.value != plain.value
    assert shown.value == pytest.approx((earlier.value + plain.value) / 2, abs=1e-6)
    assert (shown.best_moves, shown.line) == (plain.best_moves, plain.line)
    drift = shown.value - plain.value
    for entry, other in zip(shown.moves, plain.moves, strict=True):
        assert entry.value == pytest.approx(other.value + drift, abs=1e-6)


@pytest.mark.parametrize("spec", ["othello(size=4)", "dobutsu", "connectfour"])
def test_averaging_changes_no_proven_value_and_no_order(spec):
    game, chance = zermelo.game(spec), random.Random(3)
    for _ in range(6):
        *_, state = random_game(game, chance, chance.randrange(12))
        for nodes in (30, 300):
            plain, shown = (search(game, state, nodes, averaged=each) for each in (False, True))
            assert (shown.exact, shown.best_moves) == (plain.exact, plain.best_moves)
            assert not plain.exact or shown.value == plain.value
            proven = [entry for entry in plain.moves if entry.exact]
            assert [entry for entry in shown.moves if entry.exact] == proven
            assert all(entry.value <= shown.value for entry in shown.moves if entry.exact)


def test_an_analysis_in_points_is_finished_when_every_move_is_proven():
    analysis = zermelo.analyze(Matches(), by="score", native=False, every_move=True)
    assert all(entry.exact for entry in analysis.moves) and analysis.finished
    assert not replace(analysis, exact=False).finished

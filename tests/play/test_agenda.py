"""The agenda, which tells what to think about next, without any page, thread or search."""

from dataclasses import replace

import pytest

import zermelo
from walking import session_at
from zermelo.board.session import past_view, session_view
from zermelo.books import shipped_book
from zermelo.contract.analysis import Analysis, MoveValue, value_by
from zermelo.play.advice import EngineAdvisor
from zermelo.play.agenda import MOST_SECONDS, Agenda
from zermelo.play.lines import FEW_MOVES
from zermelo.play.player import Person
from zermelo.play.session import Session
from zermelo.players.search import FirstMove

PEOPLE = (Person(), Person())
COMPUTERS = (FirstMove(), FirstMove())


class Scripted:
    """An advisor that notes what it was asked, and after `looks`, if given, has proven all."""

    def __init__(self, looks: int | None = None) -> None:
        self.asked: list[tuple[int, float]] = []  # the pieces on the board and the seconds allowed
        self.known: list[Analysis | None] = []  # the earlier results that it received
        self._looks, self._depths = looks, {}

    def advise(self, game, state, seconds=None, known=None):
        depth = self._depths[state] = self._depths.get(state, 0) + 1
        self.known.append(known)
        self.asked.append((len(game.picture(state).pieces), seconds))
        proven = self._looks is not None and depth >= self._looks
        texts = tuple(game.format_move(state, move) for move in game.moves(state))
        value = 0.0 if proven else depth / 100
        entries = tuple(MoveValue(text, value, proven) for text in texts)
        result = zermelo.analyze(game, state, depth=1, native=False)
        result = replace(result, value=value, exact=proven, moves=entries, remoteness=None)
        return replace(result, depth=depth, best_moves=texts, line=texts[:1], nodes=100 * depth)


def agenda(moves="", players=PEOPLE, advisor=None, scope="game", **given) -> Agenda:
    session = session_at("tictactoe", moves, players)
    return Agenda(session, advisor or Scripted(), scope=scope, **given)


def do_tasks(agenda: Agenda, times: int = 1) -> list[tuple[str, int]]:
    """Do the next tasks, and return their kinds and plies."""
    kinds = []
    for _ in range(times):
        task = agenda.next()
        if task is None:
            break
        task.finish(task.find())
        kinds.append((task.kind, task.node))
    return kinds


def values(*plies: int) -> list[tuple[str, int]]:
    return [("value", ply) for ply in plies]


def test_a_computers_move_comes_first_and_a_persons_is_waited_for():
    plan = agenda("b2", (Person(), FirstMove()))
    assert do_tasks(plan) == [("move", 1)]
    assert plan.session.history == ["b2", "a3"]
    assert plan.next().kind == "value"


def test_computers_play_to_the_end_and_a_paused_game_goes_on_move_by_move():
    plan = agenda(players=COMPUTERS, scope="nothing")
    do_tasks(plan, 2)
    plan.paused = True
    assert plan.next() is None
    plan.paused = False
    assert len(do_tasks(plan, 99)) == 5 and plan.session.over
    plan = agenda(players=COMPUTERS, scope="nothing")
    plan.paused = True
    plan.step()
    assert do_tasks(plan, 9) == [("move", 0)] and plan.session.ply == 1
    plan.step()
    plan.forget()
    assert plan.next() is None


def test_a_hint_is_found_once_before_values_and_belongs_to_its_position():
    plan = agenda("1,1", scope="nothing")
    assert plan.next() is None and plan.hint == ()
    plan.ask_hint()
    assert plan.hinted and plan.hint == ()
    assert do_tasks(plan, 9) == [("hint", 1)] and len(plan.hint) == 1
    plan.session.move("0,0")
    assert not plan.hinted and plan.hint == () and plan.next() is None
    plan.session.undo()
    assert not plan.hinted  # the next move of the game discarded it
    plan = agenda("1,1")
    plan.resting = True
    assert plan.next() is None
    plan.ask_hint()
    assert do_tasks(plan, 9) == [("hint", 1)]


def test_thinking_goes_on_deeper_for_longer_unless_a_server_gives_less_time():
    advisor = Scripted()
    plan = agenda(advisor=advisor, scope="position")
    assert len(do_tasks(plan, 50)) == 50
    seconds = [given for _, given in advisor.asked]
    assert seconds[:5] == [1, 2, 4, 8, 16] and set(seconds[5:]) == {MOST_SECONDS}
    assert plan.session.advice().depth == 50
    assert [known and known.depth for known in advisor.known] == [None, *range(1, 50)]
    advisor = Scripted()
    plan = agenda(advisor=advisor, scope="position")
    plan.most_seconds = 0.5
    do_tasks(plan, 3)
    assert [given for _, given in advisor.asked] == [0.5, 0.5, 0.5]


def test_what_is_proven_or_occurs_twice_is_not_looked_at_again():
    plan = agenda("1,1", advisor=Scripted(looks=2))
    assert do_tasks(plan, 99) == values(1, 0, 1, 0)
    game = zermelo.game("morris")
    start = game.parse_state("WW.......B....W....B...B,0,0,W")
    session = session_at(game, "d7-d6 d2-d3 d6-d7 d3-d2", PEOPLE, start)
    plan = Agenda(session, Scripted(), scope="game", looks=1)
    assert do_tasks(plan, 99) == values(4, 3, 2, 1)


def test_of_the_position_shown_all_moves_and_their_ends_are_found_out():
    class Sharp(Scripted):
        """An advisor that proves a win at its first look, and the number of plies at its second."""

        def advise(self, game, state, seconds=None, known=None):
            result = super().advise(game, state, seconds, known)
            ends = 5 if result.depth > 1 else None
            won = MoveValue(result.moves[0].move, 1.0, remoteness=ends)
            return replace(result, value=1.0, exact=True, moves=(won,))

    plan = agenda("1,1", advisor=Sharp())
    assert do_tasks(plan, 99) == values(1, 0, 1)
    plan.look_at(0)
    assert do_tasks(plan, 99) == values(0)


def test_an_advisor_with_no_more_to_say_is_not_asked_for_ever():
    class Stubborn(Scripted):
        def advise(self, game, state, seconds=None, known=None):
            return replace(
                super().advise(game, state, seconds, known), value=0.5, depth=3, moves=()
            )

    plan = agenda(advisor=Stubborn(), scope="position")
    assert len(do_tasks(plan, 99)) == 2


def test_the_shown_position_has_a_glance_and_a_search_first_and_takes_turns_with_the_review():
    class Glancing(Scripted):
        """An advisor whose glance counts the pieces of the state."""

        def look(self, game, state, level):
            return replace(self.advise(game, state), nodes=7)

    plan = agenda("1,1 0,1", advisor=Glancing())
    assert do_tasks(plan, 7) == values(2, 2, 2, 2, 2, 2, 1)  # with 0
    assert [plan.session.look(state).nodes for state in plan.session.states] == [7, 7, 7]
    assert do_tasks(plan, 7) == values(2, 2, 1, 2, 2, 1, 0)
    assert len(plan.session._looks[0]) == 3 + FEW_MOVES
    plan.ask_hint()
    plan.session.move("0,0")
    assert do_tasks(plan, 2) == values(3, 3)


@pytest.mark.parametrize(
    ("spec", "moves"),
    [("connectfour(width=4, height=4)", "2 3 2 2 3 2"), ("connectfour", "4 4 4 4 3 5")],
)
def test_each_of_a_few_moves_of_a_proven_position_gets_a_line(spec, moves):
    game = zermelo.game(spec)
    session, book = session_at(game, moves), shipped_book(game)
    plan = Agenda(session, EngineAdvisor(native=False, book=book), scope="position")
    while task := plan.next():
        task.finish(task.find())
    assert session.advice().finished
    lines = past_view(session, session.node, values=True)["advice"]["lines"]
    assert len(lines) == len(session.advice().moves)
    assert min(len(line["line"]) for line in lines) > 1


def test_the_position_looked_at_comes_first():
    plan = agenda("1,1 0,1 0,0")
    plan.look_at(1)
    assert plan.shown == 1
    assert do_tasks(plan, 8) == values(1, 3, 2, 0, 1, 1, 1, 1)
    plan.look_at(3)
    assert plan.shown == 3 and do_tasks(plan, 1) == values(3)
    plan.look_at(1)
    plan.session.move("2,2")
    assert plan.shown == 4  # the game has gone on


def test_a_position_is_thought_about_alone_where_that_is_asked_for():
    plan = agenda("1,1 0,1 0,0")
    plan.look_at(1)
    plan.think_longer()
    assert do_tasks(plan, 5) == values(1, 1, 1, 1, 1)
    plan.look_at(3)
    assert do_tasks(plan, 3) == values(3, 2, 0)


@pytest.mark.parametrize(("scope", "plies"), [("position", ()), ("game", (4, 3, 2, 1, 0))])
def test_a_game_that_is_over_is_reviewed_in_whole_or_not_at_all(scope, plies):
    plan = agenda("0,0 1,0 0,1 1,1 0,2", scope=scope, looks=1)
    assert plan.session.over and do_tasks(plan, 99) == values(*plies)


@pytest.mark.parametrize("at", [0, 2, 4])
def test_a_line_is_reviewed_to_its_end_wherever_one_stands(at):
    plan = agenda("0,0 1,0 0,1 1,1", looks=1)
    plan.session.go(at)
    assert session_view(plan.session)["reviewed"] == (0, 5)
    assert sorted(do_tasks(plan, 99)) == sorted(values(0, 1, 2, 3, 4))
    assert session_view(plan.session)["reviewed"] == (5, 5)


def test_after_a_failure_nothing_more_is_asked_for():
    plan = agenda(players=(FirstMove(), Person()))
    plan.halt()
    assert plan.next() is None and plan.paused


# A move that is thought about a slice at a time ---------------------------------------------------


class Pondering(FirstMove):
    """A player that needs two slices of time before it can choose."""

    def __init__(self) -> None:
        self.slices: list[float] = []

    def ponder(self, game, state, seconds: float) -> bool:
        self.slices.append(seconds)
        return len(self.slices) < 3


def test_a_mover_that_ponders_is_asked_again_until_it_chooses():
    mover = Pondering()
    asked = agenda(players=(mover, Person()))
    asked.most_seconds = 0.25
    for _ in range(2):
        task = asked.next()
        assert task.kind == "move" and task.find() is None
        task.finish(None)
        assert asked.session.history == []
    task = asked.next()
    task.finish(task.find())
    assert asked.session.history == ["a3"] and mover.slices == [0.25] * 3


PLAIN = EngineAdvisor(60, native=False)
POSITIONS = {  # every move of it is examined
    "tictactoe": "1,1 0,1",
    "connectfour(width=4, height=3, k=3)": "2 2 3",
    "isolation(width=3, height=2)": "",
    "kalah(pits=2, seeds=1)": "",
}


def unsure(result):
    """Values that estimate every move as 0 and call the first one the best."""
    unknown, best = {"value": 0.0, "exact": False, "remoteness": None}, result.moves[0].move
    moves = tuple(replace(entry, **unknown, bound="exact") for entry in result.moves)
    known = {"best_moves": (best,), "line": (best,), "complete": False}
    return replace(result, **unknown, moves=moves, **known)


def explore_moves(spec: str, by: str = "outcome") -> tuple[Session, object]:
    """A session at a position whose true values only the test knows, with all its moves."""
    session = session_at(value_by(zermelo.game(spec), by), POSITIONS[spec])
    truth = PLAIN.advise(session.game, session.state)
    for move in session.game.moves(session.state):
        session.tree.add(session.node, move)
    session.note(session.state, unsure(truth))
    return session, truth


@pytest.mark.parametrize(
    ("spec", "by"),
    [*((spec, "outcome") for spec in POSITIONS), ("kalah(pits=2, seeds=1)", "score")],
)
def test_a_position_is_proven_by_all_that_follow_it(spec, by):
    session, truth = explore_moves(spec, by)
    for child in session.tree[session.node].children:
        state = session.tree[child].state
        session.note(state, PLAIN.advise(session.game, state))
    known = session.advice()
    assert known.exact and known.value == truth.value and known.moves == truth.moves
    assert set(known.best_moves) == {m.move for m in truth.moves if m.value == truth.value}
    if truth.finished:
        assert known.remoteness == truth.remoteness


def test_a_move_that_is_refuted_is_no_longer_the_best_one():
    session, truth = explore_moves("connectfour(width=4, height=3, k=3)")
    refuted = session.advice().line[0]
    children = session.tree[session.node].children
    (child,) = [each for each in children if session.tree[each].text == refuted]
    result = PLAIN.advise(session.game, session.tree[child].state)
    session.note(session.tree[child].state, replace(result, value=1.0, exact=True, remoteness=4))
    known = session.advice()
    assert known.of(refuted).value == -1 and known.of(refuted).remoteness == 5
    assert known.value == 0 and not known.exact and known.line == ()
    assert refuted not in known.best_moves and len(known.best_moves) == len(truth.moves) - 1


def test_what_is_proven_is_told_to_all_positions_before():
    game = zermelo.game("tictactoe")
    session = session_at(game, "b2 b3 a3")
    path = session.tree.path(session.node)
    for node in path[:-1]:
        state = session.tree[node].state
        session.note(state, unsure(PLAIN.advise(game, state)))
    lost = PLAIN.advise(game, session.state)  # X wins, which refutes the move before
    session.note(session.state, lost)
    before = session.advice(session.tree[path[2]].state)
    assert (before.exact, before.value, before.remoteness) == (True, 1, None)
    refuted = session.advice(session.tree[path[1]].state).of("b3")
    assert (refuted.exact, refuted.value) == (True, -1)


def test_thinking_ends_where_a_look_adds_nothing_to_what_others_proved():
    session, _ = explore_moves("tictactoe")

    class Blind:
        """An advisor that gives the same answer at once every time."""

        def advise(self, game, state, seconds=None, known=None):
            return unsure(PLAIN.advise(game, state))

    for child in session.tree[session.node].children[:2]:
        state = session.tree[child].state
        session.note(state, PLAIN.advise(session.game, state))
    plan, looks = Agenda(session, Blind(), scope="position"), 0
    while (task := plan.next()) is not None and looks < 9:
        task.finish(task.find())
        looks += 1
    assert looks <= 2

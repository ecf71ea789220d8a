"""Every game, wherever Zermelo shows or works games: one test from the check to the page.

What needs a browser is tried with all games in tests/notebook and tests/web, whole games in the
terminal in tests/terminal, and compiled rules in tests/native.
"""

import asyncio
from xml.etree import ElementTree

import httpx
import pytest

import zermelo
from facts import FACTS
from screens import at, quiet, shown, table
from walking import after
from zermelo.games import BUILT_IN
from zermelo.notebook import Board
from zermelo.play.player import Person
from zermelo.play.session import Session
from zermelo.players.search import FirstMove
from zermelo.trees.page import tree_page
from zermelo.web.app import Web


@pytest.fixture
def few(monkeypatch) -> None:
    """The check looks at a few positions only: all of them take a minute in Pentago."""
    monkeypatch.setattr("zermelo.laws.check.NEAREST", 4)
    monkeypatch.setattr("zermelo.laws.suspicions.GAMES", 1)
    monkeypatch.setattr("zermelo.laws.subject.PLIES", 1)


TOO_LARGE = {"chess", "gardner", "losalamos", "dobutsu", "surakarta"}  # to solve in a moment


@pytest.mark.long
@pytest.mark.parametrize("name", BUILT_IN)
def test_every_game_works_everywhere(name, few):
    spec, record = FACTS[name].record
    game, moves = zermelo.game(spec), record.split()
    late = after(game, moves[:-1])
    checked(game)
    analysed(game, late, moves[-1])
    played(game, moves)
    drawn(game, late)
    in_the_terminal(spec, moves)
    asyncio.run(on_the_page(spec, moves))
    in_a_notebook(game, moves)
    as_a_tree(game, late)
    if name not in TOO_LARGE:
        solved(*next(iter(FACTS[name].solved.items())))


def checked(game) -> None:
    findings = zermelo.check(game, games=1, native=False)
    assert findings.sound, findings.faults
    assert len(findings.suspicions) <= 1, findings.suspicions
    assert {"moves", "state texts", "pictures"} <= set(findings.laws)


def analysed(game, late, last: str) -> None:
    """The last move of the record is there, and its worth is that of the end."""
    analysis = zermelo.analyze(game, late, depth=1, algorithm="minimax", native=False)
    end = game.play(late, game.parse_move(late, last))
    same = game.player(end) == game.player(late)
    (entry,) = (entry for entry in analysis.moves if entry.move == last)
    assert entry.value == game.outcome(end) * (1 if same else -1)


def played(game, moves) -> None:
    session = Session(game, (FirstMove(), FirstMove()))
    for move in moves:
        session.move(move)
    assert session.over and session.outcome and session.history == moves
    done = zermelo.match(game, "random", "first", games=2, cap=60, native=False)
    assert done.score.games == 2 and not done.forfeits


def drawn(game, late) -> None:
    """The text and the SVG show every piece, each in its place."""
    position, pieces = zermelo.Position(game, late), game.picture(late).pieces
    shown = ElementTree.fromstring(position.svg())
    assert len(list(shown.iter())) > len(pieces) > 0
    text = str(position)
    assert all(piece in text for piece in pieces.values())


def in_the_terminal(spec, moves) -> None:
    app = table(spec, (Person(), Person()), " ".join(moves[:-1]))

    async def scene(pilot) -> None:
        assert "to move" in shown(app)
        await pilot.press(*moves[-1], "enter")
        await quiet(pilot)
        assert "Game over" in shown(app)

    at(app, scene, size=(120, 50))


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
        assert (await client.get(f"{way}/saved")).json()["moves"] == moves
        assert (await client.get(f"{way}/node/0")).status_code == 200
    await asyncio.to_thread(web.thinker.close)


def in_a_notebook(game, moves) -> None:
    widget = Board(game, ("human", "human"), native=False, seconds=0.1)
    assert widget.view["active"]
    for move in moves:
        widget.move(move)
    assert widget.over and widget.history == moves


def as_a_tree(game, late) -> None:
    trace = zermelo.trace(game, late, depth=1, algorithm="minimax")
    assert len(trace) == 1 + len(list(game.moves(late)))
    assert str(game) in tree_page(trace)


def solved(spec, known) -> None:
    """A small size, or a position near the end, is worth what is known."""
    game = zermelo.game(spec)
    by = "score" if game.counts_points else "outcome"
    for text, value in known.items():
        state = game.parse_state(text) if text else game.start()
        solution = zermelo.solve(game, states=[state], by=by, native=False)
        assert solution.value == value

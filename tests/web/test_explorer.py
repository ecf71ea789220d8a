"""What the page knows of a position: games, certificates, values; and the boards of a class."""

import json
import random
from collections.abc import Iterator
from dataclasses import replace
from urllib.parse import urlencode

import pytest

import zermelo
from pages import NAMES, accessible, click, go, legal, text, until
from serving import listening_to, run_server
from walking import random_game
from zermelo.board.session import past_view
from zermelo.books.making import book
from zermelo.contract.analysis import MoveValue
from zermelo.errors import UsageError
from zermelo.naming import kind
from zermelo.play.advice import EngineAdvisor
from zermelo.play.session import Session
from zermelo.proofs.verify import Known
from zermelo.solver.probing.probe import probe
from zermelo.web.app import Web
from zermelo.web.explorer import summand

GAME = "nim(rows=[1, 2])"


def line(moves: str, result: object, game: str = GAME) -> str:
    made = [{"move": move} for move in moves.split()]
    return json.dumps({"game": game, "opening": [], "moves": made, "result": result})


LINES = [
    line("0,1 1,1 1,1", 1),
    line("1,1 0,1 1,1", 1),
    line("1,1 1,1 0,1", 1),
    line("0,1 1,2", -1),
]


@pytest.fixture(scope="module")
def games(tmp_path_factory):
    path = tmp_path_factory.mktemp("explored") / "games.jsonl"
    path.write_text("\n".join([*LINES, ""]))
    return path


def explore(web: Web, *moves: str, values: bool = False) -> dict[str, tuple]:
    session = Session(zermelo.game(GAME))
    rows = web.explorer.explore(session, session.branch(0, moves), values=values)
    return {row["move"]: (row["games"], row["worth"] and row["worth"]["kind"]) for row in rows}


def test_games_are_counted_at_every_position_beside_what_a_book_has_proven(games, tmp_path):
    book(zermelo.game(GAME), tmp_path / "nim.book", plies=1, native=False, exact=True)
    web = Web(native=False, results=[games], books=[str(tmp_path / "nim.book")])
    assert explore(web, values=True) == {
        "1,1": ((2, 0, 0), "win"), "0,1": ((1, 0, 1), "loss"), "1,2": ((0, 0, 0), "loss"),
    }  # fmt: skip
    assert {*explore(web)} == {"1,1", "0,1"}
    web = Web(native=False, results=[games])
    assert explore(web) == {"1,1": ((2, 0, 0), None), "0,1": ((1, 0, 1), None)}
    # 0,1 1,1 and 1,1 0,1 lead to the same position
    assert explore(web, "0,1", "1,1") == {"1,1": ((2, 0, 0), None)}
    assert explore(web, "0,1", "1,2") == {}


WRONG = (line("0,1", 2), line("0,1", None), line("0,1 0,1", 1), line("0,1", 1, "ludo"))


@pytest.mark.parametrize("wrong", ["x", "[]", "{}", *WRONG])
def test_a_game_that_is_none_is_skipped_and_a_file_without_others_refused(wrong, games, tmp_path):
    path = tmp_path / "some.jsonl"
    path.write_text(f"{wrong}\n")
    with pytest.raises(UsageError, match=r"some\.jsonl") as refusal:
        Web(native=False, results=[path])
    assert "\n" not in str(refusal.value)


def test_games_beside_a_bad_one_are_read(tmp_path):
    path = tmp_path / "some.jsonl"
    path.write_text(f"{LINES[0]}\n{line('0,1 0,1', 1)}\n")
    with pytest.warns(match=r"skipped: .*some\.jsonl, game 2: ply 2, 0,1: "):
        web = Web(native=False, results=[path])
    assert explore(web) == {"0,1": ((1, 0, 0), None)}


def test_a_row_shows_its_move_and_plays_it(games, browser):
    with run_server(Web(native=False, results=[games])) as server:
        page = browser.new_page(viewport={"width": 1280, "height": 900})
        page.goto(f"{server.address}/play#g={GAME}&p=human~human")
        page.click("#tabs [value=explore]")
        page.wait_for_selector("#explored li")
        until(lambda: text(page, "#explorer-name") == "Played: 4 games")
        split = page.locator("#explored .split").first.get_attribute("aria-label")
        assert split == "1 won by player 1, 0 drawn, 1 won by player 2"
        row = page.locator("#explored .step").nth(1)
        label = page.locator("#board .zermelo-svg").get_attribute("aria-label") or ""
        assert label.endswith("player 1 to move")
        row.hover()
        page.wait_for_selector("#board .zermelo-svg[aria-label$='player 2 to move']")
        row.click()
        until(lambda: text(page, "#explorer-name") == "Played: 2 games")
        assert text(page, "#moves") == "1,1" and accessible(page, NAMES) == []
        page.close()


def test_an_empty_explorer_tells_what_the_values_would_add(page, server):
    page.goto(f"{server.address}/play#g=nim&p=human~human")
    page.click("#tabs [value=explore]")
    until(lambda: text(page, "#unexplored").endswith("is shown with the values."))
    page.check("#values")
    until(lambda: text(page, "#unexplored").startswith("Nothing is recorded"))


PROVEN_GAME = "hex(size=4)"


@pytest.fixture(scope="module")
def proof(tmp_path_factory):
    file = tmp_path_factory.mktemp("proofs") / "hex.proof"
    assert zermelo.prove(PROVEN_GAME, claim="win", out=file, native=False).proven
    return file


class Guesser(EngineAdvisor):
    """Estimates every move as a little better than a draw."""

    def _search(self, game, state, seconds, **given):
        moves = [game.format_move(state, move) for move in game.moves(state)]
        guess = zermelo.analyze(game, state, depth=1, algorithm="alphabeta", native=False)
        entries = tuple(MoveValue(move, 0.25, False) for move in moves)
        return replace(guess, value=0.25, exact=False, moves=entries, best_moves=tuple(moves[:1]))


def test_what_is_proven_takes_the_place_of_estimates(proof):
    game, known = zermelo.game(PROVEN_GAME), Known(proof)
    advisor, claimed = Guesser(proof=known), known.analysis()
    said = advisor.advise(game, game.start())
    assert (said.value, said.exact, said.source) == (1, True, "proof")
    assert said.best_moves == claimed.best_moves == ("c2", "b3")  # symmetric ones
    for entry in said.moves:
        known = (1, True) if entry.move in said.best_moves else (0.25, False)
        assert (entry.value, entry.exact) == known
    beside = game.play(game.start(), game.parse_move(game.start(), "a1"))
    assert advisor.look(game, beside).source != "proof"


def test_the_board_says_that_it_is_proven_and_the_tree_page_walks_through_it(browser, proof):
    with run_server(Web(native=False, proofs=[str(proof)])) as server:
        page = browser.new_page()
        go(page, server, "human~human", g=PROVEN_GAME)
        page.check("#values")
        until(lambda: text(page, "#verdict").startswith("Proven: player 1"))
        until(lambda: "(certificate)" in text(page, "#verdict"))
        page.goto(f"{server.address}/tree#{urlencode({'g': PROVEN_GAME})}")
        page.wait_for_selector("#algorithm [value=certificate]:enabled", state="attached")
        page.select_option("#algorithm", "certificate")
        until(lambda: page.locator("#against").is_hidden())
        until(lambda: page.locator("#depth").is_visible())
        page.click("#asked .primary")
        page.wait_for_selector("h2:text('certificate')")
        page.keyboard.press("End")
        until(lambda: "All lines end as claimed" in text(page, "#tree"))
        page.goto(f"{server.address}/tree#{urlencode({'g': 'nim'})}")
        until(lambda: not page.locator("#algorithm [value=certificate]:enabled").count())
        page.close()


def test_a_walk_is_from_the_position_asked_for_and_alone(proof):
    asked = {"game": PROVEN_GAME, "algorithm": "certificate", "depth": 2}
    with run_server(Web(native=False, proofs=[str(proof)])) as server:
        said = [
            server.client.post("/api/trees", json={**asked, **more}).json()
            for more in ({}, {"moves": ["c2"]}, {"moves": ["a1"]}, {"against": "minimax"})
        ]
        other = server.client.post("/api/trees", json={**asked, "game": "nim"}).json()
    assert said[0]["proof"] and said[0]["record"]["certificate"]["claim"] == "a win"
    assert said[1]["record"]["certificate"]["claim"] == "a win"
    assert said[2]["error"] == "the certificate proves nothing about this position"
    assert said[3]["error"] == other["error"]
    assert "cannot be compared, and needs" in other["error"]


SQUARE = "domineering(width=2, height=2)"


def test_any_node_of_the_session_and_its_parts_have_a_value():
    session = Session(zermelo.game("nim(rows=[3, 4])"))
    nodes = 0, session.branch(0, ["0,2"])
    found = [summand(session, node) for node in nodes]
    known = [(each["value"], each["parts"], each["outcome"]) for each in found]
    wins = "the first to move wins"
    assert known == [("*7", ["*3", "*4"], wins), ("*5", ["*", "*4"], wins)]
    switch = summand(Session(zermelo.game(SQUARE)), 0)
    assert switch["drawn"].count('class="line') == 6  # two walls and a mast, and their names


@pytest.mark.parametrize("spec", ["tictactoe", "domineering", "dotsandboxes(width=1, height=2)"])
def test_nothing_where_there_is_no_value_or_too_much_work(spec):
    assert summand(Session(zermelo.game(spec)), 0) is None


def test_the_page_says_the_value_with_the_others(page, server):
    go(page, server, "human~human", g=SQUARE)
    until(lambda: page.locator("#combinatorial").is_hidden())
    page.check("#values")
    until(lambda: text(page, "#combinatorial-value") == "±1")
    facts = text(page, "#combinatorial-facts")
    assert facts == "alonethe first to move winsmean0temperature1"
    until(lambda: page.locator("#thermograph").evaluate("one => one.naturalWidth") > 0)
    assert accessible(page, NAMES) == []
    for _ in range(2):
        click(page, legal(page)[0])
    until(lambda: text(page, "#combinatorial-value") == "1")
    page.uncheck("#values")
    until(lambda: page.locator("#combinatorial").is_hidden())


CODE = "a-class-of-twenty-two"


def test_a_class_is_seen_by_its_code_and_nothing_can_be_done_with_that(server):
    opened = server.open(**{"class": CODE, "as": "Ada <b>" + 40 * "a"})
    server.open(**{"class": CODE[::-1]})
    server.act(opened["key"], "move", move="1,1")
    (seen,) = server.client.get(f"/api/classes/{CODE}").json()
    assert seen["person"] == "Ada <b>" + 23 * "a" and (seen["ply"], seen["watched"]) == (1, False)
    assert seen["status"] == "player 2 (O) to move" and opened["key"] not in str(seen)
    assert seen["mistakes"] is None  # nothing is reviewed yet
    server.act(opened["key"], "move", move="b3")
    server.act(opened["key"], "values", on=True)
    with listening_to(server.client, opened["key"]):  # a page is open
        until(lambda: server.client.get(f"/api/classes/{CODE}").json()[0]["mistakes"] == 1)
    assert server.act(seen["name"], "move", move="0,0").status_code == 404
    drawn = server.client.get(f"/api/classes/{CODE}/{seen['name']}")
    assert drawn.headers["content-type"] == "image/svg+xml" and "<svg" in drawn.text
    assert server.client.get(f"/api/classes/{CODE[::-1]}/{seen['name']}").status_code == 404
    for code in ("", "short", "a" * 65, "a.b" * 9):
        assert server.client.get(f"/api/classes/{code}").status_code in (400, 404)
        fields = {"game": "nim", "class": code}
        assert server.client.post("/api/sessions", json=fields).status_code == 400


def test_a_teacher_sees_what_the_class_does(page, server, browser):
    page.goto(f"{server.address}/class")
    page.select_option("#game", "nim")
    page.select_option("#game", "tictactoe")
    until(lambda: text(page, "#link").startswith(f"{server.address}/play#"))
    until(lambda: page.locator("#warning").is_visible())  # nobody else reaches this address
    there = browser.new_context()
    student = there.new_page()
    student.goto(text(page, "#link").replace("level%3A5", "first"))
    name = student.get_by_role("textbox", name="Your name")
    name.fill("Emil")
    name.press("Enter")
    student.wait_for_selector(".zermelo-target")
    click(student, 4)
    until(lambda: "EmilTic-tac-toe, 2 moves; last seen" in text(page, "#boards"))
    until(lambda: "player 1 (X) to move" in text(page, "#boards"))
    until(lambda: text(page, "#count") == "1 board")
    there.close()
    until(lambda: "page closed" in text(page, "#boards"))


GAMES = [
    "tictactoe",
    "nim(rows=[1, 2, 3])",
    "isolation(width=3, height=3)",
    "connectfour(width=4, height=3, k=3)",
    "chomp(width=4, height=3)",
]
SECONDS = 0.02  # for each position: what is exact must be so however early the search was ended
SURE = 5  # one position in so many is late in its game, and its search comes to its end


def random_positions(game, count: int) -> Iterator[object]:
    """Positions of random games that go on there, one of `SURE` near the end."""
    chance = random.Random(5)
    for number in range(count):
        *going, _ = random_game(game, chance)
        yield chance.choice(going) if number % SURE else going[-2:][0]


@pytest.mark.long
@pytest.mark.parametrize("spec", GAMES)
def test_what_the_page_calls_exact_a_database_says_too(spec, tmp_path):
    pytest.importorskip("zarr")
    game = zermelo.game(spec)
    zermelo.solve(game, out=tmp_path / "solved")
    database = zermelo.Database(tmp_path / "solved", game)
    advisor, exact = EngineAdvisor(native=False), 0
    for number, state in enumerate(random_positions(game, 40)):
        session = Session(game, start=state)
        session.note(state, advisor.advise(game, state, SECONDS if number % SURE else 60))
        shown, truth = past_view(session, session.node, values=True), probe(database, state)
        known = shown["advice"]  # None if the search ended before its first value
        assert (known and known["exact"]) or number % SURE
        if known and known["exact"]:
            exact += 1
            assert known["value"] == truth.value
            assert known["remoteness"] in (None, truth.remoteness)
            assert set(known["best_moves"]) <= set(truth.best_moves)
        for entry in shown["board"]["moves"]:
            message, known = entry.get("worth"), truth.of(entry["move"])
            if message and message["kind"] != "estimate":
                assert message["kind"] == kind(known.value)
                assert message["label"] in ("", str(known.remoteness))
    assert exact

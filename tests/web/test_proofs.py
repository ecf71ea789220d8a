"""A certificate that a server was given: the board's page says what it proves."""

from dataclasses import replace
from urllib.parse import urlencode

import pytest

import zermelo
from pages import go, text, until
from serving import served
from zermelo.contract.analysis import MoveValue
from zermelo.play.advice import EngineAdvisor
from zermelo.proofs.verify import Known
from zermelo.web.app import Web

GAME = "hex(size=4)"


@pytest.fixture(scope="module")
def proof(tmp_path_factory):
    file = tmp_path_factory.mktemp("proofs") / "hex.proof"
    assert zermelo.prove(GAME, claim="win", out=file, native=False).proven
    return file


class Guesser(EngineAdvisor):
    """Estimates every move as a little better than a draw."""

    def _search(self, game, state, seconds, **given):
        moves = [game.format_move(state, move) for move in game.moves(state)]
        guess = zermelo.analyze(game, state, depth=1, algorithm="alphabeta", native=False)
        entries = tuple(MoveValue(move, 0.25, False) for move in moves)
        return replace(guess, value=0.25, exact=False, moves=entries, best_moves=tuple(moves[:1]))


def test_what_is_proven_takes_the_place_of_estimates(proof):
    game, known = zermelo.game(GAME), Known(proof)
    advisor, claimed = Guesser(proof=known), known.analysis()
    said = advisor.advise(game, game.start())
    assert (said.value, said.exact, said.source) == (1, True, "proof")
    assert said.best_moves == claimed.best_moves == ("c2", "b3")  # symmetric ones
    for entry in said.moves:
        assert (entry.value, entry.exact) == (
            (1, True) if entry.move in said.best_moves else (0.25, False)
        )
    beside = game.play(game.start(), game.parse_move(game.start(), "a1"))
    assert advisor.glance(game, beside).source != "proof"


@pytest.mark.browser
def test_the_board_says_that_it_is_proven(browser, proof):
    with served(Web(native=False, proofs=[str(proof)])) as server:
        page = browser.new_page()
        go(page, server, "human~human", g=GAME)
        page.check("#values")
        until(lambda: text(page, "#verdict").startswith("Proven: player 1"))
        until(lambda: "(certificate)" in text(page, "#verdict"))
        page.close()


@pytest.mark.browser
def test_the_tree_page_walks_through_it(browser, proof):
    with served(Web(native=False, proofs=[str(proof)])) as server:
        page = browser.new_page()
        page.goto(f"{server.address}/tree#{urlencode({'g': GAME})}")
        page.wait_for_selector("#algorithm [value=certificate]", state="attached")
        page.select_option("#algorithm", "certificate")
        until(lambda: page.locator("#against").is_hidden())
        until(lambda: page.locator("#depth").is_visible())
        page.click("#asked .primary")
        page.wait_for_selector("h2:text('certificate')")
        page.keyboard.press("End")
        until(lambda: "All lines end as claimed" in text(page, "#tree"))
        page.goto(f"{server.address}/tree#{urlencode({'g': 'nim'})}")
        until(lambda: not page.locator("#algorithm [value=certificate]").count())
        page.close()


def test_a_walk_is_from_the_position_asked_for_and_alone(proof):
    asked = {"game": GAME, "algorithm": "certificate", "depth": 2}
    with served(Web(native=False, proofs=[str(proof)])) as server:
        said = [
            server.client.post("/api/trees", json={**asked, **more}).json()
            for more in ({}, {"moves": ["c2"]}, {"moves": ["a1"]}, {"against": "minimax"})
        ]
        other = server.client.post("/api/trees", json={**asked, "game": "nim"}).json()
    assert said[0]["proof"] and said[0]["record"]["certificate"]["claim"] == "a win"
    assert said[1]["record"]["certificate"]["claim"] == "a win"
    assert said[2]["error"] == "the certificate proves nothing about this position"
    assert said[3]["error"] == other["error"]
    assert "shown alone, of a game with one" in other["error"]

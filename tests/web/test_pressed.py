"""The page keeps still, counts every press, survives a lost session, and fills screen and paper."""

import json

from pages import click, go, load, press_during, text, tool, until
from serving import run_server
from zermelo.web.app import Web

LINES = """() => {
    const made = (name, id) => Object.assign(document.createElement(name), { id });
    const place = (name, id) => document.body.appendChild(made(name, id));
    document.body.replaceChildren();
    for (const id of ["engine", "lines", "search", "doing", "why"]) place("div", id);
    for (const id of ["rest", "longer", "threat"]) place("button", id);
    document.getElementById("rest").innerHTML = "<span class=word></span>";
    window.heard = [];
    const engine = new it.Engine({ onLine: (_, moves) => heard.push(moves), onPreview: () => {} });
    window.renewed = (depth, lines, node = 7) => {
        const worth = { kind: "estimate", by: "outcome", label: `+0.${depth}`, words: "" };
        const found = lines.map((line) => ({ worth, line: line.split(" ") }));
        const searched = { depth, nodes: 100 * depth, rate: 1e5, seconds: 1 };
        const advice = { words: "better", ...searched, line: found[0].line, lines: found };
        const state = { players: ["human", "human"], values: true, node };
        engine.show(state, { node, advice, board: { threatened: [] } });
    };
    renewed(1, ["a b", "c d", "e f"]);
}"""
AGAIN = "([depth, lines, node]) => renewed(depth, lines, node)"


def test_the_engines_lines_are_pressed_while_it_thinks(script):
    script("engine", LINES)
    other = ".line button >> text=d"
    press_during(script.page, other, AGAIN, [2, ["a b", "c d", "e f"], 7])
    press_during(script.page, other, AGAIN, [3, ["a f", "c d e", "e f"], 7])
    for later in ([2, ["a b", "e d", "c f"], 7], [3, ["a b", "c d", "e f"], 8]):
        script.page.evaluate(AGAIN, [1, ["a b", "c d", "e f"], 7])
        press_during(script.page, other, AGAIN, later)  # which is another line, or position, now
    assert script.page.evaluate("heard") == [["c", "d"]] * 2


COMMENTED = """async ([key, text]) => {
    const body = JSON.stringify({ node: 4, text });
    const headers = { "content-type": "application/json" };
    await fetch(`/api/sessions/${key}/comment`, { method: "POST", body, headers });
    const heard = () => document.querySelector("#moves .comment")?.textContent === text;
    while (!heard()) await new Promise((resolve) => setTimeout(resolve, 10));
}"""


def test_the_page_is_renewed_and_what_is_pressed_on_it_counts(page, server):
    """A comment that comes from elsewhere has the whole page shown again."""
    go(page, server, "human~human", g="tictactoe", m="b2 b3 c1 c3")
    page.check("#values")
    until(lambda: text(page, "#doing") == "Nothing is left to find out.")
    key = page.evaluate("sessionStorage.getItem('zermelo')")
    for place, message, comment in (
        ("#moves button >> nth=0", "After 1. b2", "one"),
        ("#faults button >> nth=0", "After 1… b3", "two"),
        ("#graph circle[value='3']", "After 2. c1", "three"),
    ):
        page.click(f"#tabs [value={'moves' if 'moves' in place else 'review'}]")
        press_during(page, place, COMMENTED, [key, comment])
        until(lambda message=message: text(page, "#past-text") == message)
        page.click("#back")
        until(lambda: page.locator("#past").is_hidden())


def forget_all(page, server) -> None:
    """Have the server know no session any more, without a word to the pages.

    The page's events have to be on by then: opened later, they would find the session gone too.
    """
    rooms = server.web.rooms
    until(lambda: rooms.get(page.evaluate("sessionStorage.getItem('zermelo')")).watched)
    rooms._rooms.clear()


def test_a_session_that_the_server_forgot_is_begun_again_and_the_click_counts(page, server):
    go(page, server, "human~human", g="tictactoe", m="b2")
    forget_all(page, server)
    click(page, 0)
    until(lambda: page.locator("#moves li").count() == 2)
    click(page, 1)
    until(lambda: page.locator("#moves li").count() == 3)
    asked = []

    def refuse_once(route):
        asked.append(route.request.url)
        if len(asked) > 1:
            return route.continue_()
        return route.fulfill(status=429, json={"error": "this server has too many games"})

    page.route("**/api/sessions", refuse_once)  # a server that is too busy is asked again
    forget_all(page, server)
    click(page, 2)
    until(lambda: page.locator("#moves li").count() == 4)
    assert len(asked) == 2


def test_a_session_begun_again_is_what_it_was(page, server):
    saved = '[Game "tictactoe"]\n[At "2"]\n[Resigned "2"]\n\nb2 a3 c1'
    load(page, server, saved, 3)
    page.click("#values")
    page.click("#tabs [value=analysis]")
    until(lambda: text(page, "#rest") == "Pause")
    page.click("#rest")
    until(lambda: text(page, "#doing") == "Paused.")

    def watched() -> list[dict]:
        rooms = server.web.rooms._rooms.values()
        return [json.loads(room.view()) for room in rooms if room.watched]

    (before,) = watched()
    forget_all(page, server)
    page.click("#values")  # which finds out that the session is lost
    until(watched)
    (after,) = watched()
    kept = ("history", "future", "ply", "resigned", "players", "resting", "paused")
    assert {name: after[name] for name in kept} == {name: before[name] for name in kept}
    assert after["future"] == ["c1"] and after["resigned"] == 1


def test_a_session_that_cannot_be_begun_again_is_given_up(page, server):
    go(page, server, "human~human", g="tictactoe", m="b2")
    asked = []

    def refuse(route):
        asked.append(route.request.url)
        route.fulfill(status=400, json={"error": "this server has no such game"})

    forget_all(page, server)
    page.route("**/api/sessions", refuse)
    page.click("#undo")
    until(lambda: "cannot go on with it: this server has no such game" in text(page, "#error"))
    page.unroute("**/api/sessions")
    page.click("#undo")  # which asks once more
    until(lambda: page.locator("#moves li.undone").count() == 1)
    until(lambda: len(asked) == 1)
    until(lambda: page.locator("#error").is_hidden())


def test_a_server_that_is_stopped_is_said_to_be_silent(browser):
    page = browser.new_page()
    with run_server(Web(native=False)) as stopped:
        go(page, stopped, "human~human", g="tictactoe")
        until(lambda: page.locator("#error").is_hidden())
    until(lambda: "does not answer; trying again" in text(page, "#error"))
    page.close()


def test_the_board_fills_the_screen_and_is_printed_alone(page, server):
    go(page, server, "human~human", g="morris")
    tool(page, "#full")
    until(lambda: page.evaluate("document.fullscreenElement?.tagName") == "MAIN")
    until(lambda: page.locator("#undo").is_hidden())
    page.evaluate("document.exitFullscreen()")
    until(lambda: page.evaluate("document.fullscreenElement") is None)
    page.emulate_media(media="print")
    tools = page.locator("#new, #undo, #full")
    until(lambda: tools.evaluate_all("all => all.every((one) => !one.checkVisibility())"))
    until(lambda: page.locator("#board svg").is_visible())

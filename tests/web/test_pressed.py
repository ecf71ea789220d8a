"""What a person presses while values arrive: the press counts, and the focus stays where it is."""

import pytest

from pages import go, pressed, text, until

pytestmark = pytest.mark.browser

LISTS = """async () => {
    document.body.replaceChildren();
    window.heard = [];
    const place = (name) => document.body.appendChild(document.createElement(name));
    const [list, graph] = [place("ol"), Object.assign(place("div"), { style: "width: 320px" })];
    const { drawGraph } = await import("/graph.js");
    const parents = [null, 0, 1], names = ["player 1 (X)", "player 2 (O)"];
    const tree = parents.map((parent, node) => ({ node, parent, ply: node, move: `m${node}` }));
    const line = { tree, node: 2, end: 2, values: true };
    const valued = { graph: tree, names, by: "outcome", bound: 1 };
    window.renewed = (values) => {
        tree.forEach((row, node) => {
            const value = values[node];
            Object.assign(row, { value, chance: (1 + value) / 2, exact: false });
        });
        it.drawMoves(list, line, 2, (node) => heard.push(["move", node]));
        drawGraph(graph, valued, 2, (ply) => heard.push(["ply", ply]));
    };
    renewed([null, 0, null]);
}"""


def test_moves_and_their_values_are_pressed_while_values_arrive(script):
    script("moves", LISTS)
    later = "(values) => renewed(values)"
    pressed(script.page, "ol button[value='1']", later, [0.5, 0, None])
    pressed(script.page, "circle[value='1']", later, [0.5, 0, 0.5])
    assert script.page.evaluate("heard") == [["move", 1], ["ply", 1]]


LINES = """() => {
    const made = (name, id) => Object.assign(document.createElement(name), { id });
    const place = (name, id) => document.body.appendChild(made(name, id));
    document.body.replaceChildren();
    for (const id of ["engine", "thinking"]) place("div", id);
    for (const id of ["rest", "longer"]) place("button", id);
    place("p", "doing");
    window.heard = [];
    const engine = new it.Engine({ onLine: (_, moves) => heard.push(moves), onPreview: () => {} });
    window.renewed = (depth, lines, node = 7) => {
        const worth = { kind: "estimate", by: "outcome", label: `+0.${depth}`, words: "" };
        const found = lines.map((line) => ({ worth, line: line.split(" ") }));
        const searched = { depth, nodes: 100 * depth, rate: 1e5, seconds: 1 };
        const advice = { words: "better", ...searched, line: found[0].line, lines: found };
        const state = { players: ["human", "human"], values: true, node };
        engine.show(state, { node, advice });
    };
    renewed(1, ["a b", "c d", "e f"]);
}"""
AGAIN = "([depth, lines, node]) => renewed(depth, lines, node)"


def test_the_engines_lines_are_pressed_while_it_thinks(script):
    script("engine", LINES)
    other = ".line button >> text=d"
    pressed(script.page, other, AGAIN, [2, ["a b", "c d", "e f"], 7])
    pressed(script.page, other, AGAIN, [3, ["a f", "c d e", "e f"], 7])
    assert script.page.evaluate("heard") == [["c", "d"]] * 2


def test_a_press_on_a_line_that_is_another_one_now_is_none(script):
    script("engine", LINES)
    for later in ([2, ["a b", "e d", "c f"], 7], [3, ["a b", "c d", "e f"], 8]):
        script.page.evaluate(AGAIN, [1, ["a b", "c d", "e f"], 7])
        pressed(script.page, ".line button >> text=d", AGAIN, later)
    assert script.page.evaluate("heard") == []


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
        pressed(page, place, COMMENTED, [key, comment])
        until(lambda message=message: text(page, "#past-text") == message)
        page.click("#back")
        until(lambda: page.locator("#past").is_hidden())

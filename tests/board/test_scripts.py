"""The board's scripts in Chromium: effects.js, pieces.js, graph.js and renew.js."""

import re
from itertools import pairwise

import pytest

import zermelo
from pages import press_during
from walking import board_after
from zermelo.board.view import board_view

MILL = "a7 a4 d7 d2 g4 g1"  # ○ may close the upper row


def view(spec: str, moves: str = "") -> dict:
    position = zermelo.Position(zermelo.game(spec)).play(moves)
    return board_view(position.game, position.state)


def moves_through(shown: dict, *clicks: int) -> list[dict]:
    return [move for move in shown["moves"] if move["clicks"][: len(clicks)] == list(clicks)]


@pytest.mark.parametrize(
    ("spec", "moves", "clicked", "asked"),
    [
        ("morris", MILL, (2,), "take a man"),
        ("morris", MILL, (), "the next point"),
        ("amazons(size=4)", "", (), "the next point"),
        ("chess", "", (62,), "choose where it goes"),
        ("amazons(size=4)", "", (4,), "move the amazon"),
        ("amazons(size=4)", "", (4, 5), "shoot an arrow"),
        ("quarto", "a1:5", (0,), "give a piece to your opponent"),
        ("pentago", "", (0,), "turn a quarter"),
    ],
)
def test_the_next_click_is_asked_for_in_words(script, spec, moves, clicked, asked):
    shown = view(spec, moves)
    following: dict[int, list] = {}
    for move in moves_through(shown, *clicked):
        following.setdefault(move["clicks"][len(clicked)], []).append(move)
    result = script("effects", "it.asked", shown, [*following.items()], len(clicked))
    assert result == asked


def test_of_many_points_the_best_come_first_and_few_are_not_ranked(script):
    worth = [{"worth": {"rank": rank}} for rank in range(41)]
    following = [[point, [move]] for point, move in enumerate(worth)]
    ranks = "(following) => it.ranked(new Map(following)).map(({ point }) => point)"
    assert script("effects", ranks, following) == [*reversed(range(41))]
    assert script("effects", ranks, following[1:]) == []


HEARD = """async (first, second) => {
    const { createBoard } = await import("/board.js");
    const element = document.body.appendChild(document.createElement("div"));
    const board = createBoard(element), heard = [];
    const live = element.querySelector(".zermelo-live");
    const watching = new MutationObserver(() => heard.push(live.textContent.trim()));
    watching.observe(live, { childList: true });
    for (const view of [first, first, second, { ...second, hint: [] }]) {
        board.update(view);
        await new Promise((resolve) => setTimeout(resolve));
    }
    return heard;
}"""


def test_every_move_is_heard_once_also_one_that_is_called_like_the_one_before(script):
    shown = view("tictactoe", "")
    passed = {**shown, "pressed": "pass", "player": 1, "mover": "player 1 (X)"}
    again = {**passed, "player": 0, "mover": "player 2 (O)"}
    heard = ["player 1 (X) played pass", "player 2 (O) played pass"]
    assert script("effects", HEARD, passed, again) == heard
    assert script("effects", HEARD, passed, {**passed, "player": 0}) == heard[:1] * 2


CHANGES = (
    "(before, now) => it.changes(before.pieces, now.pieces, now).map(({ kind, piece, from }) => "
    "[kind, piece.point, from ?? null])"
)


def views(spec: str, moves: str) -> list[dict]:
    """The views of the board before and after the last of these moves."""
    return [board_after(spec, moves.rpartition(" ")[0]), board_after(spec, moves)]


SOWN = (
    "(before, now) => it.sowing(before.pieces, now.pieces, now.last[0], now.points)"
    ".map(({ point, seed }) => [point, seed])"
)


@pytest.mark.parametrize(
    ("spec", "moves", "sown"),
    [
        ("kalah(pits=3, seeds=2)", "1", [[1, True], [2, True]]),
        ("kalah(pits=3, seeds=2)", "2 1", None),
    ],
)
def test_seeds_are_sown_one_by_one_against_the_clock(script, spec, moves, sown):
    before, now = views(spec, moves)
    result = script("effects", f"(views) => ({SOWN})(...views)", [before, now])
    had, has = ({p["point"]: int(p["symbol"]) for p in view["pieces"]} for view in (before, now))
    more = {point for point in has if has[point] > had.get(point, 0)}
    assert {point for point, seed in result if seed} == more and len(result) >= 2
    x = [now["points"][point][0] for point, _ in result]
    assert sown is None or x == sorted(x)


@pytest.mark.parametrize(
    ("spec", "moves", "changes"),
    [
        ("connectfour", "4 4", [["fall", 31, None]]),
        ("tictactoe", "1,1", [["draw", 4, None]]),
        ("isolation(width=3, height=3)", "0,0 2,2 1,0", [["slide", 1, 0]]),
        ("othello", "d3", [["draw", 19, None], ["turn", 27, None]]),
        ("breakthrough(width=3, height=5)", "b2-b3 a4xb3", [["slide", 7, 3], ["vanish", 7, None]]),
        ("nim(rows=[3])", "0,2", [["fade", 1, None], ["fade", 2, None]]),
        ("morris", "a7 a1 d7 d1 g7xa1", [["fade", 21, None], ["draw", 2, None]]),
        ("kalah(pits=2, seeds=1)", "2", []),
    ],
)
def test_what_moves(script, spec, moves, changes):
    before, now = views(spec, moves)
    seen = script("pieces", CHANGES, before, now)
    assert sorted(seen, key=str) == sorted(changes, key=str)


def test_a_move_taken_back_slides_back_and_a_new_game_does_not_move(script):
    before, now = views("isolation(width=3, height=3)", "0,0 2,2 1,0")
    assert script("pieces", CHANGES, now, before) == [["slide", 0, 1]]
    empty, _ = views("othello", "d3")
    many = {**empty, "pieces": [{"point": p, "symbol": "●", "side": 0} for p in range(60)]}
    assert script("pieces", CHANGES, many, empty) == []


NAMES = ["player 1 (X)", "player 2 (O)"]
DRAW = """(graph, names, current, points) => {
    const element = document.createElement("div"), chosen = [];
    document.body.replaceChildren(element);
    const valued = points ? { by: "score", bound: points } : { by: "outcome", bound: 1 };
    it.drawGraph(element, { graph, names, ...valued }, current, (ply) => chosen.push(ply));
    const all = (selector) => Array.from(element.querySelectorAll(selector));
    for (const point of all("circle")) point.dispatchEvent(new Event("click"));
    return {
        chosen, html: element.innerHTML,
        points: all("circle").map((one) => [one.cx.baseVal.value, one.cy.baseVal.value]),
        classes: all("circle").map((one) => one.getAttribute("class")),
        path: all(".graph-line").map((one) => one.getAttribute("d")),
        now: all(".graph-now").map((one) => one.x1.baseVal.value)[0],
        faults: all(".graph-fault").map((one) => one.getAttribute("class")),
        labels: all(".graph-label").map((one) => [one.textContent, one.y.baseVal[0].value]),
        told: all("svg").map((one) => one.getAttribute("aria-label"))[0],
    };
}"""


def rows(*values, exact=True, faults=None) -> list[dict]:
    known = [{"value": v, "chance": None if v is None else (1 + v) / 2} for v in values]
    further = [{"exact": exact, "fault": (faults or {}).get(ply)} for ply in range(len(known))]
    return [{"ply": ply} | known[ply] | further[ply] for ply in range(len(known))]


def test_without_a_value_nothing_is_drawn(script):
    assert script("graph", DRAW, rows(None, None), NAMES, 0)["html"] == ""
    assert script("graph", DRAW, [], NAMES, 0)["html"] == ""


def test_up_is_good_for_the_first_player_and_each_ply_is_further_on(script):
    result = script("graph", DRAW, rows(0, 1, -1, 0.5, -0.25), NAMES, 2)
    across, down = zip(*result["points"], strict=True)
    assert list(across) == sorted(set(across))
    steps = {round(after - before, 4) for before, after in pairwise(across)}
    assert len(steps) == 1  # the distances between plies are equal
    assert sorted(range(5), key=down.__getitem__) == [1, 3, 0, 4, 2]
    assert down[0] - down[1] == pytest.approx(down[2] - down[0])
    assert result["now"] == pytest.approx(across[2])
    words, heights = zip(*result["labels"], strict=True)
    assert words == ("X wins", "O wins")
    assert down[1] < heights[0] < down[0] < heights[1] < down[2]


@pytest.mark.parametrize(
    ("values", "pens"),
    [
        ((0, 0, 0), ["MLL", ""]),
        ((0, None, 0, 0), ["MML", "ML"]),
        ((None, 0, None), ["M", ""]),
        ((None, 0, 0, None, None, 0), ["MLM", "ML"]),
    ],
)
def test_the_line_is_dashed_where_no_value_is_known(script, values, pens):
    result = script("graph", DRAW, rows(*values), NAMES, 0)
    assert ["".join(re.findall("[ML]", path)) for path in result["path"]] == pens


def test_estimates_and_mistakes_look_different_and_points_are_chosen(script):
    given = rows(0, -1, 0.5, faults={1: "mistake", 2: "doubtful"})
    given[2]["exact"] = False
    result = script("graph", DRAW, given, NAMES, 0)
    assert result["path"][1].count("L") == 1  # proven and estimated values stay apart
    assert result["classes"] == ["graph-exact", "graph-exact", "graph-estimate"]
    assert result["faults"] == ["graph-fault graph-mistake", "graph-fault graph-doubtful"]
    assert result["chosen"] == [0, 1, 2]
    assert result["told"] == "Chance for player 1 (X) over 2 moves; lately 75%; mistakes: 1"


HANDED = """() => {
    const element = document.body.appendChild(document.createElement("div")), heard = [];
    const made = (name) => {
        const onclick = name && (() => heard.push(name));
        return Object.assign(document.createElement("button"), { onclick });
    };
    it.renew(element, [made("first")]);
    const [button] = element.children;
    for (const name of ["second", null]) {
        it.renew(element, [made(name)]);
        button.click();
    }
    return heard;
}"""


def test_what_a_click_does_is_handed_over(script):
    assert script("renew", HANDED) == ["second"]


ORDERS = """(first, second, focused) => {
    const element = document.body.appendChild(document.createElement("div"));
    const button = (value) =>
        Object.assign(document.createElement("button"), { value, textContent: value });
    const made = (all) => Array.from(all, button);
    it.renew(element, made(first));
    [...element.children].find(({ value }) => value === focused).focus();
    it.renew(element, made(second));
    return [element.textContent, document.activeElement.value];
}"""


@pytest.mark.parametrize("focused", "abc")
@pytest.mark.parametrize("second", ["abc", "acb", "bac", "bca", "cab", "cba", "xcbyaz"])
def test_in_whatever_order_things_come_the_focus_stays(script, second, focused):
    assert script("renew", ORDERS, "abc", second, focused) == [second, focused]


BOARD = """async (view) => {
    const { createBoard } = await import("/board.js");
    const element = document.createElement("div");
    document.body.replaceChildren(element);
    window.heard = [];
    const board = createBoard(element, { onMove: (move) => window.heard.push(move) });
    window.renewed = (view) => board.update(view);
    board.update(view);
}"""
WORTH = {
    "kind": "win", "by": "outcome", "label": "3", "words": "wins in 3", "rank": 9, "best": True
}  # fmt: skip


def test_a_point_is_called_as_moves_call_it(script):
    for spec, label, names in ("checkers", "1, dark man", 32), ("tictactoe", "b3, empty, legal", 0):
        script("renew", BOARD, view(spec))
        assert script.page.get_attribute("[data-point='1']", "aria-label") == label
        assert script.page.locator(".zermelo-name").count() == names


def with_buttons(*labels: str, worth: dict | None = None) -> dict:
    """A board whose moves without a point are these."""
    position = zermelo.Position(zermelo.game("tictactoe"))
    more = {} if worth is None else {"worth": worth}
    buttons = [{"move": label.upper(), "label": label, **more} for label in labels]
    return {**board_view(position.game, position.state), "buttons": buttons, "active": True}


def test_a_press_of_a_move_outlasts_that_its_worth_is_known_and_is_none_of_another(script):
    script("renew", BOARD, with_buttons("pass", "swap"))
    for worth in (WORTH, {**WORTH, "words": "wins in 5 plies"}, None):
        later = with_buttons("pass", "swap", worth=worth)
        press_during(script.page, "button[value=PASS]", "(view) => renewed(view)", later)
    assert script.page.evaluate("heard") == ["PASS"] * 3
    script("renew", BOARD, with_buttons("pass"))
    press_during(script.page, "button[value=PASS]", "(view) => renewed(view)", with_buttons("swap"))
    assert script.page.evaluate("heard") == []


def test_a_button_keeps_the_focus_or_the_board_has_it(script):
    script("renew", BOARD, with_buttons("pass", "swap"))
    focused = """(view) => {
        renewed(view);
        return document.activeElement.value ?? document.activeElement.dataset.point;
    }"""
    script.page.focus("button[value=SWAP]")
    assert script.page.evaluate(focused, with_buttons("swap", worth=WORTH)) == "SWAP"
    assert script.page.evaluate(focused, {**with_buttons("swap"), "active": False}) == "0"
    script.page.evaluate("(view) => renewed(view)", with_buttons("swap"))
    script.page.focus("button[value=SWAP]")
    assert script.page.evaluate(focused, with_buttons()) == "0"


def test_a_press_of_one_of_several_moves_by_the_same_clicks_outlasts_an_update(script):
    view = with_buttons()
    view["moves"] = [{"move": move, "clicks": [4]} for move in ("first", "second")]
    script("renew", BOARD, view)
    script.page.click("[data-point='4'] rect")
    press_during(
        script.page, "button[value=second]", "(view) => renewed(view)", {**view, "hint": ["first"]}
    )
    assert script.page.evaluate("heard") == ["second"]


@pytest.mark.parametrize(
    ("moves", "clicks", "key", "heard"),
    [
        ("e4 e5", (62, 45), "", ["Nf3"]),
        ("e4 e5", (62, 44), "", []),
        ("e4 e5", (62, 45), "Escape", []),
        ("e4 e5", (62, 45, 62), "", []),
        ("e4 e5", (6, 21), "", []),
        ("e4 e5 Nf3 Nc6 Bc4 Bc5", (60, 63), "", ["O-O"]),
    ],
    ids=["legal", "illegal", "taken back", "clicked again", "the opponent's", "king onto rook"],
)
def test_a_move_made_ahead_is_played_once_it_is_legal(script, moves, clicks, key, heard):
    thinking, answered = views("chess", moves)
    script("renew", BOARD, {**thinking, "active": False, "ahead": True})
    for point in clicks:
        script.page.click(f"[data-point='{point}'] rect")
    if key:
        script.page.keyboard.press(key)
    assert script.page.evaluate("heard") == []
    later = {**answered, "active": True, "ahead": False}
    script.page.evaluate("(view) => renewed(view)", later)
    assert script.page.evaluate("heard") == heard
    assert script.page.locator(".zermelo-ahead, .zermelo-chosen-ring").count() == 0

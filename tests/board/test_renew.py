"""renew.js: what stays the same element, so that a press and the focus outlast an update."""

import pytest

import zermelo
from pressing import pressed
from zermelo.board.view import board_view

pytestmark = pytest.mark.browser


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


def with_buttons(*labels: str, worth: dict | None = None) -> dict:
    """A board on which these are the moves without a point."""
    position = zermelo.Position(zermelo.game("tictactoe"))
    more = {} if worth is None else {"worth": worth}
    buttons = [{"move": label.upper(), "label": label, **more} for label in labels]
    return {**board_view(position.game, position.state), "buttons": buttons, "active": True}


def test_a_press_of_a_move_outlasts_that_its_worth_is_known(script):
    script("renew", BOARD, with_buttons("pass", "swap"))
    for worth in (WORTH, {**WORTH, "words": "wins in 5 plies"}, None):
        later = with_buttons("pass", "swap", worth=worth)
        pressed(script.page, "button[value=PASS]", "(view) => renewed(view)", later)
    assert script.page.evaluate("heard") == ["PASS"] * 3


def test_a_press_of_a_move_is_none_of_another(script):
    script("renew", BOARD, with_buttons("pass"))
    pressed(script.page, "button[value=PASS]", "(view) => renewed(view)", with_buttons("swap"))
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
    pressed(
        script.page, "button[value=second]", "(view) => renewed(view)", {**view, "hint": ["first"]}
    )
    assert script.page.evaluate("heard") == ["second"]

"""effects.js: what clicks will do to the board."""

import pytest

import zermelo
from zermelo.board.view import board_view

pytestmark = pytest.mark.browser
MILL = "a7 a4 d7 d2 g4 g1"  # ○ may close the upper row


def view(spec: str, moves: str = "") -> dict:
    position = zermelo.Position(zermelo.game(spec)).play(moves)
    return board_view(position.game, position.state)


def moves_through(shown: dict, *clicks: int) -> list[dict]:
    return [move for move in shown["moves"] if move["clicks"][: len(clicks)] == list(clicks)]


def test_what_is_certain_of_a_move_begun_is_where_its_piece_comes_to_stand(script):
    shown = view("morris", MILL)
    begun = moves_through(shown, 2)
    assert len(begun) == 3
    assert script("effects", "(moves) => [...it.settled(moves)]", begun) == [[2, "○"]]
    shown = view("isolation(width=3, height=3)", "0,0 2,2")
    begun = moves_through(shown, shown["moves"][0]["clicks"][0])
    assert script("effects", "(moves) => [...it.settled(moves)]", begun[:0]) == []


def test_all_that_a_whole_move_changes_is_foreseen(script):
    shown = view("nim", "")
    (move,) = moves_through(shown, 12)
    assert script("effects", "(moves) => [...it.foreseen(moves, 1)]", [move]) == [
        [point, ""] for point in (12, 13, 14, 15)
    ]
    flips = view("othello")
    assert len(script("effects", "(moves) => [...it.foreseen(moves, 1)]", flips["moves"][:1])) == 2


@pytest.mark.parametrize(
    ("spec", "moves", "clicked", "asked"),
    [
        ("morris", MILL, (2,), "take a man"),
        ("morris", MILL, (), "the next point"),
        ("amazons(size=4)", "", (), "the next point"),
        ("amazons(size=4)", "", (4,), "move the amazon"),
        ("amazons(size=4)", "", (4, 5), "shoot an arrow"),
        ("quarto", "a1:5", (0,), "give a piece to the other player"),
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


CALLED = """async (view, point) => {
    const { createBoard } = await import("/board.js");
    const element = document.body.appendChild(document.createElement("div"));
    createBoard(element).update(view);
    const written = [...element.querySelectorAll(".zermelo-name")].map((one) => one.textContent);
    const target = element.querySelector(`[data-point="${point}"]`);
    return [target.getAttribute("aria-label"), written.length];
}"""


def test_a_point_is_called_as_moves_call_it(script):
    assert script("effects", CALLED, view("checkers", ""), 1) == ["1, dark man", 32]
    assert script("effects", CALLED, view("tictactoe", ""), 1) == [
        "row 0 column 1, empty, legal",
        0,
    ]

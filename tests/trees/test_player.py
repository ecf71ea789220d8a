"""The player of trees in a real Chromium: steps, cuts, exercises, two searches, accessibility."""

import re
from itertools import groupby

import pytest

import zermelo
from pages import clock, press, press_during, said, step_through
from zermelo.trees.record import tree_record

TIC_TAC_TOE = zermelo.game("tictactoe")
LATE = TIC_TAC_TOE.parse_state("XOX/.O./.X.")
NIM = zermelo.game("nim(rows=[1, 2])")


def test_a_small_tree_is_all_there_with_values_cuts_and_the_choice_marked(opened):
    trace = zermelo.trace(NIM)
    page = opened(trace)
    assert page.get_by_role("treeitem").count() == len(trace) + 1  # and the pruned move
    root = page.get_by_role("treeitem", name="start, MAX to move, window −1 to 1, value 1")
    assert root.get_attribute("aria-expanded") == "true"
    assert "✂" in root.inner_text()
    assert page.get_by_role("treeitem", name="1,2: pruned, 1 ≥ β = 1").is_visible()
    assert page.get_by_role("treeitem", name=re.compile("^1,1, MIN.*value 1, chosen")).is_visible()
    assert page.locator(".zt-edges .zt-chosen").count() == sum(child >= 0 for child in trace.chosen)
    assert page.locator(".zt-item svg").count() == len(trace)  # the boards


def test_steps_lead_forward_and_back_through_every_event(opened):
    trace = zermelo.trace(NIM)
    page = opened(trace)
    press(page, "Start")
    assert clock(page) == 0
    assert "press Forward" in said(page).replace("Press", "press")
    _, heard = zip(*step_through(page, 2 * len(trace)), strict=True)
    assert heard[0] == "MAX is to move. The window is α = −1, β = 1."
    assert any("game is over, worth −1 to MAX. At 0,1, β falls from 1 to −1." in s for s in heard)
    assert heard[-1].endswith("The search is done.")
    assert clock(page) == 0


def test_windows_follow_the_values_that_come_back(opened):
    page = opened(zermelo.trace(TIC_TAC_TOE, LATE))
    root = page.get_by_role("treeitem", name=re.compile("^start"))
    root.focus()
    page.keyboard.press("Home")
    windows = []
    while "The search is done." not in said(page):
        page.keyboard.press(".")
        windows.append(re.search(r"\[(.*)\]", root.inner_text())[1])
    assert [window for window, _ in groupby(windows)] == ["−1, 1", "0, 1", "−1, 1"]  # as asked
    assert "value 0" in root.locator(".zt-spoken").text_content()


def test_next_cut_stops_at_every_cut_and_tells_its_inequality_and_reason(opened):
    trace = zermelo.trace(TIC_TAC_TOE, LATE)
    page = opened(trace)
    press(page, "Start")
    cuts = {trace.inequality(node) for node in range(len(trace))} - {None}
    heard = set()
    for _ in range(trace.cutoffs):
        press(page, "Next cut")
        heard.add(re.search(r"cut, for (\S+ \S \S = \S+?):", said(page), re.IGNORECASE)[1])
        sign, bound = re.search(r"([≤≥]) [αβ] = (\S+):", said(page)).groups()
        side, other = ("MIN", "MAX") if sign == "≤" else ("MAX", "MIN")
        final = f": no value can be better for {side}."
        reason = f": {other} already has a move at least as good further up"
        assert (reason if bound == "0" else final) in said(page)
    assert heard == cuts
    press(page, "Next cut")
    assert clock(page) == 2 * len(trace)


def was_raised(trace: zermelo.Trace, node: int) -> bool:
    """Whether the table of positions raised α before the search of `node` began."""
    return trace.window(node)[0] > trace.alpha[node]


def test_a_cut_by_what_the_table_knows_says_so(opened):
    trace = zermelo.trace(zermelo.game("connectfour"), depth=6, algorithm="bounds")
    cuts = [node for node in range(len(trace)) if trace.inequality(node)]
    (node,) = (cut for cut in cuts if not trace.maximizing[cut] and was_raised(trace, cut))
    level, above = 0, node
    while (above := trace.parent[above]) >= 0:
        level += 1
    page = opened(trace)
    page.get_by_label("Step of the search").fill(str(2 * (node + int(trace.size[node])) - level))
    reason = f"cut, for {trace.inequality(node)}: the table knows that it is worth no less"
    assert reason in said(page)


def test_it_opens_at_the_beginning_and_keys_work_at_once(opened):
    page = opened(zermelo.trace(NIM, algorithm="memo"), end=False)
    assert clock(page) == 0 and "Press Forward to begin" in said(page)
    page.keyboard.press("ArrowRight")
    assert clock(page) == 1
    page.keyboard.press("t")
    assert "met before; the table answers" in said(page)
    page.keyboard.press("Home")
    press(page, "Next table hit")
    assert "the table answers" in said(page)


def test_what_does_not_fit_is_folded_and_what_is_seen_is_legible(opened):
    trace = zermelo.trace(TIC_TAC_TOE, TIC_TAC_TOE.parse_state("XOX/.O./..."), depth=3)
    page = opened(trace)
    stage = page.locator(".zt-stage").first
    assert stage.evaluate("one => one.scrollWidth <= one.clientWidth + 1")
    scale = page.locator(".zt-canvas").first.evaluate("one => Number(one.style.zoom)")
    sizes = page.locator(".zt-item span").evaluate_all(
        "all => all.map((one) => parseFloat(getComputedStyle(one).fontSize))"
    )
    assert min(sizes) * scale >= 11
    folded = page.locator(".zt-fold", has_text=re.compile(r"^\+\d")).first
    assert int(folded.inner_text()) > 0


SEEN = """stage => {
    const within = (one, other) => one.left >= other.left && one.right <= other.right &&
        one.top >= other.top && one.bottom <= other.bottom + 1;
    const box = stage.getBoundingClientRect(), path = stage.querySelectorAll(".zt-node.zt-path");
    const seen = [...path].filter((one) => within(one.getBoundingClientRect(), box));
    return { path: path.length, seen: seen.length, below: box.bottom - innerHeight,
        boards: stage.querySelectorAll(".zt-path svg").length,
        across: stage.scrollWidth - stage.clientWidth,
        down: stage.scrollHeight - stage.clientHeight };
}"""


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (390, 844)])
def test_a_tree_that_is_to_fit_shows_its_best_line_with_boards(opened, width, height):
    page = opened(zermelo.trace(TIC_TAC_TOE, depth=3), width=width, height=height)
    shown = page.locator(".zt-stage").evaluate(SEEN)
    assert (shown["path"], shown["seen"], shown["boards"]) == (4, 4, 4)
    assert shown["below"] <= 0 and shown["across"] <= 0 and shown["down"] <= 0
    count = page.get_by_role("treeitem").count()
    assert count == (25 if width > 1000 else 10)
    more = page.get_by_role("treeitem", name=re.compile("^7 more, for which there is no room"))
    if width > 1000:
        assert more.count() == 0
    else:
        more.first.click()
        assert page.get_by_role("treeitem").count() > count


def test_a_large_tree_unfolds_where_it_is_asked_to(opened):
    from playwright.sync_api import expect

    trace = zermelo.trace(TIC_TAC_TOE)
    page = opened(trace)
    assert page.get_by_role("treeitem").count() < 120
    folded = page.get_by_role("treeitem", name=re.compile("^c1, MIN"), level=2)
    assert folded.get_attribute("aria-expanded") == "false"
    folded.click()
    expect(folded).to_have_attribute("aria-expanded", "true")
    assert page.locator(".zt-detail h3").inner_text() == "c1"
    assert "≤ α = 0" in page.locator(".zt-detail").inner_text()
    folded.click()
    expect(folded).to_have_attribute("aria-expanded", "false")
    page.set_viewport_size({"width": 360, "height": 900})
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_the_keyboard_walks_the_tree_and_the_time(opened):
    page = opened(zermelo.trace(NIM))
    page.get_by_role("treeitem", name=re.compile("^start")).focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    focused = "document.activeElement.querySelector('.zt-spoken').textContent"
    assert page.evaluate(focused).startswith("1,1, MAX")
    page.keyboard.press("ArrowLeft")  # folds it
    assert page.evaluate("document.activeElement.getAttribute('aria-expanded')") == "false"
    page.keyboard.press("ArrowLeft")
    assert page.evaluate(focused).startswith("0,1, MIN")
    page.keyboard.press("ArrowUp")
    assert page.evaluate(focused).startswith("start")
    page.keyboard.press("Home")
    assert clock(page) == 0
    for _ in range(3):
        page.keyboard.press(".")
    page.keyboard.press(",")
    assert clock(page) == 2
    page.keyboard.press("c")
    assert "cut" in said(page).lower()


def test_it_plays_by_itself(opened):
    page = opened(zermelo.trace(NIM))
    page.clock.install()
    press(page, "Play")
    page.clock.run_for(3000)
    assert 0 < clock(page) < 20
    press(page, "Play")
    stopped = clock(page)
    page.clock.run_for(3000)
    assert clock(page) == stopped


def test_a_press_on_a_node_outlasts_the_steps_that_change_it(opened):
    page = opened(zermelo.trace(NIM))
    forward = """() => {
        const pressed = new KeyboardEvent("keydown", { key: ".", bubbles: true });
        document.body.dispatchEvent(pressed);
    }"""
    for _ in range(2):
        press(page, "Back")
    root = page.get_by_role("treeitem").first
    for step, part, expanded in ((19, ".zt-window", "true"), (20, ".zt-fold", "false")):
        before = root.inner_text()
        press_during(page, f".zt-item >> nth=0 >> {part}", forward)
        assert clock(page) == step and root.inner_text() != before
        assert page.locator(".zt-detail h3").inner_text() == "The root"
        assert root.get_attribute("aria-expanded") == expanded


# The search as the player derives it -------------------------------------------------------------

DERIVED = """(record) => {
    const search = new it.Search(record);
    const nodes = Array.from({ length: search.length }, (_, node) => node);
    const events = Array.from({ length: search.steps }, (_, step) => search.event(step + 1));
    return {
        parent: [...search.parent], size: [...search.size], chosen: [...search.chosen],
        windows: nodes.map((node) => search.asked(node)),
        pruned: nodes.map((node) => search.pruned(node)),
        inequalities: nodes.map((node) => search.end[node] === 3 ? search.inequality(node) : null),
        events: events.map(({ node, leaving }) => [node, leaving]),
        times: nodes.map((node) => [search.entered(node), search.left(node)]),
        cuts: [...search.cuts ?? (search.nextCut(0), search.cuts)],
    };
}"""


def list_events(trace: zermelo.Trace, node: int = 0) -> list[list[object]]:
    """All events in the subtree of `node`: the node, and whether the search leaves it."""
    inside = [event for child in trace.children(node) for event in list_events(trace, child)]
    return [[node, False], *inside, [node, True]]


@pytest.mark.parametrize(
    ("spec", "algorithm", "depth"),
    [
        ("connectfour(width=4, height=4, k=3)", "bounds", 5),
        ("isolation(blocked=[(2, 1)])", "bounds", None),
        ("morris", "failsoft", 2),
    ],
)
def test_the_player_derives_what_the_trace_holds(script, spec, algorithm, depth):
    trace = zermelo.trace(zermelo.game(spec), algorithm=algorithm, depth=depth)
    result = script("treesearch", DERIVED, tree_record(trace))
    nodes, game, events = range(len(trace)), trace.game, list_events(trace)
    for column in ("parent", "size", "chosen"):
        assert result[column] == getattr(trace, column).tolist()
    assert result["windows"] == [list(trace.window(node)) for node in nodes]
    assert result["inequalities"] == [trace.inequality(node) for node in nodes]
    assert result["pruned"] == [
        [game.format_move(trace.state(node), move) for move in trace.pruned(node)] for node in nodes
    ]
    assert result["events"] == events
    times = {(node, leaving): step for step, (node, leaving) in enumerate(events, 1)}
    assert result["times"] == [[times[node, False], times[node, True]] for node in nodes]
    assert result["cuts"] == sorted(times[node, True] for node in nodes if trace.pruned(node))


def test_two_searches_go_step_in_step_and_mark_what_differs(opened):
    one = zermelo.trace(TIC_TAC_TOE, LATE, algorithm="minimax")
    other = zermelo.trace(TIC_TAC_TOE, LATE)
    page = opened(one, against=other, end=False)
    players = page.locator(".zt-player")
    clocks = page.locator(".zt-clock")
    assert clocks.all_inner_texts() == ["0 / 122", "0 / 58"]
    for _ in range(12):
        page.keyboard.press(".")
    heads = page.locator(".zt-detail h3").all_inner_texts()
    assert heads[0] == heads[1] and clock(page) > 12
    while "cut, for" not in players.nth(1).locator(".zt-message").inner_text():
        page.keyboard.press("ArrowRight")  # into a node that alpha-beta does not search
    page.get_by_label("step in step").uncheck()
    before = clocks.nth(1).inner_text()
    page.locator("body").press(".")
    assert clocks.nth(1).inner_text() == before
    page.get_by_label("step in step").check()
    page.keyboard.press("End")
    assert clocks.all_inner_texts() == ["122 / 122", "58 / 58"]
    note = page.get_by_role("status").inner_text()
    assert f"minimax: {len(one) - len(other)} nodes only here" in note
    assert "alphabeta: 0 nodes only here" in note
    trees = page.get_by_role("tree")
    assert trees.count() == 2
    left, right = trees.nth(0), trees.nth(1)
    only = left.get_by_role("treeitem", name=re.compile("only here"))
    for _ in range(60):  # the node is folded until the search reaches it
        if only.count():
            break
        page.keyboard.press(",")
    assert only.count() > 0
    assert right.get_by_role("treeitem", name=re.compile("only here")).count() == 0
    page.keyboard.press("End")
    left.get_by_role("treeitem", name=re.compile("^a1, MIN"), level=2).click()
    heads = page.locator(".zt-detail h3").all_inner_texts()
    assert heads == ["a1", "a1"]

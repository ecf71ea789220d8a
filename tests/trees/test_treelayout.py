"""treelayout.js: where the items of a tree are drawn, as layout.py says."""

import itertools
import random

import pytest

from zermelo.trees.layout import tidy

pytestmark = pytest.mark.browser
LAY = """(root, gap) => {
    const size = it.layTidy(root, gap), places = [];
    const visit = (item) => { places.push([item.x, item.y]); item.children.forEach(visit); };
    visit(root);
    return { size, places };
}"""


def item(*children: dict, width: float = 20) -> dict:
    return {"width": width, "height": 30, "children": list(children)}


def grown(chance: random.Random, left: int) -> dict:
    """A tree of any shape, of at most `left` items below its root."""
    children = []
    while left > 0 and chance.random() < 0.8:
        share = chance.randint(1, left)
        children.append(grown(chance, share - 1))
        left -= share
    return item(*children, width=chance.choice([8, 20, 55.5]))


def listed(root: dict) -> tuple[list[list[int]], list[float], list[int]]:
    """Children, widths and levels of all items, numbered from the root on as they are visited."""
    children, widths, levels = [], [], []

    def visit(one: dict, level: int) -> int:
        number = len(widths)
        children.append([])
        widths.append(one["width"])
        levels.append(level)
        children[number].extend(visit(child, level + 1) for child in one["children"])
        return number

    visit(root, 0)
    return children, widths, levels


def compare(script, root: dict) -> None:
    result = script("treelayout", LAY, root, 20)
    children, widths, levels = listed(root)
    middles, width = tidy(children, widths, 10)
    assert [x for x, _ in result["places"]] == pytest.approx(middles)
    assert [y for _, y in result["places"]] == [50 * level for level in levels]
    assert result["size"]["width"] == pytest.approx(width)
    assert result["size"]["height"] >= 50 * max(levels) + 30


@pytest.mark.parametrize("seed", range(12))
def test_any_tree_is_laid_out_as_in_python(script, seed):
    compare(script, grown(random.Random(seed), 30))


@pytest.mark.parametrize(
    "root",
    [
        item(),
        item(item()),
        item(item(), item(width=90), item()),
        item(item(item(), item(), item()), item(), item(item(), item())),
        item(item(item(item(item(width=200)))), item(item(item()))),
    ],
    ids=["alone", "only child", "wide child", "uneven", "deep"],
)
def test_trees_of_every_kind_are_laid_out_as_in_python(script, root):
    compare(script, root)


@pytest.mark.parametrize("seed", range(10))
def test_a_tree_squeezed_into_a_room_keeps_its_order_and_stays_within(script, seed):
    chance = random.Random(seed)
    root = grown(chance, 30)
    squeezed = """(root, room) => {
        it.trim(root, room, (one) => one.kept || one.count, (above, count) => (
            { width: 20, height: 30, children: [], above, kind: "more", count }));
        const { width } = it.layTidy(root, 20, room), rows = [];
        for (let row = [root]; row.length; row = row.flatMap(({ children }) => children))
            rows.push(row.map((one) => [one.x, one.width, one.count ?? 0, one.kept ?? false]));
        return { width, rows };
    }"""
    root["kept"] = True
    one = root
    while one["children"]:
        one = chance.choice(one["children"])
        one["kept"] = True
    result = script("treelayout", squeezed, root, 160)
    assert result["width"] <= 160
    for row in result["rows"]:
        edges = [(x - width / 2, x + width / 2) for x, width, _, _ in row]
        assert edges[0][0] >= -1e-9 and edges[-1][1] <= 160 + 1e-9
        assert all(right < left for (_, right), (left, _) in itertools.pairwise(edges))
    assert sum(kept for row in result["rows"] for *_, kept in row) == depth(root)


def depth(root: dict) -> int:
    """How many levels down the kept items reach."""
    return 1 + max((depth(child) for child in root["children"] if child.get("kept")), default=0)

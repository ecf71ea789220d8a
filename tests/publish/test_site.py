"""A published site: what is in its files, and that it plays from them alone, in Chromium."""

import errno
import json
import os
import re
from pathlib import Path

import pytest

from pages import NAMES, accessible, click, ready, text, tool, until
from processes import PATIENCE
from staticsites import OWN, InParts, serve_files, watch_page
from zermelo.contract.analysis import by_of
from zermelo.errors import UsageError
from zermelo.process import disk
from zermelo.publish import site as publishing
from zermelo.publish.site import Kernel, publish
from zermelo.web import python
from zermelo.web.catalogue import Catalogue
from zermelo.web.studies import Studies, unused_name

# The memory that a visit leaves for the next: its size, 0 without one; and its end.
SHELF = """async () => {
  const name = (await caches.keys()).find((name) => name.includes("memory-"));
  const shelf = name && await caches.open(name);
  const [key] = shelf ? await shelf.keys() : [];
"""
MEMORY = SHELF + "return key ? (await (await shelf.match(key)).blob()).size : 0; }"
SPOIL = SHELF + "await shelf.put(key, new Response('spoil')); }"
STARTED = "() => document.querySelector('#first img').naturalWidth"


@pytest.mark.compiled
def test_a_game_is_played_and_a_tree_is_stepped_from_the_files_alone(visitor, site):
    page = visitor
    page.goto(site.address)
    until(lambda: page.locator(".card").count() == 2)
    page.locator(".card img").first.wait_for()
    page.goto(f"{site.address}play.html#g=tictactoe&p=human~engine:seconds=1")
    assert page.evaluate(STARTED) > 0  # a board is there before anything is loaded
    page.wait_for_selector(".zermelo-target")
    until(lambda: page.locator("#first").count() == 0)
    click(page, 4)
    until(lambda: page.locator("#moves button").count() == 2 and ready(page))
    page.locator("#values").check()
    until(lambda: "draw" in text(page, "#verdict"))
    until(lambda: page.locator("#lines .line").count() > 0)
    until(lambda: text(page, "#search") == "")  # the database answers without a search
    with page.expect_download() as saved:
        tool(page, "#save")
    assert "1... " in Path(saved.value.path()).read_text()
    loaded = page.evaluate("performance.getEntriesByType('resource').map((one) => one.name)")
    assert not any("/api/" in url for url in loaded)

    page.goto(f"{site.address}tree.html#g=tictactoe")
    page.wait_for_selector(".zt-item")
    before = text(page, ".zt-message")
    page.keyboard.press("ArrowRight")
    until(lambda: text(page, ".zt-message") != before)


@pytest.mark.compiled
def test_studies_are_listed_read_and_changed_from_the_files_alone(visitor, site):
    page = visitor
    page.goto(site.address)
    listed = page.locator("#studies a").all_text_contents()
    assert listed == ["Mine", "Another", "Tic-tac-toe: the first replies"]
    page.locator("#studies a").nth(1).click()
    page.wait_for_selector("#chapters li")
    until(lambda: text(page, "#study-name") == "Another")
    page.goto(site.address)
    page.locator("#studies a").first.click()
    page.wait_for_selector("#chapters li")
    until(lambda: page.input_value("#comment") == "Look.")
    page.keyboard.press("ArrowRight")
    page.wait_for_selector("#board .zermelo-drawn")
    click(page, 0)
    page.wait_for_url("**/play.html#y=~*")
    page.reload()
    page.wait_for_selector("#moves li:nth-child(3)")
    until(lambda: text(page, "#study-name") == "Mine")


@pytest.mark.compiled
def test_a_game_of_ones_own_is_played_plain_with_a_warning_and_without_a_network(visitor, site):
    page = visitor
    page.goto(f"{site.address}play.html#g=take.py:Take&p=human~level:10")
    page.get_by_role("button", name="take 2").click()
    until(lambda: page.locator("#moves button").count() == 2)
    until(lambda: "slowly: take.py:19: a slice of a text" in text(page, "#notice"))
    until(lambda: page.evaluate("caches.match('pyodide/pyodide-lock.json').then(Boolean)"))
    until(lambda: page.evaluate(MEMORY) > 1e7)
    page.evaluate(SPOIL)
    assert page.evaluate(MEMORY) == 5
    page.context.set_offline(True)
    page.reload()
    page.get_by_role("button", name="take 1").click()  # whatever the opponent took, one is left
    until(lambda: page.locator("#moves button").count() > 2)
    until(lambda: page.evaluate(MEMORY) > 1e7)  # what was spoiled has been put away


@pytest.mark.compiled
def test_values_come_from_a_database_of_which_the_parts_needed_are_read_and_kept(browser, site):
    parts = serve_files(site.folder, InParts)
    context = browser.new_context()
    context.set_default_timeout(PATIENCE * 1000)
    page, wrong = watch_page(context, parts)
    asked: list[str] = []

    def note(request) -> None:
        if request.url.endswith(".bin") and not request.service_worker:
            asked.append(request.headers["range"])

    context.on("request", note)
    page.goto(f"{parts.address}play.html#g=tictactoe&p=human~perfect&m=b2+b3")
    shows_values(page, "wins in 5 plies")
    [index] = (site.folder / "databases").glob("*.json")
    chunks = len(json.loads(index.read_text())["ends"])
    assert 0 < len(asked) == len(set(asked)) < chunks / 2
    click(page, 0)
    until(lambda: page.locator("#moves button").count() == 4 and ready(page))
    kept = "caches.match('pyodide/pyodide-lock.json').then(Boolean)"
    until(lambda: page.evaluate(kept))
    page.reload()  # now by the service worker
    shows_values(page, "wins in 3 plies")
    context.set_offline(True)
    page.reload()
    shows_values(page, "wins in 3 plies")
    context.close()
    parts.close()
    assert wrong == []


def shows_values(page, worth: str) -> None:
    page.wait_for_selector(".zermelo-target")
    page.locator("#values").check()
    until(lambda: worth in text(page, "#verdict"))


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    """A site of two variants of a game and one of one's own, their kernels left out."""
    made = tmp_path_factory.mktemp("files")
    (made / "own.py").write_text(OWN)
    with pytest.MonkeyPatch.context() as patch:
        asked, kernel = [], Kernel(b"code", {"state": 1 << 64})
        patch.setattr(publishing, "kernel_of", lambda game: asked.append(game) or kernel)
        specs = ["nim", "nim(rows=[1, 2])", f"{made}/own.py:Take", "othello"]
        publish(specs, made / "site")
    (made / "asked").write_text(repr([(str(game), by_of(game)) for game in asked]))
    return made


def test_games_that_count_points_are_compiled_for_these_too(folder):
    specs = ("nim", "nim(rows=[1, 2])", "take", "othello")
    asked = [*((spec, "outcome") for spec in specs), ("othello", "score")]
    assert (folder / "asked").read_text() == repr(asked)


def test_every_address_in_a_page_is_a_file_beside_it_and_names_no_path_of_this_machine(folder):
    pages = list((folder / "site").glob("*.html"))
    assert {page.name for page in pages} >= {"index.html", "play.html", "game-take.html"}
    for page in pages:
        for link in re.findall(r'(?:href|src)="([^"#]+)', page.read_text()):
            assert (folder / "site" / link).is_file(), (page.name, link)
    for file in (folder / "site").rglob("*"):
        if file.is_file() and file.suffix != ".zip":
            assert str(folder).encode() not in file.read_bytes(), file


def test_the_worker_knows_the_games_and_where_their_kernels_are(folder):
    message = (folder / "site/static/site.js").read_text()
    values = {name: json.loads(v) for name, v in re.findall(r"const (\w+) = (.*);\n", message)}
    assert values["PYODIDE"] == python.ADDRESS
    assert values["OWN"] == ["own/own.py"]
    assert values["SETTINGS"]["names"] == ["nim", "othello"]
    assert values["SETTINGS"]["own"] == ["nim(rows=[1, 2])", "own.py:Take"]
    kernel, *others = values["SETTINGS"]["kernels"]
    assert [each["by"] for each in others] == [*3 * ["outcome"], "score"]
    assert (folder / "site" / kernel["file"]).read_bytes() == b"code"
    assert json.loads(kernel["facts"]) == {"state": 1 << 64}


def test_the_service_worker_keeps_every_file_but_itself(folder):
    message = (folder / "site/service.js").read_text()
    _, kept, loaded, memory = json.loads(re.search(r"= (\[\".*\]);", message)[1])
    assert json.dumps(memory) in (folder / "site/static/site.js").read_text()
    there = {str(path.relative_to(folder / "site")) for path in (folder / "site").rglob("*.*")}
    maps = {name for name in there if name.endswith(".map")}  # for who debugs, with a network
    assert set(kept) - {"./"} == there - maps - {"service.js"}
    assert loaded[0] == f"{python.ADDRESS}pyodide.mjs"


@pytest.mark.parametrize(
    ("games", "given", "why"),
    [
        ("nim", {"pyodide_from": "nowhere"}, "nowhere is not Pyodide's folder: it has no pyodide"),
        ("nim", {"offline": True, "pyodide_from": "https://example.org/"}, "should be a folder"),
        ("nim nim", {}, "nim is named twice"),
    ],
)
def test_what_cannot_be_published_is_refused_before_it_is_compiled(games, given, why, tmp_path):
    with pytest.raises(UsageError, match=why):
        publish(games.split(), tmp_path, **given)


def test_a_full_disk_leaves_every_file_whole(tmp_path, monkeypatch):
    monkeypatch.setattr(publishing, "kernel_of", lambda game: Kernel(why="not wanted"))
    publish(["nim"], tmp_path)
    before = {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()}
    write, left = disk.write, [9]

    def filling(file: int, content: memoryview, at: int) -> int:
        left[0] -= 1
        if left[0]:
            return write(file, content, at)
        write(file, content[: len(content) // 2], at)
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(disk, "write", filling)
    with pytest.raises(UsageError, match="No space left on device"):
        publish(["nim"], tmp_path)
    monkeypatch.undo()
    assert {path: path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()} == before


def test_axe_finds_nothing_on_any_page_as_it_is_read_from_the_files(browser, site):
    """In both themes, wide and on a phone, before Python has loaded; with it they are `serve`'s."""
    wrong = {}
    for width in (1280, 390):
        context = browser.new_context(viewport={"width": width, "height": 844})
        context.route("**/pyodide*", lambda route: route.abort())
        page = context.new_page()
        for file in sorted(site.folder.glob("*.html")):
            page.goto(site.address + file.name)
            for scheme in ("light", "dark"):
                page.emulate_media(color_scheme=scheme)
                if faults := accessible(page, NAMES):
                    wrong[file.name, scheme, width] = faults
        context.close()
    assert wrong == {}


def test_files_of_one_name_have_names_and_links_of_their_own(tmp_path):
    paths = [tmp_path / place for place in ("1/mine.json", "2/mine-2.json", "3/mine.json")]
    for path in paths:
        path.parent.mkdir()
        chapter = {"title": "One", "game": "tictactoe", "by": "outcome", "start": None, "moves": ""}
        study = {"title": path.parent.name, "chapters": [chapter]}
        path.write_text(json.dumps({"format": "zermelo study", "version": 1, **study}))
    named = list[str]()
    for path in [*paths, paths[2]]:
        named.append(unused_name(named, path.stem, path.suffix))
    assert named == ["mine.json", "mine-2.json", "mine-3.json", "mine-4.json"]
    offered = Studies(paths, Catalogue(), None).entries("tictactoe")
    links = [(each["name"], each["title"]) for each in offered if each["title"] in "123"]
    assert links == [("mine", "1"), ("mine-2", "2"), ("mine-3", "3")]

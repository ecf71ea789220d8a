"""The documentation as a site: what it says is run, and its boards and trees live in the page.

One lesson is made here, with its board; `make test-docs` looks at all pages instead.
"""

import os
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote

import pytest

import zermelo
from pages import accessible, until
from processes import python
from running import faults
from staticsites import PYODIDE, Site, make_once, serve_files, visit_site

DOCS = Path(__file__).parents[2] / "docs"
PART = "tutorials/alphabeta.md"  # a lesson with trees, an exercise and a board
SOURCES = [path for path in DOCS.rglob("*.md") if not {"gallery", "lessons"} & {*path.parts}]


def block(text: str, kind: str = "python", **more) -> dict:
    return {"kind": kind, "text": text, "file": None, "read": False} | more


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        (block(">>> 1 + 1\n3\n"), "Expected:"),
        (block("assert 1 > 2"), "AssertionError"),
        (block("def f(:", read=True), "SyntaxError"),
        (block("$ zermelo show nim\nnot this", "console"), "it prints"),
        (block("$ zermelo show ludo", "console"), "exit 2"),
        (block("zermelo show nim --svgg x.svg", "sh"), "svgg"),
    ],
)
def test_a_block_that_is_wrong_is_told(wrong, why, capsys):
    [(number, fault)] = faults([block("import zermelo"), wrong])
    assert number == 1 and why in fault


def test_blocks_of_a_page_know_each_other(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    reported = [
        block("def double(n): return 2 * n", file="own.py"),
        block(">>> double(4)\n8\n"),
        block(">>> import own\n>>> own.double(1)\n2\n"),
        block("unknown()", read=True),
        block("zermelo show nim --svg nim.svg  # a drawing", "default"),
    ]
    monkeypatch.syspath_prepend(tmp_path)
    assert faults(reported) == []


def listed_in(page: Path) -> set[str]:
    """The pages in the tables of contents of a page, and of the pages in these."""
    names = re.findall(r"^([\w/-]+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    beside = {page.parent / f"{name}.md" for name in names}
    inside = (listed_in(other) for other in beside if other.stem == "index" and other.exists())
    return {path.relative_to(DOCS).as_posix() for path in beside}.union(*inside)


def test_every_page_is_found_from_the_first_one_links_hold_and_the_reference_is_complete():
    pages = {path.relative_to(DOCS).as_posix() for path in SOURCES}
    listed = listed_in(DOCS / "index.md")
    written = {page for page in listed if not page.startswith("gallery/")}  # the others `make docs`
    assert pages - {"index.md"} == written
    for page in (DOCS.parent / "README.md", *SOURCES):
        for address in re.findall(r"\]\((?!https?:|#)([^)#]+)", page.read_text()):
            target = page.parent / address
            assert target.exists() or target.parent.name == "gallery", (page.name, address)
    text = (DOCS / "reference" / "api.md").read_text()
    assert set(re.findall(r":: zermelo\.(\w+)$", text, re.MULTILINE)) >= set(zermelo.__all__)


def build_lesson(folder: Path) -> None:
    asked = ("-m", "sphinx", "-q", "-W", "--keep-going", str(DOCS), str(folder))
    made = python(*asked, env=os.environ | {"DOCS_ONLY": PART})
    assert made.returncode == 0, made.stderr[-3000:]


@pytest.fixture(scope="module")
def site(tmp_path_factory) -> Iterator[Site]:
    """The pages that `make docs` has made, or one lesson."""
    if not PYODIDE.exists():
        pytest.skip("there is no Pyodide: make build/pyodide")
    folder = os.environ.get("DOCS") or make_once(tmp_path_factory, "docs", build_lesson)
    page = serve_files(Path(folder).absolute())
    yield page
    page.close()


@pytest.fixture
def reader(browser, site):
    with visit_site(browser, site) as page:
        yield page


def test_a_lesson_s_board_is_played_and_its_trees_are_stepped(reader, site):
    reader.goto(f"{site.address}tutorials/alphabeta.html")
    for question in reader.locator("form.predict").all():  # each covers what comes after it
        question.locator("button").first.click()
    tree = reader.frame_locator(".live.tree iframe").first
    tree.locator(".zt-item").first.wait_for()
    before = tree.locator(".zt-message").first.inner_text()
    tree.get_by_role("button", name="Forward", exact=True).first.click()
    until(lambda: tree.locator(".zt-message").first.inner_text() != before)
    frame = reader.locator(".live.board iframe")
    frame.scroll_into_view_if_needed()
    board = reader.frame_locator(".live.board iframe")
    board.locator(".zermelo-target").first.click()
    until(lambda: board.locator("#moves button").count() == 2)  # the computer has answered
    reader.evaluate("document.body.dataset.theme = 'dark'")
    root = board.locator("html")
    until(lambda: root.get_attribute("data-theme") == "dark")


@pytest.mark.parametrize(("theme", "width"), [("light", 1280), ("dark", 390)])
def test_pages_are_accessible(reader, site, theme, width):
    reader.emulate_media(color_scheme=theme)
    reader.set_viewport_size({"width": width, "height": 844})
    reader.route("**/*.html", lambda each: each.abort() if inside(each) else each.continue_())
    wrong = {}
    for page in (*pages(site), *list_frames(site)):
        reader.goto(site.address + page.as_posix())
        reader.evaluate("document.querySelectorAll('iframe').forEach((one) => one.remove())")
        if faults := accessible(reader):
            wrong[page.as_posix()] = faults
    assert wrong == {}


def inside(route) -> bool:
    """Whether a page is asked for by a frame of another: such pages are looked at alone."""
    return route.request.frame.parent_frame is not None


def test_search_finds(reader, site):
    reader.goto(f"{site.address}search.html?q=memoisation")
    reader.locator("#search-results li").first.wait_for()


def pages(site: Site) -> list[Path]:
    """The pages but those of boards and trees, which have tests of their own."""
    result = (path.relative_to(site.folder) for path in site.folder.rglob("*.html"))
    return [path for path in result if path.parts[0] not in ("live", "trees", "_static")]


def list_frames(site: Site) -> list[Path]:
    """The pages of boards and trees, as they are before Python has loaded."""
    frames = [*site.folder.glob("live/*.html"), *site.folder.glob("trees/*.html")]
    return [path.relative_to(site.folder) for path in frames]


class Links(HTMLParser):
    """What a page leads to, and the places that it has."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.there: list[str] = []
        self.places: set[str | None] = {""}
        self.feed(text)

    def handle_starttag(self, tag, attrs) -> None:
        given = dict(attrs)
        self.places.add(given.get("id"))
        if address := given.get("href") or given.get("src"):
            self.there.append(address)


@pytest.mark.browser
def test_links_hold(site):
    read = {page: Links((site.folder / page).read_text()) for page in pages(site)}
    for page, links in read.items():
        for address in links.there:
            if re.match(r"https?:|data:|mailto:|javascript:", address):
                continue
            file, _, place = address.partition("#")
            target = (site.folder / page.parent / unquote(file.partition("?")[0])).resolve()
            target = target if file else site.folder / page
            assert target.is_file() or (target / "index.html").is_file(), (page, address)
            inside = target.relative_to(site.folder)
            if inside in read:
                assert unquote(place) in read[inside].places, (page, address)

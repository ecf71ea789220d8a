"""A published site of which one file is missing, cut off or altered: it says so in a sentence."""

import hashlib
import html
import re
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest

from pages import click, ready, text, until
from processes import PATIENCE
from staticsites import PYODIDE, Faulty, serve_files
from zermelo.web import python

pytestmark = [pytest.mark.browser, pytest.mark.compiled]
PLAY = "play.html#g=tictactoe&p=human~engine:seconds=1"
OTHERS = ("game-tic-tac-toe.html", "tree.html#g=tictactoe", "limits.html#g=tictactoe")
GONE = "is missing, or the network is down"


@pytest.fixture
def open_with(browser, site) -> Iterator[object]:
    """Open a page of a site with a fault in one file; nothing is kept between visits."""

    class Server(Faulty):
        """This test's own."""

    faulty = serve_files(site.folder, Server)
    context = browser.new_context(service_workers="block", viewport={"width": 1280, "height": 900})
    context.set_default_timeout(PATIENCE * 1000)

    def opened(address: str, file: str = "", fault: str = "missing", script: str = ""):
        Server.file, Server.fault = file, fault
        page = context.new_page()
        page.add_init_script(script)
        page.goto(faulty.address + address, wait_until="commit")
        return page

    yield opened
    context.close()
    faulty.close()


def alert(page) -> str:
    page.locator("[role=alert]:visible").first.wait_for()
    return text(page, "[role=alert]:visible")


@pytest.mark.parametrize(
    ("page", "file", "fault"),
    [
        *((PLAY, f"pyodide/{name}", "missing") for name in python.LOADED),
        *product([PLAY], ("pyodide/pyodide.asm.wasm", "python.zip"), ("cut off", "altered")),
        *((PLAY, "python.zip", "missing"), (PLAY, "own/take.py", "altered")),
        *((page, "pyodide/pyodide.asm.wasm", "missing") for page in OTHERS),
    ],
)
def test_a_file_that_python_starts_with_is_named(open_with, page, file, fault):
    message = alert(open_with(page, file, fault))
    why = {
        "missing": "is missing: the server answers 404.",
        "altered": "is not the file that was published.",
    }
    assert message.startswith(f"The page could not be started: {file} ")
    assert "breaks off after" in message if fault == "cut off" else message.endswith(why[fault])


@pytest.mark.parametrize("name", ["play", "game-tic-tac-toe", "tree"])
def test_a_page_without_one_of_its_scripts_or_style_sheets_says_so(open_with, site, name):
    page = open_with(f"{name}.html", "python.zip")
    page.wait_for_load_state()
    loaded = page.evaluate("performance.getEntriesByType('resource').map((one) => one.name)")
    files = {url.partition("/static/")[2] for url in loaded if url.endswith((".js", ".css"))}
    assert len(files) > 3
    page.close()
    for file in sorted(files - {"", "missing.js", "worker.js"}):
        page = open_with(f"{name}.html", f"static/{file}")
        message = alert(page)
        assert "is missing" in message, (file, message)
        page.close()


@pytest.mark.parametrize("file", ["worker.js", "site.js"])
def test_a_page_without_its_worker_says_so(open_with, file):
    assert "is missing" in alert(open_with(PLAY, f"static/{file}"))


@pytest.mark.parametrize(
    ("fault", "why"), [("missing", GONE), ("altered", "is not the file that was published")]
)
def test_a_game_without_its_engine_is_played_plain_and_says_why(open_with, site, fault, why):
    [kernel] = (site.folder / "kernels").iterdir()
    page = open_with(PLAY, f"kernels/{kernel.name}", fault)
    page.wait_for_selector(".zermelo-target")
    click(page, 4)
    until(lambda: page.locator("#moves button").count() == 2 and ready(page))
    message = text(page, "#notice")
    assert message == f"tictactoe runs as plain Python, slowly: kernels/{kernel.name} {why}"


@pytest.mark.parametrize(
    ("part", "fault", "why"),
    [
        ("json", "missing", GONE),
        ("json", "altered", "is damaged: its checksum is not "),
        ("bin", "missing", GONE),
    ],
)
def test_a_game_without_a_part_of_its_database_is_searched_and_says_why(
    open_with, site, part, fault, why
):
    [file] = (site.folder / "databases").glob(f"*.{part}")
    page = open_with(f"{PLAY}&m=b2+b3", f"databases/{file.name}", fault)
    page.wait_for_selector(".zermelo-target")
    page.locator("#values").check()
    until(lambda: file.name in text(page, "#notice") and why in text(page, "#notice"))
    until(lambda: "wins in 5 plies" in text(page, "#verdict"))


def test_a_browser_without_webassembly_is_told_so(open_with):
    message = alert(open_with(PLAY, "static/worker.js", "without WebAssembly"))
    assert message.startswith("The page could not be started: this browser has no WebAssembly")


NOTING = """
globalThis.said = [];
new MutationObserver(() => said.push(document.getElementById("status")?.textContent))
  .observe(document, { childList: true, subtree: true });
"""


def test_what_has_come_is_said_in_megabytes(open_with):
    page = open_with(PLAY, script=NOTING)
    until(lambda: page.evaluate("said.at(-1)") == "Starting Python …")
    result = page.evaluate("said.join('|')")
    come = [float(each) for each in re.findall(r"Getting ready: ([0-9.]+) of 1\d\.\d MB …", result)]
    assert come == sorted(come) and len(set(come)) > 5 and come[-1] > 12


def test_play_pressed_while_python_loads_begins_the_game(open_with):
    page = open_with("game-tic-tac-toe.html")
    page.select_option("#second", "level:2")
    page.click("#play")
    page.wait_for_url("**/play.html#*")
    assert "p=human~level:2" in page.url
    page.wait_for_selector(".zermelo-target")


def test_pages_run_their_own_scripts_and_npms_pyodide(site):
    for page in Path(site.folder).glob("*.html"):
        policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
        assert policy in html.unescape(page.read_text()), page
    for name, part in python.LOADED.items():
        content = (PYODIDE / name).read_bytes()
        assert part == (len(content), hashlib.sha256(content).hexdigest()), name

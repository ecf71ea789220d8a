"""The files that pages load: few, because each page has one joined script and style sheet.

A page's template names the modules and style sheets of the board, the trees and the web to join.
Four files are generated: palette.css has the colours of boards, results.css the
style of results in lessons, solved.js the winners of games, words.js sentences in German.
"""

import json
import re
from collections.abc import Iterator, Mapping
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Final

from zermelo.course.exercise import sentences
from zermelo.draw.modules import IMPORT, join_modules
from zermelo.draw.palette import sheet
from zermelo.reports.templates import RESULTS, text_of
from zermelo.web.catalogue import solved_script

FOLDERS: Final = ("board/static", "trees/static", "web/static", "web/static/pages", "web/styles")
KINDS: Final = {
    "css": "text/css",
    "js": "text/javascript",
    "map": "application/json",
    "svg": "image/svg+xml",
}
SCRIPT: Final = re.compile(r'<script type="module" src="static/([\w-]+)\.js">')
LATER: Final = re.compile(r'\bimport\("\./([\w-]+)\.js"\)')  # modules loaded on demand
SHEET: Final = re.compile(r'^ *<link rel="stylesheet" href="static/([\w-]+)\.css">\n', re.MULTILINE)
OUTSIDE: Final = {"site", "tasks"}  # modules not to join, because each site has its own
LONE: Final = {"worker.js"}  # modules to serve unjoined, although they import others

File = tuple[bytes, str]  # content and media type


def sources() -> Iterator[Traversable]:
    """The files in `FOLDERS`; no two have the same name."""
    for folder in FOLDERS:
        yield from (file for file in (files("zermelo") / folder).iterdir() if file.is_file())


def page_files(instead: Mapping[str, str] | None = None) -> dict[str, File]:
    """Name → file, for all files that pages load; texts in `instead` replace modules."""
    texts = {file.name: file.read_text("utf-8") for file in sources() if _kind(file.name)}
    texts |= {"palette.css": sheet(), "results.css": text_of(RESULTS), "solved.js": solved_script()}
    texts["words.js"] = f"export const GERMAN = {json.dumps(sentences(), ensure_ascii=False)};\n"
    texts |= {f"{name}.js": text for name, text in (instead or {}).items()}
    made: dict[str, str] = {}
    joined = set[str]()

    def read(name: str) -> str:
        joined.add(f"{name}.js")
        return texts[f"{name}.js"]

    def join(entry: str) -> None:
        script = join_modules(entry, read, OUTSIDE)
        made[f"{entry}.js"] = f"{script.text}//# sourceMappingURL={entry}.js.map\n"
        made[f"{entry}.js.map"] = script.source_map(read)
        for later in LATER.findall(script.text):
            join(later)

    templates = (files("zermelo.web") / "templates").iterdir()
    for template in sorted(templates, key=lambda file: file.name):
        page = template.read_text("utf-8")
        for entry in SCRIPT.findall(page):
            join(entry)
        names = [f"{name}.css" for name in SHEET.findall(page)]
        joined.update(names)
        made[_sheet(template.name)] = "\n".join(texts[name] for name in names)
    alone = {name: text for name, text in texts.items() if name not in joined}
    alone = {name: text for name, text in alone.items() if not IMPORT.search(text) or name in LONE}
    return {name: (text.encode(), _kind(name)) for name, text in (alone | made).items()}


def with_one_sheet(page: str, html: str) -> str:
    """Replace a page's links to style sheets with one link to the sheet that joins them."""
    one = f'    <link rel="stylesheet" href="static/{_sheet(page)}">\n'
    return re.sub(f"({SHEET.pattern})+", one, html, count=1, flags=re.MULTILINE)


def _sheet(page: str) -> str:
    return f"all-{page.removesuffix('.html')}.css"


def _kind(name: str) -> str:
    """A file's media type; "" for a file that no page loads."""
    return "" if name.endswith(".d.ts") else KINDS.get(name.rpartition(".")[2], "")

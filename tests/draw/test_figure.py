"""Drawings as files: SVG, PNG, PDF and TikZ by the suffix; modules joined into one script."""

import json
import re
import shutil
import subprocess
import sys

import pytest
from PIL import Image

import zermelo
from zermelo.draw.modules import join_modules
from zermelo.draw.tikz import tikz
from zermelo.games import BUILT_IN
from zermelo.trees.svg import tree_svg

MARKS = {"svg": b"<svg", "png": b"\x89PNG", "pdf": b"%PDF", "tex": b"\\usepackage{tikz}"}
DRAWN = [
    ("show", "tictactoe", "--moves", "1,1", "--out"),
    ("tree", "nim(rows=[1, 1])", "--out"),
    ("experiment", "depth", "nim(rows=[1, 1])", "--depths", "1,2", "--plot"),
]


@pytest.mark.parametrize("words", DRAWN, ids=lambda words: words[0])
@pytest.mark.parametrize("kind", MARKS)
def test_the_suffix_says_what_is_written(words, kind, run, tmp_path):
    file = tmp_path / f"drawn.{kind}"
    assert run(*words, str(file))[0] == 0
    assert MARKS[kind] in file.read_bytes()[:200] and [*tmp_path.iterdir()] == [file]


def test_a_png_has_three_pixels_for_one_and_the_colours_of_the_board_or_plot(run, tmp_path):
    board, plot = tmp_path / "board.png", tmp_path / "plot.png"
    run("show", "tictactoe", "--moves", "1,1", "--theme", "light", "--out", str(board))
    run(*DRAWN[2], str(plot))
    for file in (board, plot):
        with Image.open(file) as opened:
            assert file == plot or opened.size == (3 * 170, 3 * 170)
            colours = {colour for _, colour in opened.convert("RGB").getcolors(1 << 24)}
        assert {(0xFF, 0xFF, 0xFF), (0x1B, 0x5F, 0xA8)} <= colours  # the ground, and an X or a line


@pytest.mark.parametrize("words", DRAWN, ids=lambda words: words[0])
def test_another_suffix_and_a_missing_library_are_one_line(words, refused, tmp_path, monkeypatch):
    assert ".svg, .png, .pdf or .tex file, not" in refused(*words, str(tmp_path / "drawn.gif"))
    monkeypatch.setitem(sys.modules, "cairosvg", None)
    assert "zermelo[figures]" in refused(*words, str(tmp_path / "drawn.pdf"))
    assert list(tmp_path.iterdir()) == []


NUMBER = r"-?\d+(\.\d+)?(e-\d+)?"
PAIR = rf"\({NUMBER},{NUMBER}\)"
CURVE = rf"\.\. controls {PAIR} and {PAIR} \.\. {PAIR}"
PATH = rf"{PAIR}(( -- {PAIR})|( {CURVE})|( -- cycle)|( {PAIR}))*"
SHAPE = rf"(\[rounded corners=[\d.]+bp\] )?{PAIR} rectangle {PAIR}|{PAIR} circle\[radius=[\d.]+bp\]"
LINE = re.compile(rf"  \\path\[[^\]]+\] ({PATH}|{SHAPE});|  \\node\[[^\]]+\] at {PAIR} \{{.*\}};")


def drawings() -> dict[str, str]:
    """Every game at its start and after a move, and a tree."""
    collected = {}
    for name in BUILT_IN:
        position = zermelo.Position(zermelo.game(name))
        collected[name] = position.play(position.moves[0]).svg()
    game = zermelo.game("tictactoe")
    collected["tree"] = tree_svg(zermelo.trace(game, game.parse_state("XOX/OOX/...")))
    return collected


def test_every_line_is_a_path_or_a_text_of_ascii():
    for name, svg in drawings().items():
        head, *lines, end = tikz(svg).splitlines()[2:]
        assert head.startswith(r"\begin{tikzpicture}[") and end == r"\end{tikzpicture}"
        marks = len(re.findall(r"<(?:path|circle|rect)\b", svg))
        assert len(lines) == marks + len(re.findall(r"[^>]</text>", svg)), name
        for line in lines:
            assert LINE.fullmatch(line) and line.isascii(), (name, line)
            assert line.count("{") - line.count(r"\{") == line.count("}") - line.count(r"\}")


@pytest.mark.long
@pytest.mark.skipif(not shutil.which("pdflatex"), reason="there is no LaTeX")
def test_latex_draws_every_game(tmp_path):
    pictures = "\n\\newpage\n".join(map(tikz, drawings().values()))
    source = "\\documentclass{article}\\usepackage[paperwidth=60cm,paperheight=60cm,margin=1cm]"
    source += f"{{geometry}}\\usepackage{{tikz}}\\begin{{document}}{pictures}\\end{{document}}"
    (tmp_path / "all.tex").write_text(source, encoding="utf-8")
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "all.tex"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-1500:]
    assert f"({len(drawings())} pages" in done.stdout


MODULES = {
    "page": """// the page
import { add as plus, ONE } from "./sums.js";
import {
  name,
} from "./names.js";
import "./names.js"; // for what it does
const own = plus(ONE, 2);
console.log(own, name());
""",
    "sums": """import { name } from "./names.js";
const own = 40;
export const ONE = own - 39, TWO = 2;
export function add(a, b) { return a + b; }
""",
    "names": """let own = "x";
export const name = () => own;
""",
}


def test_modules_share_no_names_and_run():
    script = join_modules("page", MODULES.__getitem__).text
    if shutil.which("node") is None:
        pytest.skip("there is no node")
    command = ["node", "--input-type=module", "-e", script]
    assert subprocess.run(command, capture_output=True, text=True, check=True).stdout == "3 x\n"


def test_each_line_is_known_by_its_module_and_line():
    joined = join_modules("page", MODULES.__getitem__)
    lines = joined.text.splitlines()
    assert len(lines) == len(joined.origins)
    for line, origin in zip(lines, joined.origins, strict=True):
        if origin and "import" not in (was := MODULES[origin[0]].splitlines()[origin[1]]):
            assert line == was.removeprefix("export ") or not line or line.startswith("const {")
    kept = json.loads(joined.source_map(MODULES.__getitem__))
    assert kept["sources"] == ["modules/names.js", "modules/sums.js", "modules/page.js"]
    # the second line of names.js is the third of the script, one line on in the same file
    assert kept["mappings"].split(";")[1:3] == ["AAAA", "AACA"]


def test_a_module_may_stay_outside_and_none_imports_itself():
    joined = join_modules("page", MODULES.__getitem__, {"names"})
    assert joined.text.startswith('import * as $names from "./names.js";\n')
    with pytest.raises(ValueError, match="imports itself by way of"):
        join_modules("a", lambda name: f'import "./{"b" if name == "a" else "a"}.js";\n')

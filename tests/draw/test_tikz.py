"""Drawings as TikZ: sound in their structure, and drawn by LaTeX where there is one."""

import re
import shutil
import subprocess

import pytest

import zermelo
from zermelo.draw.tikz import tikz
from zermelo.games import BUILT_IN
from zermelo.trees.svg import tree_svg

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
    done = subprocess.run(
        ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "all.tex"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-1500:]
    assert f"({len(drawings())} pages" in done.stdout

"""Drawings as TikZ: sound in their structure, and drawn by LaTeX where there is one."""

from __future__ import annotations

import math
import re
import shutil
import subprocess
from itertools import pairwise

import pytest

import zermelo
from zermelo.draw.tikz import outline, tikz
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


def test_a_cross_is_where_the_drawing_has_it_in_its_colour():
    text = tikz(zermelo.Position(zermelo.game("tictactoe")).play("0,0").svg())
    [cross] = [line for line in text.splitlines() if "27;green,95;blue,168" in line]
    assert "(46,46) -- (66,66) (66,46) -- (46,66)" in cross
    assert "line width=4.12bp,line cap=round" in cross and "fill" not in cross


@pytest.mark.parametrize("flags", ["0 0", "0 1", "1 0", "1 1"])
def test_an_arc_is_on_its_circle(flags):
    (_, [start]), *curves = outline(f"M0 0A5 5 0 {flags} 6 2")
    centre = (1.7753, 4.6742) if flags in ("0 1", "1 0") else (4.2247, -2.6742)
    assert curves[-1][1][-1] == pytest.approx((6, 2))
    on = [start, *(points[-1] for _, points in curves)]
    assert [math.dist(centre, point) for point in on] == pytest.approx([5] * len(on), abs=0.001)
    length = sum(math.dist(one, other) for one, other in pairwise(on))
    assert (length > 12) == flags.startswith("1")


def test_relative_commands_and_repeated_numbers():
    assert list(outline("m1 1 2 0v2h-2zl1-1")) == [
        ("M", [(1, 1)]),
        ("L", [(3, 1)]),
        ("L", [(3, 3)]),
        ("L", [(1, 3)]),
        ("Z", []),
        ("L", [(2, 0)]),
    ]


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

"""Drawings as files: SVG, PNG, PDF and TikZ by the suffix, refused at once where that cannot be."""

import sys

import pytest
from PIL import Image

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
    assert MARKS[kind] in file.read_bytes()[:200]


def test_a_png_has_three_pixels_for_one_and_the_colours_of_the_board(run, tmp_path):
    file = tmp_path / "board.png"
    run("show", "tictactoe", "--moves", "1,1", "--theme", "light", "--out", str(file))
    with Image.open(file) as opened:
        picture = opened.convert("RGB")
    assert picture.size == (3 * 170, 3 * 170)
    colours = {colour for _, colour in picture.getcolors(1 << 20)}
    assert {(0xFF, 0xFF, 0xFF), (0x1B, 0x5F, 0xA8)} <= colours  # the ground, and an X


def test_a_plot_has_its_light_colours(run, tmp_path):
    file = tmp_path / "plot.png"
    run(*DRAWN[2], str(file))
    with Image.open(file) as opened:
        shades = {shade for _, shade in opened.convert("RGB").getcolors(1 << 24)}
    assert {(0xFF, 0xFF, 0xFF), (0x1B, 0x5F, 0xA8)} <= shades


@pytest.mark.parametrize("words", DRAWN, ids=lambda words: words[0])
def test_another_suffix_and_a_missing_library_are_one_line(words, run, tmp_path, monkeypatch):
    status, _, err = run(*words, str(tmp_path / "drawn.gif"))
    assert (status, err.count("\n")) == (2, 1) and ".svg, .png, .pdf or .tex file, not" in err
    monkeypatch.setitem(sys.modules, "cairosvg", None)
    status, _, err = run(*words, str(tmp_path / "drawn.pdf"))
    assert (status, err.count("\n")) == (2, 1) and "zermelo[figures]" in err
    assert list(tmp_path.iterdir()) == []

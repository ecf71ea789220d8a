"""Surfaces: what boards are made of, and that everything on them has its colours."""

import re
from dataclasses import replace
from itertools import product
from random import Random

import pytest

import zermelo
from zermelo.contract.picture import FORMS, TONES, Picture
from zermelo.draw.ground import Part, ground
from zermelo.draw.palette import PAINTED, colours, sheet, style
from zermelo.draw.pieces import piece
from zermelo.draw.svg import svg
from zermelo.errors import ParameterError
from zermelo.games import BUILT_IN
from zermelo.naming import piece_symbols

BOARD = Picture.grid(3, 2, {0: "●", 5: "○"}, {})
SHAPES = ("m", "l", "h", "v", "a", "q", "c", "z")


def paths(parts: list[Part], kind: str) -> str:
    return "".join(part.path for part in parts if part.kind == kind)


def painted(part: Part) -> bool:
    """Whether there is a rule for a part, of all its words where it has several."""
    words = set(re.split("[ .]", part.kind))
    return any(words.issuperset(kind.split(".")) for kind in PAINTED) and (
        len(words) == 1 or any(words == set(kind.split(".")) for kind in PAINTED)
    )


@pytest.mark.parametrize("name", BUILT_IN)
def test_every_part_of_every_game_is_painted(name):
    game, chance = zermelo.game(name), Random(name)
    position = zermelo.Position(game)
    for _ in range(40):
        picture = game.picture(position.state)
        parts = ground(picture)
        for symbol in picture.pieces.values():
            parts += piece(picture, symbol, piece_symbols(game))
        for part in parts:
            assert painted(part), part
            assert bool(part.path) != bool(part.text)
            assert set(re.sub("[-+.0-9 ]", "", part.path).lower()) <= {*SHAPES}
        if not position.moves:
            break
        position = position.play(chance.choice(position.moves))


def test_tiles_have_the_tones_of_a_chessboard():
    parts = ground(replace(BOARD, surface="tiles"))
    assert paths(parts, "tile.pale").count("M") == paths(parts, "tile.deep").count("M") == 3
    assert paths(parts, "tile.pale").startswith("M-20 -20h40")


def test_seeds_are_drawn_one_by_one_and_counted():
    picture = replace(BOARD, shapes={"●": "seeds", "7": "seeds"})
    seeds, number = piece(picture, "7")
    assert seeds.path.count("M") == 7 and (number.text, number.kind) == ("7", "count")
    assert len(piece(picture, "●")) == 1


def test_every_form_is_drawn_in_every_tone():
    for form, tone, players in product(FORMS, ("", *TONES), (None, ("1", "2"), ("2", "1"))):
        parts = piece(replace(BOARD, shapes={"1": f"{tone} {form} hollow"}), "1", players)
        assert parts and all(part.path or part.text for part in parts)
        assert all(painted(part) for part in parts), (form, tone)


def test_a_surface_and_a_shape_that_do_not_exist_are_refused():
    with pytest.raises(ParameterError, match="surface should be one of tiles, felt"):
        Picture([], surface="marble")
    for shape in ("", "dark", "dark dragon", "man king"):
        with pytest.raises(ParameterError, match="should be one of disc"):
            Picture([], shapes={"X": shape})


def test_the_page_has_the_colours_of_the_drawings():
    css = sheet()
    for theme in ("light", "dark"):
        assert all(f":{colour};" in css for colour in colours(theme).values())
    assert set(colours("light")) == set(colours("dark"))
    assert set(re.findall(r"var\(--zermelo-([\w-]+)\)", css)) <= {
        name.replace("_", "-") for name in colours("light")
    }


def test_a_drawing_brings_the_rules_of_its_own_classes_only():
    board = svg(replace(BOARD, surface="felt"), theme="light")
    assert ".felt{" in board and ".wood{" not in board and ".wood{" in style("light")

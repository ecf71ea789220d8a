"""Boards as SVG: well formed, complete, the same shapes for all, on surfaces with their colours."""

import re
import xml.etree.ElementTree as ElementTree
from dataclasses import replace
from itertools import product
from random import Random

import pytest

import zermelo
from elements import SVG
from pointgames import Strip
from toys import OneOrTwo
from zermelo.contract.analysis import MoveValue
from zermelo.contract.picture import FORMS, TONES, Picture
from zermelo.draw.choices import worths
from zermelo.draw.ground import Part, ground, places
from zermelo.draw.palette import DARK, LIGHT, PAINTED, sheet, style
from zermelo.draw.pieces import piece
from zermelo.draw.svg import extent, fragment, svg
from zermelo.errors import CapabilityError, IllegalMoveError, ParameterError
from zermelo.games import BUILT_IN
from zermelo.naming import move_summary, piece_symbols

EVERY_GAME = [zermelo.game(name) for name in BUILT_IN]


def classes(drawn: str) -> list[str]:
    """The classes of all shapes, bottom to top."""
    return [element.get("class", "") for element in ElementTree.fromstring(drawn).iter()]


@pytest.mark.parametrize("theme", ["auto", "light", "dark"])
@pytest.mark.parametrize("game", EVERY_GAME, ids=str)
def test_every_game_is_drawn_with_its_moves(game, theme):
    position = zermelo.Position(game)
    for _ in range(3):
        position = position.play(position.moves[0])
    picture = game.picture(position.state)
    drawn = ElementTree.fromstring(position.svg(theme=theme, width=200))
    assert drawn.get("width") == "200" and drawn.get("role") == "img"
    assert drawn.findtext(f"{SVG}title").startswith(str(game))
    box, spots = extent(picture), places(picture)
    put = [group.get("transform", "").partition(")")[0] for group in drawn.iter(f"{SVG}g")]
    for point in picture.pieces:
        x, y = spots[point]
        assert f"translate({box.left + x:g} {box.top + y:g}" in put
    assert classes(position.svg()).count("bracket") == len(position.last) > 0
    texts = [element.text for element in drawn.iter(f"{SVG}text")]
    assert {*picture.columns, *picture.rows} - {""} <= set(texts)
    assert not picture.caption or picture.caption in texts


def test_shapes_tell_the_players_apart_without_colour():
    drawn = zermelo.Position(zermelo.game("connectfour")).play("4 4").svg()
    assert {"red", "yellow", "yellow crest"} <= set(classes(drawn))
    drawn = zermelo.Position(zermelo.game("isolation")).play("0,0 1,1").svg()
    assert {"first solid", "second ring"} <= set(classes(drawn))
    crosses = zermelo.Position(zermelo.game("tictactoe")).play("0,0 1,1").svg()
    assert "first stroke" in classes(crosses) and "M-10-10" in crosses


def test_lines_of_dots_and_boxes_reach_from_dot_to_dot():
    drawn = zermelo.Position(zermelo.game("dotsandboxes")).play("-0,0 |0,0").svg()
    assert drawn.count('d="M-40 0H40"') == drawn.count('d="M0 -40V40"') == 1


def test_pieces_of_a_stranger_are_drawn_as_their_text():
    picture = Picture([(0, 0), (1, 0)], {0: "<&>", 1: "K"}, cells=False)
    texts = [e.text for e in ElementTree.fromstring(svg(picture)).iter(f"{SVG}text")]
    assert texts == ["<&>", "K"]
    owned = svg(picture, players=("K", "<"))
    assert "first solid" in classes(owned) and "first on" in classes(owned)


def test_complete_lines_are_struck_through_or_ringed_and_bracketed_in_text():
    struck = zermelo.Position(zermelo.game("tictactoe")).play("0,0 1,0 0,1 1,1 0,2")
    assert classes(struck.svg()).count("strike") == 1 and "crown" not in classes(struck.svg())
    assert "│(X)│(X)│[X]│" in str(struck)
    mill = zermelo.Position(zermelo.game("morris")).play("a7 a1 d7 d1 g7xa1")
    result = classes(mill.svg())
    assert result.count("glow") == result.count("crown") == 1
    assert result.index("glow") < result.index("light") < result.index("crown")


def test_what_is_in_hand_is_drawn_piece_by_piece_below_the_board():
    def drawn(hands):
        return svg(Picture([(0, 0), (1, 0)], shapes={"x": "dark disc"}, hands=hands))

    assert drawn([]).count('class="dark"') == 0
    held = drawn([(0, "x", 2), (1, "x", 3)])
    assert held.count('class="dark"') == 5 and drawn([])[:90] != held[:90]


def test_a_theme_is_one_of_three():
    picture = Picture([(0, 0)])
    assert "prefers-color-scheme" in svg(picture)
    assert "prefers-color-scheme" not in svg(picture, theme="dark") + svg(picture, theme="light")
    with pytest.raises(ParameterError, match="auto, light, dark"):
        svg(picture, theme="blue")


def test_values_stand_where_moves_are_clicked_and_say_their_worth():
    game = zermelo.game("isolation(width=3, height=2, blocked=[(2, 1)])")
    position = zermelo.Position(game).play("0,0 1,1")
    analysis = zermelo.analyze(game, position.state, native=False)
    drawn = classes(position.svg(analysis))
    assert drawn.count("win solid") == 1 and drawn.count("loss solid") == 2
    known = worths(game, position.state, analysis)
    assert {move_summary(game, worth) for worth in known.values()} == {"win in 3", "loss"}
    late, soon, lost = (MoveValue(*of) for of in (("a", 1), ("b", 1), ("c", -1)))
    wins = [replace(late, remoteness=5), replace(soon, remoteness=3), lost]
    assert max(wins, key=lambda entry: entry.sooner).move == "b"
    slight = MoveValue("a", -0.001, exact=False)
    estimate = svg(Picture([(0, 0)], clicks={7: (0,)}), worths={7: slight})
    assert "50%" in estimate


def test_a_position_plays_on_says_where_it_is_and_may_have_no_drawing():
    start = zermelo.Position(zermelo.game("tictactoe"))
    end = start.play("0,0 1,0 0,1 1,1 0,2")
    assert start.moves and not end.moves and end.outcome == end.turn == "player 1 (X) wins"
    assert start.turn == "player 1 (X) to move" and "[X]" in str(end)
    assert repr(end) == "<position of tictactoe: XXX/OO./...>"
    assert end.as_dict()["moves"] == [] and end._repr_svg_().startswith("<svg")
    with pytest.raises(IllegalMoveError, match="over"):
        end.play("2,2")
    with pytest.raises(IllegalMoveError, match="not a legal move"):
        start.play("0,0 0,0")
    position = zermelo.Position(OneOrTwo()).play("1")
    assert position._repr_svg_() is None and position.as_dict()["state"] is None
    assert repr(position) == "<position of oneortwo: Sticks(left=12, player=1)>"
    with pytest.raises(CapabilityError, match="picture"):
        position.svg()


def test_the_command_draws_into_a_file(tmp_path, refused, read_output, run_json):
    file = tmp_path / "board.svg"
    given = "show", "tictactoe"
    assert "[O]" in read_output(*given, "--moves", "0,0 1,1", "--svg", str(file), "--theme", "dark")
    assert classes(file.read_text(encoding="utf-8"))[0] == "z-dark"
    assert run_json(*given, "--state", "X../.../...")["player"] == 1
    for wrong in (
        ("--svg", str(tmp_path / "no" / "board.svg")),
        ("--moves", "0,0", "--state", "X../.../..."),
        ("--theme", "blue"),
        ("--by", "score"),
    ):
        refused(*given, *wrong)


def test_a_button_stands_below_the_board_with_what_its_move_is_worth():
    game = Strip()
    picture = game.picture(game.play(game.start(), 0))
    without = replace(picture, buttons={})
    drawn = svg(picture, worths={4: MoveValue("4", -1, remoteness=3)})
    assert classes(drawn).count("badge") == 2 and "loss solid" in classes(drawn)
    texts = [element.text for element in ElementTree.fromstring(drawn).iter(f"{SVG}text")]
    assert texts[-2:] == ["pass", "3"]
    assert extent(picture).height > extent(without).height
    assert "pass" not in svg(without) and "pass" not in fragment(picture, 100, 100)


def test_squares_that_moves_call_by_a_number_have_it_in_their_corner():
    drawn = ElementTree.fromstring(zermelo.Position(zermelo.game("checkers")).svg())
    shown = [element for element in drawn.iter(f"{SVG}text") if element.get("class") == "name"]
    assert sorted(int(element.text) for element in shown) == list(range(1, 33))
    assert len({(element.get("x"), element.get("y")) for element in shown}) == 32


BOARD = Picture.grid(3, 2, {0: "●", 5: "○"}, {})
SHAPES = ("m", "l", "h", "v", "a", "q", "c", "z")


def paths(parts: list[Part], kind: str) -> str:
    return "".join(part.path for part in parts if part.kind == kind)


def painted(part: Part) -> bool:
    """Whether the style has a rule for a part, with all words of its class."""
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


def test_tiles_have_the_tones_of_a_chessboard_and_seeds_are_counted():
    parts = ground(replace(BOARD, surface="tiles"))
    assert paths(parts, "tile.pale").count("M") == paths(parts, "tile.deep").count("M") == 3
    assert paths(parts, "tile.pale").startswith("M-20 -20h40")
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
    with pytest.raises(ParameterError, match="choose from tiles, felt"):
        Picture([], surface="marble")
    for shape in ("", "dark", "dark dragon", "man king"):
        with pytest.raises(ParameterError, match="should be one of disc"):
            Picture([], shapes={"X": shape})


def test_the_page_has_the_colours_of_the_drawings_and_each_drawing_its_own():
    css = sheet()
    assert all(f":{colour};" in css for colour in (*LIGHT, *DARK))
    names = {name.replace("_", "-") for name in LIGHT._fields}
    assert set(re.findall(r"var\(--zermelo-([\w-]+)\)", css)) <= names
    board = svg(replace(BOARD, surface="felt"), theme="light")
    assert ".felt{" in board and ".wood{" not in board and ".wood{" in style("light")

"""Single games: results of theory and literature, and lines, slides and clicks."""

import random
from itertools import combinations, product

import pytest

import oracles
import zermelo
from facts import at_positions
from oracles.wythoff import golden_pairs
from walking import after, random_histories, texts
from zermelo import DRAW, ONGOING
from zermelo.errors import UsageError
from zermelo.games.dobutsu import KINDS, Animals, Dobutsu
from zermelo.kit.graphs import automorphisms
from zermelo.kit.pieces import Men
from zermelo.spec import parse_game


@pytest.mark.parametrize(("spec", "moves", "outcome"), at_positions("ends"))
def test_ends_of_games(spec, moves, outcome):
    game = parse_game(spec)
    state = after(game, moves.split())
    assert game.outcome(state) == outcome
    assert (list(game.moves(state)) == []) == (outcome != ONGOING)


def test_connect_four_searches_the_centre_first():
    game = parse_game("connectfour(width=5, height=4)")
    start = game.start()
    columns = sorted(game.moves(start), key=lambda move: -game.order(start, move))
    assert "".join(game.format_move(start, move) for move in columns) == "32415"


def test_a_click_anywhere_in_a_column_counts_for_the_landing_cell():
    game = parse_game("connectfour(width=3, height=2, k=2)")
    picture = game.picture(game.parse_state("O../X.."))
    assert set(picture.clicks.values()) == {(4,), (5,)}
    assert picture.aliases == {1: 4, 2: 5}  # the full column takes none


def test_exactly_the_golden_pairs_are_lost():
    game = zermelo.game("wythoff(first=30, second=30)")
    lost = set()
    for total in range(61):
        for first in range(max(0, total - 30), min(30, total) + 1):
            state = game.start()._replace(first=first, second=total - first)
            children = (game.play(state, move) for move in game.moves(state))
            if not any(child[:2] in lost for child in children):
                lost.add(state[:2])
    pairs = {pair for pair in golden_pairs(20) if max(pair) <= 30}
    assert lost == pairs | {pair[::-1] for pair in pairs} and (8, 13) in lost


@pytest.mark.long
def test_there_are_2296_positions_and_29_of_them_lost(tmp_path):
    """Up to symmetry, for either player; 15 of them without a move (Wikipedia)."""
    solution = zermelo.solve("lgame", tmp_path / "lgame")
    assert solution.states == 2 * 8 * 2296 and solution.losses == 2 * 8 * 29


@pytest.mark.parametrize(("spec", "text", "cells"), at_positions("replies"))
def test_the_other_cell_of_a_broken_bridge_is_the_reply(spec, text, cells):
    last, answer = cells
    game = zermelo.game(spec)
    state = game.parse_state(text)
    move = next(cell for cell in game.actions() if game.cell_name(cell) == last)
    reply = game.reply(state, move)
    assert ("" if reply < 0 else game.cell_name(reply)) == answer


def classes(game, men: int) -> int:
    """The number of positions up to symmetry, with either player to move."""
    points, result = range(game.area), set()
    for own in combinations(points, men):
        for other in combinations(set(points) - {*own}, men):
            state = Men(sum(1 << p for p in own), sum(1 << p for p in other), 0)
            result.add(min(game.symmetries(state)))
    return len(result)


def test_there_are_as_many_positions_as_ascher_and_straffin_counted():
    assert classes(zermelo.game("mutorere"), 4) == 46
    assert classes(zermelo.game("ponghauki"), 2) == 16


@pytest.mark.parametrize(
    ("points", "links", "count"),
    [
        (4, [(0, 1), (1, 2), (2, 3), (3, 0)], 8),  # a square
        (4, [(0, 1), (0, 2), (0, 3)], 6),  # a star
        (3, [], 6),
        (6, [(0, 1), (1, 2), (2, 3), (3, 4), (1, 5)], 2),
        (7, [(0, 1), (1, 2), (2, 3), (3, 4), (4, 5), (2, 6)], 1),
    ],
)
def test_symmetries_are_those_of_the_lines(points, links, count):
    result = automorphisms(points, links)
    assert result[0] == tuple(range(points)) and len(set(result)) == len(result) == count
    lines = {frozenset(link) for link in links}
    for images in result:
        assert {frozenset(images[point] for point in line) for line in lines} == lines


class Lions(Dobutsu):
    """The game with lions and no other animals."""

    def start(self):
        return Animals(1 << 10, 1 << 1, 0, 0, 0, 0, 1 << 10 | 1 << 1, 0, 0)


def test_all_is_solved_once_for_what_is_symmetric(tmp_path):
    game = Lions()
    single = zermelo.solve(game, tmp_path / "single", native=False)
    folded = zermelo.solve(
        game, tmp_path / "folded", states=list(game.symmetries(game.start())), native=False
    )
    assert folded.canonical_states < single.canonical_states / 3
    assert folded.states >= single.states == single.canonical_states
    one, other = (zermelo.Database(tmp_path / name, game) for name in ("single", "folded"))
    columns = one.to_arrays(native=False)
    assert len(columns["value"]) == single.states
    for row in zip(*(columns[name] for name in Animals._fields), strict=True):
        state = Animals(*map(int, row))
        for image in game.symmetries(state):
            seen, expected = zermelo.probe(other, image), zermelo.probe(one, state)
            assert (seen.value, seen.remoteness) == (expected.value, expected.remoteness)


def test_endgames_have_some_of_the_animals():
    game = Dobutsu()
    texts = ["gle/1c1/1C1/ELG b -", "elg/1c1/1C1/GLE b -", "elg/1c1/1C1/GLE w -"]
    assert list(map(game.format_state, game.endgame("CEG"))) == [*texts, "gle/1c1/1C1/ELG w -"]
    assert [game.format_state(state) for state in game.endgame("C")] == [
        "1l1/1c1/1C1/1L1 b -",
        "1l1/1c1/1C1/1L1 w -",
    ]
    for name in KINDS:
        for state in game.endgame(name):
            assert game.parse_state(game.format_state(state)) == state
    with pytest.raises(UsageError, match="is not an endgame of dobutsu; choose from C, E"):
        list(Dobutsu().endgame("3-3"))


@pytest.mark.parametrize("men", [6, 9, 12])
def test_two_mills_at_once_take_every_pair_once(men):
    game, rules = parse_game(f"morris(men={men}, several=True)"), oracles.Morris(men, several=True)
    chance = random.Random(men)
    for _ in range(300):
        taken = chance.sample(rules.points, chance.randint(1, min(men, 9)))
        board = sum(1 << rules.points.index(point) for point in taken)
        firsts, pairs = game.takeable(board), []
        for first in range(game.points):
            seconds = game.takeable_after(board, first) if firsts >> first & 1 else 0
            names = [p for at, p in enumerate([*rules.points, None]) if seconds >> at & 1]
            pairs += [[rules.points[first], name] for name in names]
        assert pairs == (rules.takings(2, set(taken)) if len(taken) > 1 else [])


def test_two_mills_at_once_take_two_men_only_with_several():
    state = parse_game("morris").parse_state("WW.....B.B....W.B......W,4,4,W")
    closing = [text for text in texts(parse_game("morris"), state) if text.startswith("g7")]
    assert closing == ["g7xd5", "g7xa4", "g7xd3"]
    several = parse_game("morris(several=True)")
    closing = [text for text in texts(several, state) if text.startswith("g7")]
    assert closing == ["g7xd5xa4", "g7xd5xd3", "g7xa4xd3"]


def test_a_full_board_of_twelve_men_each_is_drawn():
    game = parse_game("morris(men=12)")
    assert game.outcome(game.parse_state(12 * "WB" + ",0,0,W")) == DRAW


def test_the_evaluation_is_the_courses_with_any_weights():
    rules = oracles.Morris()
    for weights in ({}, {"mills": 1.5, "stash": 2.0}, {"stones": 0.0, "possible": 0.25}):
        given = ", ".join(f"{name}={weight}" for name, weight in weights.items())
        game = parse_game(f"morris({given})")
        for history in random_histories(rules, 2, given):
            estimate = rules.estimate(history, **weights)
            assert game.evaluate(after(game, history)) == pytest.approx(estimate)


GAME = zermelo.game("gomoku")
WAYS = ((1, 0), (0, 1), (1, 1), (-1, 1))
INSIDE = set(product(range(15), range(15)))


def random_state():
    chance, state = random.Random(), GAME.start()
    for _ in range(90):  # in the upper rows, where lines come about
        moves = list(GAME.moves(state))[:50]
        if not moves:
            break
        yield state
        state = GAME.play(state, chance.choice(moves))


def ahead(mine: set, theirs: set, fives: list[set]) -> dict:
    """The cells that complete a five after a stone on each empty cell, or at once, under None."""
    cells = {None: set()}
    for five in fives:
        rest = tuple(five - mine)
        if not five & theirs and len(rest) == 1:
            cells[None].add(rest[0])
        if not five & theirs and len(rest) == 2:
            for one, other in (rest, rest[::-1]):
                cells.setdefault(one, set()).add(other)
    return cells


def test_the_next_fives_are_foreseen():
    lines = [
        {(x + i * right, y + i * down) for i in range(5)}
        for x, y, (right, down) in product(range(15), range(15), WAYS)
    ]
    fives, seen = [five for five in lines if five <= INSIDE], set()
    for state in [state for _ in range(2) for state in random_state()]:
        rows = GAME.format_state(state).split("/")
        mover = "XO"[state.player]
        mine = {(x, y) for x, y in INSIDE if rows[y][x] == mover}
        theirs = {(x, y) for x, y in INSIDE if rows[y][x] not in (mover, ".")}
        own, other = ahead(mine, theirs, fives), ahead(theirs, mine, fives)[None]
        forked = any(len(cells) > 1 for cell, cells in own.items() if cell is not None)
        expected = 1 if own[None] else min(0, 2 - 2 * len(other)) if other else 3 * forked
        assert GAME.foresee(state) == max(expected, -2)
        seen.add(GAME.foresee(state))
        urgent = own[None] or other
        moves = {(x, y) for x, y in INSIDE if rows[y][x] == "."}
        forks = {c: ends for c, ends in ahead(theirs, mine, fives).items() if c and len(ends) > 1}
        met = [{c} | (ends if len(ends) == 2 else set()) for c, ends in forks.items()]
        fours = {cell for cell in own if cell is not None}
        sensible = moves.intersection(*met) | fours if forks else moves
        chosen = [(move % 16, move // 16) for move in GAME.candidates(state)]
        assert len(chosen) == len(set(chosen))
        if urgent or not sensible:
            assert len(chosen) == 1 and set(chosen) <= (urgent or moves)
        else:
            assert set(chosen) == sensible
        for x, y in set() if urgent else moves.difference(chosen):
            assert GAME.foresee(GAME.play(state, 16 * y + x)) == 3
        seen.add(bool(forks) and not urgent)
    assert seen >= {0, 3, True}


def test_the_hottest_cells_come_first():
    for state in list(random_state())[::6]:
        planes, chosen = GAME.heat(state), list(GAME.candidates(state))
        heats = [sum((planes[2 + bit] >> cell & 1) << bit for bit in range(5)) for cell in chosen]
        assert heats == sorted(heats, reverse=True)

"""Chomp in three dimensions."""

from typing import NamedTuple

from zermelo import Game


class Cube(NamedTuple):
    x: int
    y: int
    z: int


class Block(NamedTuple):
    heights: tuple[tuple[int, ...], ...]  # of the column at x, y
    player: int


class Chomp3D(Game[Block]):
    """Bite off a cube with all behind, right and above; the cube (0, 0, 0) is poison."""

    width: int = 3
    depth: int = 3
    height: int = 3

    def start(self):
        return Block(
            tuple(tuple(self.height for y in range(self.depth)) for x in range(self.width)), 0
        )

    def moves(self, state):
        for x, row in enumerate(state.heights):
            for y, height in enumerate(row):
                for z in range(height):
                    cube = Cube(x, y, z)
                    if cube != Cube(0, 0, 0):
                        yield cube

    def play(self, state, bite):
        heights = tuple(
            tuple(
                min(height, bite.z) if x >= bite.x and y >= bite.y else height
                for y, height in enumerate(row)
            )
            for x, row in enumerate(state.heights)
        )
        return Block(heights, 1 - state.player)

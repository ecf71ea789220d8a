"""Slow, obvious oracles: each game once more, from its history of move texts, sharing no code.

Rules here look at a game's moves so far, a tuple of texts, and rebuild everything from them.
`moves(history)` lists the legal move texts in order, `outcome(history)` is 1, 0, −1 for the player
to move, or 2 while the game goes on, and `text(history)` is the position as people write it.
"""

from __future__ import annotations

from oracles.amazons import Amazons
from oracles.ataxx import Ataxx
from oracles.awari import Awari
from oracles.breakthrough import Breakthrough
from oracles.checkers import Checkers
from oracles.chess import Chess
from oracles.chomp import Chomp
from oracles.chopsticks import Chopsticks
from oracles.clobber import Clobber
from oracles.connectfour import ConnectFour
from oracles.dobutsu import Dobutsu
from oracles.dodgem import Dodgem
from oracles.domineering import Domineering
from oracles.dotsandboxes import DotsAndBoxes
from oracles.foxandgeese import FoxAndGeese
from oracles.go import Go
from oracles.graphs import drawn_by_match, limited, points_all_round, retrograde
from oracles.hackenbush import Hackenbush
from oracles.havannah import Havannah
from oracles.hex import Hex
from oracles.isolation import Isolation
from oracles.kalah import Kalah
from oracles.kayles import Kayles
from oracles.konane import Konane
from oracles.lgame import LGame
from oracles.linesofaction import LinesOfAction
from oracles.mnk import Mnk
from oracles.morris import Morris
from oracles.mutorere import MuTorere
from oracles.nim import Nim
from oracles.othello import Othello
from oracles.parts import descended, multiplied_with_carry, scaled
from oracles.pentago import Pentago
from oracles.ponghauki import PongHauKi
from oracles.popout import PopOut
from oracles.proofs import is_proof, worth_of
from oracles.quarto import Quarto
from oracles.qubic import Qubic
from oracles.quoridor import Quoridor
from oracles.rules import History, Rules
from oracles.search import (
    at_random,
    every_position,
    minimax,
    mirrored,
    points_of,
    sequences,
    solve,
    solved,
)
from oracles.sim import Sim
from oracles.sprouts import Sprouts
from oracles.surakarta import Surakarta
from oracles.teeko import Teeko
from oracles.toadsandfrogs import ToadsAndFrogs
from oracles.ultimate import Ultimate
from oracles.wythoff import Wythoff
from oracles.y import Y

__all__ = [
    "Amazons",
    "Ataxx",
    "Awari",
    "Breakthrough",
    "Checkers",
    "Chess",
    "Chomp",
    "Chopsticks",
    "Clobber",
    "ConnectFour",
    "Dobutsu",
    "Dodgem",
    "Domineering",
    "DotsAndBoxes",
    "FoxAndGeese",
    "Go",
    "Hackenbush",
    "Havannah",
    "Hex",
    "History",
    "Isolation",
    "Kalah",
    "Kayles",
    "Konane",
    "LGame",
    "LinesOfAction",
    "Mnk",
    "Morris",
    "MuTorere",
    "Nim",
    "Othello",
    "Pentago",
    "PongHauKi",
    "PopOut",
    "Quarto",
    "Qubic",
    "Quoridor",
    "Rules",
    "Sim",
    "Sprouts",
    "Surakarta",
    "Teeko",
    "ToadsAndFrogs",
    "Ultimate",
    "Wythoff",
    "Y",
    "at_random",
    "descended",
    "drawn_by_match",
    "every_position",
    "is_proof",
    "limited",
    "minimax",
    "mirrored",
    "multiplied_with_carry",
    "points_all_round",
    "points_of",
    "retrograde",
    "scaled",
    "sequences",
    "solve",
    "solved",
    "worth_of",
]

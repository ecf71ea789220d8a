"""The games that come along: one file each, with rules, texts and picture only."""

BUILT_IN = {
    "tictactoe": "zermelo.games.tictactoe:TicTacToe",
    "mnk": "zermelo.games.mnk:MNK",
    "isolation": "zermelo.games.isolation:Isolation",
    "nim": "zermelo.games.nim:Nim",
    "connectfour": "zermelo.games.connectfour:ConnectFour",
    "morris": "zermelo.games.morris:Morris",
}

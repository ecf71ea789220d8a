#!/bin/sh
# What Zermelo does, on every game it knows: each command is shown, then run. `make demo` calls it.
set -e

say() {
    printf '\n\033[1m── %s\033[0m\n' "$1"
}

run() {
    printf '\n\033[36m$ zermelo %s\033[0m\n\n' "$1"
    eval ".venv/bin/zermelo $1"
}

say 'The games. The first run of each search compiles it; later runs start at once.'
run 'games'

say 'What is a position worth? Perfect play, proven, with every move and the best ones marked.'
run 'analyze tictactoe'
run 'analyze tictactoe --moves "0,0 1,1 0,2"'
run 'analyze "mnk(width=4, height=3)" --moves "1,1 0,0"'
run 'analyze "isolation(width=3, height=2, blocked=[(2, 1)])"'
run 'analyze nim --moves "3,3 2,1" --algorithm memo'

say 'Too big to be solved in two seconds: what is not proven is an estimate, and says so.'
run 'analyze connectfour --moves "4 4 3 3" --algorithm engine --seconds 2'

run 'analyze morris --moves "d6 f4 d2 b4" --algorithm engine --seconds 2'

say 'How many games are there? Sequences of moves, counted ply by ply.'
run 'perft tictactoe 9'
run 'perft connectfour 8'
run 'perft "isolation(width=5, height=5)" 5'
run 'perft morris 5'

say 'What does looking further ahead change? Minimax against itself, at several depth limits.'
run 'experiment depth tictactoe --depths 2,4,9 --from game'
run 'experiment depth connectfour --depths 1,2,4,6'

say 'How does a search think? Every node with its window, values and cuts.'
run 'tree "nim(rows=[1, 2])"'

say 'Two computers play. To play yourself: zermelo play tictactoe'
run 'play tictactoe --first computer --second random --seed 1'
printf '\nNext: make play, for the board in a browser; or .venv/bin/zermelo play tictactoe\n'

#!/bin/sh
# What Zermelo does, one example of each kind: every command is shown, then run. `make demo` calls it.
set -e
mkdir -p build/demo

show() { # a heading, and a command; its progress is shown only if it fails
    printf '\033[1m── %s\033[0m\n\033[36m$ zermelo %s\033[0m\n' "$1" "$2"
    eval ".venv/bin/zermelo $2" 2>build/demo/progress || { cat build/demo/progress >&2; exit 1; }
}

show 'Explain a position: what is each move worth, which is best (▸), and why?' \
    'analyze isolation --moves "0,0 2,1 1,1 2,0" --explain --depth 2'
show 'Solve a game: the value of every position that can be reached.' \
    'solve "connectfour(width=4, height=4)"'
show 'Watch a search: a page with every node, its window, its value and its cuts.' \
    'tree "nim(rows=[1, 2])" --out build/demo/tree.html'
printf 'open it: file://%s/build/demo/tree.html\n' "$PWD"
show 'Let two players meet: minimax, three plies deep, against random moves.' \
    'match "isolation(width=4, height=4)" minimax:depth=3 random --games 20'

printf '\033[1m── Now play: make play\033[0m  (the board, in your browser)\n'

"""Games of stones in a row, beside those of tic-tac-toe."""

"""Games of stones in a row, besides those of tic-tac-toe."""

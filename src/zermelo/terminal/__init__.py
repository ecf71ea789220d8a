"""Playing in the terminal with keys and mouse: the board, its panel, and what thinks behind it."""

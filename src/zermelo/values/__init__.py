"""Combinatorial values: the worth of a position when either side may move, alone or in a sum."""

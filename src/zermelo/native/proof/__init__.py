"""Proofs about the ints of a game's rules, so that few operators need a guard."""

"""How good a player is, and how to make it better: audits, weights, levels."""

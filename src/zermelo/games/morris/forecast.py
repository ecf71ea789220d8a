"""Figures from the solved tiers of Nine Men's Morris, for estimates of the others.

By the men of both: what share of the numbers is won or lost, and bytes on disk for each number.
Placing, tiers come out much as they do when all men are placed. Only relative sizes matter to
zstd, so the figures hold for other machines.
"""

from typing import Final

SEEN: Final = {
    (3, 2): (1.0, 0.063), (3, 3): (1.0, 0.26), (4, 2): (1.0, 0.037), (4, 3): (0.12, 0.066),
    (4, 4): (0.0, 0.015), (5, 2): (1.0, 0.024), (5, 3): (0.12, 0.025), (5, 4): (0.0, 0.01),
    (5, 5): (0.0, 0.008), (6, 2): (1.0, 0.018), (6, 3): (0.21, 0.039), (6, 4): (0.15, 0.15),
    (6, 5): (0.15, 0.16), (6, 6): (0.18, 0.2), (7, 2): (1.0, 0.014), (7, 3): (0.69, 0.2),
    (7, 4): (0.83, 0.3), (7, 5): (0.74, 0.3), (7, 6): (0.6, 0.33),
    (8, 2): (1.0, 0.012), (8, 3): (0.95, 0.21),
    (8, 4): (0.96, 0.26), (8, 5): (0.93, 0.29), (9, 2): (1.0, 0.011), (9, 3): (1.0, 0.16),
    (9, 4): (1.0, 0.2),
    # These with placing: fewer bytes than when all men are placed.
    (7, 7): (0.57, 0.35), (8, 6): (0.81, 0.32), (8, 7): (0.7, 0.37), (8, 8): (0.66, 0.41),
    (9, 5): (0.99, 0.23), (9, 6): (0.97, 0.29), (9, 7): (0.89, 0.36), (9, 8): (0.78, 0.43),
    (9, 9): (0.74, 0.48),
}  # fmt: skip
UNSEEN: Final = 0.6, 0.3  # of tiers that no game from the start has

"""Nine Men's Morris and its family: rules, boards, texts, and what is known of its tiers."""

from zermelo.games.morris.rules import Morris

__all__ = ["Morris"]

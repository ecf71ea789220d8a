"""Nine Men's Morris and its family: rules, boards, texts, and known facts about its tiers."""

from zermelo.games.morris.rules import Morris

__all__ = ["Morris"]

"""Every error this package raises on purpose.

ZermeloError                      anything a caller may want to catch as ours
├── UsageError                    a mistake in what was asked for; the command exits 2
│   ├── SpecError                 a game's name or spec that names no game
│   ├── ParameterError            a parameter outside what the game allows
│   ├── IllegalMoveError          a move that the position does not allow
│   ├── TextError                 text that is no move or no position of the game
│   └── CapabilityError           something asked of a game that lacks the method it needs
├── ContractError                 a game that breaks the contract of `zermelo.Game`
├── Forfeit                       a player who loses without a move: too late, or crashed
└── Stopped                       a search told to stop before its end
NativeWarning                     rules that cannot be compiled and so run as plain Python
"""


class ZermeloError(Exception):
    """Anything this package raises on purpose."""


class UsageError(ZermeloError, ValueError):
    """A mistake in what was asked for: one line says what is wrong and what would be right."""


class SpecError(UsageError):
    """A game's name or spec that names no game."""


class ParameterError(UsageError):
    """A parameter outside what the game, or the call, allows."""


class IllegalMoveError(UsageError):
    """A move that the position does not allow."""


class TextError(UsageError):
    """Text that is no move or no position of the game."""


class CapabilityError(UsageError):
    """Something asked of a game that lacks the method it needs."""


class ContractError(ZermeloError, TypeError):
    """A game that breaks the contract of `zermelo.Game`."""


class Forfeit(ZermeloError):  # noqa: N818 - an end, not an error
    """A player who loses a game of a match without a move: too late, or crashed."""


class Stopped(ZermeloError):  # noqa: N818 - an end, not an error
    """A search told to stop before its end."""


class NativeWarning(UserWarning):
    """Rules that cannot be compiled and so run as plain Python."""


def clip(text: str, longest: int = 60) -> str:
    """A user's text as error messages cite it: on one line, short, and printable."""
    line = " ".join(text[:1000].split())
    line = "".join(
        symbol if symbol.isprintable() else "\N{REPLACEMENT CHARACTER}" for symbol in line
    )
    return (line if len(line) <= longest else line[: longest - 3] + "…") or "nothing"

"""Every error this package raises on purpose.

ZermeloError                      the base of all errors here, for callers to catch
├── UsageError                    a user's mistake; the command exits with 2
│   ├── SpecError                 a spec that names no game
│   ├── ParameterError            a parameter outside what the game allows
│   ├── KeywordError              an unknown keyword argument
│   ├── IllegalMoveError          a move that the position does not allow
│   ├── TextError                 text that is not a move or position of the game
│   └── CapabilityError           a request that needs a method the game lacks
├── ContractError                 a game that breaks the contract of `zermelo.Game`
├── Forfeit                       a player who loses without a move: too late, or crashed
└── Stopped                       a search that was stopped before its end
NativeWarning                     rules that cannot be compiled and so run as plain Python
RulesWarning                      rules that break the contract, or differ from a database's rules
LossWarning                       data or a machine lost in a crash
"""

import contextlib
from collections.abc import Iterable, Iterator
from unicodedata import category


class ZermeloError(Exception):
    """Anything this package raises on purpose."""


class UsageError(ZermeloError, ValueError):
    """A user's mistake; the message says in one line what is wrong and what to write instead."""


class SpecError(UsageError):
    """A spec that names no game."""


class ParameterError(UsageError):
    """A parameter that the game, or the call, does not allow."""


class KeywordError(UsageError, TypeError):
    """An unknown keyword argument."""


class IllegalMoveError(UsageError):
    """A move that the position does not allow."""


class TextError(UsageError):
    """Text that is not a move or a position of the game."""


class CapabilityError(UsageError):
    """A request that needs a method the game lacks."""


class ContractError(ZermeloError, TypeError):
    """A game breaks the contract of `zermelo.Game`, in the line `lineno` if known."""

    lineno: int | None = None


class Forfeit(ZermeloError):  # noqa: N818 - an end, not an error
    """A player loses a game of a match because its move came too late or it crashed."""


class Stopped(ZermeloError):  # noqa: N818 - an end, not an error
    """A search was stopped before its end."""


def without_frame(error: BaseException) -> BaseException:
    """Return `error` without the catching frame, which would keep the search's memory alive.

    `Stopped`, which is not a fault, loses its entire traceback.
    """
    if isinstance(error, Stopped):
        error.__context__ = None
        return error.with_traceback(None)
    return error.with_traceback(error.__traceback__ and error.__traceback__.tb_next)


class NativeWarning(UserWarning):
    """Rules that cannot be compiled and so run as plain Python."""


class RulesWarning(UserWarning):
    """Rules that break the contract, or that differ from the code that solved a database."""


class LossWarning(UserWarning):
    """A crash cut off the end of a file, or a cluster lost a machine or reports a fault."""


@contextlib.contextmanager
def require_extra(extra: str, who: str) -> Iterator[None]:
    """Raise a `CapabilityError` that says what to install, if an import in this block fails."""
    try:
        yield
    except ImportError:
        raise CapabilityError(f"{who}: python -m pip install 'zermelo[{extra}]'") from None


def unknown(kind: str, name: str, known: Iterable[str], listing: str = "") -> str:
    """A message about an unknown name: the nearest known name and `listing`, by default all names.

    >>> unknown("colour", "gren", ["red", "green"])
    'unknown colour gren; did you mean green? choose from red, green'
    """
    from difflib import get_close_matches  # slow to import

    names = list(known)
    near = get_close_matches(name.lower(), names, n=1)
    hint = f"did you mean {near[0]}? " if near else ""
    others = listing or (f"choose from {', '.join(names)}" if names else "there is none")
    return f"unknown {kind} {clip(name)}; {hint}{others}"


def clip(text: str, longest: int = 60) -> str:
    """A user's text for an error message: on one line, short, and printable."""
    line = visible(" ".join(text[:1000].split()))
    return (line if len(line) <= longest else line[: longest - 3] + "…") or "nothing"


def visible(text: str) -> str:
    """`text` made safe for a terminal: control and invisible characters are escaped.

    All text from files passes through here before display. Line ends and tabs stay.

    >>> visible("red: \x1b[31m, backwards: \u202e")
    'red: \\\\x1b[31m, backwards: \\\\u202e'
    """
    if text.isprintable():
        return text
    return "".join(
        symbol.encode("unicode_escape").decode() if steers(symbol) else symbol for symbol in text
    )


def steers(symbol: str) -> bool:
    """Whether a terminal obeys or hides a character: controls, direction marks, surrogates …"""
    return symbol not in "\n\t" and category(symbol) in {"Cc", "Cf", "Cs", "Zl", "Zp"}

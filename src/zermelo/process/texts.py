"""Formatted durations, replacements for missing characters, and text files of the package."""

import codecs
import io
import sys
from pathlib import Path
from typing import Any, Final
from unicodedata import normalize


def seconds_text(seconds: float, digits: int = 2) -> str:
    """Format a duration; with `digits` 0, in whole seconds, for a forecast."""
    if seconds < 1 and digits:
        return f"{seconds * 1e3:.1f} ms"
    if seconds < 100:
        return f"{seconds:.{digits}f} s"
    minutes, rest = divmod(round(seconds), 60)
    hours = minutes // 60
    return f"{hours:,} h {minutes % 60} min" if hours else f"{minutes} min {rest} s"


HANDLER: Final = "zermelo.signs"
LACKING: Final = dict(
    zip(
        "─╴╶│╵╷╿╱╲╳·•●○◆◇■□◼◻▲△▼▽★☆▸◂‹›×−–—’‘“”↑↓↺↻αβµ✓✗✂∩∪⊂⊃☠♔♕♚♛≡",
        "---||||/\\X..*o@%#=#=^^vv*+><<>x---''\"\"^v<>abu+-xnu()@KQkq=",
        strict=True,
    )
) | {"≤": "<=", "≥": ">=", "→": "->", "⇑": "^^", "⇓": "vv", "∞": "inf", "±": "+-"}
CORNERS, BLOCKS = range(0x2500, 0x2580), range(0x2580, 0x25A0)  # other box and block characters


def replace_unencodable() -> None:
    """Let streams replace characters that they cannot encode, and bytes that they cannot decode."""
    codecs.register_error(HANDLER, _replace)
    for stream, errors in (sys.stdout, HANDLER), (sys.stderr, HANDLER), (sys.stdin, "replace"):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=errors)


def is_unicode(stream: Any) -> bool:
    """Whether a text stream can encode every character."""
    return (stream.encoding or "utf").lower().startswith("utf")


def _replace(error: UnicodeError) -> tuple[str, int]:
    assert isinstance(error, UnicodeEncodeError)
    return "".join(map(in_ascii, error.object[error.start : error.end])), error.end


def in_ascii(sign: str) -> str:
    """An ASCII replacement for a character.

    >>> "".join(map(in_ascii, "┌──┐│●×Dōbutsu…棋"))
    '+--+|*xDobutsu...?'
    """
    if sign in LACKING:
        return LACKING[sign]
    if ord(sign) in BLOCKS:
        return "#"
    plain = normalize("NFKD", sign).encode("ascii", "ignore").decode()
    return "+" if ord(sign) in CORNERS else plain or "?"


def packaged_text(place: str) -> str:
    """The text of a file of the package, like "draw/forms.txt"; also works in an archive."""
    assert __spec__ is not None, "a module of a package has a specification"
    loader: Any = __spec__.loader
    data: bytes = loader.get_data(str(Path(__file__).parent.parent / place))
    return data.decode()

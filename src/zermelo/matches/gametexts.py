"""Other programs' game formats, parsed to moves, which `gamefiles` then plays. Comments and
variations are kept for PGN and PDN only. Readers of files yield a function for each game, which
raises `UsageError` or `ValueError` if the game is unreadable.

PGN (chess) and PDN (checkers) have headers in brackets before the moves; SGF (Go, Othello, Gomoku,
Hex) and GGF (Othello) have trees of properties; WTHOR (Othello) has records of 68 bytes.
"""

import re
import struct
from collections.abc import Callable, Iterator
from functools import partial
from itertools import takewhile
from typing import Final, NamedTuple

from zermelo.errors import UsageError, clip

Word = str | tuple[int, int]  # a move's text, or its column and row, from the upper left

# Patterns that take linear time for any file.
HEAD: Final = re.compile(
    r'^[ \t]*\[(\w+(?: \d)?)[ \t]+"((?:[^"\\]|\\.)*)"\][ \t\r]*$', re.MULTILINE
)
LEFT_OUT: Final = re.compile(r"\{[^}]*\}|;[^\n]*|^%[^\n]*|\$\d+", re.MULTILINE)
NOTED: Final = re.compile(LEFT_OUT.pattern + r"|[()]|[!?]+", re.MULTILINE)
CODES: Final = re.compile(r"\[%(?!c[as]l )[^][]*\]")  # clocks and values, not arrows
NUMBER: Final = re.compile(r"^(\d+\.+|\.+)")
MARKS: Final = "!?"  # the marks that may follow a move
RESULTS: Final = {
    "1-0": 1, "0-1": -1, "1/2-1/2": 0, "2-0": 1, "0-2": -1, "1-1": 0, "*": None, "0-0": None,
}  # fmt: skip
CHECKERS: Final = "21"  # the GameType of checkers in PDN
STANDARD: Final = {"", "standard", "chess", "normal", "from position"}
TOKEN: Final = re.compile(r"[()]|(?<![A-Za-z])([A-Za-z]+)\s*((?:\[[^\]]*\]\s*)+)")
VALUE: Final = re.compile(r"\[([^\]]*)\]")
ESCAPE: Final = re.compile(r"\\([\[\]]|(.))", re.DOTALL)
KINDS: Final = {
    "": "go", "1": "go", "2": "othello", "othello": "othello", "4": "gomoku", "11": "hex",
}  # fmt: skip
GOMOKU: Final = 15
HEADER: Final = struct.Struct("<4BI2H4B")  # the beginning of a WTHOR file
RECORD: Final = struct.Struct("<3H2B60s")  # a game in a WTHOR file


class Raw(NamedTuple):
    """A game as its file describes it."""

    spec: str = ""  # the game's spec; "" if the file doesn't say
    start: str | None = None  # the text of the first position, None for the usual start
    words: tuple[Word, ...] = ()  # the moves
    players: tuple[str, str] = ("?", "?")  # the names of player 0 and player 1
    result: int | None = None  # for player 0: 1, 0 or −1; None if the file doesn't say
    opening: int = 0  # the number of words that are moves before the players' first choice
    notes: str = ""  # the moves with variations and comments, as `play.movetext` reads them


Read = Callable[[], Raw]


def tagged_games(text: str, usual: str) -> Iterator[Read]:
    """The games of PGN, PDN and Zermelo's exports; `usual` is the spec if the text names none."""
    heads, begins = dict[str, str](), 0
    for head in HEAD.finditer(text):
        moves = text[begins : head.start()]
        if moves.strip() and heads:
            yield partial(_read_tagged_game, heads, moves, usual)
            heads = {}
        heads[head[1]] = head[2]
        begins = head.end()
    if heads or text.strip():
        yield partial(_read_tagged_game, heads, text[begins:], usual)


def _read_tagged_game(heads: dict[str, str], moves: str, usual: str) -> Raw:
    spec = heads.get("Game", usual)
    if "GameType" in heads:
        kind = heads["GameType"].partition(",")[0]
        spec = "checkers" if kind == CHECKERS else ""
        if not spec:
            raise UsageError(f"GameType {clip(kind)} is not supported, only {CHECKERS}")
    if (variant := heads.get("Variant", "")).lower() not in STANDARD:
        raise UsageError(f"the variant {clip(variant)} is not supported")
    words, ended = _words(moves)
    start = heads.get("Start", heads.get("FEN"))
    names = heads.get("White"), heads.get("Black")
    result = RESULTS.get(heads.get("Result", ""), ended)
    if "Player 1" in heads:  # Zermelo's own format
        names = heads["Player 1"], heads.get("Player 2")
    elif spec == "checkers":  # Black begins, and positions are written as in PDN
        names, result = names[::-1], None if result is None else -result
        start = None if start is None else _checkers_start(start)
    first, second = names
    notes = NOTED.sub(  # keep parentheses, and comments without clocks; drop the rest
        lambda part: CODES.sub("", f" {part[0]} ") if part[0][0] in "{()" else " ", moves
    )
    return Raw(spec, start, words, (first or "?", second or "?"), result, notes=notes)


def _words(moves: str) -> tuple[tuple[str, ...], int | None]:
    """The moves of the main line, and the result after them, or None."""
    depth, main, words = 0, list[str](), list[str]()
    for part in re.split("([()])", LEFT_OUT.sub(" ", _closable(moves, "{", "}"))):
        depth = max(0, depth + (part == "(") - (part == ")"))
        main.append("" if depth or part == ")" else part)
    for each in " ".join(main).split():
        word = NUMBER.sub("", each).rstrip(MARKS).removesuffix("e.p.")
        if word in RESULTS:
            return tuple(words), RESULTS[word]
        if word and word != "no" and not word.isdigit():
            words.append(word)
    return tuple(words), None


def _checkers_start(fen: str) -> str:
    """A PDN position, like B:W18,K24:B12, in the notation of the game Checkers."""
    turn, *sides = fen.strip().rstrip(".").split(":")
    squares = ["."] * 32
    for side in sides:
        for each in filter(None, side[1:].split(",")):
            first, _, last = each.lstrip("K").partition("-")
            sound = re.fullmatch(r"K?\d{1,2}(-\d{1,2})?", each)
            if not sound or not 1 <= int(first) <= int(last or first) <= len(squares):
                raise UsageError(f"{clip(fen)} is not a position of checkers")
            for number in range(int(first), int(last or first) + 1):
                squares[number - 1] = side[0].upper() if "K" in each else side[0].lower()
    rows = ("".join(squares[row : row + 4]) for row in range(0, 32, 4))
    return f"{'/'.join(rows)} {turn}"


def property_games(text: str) -> Iterator[Read]:
    """Yield the main line of each game in an SGF or GGF text."""
    depth, over = 0, True
    found: list[tuple[str, list[str]]] = []
    for token in TOKEN.finditer(_closable(ESCAPE.sub(r"\2", text), "[", "]")):
        if token[0] == "(":
            depth += 1
            if depth == 1:
                found, over = [], False
        elif token[0] == ")":
            depth -= 1
            if not over:
                yield partial(_property_game, found)
            over = True  # the rest of this game consists of variations
        elif token[1] and not over:
            name = "".join(filter(str.isupper, token[1]))
            found.append((name, [*map(str.strip, VALUE.findall(token[2]))]))


def _closable(text: str, opening: str, closing: str) -> str:
    """The text without opening brackets that are never closed."""
    end = text.rfind(closing) + 1
    return text[:end] + text[end:].replace(opening, " ")


def _property_game(found: list[tuple[str, list[str]]]) -> Raw:
    first = {name: values[0] for name, values in reversed(found)}
    kind = first.get("GM", "").lower()
    if kind not in KINDS:
        raise UsageError(f"its game, GM[{clip(kind)}], is not supported")
    name, size = KINDS[kind], first.get("SZ", first.get("TY", ""))
    if {"AB", "AW", "AE"} & first.keys():
        raise UsageError("it begins with stones on the board (handicap or setup)")
    start = None
    if "BO" in first:
        size, start = _othello_start(first["BO"])
    width, _, height = size.partition(":")
    size = width if width == height else size
    if size and not size.isdigit():
        raise UsageError(f"its board, {clip(size)}, is not square")
    if name == "gomoku" and size not in ("", str(GOMOKU)):
        raise UsageError(f"Gomoku needs {GOMOKU} × {GOMOKU} points, not {size} × {size}")
    usual = {"go": "19", "othello": "8", "hex": "11", "gomoku": ""}[name]
    spec = name if name == "gomoku" or (size or usual) == "8" else f"{name}(size={size or usual})"
    made = (_point(values[0]) for each, values in found if each in ("B", "W"))
    words = tuple(takewhile(lambda word: word != "resign", made))
    players = first.get("PB", "?"), first.get("PW", "?")
    return Raw(spec, start, words, players, _result(first.get("RE", "")))


def _point(value: str) -> Word:
    """A move: a text like d3, a point like dc, or a pass; GGF adds an evaluation and a time."""
    value = value.partition("/")[0].lower()
    if value in ("", "tt", "pa", "pass"):
        return "pass"
    if len(value) == 2 and value.isalpha():
        return ord(value[0]) - ord("a"), ord(value[1]) - ord("a")
    return value


def _othello_start(board: str) -> tuple[str, str | None]:
    """The size of a GGF board, and its position as text."""
    size, *rest = board.split()
    cells = "".join(rest).translate(str.maketrans("-*O", ".XO"))
    side = int(size) if size.isdigit() else 0
    if len(cells) != side * side + 1:
        raise UsageError(f"BO[{clip(board)}] is not an Othello board")
    rows = "/".join(cells[row : row + side] for row in range(0, side * side, side))
    return size, f"{rows} {cells[-1]}"


def _result(text: str) -> int | None:
    """The result for Black, who begins: from "B+3.5" in SGF, "-12.00" in GGF; None if unknown."""
    if text[:2].upper() in ("B+", "W+"):
        return 1 if text[0].upper() == "B" else -1
    if text.lower() in ("0", "draw", "jigo"):
        return 0
    number = re.match(r"[+-]?\d+(\.\d+)?", text)
    return None if number is None else (float(number[0]) > 0) - (float(number[0]) < 0)


def wthor_games(content: bytes) -> Iterator[Read]:
    """The games of a WTHOR file; players are numbers in its list of players."""
    if len(content) < HEADER.size:
        raise UsageError("it is not a WTHOR file: its header is incomplete")
    count, size = HEADER.unpack_from(content)[4], HEADER.unpack_from(content)[7]
    if size not in (0, 8, 10):
        raise UsageError(f"its board should be 8 × 8 or 10 × 10, not {size} × {size}")
    spec = "othello(size=10)" if size == 10 else "othello"

    def read(record: bytes) -> Raw:
        if len(record) < RECORD.size:
            raise UsageError(f"the file ends here, though it should have {count} games")
        _, black, white, score, _, moves = RECORD.unpack(record)
        words = tuple(f"{chr(96 + move % 10)}{move // 10}" for move in moves if move)
        result = (score > 32) - (score < 32)
        return Raw(spec, None, words, (f"player {black}", f"player {white}"), result)

    whole = (len(content) - HEADER.size) // RECORD.size
    for number in range(min(count, whole + 1)):
        begins = HEADER.size + number * RECORD.size
        yield partial(read, content[begins : begins + RECORD.size])

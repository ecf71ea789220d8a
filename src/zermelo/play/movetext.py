"""Write and read a game's moves and variations as text, as in chess.

    b2 {the middle} b3 ( a3 {> 4-8 8} c1 ) c1

A variation stands in parentheses after the move that it replaces. Braces hold comments on the
position reached, or, after ">", the drawings on its board: arrows from point to point and rings
round points, numbered from 0 as in the game's picture. An export for people also numbers the
moves, and puts values and mistakes in braces after "=", which `read_movetext` ignores. Chess is
exported as PGN, so that other programs can read it; its arrows are written as on lichess.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from datetime import date
from itertools import pairwise
from textwrap import wrap
from typing import Any, Final

from zermelo.contract.game import Game
from zermelo.draw.choices import picture_of
from zermelo.errors import UsageError, clip
from zermelo.naming import analysis_words
from zermelo.play.position import moves_of
from zermelo.play.review import review_plies
from zermelo.play.session import Session
from zermelo.play.variations import ROOT, Arrow, Node, Variations

WORD: Final = re.compile(r"\{(?P<comment>[^}]*)\}|[^\s{}]+|[{}]")
HEAD: Final = re.compile(r'\[(\w+|Player [12]) "(.*)"\]')
PGN: Final = "chess"  # the game with this spec is exported as PGN
WIDTH: Final = 79  # the most characters of a line of moves
TITLES: Final = {"human": "Anonymous"} | {f"level:{n}": f"Zermelo level {n}" for n in range(1, 13)}
NAMED: Final = {title: player for player, title in TITLES.items()} | {"Person": "human"}
SCORES: Final = {0: "1-0", 1: "0-1", None: "1/2-1/2"}  # winner → result in PGN
ARROW: Final = re.compile(r"(\d{1,4})(?:-(\d{1,4}))?")
LICHESS: Final = re.compile(r"\[%c[as]l\s+([^]]*)\]")  # arrows and rings in PGN
POINT: Final = re.compile("[a-z][0-9]+")
MARKS: Final = "=>"  # a text in braces is no comment if it begins with one of these characters
DEEPEST: Final = 50  # levels of nested variations
MOST_ARROWS: Final = 50  # arrows on one board


def movetext(tree: Variations) -> str:
    """The moves of a tree with comments and arrows, separated by spaces."""
    words = _words(tree, lambda node: [tree[node].text, *_remarks(tree[node])])
    return " ".join([*_remarks(tree[ROOT]), *words])


def _remarks(node: Node, game: Game | None = None) -> list[str]:
    """The arrows and the comment of a position, in braces; the arrows of chess as in PGN."""
    drawn = "> " + " ".join(f"{a}" if a == b else f"{a}-{b}" for a, b in node.arrows)
    if game is not None and str(game) == PGN:
        name = picture_of(game, node.state).name_of
        pairs = [(name(a), name(b) if a != b else "") for a, b in node.arrows]
        drawn = " ".join(f"[%{'cal' if b else 'csl'} G{a}{b}]" for a, b in pairs)
    comment = f" {node.comment}" if node.comment[:1] in MARKS else node.comment
    texts = [drawn if node.arrows else "", comment if node.comment else ""]
    return [f"{{{text.translate(str.maketrans('{}', '()'))}}}" for text in texts if text]


def places(tree: Variations) -> dict[int, int]:
    """Node → the number of its move in the tree's text, from 1; 0 for the start."""
    nodes = (word for word in _words(tree, lambda node: [f"{node}"]) if word not in "()")
    return {ROOT: 0} | {int(node): place for place, node in enumerate(nodes, 1)}


def place_of(session: Session) -> int | None:
    """The number of the current move, see `places`; None at the end of the main line."""
    tree = session.tree
    return None if session.node == tree.main()[-1] else places(tree)[session.node]


def export_text(session: Session, game: str | None = None) -> str:
    """The whole game as text, with comments and values; `game` is its name, by default its spec."""
    record = session.record()
    game, (first, second), start = game or record["game"], record["players"], record["start"]
    ended = record["outcome"] or "goes on"
    heads: dict[str, object] = {"Game": game, "Player 1": first, "Player 2": second, "Start": start}
    if game == PGN:
        ended = SCORES[session.winner] if session.over else "*"
        heads = {"Event": "A game on Zermelo", "Site": "?", "Date": f"{date.today():%Y.%m.%d}"}
        first, second = (TITLES.get(player, player) for player in (first, second))
        heads |= {"Round": "?", "White": first, "Black": second, "Result": ended, "Game": game}
        heads |= {"SetUp": start and "1", "FEN": start and f"{start} 0 1"}
    resigned = None if session.resigned is None else session.resigned + 1
    heads |= {"Result": ended, "By": "score" if record["by"] == "score" else None}
    heads |= {"At": place_of(session), "Resigned": resigned}
    lines = [f'[{name} "{text}"]' for name, text in heads.items() if text is not None]
    words = [*_remarks(session.tree[ROOT], session.game), *_numbered_moves(session)]
    words += [ended] if game == PGN else [] if words else ["no moves"]
    page = wrap(" ".join(words), WIDTH, break_long_words=False, break_on_hyphens=False)
    return "\n".join([*lines, "", *page, ""])


def _numbered_moves(session: Session) -> Iterator[str]:
    """Yield moves, remarks and values; two moves share a number if the players alternate."""
    tree, game = session.tree, session.game
    movers = {node: game.player(tree[tree[node].parent or ROOT].state) for node in tree}
    first = movers[ROOT]
    paired = all(movers[node] == (first + tree[node].ply + 1) % 2 for node in tree if node != ROOT)

    def annotate(node: int) -> list[str]:
        here, (row,) = tree[node], review_plies(session, [node])
        known = session.advice(here.state)
        worth = analysis_words(game, known) if known else None
        notes = "; ".join(filter(None, [row.shown, worth]))
        pair = f"{(here.ply + first + 1) // 2}.{'..' * movers[node]}"
        number = pair if paired else f"{here.ply}."
        return [number, here.text, *_remarks(here, game), *([f"{{= {notes}}}"] if notes else [])]

    for before, word in pairwise(["(", *_words(tree, annotate)]):
        if not (word.endswith("...") and before[-1] not in "()}"):  # a needless number
            yield word


def parse_export(text: str) -> dict[str, Any]:
    """The fields of a session in an exported text; `UsageError` if the text names no game."""
    lines = text.strip().splitlines()
    heads: dict[str, str] = {}
    while lines and (head := HEAD.fullmatch(lines[0].strip())):
        heads[head[1]] = head[2]
        del lines[0]
    if "Game" not in heads:
        raise UsageError('an exported game should begin with its name, like [Game "tictactoe"]')
    moves, sides = " ".join(lines).strip(), (("Player 1", "White"), ("Player 2", "Black"))
    players = [heads.get(one, heads.get(other, "human")) for one, other in sides]
    return {
        "game": heads["Game"],
        "by": heads.get("By", "outcome"),
        "players": [NAMED.get(name, name) for name in players],
        "start": heads.get("Start", heads.get("FEN")),
        "moves": [] if moves == "no moves" else [moves],
        "at": int(heads["At"]) if re.fullmatch("[0-9]{1,4}", heads.get("At", "")) else None,
        "resigned": {"1": 0, "2": 1}.get(heads.get("Resigned", "")),
    }


def _words(tree: Variations, words: Callable[[int], list[str]]) -> Iterator[str]:
    """The words of all moves; after each move, the variations that replace it."""
    waiting: list[int | str] = [*tree[ROOT].children[:1]]
    while waiting:
        item = waiting.pop()
        if isinstance(item, str):
            yield item
            continue
        yield from words(item)
        waiting += tree[item].children[:1]
        main, *others = tree[tree[item].parent or ROOT].children
        if item == main:
            for other in reversed(others):
                waiting += [")", other, "("]


def read_movetext(session: Session, text: str, most: int = 2000) -> None:
    """Make the moves of a text from a session's current position; go to the main line's end. Each
    position keeps its last comment and last arrows; numbers and results are ignored.

    Raises `IllegalMoveError` for an illegal move, `UsageError` for unmatched parentheses, and for
    more than `most` moves, or twice as many including numbers and repeated moves.
    """
    outer: list[int] = []
    node = main = session.node
    made, drawn = 0, dict[int, str]()
    for match in WORD.finditer(text):
        word, comment = match[0], match["comment"]
        if comment is not None:
            if comment[:1] == ">":
                drawn[node] = comment[1:]
            elif comment[:1] != "=":
                if found := LICHESS.findall(comment):
                    picture = picture_of(session.game, session.tree[node].state)
                    at = {picture.name_of(p): f"{p}" for p in range(len(picture.points))}
                    pairs = [POINT.findall(word) for word in ",".join(found).split(",")]
                    drawn[node] = " ".join("-".join(at[p] for p in two if p in at) for two in pairs)
                if (words := LICHESS.sub("", comment).strip()) or not found:
                    session.tree[node].comment = words
        elif word == "(":
            parent = session.tree[node].parent
            if parent is None or len(outer) == DEEPEST:
                raise UsageError('"(" should follow a move, and be nested at most fifty deep')
            outer.append(node)
            node = parent
        elif word == ")":
            if not outer:
                raise UsageError('")" should close a "("')
            node = outer.pop()
        else:
            moves = moves_of(session.game, session.tree[node].state, word)
            made += max(1, len(moves))
            node = session.branch(node, moves)
            main = main if outer else node
        if made > 2 * most + 1 or len(session.tree) > most + 1:
            raise UsageError(f"a game should have at most {most} moves, with its variations")
    if outer:
        raise UsageError('"(" should be closed by a ")"')
    for node, text in drawn.items():
        here = session.tree[node]
        arrows: dict[str, Arrow] = {}
        for word in text.split(maxsplit=MOST_ARROWS)[:MOST_ARROWS]:
            ends = ARROW.fullmatch(word)
            arrows[word] = (int(ends[1]), int(ends[2] or ends[1])) if ends else (-1, -1)
        require_points(session.game, here.state, arrows)
        here.arrows = [*arrows.values()]
    session.go(main)


def require_points(game: Game, state: Any, arrows: Mapping[str, Arrow]) -> None:
    """Raise `UsageError` if the text of an arrow names a missing point."""
    points = len(picture_of(game, state).points) if arrows else 0
    for word, arrow in arrows.items():
        if not all(0 <= point < points for point in arrow):
            raise UsageError(
                f"{clip(word)} is not an arrow; write points from 0 to {points - 1}, like 3-4 or 3"
            )

"""The commands `tree` and `worksheet`."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal

import typer

import zermelo
from zermelo.cli.options import (
    START,
    AsJson,
    By,
    Depth,
    Evaluation,
    Where,
    argument,
    evaluated_game,
    matching_games,
    number,
    setting,
)
from zermelo.cli.output import Progress, console, print_json
from zermelo.contract import arguments
from zermelo.errors import UsageError, clip

if TYPE_CHECKING:
    from zermelo.contract.game import Game
    from zermelo.search.traces.trace import Trace

Valued = Literal["minimax", "alphabeta", "failsoft", "memo", "bounds"]
Traced = Literal["minimax", "alphabeta", "failsoft", "memo", "bounds", "pn", "mcts"]
USUAL: Final = "alphabeta"
GameOrNumbers = Annotated[
    str,
    argument(
        "GAME",
        "a game as for other commands, or a tree of numbers like '((3,5),(2,9,8))'",
        autocompletion=matching_games,
    ),
]
MOST_VARIANTS: Final = 1_000  # the most sheets in one file
TreeFile = Annotated[
    Path | None, setting("FILE", "a .html page to replay it, or a picture: .svg, .png, .pdf, .tex")
]


Sought = Annotated[
    Literal["values", "windows", "cuts"] | None,
    typer.Option(help="what readers of the page must find"),
]


def tree(
    game: GameOrNumbers,
    where: Where = START,
    algorithm: Annotated[Traced, typer.Option(help="how to search")] = USUAL,
    depth: Depth = None,
    by: By = "outcome",
    evaluation: Evaluation = "hand",
    out: TreeFile = None,
    against: Annotated[
        Valued | None, typer.Option(help="another algorithm to show next to it on the page")
    ] = None,
    least: Annotated[
        int | None,
        number(arguments.MARGIN, "for pn: the value or points to prove for the player to move"),
    ] = None,
    simulations: Annotated[
        int | None, number(arguments.SIMULATIONS, "for mcts: how many; 100 by default")
    ] = None,
    seed: Annotated[int | None, number(arguments.SEED, "for mcts: use other random games")] = None,
    proof: Annotated[
        Path | None, setting("FILE", "show this proof from prove --out instead")
    ] = None,
    exercise: Sought = None,
    as_json: AsJson = False,
) -> None:
    """Show a search as a tree: windows, values, cutoffs, and the inequality behind each.

    Without --depth it searches to the end of the game. pn, proof-number search, proves a claim, by
    default that the player to move wins; mcts, Monte Carlo tree search, simulates games. --proof
    shows a proof: one move for its side, all for the other. Nodes with the same letter are the same
    position. The page steps back and forth, compares two algorithms, and offers exercises.

    Example: zermelo tree tictactoe --depth 3 --out search.html

    Example: zermelo tree "((3,5),(2,9,8))" --out cuts.svg
    """
    from zermelo.reports.results import trace_report

    compared = bool(against or exercise)
    if algorithm in ("pn", "mcts") and compared:
        raise UsageError(
            f"{algorithm} cannot be compared with other searches, and has no exercises"
        )
    if compared and (out is None or out.suffix != ".html"):
        raise UsageError("--against and --exercise need a page: add --out FILE.html")
    goal = _own_options(
        algorithm, least=("pn", least), simulations=("mcts", simulations), seed=("mcts", seed)
    )
    rules = _game_or_numbers(game, evaluation, depth)
    if algorithm in ("pn", "mcts") and rules.value_bound > arguments.POINTS:
        raise UsageError(f"{algorithm} needs a game, not a tree of numbers")
    at = None if where == START else where.of(rules)
    if proof is not None and (algorithm != USUAL or goal or compared):
        raise UsageError("--proof allows only a position, --depth and --out")
    with _tree_file(out) as write, Progress("searching") as progress:
        given: dict[str, Any] = {"depth": depth, "by": by, "progress": progress}
        trace = _trace(rules, at, proof, algorithm=algorithm, **goal, **given)
        other = against and zermelo.trace(rules, at, algorithm=against, **given)
        write(trace, other, exercise)
    if as_json:
        others = {"against": other.as_dict()} if other else {}
        print_json({**trace.as_dict(), **others, "out": out and str(out)})
    else:
        console().print(trace_report(trace, other, out))


def worksheet(
    kind: Annotated[
        Literal["tree", "values", "cuts"],
        argument("KIND", "what readers must find: tree, values or cuts"),
    ],
    game: GameOrNumbers,
    out: Annotated[Path, setting("FILE", "a .pdf file to print, or .tex: the sheet, then its key")],
    where: Where = START,
    depth: Depth = None,
    variants: Annotated[
        str | None, setting("N|M-N", "this many sheets, then their keys; or M to N")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Make a search tree with blanks to fill in, and its key.

    Readers draw positions (tree), back up values (values), or run alpha-beta by hand (cuts). With
    --variants every student gets a different sheet; sheet and key have the same number, and
    --variants 7-7 makes the seventh again.

    Example: zermelo worksheet cuts "nim(rows=[1, 2])" --out sheet.pdf

    Example: zermelo worksheet cuts "((3,5),(2,9,8),(4,1))" --variants 30 --out class.pdf
    """
    from zermelo.draw.svg import figure_for, pdf
    from zermelo.process.files import whole_file
    from zermelo.trees.page import worksheet as sheet_and_key

    suffix, right = out.suffix.lower(), "--out writes a .pdf or .tex file"
    if suffix not in (".pdf", ".tex"):
        raise UsageError(f"{right}, not {out.name!r}")
    figure = figure_for(out, right)  # first, to report missing packages
    rules = _game_or_numbers(game, "hand", depth)
    at = where.of(rules)
    seeds: list[int | None] = [None] if variants is None else [*_variant_numbers(variants)]
    with whole_file(out) as draft, Progress("searching") as progress:
        given: dict[str, Any] = {"depth": depth, "progress": progress}
        made = [sheet_and_key(kind, rules, at, seed=each, **given) for each in seeds]
        pages = [sheet for sheet, _ in made] + [key for _, key in made]
        draft.write(pdf(pages) if suffix == ".pdf" else b"\n\\newpage\n".join(map(figure, pages)))
    if as_json:
        more = {} if variants is None else {"variants": seeds}
        print_json(
            {"worksheet": kind, "game": str(rules), "out": str(out), "pages": len(pages), **more}
        )
    elif len(made) == 1:
        print(f"{out}: page 1 is the sheet, page 2 the key")
    else:
        print(f"{out}: pages 1 to {len(made)} are the sheets, the others their keys")


def _variant_numbers(text: str) -> range:
    """The numbers in "30", from 1 on, or in "7-9"."""
    first, _, last = text.rpartition("-")
    numbers = [part for part in (first, last) if part]
    if not all(part.isascii() and part.isdecimal() for part in numbers) or text.startswith("-"):
        raise UsageError(f"--variants should be like 30 or 7-9, not {clip(text)}")
    seeds = range(int(first or 1), int(last or 0) + 1)
    if not 0 < len(seeds) <= MOST_VARIANTS:
        raise UsageError(f"--variants should be 1 to {MOST_VARIANTS} sheets, not {clip(text)}")
    return seeds


def _game_or_numbers(text: str, evaluation: str, depth: int | None) -> Game:
    from zermelo.trees.numbers import is_number_tree, number_tree

    if not is_number_tree(text):
        return evaluated_game(text, evaluation)
    if depth is not None:
        raise UsageError("a tree of numbers is always searched to its leaves; leave out --depth")
    return number_tree(text)


def _trace(game: Game, state: Any, proof: Path | None, **given: Any) -> Trace:
    """Trace the search, or walk through the proof, from `state`."""
    if proof is None:
        return zermelo.trace(game, state, **given)
    from zermelo.proofs.verify import Known, certificate_trace

    return certificate_trace(Known(proof, game), state, depth=given["depth"])


def _own_options(algorithm: str, **given: tuple[str, int | None]) -> dict[str, Any]:
    """The given options; reject any that belong to another algorithm."""
    for name, (kind, value) in given.items():
        if value is not None and algorithm != kind:
            raise UsageError(f"--{name} needs --algorithm {kind}")
    return {name: value for name, (_, value) in given.items() if value is not None}


@contextlib.contextmanager
def _tree_file(path: Path | None) -> Iterator[Any]:
    """Yield a function that writes traces to `path`, if any; reject an unusable path at once."""
    if path is None:
        yield lambda *_: None
        return
    from zermelo.draw.svg import figure_for
    from zermelo.process.files import whole_file
    from zermelo.trees.page import tree_page
    from zermelo.trees.svg import tree_svg

    if path.suffix == ".html":

        def drawn(trace: Trace, other: Trace | None, exercise: str | None) -> bytes:
            return tree_page(trace, against=other, exercise=exercise).encode()
    else:
        figure = figure_for(path, "--out writes a .html, .svg, .png, .pdf or .tex file")

        def drawn(trace: Trace, other: Trace | None, exercise: str | None) -> bytes:
            return figure(tree_svg(trace))

    with whole_file(path) as draft:
        yield lambda *traces: draft.write(drawn(*traces))

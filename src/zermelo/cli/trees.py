"""The command `tree`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal

import zermelo
from zermelo.cli import options
from zermelo.cli.options import START, Where, argument, choice, number, setting
from zermelo.cli.output import Progress, console, drawn_file, print_json, print_lines
from zermelo.contract import arguments
from zermelo.contract.analysis import By
from zermelo.contract.game import Game
from zermelo.errors import UsageError, clip
from zermelo.process.files import whole_file

if TYPE_CHECKING:
    from zermelo.search.traces.trace import Trace

Valued = Literal["minimax", "alphabeta", "failsoft", "memo", "bounds"]
Traced = Literal["minimax", "alphabeta", "failsoft", "memo", "bounds", "pn", "mcts"]
USUAL: Final = "alphabeta"
PRINTED: Final = (".pdf", ".tex")  # files with sheets to print
MOST_VARIANTS: Final = 1_000  # the most sheets in one file
GAME: Final = argument(
    "GAME",
    "a game as for other commands, or a tree of numbers like '((3,5),(2,9,8))'",
    autocompletion=options.matching_games,
)


def tree(
    game: str = GAME,
    where: Where = START,
    algorithm: Traced = choice("how to search", USUAL),
    depth: int | None = options.DEPTH,
    by: By = options.BY,
    evaluation: options.Evaluation = options.EVALUATION,
    out: Path | None = setting(
        "FILE", "a .html page to step through, or a .svg, .png, .pdf or .tex file"
    ),
    against: Valued | None = choice("a second algorithm, shown beside the first on the page"),
    least: int | None = number(
        arguments.MARGIN, "for pn: the value or points to prove for the player to move"
    ),
    simulations: int | None = number(arguments.SIMULATIONS, "for mcts: how many; 100 by default"),
    seed: int | None = number(arguments.SEED, "for mcts: use other random games"),
    proof: Path | None = setting("FILE", "show this proof from prove --out instead"),
    exercise: Literal["values", "windows", "cuts", "tree"] | None = choice(
        "make an exercise in which readers find these, or draw the tree"
    ),
    variants: str | None = setting(
        "N|M-N", "make sheets 1 to N, or M to N, all different; answers follow"
    ),
    as_json: bool = options.JSON,
) -> None:
    """Show a search as a tree: windows, values, cutoffs, and the inequality behind each.

    Without --depth it searches to the end of the game. pn, proof-number search, proves a claim, by
    default that the player to move wins; mcts, Monte Carlo tree search, simulates games. --proof
    shows a proof: one move for its side, all for the other. Nodes with the same letter are the same
    position. The page steps back and forth, compares two algorithms, and offers exercises. As a
    .pdf or .tex file, an exercise is a sheet with blanks to fill in, and its key; with --variants
    every student gets a different sheet, and --variants 7-7 makes the seventh again.

    Example: zermelo tree tictactoe --depth 3 --out search.html

    Example: zermelo tree "((3,5),(2,9,8))" --exercise cuts --variants 30 --out class.pdf
    """
    from zermelo.reports.results import trace_report

    compared = bool(against or exercise)
    if algorithm in ("pn", "mcts") and compared:
        raise UsageError(
            f"{algorithm} cannot be compared with other searches, and has no exercises"
        )
    printed = _is_printed(exercise, out, against, variants)
    goal = _own_options(
        algorithm, least=("pn", least), simulations=("mcts", simulations), seed=("mcts", seed)
    )
    rules = _game_or_numbers(game, evaluation, depth)
    if algorithm in ("pn", "mcts") and rules.value_bound > arguments.POINTS:
        raise UsageError(f"{algorithm} needs a game, not a tree of numbers")
    at = None if where == START else where.of(rules)
    if proof is not None and (algorithm != USUAL or goal or compared):
        raise UsageError("--proof allows only a position, --depth and --out")
    if exercise and out and printed:
        if algorithm != USUAL:
            raise UsageError("a sheet's search follows from its exercise; leave out --algorithm")
        given: dict[str, Any] = {"depth": depth, "by": by}
        _print_sheets(exercise, rules, where.of(rules), out, variants, as_json=as_json, **given)
        return
    with _tree_file(out, exercise) as write, Progress("searching") as progress:
        given = {"depth": depth, "by": by, "progress": progress}
        trace = _trace(rules, at, proof, algorithm=algorithm, **goal, **given)
        other = zermelo.trace(rules, at, algorithm=against, **given) if against else None
        write((trace, other))
    if as_json:
        others = {"against": other.as_dict()} if other else {}
        print_json({**trace.as_dict(), **others, "out": out and str(out)})
    else:
        console().print(trace_report(trace, other, out))


def _is_printed(
    exercise: str | None, out: Path | None, against: str | None, variants: str | None
) -> bool:
    """Whether `out` gets sheets to print; reject options that do not go with it."""
    printed = exercise is not None and out is not None and out.suffix.lower() in PRINTED
    if variants is not None and not printed:
        raise UsageError("--variants needs --exercise and --out FILE.pdf")
    if exercise == "tree" and not printed:
        raise UsageError("positions are drawn on paper: add --out FILE.pdf")
    if printed and against:
        raise UsageError("a sheet shows one search; leave out --against")
    if (against or exercise) and not printed and (out is None or out.suffix != ".html"):
        raise UsageError(
            "--against and --exercise need a page: add --out FILE.html, or FILE.pdf to print"
        )
    return printed


def _print_sheets(
    kind: str, game: Game, state: Any, out: Path, variants: str | None, as_json: bool, **given: Any
) -> None:
    """Write sheets with blanks and their keys; print on which pages they are."""
    from zermelo.draw.svg import figure_for, pdf
    from zermelo.trees.page import TASKS, worksheet

    if kind not in TASKS:
        raise UsageError(f"{kind} can only be found on a page: add --out FILE.html")
    figure = figure_for(out, "")  # called first, to report missing packages
    seeds: list[int | None] = [None] if variants is None else [*_variant_numbers(variants)]
    with whole_file(out) as draft, Progress("searching") as progress:
        made = [worksheet(kind, game, state, seed=one, progress=progress, **given) for one in seeds]
        pages = [sheet for sheet, _ in made] + [key for _, key in made]
        pdfs = out.suffix.lower() == ".pdf"
        draft.write(pdf(pages) if pdfs else b"\n\\newpage\n".join(map(figure, pages)))
    written = {"exercise": kind, "game": str(game), "out": str(out), "pages": len(pages)}
    written |= {} if variants is None else {"variants": seeds}
    several = f"pages 1 to {len(made)} are the sheets, the others their keys"
    shown = several if len(made) > 1 else "page 1 is the sheet, page 2 the key"
    print_lines(as_json, written, f"{out}: {shown}")


def _variant_numbers(text: str) -> range:
    """The range that a text names: 1 to 30 for "30", 7 to 9 for "7-9"; `UsageError` for others."""
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
        return options.evaluated_game(text, evaluation)
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
    """The options that have a value; reject any that belong to another algorithm."""
    for name, (kind, value) in given.items():
        if value is not None and algorithm != kind:
            raise UsageError(f"--{name} needs --algorithm {kind}")
    return {name: value for name, (_, value) in given.items() if value is not None}


def _tree_file(path: Path | None, exercise: str | None) -> Any:
    """A context with a function that writes two traces, see `zermelo.cli.output.drawn_file`."""
    from zermelo.trees.page import tree_page
    from zermelo.trees.svg import tree_svg

    def page(traces: Any) -> str:
        return tree_page(traces[0], against=traces[1], exercise=exercise)

    return drawn_file(path, lambda traces: tree_svg(traces[0]), "--out", page)

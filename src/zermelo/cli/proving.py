"""The command `prove`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from zermelo.cli.options import START, AsJson, GameText, Plain, Seconds, Where, number
from zermelo.cli.output import FAULTY, leave_if, print_result
from zermelo.contract import ranges
from zermelo.proofs.claim import RIGHT
from zermelo.proofs.prove import TABLE
from zermelo.spec import parse_game


def prove(
    game: GameText,
    claim: Annotated[str, typer.Option(metavar="CLAIM", help=RIGHT)],
    out: Annotated[Path | None, typer.Option(help="the file for the certificate")] = None,
    where: Where = START,
    seconds: Seconds = None,
    table: Annotated[float, number(ranges.MEBIBYTES, help="the size of the table in MiB")] = TABLE,
    threads: Annotated[int | None, number(ranges.THREADS, help="by default all cores")] = None,
    plain: Plain = False,
    as_json: AsJson = False,
) -> None:
    """Prove a claim about a position for its player to move, and write a certificate of the proof.

    It exits with 1 when the claim is refuted, or the time was not enough. `zermelo verify FILE`
    checks the certificate by nothing but the rules. Without --out there is only the verdict.

    Example: zermelo prove "hex(size=4)" --claim win --out hex.proof
    """
    from zermelo.cli.progress import Progress
    from zermelo.proofs.prove import prove as attempt

    rules = parse_game(game)
    at = where.of(rules)
    with Progress("proving") as progress:
        done = attempt(
            rules, at, claim=claim, out=out, seconds=seconds, table=table, threads=threads,
            native=not plain, progress=progress,
        )  # fmt: skip
    print_result(done, as_json)
    leave_if(not done.proven, FAULTY)

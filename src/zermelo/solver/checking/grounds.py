"""Whether stored values can be forced: no play that keeps them may go round forever instead.

A value that follows from its successors may still rest on itself, along a loop. Where it is better
for one player than endless play, that player has to have a way to an end; plain code, for `verify`.
"""

from __future__ import annotations

from collections.abc import Sequence


def circling(moves: Sequence[Sequence[tuple[int, bool]]]) -> list[bool]:
    """Whether play from each state may go round forever; `moves` as for `ungrounded`."""
    before: list[list[int]] = [[] for _ in moves]
    for i, following in enumerate(moves):
        for after, _ in following:
            before[after].append(i)
    left = [len(following) for following in moves]
    todo = [i for i, count in enumerate(left) if count == 0]
    while todo:
        for i in before[todo.pop()]:
            left[i] -= 1
            if left[i] == 0:
                todo.append(i)
    return [count > 0 for count in left]


def ungrounded(
    values: Sequence[int], endless: Sequence[int], moves: Sequence[Sequence[tuple[int, bool]]]
) -> list[int]:
    """The states whose values rest on a loop that is worth something else.

    values   what each state is worth to its mover, as follows from its successors
    endless  what endless play through it is worth to its mover
    moves    for each state the states it leads to, each with whether the player stays
    """
    keeping = [
        [after for after, same in moves[i] if (values[after] if same else -values[after]) == value]
        for i, value in enumerate(values)
    ]
    before: list[list[int]] = [[] for _ in values]
    for i, kept in enumerate(keeping):
        for after in kept:
            before[after].append(i)
    # how many moves have to be grounded: one of the mover's own, or all that the other may choose
    left = [1 if value > endless[i] else len(keeping[i]) for i, value in enumerate(values)]
    grounded = [not moves[i] or value == endless[i] for i, value in enumerate(values)]
    todo = [i for i, ground in enumerate(grounded) if ground]
    while todo:
        for i in before[todo.pop()]:
            left[i] -= 1
            if left[i] == 0 and not grounded[i]:
                grounded[i] = True
                todo.append(i)
    return [i for i, ground in enumerate(grounded) if not ground]

"""The command `completion`: what shells complete, read from the commands themselves."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Annotated, Any, Literal

import typer

BASH = """\
_zermelo() {{
  local words
  case "${{COMP_WORDS[1]}}" in
{cases}
  esac
  case "${{COMP_WORDS[1]}} ${{COMP_WORDS[COMP_CWORD-1]}}" in
{values}
  esac
  if [ "$COMP_CWORD" -eq 1 ]; then words="{commands} --help --version"; fi
  COMPREPLY=($(compgen -W "$words" -- "${{COMP_WORDS[COMP_CWORD]}}"))
}}
complete -o default -F _zermelo zermelo"""
ZSH = "autoload -U +X bashcompinit && bashcompinit"


def completion(
    shell: Annotated[
        Literal["bash", "zsh", "fish"], typer.Argument(metavar="SHELL", help="bash, zsh or fish")
    ],
) -> None:
    """Write the completion of commands, options, games and exercises for a shell.

    Put into the file that the shell reads when it starts: eval "$(zermelo completion bash)", the
    same with zsh, or zermelo completion fish | source.

    Example: zermelo completion bash
    """
    from zermelo.cli.application import group  # which loads every command

    commands = group().commands
    words = {name: list(_words(command)) for name, command in commands.items()}
    values = {name: _values(command) for name, command in commands.items()}
    if shell == "fish":
        print("\n".join(_fish(words, values)))
        return
    asked = {f'"{name} {option}"': v for name, of in values.items() for option, v in of.items()}
    script = BASH.format(cases=_cases(words), values=_cases(asked), commands=" ".join(words))
    print(f"{ZSH}\n{script}" if shell == "zsh" else script)


def _cases(words: dict[str, list[str]]) -> str:
    return "\n".join(f'    {name}) words="{" ".join(each)}" ;;' for name, each in words.items())


def _words(command: Any) -> Iterator[str]:
    """The commands below a command, what its arguments may be, and its options."""
    yield from getattr(command, "commands", {})
    for each in command.params:
        if each.param_type_name == "argument":
            yield from _choices(command, each)
        yield from (option for option in each.opts if option.startswith("--"))
    yield "--help"


def _choices(command: Any, argument: Any) -> Iterable[str]:
    """The values of an argument, if they can be listed."""
    from zermelo.course.exercise import exercise_names
    from zermelo.spec import game_names

    if argument.metavar.startswith("GAME"):
        return game_names()
    return exercise_names() if command.name == "exercise" else getattr(argument.type, "choices", ())


def _values(command: Any) -> dict[str, list[str]]:
    """The values of each option that takes one of a few."""
    options = [each for each in command.params if each.param_type_name == "option"]
    return {each.opts[0]: list(c) for each in options if (c := getattr(each.type, "choices", ()))}


def _fish(words: dict[str, list[str]], values: dict[str, dict[str, list[str]]]) -> Iterator[str]:
    """A line for each command, one for what may follow it, and one for an option's values."""
    for name, each in words.items():
        yield f"complete -c zermelo -n __fish_use_subcommand -a {name}"
        after = f"complete -c zermelo -n '__fish_seen_subcommand_from {name}'"
        yield f"{after} -a '{' '.join(each)}'"
        for option, choices in values[name].items():
            yield f"{after} -l {option.removeprefix('--')} -xa '{' '.join(choices)}'"

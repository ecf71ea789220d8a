"""The command `completion`: what shells complete, read from the commands themselves."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, Literal

import typer

BASH = """\
_zermelo() {{
  local words
  case "${{COMP_WORDS[1]}}" in
{cases}
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
    """Write the completion of commands, options and names of games for a shell.

    Put into the file that the shell reads when it starts: eval "$(zermelo completion bash)", the
    same with zsh, or zermelo completion fish | source.

    Example: zermelo completion bash
    """
    from zermelo.cli.application import group  # which loads every command

    words = {name: list(_words(command)) for name, command in group().commands.items()}
    if shell == "fish":
        print("\n".join(_fish(words)))
        return
    cases = "\n".join(f'    {name}) words="{" ".join(each)}" ;;' for name, each in words.items())
    script = BASH.format(cases=cases, commands=" ".join(words))
    print(f"{ZSH}\n{script}" if shell == "zsh" else script)


def _words(command: Any) -> Iterator[str]:
    """The commands below a command, games where it takes one first, and its options."""
    from zermelo.spec import game_names

    yield from getattr(command, "commands", {})
    arguments = [each for each in command.params if each.param_type_name == "argument"]
    if arguments and arguments[0].metavar == "GAME":
        yield from game_names()
    for each in command.params:
        yield from (option for option in each.opts if option.startswith("--"))
    yield "--help"


def _fish(words: dict[str, list[str]]) -> Iterator[str]:
    """A line for each command, and one for what may follow it."""
    for name, each in words.items():
        yield f"complete -c zermelo -n __fish_use_subcommand -a {name}"
        after = f"-n '__fish_seen_subcommand_from {name}'"
        yield f"complete -c zermelo {after} -a '{' '.join(each)}'"

"""The directive `commands`: the reference of all commands, generated from their help."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby
from typing import Any

from docutils import nodes
from docutils.statemachine import StringList
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from zermelo.cli.commands import COMMANDS
from zermelo.cli.options import HEADINGS, group, heading_of


class CommandsDirective(SphinxDirective):
    """Adds a section for each command: its purpose, examples, arguments and options."""

    def run(self) -> list[nodes.Node]:
        """Return a section for each command."""
        everything = group()
        return [self._section(f"zermelo {name}", everything.commands[name]) for name in COMMANDS]

    def _section(self, name: str, command: Any) -> nodes.Node:
        section = nodes.section(ids=[nodes.make_id(name)], classes=["command"])
        section += nodes.title(name, name)
        self.state.document.note_explicit_target(section)
        text = StringList(list(_markdown(command)), self.get_source_info()[0])
        self.state.nested_parse(text, 0, section)
        return section


def _markdown(command: Any) -> Iterator[str]:
    """Yield the lines of a command's reference in Markdown."""
    arguments = [each for each in command.params if each.param_type_name == "argument"]
    options = [each for each in command.params if each.param_type_name == "option"]
    for paragraph in re.split(r"\n\s*\n", command.help or ""):
        text = " ".join(paragraph.split())
        example, _, line = text.partition("Example: ")
        if line and not example:
            yield from ("```sh", line, "```", "")
        else:
            yield from (_plain(text), "")
    if not options and not arguments:
        return
    yield from ("| word | meaning |", "|---|---|")
    headings = list(HEADINGS)
    options.sort(key=lambda each: headings.index(_heading(each)))
    for heading, of in groupby((*arguments, *options), _heading):
        if heading:
            yield f"| **{heading}** | |"
        for each in of:
            yield f"| {_usage(each)} | {_plain(_meaning(each)).replace('|', chr(92) + '|')} |"
    yield ""


def _heading(parameter: Any) -> str:
    """The heading of an option; "" for an argument."""
    is_argument = parameter.param_type_name == "argument"
    return "" if is_argument else heading_of(parameter.opts[0].removeprefix("--"))


def _usage(parameter: Any) -> str:
    if parameter.param_type_name == "argument":
        return f"`{parameter.metavar or parameter.name.upper()}`"
    names = ", ".join((*parameter.opts, *parameter.secondary_opts))
    choices = getattr(parameter.type, "choices", ())
    value = "" if getattr(parameter, "is_flag", False) else parameter.metavar or "TEXT"
    if choices:
        value = "/".join(map(str, choices))
    return f"`{names}`{f' `{value}`' if value else ''}".replace("|", "\\|")


def _meaning(parameter: Any) -> str:
    default = parameter.default
    shown = default not in (None, False, (), []) and not callable(default)
    end = f" (default: {default})" if shown and "default" not in (parameter.help or "") else ""
    return f"{parameter.help or ''}{end}"


def _plain(text: str) -> str:
    return re.sub(r"([*_<\[])", r"\\\1", text)


def setup(app: Sphinx) -> dict[str, Any]:
    """Register the directive with Sphinx."""
    app.add_directive("commands", CommandsDirective)
    return {"parallel_read_safe": True, "parallel_write_safe": True}

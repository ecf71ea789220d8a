"""HTML from templates, which are files of a package; the values filled in are escaped."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Final

from zermelo.errors import require_extra
from zermelo.process.texts import packaged_text

if TYPE_CHECKING:
    from jinja2 import Environment


RESULTS: Final = "zermelo.reports/results.css"  # the style of results in notebooks and pages


def fill_template(template: str, **values: object) -> str:
    """Fill in a template like "zermelo.reports/design.html"; `CapabilityError` without Jinja2."""
    return environment().get_template(template).render(values)


@cache
def environment() -> Environment:
    """The environment of all templates; raises `CapabilityError` if Jinja2 is not installed."""
    with require_extra("web", "pages need Jinja2"):
        from jinja2 import Environment, FunctionLoader, StrictUndefined

    return Environment(
        loader=FunctionLoader(text_of),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )


def text_of(template: str) -> str:
    """The text of a template's file."""
    package, _, name = template.partition("/")
    return packaged_text(f"{package.removeprefix('zermelo.')}/templates/{name}")

"""A package for your own game: a folder with rules, tests and packaging."""

from __future__ import annotations

import keyword
import re
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from string import Template
from typing import Any, Final

from zermelo import __version__
from zermelo.errors import UsageError, clip
from zermelo.process.files import new_folder
from zermelo.spec import game_names

LONGEST: Final = 40  # the most characters of a name
NAME: Final = re.compile(r"[A-Za-z][A-Za-z0-9]*(?:[-_][A-Za-z0-9]+)*")
TAKEN: Final = {"Game", "Iterator", "NamedTuple", "Picture", "Pile"}  # names that the template uses
# Each file's path and template.
LAYOUT: Final = {
    "pyproject.toml": "pyproject.toml",
    "README.md": "README.md",
    "src/$module/__init__.py": "init.py",
    "src/$module/game.py": "game.py",
    "src/$module/py.typed": None,
    "tests/test_game.py": "test_game.py",
}


@dataclass(frozen=True)
class NewPackage:
    """A new package.

    folder    the path of the folder
    game      the game's name in specs
    of_class  the class with the rules
    files     the files, relative to the folder
    """

    folder: Path
    game: str
    of_class: str
    files: tuple[str, ...]

    def as_dict(self) -> dict[str, Any]:
        """The fields as JSON."""
        return {
            "folder": str(self.folder),
            "game": self.game,
            "class": self.of_class,
            "files": list(self.files),
        }


def new_package(name: str, into: Path = Path()) -> NewPackage:
    """Make the folder zermelo-NAME in `into`; raises `UsageError` if the name or folder is taken.

    The folder contains a small working game, whose rules you replace one by one.
    """
    of_class = _class_of(name)
    game, folder = of_class.lower(), into / f"zermelo-{_words(name, '-')}"
    module = f"zermelo_{_words(name, '_')}"
    names = {"module": module, "game": game, "Game": of_class, "folder": folder.name}
    texts = {
        Template(place).substitute(names): _text(template, names)
        for place, template in LAYOUT.items()
    }
    new_folder(folder, texts)
    return NewPackage(folder, game, of_class, tuple(texts))


def _words(name: str, between: str) -> str:
    return re.sub("[-_]", between, name.lower())


def _class_of(name: str) -> str:
    """The class name for a game's name: FourField for "four-field"; `UsageError` for a bad name."""
    if not NAME.fullmatch(name) or len(name) > LONGEST:
        raise UsageError(
            f"{clip(name)} cannot be a game's name: use letters, digits and single hyphens, "
            f"at most {LONGEST} characters, like four-field"
        )
    of_class = "".join(word[0].upper() + word[1:] for word in re.split("[-_]", name))
    if keyword.iskeyword(of_class) or of_class in TAKEN:
        raise UsageError(f"{name} would become the class {of_class}, a reserved name; use another")
    if of_class.lower() in game_names():
        raise UsageError(f"there is already a game called {of_class.lower()}; choose another name")
    return of_class


def _text(template: str | None, names: dict[str, str]) -> str:
    if template is None:
        return ""
    source = files("zermelo.scaffold").joinpath("templates", f"{template}.txt")
    return Template(source.read_text(encoding="utf-8")).substitute(names, version=__version__)

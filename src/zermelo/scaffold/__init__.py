"""A package for your own game: a folder with rules, tests and packaging."""

import keyword
import re
from importlib.resources import files
from pathlib import Path
from string import Template
from typing import Final, NamedTuple

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


class NewPackage(NamedTuple):
    """The package that `new_package` has made."""

    folder: Path
    game: str  # the game's name in specs
    of_class: str  # the name of the class with the rules
    files: tuple[str, ...]  # their paths, relative to the folder


def new_package(name: str, into: Path = Path()) -> NewPackage:
    """Make the folder zermelo-NAME in `into`, with a small working game whose rules you replace one
    by one. Raises `UsageError` if the name or folder is taken.
    """
    of_class, words = _class_of(name), re.split("[-_]", name.lower())
    game, folder = of_class.lower(), into / f"zermelo-{'-'.join(words)}"
    module = f"zermelo_{'_'.join(words)}"
    names = {"module": module, "game": game, "Game": of_class, "folder": folder.name}
    names["version"], texts = __version__, {}
    for place, template in LAYOUT.items():
        source = files("zermelo.scaffold").joinpath("templates", f"{template}.txt")
        text = source.read_text(encoding="utf-8") if template else ""
        texts[Template(place).substitute(names)] = Template(text).substitute(names)
    new_folder(folder, texts)
    return NewPackage(folder, game, of_class, tuple(texts))


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

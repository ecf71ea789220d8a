"""Names between backticks in docstrings and comments exist as modules or names in the code."""

import ast
import io
import re
import tokenize
from functools import cache
from pathlib import Path

SOURCE = Path(__file__).parent.parent / "src" / "zermelo"
FILES = sorted(SOURCE.rglob("*.py"))
NAMED = re.compile(r"`([A-Za-z_][\w.]*)`")
PROSE = ('"""', 'r"""', "#")


@cache
def tokens(text: str) -> tuple[tokenize.TokenInfo, ...]:
    return tuple(tokenize.generate_tokens(io.StringIO(text).readline))


def names(text: str) -> set[str]:
    """All words in the code of a file, including those in its short strings."""
    code = (token.string for token in tokens(text) if not token.string.startswith(PROSE))
    return {word for part in code for word in re.findall(r"\w+", part)}


def named(text: str) -> set[str]:
    """The names between backticks in the docstrings and comments of a file."""
    prose = (token.string for token in tokens(text) if token.string.startswith(PROSE))
    return {name for part in prose for name in NAMED.findall(part)}


def test_names_in_prose_exist():
    texts = {path: path.read_text(encoding="utf-8") for path in FILES}
    known = {
        part for path in FILES for part in path.relative_to(SOURCE.parent).with_suffix("").parts
    }
    known.update(*map(names, texts.values()))
    missing = {
        f"{path.name}: {name}"
        for path, text in texts.items()
        for name in named(text)
        if not known.issuperset(name.split("."))
    }
    assert missing == set()


def test_names_are_read_from_prose_alone():
    text = '"""Calls `a.b`."""\nx = f("y")  # as `c`\n'
    assert (named(text), names(text)) == ({"a.b", "c"}, {"x", "f", "y"})


BARE = re.compile(
    r"afar|again|apart|aside|away|back|down|elsewhere|here|later|once|out|over|there|together|up|"
    r"begun|brought|built|caught|chosen|done|drawn|found|given|gone|grown|held|hidden|kept|known|"
    r"left|lost|made|meant|met|said|seen|sent|shown|spent|taken|thought|told|torn|written|"
    r"(?!speed|feed|need|seed)[a-z]{3,}ed"
)
OURS = {  # terms of the field, or public names that are older than this rule
    *("assured", "drawn", "finished", "hashed", "keyed", "mixed", "numbered", "proven", "pruned"),
    *("published", "replaced", "solved", "swapped"),
}
PUBLIC = ("games", "kit")  # users rely on their names, and fingerprints of databases contain them


def is_bare(name: str) -> bool:
    """Whether a name is an adverb or a past participle without a noun or verb."""
    return BARE.fullmatch(name.strip("_")) is not None


def test_functions_and_modules_are_named_by_verbs_and_nouns():
    bare = set()
    for path in FILES:
        if path.relative_to(SOURCE).parts[0] in PUBLIC:
            continue
        tree = ast.parse(path.read_text(encoding="utf-8"))
        owners = [tree, *(node for node in tree.body if isinstance(node, ast.ClassDef))]
        for function in (node for owner in owners for node in owner.body):
            if isinstance(function, (ast.FunctionDef, ast.AsyncFunctionDef)) and not any(
                "property" in ast.unparse(decorator) for decorator in function.decorator_list
            ):
                bare |= {f"{path.name}: {function.name}"} if is_bare(function.name) else set()
        bare |= {path.name} if is_bare(path.stem) else set()
    assert {name for name in bare if name.split(": ")[-1].removesuffix(".py") not in OURS} == set()

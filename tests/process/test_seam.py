"""Whatever outlasts a process is opened, written, renamed, locked and removed by one module."""

import ast
from pathlib import Path

import zermelo

HOME = Path(zermelo.__file__).parent
FUNCTIONS = {
    "os": {"open", "write", "pwrite", "fsync", "ftruncate", "replace", "rename", "link", "unlink"},
    "shutil": {"rmtree", "move", "copy", "copyfile", "copytree"},
    "fcntl": {"flock"},
    "tempfile": {"mkstemp", "NamedTemporaryFile"},
}
METHODS = {
    *("write_text", "write_bytes", "unlink", "rename", "touch", "mkdir", "rmdir"),
    *("open_group", "create_array", "symlink_to", "hardlink_to"),
}
ELSEWHERE = {  # and why
    "process/end.py": "standard streams",
    "players/program.py": "pipes",
    "players/supervisor.py": "/dev/null",
    "native/disk/cache.py": "the folder of the cache, for this user alone",
    "publish/inpage.py": "the memory of a browser",
    "solver/checking/numbered.py": "zarr reads what we have written",
    "solver/checking/keyed.py": "the same",
    "course/classes.py": "the folder of a gradebook, and lines added to what was graded",
    "reports/gradebook.py": "the same folder",
    "process/files.py": "drafts of processes that end; new folders, which their owners go on with",
}


def steps(path: Path) -> set[str]:
    """The system's operations on files in a module, by their names."""
    collected = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if not isinstance(node, ast.Call):
            continue
        match node.func:
            case ast.Name(id="open"):
                collected.add("open")
            case ast.Attribute(value=ast.Name(id=module), attr=name):
                if name in FUNCTIONS.get(module, METHODS):
                    collected.add(f"{module}.{name}")
            case ast.Attribute(attr=name) if name in METHODS:
                collected.add(name)
    return collected


def test_files_are_written_by_one_module():
    modules = {path.relative_to(HOME).as_posix(): path for path in HOME.rglob("*.py")}
    used = {name for name, path in modules.items() if steps(path)} - {"process/disk.py"}
    assert used == set(ELSEWHERE)

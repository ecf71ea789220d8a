"""What the files of a database hold, to be compared with those of another."""

import json
from pathlib import Path
from typing import Any


def contents(place: Path) -> dict[str, Any]:
    """All files of a database, but when and in what time it was made."""
    result = {str(path.relative_to(place)): path for path in place.rglob("*") if path.is_file()}
    facts = json.loads(result.pop("zermelo.json").read_text())
    del facts["made_at"], facts["sha256"], facts["solution"]["seconds"]
    return {"facts": facts, **{name: path.read_bytes() for name, path in result.items()}}

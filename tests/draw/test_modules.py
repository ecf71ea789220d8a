"""Modules joined into one script: scopes, renamed imports, and where each line comes from."""

import json
import shutil
import subprocess

import pytest

from zermelo.draw.modules import join_modules

MODULES = {
    "page": """// the page
import { add as plus, ONE } from "./sums.js";
import {
  name,
} from "./names.js";
import "./names.js"; // for what it does
const own = plus(ONE, 2);
console.log(own, name());
""",
    "sums": """import { name } from "./names.js";
const own = 40;
export const ONE = own - 39, TWO = 2;
export function add(a, b) { return a + b; }
""",
    "names": """let own = "x";
export const name = () => own;
""",
}


def test_modules_share_no_names_and_run():
    script = join_modules("page", MODULES.__getitem__).text
    if shutil.which("node") is None:
        pytest.skip("there is no node")
    command = ["node", "--input-type=module", "-e", script]
    assert subprocess.run(command, capture_output=True, text=True, check=True).stdout == "3 x\n"


def test_each_line_is_known_by_its_module_and_line():
    joined = join_modules("page", MODULES.__getitem__)
    lines = joined.text.splitlines()
    assert len(lines) == len(joined.origins)
    for line, origin in zip(lines, joined.origins, strict=True):
        if origin and "import" not in (was := MODULES[origin[0]].splitlines()[origin[1]]):
            assert line == was.removeprefix("export ") or not line or line.startswith("const {")
    kept = json.loads(joined.source_map(MODULES.__getitem__))
    assert kept["sources"] == ["modules/names.js", "modules/sums.js", "modules/page.js"]
    # the second line of names.js is the third of the script, one line on in the same file
    assert kept["mappings"].split(";")[1:3] == ["AAAA", "AACA"]


def test_a_module_may_stay_outside_and_none_imports_itself():
    joined = join_modules("page", MODULES.__getitem__, {"names"})
    assert joined.text.startswith('import * as $names from "./names.js";\n')
    with pytest.raises(ValueError, match="imports itself by way of"):
        join_modules("a", lambda name: f'import "./{"b" if name == "a" else "a"}.js";\n')

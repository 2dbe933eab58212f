"""The documentation's calls and its example, as a reader pastes them."""
import json
import os
import pathlib
import re
import subprocess

import pytest

from demo import Demo
from processes import ROOT, SYNCLINE

PAGE = (ROOT / "docs/http-api.md").read_text()
BLOCKS = re.findall(r"^```(sh|json)\n(.*?)^```$", PAGE, re.M | re.S)
# What a block printed ends here.
END = "--- end of a block ---"


@pytest.fixture(scope="module")
def demo(demo_data):
    with Demo(demo_data) as demo:
        yield demo


def test_the_calls_answer_what_the_page_shows(demo):
    lines = ["set -euo pipefail"]
    for kind, text in BLOCKS:
        if kind == "sh":
            lines += [text, f"echo; echo '{END}'"]
    script = "\n".join(lines)
    for shown, here in [
        (".build/release/syncline", SYNCLINE), ("http://127.0.0.1:8080", demo.url), ("--data data", f"--data {demo.data}"),
    ]:
        assert shown in script
        script = script.replace(shown, str(here))
    done = subprocess.run(["bash", "-c", script], capture_output=True, text=True, timeout=120, cwd=demo.data.parent)
    assert done.returncode == 0, done.stderr + done.stdout[-2000:]
    outputs = iter(done.stdout.split(END))
    printed = ""
    for kind, text in BLOCKS:
        if kind == "sh":
            printed = next(outputs).strip()
            assert text.startswith("api $SYNCLINE/s/todo/t/Country/r/ATLANTIS") or '{"error":' not in printed, f"{text}\n{printed}"
        else:
            # A block of several calls shows the answer of the last.
            answer = last_value(printed)
            assert shows(answer, json.loads(text)), f"{text}\nis not in\n{json.dumps(answer)[:3000]}"


def last_value(text):
    """The last of several JSON values in a row."""
    decoder, value, position = json.JSONDecoder(), None, 0
    while position < len(text):
        value, position = decoder.raw_decode(text, position)
        position += len(text[position:]) - len(text[position:].lstrip())
    return value


def shows(answer, shown):
    """Whether the answer has what is shown: `…` stands for any text, and lists are shown by their beginning.

    The numbers of runs and operations depend on what was done before.
    """
    if isinstance(shown, dict):
        return isinstance(answer, dict) and all(
            name in answer and (name == "run" or shows(answer[name], value)) for name, value in shown.items())
    if isinstance(shown, list):
        return isinstance(answer, list) and len(answer) >= len(shown) and all(map(shows, answer, shown)) and bool(answer) == bool(shown)
    return isinstance(answer, str) if shown == "…" else answer == shown


def test_the_paths_that_the_page_names_are_in_the_contract(demo):
    contract = demo.get("/openapi.json")["paths"]
    known = {re.sub(r"\{\w+\}", "{}", path): methods for path, methods in contract.items()}
    named = re.findall(r"`(GET|POST) (/[^`\s]*)", PAGE) + [("POST", path) for path in re.findall(r"^\| `(/[^`\s]*)`", PAGE, re.M)]
    assert len(named) > 10
    for method, path in named:
        path = re.sub(r"\.json$", "", path)
        path = re.sub(r"\b(STORE|TABLE|ID|RUN|NOTE|N)\b", "{}", path)
        found = known.get(path) or known.get(f"{path}.json")
        assert found and method.lower() in found, f"{method} {path}"


def test_the_readmes_example_compiles_outside_of_the_package(tmp_path):
    """Against the modules that were built, and with their public symbols only."""
    example = re.search(r"^```swift\n(import .*?)^```$", (ROOT / "README.md").read_text(), re.M | re.S).group(1)
    (tmp_path / "main.swift").write_text(example)
    build = pathlib.Path(SYNCLINE).parent
    flags = ["-I", build / "Modules"]
    for path in [*ROOT.glob("Sources/C*/module.modulemap"), *build.glob("C*.build/module.modulemap")]:
        flags += ["-Xcc", f"-fmodule-map-file={path}"]
    command = ["swiftc", "-typecheck", "-swift-version", "6", "-warnings-as-errors", *flags, tmp_path / "main.swift"]
    environment = os.environ | {"CLANG_MODULE_CACHE_PATH": str(tmp_path / "cache")}
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True, timeout=300, env=environment)
    assert done.returncode == 0, done.stderr

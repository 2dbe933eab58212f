"""Runs benchmarks, prints a table and, after a whole run, writes docs/benchmarks.md.

    script/bench [--write] [NAME...]

With --write some of the benchmarks write the page too, which then says what was left out. Each module beside this one with a function `run(context) -> list[Row]` is a benchmark of its name.
"""

import datetime
import importlib
import os
import pathlib
import platform
import subprocess
import sys
import time
import traceback

from context import FOLDER, ROOT, Context

INFRASTRUCTURE = {
    "bench", "console", "context", "loading", "parse_server", "processes", "recording", "sample"}
HEADINGS = ["what", "measured", "beside", "ratio", "target", "met"]


def benchmarks():
    """The modules' names, in the order of their `ORDER`."""
    names = sorted(path.stem for path in FOLDER.glob("*.py") if path.stem not in INFRASTRUCTURE)
    modules = {name: importlib.import_module(name) for name in names}
    return dict(sorted(modules.items(), key=lambda item: getattr(item[1], "ORDER", 50)))


def machine():
    """The machine in one line."""
    model = "unknown processor"
    for line in pathlib.Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            model = line.split(":", 1)[1].strip()
            break
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    return f"{os.cpu_count()} × {model}, {memory:.0f} GB, {platform.system()} {platform.release()}"


def fsync_rate(folder):
    """Durable appends of 4 kB per second on the disk that holds the stores."""
    path = folder / "fsync.probe"
    descriptor = os.open(path, os.O_CREAT | os.O_WRONLY | os.O_TRUNC)
    block, count, start = b"x" * 4096, 0, time.perf_counter()
    while time.perf_counter() - start < 0.5:
        os.write(descriptor, block)
        os.fdatasync(descriptor)
        count += 1
    seconds = time.perf_counter() - start
    os.close(descriptor)
    path.unlink()
    return count / seconds


def table(rows):
    """A Markdown table of the rows."""
    lines = [HEADINGS] + [row.cells() for row in rows]
    widths = [max(len(line[column]) for line in lines) for column in range(len(HEADINGS))]
    lines.insert(1, ["-" * width for width in widths])
    return "\n".join(
        "| " + " | ".join(cell.ljust(width) for cell, width in zip(line, widths)) + " |"
        for line in lines)


def page(results, left_out, facts):
    """The text of docs/benchmarks.md; benchmarks that were left out are described without figures."""
    parts = [
        "# Benchmarks",
        "`script/bench` writes this page. Each result is compared with a limit or another program "
        "that was measured in the same run (column *beside*). Times are medians, with the range in "
        "parentheses.",
        "\n".join(f"- {fact}" for fact in facts),
    ]
    for module, rows in results:
        parts += description(module)
        parts.append(table(rows))
        notes = [f"- {row.what}: {row.note}" for row in rows if row.note]
        if notes:
            parts.append("\n".join(notes))
    for module in left_out:
        parts += description(module)
        parts.append(f"Not measured yet: run `script/bench {module.__name__}`.")
    return "\n\n".join(parts) + "\n"


def description(module):
    """The heading and the text of a benchmark's section."""
    lines = (module.__doc__ or module.__name__).strip().splitlines()
    text = "\n".join(lines[1:]).strip()
    return [f"## {lines[0].rstrip('.')}"] + [text] * bool(text)


def commit():
    """The commit that was built, marked when the tree differs from it."""
    described = subprocess.run(
        ["git", "describe", "--always", "--dirty"], cwd=ROOT, capture_output=True, text=True)
    return described.stdout.strip() or "unknown"


def measured(module, context):
    """The benchmark's rows; one that fails is told of and does not end the others."""
    try:
        return module.run(context)
    except Exception:
        traceback.print_exc()
        return []


def write(known, results, failed, facts):
    """Writes the page, which also names what has no result."""
    done = {module.__name__ for module, _ in results} | set(failed)
    left_out = [name for name in known if name not in done]
    facts = facts + ["ended without a result: " + ", ".join(failed)] * bool(failed)
    text = page(results, [known[name] for name in left_out], facts)
    (ROOT / "docs" / "benchmarks.md").write_text(text)


def main(words):
    names = [word for word in words if word != "--write"]
    known = benchmarks()
    unknown = [name for name in names if name not in known]
    if unknown:
        sys.exit(f"bench: there is no {', '.join(unknown)}. There is: {', '.join(known)}.")
    results, failed, start = [], [], time.monotonic()
    with Context() as context:
        facts = [
            f"{datetime.date.today()}, commit {commit()}",
            machine(),
            f"{fsync_rate(context.folder):,.0f} durable appends of 4 kB per second; "
            f"load {os.getloadavg()[0]:.1f} at the start",
        ]
        for name in names or known:
            module = known[name]
            print(f"\n== {name}", flush=True)
            rows = measured(module, context)
            if rows:
                results.append((module, rows))
                print(table(rows), flush=True)
            else:
                failed.append(name)
            for row in rows:
                if row.note:
                    print(f"   {row.what}: {row.note}")
            # After each, so that a run that is broken off leaves what it has.
            if not names or "--write" in words:
                write(known, results, failed, facts)
    print(f"\n{time.monotonic() - start:.0f} s in all")
    for fact in facts:
        print(fact)
    if failed:
        sys.exit(1)


if __name__ == "__main__":
    main(sys.argv[1:])

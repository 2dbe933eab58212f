"""Every case of `CONFORMANCE.md` has tests, and every test that it names is there."""
import pathlib
import re

TESTS = pathlib.Path(__file__).resolve().parents[1]
NUMBERS = {"P": 52, "K": 54, "X": 12}
# Left out of this program on purpose.
WITHOUT_TESTS = {"P47"}


def test_every_case_names_tests_that_are_there():
    source = "".join(path.read_text() for path in [*TESTS.glob("**/*.swift"), *TESTS.glob("**/*.py")])
    there = set(re.findall(r"\bfunc (\w+)\(", source)) | set(re.findall(r"^def (test_\w+)\(", source, re.M))
    cases = dict(re.findall(r"^\| ([PKX]\d\d) \| .* \| ([^|]*) \|$", (TESTS / "CONFORMANCE.md").read_text(), re.M))
    assert sorted(cases) == sorted(f"{letter}{n:02}" for letter, last in NUMBERS.items() for n in range(1, last + 1))
    for case, tests in cases.items():
        named = re.findall(r"`(\w+)`", tests)
        assert named or case in WITHOUT_TESTS, case
        assert [name for name in named if name not in there] == [], case

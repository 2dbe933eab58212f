"""Declared tables beside the real toolkit server: the same requests get the same answers."""
import http.client
import json
import random
import urllib.parse

import pytest

from peers import Peer, require_peers
from processes import Service

RATINGS = ["Unrated", "G", "PG", "PG13", "NC17", "R"]
TABLES = {
    "movies": {"softDelete": False, "pageSize": 100, "columns": {
        "bestPictureWinner": {"type": "boolean"}, "duration": {"type": "integer", "minimum": 60, "maximum": 360},
        "rating": {"type": "enum", "values": RATINGS}, "releaseDate": {"type": "date"},
        "title": {"type": "string", "required": True, "minLength": 2, "maxLength": 60},
        "year": {"type": "integer", "minimum": 1920, "maximum": 2030},
    }},
    "kinds": {"softDelete": False, "pageSize": 100, "columns": {
        "big": {"type": "integer"}, "real": {"type": "number"}, "money": {"type": "decimal"}, "when": {"type": "dateTime"},
        "day": {"type": "date"}, "at": {"type": "time"}, "key": {"type": "guid"}, "bytes": {"type": "bytes"},
        "level": {"type": "enum", "values": RATINGS},
    }},
}
KINDS = {
    "big": [0, 1, -5, "7", 9007199254740993, 2**63 - 1], "real": [0, 1.5, -2.25, "3.5", 1e300, 0.1],
    "money": [0, 1.1, "12.340", 12345678901234567890, "0.0000000001", -3.3],
    "when": ["2024-01-02T03:04:05.678901+02:00", "2024-01-02", "2020-12-31T23:59:59Z", "2024-06-01T12:00:00"],
    "day": ["2024-02-29", "1999-12-31"], "at": ["07:14", "23:59:59.9999", "00:00:00.001"],
    "key": ["0F8FAD5B-D9CB-469F-A165-70867728950E", "00000000-0000-0000-0000-000000000001"], "bytes": ["AQID", "", None],
    "level": ["R", "pg", 3, "PG13", "Unrated"],
}
CONSTANTS = {
    "big": ["7", "7.0", "-5", "9007199254740993", "9223372036854775807L", "null"],
    "real": ["1.5", "0.1", "-2.25", "1e300", "1", "null"],
    "money": ["1.1", "1.10", "12.34", "12345678901234567890", "0.0000000001", "-3.3m", "0", "null"],
    "when": ["2024-01-02T01:04:05.678Z", "2020-12-31T23:59:59Z", "null"],
    "day": ["2024-02-29", "1999-12-31", "0001-01-01"], "at": ["07:14:00", "23:59:59.999", "00:00:00", "12:00"],
    "key": ["0f8fad5b-d9cb-469f-a165-70867728950E", "00000000-0000-0000-0000-000000000000"], "bytes": ["null", "binary'AQID'"],
    "level": ["'R'", "'PG'", "3", "null", "'x'"],
}
FILTERS = [
    "year(when) eq 2024", "hour(at) eq 7", "second(at) eq 59", "date(when) eq 2024-01-02", "day(day) eq 29", "floor(real) eq 1",
    "ceiling(money) eq 2", "round(real) eq 4", "big add 1 eq 8", "big div 2 eq 3", "big mod 2 eq 1", "real div 2 eq 0.75",
    "money gt 1 and level eq 'R'", "level in ('R','PG')", "big in (7,1)", "time(when) gt 01:00:00", "-big eq 5",
    "day in (2024-02-29)", "key in (0f8fad5b-d9cb-469f-a165-70867728950e)",
]
FILMS = {
    "title": ["x", "xy", "", "  ", None, "A" * 60, "A" * 61, "Ä" * 60, 5], "year": [1919, 1920, 2030, 2031, "2000", None, 2000.5],
    "duration": [59, 60, 360, 361], "rating": ["R", "zz", 2, None], "releaseDate": ["2020-01-01", "2020-13-01", None],
    "bestPictureWinner": [True, "true", 1],
}


class Toolkit(Peer):
    kind = "toolkit"


class Both:
    """Sends every request to both servers and notes where their answers differ."""

    def __init__(self, toolkit, service):
        self.ports, self.differences = (toolkit.port, service.port), []

    def __call__(self, method, target, body=None):
        theirs, ours = (self.send(port, method, target, body) for port in self.ports)
        if not self.alike(theirs, ours):
            self.differences.append(f"{method} {target} {body}\n  toolkit {theirs}\n  here {ours}")

    @staticmethod
    def send(port, method, target, body):
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        headers = {"ZUMO-API-VERSION": "3.0.0"} | ({"Content-Type": "application/json"} if body is not None else {})
        target = urllib.parse.quote(target, safe="/?&=$'(),:")
        connection.request(method, target, json.dumps(body).encode() if body is not None else None, headers)
        answer = connection.getresponse()
        data = answer.read()
        connection.close()
        return answer.status, json.loads(data) if data else None

    @classmethod
    def alike(cls, theirs, ours):
        if theirs[0] == 500:  # What it can't read. Some of it can be answered.
            return ours[0] in (200, 400)
        if theirs[0] != ours[0]:
            return False
        if theirs[0] == 400 and isinstance(theirs[1], list):
            return cls.fields(theirs[1]) == cls.fields(ours[1])
        return theirs[0] >= 300 or cls.shown(theirs[1]) == cls.shown(ours[1])

    @staticmethod
    def fields(answer):
        """It calls the fields by the names of its classes' properties."""
        return sorted((field["memberNames"][0].lower(), field["errorMessage"].lower()) for field in answer)

    @classmethod
    def shown(cls, value):
        if isinstance(value, dict):
            return {name: cls.shown(member) for name, member in value.items() if name not in ("updatedAt", "version")}
        return [cls.shown(item) for item in value] if isinstance(value, list) else value


@pytest.fixture(scope="module")
def both(tmp_path_factory):
    require_peers()
    folder = tmp_path_factory.mktemp("toolkit")
    (folder / "tables.json").write_text(json.dumps({"tables": TABLES}))
    service = Service(folder / "service.sqlite")
    service.arguments += ["--tables", folder / "tables.json"]
    service.start()
    try:
        with Toolkit(folder) as toolkit:
            yield Both(toolkit, service)
    finally:
        service.stop()


@pytest.fixture(autouse=True)
def alike(both):
    yield
    differences, both.differences = both.differences, []
    assert not differences, "\n".join(differences[:10])


def some(values, chance, generator):
    return {name: generator.choice(choices) for name, choices in values.items() if generator.random() < chance}


def test_values_defaults_orders_and_filters(both):
    generator = random.Random(1)
    for number in range(60):
        id = f"x{number:02}"
        both("POST", "/tables/kinds", {"id": id} | some(KINDS, 0.6, generator))
        if number % 3 == 0:
            both("PUT", f"/tables/kinds/{id}", {"id": id} | some(KINDS, 0.4, generator))
    for column in KINDS:
        for direction in ["", " desc"]:
            both("GET", f"/tables/kinds?$orderby={column}{direction}&$select=id,{column}")
    for column, constants in CONSTANTS.items():
        # Enumerations have an order here, which that server does not compare by.
        for sign in ["eq", "ne"] if column == "level" else ["eq", "ne", "gt", "ge", "lt", "le"]:
            for constant in constants:
                both("GET", f"/tables/kinds?$filter={column} {sign} {constant}&$select=id&$count=true")
                both("GET", f"/tables/kinds?$filter=not ({column} {sign} {constant})&$select=id")
    for filter in FILTERS:
        both("GET", f"/tables/kinds?$filter={filter}&$select=id")


def test_checks(both):
    generator = random.Random(2)
    for number in range(150):
        film = {"id": f"m{number}", "title": "ok", "year": 2000, "duration": 100} | some(FILMS, 0.3, generator)
        for name in ["title", "year", "duration"]:
            if generator.random() < 0.05:
                del film[name]
        both("POST", "/tables/movies", film)
        both("GET", f"/tables/movies/m{number}")
        both("PUT", f"/tables/movies/m{number}", film | some(FILMS, 0.1, generator))

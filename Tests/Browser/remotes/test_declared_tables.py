"""The file of `syncline service --tables`: its schema, its documentation and the program agree, and a script writes it."""
import json
import re
import sqlite3
import subprocess
from pathlib import Path

import jsonschema
from processes import Service, curl, syncline

ROOT = Path(__file__).resolve().parents[3]
SCHEMA = jsonschema.Draft202012Validator(json.loads((ROOT / "docs/tables.schema.json").read_text()))
V3 = ["-H", "ZUMO-API-VERSION: 3.0.0", "-H", "Content-Type: application/json"]


class TableService(Service):
    def __init__(self, database, tables):
        self.tables = tables
        super().__init__(database)

    def listen(self, port):
        super().listen(port)
        self.arguments += ["--tables", self.tables]


def write(path, tables):
    path.write_text(json.dumps(tables))
    return path


def column(**settings):
    return {"tables": {"t": {"columns": {"c": settings}}}}


GOOD = [
    {"tables": {}}, {"$schema": "x", "tables": {"T_1": {"columns": {}}}}, column(type="string", minLength=0, maxLength=9),
    {"tables": {"t": {"softDelete": True, "pageSize": 5, "readOnly": False, "dynamic": True, "description": "x", "columns": {}}}},
    column(type="string", required=True, default="x"), column(type="string", nullable=False), column(type="integer", minimum=-5),
    column(type="integer", default="7"), column(type="integer", default=None), column(type="number", maximum=1.5, default=0.5),
    column(type="decimal", default="12.340"), column(type="boolean", default=True), column(type="dateTime", default="2024-02-29T12:00Z"),
    column(type="date", default="2024-02-29"), column(type="time", default="7:14"), column(type="bytes", default="AQID"),
    column(type="guid", default="01234567-89AB-CDEF-0123-456789ABCDEF"), column(type="enum", values=["A", "B"], default="B"),
    column(type="enum", values=["A"], default=0, nullable=True), column(type="object", default={"a": [1]}),
]
BAD = [
    [], {}, {"tables": []}, {"tables": {}, "more": 1}, {"tables": {"1t": {"columns": {}}}}, {"tables": {"sqlite_t": {"columns": {}}}},
    {"tables": {"t": {}}}, {"tables": {"t": {"columns": {"ID": {"type": "string"}}}}}, {"tables": {"t": {"columns": {"a b": {"type": "string"}}}}},
    {"tables": {"t": {"softdelete": True, "columns": {}}}}, {"tables": {"t": {"pageSize": 0, "columns": {}}}},
    column(), column(type="text"), column(type="string", minimum=1), column(type="string", maxLength=-1), column(type="string", default=5),
    column(type="integer", minimum=1.5), column(type="integer", default=True), column(type="integer", default=9223372036854775808),
    column(type="integer", maxLength=1), column(type="number", default="x"), column(type="number", minimum="1"),
    column(type="boolean", default=1), column(type="boolean", values=["a"]), column(type="dateTime", default="soon"),
    column(type="date", default="2024-02-29T12:00:00Z"), column(type="time", default="25:00"), column(type="guid", default="x"),
    column(type="bytes", default="A"), column(type="enum"), column(type="enum", values=[]), column(type="enum", values=["A", "A"]),
    column(type="enum", values=["1"]), column(type="enum", values=["A"], default=True), column(type="object", default="x"),
    column(type="string", required=True, nullable=True), column(type="string", description=5), column(type="string", required="yes"),
]


def test_schema_and_program_take_the_same_files(tmp_path):
    for number, document in enumerate(GOOD):
        assert SCHEMA.is_valid(document), document
        write(tmp_path / f"{number}.json", document)
    for document in BAD:
        assert not SCHEMA.is_valid(document), document
        refused = syncline("service", "--tables", write(tmp_path / "bad.json", document), "--database", tmp_path / "no.sqlite", check=2)
        assert "bad.json: " in refused.stderr, document
    # All the good ones at once: the start says so if one of them is none.
    tables = [table for document in GOOD for table in document["tables"].values()]
    service = TableService(tmp_path / "a.sqlite", write(tmp_path / "good.json", {"tables": {f"t{n}": t for n, t in enumerate(tables)}}))
    service.start()
    service.stop()
    assert not (tmp_path / "no.sqlite").exists()


def test_the_documented_file_works(tmp_path):
    text = (ROOT / "docs/tables.md").read_text()
    example = json.loads(re.search(r"```json\n(\{.*?)```", text, re.S)[1])
    answer = json.loads(re.search(r"```json\n(\[.*?)```", text, re.S)[1])
    SCHEMA.validate(example)
    service = TableService(tmp_path / "a.sqlite", write(tmp_path / "tables.json", example))
    service.start()
    try:
        movies = f"{service.url}/tables/movies"
        status, row = curl("-X", "POST", *V3, "-d", '{"id": "a", "title": "Film", "year": 2000, "budget": 12345678901234.5678}', movies)
        assert (status, row["rating"], row["releaseDate"], row["bestPictureWinner"]) == (201, "Unrated", "0001-01-01", False)
        assert curl("-X", "POST", *V3, "-d", '{"id": "b", "title": "Film", "year": 1900}', movies) == (400, answer)
        assert curl("-X", "POST", *V3, "-d", "{}", f"{service.url}/tables/countries")[0] == 405
        status, row = curl("-X", "POST", *V3, "-d", '{"id": "a", "more": 5}', f"{service.url}/tables/notes")
        assert (status, row["text"], row["due"], row["more"]) == (201, "", None, 5)
    finally:
        service.stop()


def test_a_file_that_the_rows_contradict_changes_nothing(tmp_path):
    path = tmp_path / "a.sqlite"
    service = Service(path)
    service.start()
    service.insert("t", {"id": "a", "n": "many", "day": "2024-02-29"})
    service.stop()
    before = subprocess.run(["sqlite3", path, ".dump"], capture_output=True, text=True, check=True).stdout
    tables = {"t": {"columns": {"n": {"type": "integer"}, "day": {"type": "date"}, "must": {"type": "string", "required": True}}}}
    refused = syncline("service", "--tables", write(tmp_path / "t.json", {"tables": tables}), "--database", path, check=1)
    assert "t.n: 1 row has a value" in refused.stderr and "Nothing was changed" in refused.stderr
    assert subprocess.run(["sqlite3", path, ".dump"], capture_output=True, text=True, check=True).stdout == before


def script(*words, check=0):
    done = subprocess.run([ROOT / "script/tables", *map(str, words)], capture_output=True, text=True, timeout=60)
    assert done.returncode == check, done.stderr
    return json.loads(done.stdout) if check == 0 else done.stderr


def test_the_script_writes_a_file_that_changes_no_row(tmp_path):
    service = Service(tmp_path / "a.sqlite")
    service.start()
    row = {
        "id": "a", "text": "x", "n": 5, "real": 1.5, "flag": True, "day": "2024-02-29", "short": "07:14", "at": "07:14:00.250",
        "when": "2024-02-29T12:30:00.000Z", "fine": "2024-02-29T12:30:00.0001Z", "key": "01234567-89ab-cdef-0123-456789abcdef",
        "odd": "2024-02-30",
    }
    service.insert("Things", row)
    service.insert("Things", {"id": "b", "n": None, **{name: value for name, value in row.items() if name not in ("id", "n")}})
    listed = curl(*V3, f"{service.url}/tables/Things")
    service.stop()
    written = script(tmp_path / "a.sqlite")
    SCHEMA.validate(written)
    kinds = {name: settings["type"] for name, settings in written["tables"]["Things"]["columns"].items()}
    assert kinds == {
        "text": "string", "n": "integer", "real": "number", "flag": "boolean", "day": "date", "short": "string", "at": "time",
        "when": "dateTime", "fine": "string", "key": "guid", "odd": "string",
    }
    assert written["tables"]["Things"]["columns"]["n"]["nullable"] is True
    service = TableService(tmp_path / "a.sqlite", write(tmp_path / "tables.json", written))
    service.start()
    assert curl(*V3, f"{service.url}/tables/Things") == listed
    service.stop()
    # What was declared comes out again as it was.
    tables = {"t": {"columns": {
        "s": {"type": "string", "required": True, "maxLength": 5}, "e": {"type": "enum", "values": ["B", "A"], "default": "A"},
        "m": {"type": "decimal", "nullable": True, "minimum": 0.5},
    }}}
    service = TableService(tmp_path / "b.sqlite", write(tmp_path / "b.json", {"tables": tables}))
    service.start()
    service.stop()
    assert script(tmp_path / "b.sqlite") == {"tables": tables}


def test_the_script_reads_databases_of_other_servers(tmp_path):
    database = sqlite3.connect(tmp_path / "other.sqlite")
    database.executescript("""
        CREATE TABLE Movies (Id TEXT PRIMARY KEY, Title TEXT NOT NULL, Won INTEGER NOT NULL, Released TEXT, Price DECIMAL, Photo BLOB,
          UpdatedAt TEXT, Version BLOB, Deleted INTEGER);
        INSERT INTO Movies VALUES ('a', 'x', 1, '2024-01-02 03:04:05+00:00', NULL, x'01', '', x'', 0);
        CREATE TABLE "no name" (id TEXT); CREATE TABLE __EFMigrationsHistory (id TEXT);
    """)
    database.commit()
    columns = script(tmp_path / "other.sqlite")["tables"]
    assert list(columns) == ["Movies"]
    assert columns["Movies"]["columns"] == {
        "title": {"type": "string"}, "won": {"type": "boolean"}, "released": {"type": "dateTime"},
        "price": {"type": "decimal", "nullable": True}, "photo": {"type": "bytes"},
    }
    assert "nosuch" in script(tmp_path / "other.sqlite", "nosuch", check=1)
    script(tmp_path / "none.sqlite", check=1)



def test_help_names_the_option():
    assert "--tables FILE" in syncline("help", "service").stdout

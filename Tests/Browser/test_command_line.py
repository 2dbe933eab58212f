"""The command line beside a running console: what it prints, and that it never works at cross purposes."""
import json
import os
import subprocess

from processes import SYNCLINE, Console, Service, syncline


def store(tmp_path):
    service = Service(tmp_path / "service.sqlite", soft_delete="none")
    service.start()
    for number in range(3):
        service.insert("Note", {"id": f"n{number}", "text": f"note {number}"})
    return service, Console.with_store(tmp_path / "data", service, [{"name": "Note"}])


def test_reconcile_prints_json_when_it_compares_when_it_applies_and_when_it_fails(tmp_path):
    service, console = store(tmp_path)
    words = ["--data", console.data, "--store", "todo", "--json"]
    try:
        json.loads(syncline("pull", *words).stdout)
        service.sql("DELETE FROM Note WHERE id = 'n1'")
        compared = json.loads(syncline("reconcile", "Note", *words).stdout)
        assert compared["report"]["missingOnServer"] == ["n1"]
        applied = json.loads(syncline("reconcile", "Note", "--apply", "--confirm", "1", *words).stdout)
        assert (applied["removed"], applied["skipped"], applied["stopped"]) == (1, [], None)
        rows = json.loads(syncline("rows", "Note", *words).stdout)
        # What reads this list must not take every row for those that match.
        for option in ["--filter", "nope__gt=3"], ["--filter", "text__bogus=3"], ["--sort", "nope"]:
            refused = syncline("rows", "Note", *option, *words, check=2)
            assert refused.stdout == "" and "no column" in refused.stderr
        assert {row["id"] for row in rows["rows"]} == {"n0", "n2"}
        service.stop()
        for more in [], ["--apply"]:
            failed = json.loads(syncline("reconcile", "Note", *more, *words, check=1).stdout)
            assert failed["state"] == "failed"
    finally:
        service.stop()


def test_wrong_usage_says_what_to_write_and_prints_nothing_on_standard_output(tmp_path):
    for words, hint in [
        (["pusch"], "syncline help"), (["rows"], "TABLE"), (["push", "Note"], "usage: syncline push"),
        (["rows", "Note", "--json=1"], "without a value"), (["serve", "--listen", "8080"], "127.0.0.1:8080"),
        (["serve", "--listen", "0.0.0.0:0", "--data", tmp_path / "data"], "syncline user add"),
        (["service", "--page-size", "Note=0"], "TABLE=NUMBER"), (["service", "--cors-origin", "*"], "https://app.example"),
        (["user", "add", "jo", "--role", "king", "--password-stdin"], "viewer, operator or admin"),
    ]:
        done = syncline(*words, check=2)
        assert done.stdout == "" and hint in done.stderr, (words, done.stderr)


def test_a_push_says_so_as_long_as_it_leaves_errors(service, console):
    service.insert("Note", {"id": "n1", "text": "first"})
    console.run("pull")
    service.change("Note", "n1", {"text": "there"})
    console.post("/s/todo/t/Note/r/n1", {"values": {"text": "here"}})
    where = ("--data", console.data)
    assert "conflict" in syncline("push", *where, check=1).stderr
    assert "1 conflict." in syncline("push", *where, check=1).stderr
    syncline("errors", *where, check=1)
    error = console.errors()[0]
    console.post(f"/s/todo/errors/{error['id']}/resolve", {"choice": "take-server"})
    syncline("push", *where)
    assert console.rows("Note")["n1"]["values"]["text"] == "there"


def test_a_purge_of_the_command_line_is_taken_back_in_the_console(service, console):
    service.insert("Note", {"id": "n1", "text": "first"})
    console.run("pull")
    console.post("/s/todo/t/Note/r/n1", {"values": {"text": "not sent"}})
    where = ("--data", console.data)
    assert "has 1" in syncline("purge", "Note", *where, check=1).stderr
    assert "you can undo this" in syncline("purge", "Note", "--force", *where).stdout
    assert console.rows("Note") == {}
    entry = console.get("/audit.json?action=rows.purge")["entries"][0]
    assert (entry["who"], entry["count"]) == ("command line", 1)
    assert console.post(f"/undo/{entry['id']}", {})["changed"] == 1
    assert console.rows("Note")["n1"]["values"]["text"] == "not sent"
    assert [operation["state"] for operation in console.get("/s/todo/queue.json")["operations"]] == ["pending"]


def test_an_entry_of_the_command_line_keeps_the_names_of_its_rows(service, console):
    for id in "n1", "n2":
        service.insert("Note", {"id": id, "text": f"note {id}"})
    console.run("pull")
    done = syncline("delete", "Note", "n1", "n2", "none", "--data", console.data, check=1)
    assert "Deleted 2 of 3" in done.stdout
    entry = console.get("/audit.json?action=rows.delete")["entries"][0]
    assert (entry["who"], entry["count"]) == ("command line", 2)
    assert {name["id"]: name["name"] for name in entry["names"]} == {"n1": "note n1", "n2": "note n2"}


def test_output_that_cannot_be_written_is_a_failure():
    with open("/dev/full", "w") as full:
        done = subprocess.run([SYNCLINE, "help"], stdout=full, stderr=subprocess.PIPE, text=True, timeout=60)
    assert done.returncode == 1 and "No space left on device" in done.stderr


def test_reader_that_goes_away_is_no_failure():
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run([SYNCLINE, "help"], stdout=writing, stderr=subprocess.PIPE, text=True, timeout=60)
    os.close(writing)
    assert done.returncode == 0 and done.stderr == ""


def test_service_beyond_loopback_wants_a_key_or_the_word_for_none(tmp_path):
    done = syncline("service", "--listen", "0.0.0.0:0", "--database", tmp_path / "service.sqlite", check=2)
    assert "--api-key-file" in done.stderr and "--no-auth" in done.stderr
    assert not (tmp_path / "service.sqlite").exists()


def test_service_keeps_its_database_to_its_owner(service):
    assert os.stat(service.database).st_mode & 0o077 == 0

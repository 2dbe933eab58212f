"""`serve --demo`: what a new user sees first, and that starting again changes nothing."""
from processes import Console


def test_the_demo_shows_every_kind_of_trouble_and_survives_a_restart(tmp_path):
    console = Console(tmp_path / "data", ["--demo", "--demo-listen", "127.0.0.1:0"])
    with console:
        first = console.get("/s/todo.json")
        counts = first["counts"]
        assert counts["live"] > 13_000 and counts["deleted"] >= 3
        assert (counts["failed"], counts["conflicts"]) == (1, 1) and counts["pending"] >= 3
        texts = {row["values"]["text"] for row in console.rows("TodoItem", "&view=all").values()}
        assert {"Ricky", "Ivan", "Ralph"} <= texts and any(text.startswith("Dean") for text in texts)
        tables = {table["name"]: table for table in console.get("/s/todo/tables.json")["tables"]}
        assert set(tables) == {"TodoItem", "Country", "Subdivision", "Language"}
        kinds = {error["status"] for error in console.errors()}
        assert kinds == {412, 400}
        assert console.sign_in_link.startswith(console.url)
        console.kill()
        console.start()
        again = console.get("/s/todo.json")
        assert again["counts"] == counts
        assert console.run("push")["pushed"] == counts["pending"]
        assert console.get("/s/todo.json")["counts"]["pending"] == 0

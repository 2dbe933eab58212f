"""A log that triggers write inside of a SQLite server's database: every state of every row."""
import json
import sqlite3


class SQLiteOracle:
    """A log in the server's database of what every row was and became, its deletion included."""

    def __init__(self, database, table, columns, id="id", deleted="deleted"):
        """`columns`: by our name theirs; `deleted`: None where deleted rows leave the table."""
        self.database, self.table, self.columns, self.id, self.deleted = database, table, columns, id, deleted

    def sql(self, statement, *values):
        with sqlite3.connect(self.database, timeout=10) as database:
            database.row_factory = sqlite3.Row
            return database.execute(statement, values).fetchall()

    def state(self, side):
        pairs = [f"'{ours}', {side}.\"{theirs}\"" for ours, theirs in self.columns.items()]
        deleted = f"{side}.\"{self.deleted}\"" if self.deleted else "0"
        return f"json_object({', '.join(pairs)}, 'deleted', {deleted})"

    def install(self):
        self.remove()
        self.sql("CREATE TABLE oracle (entry INTEGER PRIMARY KEY, id, old, new)")
        self.sql("CREATE INDEX oracle_id ON oracle(id)")
        for event, id, old, new in [
            ("INSERT", "new", "NULL", self.state("new")), ("UPDATE", "new", self.state("old"), self.state("new")),
            ("DELETE", "old", self.state("old"), "NULL"),
        ]:
            self.sql(
                f"CREATE TRIGGER oracle_{event} AFTER {event} ON \"{self.table}\" BEGIN "
                f"INSERT INTO oracle (id, old, new) VALUES ({id}.\"{self.id}\", {old}, {new}); END")

    def remove(self):
        for event in ["INSERT", "UPDATE", "DELETE"]:
            self.sql(f"DROP TRIGGER IF EXISTS oracle_{event}")
        self.sql("DROP TABLE IF EXISTS oracle")

    def entries(self, id=None):
        """The id with the row before and after, in order; None where there was none. Those of one row, or of all."""
        chosen, values = ("", ()) if id is None else ("WHERE id = ?", (id,))
        rows = self.sql(f"SELECT id, old, new FROM oracle {chosen} ORDER BY entry", *values)
        return [(row["id"], *(json.loads(row[side]) if row[side] else None for side in ("old", "new"))) for row in rows]

    def edit(self, id, column, value, further=""):
        """Behind everyone's back."""
        self.sql(
            f'UPDATE "{self.table}" SET "{self.columns[column]}" = ?{further} WHERE "{self.id}" = ?', value, id)

    def delete(self, id):
        self.sql(f'DELETE FROM "{self.table}" WHERE "{self.id}" = ?', id)

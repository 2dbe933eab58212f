// What a pull cannot beat: reads recorded pages from loopback, scans them, and inserts the rows into
// the same tables with the same durability, with nothing else to do.
//
//   bare_pull PORT URLS STORE ROWS_PER_COMMIT [index-after]
//
// URLS names a file with one request target a line. STORE is an empty store of Syncline's schema with
// the table `items`. With `index-after` the index on updatedAt is built when all rows are in.
#include "pages.h"

// MARK: The store

static sqlite3 *store;
static sqlite3_stmt *insert, *begin, *commit, *token;

static void run(const char *sql) {
  char *message = NULL;
  if (sqlite3_exec(store, sql, NULL, NULL, &message) != SQLITE_OK) fail(message);
}

static sqlite3_stmt *prepare(const char *sql) {
  sqlite3_stmt *statement = NULL;
  if (sqlite3_prepare_v2(store, sql, -1, &statement, NULL) != SQLITE_OK) fail(sqlite3_errmsg(store));
  return statement;
}

static void step(sqlite3_stmt *statement) {
  if (sqlite3_step(statement) != SQLITE_DONE) fail(sqlite3_errmsg(store));
  sqlite3_reset(statement);
}

static void open_store(const char *path, int indexes_after) {
  if (sqlite3_open(path, &store) != SQLITE_OK) fail("cannot open the store");
  run("PRAGMA journal_mode = WAL");
  run("PRAGMA synchronous = FULL");
  if (indexes_after) run("DROP INDEX syncline_newest_items");
  char sql[8192] = "INSERT INTO items VALUES (?";
  read_columns(store);
  for (int column = 1; column < column_count; column++) strcat(sql, ", ?");
  // The newest row comes twice: first beside the count.
  insert = prepare(strcat(sql, ") ON CONFLICT(id) DO NOTHING"));
  begin = prepare("BEGIN IMMEDIATE");
  commit = prepare("COMMIT");
  token = prepare("INSERT OR REPLACE INTO MS_TableConfig(id, key, keyType, \"table\", value) "
                  "VALUES ('token', 'all', 0, 'items', ?)");
}

static int insert_page(void) {
  char *at = strchr(buffer + body_at, '[');
  int rows = 0, is_escaped;
  if (at == NULL) fail("a page has no list");
  if (body_size > scratch_room) scratch = realloc(scratch, scratch_room = body_size);
  while (*++at == '{') {
    int expected = 0;
    scratch_used = 0;
    do {
      char *name = at + 2, *end = string_end(name, &is_escaped);
      int column = find_column(name, (size_t)(end - name), expected);
      expected = column + 1;
      at = bind_value(insert, end + 2, column + 1);
    } while (*at == ',');
    step(insert);
    sqlite3_clear_bindings(insert);
    rows++;
    if (*++at != ',') break;
  }
  return rows;
}

int main(int count, char **words) {
  if (count < 5) fail("usage: bare_pull PORT URLS STORE ROWS_PER_COMMIT [index-after]");
  int indexes_after = count > 5, rows = 0, open_rows = 0, rows_per_commit = atoi(words[4]);
  FILE *urls = fopen(words[2], "r");
  char line[8192];
  if (urls == NULL || fgets(line, sizeof line, urls) == NULL) fail("there are no URLs");
  dial(atoi(words[1]));
  open_store(words[3], indexes_after);
  line[strcspn(line, "\n")] = 0;
  ask(line);
  for (int has_next = 1; has_next;) {
    receive_answer();
    has_next = fgets(line, sizeof line, urls) != NULL;
    line[strcspn(line, "\n")] = 0;
    if (has_next) ask(line);  // The next page is under way while this one is stored.
    if (open_rows == 0) step(begin);
    int inserted = insert_page();
    rows += inserted;
    open_rows += inserted > 0 ? inserted : 1;
    if (open_rows < rows_per_commit && has_next) continue;
    sqlite3_bind_int(token, 1, rows);
    step(token);
    step(commit);
    open_rows = 0;
  }
  if (indexes_after) run("CREATE INDEX syncline_newest_items ON items(updatedAt DESC, id)");
  sqlite3_finalize(insert), sqlite3_finalize(begin), sqlite3_finalize(commit), sqlite3_finalize(token);
  sqlite3_close(store);
  printf("%d\n", rows);
  return 0;
}

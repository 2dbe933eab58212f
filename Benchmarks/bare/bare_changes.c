// What an incremental pull cannot beat: reads recorded pages of changed rows from loopback, scans them,
// updates the rows in a copy of the same store, and keeps what they were in the same history table, all
// in one durable commit and in the order of ids, with nothing else to do.
//
//   bare_changes PORT URLS STORE CACHE_KB CHECKPOINT_PAGES
//
// URLS names a file with one request target a line. It prints how many rows it changed.
#include "pages.h"

static sqlite3 *store;
static sqlite3_stmt *find, *update, *is_known, *keep;

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

static void open_store(const char *path, const char *cache, const char *checkpoint) {
  char sql[8192];
  if (sqlite3_open(path, &store) != SQLITE_OK) fail("cannot open the store");
  run("PRAGMA journal_mode = WAL");
  run("PRAGMA synchronous = FULL");
  snprintf(sql, sizeof sql, "PRAGMA cache_size = -%s; PRAGMA wal_autocheckpoint = %s", cache, checkpoint);
  run(sql);
  read_columns(store);
  // The columns' places in the update are those in the table; the first one is the id.
  int used = snprintf(sql, sizeof sql, "UPDATE items SET ");
  for (int column = 1; column < column_count; column++)
    used += snprintf(sql + used, sizeof sql - (size_t)used, "%s\"%s\" = ?%d", column > 1 ? ", " : "",
                     columns[column].name, column + 1);
  snprintf(sql + used, sizeof sql - (size_t)used, " WHERE id = ?1");
  update = prepare(sql);
  find = prepare("SELECT * FROM items WHERE id = ?");
  is_known = prepare("SELECT 1 FROM syncline_history WHERE \"table\" = 'items' AND itemId = ? LIMIT 1");
  keep = prepare("INSERT INTO syncline_history(\"table\", itemId, at, source, kind, record) "
                 "VALUES ('items', ?1, ?2, 'pull', ?3, ?4)");
}

// MARK: History

static char *text;
static size_t text_room, text_used;

static void add(const char *bytes, size_t count) {
  if (text_used + count > text_room) text = realloc(text, text_room = (text_used + count) * 2);
  memcpy(text + text_used, bytes, count);
  text_used += count;
}

static void add_string(const char *bytes, size_t count) {
  add("\"", 1);
  for (size_t at = 0; at < count; at++) {
    char escaped[8];
    if (bytes[at] == '"' || bytes[at] == '\\') add("\\", 1);
    if ((unsigned char)bytes[at] >= 0x20) add(bytes + at, 1);
    else add(escaped, (size_t)snprintf(escaped, sizeof escaped, "\\u%04x", bytes[at]));
  }
  add("\"", 1);
}

// The row of `find` as JSON.
static void print_row(void) {
  text_used = 0;
  for (int column = 0; column < column_count; column++) {
    add(column == 0 ? "{" : ",", 1);
    add_string(columns[column].name, columns[column].length);
    add(":", 1);
    const char *value = (const char *)sqlite3_column_text(find, column);
    size_t count = (size_t)sqlite3_column_bytes(find, column);
    if (value == NULL) add("null", 4);
    else if (sqlite3_column_type(find, column) == SQLITE_TEXT) add_string(value, count);
    else add(value, count);
  }
  add("}", 1);
}

static void keep_version(const char *id, int id_size, const char *at, int at_size, const char *kind,
                         const char *record, size_t record_size) {
  sqlite3_bind_text(keep, 1, id, id_size, SQLITE_STATIC);
  sqlite3_bind_text(keep, 2, at, at_size, SQLITE_STATIC);
  sqlite3_bind_text(keep, 3, kind, -1, SQLITE_STATIC);
  sqlite3_bind_text(keep, 4, record, (int)record_size, SQLITE_STATIC);
  step(keep);
}

// MARK: The rows

static struct { char *at; size_t count; } id, version;

// Binds the row that begins at `at` for the update; returns its end.
static char *bind_row(char *at) {
  int expected = 0, is_escaped;
  scratch_used = 0;
  do {
    char *name = at + 2, *end = string_end(name, &is_escaped);
    int column = find_column(name, (size_t)(end - name), expected);
    char *value = end + 2;
    expected = column + 1;
    at = bind_value(update, value, column + 1);
    // Neither has anything to unescape.
    if (column == 0) id.at = value + 1, id.count = (size_t)(at - value) - 2;
    if (strcmp(columns[column].name, "version") == 0) version.at = value + 1, version.count = (size_t)(at - value) - 2;
  } while (*at == ',');
  return at + 1;
}

// True when the store has the row in another version; what it was is kept then.
static int is_changed(int version_column, int time_column) {
  int changed = 0;
  sqlite3_bind_text(find, 1, id.at, (int)id.count, SQLITE_STATIC);
  if (sqlite3_step(find) != SQLITE_ROW) fail("a row is not there");
  const char *known = (const char *)sqlite3_column_text(find, version_column);
  size_t size = (size_t)sqlite3_column_bytes(find, version_column);
  if (size != version.count || memcmp(known, version.at, size) != 0) {
    changed = 1;
    sqlite3_bind_text(is_known, 1, id.at, (int)id.count, SQLITE_STATIC);
    if (sqlite3_step(is_known) == SQLITE_DONE) {
      print_row();
      keep_version(id.at, (int)id.count, (const char *)sqlite3_column_text(find, time_column),
                   sqlite3_column_bytes(find, time_column), "insert", text, text_used);
    }
    sqlite3_reset(is_known);
  }
  sqlite3_reset(find);
  return changed;
}

static char **rows;
static size_t row_count, row_room, largest_page;

// Keeps the page, and notes where its rows begin.
static void keep_page(void) {
  char *page = malloc(body_size + 1);
  memcpy(page, buffer + body_at, body_size + 1);
  char *at = strchr(page, '[');
  if (at == NULL) fail("a page has no list");
  if (body_size > largest_page) largest_page = body_size;
  while (*++at == '{') {
    if (row_count == row_room) rows = realloc(rows, (row_room = row_room * 2 + 1024) * sizeof *rows);
    rows[row_count++] = at;
    at = nested_end(at);
    if (*at != ',') break;
  }
}

// The id is the first member of each row.
static int by_id(const void *left, const void *right) {
  return strncmp(*(char *const *)left + 7, *(char *const *)right + 7, 36);
}

static int update_rows(void) {
  static const char now[] = "2026-01-01T00:00:00.000Z";
  int changed = 0, version_column = find_column("version", 7, 0), time_column = find_column("updatedAt", 9, 0);
  scratch = malloc(scratch_room = largest_page);
  qsort(rows, row_count, sizeof *rows, by_id);
  for (size_t row = 0; row < row_count; row++) {
    char *end = bind_row(rows[row]);
    if (is_changed(version_column, time_column)) {
      step(update);
      keep_version(id.at, (int)id.count, now, sizeof now - 1, "update", rows[row], (size_t)(end - rows[row]));
      changed++;
    }
    sqlite3_clear_bindings(update);
  }
  return changed;
}

int main(int count, char **words) {
  if (count != 6) fail("usage: bare_changes PORT URLS STORE CACHE_KB CHECKPOINT_PAGES");
  FILE *urls = fopen(words[2], "r");
  char line[8192];
  if (urls == NULL || fgets(line, sizeof line, urls) == NULL) fail("there are no URLs");
  dial(atoi(words[1]));
  open_store(words[3], words[4], words[5]);
  line[strcspn(line, "\n")] = 0;
  ask(line);
  for (int has_next = 1; has_next;) {
    receive_answer();
    has_next = fgets(line, sizeof line, urls) != NULL;
    line[strcspn(line, "\n")] = 0;
    if (has_next) ask(line);
    keep_page();
  }
  run("BEGIN IMMEDIATE");
  int changed = update_rows();
  run("UPDATE MS_TableConfig SET value = value || ''");
  run("COMMIT");
  // The file stays open to the end: closing it would move the log into it once more.
  printf("%d\n", changed);
  return 0;
}

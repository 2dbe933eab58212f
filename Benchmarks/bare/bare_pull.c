// What a pull cannot beat: reads recorded pages from loopback, scans them, and inserts the rows into
// the same tables with the same durability, with nothing else to do.
//
//   bare_pull PORT URLS STORE ROWS_PER_COMMIT [index-after]
//
// URLS names a file with one request target a line. STORE is an empty store of Syncline's schema with
// the table `items`. With `index-after` the index on updatedAt is built when all rows are in.
#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <sqlite3.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define COLUMNS_MAX 64

static void fail(const char *what) {
  fprintf(stderr, "bare_pull: %s\n", what);
  exit(1);
}

// MARK: The wire

static int connection;
static char *buffer;
static size_t room, filled, body_at, body_size;

static void dial(int port) {
  struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
  to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  connection = socket(AF_INET, SOCK_STREAM, 0);
  int on = 1;
  setsockopt(connection, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  if (connect(connection, (struct sockaddr *)&to, sizeof to) != 0) fail("cannot connect");
}

static void ask(const char *target) {
  char request[8192];
  int count = snprintf(request, sizeof request, "GET %s HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", target);
  if (count >= (int)sizeof request || write(connection, request, (size_t)count) != count) fail("cannot ask");
}

static void receive(size_t needed) {
  while (filled < needed) {
    if (room < needed + 65536) {
      room = (needed + 65536) * 2;
      buffer = realloc(buffer, room);
    }
    ssize_t count = read(connection, buffer + filled, room - filled - 1);
    if (count <= 0) fail("the answer broke off");
    filled += (size_t)count;
  }
}

static void receive_answer(void) {
  filled = 0;
  char *end = NULL;
  while (end == NULL) {
    receive(filled + 1);
    buffer[filled] = 0;
    end = strstr(buffer, "\r\n\r\n");
  }
  char *length = strcasestr(buffer, "\r\ncontent-length:");
  if (strncmp(buffer, "HTTP/1.1 200", 12) != 0 || length == NULL || length > end) fail("no page came");
  body_at = (size_t)(end - buffer) + 4;
  body_size = strtoull(length + 17, NULL, 10);
  receive(body_at + body_size);
  buffer[body_at + body_size] = 0;
}

// MARK: The store

static sqlite3 *store;
static sqlite3_stmt *insert, *begin, *commit, *token;
static int column_count;
static struct { char name[128]; size_t length; } columns[COLUMNS_MAX];

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
  sqlite3_stmt *list = prepare("SELECT name FROM pragma_table_info('items')");
  while (sqlite3_step(list) == SQLITE_ROW && column_count < COLUMNS_MAX) {
    snprintf(columns[column_count].name, 128, "%s", (const char *)sqlite3_column_text(list, 0));
    columns[column_count].length = strlen(columns[column_count].name);
    if (column_count++ > 0) strcat(sql, ", ?");
  }
  sqlite3_finalize(list);
  // The newest row comes twice: first beside the count.
  insert = prepare(strcat(sql, ") ON CONFLICT(id) DO NOTHING"));
  begin = prepare("BEGIN IMMEDIATE");
  commit = prepare("COMMIT");
  token = prepare("INSERT OR REPLACE INTO MS_TableConfig(id, key, keyType, \"table\", value) "
                  "VALUES ('token', 'all', 0, 'items', ?)");
}

// MARK: The scanner

static char *scratch;
static size_t scratch_room, scratch_used;

static unsigned hex(const char *at) {
  char digits[5] = {at[0], at[1], at[2], at[3], 0};
  return (unsigned)strtoul(digits, NULL, 16);
}

static size_t put_utf8(char *to, unsigned code) {
  if (code < 0x80) return to[0] = (char)code, 1;
  if (code < 0x800) return to[0] = (char)(0xc0 | code >> 6), to[1] = (char)(0x80 | (code & 63)), 2;
  if (code < 0x10000) {
    to[0] = (char)(0xe0 | code >> 12), to[1] = (char)(0x80 | (code >> 6 & 63));
    return to[2] = (char)(0x80 | (code & 63)), 3;
  }
  to[0] = (char)(0xf0 | code >> 18), to[1] = (char)(0x80 | (code >> 12 & 63));
  return to[2] = (char)(0x80 | (code >> 6 & 63)), to[3] = (char)(0x80 | (code & 63)), 4;
}

static char *unescape(const char *from, const char *end, size_t *count) {
  char *start = scratch + scratch_used, *to = start;
  while (from < end) {
    if (*from != '\\') { *to++ = *from++; continue; }
    char kind = from[1];
    from += 2;
    if (kind != 'u') {
      *to++ = kind == 'n' ? '\n' : kind == 't' ? '\t' : kind == 'r' ? '\r' : kind == 'b' ? '\b' : kind == 'f' ? '\f' : kind;
      continue;
    }
    unsigned code = hex(from);
    from += 4;
    if (code >= 0xd800 && code < 0xdc00 && from[0] == '\\') {
      code = 0x10000 + ((code - 0xd800) << 10) + (hex(from + 2) - 0xdc00);
      from += 6;
    }
    to += put_utf8(to, code);
  }
  *count = (size_t)(to - start);
  scratch_used += *count;
  return start;
}

static char *string_end(char *at, int *is_escaped) {
  *is_escaped = 0;
  while (*at != '"') {
    if (*at == '\\') *is_escaped = 1, at++;
    at++;
  }
  return at;
}

static char *nested_end(char *at) {
  int depth = 0, is_escaped;
  do {
    if (*at == '"') at = string_end(at + 1, &is_escaped);
    else if (*at == '{' || *at == '[') depth++;
    else if (*at == '}' || *at == ']') depth--;
    at++;
  } while (depth > 0);
  return at;
}

static char *bind_number(char *at, int place) {
  char *end = at + (*at == '-');
  while (*end >= '0' && *end <= '9') end++;
  if (*end == '.' || *end == 'e' || *end == 'E') {
    sqlite3_bind_double(insert, place, strtod(at, &end));
  } else {
    sqlite3_bind_int64(insert, place, strtoll(at, NULL, 10));
  }
  return end;
}

static char *bind_value(char *at, int place) {
  int is_escaped;
  switch (*at) {
    case '"': {
      char *end = string_end(at + 1, &is_escaped);
      size_t count = (size_t)(end - at - 1);
      char *text = is_escaped ? unescape(at + 1, end, &count) : at + 1;
      sqlite3_bind_text(insert, place, text, (int)count, SQLITE_STATIC);
      return end + 1;
    }
    case 't': return sqlite3_bind_int(insert, place, 1), at + 4;
    case 'f': return sqlite3_bind_int(insert, place, 0), at + 5;
    case 'n': return sqlite3_bind_null(insert, place), at + 4;
    case '{':
    case '[': {
      char *end = nested_end(at);
      sqlite3_bind_text(insert, place, at, (int)(end - at), SQLITE_STATIC);
      return end;
    }
    default: return bind_number(at, place);
  }
}

static int find_column(const char *name, size_t length, int expected) {
  for (int tried = 0; tried < column_count; tried++) {
    int column = (expected + tried) % column_count;
    if (columns[column].length == length && memcmp(columns[column].name, name, length) == 0) return column;
  }
  fail("a column is missing");
  return 0;
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
      at = bind_value(end + 2, column + 1);
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

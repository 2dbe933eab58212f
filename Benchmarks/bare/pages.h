// Pages of rows from a recording: read from loopback, and scanned without making anything of them.
#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <sqlite3.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void fail(const char *what) {
  fprintf(stderr, "bare: %s\n", what);
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

// MARK: The columns

#define COLUMNS_MAX 64

static int column_count;
static struct { char name[128]; size_t length; } columns[COLUMNS_MAX];

static void read_columns(sqlite3 *store) {
  sqlite3_stmt *list = NULL;
  if (sqlite3_prepare_v2(store, "SELECT name FROM pragma_table_info('items')", -1, &list, NULL) != SQLITE_OK)
    fail(sqlite3_errmsg(store));
  while (sqlite3_step(list) == SQLITE_ROW && column_count < COLUMNS_MAX) {
    snprintf(columns[column_count].name, 128, "%s", (const char *)sqlite3_column_text(list, 0));
    columns[column_count].length = strlen(columns[column_count].name);
    column_count++;
  }
  sqlite3_finalize(list);
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

static char *bind_number(sqlite3_stmt *to, char *at, int place) {
  char *end = at + (*at == '-');
  while (*end >= '0' && *end <= '9') end++;
  if (*end == '.' || *end == 'e' || *end == 'E') {
    sqlite3_bind_double(to, place, strtod(at, &end));
  } else {
    sqlite3_bind_int64(to, place, strtoll(at, NULL, 10));
  }
  return end;
}

static char *bind_value(sqlite3_stmt *to, char *at, int place) {
  int is_escaped;
  switch (*at) {
    case '"': {
      char *end = string_end(at + 1, &is_escaped);
      size_t count = (size_t)(end - at - 1);
      char *text = is_escaped ? unescape(at + 1, end, &count) : at + 1;
      sqlite3_bind_text(to, place, text, (int)count, SQLITE_STATIC);
      return end + 1;
    }
    case 't': return sqlite3_bind_int(to, place, 1), at + 4;
    case 'f': return sqlite3_bind_int(to, place, 0), at + 5;
    case 'n': return sqlite3_bind_null(to, place), at + 4;
    case '{':
    case '[': {
      char *end = nested_end(at);
      sqlite3_bind_text(to, place, at, (int)(end - at), SQLITE_STATIC);
      return end;
    }
    default: return bind_number(to, at, place);
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

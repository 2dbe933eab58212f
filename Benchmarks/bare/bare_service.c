// Answers the table service's reads with nothing around SQLite and libmicrohttpd.
//
//   bare_service PORT DATABASE
//
// GET /tables/items/ID is one row; GET /tables/items?…id%20gt%20%27ID%27… the thousand rows behind that id.
// Two threads, as the service has, each with its own connection and prepared statements.
#include <microhttpd.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define COLUMNS "id, createdAt, updatedAt, version, deleted, title, amount, price, complete, note"
static const char *path;
static const char *names[] = {"{\"id\":", ",\"createdAt\":", ",\"updatedAt\":", ",\"version\":", ",\"deleted\":",
                              ",\"title\":", ",\"amount\":", ",\"price\":", ",\"complete\":", ",\"note\":"};
struct text { char *bytes; size_t count, room; };
static __thread sqlite3_stmt *one, *page;

static void fail(const char *what) {
  fprintf(stderr, "bare_service: %s\n", what);
  exit(1);
}

static void open_database(void) {
  sqlite3 *db;
  if (sqlite3_open_v2(path, &db, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX, NULL) != SQLITE_OK) fail("cannot open");
  sqlite3_prepare_v2(db, "SELECT " COLUMNS " FROM items WHERE id = ?", -1, &one, NULL);
  sqlite3_prepare_v2(db, "SELECT " COLUMNS " FROM items WHERE id > ? ORDER BY id LIMIT 1000", -1, &page, NULL);
  if (one == NULL || page == NULL) fail("cannot prepare");
}

static void put(struct text *text, const char *bytes, size_t count) {
  if (text->count + count > text->room) text->bytes = realloc(text->bytes, text->room = (text->room + count) * 2 + 512);
  memcpy(text->bytes + text->count, bytes, count);
  text->count += count;
}

static void quote(struct text *text, const unsigned char *bytes, int count) {
  put(text, "\"", 1);
  int from = 0;
  for (int index = 0; index < count; index++) {
    if (bytes[index] >= 0x20 && bytes[index] != '"' && bytes[index] != '\\') continue;
    char escape[8];
    put(text, (const char *)bytes + from, (size_t)(index - from));
    put(text, escape, (size_t)sprintf(escape, bytes[index] < 0x20 ? "\\u%04x" : "\\%c", bytes[index]));
    from = index + 1;
  }
  put(text, (const char *)bytes + from, (size_t)(count - from));
  put(text, "\"", 1);
}

static void row(struct text *text, sqlite3_stmt *statement) {
  for (int column = 0; column < 10; column++) {
    put(text, names[column], strlen(names[column]));
    if (sqlite3_column_type(statement, column) == SQLITE_NULL) {
      put(text, "null", 4);
    } else if (column == 4 || column == 8) {
      int flag = sqlite3_column_int(statement, column);
      put(text, flag ? "true" : "false", flag ? 4 : 5);
    } else if (column == 6 || column == 7) {
      const char *digits = (const char *)sqlite3_column_text(statement, column);
      put(text, digits, (size_t)sqlite3_column_bytes(statement, column));
    } else {
      const unsigned char *bytes = sqlite3_column_text(statement, column);
      quote(text, bytes, sqlite3_column_bytes(statement, column));
    }
  }
  put(text, "}", 1);
}

static enum MHD_Result respond(void *context, struct MHD_Connection *connection, const char *url, const char *method,
                               const char *version, const char *upload, size_t *size, void **slot) {
  (void)context, (void)method, (void)version, (void)upload, (void)size;
  static char seen;
  if (*slot == NULL) return *slot = &seen, MHD_YES;
  if (one == NULL) open_database();
  struct text text = {0};
  const char *filter = MHD_lookup_connection_value(connection, MHD_GET_ARGUMENT_KIND, "$filter");
  sqlite3_stmt *statement = filter ? page : one;
  const char *id = filter ? strchr(filter, '\'') + 1 : strrchr(url, '/') + 1;
  sqlite3_bind_text(statement, 1, id, filter ? (int)strcspn(id, "'") : -1, SQLITE_TRANSIENT);
  if (filter) put(&text, "[", 1);
  for (int count = 0; sqlite3_step(statement) == SQLITE_ROW; count++) {
    if (count > 0) put(&text, ",", 1);
    row(&text, statement);
  }
  if (filter) put(&text, "]", 1);
  sqlite3_reset(statement);
  struct MHD_Response *response = MHD_create_response_from_buffer(text.count, text.bytes, MHD_RESPMEM_MUST_FREE);
  MHD_add_response_header(response, "Content-Type", "application/json");
  enum MHD_Result result = MHD_queue_response(connection, text.count > 0 ? 200 : 404, response);
  MHD_destroy_response(response);
  return result;
}

int main(int count, char **words) {
  if (count != 3) fail("usage: bare_service PORT DATABASE");
  path = words[2];
  struct MHD_Daemon *daemon =
      MHD_start_daemon(MHD_USE_EPOLL_INTERNAL_THREAD, (unsigned short)atoi(words[1]), NULL, NULL, respond, NULL,
                       MHD_OPTION_THREAD_POOL_SIZE, 2u, MHD_OPTION_END);
  if (daemon == NULL) fail("cannot listen");
  while (1) pause();
}

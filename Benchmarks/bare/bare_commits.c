// Commits one row at a time, each durable, as fast as the disk lets it.
//
//   bare_commits DATABASE SECONDS
//
// The table and its index are the table service's. Prints commits a second.
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static sqlite3 *db;

static void run(const char *sql) {
  if (sqlite3_exec(db, sql, NULL, NULL, NULL) == SQLITE_OK) return;
  fprintf(stderr, "bare_commits: %s\n", sqlite3_errmsg(db));
  exit(1);
}

static double now(void) {
  struct timespec at;
  clock_gettime(CLOCK_MONOTONIC, &at);
  return (double)at.tv_sec + (double)at.tv_nsec / 1e9;
}

int main(int count, char **words) {
  if (count != 3 || sqlite3_open(words[1], &db) != SQLITE_OK) return 2;
  run("PRAGMA journal_mode = WAL");
  run("PRAGMA synchronous = FULL");
  run("CREATE TABLE IF NOT EXISTS items (id TEXT NOT NULL PRIMARY KEY, createdAt TEXT NOT NULL, updatedAt TEXT NOT NULL, "
      "version TEXT NOT NULL, deleted INTEGER NOT NULL, title TEXT, amount NUMERIC, price NUMERIC, complete INTEGER, "
      "note TEXT)");
  run("CREATE INDEX IF NOT EXISTS newest ON items (updatedAt, id)");
  sqlite3_stmt *insert;
  sqlite3_prepare_v2(db,
                     "INSERT INTO items VALUES (lower(hex(randomblob(16))), '2025-01-01T00:00:00.000Z', "
                     "'2025-01-01T00:00:00.000Z', 'AAAAAAAAAAA=', 0, 'Buy milk no. 1', 1, 1.5, 0, 'milk bread tea')",
                     -1, &insert, NULL);
  double start = now(), seconds = atof(words[2]);
  unsigned long commits = 0;
  for (; now() - start < seconds; commits++) {
    if (sqlite3_step(insert) != SQLITE_DONE) return 1;
    sqlite3_reset(insert);
  }
  printf("%.1f\n", (double)commits / (now() - start));
  return 0;
}

// Answers each request target with the bytes that were recorded for it, straight from memory.
//
//   replay_server PORT RECORDING
//
// RECORDING is a row of entries: a line `TARGET_BYTES ANSWER_BYTES`, the target, the whole answer.
#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

struct entry { const char *target, *answer; size_t target_size, answer_size; };
static struct entry *entries;
static size_t entry_count;

static void fail(const char *what) {
  fprintf(stderr, "replay_server: %s\n", what);
  exit(1);
}

static void load(const char *path) {
  int file = open(path, O_RDONLY);
  struct stat facts;
  if (file < 0 || fstat(file, &facts) != 0) fail("cannot read the recording");
  const char *at = mmap(NULL, (size_t)facts.st_size, PROT_READ, MAP_PRIVATE | MAP_POPULATE, file, 0);
  if (at == MAP_FAILED) fail("cannot map the recording");
  const char *end = at + facts.st_size;
  size_t room = 0;
  while (at < end) {
    if (entry_count == room) entries = realloc(entries, (room = room * 2 + 64) * sizeof *entries);
    struct entry *entry = &entries[entry_count++];
    char *rest;
    entry->target_size = strtoull(at, &rest, 10);
    entry->answer_size = strtoull(rest, &rest, 10);
    entry->target = rest + 1;
    entry->answer = entry->target + entry->target_size;
    at = entry->answer + entry->answer_size;
  }
}

static const struct entry *find(const char *target, size_t size) {
  static size_t last;
  for (size_t tried = 0; tried < entry_count; tried++) {
    size_t index = (last + tried) % entry_count;
    if (entries[index].target_size == size && memcmp(entries[index].target, target, size) == 0) {
      last = index + 1;
      return &entries[index];
    }
  }
  return NULL;
}

static void send_all(int client, const char *bytes, size_t count) {
  while (count > 0) {
    ssize_t sent = write(client, bytes, count);
    if (sent <= 0) return;
    bytes += sent, count -= (size_t)sent;
  }
}

static void *serve(void *argument) {
  int client = (int)(long)argument, on = 1;
  static const char missing[] = "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n";
  char request[16384];
  size_t filled = 0;
  setsockopt(client, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  while (1) {
    ssize_t count = read(client, request + filled, sizeof request - filled - 1);
    if (count <= 0) break;
    filled += (size_t)count;
    request[filled] = 0;
    char *end;
    while ((end = strstr(request, "\r\n\r\n")) != NULL) {
      char *target = strchr(request, ' ') + 1;
      const struct entry *entry = find(target, strcspn(target, " "));
      if (entry != NULL) {
        send_all(client, entry->answer, entry->answer_size);
      } else {
        fprintf(stderr, "replay_server: not recorded: %.*s\n", (int)strcspn(target, " "), target);
        send_all(client, missing, sizeof missing - 1);
      }
      filled -= (size_t)(end + 4 - request);
      memmove(request, end + 4, filled + 1);
    }
  }
  close(client);
  return NULL;
}

int main(int count, char **words) {
  if (count != 3) fail("usage: replay_server PORT RECORDING");
  signal(SIGPIPE, SIG_IGN);
  load(words[2]);
  struct sockaddr_in at = {.sin_family = AF_INET, .sin_port = htons((unsigned short)atoi(words[1]))};
  at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  int listener = socket(AF_INET, SOCK_STREAM, 0), on = 1;
  setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  if (bind(listener, (struct sockaddr *)&at, sizeof at) != 0 || listen(listener, 64) != 0) fail("cannot listen");
  while (1) {
    int client = accept(listener, NULL, NULL);
    pthread_t thread;
    if (client >= 0 && pthread_create(&thread, NULL, serve, (void *)(long)client) == 0) pthread_detach(thread);
  }
}

// Sends the same kind of request over and over, one at a time on each of many kept connections.
//
//   load PORT CONNECTIONS WARM_SECONDS SECONDS METHOD TARGETS HEADERS [BODY]
//
// TARGETS is a file with a request target in each line, taken in turn; HEADERS one with header lines. In
// the file BODY each {id} becomes a new id. Prints `requests seconds p50_us p99_us failures bytes`.
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <time.h>
#include <unistd.h>

struct line { int socket; char *in; size_t room, filled, out_size, out_sent; char *out; double sent_at; };
static char **targets, *headers, *body;
static size_t target_count, next_target;
static const char *method;
static unsigned long serial, done, failed;
static unsigned long long bytes;
static int counting;
static float *times;
static size_t times_room;

static void fail(const char *what) {
  fprintf(stderr, "load: %s\n", what);
  exit(1);
}

static double now(void) {
  struct timespec at;
  clock_gettime(CLOCK_MONOTONIC, &at);
  return (double)at.tv_sec + (double)at.tv_nsec / 1e9;
}

static char *contents(const char *path) {
  FILE *file = fopen(path, "rb");
  if (file == NULL) fail(path);
  char *text = calloc(1, 1 << 24);
  if (fread(text, 1, (1 << 24) - 1, file) == 0) fail("an empty file");
  fclose(file);
  return text;
}

static void load_targets(const char *path) {
  size_t room = 0;
  for (char *at = strtok(contents(path), "\n"); at != NULL; at = strtok(NULL, "\n")) {
    if (target_count == room) targets = realloc(targets, (room = room * 2 + 64) * sizeof *targets);
    targets[target_count++] = at;
  }
}

static void prepare(struct line *line) {
  char filled[16384], *to = filled, id[64];
  *to = 0;
  if (body != NULL) {
    snprintf(id, sizeof id, "%08x-%04x-4000-8000-%012lx", (unsigned)(serial * 2654435761u), getpid() & 0xffff, serial);
    serial++;
    for (const char *from = body; *from;) {
      if (strncmp(from, "{id}", 4) == 0) to = stpcpy(to, id), from += 4;
      else *to++ = *from++;
    }
    *to = 0;
  }
  const char *target = targets[next_target++ % target_count];
  line->out_sent = 0;
  line->out_size = (size_t)snprintf(line->out, 32768, "%s %s HTTP/1.1\r\nHost: 127.0.0.1\r\n%s", method, target, headers);
  if (body != NULL) line->out_size += (size_t)sprintf(line->out + line->out_size, "Content-Length: %zu\r\n", strlen(filled));
  line->out_size += (size_t)sprintf(line->out + line->out_size, "\r\n%s", filled);
  line->sent_at = now();
}

static void push(struct line *line) {
  ssize_t count = write(line->socket, line->out, line->out_size);
  if (count != (ssize_t)line->out_size) fail("a request could not be sent in one piece");
}

// The length of the answer at the front; 0 when it is not complete yet.
static size_t answer(struct line *line) {
  line->in[line->filled] = 0;
  char *end = strstr(line->in, "\r\n\r\n");
  if (end == NULL) return 0;
  char *length = strcasestr(line->in, "\r\nContent-Length:");
  if (length == NULL || length > end) fail("an answer without a length");
  size_t whole = (size_t)(end + 4 - line->in) + strtoul(length + 17, NULL, 10);
  return line->filled >= whole ? whole : 0;
}

static void note(struct line *line, size_t size) {
  if (!counting) return;
  if (line->in[9] != '2') {
    if (failed++ == 0) fprintf(stderr, "load: %.300s\n", line->in);
  }
  if (done == times_room) times = realloc(times, (times_room = times_room * 2 + 4096) * sizeof *times);
  times[done++] = (float)(now() - line->sent_at);
  bytes += size;
}

static void receive(struct line *line) {
  if (line->room - line->filled < 65536) line->in = realloc(line->in, (line->room = line->room * 2 + 131072));
  ssize_t count = read(line->socket, line->in + line->filled, line->room - line->filled - 1);
  if (count < 0 && errno == EAGAIN) return;
  if (count <= 0) fail("a connection was closed");
  line->filled += (size_t)count;
  size_t size = answer(line);
  if (size == 0) return;
  note(line, size);
  line->filled = 0;
  prepare(line);
  push(line);
}

static int compare(const void *left, const void *right) {
  float a = *(const float *)left, b = *(const float *)right;
  return a < b ? -1 : a > b;
}

int main(int count, char **words) {
  if (count < 8) fail("usage: load PORT CONNECTIONS WARM SECONDS METHOD TARGETS HEADERS [BODY]");
  struct sockaddr_in at = {.sin_family = AF_INET, .sin_port = htons((unsigned short)atoi(words[1]))};
  at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  int connections = atoi(words[2]), poll = epoll_create1(0), on = 1;
  double warm = atof(words[3]), seconds = atof(words[4]);
  method = words[5];
  load_targets(words[6]);
  headers = contents(words[7]);
  if (count > 8) body = contents(words[8]);
  for (int index = 0; index < connections; index++) {
    struct line *line = calloc(1, sizeof *line);
    line->out = malloc(65536);
    line->socket = socket(AF_INET, SOCK_STREAM, 0);
    if (connect(line->socket, (struct sockaddr *)&at, sizeof at) != 0) fail("cannot connect");
    setsockopt(line->socket, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = line};
    epoll_ctl(poll, EPOLL_CTL_ADD, line->socket, &event);
    prepare(line);
    push(line);
  }
  double start = now(), from = start + warm, until = from + seconds;
  struct epoll_event events[128];
  for (double time = start; time < until; time = now()) {
    counting = time >= from;
    int ready = epoll_wait(poll, events, 128, 100);
    for (int index = 0; index < ready; index++) receive(events[index].data.ptr);
  }
  double took = now() - from;
  qsort(times, done, sizeof *times, compare);
  printf("%lu %.6f %.1f %.1f %lu %llu\n", done, took, done ? times[done / 2] * 1e6 : 0.0,
         done ? times[done * 99 / 100] * 1e6 : 0.0, failed, bytes);
  return 0;
}

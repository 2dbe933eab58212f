// A proxy that holds back what clients send for so many milliseconds, and counts bytes.
//
//   delay_proxy PORT TARGET_PORT MILLISECONDS
//
// The delay is for each piece that arrives, and pieces do not wait for each other, as on a long line.
// At SIGTERM it prints `requests-bytes answers-bytes connections`.
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

struct piece { struct piece *next; uint64_t due; size_t size; char bytes[]; };

// One direction of one connection.
struct line {
  int from, to;
  uint64_t delay;
  atomic_ullong *counter;
  pthread_mutex_t lock;
  pthread_cond_t bell;
  struct piece *first, *last;
  int has_ended;
};

static atomic_ullong asked, answered, connections;
static int target_port;
static uint64_t delay;

static uint64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

static void *deliver(void *argument) {
  struct line *line = argument;
  while (1) {
    pthread_mutex_lock(&line->lock);
    while (line->first == NULL && !line->has_ended) pthread_cond_wait(&line->bell, &line->lock);
    struct piece *piece = line->first;
    if (piece != NULL && (line->first = piece->next) == NULL) line->last = NULL;
    pthread_mutex_unlock(&line->lock);
    if (piece == NULL) break;
    struct timespec due = {(time_t)(piece->due / 1000000000u), (long)(piece->due % 1000000000u)};
    while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &due, NULL) == EINTR) continue;
    for (size_t at = 0; at < piece->size;) {
      ssize_t count = write(line->to, piece->bytes + at, piece->size - at);
      if (count <= 0) break;
      at += (size_t)count;
    }
    free(piece);
  }
  shutdown(line->to, SHUT_WR);
  return NULL;
}

static void *collect(void *argument) {
  struct line *line = argument;
  pthread_t writer;
  pthread_create(&writer, NULL, deliver, line);
  static _Thread_local char buffer[262144];
  ssize_t count;
  while ((count = read(line->from, buffer, sizeof buffer)) > 0) {
    struct piece *piece = malloc(sizeof *piece + (size_t)count);
    *piece = (struct piece){.due = now() + line->delay, .size = (size_t)count};
    memcpy(piece->bytes, buffer, (size_t)count);
    atomic_fetch_add(line->counter, (unsigned long long)count);
    pthread_mutex_lock(&line->lock);
    if (line->last != NULL) line->last->next = piece;
    else line->first = piece;
    line->last = piece;
    pthread_cond_signal(&line->bell);
    pthread_mutex_unlock(&line->lock);
  }
  pthread_mutex_lock(&line->lock);
  line->has_ended = 1;
  pthread_cond_signal(&line->bell);
  pthread_mutex_unlock(&line->lock);
  pthread_join(writer, NULL);
  return NULL;
}

static struct line *make_line(int from, int to, uint64_t delay, atomic_ullong *counter) {
  struct line *line = calloc(1, sizeof *line);
  line->from = from, line->to = to, line->delay = delay, line->counter = counter;
  pthread_mutex_init(&line->lock, NULL);
  pthread_cond_init(&line->bell, NULL);
  return line;
}

static void *carry(void *argument) {
  int client = (int)(long)argument, on = 1, server = socket(AF_INET, SOCK_STREAM, 0);
  struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons((uint16_t)target_port)};
  to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  setsockopt(client, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  setsockopt(server, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  if (connect(server, (struct sockaddr *)&to, sizeof to) == 0) {
    struct line *out = make_line(client, server, delay, &asked);
    struct line *back = make_line(server, client, 0, &answered);
    pthread_t reader;
    pthread_create(&reader, NULL, collect, out);
    collect(back);
    shutdown(client, SHUT_RDWR);
    pthread_join(reader, NULL);
    free(out), free(back);
  }
  close(client), close(server);
  return NULL;
}

static void *wait_for_the_end(void *signals) {
  int number;
  sigwait(signals, &number);
  printf("%llu %llu %llu\n", (unsigned long long)asked, (unsigned long long)answered, (unsigned long long)connections);
  fflush(stdout);
  _exit(0);
}

int main(int count, char **words) {
  if (count != 4) return fprintf(stderr, "usage: delay_proxy PORT TARGET_PORT MILLISECONDS\n"), 2;
  signal(SIGPIPE, SIG_IGN);
  static sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGTERM);
  pthread_sigmask(SIG_BLOCK, &signals, NULL);
  pthread_t ending;
  pthread_create(&ending, NULL, wait_for_the_end, &signals);
  target_port = atoi(words[2]);
  delay = (uint64_t)(atof(words[3]) * 1e6);
  struct sockaddr_in at = {.sin_family = AF_INET, .sin_port = htons((uint16_t)atoi(words[1]))};
  at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  int listener = socket(AF_INET, SOCK_STREAM, 0), on = 1;
  setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  if (bind(listener, (struct sockaddr *)&at, sizeof at) != 0 || listen(listener, 256) != 0) return perror("delay_proxy"), 1;
  while (1) {
    int client = accept(listener, NULL, NULL);
    pthread_t thread;
    if (client < 0) continue;
    atomic_fetch_add(&connections, 1);
    if (pthread_create(&thread, NULL, carry, (void *)(long)client) == 0) pthread_detach(thread);
  }
}

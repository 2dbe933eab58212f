// A preloaded library that counts the file writes of a program below a folder, and at a chosen one ends the program,
// loses what was not synced, fails, or sets the clock. strace can inject the same, but counts the calls of each thread apart.
//
// SYNCLINE_FAULTS names a file with a `struct control`, which the sweep maps, too. SYNCLINE_FAULTS_BELOW is the folder.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

enum mode { COUNT, KILL, TEAR, POWER, FAIL_FROM, FAIL_ONCE, SET_CLOCK };
enum kind { WRITE, SYNC, TRUNCATE, CREATE, UNLINK, RENAME, KINDS };
static const char *const kind_names[KINDS] = {"write", "sync", "truncate", "create", "unlink", "rename"};

struct control {
  uint32_t armed, mode;
  uint64_t at, calls, hits, seed;
  uint32_t error;
  int32_t clock_jump, clock_offset;  // seconds: by how much the clock is set, and by how much it is off now
  uint32_t failed_syncs;
  uint64_t kinds[KINDS];
  char hit[256];  // the call that was hit first, and its file
  uint8_t kind_of[3000];  // by call, the first one at 0
};

// A write that no sync has followed yet.
struct unsynced {
  ino_t inode;
  off_t offset, old_size;
  size_t length, old_length;
  char *old_bytes, *bytes;
  char path[512];
};

static struct control *control;
static char below[512];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct unsynced *unsynced;
static size_t unsynced_count, unsynced_room;

static ssize_t (*real_write)(int, const void *, size_t);
static ssize_t (*real_pwrite)(int, const void *, size_t, off_t);
static int (*real_fsync)(int), (*real_fdatasync)(int), (*real_ftruncate)(int, off_t);
static int (*real_open)(const char *, int, ...), (*real_openat)(int, const char *, int, ...);
static int (*real_unlink)(const char *), (*real_rename)(const char *, const char *);
static int (*real_access)(const char *, int), (*real_mkdir)(const char *, mode_t);
static int (*real_clock_gettime)(clockid_t, struct timespec *), (*real_gettimeofday)(struct timeval *, void *);

__attribute__((constructor)) static void set_up(void) {
  if (real_write) return;
  real_write = dlsym(RTLD_NEXT, "write");
  real_pwrite = dlsym(RTLD_NEXT, "pwrite64");
  real_fsync = dlsym(RTLD_NEXT, "fsync");
  real_fdatasync = dlsym(RTLD_NEXT, "fdatasync");
  real_ftruncate = dlsym(RTLD_NEXT, "ftruncate64");
  real_open = dlsym(RTLD_NEXT, "open64");
  real_openat = dlsym(RTLD_NEXT, "openat64");
  real_unlink = dlsym(RTLD_NEXT, "unlink");
  real_rename = dlsym(RTLD_NEXT, "rename");
  real_access = dlsym(RTLD_NEXT, "access");
  real_mkdir = dlsym(RTLD_NEXT, "mkdir");
  real_clock_gettime = dlsym(RTLD_NEXT, "clock_gettime");
  real_gettimeofday = dlsym(RTLD_NEXT, "gettimeofday");
  const char *file = getenv("SYNCLINE_FAULTS"), *folder = getenv("SYNCLINE_FAULTS_BELOW");
  int fd = file && folder ? real_open(file, O_RDWR) : -1;
  if (fd < 0) return;
  snprintf(below, sizeof below, "%s/", folder);
  void *map = mmap(NULL, sizeof *control, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  close(fd);
  if (map != MAP_FAILED) control = map;
}

static int is_below(const char *path) { return control && path && strncmp(path, below, strlen(below)) == 0; }

static int path_of(int fd, char *path, size_t size) {
  char link[64];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, size - 1);
  path[length < 0 ? 0 : length] = 0;
  return is_below(path);
}

static int is_index(const char *path) {
  size_t length = strlen(path);
  return length > 4 && strcmp(path + length - 4, "-shm") == 0;
}

// MARK: Power loss

static void remember(int fd, const char *path, const void *bytes, size_t length, off_t offset) {
  struct stat state;
  if (is_index(path) || fstat(fd, &state) != 0 || !S_ISREG(state.st_mode)) return;
  if (unsynced_count == unsynced_room) {
    unsynced_room = unsynced_room ? unsynced_room * 2 : 64;
    unsynced = realloc(unsynced, unsynced_room * sizeof *unsynced);
  }
  struct unsynced *entry = &unsynced[unsynced_count++];
  *entry = (struct unsynced){.inode = state.st_ino, .offset = offset, .old_size = state.st_size, .length = length};
  snprintf(entry->path, sizeof entry->path, "%s", path);
  entry->bytes = malloc(length + 1);
  entry->old_bytes = malloc(length + 1);
  memcpy(entry->bytes, bytes, length);
  ssize_t read = pread(fd, entry->old_bytes, length, offset);
  entry->old_length = read < 0 ? 0 : (size_t)read;
}

static void forget(int fd) {
  struct stat state;
  if (fstat(fd, &state) != 0) return;
  size_t kept = 0;
  for (size_t i = 0; i < unsynced_count; i++) {
    if (unsynced[i].inode == state.st_ino) {
      free(unsynced[i].bytes);
      free(unsynced[i].old_bytes);
    } else {
      unsynced[kept++] = unsynced[i];
    }
  }
  unsynced_count = kept;
}

static uint64_t next_random(void) {
  uint64_t z = (control->seed += 0x9e3779b97f4a7c15);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  return z ^ (z >> 31);
}

static int reopened(const struct unsynced *entry) {
  struct stat state;
  int fd = real_open(entry->path, O_RDWR);
  if (fd >= 0 && fstat(fd, &state) == 0 && state.st_ino == entry->inode) return fd;
  if (fd >= 0) close(fd);
  return -1;
}

// Back to what was synced; then each write happens whole, as far as a sector of 512 bytes, or not at all.
static void lose_power(void) {
  for (size_t i = unsynced_count; i-- > 0;) {
    int fd = reopened(&unsynced[i]);
    if (fd < 0) continue;
    real_pwrite(fd, unsynced[i].old_bytes, unsynced[i].old_length, unsynced[i].offset);
    real_ftruncate(fd, unsynced[i].old_size);
    close(fd);
  }
  for (size_t i = 0; i < unsynced_count; i++) {
    int fd = reopened(&unsynced[i]);
    if (fd < 0) continue;
    uint64_t chance = next_random() % 10;
    size_t length = chance < 4 ? 0 : chance < 8 ? unsynced[i].length : next_random() % (unsynced[i].length / 512 + 1) * 512;
    real_pwrite(fd, unsynced[i].bytes, length, unsynced[i].offset);
    close(fd);
  }
}

// MARK: The chosen call

static void end(void) {
  kill(getpid(), SIGKILL);
  for (;;) pause();
}

static int can_fail(enum kind kind) {
  if (control->error == EROFS) return 1;
  if (control->error == ENOSPC) return kind == WRITE || kind == CREATE;
  return kind == WRITE || kind == SYNC || kind == TRUNCATE || kind == CREATE;
}

// True while the folder is on a file system that can only be read.
static int is_read_only(const char *path) {
  int is_there = is_below(path) || (control && path && strncmp(path, below, strlen(below) - 1) == 0 && !path[strlen(below) - 1]);
  return is_there && control->armed && control->mode == FAIL_FROM && control->error == EROFS && control->hits > 0;
}

// Counts a call, with the lock held; nonzero when it has to fail with `errno`.
static int strike(enum kind kind, const char *path, int fd, const void *bytes, size_t length, off_t offset) {
  if (!control->armed) return 0;
  uint64_t call = ++control->calls;
  control->kinds[kind]++;
  if (call <= sizeof control->kind_of) control->kind_of[call - 1] = kind;
  if (control->mode == COUNT || call < control->at) return 0;
  if ((control->mode == FAIL_ONCE || control->mode == SET_CLOCK) && control->hits > 0) return 0;
  if ((control->mode == FAIL_FROM || control->mode == FAIL_ONCE) && !can_fail(kind)) return 0;
  if (control->hits++ == 0) snprintf(control->hit, sizeof control->hit, "%s %s", kind_names[kind], path + strlen(below));
  switch (control->mode) {
  case TEAR:
    if (kind == WRITE) real_pwrite(fd, bytes, length / 2, offset);
    end();
    break;
  case POWER:
    if (kind == WRITE) remember(fd, path, bytes, length, offset);
    lose_power();
    end();
    break;
  case KILL:
    end();
    break;
  case SET_CLOCK:
    control->clock_offset = control->clock_jump;
    return 0;
  }
  if (kind == SYNC) control->failed_syncs++;
  errno = (int)control->error;
  return 1;
}

// MARK: Calls of the program

static ssize_t write_at(int fd, const void *bytes, size_t length, off_t offset, int is_positioned) {
  char path[512];
  set_up();  // Other libraries may write before it is this one's turn.
  if (!control || !path_of(fd, path, sizeof path)) {
    return is_positioned ? real_pwrite(fd, bytes, length, offset) : real_write(fd, bytes, length);
  }
  pthread_mutex_lock(&lock);
  off_t at = is_positioned ? offset : fcntl(fd, F_GETFL) & O_APPEND ? lseek(fd, 0, SEEK_END) : lseek(fd, 0, SEEK_CUR);
  ssize_t result = -1;
  if (!strike(WRITE, path, fd, bytes, length, at)) {
    remember(fd, path, bytes, length, at);
    result = is_positioned ? real_pwrite(fd, bytes, length, offset) : real_write(fd, bytes, length);
  }
  pthread_mutex_unlock(&lock);
  return result;
}

ssize_t write(int fd, const void *bytes, size_t length) { return write_at(fd, bytes, length, 0, 0); }
ssize_t pwrite(int fd, const void *bytes, size_t length, off_t offset) { return write_at(fd, bytes, length, offset, 1); }
ssize_t pwrite64(int fd, const void *bytes, size_t length, off64_t offset) { return write_at(fd, bytes, length, offset, 1); }

static int sync_file(int fd, int (**real)(int)) {
  char path[512];
  set_up();
  if (!control || !path_of(fd, path, sizeof path)) return (*real)(fd);
  pthread_mutex_lock(&lock);
  int result = -1;
  if (!strike(SYNC, path, fd, NULL, 0, 0)) {
    forget(fd);
    result = (*real)(fd);
  }
  pthread_mutex_unlock(&lock);
  return result;
}

int fsync(int fd) { return sync_file(fd, &real_fsync); }
int fdatasync(int fd) { return sync_file(fd, &real_fdatasync); }

// Counts a call that is durable at once here; nonzero when it has to fail.
static int strike_path(enum kind kind, const char *path) {
  pthread_mutex_lock(&lock);
  int fails = strike(kind, path, -1, NULL, 0, 0);
  pthread_mutex_unlock(&lock);
  return fails;
}

int ftruncate64(int fd, off64_t size) {
  char path[512];
  set_up();
  if (!control || !path_of(fd, path, sizeof path)) return real_ftruncate(fd, size);
  if (strike_path(TRUNCATE, path)) return -1;
  pthread_mutex_lock(&lock);
  forget(fd);
  pthread_mutex_unlock(&lock);
  return real_ftruncate(fd, size);
}

int ftruncate(int fd, off_t size) { return ftruncate64(fd, size); }

static int open_file(int folder, const char *path, int flags, mode_t mode) {
  set_up();
  if (is_below(path) && flags & O_CREAT && real_access(path, F_OK) != 0 && strike_path(CREATE, path)) return -1;
  if ((flags & O_ACCMODE) != O_RDONLY && is_read_only(path)) {
    errno = EROFS;
    return -1;
  }
  return folder == AT_FDCWD ? real_open(path, flags, mode) : real_openat(folder, path, flags, mode);
}

#define OPEN(name, parameters, folder)                                                                                 \
  int name parameters {                                                                                                \
    mode_t mode = 0;                                                                                                   \
    if (flags & (O_CREAT | O_TMPFILE)) {                                                                               \
      va_list rest;                                                                                                    \
      va_start(rest, flags);                                                                                           \
      mode = va_arg(rest, mode_t);                                                                                     \
      va_end(rest);                                                                                                    \
    }                                                                                                                  \
    return open_file(folder, path, flags, mode);                                                                       \
  }
OPEN(open, (const char *path, int flags, ...), AT_FDCWD)
OPEN(open64, (const char *path, int flags, ...), AT_FDCWD)
OPEN(openat, (int folder, const char *path, int flags, ...), folder)
OPEN(openat64, (int folder, const char *path, int flags, ...), folder)

int unlink(const char *path) {
  set_up();
  return is_below(path) && strike_path(UNLINK, path) ? -1 : real_unlink(path);
}

int rename(const char *from, const char *to) {
  set_up();
  return is_below(to) && strike_path(RENAME, to) ? -1 : real_rename(from, to);
}

// A file that can't be written on a file system that can only be read.
int access(const char *path, int mode) {
  set_up();
  if (!(mode & W_OK) || !is_read_only(path)) return real_access(path, mode);
  errno = EROFS;
  return -1;
}

int mkdir(const char *path, mode_t mode) {
  set_up();
  if (!is_read_only(path)) return real_mkdir(path, mode);
  errno = EROFS;
  return -1;
}

int clock_gettime(clockid_t clock, struct timespec *now) {
  set_up();
  int result = real_clock_gettime(clock, now);
  if (control && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) now->tv_sec += control->clock_offset;
  return result;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone) {
  set_up();
  int result = real_gettimeofday(now, zone);
  if (control) now->tv_sec += control->clock_offset;
  return result;
}

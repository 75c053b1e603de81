// A slow disk, for `bastide load` (docs/performance.md): each flush takes SLOW_MS (20) more. With SLOW_LOG=FILE each is
// a line in it: seconds, thread, file.
//
//   gcc -shared -fPIC -O2 -o /tmp/slow_flushes.so bench/slow_flushes.c
//   LD_PRELOAD=/tmp/slow_flushes.so bastide serve ...       (with --db: before postgres instead)
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

static int slowly(const char* name, int file) {
  const char *more = getenv("SLOW_MS"), *log = getenv("SLOW_LOG");
  FILE* out = log ? fopen(log, "a") : NULL;
  if (out) {
    char link[64], path[512];
    struct timespec now;
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    const ssize_t length = readlink(link, path, sizeof path - 1);
    path[length < 0 ? 0 : length] = 0;
    clock_gettime(CLOCK_MONOTONIC, &now);
    fprintf(out, "%ld.%06ld %d %s\n", (long)now.tv_sec, now.tv_nsec / 1000, (int)gettid(), path);
    fclose(out);
  }
  usleep((more ? atoi(more) : 20) * 1000);
  return ((int (*)(int))dlsym(RTLD_NEXT, name))(file);
}

int fsync(int file) { return slowly("fsync", file); }
int fdatasync(int file) { return slowly("fdatasync", file); }

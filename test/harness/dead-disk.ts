/** Simulates a disk that stops answering, like a network drive whose server is gone, or that takes seconds for each flush. */
import { spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Processes started with `env` have this disk; everything below one of the places (absolute paths) is on it. */
export interface DeadDisk {
  readonly env: Readonly<Record<string, string>>;
  become(state: 'dead' | 'slow' | 'well'): void;
}

// Every C function that Node's file system calls waits while the sign exists, if its path is below the place. For open files, the path is looked up by
// the descriptor.
const source = `
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/vfs.h>
#include <unistd.h>
static int there(const char *name) {
  const char *sign = getenv(name);
  return sign && syscall(SYS_access, sign, F_OK) == 0;
}
static int has_disk(void) {
  static int known = -1;
  const char *program = getenv("HUB_TEST_DISK_OF");
  if (known >= 0) return known;
  char words[4096];
  int file = syscall(SYS_open, "/proc/self/cmdline", O_RDONLY);
  ssize_t length = syscall(SYS_read, file, words, sizeof words);
  syscall(SYS_close, file);
  return known = !program || (length > 0 && memmem(words, length, program, strlen(program)) != NULL);
}
static int on_disk(const char *path) {
  const char *place = getenv("HUB_TEST_DISK");
  char real[PATH_MAX];
  if (!path || !place || !has_disk()) return 0;
  if (!strncmp(path, "/proc/self/fd/", 14)) {
    char link[64];
    snprintf(link, sizeof link, "/proc/self/fd/%d", atoi(path + 14));
    ssize_t length = readlink(link, real, sizeof real - 1);
    if (length < 0) return 0;
    real[length] = 0;
    path = real;
  }
  for (const char *at = place; *at; at += strcspn(at, ":") + (at[strcspn(at, ":")] == ':'))
    if (!strncmp(path, at, strcspn(at, ":"))) return 1;
  return 0;
}
static void ask(const char *path) {
  if (on_disk(path)) while (there("HUB_TEST_DISK_DEAD")) usleep(20000);
}
static void ask_file(int file) {
  char name[64];
  snprintf(name, sizeof name, "/proc/self/fd/%d", file);
  ask(name);
}
static void flush(int file) {
  char name[64];
  snprintf(name, sizeof name, "/proc/self/fd/%d", file);
  ask(name);
  if (on_disk(name) && there("HUB_TEST_DISK_SLOW")) usleep(5000000);
}
#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))
#define OPENS(name) int name(const char *path, int flags, ...) { \\
  va_list rest; va_start(rest, flags); int mode = va_arg(rest, int); va_end(rest); \\
  ask(path); return REAL(name)(path, flags, mode); }
OPENS(open) OPENS(open64)
int link(const char *from, const char *to) { ask(to); return REAL(link)(from, to); }
int rename(const char *from, const char *to) { ask(to); return REAL(rename)(from, to); }
int unlink(const char *path) { ask(path); return REAL(unlink)(path); }
int mkdir(const char *path, mode_t mode) { ask(path); return REAL(mkdir)(path, mode); }
int access(const char *path, int how) { ask(path); return REAL(access)(path, how); }
char *realpath(const char *path, char *into) { ask(path); return REAL(realpath)(path, into); }
int statfs64(const char *path, struct statfs64 *into) { ask(path); return REAL(statfs64)(path, into); }
static void ask_status(int folder, const char *path) {
  if (path && *path) ask(path); else ask_file(folder);
}
int statx(int folder, const char *path, int flags, unsigned mask, struct statx *into) {
  ask_status(folder, path);
  return REAL(statx)(folder, path, flags, mask, into);
}
// libuv calls statx(2) by its number.
long syscall(long number, ...) {
  static __typeof__(&syscall) real;
  long words[6];
  va_list rest; va_start(rest, number);
  for (int at = 0; at < 6; at++) words[at] = va_arg(rest, long);
  va_end(rest);
  if (number == SYS_statx) ask_status(words[0], (const char *)words[1]);
  if (!real) real = REAL(syscall);
  return real(number, words[0], words[1], words[2], words[3], words[4], words[5]);
}
int scandir64(const char *path, struct dirent64 ***list, int (*filter)(const struct dirent64 *), int (*order)(const struct dirent64 **, const struct dirent64 **)) {
  ask(path);
  return REAL(scandir64)(path, list, filter, order);
}
ssize_t write(int file, const void *bytes, size_t count) { ask_file(file); return syscall(SYS_write, file, bytes, count); }
ssize_t read(int file, void *bytes, size_t count) { ask_file(file); return syscall(SYS_read, file, bytes, count); }
int fsync(int file) { flush(file); return syscall(SYS_fsync, file); }
int fdatasync(int file) { flush(file); return syscall(SYS_fdatasync, file); }
`;

/**
 * Null if no C compiler is installed. `folder` is for its own files, and must not be below one of the places. `program`: only processes with this text
 * in their command line have the disk.
 */
export function deadDisk(folder: string, places: readonly string[], program?: string): DeadDisk | null {
  const [library, dead, slow] = ['dead-disk.so', 'dead', 'slow'].map((name) => path.join(folder, name)) as [string, string, string];
  const words = ['-shared', '-fPIC', '-O1', '-D_LARGEFILE64_SOURCE', '-x', 'c', '-', '-o', library, '-ldl'];
  const compiled = spawnSync('cc', words, { input: source, encoding: 'utf8' });
  if (compiled.error !== undefined) return null;
  if (compiled.status !== 0) throw new Error(compiled.stderr);
  return {
    env: {
      LD_PRELOAD: library,
      HUB_TEST_DISK: places.join(':'),
      HUB_TEST_DISK_DEAD: dead,
      HUB_TEST_DISK_SLOW: slow,
      ...(program === undefined ? {} : { HUB_TEST_DISK_OF: program }),
    },
    become: (state) => {
      for (const sign of [dead, slow]) rmSync(sign, { force: true });
      if (state === 'dead') writeFileSync(dead, '');
      if (state === 'slow') writeFileSync(slow, '');
    },
  };
}

// A library that is preloaded into a process. It appends each write, truncation, change of a name and synchronization of a file
// below PGW_POWER_ROOT to the file PGW_POWER_JOURNAL, in the order in which they happened. journal.ts reads it.
//
// A record: kind (1 byte), number (8), offset or size (8), length of the path (4), length of the data (4), path, data.
// Each record is one write with O_APPEND, so the records of all processes are in one order.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

static int journal = -1;
// Set by PGW_POWER_WITHOUT_SYNC: synchronizations do nothing, as if the program did not call them.
static int without_sync;
static char root[PATH_MAX];
static size_t root_length;

__attribute__((constructor)) static void start(void) {
  const char *folder = getenv("PGW_POWER_ROOT");
  const char *file = getenv("PGW_POWER_JOURNAL");
  if (folder == NULL || file == NULL) return;
  without_sync = getenv("PGW_POWER_WITHOUT_SYNC") != NULL;
  snprintf(root, sizeof root, "%s/", folder);
  root_length = strlen(root);
  int fd = (int)syscall(SYS_openat, AT_FDCWD, file, O_WRONLY | O_APPEND | O_CLOEXEC, 0);
  if (fd < 0) abort();
  // A high number, which programs that close the usual descriptors keep.
  journal = fcntl(fd, F_DUPFD_CLOEXEC, 900);
  syscall(SYS_close, fd);
  if (journal < 0) abort();
}

static void append(char kind, uint64_t number, uint64_t offset, const char *path, const struct iovec *data, int count) {
  if (count > 60) abort();
  char header[25];
  uint32_t path_length = (uint32_t)strlen(path), data_length = 0;
  for (int i = 0; i < count; i += 1) data_length += (uint32_t)data[i].iov_len;
  header[0] = kind;
  memcpy(header + 1, &number, 8);
  memcpy(header + 9, &offset, 8);
  memcpy(header + 17, &path_length, 4);
  memcpy(header + 21, &data_length, 4);
  struct iovec parts[62] = {{header, sizeof header}, {(void *)path, path_length}};
  memcpy(parts + 2, data, sizeof *data * (size_t)count);
  ssize_t wanted = (ssize_t)(sizeof header + path_length + data_length);
  int saved = errno;
  if (syscall(SYS_writev, journal, parts, (long)count + 2) != wanted) abort();
  errno = saved;
}

// The path below the root of an open file. Returns 0 for a file elsewhere, and for a deleted one.
static int find_path(int fd, char *path) {
  if (journal < 0 || fd == journal) return 0;
  char link[40], target[PATH_MAX];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  long length = syscall(SYS_readlinkat, AT_FDCWD, link, target, sizeof target - 2);
  if (length <= 0) return 0;
  target[length] = '\0';
  if (strncmp(target, root, root_length - 1) != 0) return 0;
  if (length > 10 && strcmp(target + length - 10, " (deleted)") == 0) return 0;
  strcpy(path, (size_t)length < root_length ? "" : target + root_length);
  return 1;
}

// The path below the root of a name, which may be relative. The last part need not exist.
static int find_name(int folder, const char *name, char *path) {
  if (journal < 0) return 0;
  char full[PATH_MAX * 2];
  if (name[0] == '/') snprintf(full, sizeof full, "%s", name);
  else {
    char base[PATH_MAX], link[40];
    snprintf(link, sizeof link, folder == AT_FDCWD ? "/proc/self/cwd" : "/proc/self/fd/%d", folder);
    long length = syscall(SYS_readlinkat, AT_FDCWD, link, base, sizeof base - 1);
    if (length <= 0) return 0;
    base[length] = '\0';
    while (strncmp(name, "./", 2) == 0) name += 2;
    snprintf(full, sizeof full, "%s/%s", base, name);
  }
  if (strncmp(full, root, root_length) != 0) return 0;
  strcpy(path, full + root_length);
  return 1;
}

static atomic_ulong syncs;

static void record(char kind, int fd, uint64_t number, uint64_t offset) {
  char path[PATH_MAX];
  if (find_path(fd, path)) append(kind, number, offset, path, NULL, 0);
}

static uint64_t next_number(void) {
  return ((uint64_t)getpid() << 32) | (uint32_t)atomic_fetch_add(&syncs, 1);
}

// 'b' and 's' are the begin and the end of a synchronization: what was written in between may be missing.
#define SYNC(name)                                            \
  int name(int fd) {                                          \
    if (without_sync) return 0;                               \
    uint64_t number = next_number();                          \
    record('b', fd, number, 0);                               \
    int result = (int)syscall(SYS_##name, fd);                \
    if (result == 0) record('s', fd, number, 0);              \
    return result;                                            \
  }
SYNC(fsync)
SYNC(fdatasync)

static void record_write(int fd, const struct iovec *data, int count, off_t offset, ssize_t written) {
  char path[PATH_MAX];
  if (written <= 0 || !find_path(fd, path)) return;
  struct iovec parts[60];
  if (count > 60) abort();
  int used = 0;
  for (size_t rest = (size_t)written; used < count && rest > 0; used += 1) {
    parts[used] = data[used];
    if (parts[used].iov_len > rest) parts[used].iov_len = rest;
    rest -= parts[used].iov_len;
  }
  append('w', 0, (uint64_t)offset, path, parts, used);
  int flags = fcntl(fd, F_GETFL);
  if (flags < 0 || (flags & O_DSYNC) == 0) return;
  uint64_t number = next_number();
  append('b', number, 0, path, NULL, 0);
  append('s', number, 0, path, NULL, 0);
}

// The offset of a write without one: the end of the write, minus its length.
static off_t find_offset(int fd, ssize_t written) {
  return (off_t)syscall(SYS_lseek, fd, 0, SEEK_CUR) - (off_t)written;
}

ssize_t write(int fd, const void *bytes, size_t length) {
  ssize_t written = syscall(SYS_write, fd, bytes, length);
  struct iovec part = {(void *)bytes, length};
  if (journal >= 0 && fd > 2 && written > 0) record_write(fd, &part, 1, find_offset(fd, written), written);
  return written;
}

ssize_t writev(int fd, const struct iovec *data, int count) {
  ssize_t written = syscall(SYS_writev, fd, data, (long)count);
  if (journal >= 0 && fd > 2 && written > 0) record_write(fd, data, count, find_offset(fd, written), written);
  return written;
}

ssize_t pwrite64(int fd, const void *bytes, size_t length, off64_t offset) {
  ssize_t written = syscall(SYS_pwrite64, fd, bytes, length, offset);
  struct iovec part = {(void *)bytes, length};
  record_write(fd, &part, 1, offset, written);
  return written;
}

ssize_t pwrite(int fd, const void *bytes, size_t length, off_t offset) {
  return pwrite64(fd, bytes, length, offset);
}

ssize_t pwritev64(int fd, const struct iovec *data, int count, off64_t offset) {
  ssize_t written = syscall(SYS_pwritev, fd, data, (long)count, offset, 0L);
  record_write(fd, data, count, offset, written);
  return written;
}

ssize_t pwritev(int fd, const struct iovec *data, int count, off_t offset) {
  return pwritev64(fd, data, count, offset);
}

int ftruncate64(int fd, off64_t size) {
  int result = (int)syscall(SYS_ftruncate, fd, size);
  if (result == 0) record('t', fd, 0, (uint64_t)size);
  return result;
}

int ftruncate(int fd, off_t size) {
  return ftruncate64(fd, size);
}

int posix_fallocate64(int fd, off64_t offset, off64_t length) {
  int result = syscall(SYS_fallocate, fd, 0, offset, length) == 0 ? 0 : errno;
  // 'g': the file has at least this size.
  if (result == 0) record('g', fd, 0, (uint64_t)(offset + length));
  return result;
}

int posix_fallocate(int fd, off_t offset, off_t length) {
  return posix_fallocate64(fd, offset, length);
}

static int opened(int fd, int flags) {
  if (fd < 0 || (flags & (O_CREAT | O_TRUNC)) == 0) return fd;
  record('c', fd, 0, 0);
  if (flags & O_TRUNC) record('t', fd, 0, 0);
  return fd;
}

#define OPEN(name)                                                            \
  int name(const char *path, int flags, ...) {                                \
    va_list rest;                                                             \
    va_start(rest, flags);                                                    \
    int mode = va_arg(rest, int);                                             \
    va_end(rest);                                                             \
    return opened((int)syscall(SYS_openat, AT_FDCWD, path, flags, mode), flags); \
  }
OPEN(open)
OPEN(open64)

#define OPENAT(name)                                                          \
  int name(int folder, const char *path, int flags, ...) {                    \
    va_list rest;                                                             \
    va_start(rest, flags);                                                    \
    int mode = va_arg(rest, int);                                             \
    va_end(rest);                                                             \
    return opened((int)syscall(SYS_openat, folder, path, flags, mode), flags);  \
  }
OPENAT(openat)
OPENAT(openat64)

int renameat(int from_folder, const char *from, int to_folder, const char *to) {
  char old[PATH_MAX], new[PATH_MAX];
  int is_known = find_name(from_folder, from, old) && find_name(to_folder, to, new);
  int result = (int)syscall(SYS_renameat2, from_folder, from, to_folder, to, 0);
  struct iovec target = {new, is_known ? strlen(new) : 0};
  if (result == 0 && is_known) append('r', 0, 0, old, &target, 1);
  return result;
}

int rename(const char *from, const char *to) {
  return renameat(AT_FDCWD, from, AT_FDCWD, to);
}

int unlinkat(int folder, const char *name, int flags) {
  char path[PATH_MAX];
  int is_known = find_name(folder, name, path);
  int result = (int)syscall(SYS_unlinkat, folder, name, flags);
  if (result == 0 && is_known) append('u', 0, 0, path, NULL, 0);
  return result;
}

int unlink(const char *name) {
  return unlinkat(AT_FDCWD, name, 0);
}

int mkdir(const char *name, mode_t mode) {
  char path[PATH_MAX];
  int is_known = find_name(AT_FDCWD, name, path);
  int result = (int)syscall(SYS_mkdirat, AT_FDCWD, name, mode);
  if (result == 0 && is_known) append('m', 0, 0, path, NULL, 0);
  return result;
}

/* Makes system calls on the files of one folder fail, one at a time or from one on.

   Preloaded into a program, which arms it through the functions at the end. Every call on that
   folder is counted by its kind and written into a log, which tells afterwards what is durable. */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

enum { OPEN, WRITE, FSYNC, RENAME, LINK, TRUNCATE, CLOSE, UNLINK, KINDS };
#define MOST_FAULTS 4
#define MOST_LOGGED 100000

struct fault {
    int kind, nth, from_on, error;
};
struct logged {
    long kind, error, inode, failed_on_purpose;
};

static char folder[4096];
static struct fault faults[MOST_FAULTS];
static int paused, fault_count, counts[KINDS], log_length;
static struct logged log_[MOST_LOGGED];

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

static int watched(const char *path) {
    return folder[0] && !paused && path && !strncmp(path, folder, strlen(folder));
}

static int watched_fd(int fd) {
    char link[64], path[4096];
    if (!folder[0] || paused) return 0;
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length < 0) return 0;
    path[length] = 0;
    return watched(path);
}

/* The error that this call is to have, or 0. */
static int due(int kind) {
    int nth = ++counts[kind];
    for (int at = 0; at < fault_count; at++) {
        struct fault *f = &faults[at];
        if (f->kind == kind && (nth == f->nth || (f->from_on && nth > f->nth))) return f->error;
    }
    return 0;
}

static long inode_of(int fd, const char *path) {
    struct stat now;
    if ((path ? lstat(path, &now) : fstat(fd, &now)) != 0) return 0;
    return (long)now.st_ino;
}

static void note(int kind, int error, long inode, int on_purpose) {
    if (log_length < MOST_LOGGED)
        log_[log_length++] = (struct logged){kind, error, inode, on_purpose};
}

#define GUARD(kind, is_watched, inode, call, failure)    \
    do {                                                 \
        if (!(is_watched)) return call;                  \
        long seen = (inode);                             \
        int wrong = due(kind);                           \
        if (wrong) {                                     \
            failure;                                     \
            note(kind, wrong, seen, 1);                  \
            errno = wrong;                               \
            return -1;                                   \
        }                                                \
        __auto_type result = call;                       \
        int kept = errno;                                \
        note(kind, result < 0 ? kept : 0, seen, 0);      \
        errno = kept;                                    \
        return result;                                   \
    } while (0)

static int opened(const char *path, int flags, int fd) {
    int kept = errno;
    if (fd >= 0) note(OPEN, 0, flags & O_CREAT ? inode_of(fd, NULL) : 0, 0);
    errno = kept;
    return fd;
}

int open64(const char *path, int flags, ...) {
    va_list rest;
    va_start(rest, flags);
    int mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, int) : 0;
    va_end(rest);
    if (!watched(path)) return REAL(open64)(path, flags, mode);
    int wrong = due(OPEN);
    if (wrong) {
        note(OPEN, wrong, 0, 1);
        errno = wrong;
        return -1;
    }
    return opened(path, flags, REAL(open64)(path, flags, mode));
}

int open(const char *path, int flags, ...) {
    va_list rest;
    va_start(rest, flags);
    int mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, int) : 0;
    va_end(rest);
    return open64(path, flags, mode);
}

/* A disk that fills takes the first half and then nothing. */
#define HALF(call) if (wrong == ENOSPC && size > 1) (void)!call

ssize_t write(int fd, const void *data, size_t size) {
    GUARD(WRITE, watched_fd(fd), inode_of(fd, NULL), REAL(write)(fd, data, size),
          HALF(REAL(write)(fd, data, size / 2)));
}

ssize_t pwrite64(int fd, const void *data, size_t size, off64_t at) {
    GUARD(WRITE, watched_fd(fd), inode_of(fd, NULL), REAL(pwrite64)(fd, data, size, at),
          HALF(REAL(pwrite64)(fd, data, size / 2, at)));
}

ssize_t pwrite(int fd, const void *data, size_t size, off_t at) {
    return pwrite64(fd, data, size, at);
}

int fsync(int fd) {
    GUARD(FSYNC, watched_fd(fd), inode_of(fd, NULL), REAL(fsync)(fd), (void)0);
}

int ftruncate64(int fd, off64_t size) {
    GUARD(TRUNCATE, watched_fd(fd), inode_of(fd, NULL), REAL(ftruncate64)(fd, size), (void)0);
}

int ftruncate(int fd, off_t size) { return ftruncate64(fd, size); }

int rename(const char *from, const char *to) {
    GUARD(RENAME, watched(to), inode_of(-1, from), REAL(rename)(from, to), (void)0);
}

int link(const char *from, const char *to) {
    GUARD(LINK, watched(to), inode_of(-1, from), REAL(link)(from, to), (void)0);
}

int linkat(int from_fd, const char *from, int to_fd, const char *to, int flags) {
    GUARD(LINK, watched(to), inode_of(-1, from), REAL(linkat)(from_fd, from, to_fd, to, flags),
          (void)0);
}

int unlink(const char *path) {
    GUARD(UNLINK, watched(path), inode_of(-1, path), REAL(unlink)(path), (void)0);
}

/* Linux closes the file even where close fails. */
int close(int fd) {
    GUARD(CLOSE, watched_fd(fd), inode_of(fd, NULL), REAL(close)(fd), REAL(close)(fd));
}

void faults_begin(const char *name) {
    fault_count = log_length = 0;
    memset(counts, 0, sizeof counts);
    snprintf(folder, sizeof folder, "%s", name);
}

void faults_arm(int kind, int nth, int from_on, int error) {
    if (fault_count < MOST_FAULTS) faults[fault_count++] = (struct fault){kind, nth, from_on, error};
}

void faults_pause(int whether) { paused = whether; }

void faults_end(void) { fault_count = 0; }

int faults_count(int kind) { return counts[kind]; }

int faults_log(struct logged **first) {
    *first = log_;
    return log_length;
}

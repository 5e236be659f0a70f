/* SPDX-License-Identifier: MIT */
#ifndef _WIN32
#define _DEFAULT_SOURCE 1 /* flock */
#define _XOPEN_SOURCE 700
#ifdef __APPLE__
#define _DARWIN_C_SOURCE 1 /* flock, the number of processors */
#define st_mtim st_mtimespec
#endif
#include "base/system.h"
#include "base/system_parts.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#if defined(__GLIBC__)
#include <malloc.h>
#endif

/* ---- memory --------------------------------------------------------------------------------------------------------- */

/* glibc gives large blocks back at once, and gets their pages anew for each file. */
void keep_memory(void)
{
#if defined(__GLIBC__)
    mallopt(M_MMAP_THRESHOLD, 16 << 20);
    mallopt(M_TRIM_THRESHOLD, 64 << 20);
#endif
}

/* ---- files ---------------------------------------------------------------------------------------------------------- */

void use_slashes(char *path) { (void)path; }

size_t root_size(const char *path) { return (void)path, 0; }

FILE *open_list(const char *path) { return fopen(path, "rb"); }

FILE *open_scratch(const char *path) { return fopen(path, "w+b"); }

bool seek_stream(FILE *file, uint64_t position) { return fseeko(file, (off_t)position, SEEK_SET) == 0; }

bool append_to_file(const char *path, const void *data, size_t size)
{
    int file = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666);
    if (file < 0) return false;
    ssize_t count = write(file, data, size);
    if (count >= 0 && (size_t)count < size) errno = ENOSPC;
    bool written = count == (ssize_t)size && (fsync(file) == 0 || errno == EINVAL);
    int error = errno;
    close(file);
    errno = error;
    return written;
}

bool remove_file(const char *path) { return unlink(path) == 0; }

bool remove_empty_folder(const char *path) { return rmdir(path) == 0; }

/* The file stays open, and so locked. */
enum lock lock_file(const char *path)
{
    int file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (file < 0) return LOCK_FAILED;
    if (flock(file, LOCK_EX | LOCK_NB) == 0) return LOCK_FREE;
    enum lock lock = errno == EWOULDBLOCK ? LOCK_TAKEN : LOCK_FAILED;
    int error = errno;
    close(file);
    errno = error;
    return lock;
}

static enum kind kind_from(const struct stat *info)
{
    return S_ISDIR(info->st_mode) ? KIND_FOLDER : S_ISREG(info->st_mode) ? KIND_FILE : KIND_OTHER;
}

enum kind kind_of(const char *path)
{
    struct stat info = { 0 };
    return stat(path, &info) == 0 ? kind_from(&info) : KIND_NONE;
}

bool facts_of(const char *path, struct facts *facts)
{
    struct stat info = { 0 };
    *facts = (struct facts){ .kind = KIND_NONE };
    if (stat(path, &info) != 0) return false;
    facts->kind = kind_from(&info);
    facts->size = facts->kind == KIND_FILE ? (uint64_t)info.st_size : 0;
    facts->modified = (int64_t)info.st_mtim.tv_sec * 1000000000 + info.st_mtim.tv_nsec;
    return true;
}

bool others_can_read(const char *path)
{
    struct stat info;
    return stat(path, &info) == 0 && S_ISREG(info.st_mode) && info.st_mode & (S_IRGRP | S_IROTH);
}

uint64_t size_of_file(const char *path)
{
    struct stat info = { 0 };
    return stat(path, &info) == 0 && S_ISREG(info.st_mode) ? (uint64_t)info.st_size : 0;
}

bool is_link(const char *path)
{
    struct stat info = { 0 };
    return lstat(path, &info) == 0 && S_ISLNK(info.st_mode);
}

bool identity_of(const char *path, struct identity *identity)
{
    struct stat info = { 0 };
    if (stat(path, &info) != 0) return false;
    *identity = (struct identity){ (uint64_t)info.st_dev, (uint64_t)info.st_ino };
    return true;
}

bool folder_list(const char *path, struct folder *folder)
{
    DIR *dir = opendir(path);
    if (!dir) return false;
    errno = 0;
    for (struct dirent *entry; (entry = readdir(dir)) != NULL; errno = 0) folder_add(folder, entry->d_name);
    int error = errno;
    closedir(dir);
    errno = error;
    return error == 0;
}

bool make_folder(const char *path) { return mkdir(path, 0777) == 0; }

/* ---- terminals and streams ------------------------------------------------------------------------------------------ */

bool is_terminal(int stream) { return isatty(stream) == 1; }

bool terminal_has_escapes(void)
{
    const char *terminal = getenv("TERM");
    return terminal && strcmp(terminal, "dumb") != 0;
}

size_t terminal_columns(void)
{
#ifdef TIOCGWINSZ
    struct winsize size;
    if (ioctl(1, TIOCGWINSZ, &size) == 0 && size.ws_col >= 20) return size.ws_col;
#endif
    return 160;
}

/* If standard stream `stream` is closed, the next file that is opened would get its number. So open /dev/null there, in the
 * wrong mode: reading or writing it still fails. */
static void occupy_stream(int stream)
{
    if (fcntl(stream, F_GETFD) == -1) (void)!open("/dev/null", stream == 0 ? O_WRONLY : O_RDONLY);
}

void prepare_streams(void)
{
    for (int stream = 0; stream <= 2; stream++) occupy_stream(stream);
    signal(SIGPIPE, SIG_IGN);
#ifdef SIGXFSZ
    signal(SIGXFSZ, SIG_IGN);
#endif
}

bool is_closed_pipe(int error) { return error == EPIPE; }

/* ---- signals and time ----------------------------------------------------------------------------------------------- */

enum { PATIENCE = 3 }; /* number of signals that ends the process */

static volatile sig_atomic_t interruption, interruptions;

static void count_signal(int number)
{
    interruption = number;
    interruptions = interruptions + 1;
    if (interruptions < PATIENCE) return;
    signal(number, SIG_DFL);
    raise(number); /* delivered when this handler returns */
}

/* Without SA_RESTART, so that a signal interrupts a blocked read. */
static void on_signal(int number, bool on)
{
    struct sigaction now, then = { .sa_handler = on ? count_signal : SIG_DFL };
    sigemptyset(&then.sa_mask);
    if (sigaction(number, NULL, &now) == 0 && now.sa_handler != SIG_IGN) sigaction(number, &then, NULL);
}

static void on_signals(bool on)
{
    on_signal(SIGINT, on);
    on_signal(SIGTERM, on);
    on_signal(SIGHUP, on);
    on_signal(SIGXCPU, on); /* `ulimit -t` */
}

void hold_signals(void) { on_signals(true); }

void release_signals(void)
{
    if (!interruption) on_signals(false);
}

bool was_interrupted(void) { return interruption != 0; }

bool input_is_ready(void)
{
    /* a short timeout: a signal may arrive after its flag was tested, or in another thread */
    struct pollfd input = { .fd = 0, .events = POLLIN };
    int ready = poll(&input, 1, 100);
    return ready > 0 || (ready < 0 && errno != EINTR);
}

bool pause_briefly(void)
{
    nanosleep(&(struct timespec){ .tv_nsec = 100000000 }, NULL);
    return !interruption;
}

void rest(void) { nanosleep(&(struct timespec){ .tv_nsec = 1000000 }, NULL); }

unsigned processor_count(void)
{
    long count = sysconf(_SC_NPROCESSORS_ONLN);
    return count > 0 ? (unsigned)count : 1;
}

uint64_t clock_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
}

struct local_time local_time(void)
{
    struct timespec now;
    struct tm t = { 0 };
    clock_gettime(CLOCK_REALTIME, &now);
    localtime_r(&now.tv_sec, &t);
    return (struct local_time){ .year = t.tm_year + 1900,
                                .month = t.tm_mon + 1,
                                .day = t.tm_mday,
                                .hour = t.tm_hour,
                                .minute = t.tm_min,
                                .second = t.tm_sec,
                                .ms = (int)(now.tv_nsec / 1000000) };
}

void end_if_interrupted(void)
{
    if (!interruption) return;
    int number = (int)interruption;
    signal(number, SIG_DFL);
    (void)raise(number);
}
#else
typedef int system_posix_is_empty;
#endif

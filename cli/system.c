/* SPDX-License-Identifier: MIT
 * Operating system functions that libreel does not provide. */
#define _XOPEN_SOURCE 700
#include "system.h"
#include "text.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#ifdef _WIN32
#include <direct.h>
#include <io.h>
#include <windows.h>
#else
#include <poll.h>
#include <sys/ioctl.h>
#include <time.h>
#endif

enum kind kind_of(const char *path)
{
    struct stat info;
    if (stat(path, &info) != 0) return KIND_NONE;
    return S_ISDIR(info.st_mode) ? KIND_FOLDER : S_ISREG(info.st_mode) ? KIND_FILE : KIND_OTHER;
}

uint64_t size_of_file(const char *path)
{
    struct stat info;
    return stat(path, &info) == 0 && S_ISREG(info.st_mode) ? (uint64_t)info.st_size : 0;
}

bool is_link(const char *path)
{
#ifdef _WIN32
    (void)path;
    return false;
#else
    struct stat info;
    return lstat(path, &info) == 0 && S_ISLNK(info.st_mode);
#endif
}

bool identity_of(const char *path, struct identity *identity)
{
#ifdef _WIN32
    (void)path;
    (void)identity;
    return false;
#else
    struct stat info;
    if (stat(path, &info) != 0) return false;
    *identity = (struct identity){ (uint64_t)info.st_dev, (uint64_t)info.st_ino };
    return true;
#endif
}

static int by_bytes(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

char **names_in(const char *folder)
{
    DIR *dir = opendir(folder);
    if (!dir) return NULL;
    char **names = NULL;
    size_t count = 0, capacity = 0;
    for (struct dirent *entry; (entry = readdir(dir)) != NULL;) {
        if (entry->d_name[0] == '.') continue;
        if (count + 1 >= capacity) {
            capacity = capacity ? capacity * 2 : 64;
            names = grow(names, capacity * sizeof *names);
        }
        names[count++] = copy_of(entry->d_name);
    }
    closedir(dir);
    if (!names) names = grow(NULL, sizeof *names);
    names[count] = NULL;
    qsort(names, count, sizeof *names, by_bytes);
    return names;
}

static bool make_folder(const char *path)
{
#ifdef _WIN32
    int failed = _mkdir(path);
#else
    int failed = mkdir(path, 0777);
#endif
    if (!failed) return true;
    if (errno != EEXIST) return false;
    if (kind_of(path) == KIND_FOLDER) return true;
    errno = ENOTDIR;
    return false;
}

bool make_folders(const char *path)
{
    if (kind_of(path) == KIND_FOLDER) return true;
    char *part = copy_of(path);
    bool made = true;
    for (char *at = part + 1; made && *at; at++) {
        if (*at != '/') continue;
        *at = '\0';
        made = kind_of(part) == KIND_FOLDER || make_folder(part);
        *at = '/';
    }
    if (made) made = make_folder(part);
    int error = errno;
    free(part);
    errno = error;
    return made;
}

bool move_file(const char *from, const char *to)
{
#ifdef _WIN32
    if (MoveFileA(from, to)) return true;
    errno = GetLastError() == ERROR_ALREADY_EXISTS ? EEXIST : GetLastError() == ERROR_NOT_SAME_DEVICE ? EXDEV : EACCES;
    return false;
#else
    if (linkat(AT_FDCWD, from, AT_FDCWD, to, 0) == 0) {
        if (unlink(from) == 0) return true;
        int kept = errno;
        unlink(to);
        errno = kept;
        return false;
    }
    if (errno != EPERM && errno != EOPNOTSUPP && errno != ENOSYS) return false;
    /* without hard links: an empty file of our own reserves the name */
    int file = open(to, O_WRONLY | O_CREAT | O_EXCL, 0600);
    if (file < 0) return false;
    close(file);
    if (rename(from, to) == 0) return true;
    int error = errno;
    unlink(to);
    errno = error;
    return false;
#endif
}

bool is_terminal(int stream) { return isatty(stream) == 1; }

size_t terminal_columns(void)
{
#ifdef TIOCGWINSZ
    struct winsize size;
    if (ioctl(1, TIOCGWINSZ, &size) == 0 && size.ws_col >= 20) return size.ws_col;
#endif
    return 160;
}

#ifndef _WIN32
/* If standard stream `stream` is closed, the next file that is opened would get its number. So open /dev/null there, in the
 * wrong mode: reading or writing it still fails. */
static void occupy_stream(int stream)
{
    if (fcntl(stream, F_GETFD) == -1) (void)!open("/dev/null", stream == 0 ? O_WRONLY : O_RDONLY);
}
#endif

void prepare_streams(void)
{
#ifdef _WIN32
    _setmode(0, _O_BINARY);
    _setmode(1, _O_BINARY);
#else
    for (int stream = 0; stream <= 2; stream++) occupy_stream(stream);
    signal(SIGPIPE, SIG_IGN);
#ifdef SIGXFSZ
    signal(SIGXFSZ, SIG_IGN);
#endif
#endif
}

enum { PATIENCE = 3 }; /* number of signals that ends the process */

static volatile sig_atomic_t interruption, interruptions;

static void count_signal(int number)
{
    interruption = number;
    interruptions = interruptions + 1;
#ifdef _WIN32
    signal(number, interruptions < PATIENCE - 1 ? count_signal : SIG_DFL);
#else
    if (interruptions < PATIENCE) return;
    signal(number, SIG_DFL);
    raise(number); /* delivered when this handler returns */
#endif
}

#ifdef _WIN32
static void on_signals(bool on)
{
    signal(SIGINT, on ? count_signal : SIG_DFL);
    signal(SIGTERM, on ? count_signal : SIG_DFL);
}
#else
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
#endif

void hold_signals(void) { on_signals(true); }

void release_signals(void)
{
    if (!interruption) on_signals(false);
}

bool was_interrupted(void) { return interruption != 0; }

bool input_is_ready(void)
{
#ifdef _WIN32
    return true;
#else
    /* a short timeout: a signal may arrive after its flag was tested, or in another thread */
    struct pollfd input = { .fd = 0, .events = POLLIN };
    int ready = poll(&input, 1, 100);
    return ready > 0 || (ready < 0 && errno != EINTR);
#endif
}

bool pause_briefly(void)
{
#ifdef _WIN32
    Sleep(100);
#else
    nanosleep(&(struct timespec){ .tv_nsec = 100000000 }, NULL);
#endif
    return !interruption;
}

uint64_t clock_ms(void)
{
#ifdef _WIN32
    return GetTickCount64();
#else
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
#endif
}

void end_if_interrupted(void)
{
    if (!interruption) return;
    int number = (int)interruption;
    signal(number, SIG_DFL);
    (void)raise(number);
}

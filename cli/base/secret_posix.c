/* SPDX-License-Identifier: MIT */
#ifndef _WIN32
#define _XOPEN_SOURCE 700
#include "base/secret.h"
#include "base/system.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <termios.h>
#include <unistd.h>

static bool write_all(int file, const char *data, size_t size)
{
    while (size) {
        ssize_t count = write(file, data, size);
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) return false;
        data += count;
        size -= (size_t)count;
    }
    return fsync(file) == 0 || errno == EINVAL;
}

bool write_secret(const char *path, const char *data, size_t size)
{
    int file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, S_IRUSR | S_IWUSR);
    if (file < 0) return false;
    bool written = write_all(file, data, size);
    int error = errno;
    if (close(file) != 0 && written) {
        written = false;
        error = errno;
    }
    if (!written) unlink(path);
    errno = error;
    return written;
}

/* Reads a line of the terminal until it is complete or the command is interrupted. */
static bool read_line(int terminal, char *buffer, size_t capacity, size_t *size)
{
    *size = 0;
    while (!was_interrupted()) {
        struct pollfd ready = { .fd = terminal, .events = POLLIN };
        if (poll(&ready, 1, 100) <= 0) continue;
        char letter;
        ssize_t count = read(terminal, &letter, 1);
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) return false;
        if (letter == '\n' || letter == '\r') return true;
        if (*size < capacity) buffer[*size] = letter;
        if (*size <= capacity) (*size)++;
    }
    return false;
}

bool ask_secret(const char *prompt, char *buffer, size_t capacity, size_t *size)
{
    struct termios loud, silent;
    int terminal = open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC);
    *size = 0;
    if (terminal < 0) return false;
    bool read = tcgetattr(terminal, &loud) == 0;
    if (read) {
        silent = loud;
        silent.c_lflag &= ~(tcflag_t)ECHO;
        hold_signals(); /* the terminal must not be left without echo */
        read = tcsetattr(terminal, TCSAFLUSH, &silent) == 0 && write_all(terminal, prompt, strlen(prompt));
        read = read && read_line(terminal, buffer, capacity, size);
        tcsetattr(terminal, TCSAFLUSH, &loud);
        write_all(terminal, "\n", 1);
        release_signals();
    }
    close(terminal);
    end_if_interrupted();
    return read;
}
#else
typedef int secret_posix_is_empty;
#endif

/* SPDX-License-Identifier: MIT */
#ifndef _WIN32
#define _POSIX_C_SOURCE 200809L /* readlink, nanosleep */
#define _DARWIN_C_SOURCE
#include "base/text.h"
#include "verbs/view/server.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#ifdef __APPLE__
#include <mach-o/dyld.h>
#endif

enum { MOST_PATH = 4096 };

bool random_bytes(uint8_t *bytes, size_t size)
{
    FILE *random = fopen("/dev/urandom", "rb");
    bool read = random && fread(bytes, 1, size, random) == size;
    if (random) fclose(random);
    return read;
}

char *program_folder(void)
{
    char path[MOST_PATH];
#ifdef __APPLE__
    uint32_t size = sizeof path;
    if (_NSGetExecutablePath(path, &size) != 0) return NULL;
#else
    ssize_t size = readlink("/proc/self/exe", path, sizeof path - 1);
    if (size <= 0) return NULL;
    path[size] = '\0';
#endif
    char *slash = strrchr(path, '/');
    if (!slash) return NULL;
    *slash = '\0';
    return copy_of(path);
}

/* Whether there is a desktop: without one, xdg-open may start a browser in the terminal. */
static bool has_desktop(void)
{
#ifdef __APPLE__
    return true;
#else
    const char *display = getenv("DISPLAY"), *wayland = getenv("WAYLAND_DISPLAY");
    return (display && *display) || (wayland && *wayland);
#endif
}

static void start_browser(const char *address)
{
#ifdef __APPLE__
    static const char opener[] = "open";
#else
    static const char opener[] = "xdg-open";
#endif
    int nowhere = open("/dev/null", O_RDWR);
    for (int stream = 0; nowhere >= 0 && stream < 3; stream++) dup2(nowhere, stream);
    execlp(opener, opener, address, (char *)NULL);
    _exit(127);
}

bool open_browser(const char *address)
{
    enum { NOT_FOUND = 127, PATIENCE_MS = 500, STEP_MS = 50 };
    if (!has_desktop()) return false;
    pid_t child = fork();
    if (child == 0) start_browser(address);
    /* It may stay for as long as the browser runs; one that ends at once with an error did not start it. */
    for (int waited = 0; child > 0 && waited < PATIENCE_MS; waited += STEP_MS) {
        int status;
        if (waitpid(child, &status, WNOHANG) == child) return WIFEXITED(status) && WEXITSTATUS(status) == 0;
        nanosleep(&(struct timespec){ .tv_nsec = STEP_MS * 1000000L }, NULL);
    }
    return child > 0;
}
#else
typedef int view_posix_is_empty;
#endif

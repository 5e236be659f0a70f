/* SPDX-License-Identifier: MIT
 * For LD_PRELOAD: a worker that has been taken over. When it waits for its first job, in its sandbox, it tries what no worker may do, and writes
 * to its standard error what came of it: a process for pictures if REEL_TEST_ESCAPE is "picture", any other worker if it is "worker". */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

static bool armed;
static char secret[4096], fresh[4200];

/* Runs before main, because the sandbox hides what this process is. */
__attribute__((constructor)) static void find_out(void)
{
    char words[512] = "";
    const char *who = getenv("REEL_TEST_ESCAPE"), *path = getenv("REEL_TEST_SECRET"), *at = words;
    int file = open("/proc/self/cmdline", O_RDONLY | O_CLOEXEC);
    ssize_t size = file >= 0 ? read(file, words, sizeof words - 1) : 0;
    if (file >= 0) close(file);
    if (!who || !path || size <= 0 || strcmp(words + strlen(words) + 1, "--worker") != 0) return;
    while (at + strlen(at) + 1 < words + size) at += strlen(at) + 1; /* the last word says whether it is for pictures */
    armed = strcmp(who, strcmp(at, "1") == 0 ? "picture" : "worker") == 0;
    snprintf(secret, sizeof secret, "%s", path);
    snprintf(fresh, sizeof fresh, "%s.new", path);
}

static void report(const char *what, bool done) { dprintf(2, "escape: %s: %s\n", what, done ? "done" : strerror(errno)); }

static void try_open(const char *what, const char *path, int flags)
{
    int file = open(path, flags | O_CLOEXEC, 0600);
    report(what, file >= 0);
    if (file >= 0) close(file);
}

static void try_process(void)
{
    pid_t process = fork();
    if (process == 0) _exit(0);
    report("start a process", process > 0);
    if (process > 0) waitpid(process, NULL, 0);
}

static void try_everything(void)
{
    dprintf(2, "escape: begins\n");
    try_open("read fonts", "/etc/fonts/fonts.conf", O_RDONLY);
    try_open("read a replay", secret, O_RDONLY);
    try_open("write a file", fresh, O_WRONLY | O_CREAT);
    try_open("read passwords", "/etc/passwd", O_RDONLY);
    try_open("read the environment", "/proc/self/environ", O_RDONLY);
    report("delete a replay", unlink(secret) == 0);
    int connection = socket(AF_INET, SOCK_STREAM, 0);
    report("use the network", connection >= 0);
    if (connection >= 0) close(connection);
    report("signal the server", kill(getppid(), 0) == 0);
    try_process();
}

ssize_t recvmsg(int channel, struct msghdr *message, int flags)
{
    ssize_t (*real)(int, struct msghdr *, int) = (ssize_t(*)(int, struct msghdr *, int))dlsym(RTLD_NEXT, "recvmsg");
    if (armed) {
        armed = false;
        try_everything();
    }
    return real(channel, message, flags);
}

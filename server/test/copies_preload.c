/* SPDX-License-Identifier: MIT
 * For LD_PRELOAD: of each accepted connection there is a copy that is never closed, as a process has that is being started at that moment. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <sys/socket.h>

int accept4(int file, struct sockaddr *from, socklen_t *size, int flags)
{
    int (*real)(int, struct sockaddr *, socklen_t *, int) =
        (int (*)(int, struct sockaddr *, socklen_t *, int))dlsym(RTLD_NEXT, "accept4");
    int accepted = real(file, from, size, flags);
    if (accepted >= 0) (void)!fcntl(accepted, F_DUPFD_CLOEXEC, 0);
    return accepted;
}

/* SPDX-License-Identifier: MIT */
#include "sandbox.h"

#include <errno.h>
#include <seccomp.h>
#include <signal.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/resource.h>

static const int allowed[] = {
    /* memory */
    SCMP_SYS(brk), SCMP_SYS(mmap), SCMP_SYS(munmap), SCMP_SYS(mremap), SCMP_SYS(madvise), SCMP_SYS(mprotect),
    /* descriptors that are open */
    SCMP_SYS(read), SCMP_SYS(write), SCMP_SYS(pread64), SCMP_SYS(pwrite64), SCMP_SYS(lseek), SCMP_SYS(fstat),
    SCMP_SYS(newfstatat), SCMP_SYS(close), SCMP_SYS(recvmsg), SCMP_SYS(sendmsg),
    /* time, locks, the end */
    SCMP_SYS(clock_gettime), SCMP_SYS(gettimeofday), SCMP_SYS(futex), SCMP_SYS(getrandom), SCMP_SYS(rt_sigreturn),
    SCMP_SYS(restart_syscall), SCMP_SYS(exit), SCMP_SYS(exit_group),
    /* how much memory there is: qsort of glibc asks */
    SCMP_SYS(sysinfo),
    /* what abort and the sanitizers need to say why they end the process */
    SCMP_SYS(rt_sigprocmask), SCMP_SYS(rt_sigaction), SCMP_SYS(sigaltstack), SCMP_SYS(getpid), SCMP_SYS(gettid), SCMP_SYS(tgkill)
};

static bool sandbox_limit(int resource, uint64_t value)
{
    const struct rlimit both = { value, value };
    return setrlimit((__rlimit_resource_t)resource, &both) == 0;
}

static bool filter_calls(void)
{
    scmp_filter_ctx filter = seccomp_init(SCMP_ACT_KILL_PROCESS);
    int result = filter ? 0 : -ENOMEM;
    for (size_t i = 0; i < sizeof allowed / sizeof *allowed && result == 0; i++)
        result = seccomp_rule_add(filter, SCMP_ACT_ALLOW, allowed[i], 0);
    if (result == 0) result = seccomp_load(filter);
    if (filter) seccomp_release(filter);
    if (result < 0) errno = -result;
    return result == 0;
}

/* Priority can only be given up: a server that was started with less than its workers are to have keeps that. */
static bool lower_priority(int nice)
{
    errno = 0;
    int now = getpriority(PRIO_PROCESS, 0);
    if (now == -1 && errno != 0) return false;
    return now >= nice || setpriority(PRIO_PROCESS, 0, nice) == 0;
}

bool sandbox_enter(const sandbox_limits *limits)
{
    return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 && prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) == 0 &&
           prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0) == 0 && sandbox_limit(RLIMIT_CORE, 0) && sandbox_limit(RLIMIT_NPROC, 0) &&
           sandbox_limit(RLIMIT_NOFILE, 16) && sandbox_limit(RLIMIT_FSIZE, limits->output) &&
           (!limits->memory || sandbox_limit(RLIMIT_AS, limits->memory)) &&
           (!limits->data || sandbox_limit(RLIMIT_DATA, limits->data)) && lower_priority(limits->nice) && filter_calls();
}

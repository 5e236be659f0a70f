/* SPDX-License-Identifier: MIT */
#include "work/sandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/landlock.h>
#include <sched.h>
#include <seccomp.h>
#include <signal.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

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

/* More for drawing: files, which Landlock limits to the folders below, and threads. */
static const int allowed_to_draw[] = { SCMP_SYS(open),       SCMP_SYS(openat),      SCMP_SYS(access),
                                       SCMP_SYS(faccessat),  SCMP_SYS(faccessat2),  SCMP_SYS(stat),
                                       SCMP_SYS(lstat),      SCMP_SYS(statx),       SCMP_SYS(readlink),
                                       SCMP_SYS(readlinkat), SCMP_SYS(getdents64),  SCMP_SYS(statfs),
                                       SCMP_SYS(fstatfs),    SCMP_SYS(fcntl),       SCMP_SYS(fadvise64),
                                       SCMP_SYS(uname),      SCMP_SYS(getuid),      SCMP_SYS(geteuid),
                                       SCMP_SYS(getgid),     SCMP_SYS(getegid),     SCMP_SYS(set_robust_list),
                                       SCMP_SYS(rseq),       SCMP_SYS(sched_yield), SCMP_SYS(sched_getaffinity) };

static const char *const font_folders[] = { "/etc/fonts", "/usr/share/fonts", "/usr/local/share/fonts", "/usr/share/fontconfig",
                                            "/var/cache/fontconfig" };

static bool allow_folder(int rules, const char *path)
{
    struct landlock_path_beneath_attr folder = { .allowed_access = LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR,
                                                 .parent_fd = open(path, O_PATH | O_CLOEXEC) };
    if (folder.parent_fd < 0) return errno == ENOENT;
    bool fine = syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &folder, 0) == 0;
    close(folder.parent_fd);
    return fine;
}

/* Nothing else can be opened from here on (landlock(7)); kernels before 5.13 cannot do it. */
static bool limit_files(void)
{
    const struct landlock_ruleset_attr all = { .handled_access_fs = (LANDLOCK_ACCESS_FS_MAKE_SYM << 1) - 1 };
    int rules = (int)syscall(SYS_landlock_create_ruleset, &all, sizeof all, 0);
    bool fine = rules >= 0;
    for (size_t i = 0; i < sizeof font_folders / sizeof *font_folders && fine; i++) fine = allow_folder(rules, font_folders[i]);
    fine = fine && syscall(SYS_landlock_restrict_self, rules, 0) == 0;
    if (rules >= 0) close(rules);
    return fine;
}

/* Threads, but no processes. The arguments of clone3 cannot be seen: the C library uses clone then. */
static int allow_drawing(scmp_filter_ctx filter)
{
    int result = 0;
    for (size_t i = 0; i < sizeof allowed_to_draw / sizeof *allowed_to_draw && result == 0; i++)
        result = seccomp_rule_add(filter, SCMP_ACT_ALLOW, allowed_to_draw[i], 0);
    if (result == 0)
        result = seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(clone), 1,
                                  SCMP_A0_64(SCMP_CMP_MASKED_EQ, CLONE_THREAD, CLONE_THREAD));
    return result ? result : seccomp_rule_add(filter, SCMP_ACT_ERRNO(ENOSYS), SCMP_SYS(clone3), 0);
}

static bool sandbox_limit(int resource, uint64_t value)
{
    const struct rlimit both = { value, value };
    return setrlimit((__rlimit_resource_t)resource, &both) == 0;
}

/* Libraries that draw try more than they need, such as to write a cache: that fails, and nothing else ends the process. */
static bool filter_calls(bool draws)
{
    scmp_filter_ctx filter = seccomp_init(draws ? SCMP_ACT_ERRNO(EPERM) : SCMP_ACT_KILL_PROCESS);
    int result = filter ? 0 : -ENOMEM;
    for (size_t i = 0; i < sizeof allowed / sizeof *allowed && result == 0; i++)
        result = seccomp_rule_add(filter, SCMP_ACT_ALLOW, allowed[i], 0);
    if (result == 0 && draws) result = allow_drawing(filter);
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
           prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0) == 0 && sandbox_limit(RLIMIT_CORE, 0) &&
           (limits->draws ? limit_files() : sandbox_limit(RLIMIT_NPROC, 0)) &&
           sandbox_limit(RLIMIT_NOFILE, limits->draws ? 64 : 16) && sandbox_limit(RLIMIT_FSIZE, limits->output) &&
           (!limits->memory || sandbox_limit(RLIMIT_AS, limits->memory)) &&
           (!limits->data || sandbox_limit(RLIMIT_DATA, limits->data)) && lower_priority(limits->nice) &&
           filter_calls(limits->draws);
}

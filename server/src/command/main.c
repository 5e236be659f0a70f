/* SPDX-License-Identifier: MIT */
#include "base/clear.h"
#include "command/import.h"
#include "command/options.h"
#include "http/lifecycle.h"
#include "routes/table.h"
#include "service/viewer.h"
#include "work/worker.h"

#include <fcntl.h>
#include <getopt.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { TICK_SECONDS = 1, EXIT_USAGE = 2, WORKER_CHANNEL = 3, FIRST_PASSED_SOCKET = 3 /* SD_LISTEN_FDS_START */ };

/* The socket that systemd passes (sd_listen_fds(3)), or -1. */
static int passed_socket(void)
{
    const char *process = getenv("LISTEN_PID"), *count = getenv("LISTEN_FDS");
    if (!process || !count || atol(process) != (long)getpid() || atoi(count) < 1) return -1;
    unsetenv("LISTEN_PID");
    unsetenv("LISTEN_FDS");
    /* workers do not get it */
    if (fcntl(FIRST_PASSED_SOCKET, F_SETFD, FD_CLOEXEC) != 0 || fcntl(FIRST_PASSED_SOCKET, F_SETFL, O_NONBLOCK) != 0) return -1;
    return FIRST_PASSED_SOCKET;
}

/* After SIGHUP: what is wrong in the file changes nothing. */
static void reload(server *server, int count, char **arguments)
{
    settings *again = malloc(sizeof *again);
    if (!again) return;
    if (options_read(count, arguments, again) == OPTIONS_GO_ON) {
        admission_set(server->admission, &again->server.admission); /* which copies them */
        board_holder_set(&server->boards, again->server.boards);
        fputs("reel-server: limits, hosts, keys and demands were read again\n", stderr);
    } else {
        fputs("reel-server: the options are wrong: those from before stay\n", stderr);
    }
    options_free(again);
    free(again);
}

/* Every second: a clock that goes back later must not bring a challenge to life that has expired. A database on another machine is not
 * waited for here: the server notes it there when it next uses a challenge. */
static void tick(server *server)
{
    reel_error ignored;
    int64_t now = clock_onward_ms();
    if (server->catalogue && !server->remote) catalogue_end_challenges(server->catalogue, now, &ignored);
}

/* The next signal to act on. */
static int wait_for_signal(server *server, const sigset_t *awaited)
{
    for (int sign;; tick(server))
        if ((sign = sigtimedwait(awaited, NULL, &(struct timespec){ .tv_sec = TICK_SECONDS })) > 0) return sign;
}

static int serve(const server_options *options, int count, char **arguments)
{
    static server server;
    sigset_t awaited;
    sigemptyset(&awaited);
    sigaddset(&awaited, SIGTERM);
    sigaddset(&awaited, SIGINT);
    sigaddset(&awaited, SIGHUP);
    pthread_sigmask(SIG_BLOCK, &awaited, NULL); /* before threads start, so that only sigwait gets them */
    signal(SIGPIPE, SIG_IGN);
    server.options = *options; /* which live as long as the server */
    server.routes = routes;
    server.options.socket = passed_socket();
    server.routes = routes;
    if (!server_start(&server)) return 1;
    printf("reel-server: http://%s:%u/\n", options->address, server_port(&server));
    if (options->metrics) printf("reel-server: metrics on port %u\n", server_metrics_port(&server));
    fflush(stdout);
    viewer_report(&server);
    while (wait_for_signal(&server, &awaited) == SIGHUP) reload(&server, count, arguments);
    server_stop(&server);
    return 0;
}

/* A command that reads a store does not make one of a name that was mistyped. */
static bool is_store(const char *where)
{
    struct stat info;
    if (strncmp(where, "s3://", 5) == 0 || (stat(where, &info) == 0 && S_ISDIR(info.st_mode))) return true;
    fprintf(stderr, "reel-server: %s: no such folder\n", where);
    return false;
}

/* A command with its words, which are at the end of the arguments. */
static int run_command(settings *settings, int count, char **words)
{
    const admin_command *command = admin_find(words[0]);
    repository keep;
    reel_error error;
    if (!command) return fprintf(stderr, "reel-server: no command '%s'; see --help\n", words[0]), EXIT_USAGE;
    admin_options options = settings->admin;
    options.keep_removed = settings->server.keep_removed;
    if (count - 1 < command->least || count - 1 > command->most)
        return fprintf(stderr, "reel-server: wrong number of words after '%s'; see --help\n", words[0]), EXIT_USAGE;
    if (!settings->server.store) return fputs("reel-server: --store is needed\n", stderr), EXIT_USAGE;
    if (!command->run) return import_run(&settings->server, words[1], settings->admin.uploader, settings->admin.columns);
    if (command->ready && !command->ready(words + 1)) return 1;
    if (!command->makes && !is_store(settings->server.store)) return 1;
    if (repository_open(settings->server.store, settings->server.database, 1, &keep, &error) < 0) return admin_failed(&error);
    options.server = &settings->server;
    int status = command->run(&keep, words + 1, &options); /* the words end with NULL, as argv does */
    repository_close(&keep);
    return status;
}

int main(int count, char **arguments)
{
    static settings settings;
    clear_start();
    if (count == 7 && strcmp(arguments[1], "--worker") == 0)
        return worker_run(WORKER_CHANNEL, &(sandbox_limits){ .memory = strtoull(arguments[2], NULL, 10),
                                                             .output = strtoull(arguments[3], NULL, 10),
                                                             .data = strtoull(arguments[4], NULL, 10),
                                                             .nice = atoi(arguments[5]),
                                                             .draws = atoi(arguments[6]) != 0 });
    int status = options_read(count, arguments, &settings);
    if (status == OPTIONS_GO_ON && settings.admin.check)
        status = 0;
    else if (status == OPTIONS_GO_ON && settings.admin.probe)
        status = admin_probe(settings.server.address, settings.server.port);
    else if (status == OPTIONS_GO_ON)
        status = optind < count ? run_command(&settings, count - optind, arguments + optind)
                                : serve(&settings.server, count, arguments);
    options_free(&settings);
    return status;
}

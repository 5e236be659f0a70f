/* SPDX-License-Identifier: MIT
 * What libmicrohttpd itself can do, to compare reel-server with: the same flags and threads, and an answer of 13 bytes. Prints its port. */
#include <microhttpd.h>
#include <stdio.h>
#include <unistd.h>

static struct MHD_Response *response;

static enum MHD_Result answer(void *context, struct MHD_Connection *connection, const char *path, const char *method,
                              const char *version, const char *data, size_t *size, void **state)
{
    static int seen;
    (void)context, (void)path, (void)method, (void)version, (void)data;
    if (!*state) {
        *state = &seen;
        return MHD_YES;
    }
    *size = 0;
    return MHD_queue_response(connection, MHD_HTTP_OK, response);
}

int main(void)
{
    static char hello[] = "hello, world\n";
    response = MHD_create_response_from_buffer(sizeof hello - 1, hello, MHD_RESPMEM_PERSISTENT);
    struct MHD_Daemon *daemon =
        MHD_start_daemon(MHD_USE_EPOLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME, 0, NULL, NULL, answer, NULL,
                         MHD_OPTION_THREAD_POOL_SIZE, 2u, MHD_OPTION_CONNECTION_LIMIT, 4096u, MHD_OPTION_END);
    if (!daemon) return 1;
    printf("http://127.0.0.1:%u\n", MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_BIND_PORT)->port);
    fflush(stdout);
    for (;;) pause();
}

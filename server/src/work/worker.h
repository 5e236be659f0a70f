/* SPDX-License-Identifier: MIT
 * The worker process: reads one replay after the other, and nothing else. */
#ifndef SERVER_WORK_WORKER_H
#define SERVER_WORK_WORKER_H

#include "work/sandbox.h"

/* Serves jobs that arrive at `channel`, a SOCK_SEQPACKET socket, until it is closed. Returns the exit status of the process. */
int worker_run(int channel, const sandbox_limits *limits);

#endif

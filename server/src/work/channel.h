/* SPDX-License-Identifier: MIT
 * Messages of a fixed size between the server and a worker, with open files. */
#ifndef SERVER_WORK_CHANNEL_H
#define SERVER_WORK_CHANNEL_H

#include <stdbool.h>
#include <stddef.h>

enum { CHANNEL_FILES = 4 };

/* Sends a message with `count` files, which stay open here. False: the other side is gone. */
bool channel_send(int channel, const void *message, size_t size, const int *files, size_t count);
/* Receives a message of exactly `size` bytes with exactly `count` files, which the caller closes. Waits for it. False: the other side is
 * gone, or it sent something else. */
bool channel_receive(int channel, void *message, size_t size, int *files, size_t count);

#endif

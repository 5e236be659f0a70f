/* SPDX-License-Identifier: MIT
 * Secrets: files that only their owner can read, and passwords from the terminal. */
#ifndef REEL_CLI_SECRET_H
#define REEL_CLI_SECRET_H

#include "base/text.h"

/* Creates a file that only its owner can read and write, and waits until the disk has it. Fails if the name exists, and leaves no file
 * behind if it fails. False: see errno. */
bool write_secret(const char *path, const char *data, size_t size);

/* Asks on the terminal of the process, without echo, even if the standard streams are redirected. The caller wipes the buffer. If the line is
 * longer than `capacity` bytes, *size is set to more than that. Returns false without a terminal, or if the prompt was interrupted. */
bool ask_secret(const char *prompt, char *buffer, size_t capacity, size_t *size);

/* Reads a small file, at most `capacity` bytes, without copies that stay in memory. False: *problem says why. */
bool read_secret(const char *path, char *buffer, size_t capacity, size_t *size, const char **problem);

/* The file of a key, a signature or a password is not larger than this. */
enum { SECRET_MOST = 1 << 15 };

#endif

/* SPDX-License-Identifier: MIT
 * The few calls that differ from system to system. Each sets errno where it fails. */
#ifndef PLATFORM_SYSTEM_H
#define PLATFORM_SYSTEM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef _WIN32
enum { SYSTEM_BACKSLASH = 1 };
#else
enum { SYSTEM_BACKSLASH = 0 };
#endif

int system_open_read(const char *path);
int system_open_new(const char *path);   /* for writing; EEXIST where the name is taken */
int system_open_write(const char *path); /* for writing from the start, over what is there */
int system_standard(int number);         /* stdin or stdout, as bytes */
/* Gives a new file the permissions of the one that it will replace, as far as the system lets it. */
void system_set_mode(int file, unsigned mode);
ptrdiff_t system_read(int file, void *buffer, size_t size);
ptrdiff_t system_write(int file, const void *data, size_t size);
int system_close(int file);
bool system_seek(int file, uint64_t offset); /* from the start of the file */
/* Gives a finished file its name; EEXIST where the name is taken and may not be replaced. */
int system_rename(const char *from, const char *to, bool replace);
void *system_map(int file, size_t size); /* NULL: cannot be mapped */
void system_unmap(void *map, size_t size);
uint64_t system_milliseconds(void); /* of a clock that never goes back */

#endif

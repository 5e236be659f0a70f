/* SPDX-License-Identifier: MIT
 * Values from replays as parts of file names. */
#ifndef REEL_CLI_FILE_NAME_H
#define REEL_CLI_FILE_NAME_H

#include "base/text.h"

/* Appends a value in a form that every file system takes as a part of a name: other characters are %XX, as Hive escapes them. File systems take
 * names of 255 bytes, so more than `most` bytes are cut, and get a hash of the whole. */
void text_file_name(struct text *name, const char *value, size_t size, size_t most);

#endif

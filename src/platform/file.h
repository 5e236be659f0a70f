/* SPDX-License-Identifier: MIT
 * What the recorder needs of files beside <reel/file.h>. */
#ifndef PLATFORM_FILE_H
#define PLATFORM_FILE_H

#include <reel/reel.h>

/* A flag of reel_sink_file: a new file that has its name from the start and is locked while it is written. "file.exists": the name is
 * taken. */
enum { FILE_EXCLUSIVE = 1 << 16 };

/* A sink whose bytes a thread writes to `inner`: only reopening, committing and discarding wait for it. Takes ownership of `inner`, also
 * where it fails. `keep`: commit what was written even if some of it could not be. */
reel_status reel__sink_in_background(reel_sink inner, bool keep, reel_sink *sink, reel_error *error);

#endif

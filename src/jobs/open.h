/* SPDX-License-Identifier: MIT
 * reel_open for callers whose options depend on the format. */
#ifndef JOBS_OPEN_H
#define JOBS_OPEN_H

#include "core/reader.h"

/* Called once the format is known and before the header is read. May change the options; what they point to must outlive the reader. A
 * failure is that of the open. */
typedef reel_status open_choice(void *context, const reel_format *format, reel_options *options, reel_error *error);

/* reel_open, but `choose` is asked first; NULL: it is not. */
reel_status open_choosing(reel_source source, const reel_options *options, open_choice *choose, void *context,
                          reel_reader **reader, reel_error *error);

#endif

/* SPDX-License-Identifier: MIT
 * The writer: rows kept or passed on, a format's functions, an output. */
#ifndef JOBS_WRITER_H
#define JOBS_WRITER_H

#include "columns/coder.h"
#include "containers/spool.h"
#include "core/encoder.h"

/* Completes the output without giving it its name: what reel_finish does first. The writer stays. */
reel_status reel__writer_complete(reel_writer *writer, reel_error *error);
/* What the options of an archive ask of its coders. */
coder_options reel__archive_coder(const struct reel_archive_options *how);
/* The writer's sink, for reading back between reel__writer_complete and reel_finish. */
reel_sink *reel__writer_sink(reel_writer *writer);
/* The arguments of the format's functions. */
reel_encoder *reel__writer_encoder(reel_writer *writer);

#endif

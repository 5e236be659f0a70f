/* SPDX-License-Identifier: MIT
 * Which of several recordings in a zip is read. */
#ifndef JOBS_ZIP_NAMED_H
#define JOBS_ZIP_NAMED_H

#include "core/reader.h"

/* If the input is a zip with an entry that is called like the file, makes the reader's options ask for it. Does nothing if a member is asked
 * for, the file's name is unknown, or the input cannot be read from any place. */
reel_status reel__zip_choose(reel_reader *reader, reel_error *error);

#endif

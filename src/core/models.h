/* SPDX-License-Identifier: MIT
 * Formats of rows that archives have in place of those of another format, because they take fewer bytes. */
#ifndef CORE_MODELS_H
#define CORE_MODELS_H

#include <reel/format.h>

/* The writing convention of a model that leaves out what compresses the file; without it, the file is written as it was. */
#define MODEL_PLAIN "plain"

/* All of them, ending with NULL. Each reads files of its format into rows of its own, and writes the same files from these. */
const reel_format *const *reel__models(void);
/* Whether files of a format are archived so. */
bool reel__models_have(const reel_format *format);

#endif

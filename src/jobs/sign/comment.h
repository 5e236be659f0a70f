/* SPDX-License-Identifier: MIT
 * The trusted comment of a mark: what it binds, as "name:value" separated by tabs. docs/marks.md defines it. */
#ifndef JOBS_SIGN_COMMENT_H
#define JOBS_SIGN_COMMENT_H

#include <reel/sign.h>

/* Appends the comment of a mark. Empty values are left out. `detached`: with the words of minisign. False: no memory. */
bool reel__comment_write(reel_memory *out, const reel_mark *mark, bool detached);

/* Reads a comment into a mark: unknown names are ignored, and a comment of another program binds nothing but its time. The texts are
 * decoded into `room`, of at least comment.size bytes, and point there. False: a value of ours is not valid. */
bool reel__comment_read(reel_string comment, reel_mark *mark, char *room);

#endif

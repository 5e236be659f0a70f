/* SPDX-License-Identifier: MIT
 * What the search for levels needs of folders beside <reel/file.h>. */
#ifndef PLATFORM_FOLDER_H
#define PLATFORM_FOLDER_H

#include <reel/reel.h>

/* Whether a file is music, a picture or a film, by the ending of its name. */
bool reel__folder_is_media(const char *name);
/* reel_source_folder without music, pictures and films, by the endings of their names. */
reel_status reel__source_folder_level(const char *path, reel_source *source, reel_error *error);

#endif

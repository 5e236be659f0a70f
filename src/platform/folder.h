/* SPDX-License-Identifier: MIT
 * What the search for levels needs of folders beside <reel/file.h>. */
#ifndef PLATFORM_FOLDER_H
#define PLATFORM_FOLDER_H

#include <reel/reel.h>

/* reel_source_folder without music, pictures and films, by the endings of their names. */
reel_status reel__source_folder_level(const char *path, reel_source *source, reel_error *error);

#endif

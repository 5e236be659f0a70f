/* SPDX-License-Identifier: MIT
 * Partitions of a dataset: folders named after values of header fields. */
#ifndef REEL_CLI_SCAN_PARTITION_H
#define REEL_CLI_SCAN_PARTITION_H

#include "verbs/scan/scan.h"

struct partition {
    char *folders; /* "mode=Standard/difficulty=Expert"; "" without --partition */
    size_t file;   /* index in the part */
    reel_member
        member; /* of the file; its `word` is NULL: the file, or with --partition what follows the members of an archive */
};

/* The files of a part, whose number is *count, in the order in which they are read: by partition, so that the outputs of only one partition are
 * open at a time, and members of archives on their own. Without --partition that is the order of the files. */
struct partition *partition_order(const struct scan *scan, const struct planned *files, uint64_t *count);
void partition_free(struct partition *order, uint64_t count);

#endif

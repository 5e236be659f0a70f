/* SPDX-License-Identifier: MIT
 * What a conversion that plays a game again is asked for: whose run, which players, which names. */
#ifndef REEL_CLI_REPLAYED_H
#define REEL_CLI_REPLAYED_H

#include "run/finish.h"

struct replayed {
    int32_t *who;
    reel_setting *settings;
    char length[24];
};

/* Whether the conversion plays: the target is a demo. */
bool is_replayed(const struct job *job);
/* Whether the options go together: EXIT_FINE, or the exit status after a message. */
int replayed_usage(const struct arguments *arguments);
/* Fills in `how` from --who, --only-team, and from `run` (NULL: none is given) or from --finish, for which it reads the input. What `how`
 * points to is in `replayed`, which replayed_end frees. */
reel_status replayed_begin(struct job *job, struct replayed *replayed, const struct run *run, reel_convert_options *how);
void replayed_end(struct replayed *replayed);

#endif

/* SPDX-License-Identifier: MIT
 * The parameters that routes read from the query, with the JSON Schema of each, as /openapi.json has them. */
#ifndef SERVER_ROUTES_PARAMETERS_H
#define SERVER_ROUTES_PARAMETERS_H

#include "service/route.h"

extern const route_parameter list_parameters[], no_parameters[], after_parameters[], desk_log_parameters[],
    desk_compare_parameters[], desk_refused_parameters[], desk_bans_parameters[], player_page_parameters[],
    board_page_parameters[], levels_page_parameters[], search_parameters[], board_parameters[], board_levels_parameters[],
    progress_parameters[], player_parameters[], upload_parameters[], challenge_parameters[], old_parameters[], run_parameters[],
    queue_parameters[], audit_parameters[], act_parameters[], removal_parameters[], letter_parameters[], own_refused_parameters[],
    refused_parameters[], bans_parameters[], ban_parameters[], unban_parameters[], event_parameters[], ranking_parameters[],
    ranked_player_parameters[], history_parameters[], weight_parameters[], unweight_parameters[], profile_parameters[],
    one_player_parameters[], feed_parameters[], oembed_parameters[], ranking_page_parameters[], standing_page_parameters[],
    history_page_parameters[], stated_parameters[], stated_levels_parameters[], live_parameters[], piece_parameters[],
    live_stream_parameters[];
extern const route_parameter sign_in_parameters[], account_parameters[];
/* Parameters of which only some combinations are valid. */
extern const parameter_group list_groups[], board_groups[], ranking_groups[], what_groups[], old_groups[];

#endif

/* SPDX-License-Identifier: MIT
 * Lines by the lists of members of the game's objects. */
#include "formats/echo/replay/session.h"

#include "formats/echo/replay/form.h"

static const session_roots roots = { &reel__session_match, &reel__session_bone_lists };

session_result reel__session_read(session_rows *rows, reel_string text, reel_string bones)
{
    return reel__session_read_as(&roots, rows, text, bones);
}

bool reel__session_write(reel_memory *to, const echoreplay_frame *frame, const echoreplay_team *teams, size_t team_count,
                         const echoreplay_player *players, size_t player_count, const echo_bone *bones, size_t bone_count)
{
    const line_rows rows = { .frame = frame,
                             .teams = teams,
                             .players = players,
                             .bones = bones,
                             .team_count = team_count,
                             .player_count = player_count,
                             .bone_count = bone_count };
    return reel__session_write_as(&roots, to, &rows);
}

form_result reel__form_of_line(reel_memory *form, reel_string line, const line_rows *rows, uint8_t styles[FORM_PLACES])
{
    return reel__form_of_line_as(&roots, form, line, rows, styles);
}

form_result reel__form_of_changed(reel_memory *form, reel_string line, const line_rows *rows, uint8_t styles[FORM_PLACES],
                                  changed_form how)
{
    return reel__form_of_changed_as(&roots, form, line, rows, styles, how);
}

form_result reel__form_to_line(reel_memory *line, reel_string form, const line_rows *rows)
{
    return reel__form_to_line_as(&roots, line, form, rows);
}

/* SPDX-License-Identifier: MIT
 * .echoreplay to .butter: values that a .butter cannot hold. The writer reports what it rounds. */
#include "formats/echo/common/schema.h"
#include "formats/echo/replay/session.h"
#include "pairs/echo/echo_butter.h"

void reel__echo_lose_frame(pair_job *job, const recording *r, const echoreplay_frame *f)
{
    static const char none[] = "not stored in the target format";
    const reel_table *t = &echoreplay_frames;
    reel__pair_lose(job, t, "tournament_match", f->tournament_match != 0, none);
    reel__pair_lose(job, t, "bounce_count", f->api & ECHO_API_BOUNCES && f->bounce_count, none);
    reel__pair_lose(job, t, "err_code", f->err_code != 0, none);
    reel__pair_lose(job, t, "err_description", f->err_description.size != 0, none);
    reel__pair_lose(job, t, "payload_multiplier", f->api & ECHO_API_MULTIPLIER && f->payload_multiplier != 1, none);
    reel__pair_lose(job, t, "extra", f->extra.size != 0, none);
    bool partly = false;
    for (size_t i = 0; i < 4; i++) partly |= f->shoulders[i] != 0 && f->shoulders[i] != 1;
    reel__pair_lose(job, t, "shoulders", partly, "the target format stores only pressed or not");
    reel__pair_lose(job, t, "goal_text",
                    f->common.has & ECHO_HAS_SCORE && !f->common.goal_type &&
                        reel__session_code(reel__echo_goal_types, f->goal_text) < 0 && f->goal_text.size,
                    "no number for this word in the target format");
    reel__pair_lose(job, t, "status_text", f->common.status == 0 && f->status_text.size,
                    "no number for this word in the target format");
    reel__pair_lose(job, t, "paused_text", f->common.has & ECHO_HAS_PAUSE && f->common.paused_state == 5 && f->paused_text.size,
                    "no number for this word in the target format");
    reel__pair_lose(job, t, "blue_round_score", f->blue_round_score != r->rounds[0], "only the first frame's value is stored");
    reel__pair_lose(job, t, "orange_round_score", f->orange_round_score != r->rounds[1],
                    "only the first frame's value is stored");
    reel__pair_lose(job, t, "total_round_count", f->total_round_count != r->rounds[2], "only the first frame's value is stored");
}

void reel__echo_lose_player(pair_job *job, const recording *r, const echoreplay_player *p)
{
    const echo_player *c = &p->common;
    bool arena = recording_is_arena(r), combat = recording_is_combat(r);
    reel__pair_lose(job, &echoreplay_players, "holding_left", !arena && c->has & ECHO_HAS_HOLDING, "stored for Arena only");
    reel__pair_lose(job, &echoreplay_players, "weapon",
                    combat && (c->weapon > 3 || c->ordnance > 3 || c->tac_mod > 3 || c->arm > 1),
                    "no number for this word in the target format");
    reel__pair_lose(job, &echoreplay_players, "ping", c->ping < INT16_MIN || c->ping > INT16_MAX,
                    "pings have 16 bits in the target format");
    reel__pair_lose(job, &echoreplay_players, "extra", p->extra.size != 0, "not stored in the target format");
}

/* SPDX-License-Identifier: MIT
 * The check "ddnet-motion": whether the positions of a recording follow from its inputs. It runs if evidence is asked for and the map is given.
 * docs/evidence.md has the rules, and how exact they are on honest recordings. */
#include "insight/ddnet/evidence.h"

#if !defined REEL_WITHOUT_DDNET_MAP && !defined REEL_WITHOUT_EVIDENCE

#include "core/chunk.h"

static reel_finding finding_of(const char *rule, reel_severity severity, const reel_table *table, uint64_t count)
{
    return (reel_finding){ .rule = rule,
                           .severity = severity,
                           .section = table ? table->name : "",
                           .offset = REEL_NO_OFFSET,
                           .table = table,
                           .row = REEL_NO_ROW,
                           .flags = REEL_FINDING_EVIDENCE,
                           .count = count };
}

/* A finding about ticks is at the position of the first one. */
static reel_finding finding_at(const char *rule, reel_severity severity, const evidence_first *first, uint64_t count)
{
    reel_finding finding = finding_of(rule, severity, &teehistorian_positions, count);
    finding.offset = first->offset;
    finding.row = first->row;
    return finding;
}

static void report_undecidable(const reel_reporter *reporter, const char *why)
{
    reel_find(reporter, finding_of("ddnet.motion-undecidable", REEL_NOTE, NULL, 1), "%s", why);
}

static void report_unknown(const reel_reporter *reporter, const evidence *e)
{
    const ddnet_unknown of = reel__ddnet_map_unknown(e->map);
    const reel_finding finding = finding_of("ddnet.motion-undecidable", REEL_NOTE, NULL, 1);
    if (of.setting)
        reel_find(reporter, finding, "differences cannot be judged: the physics does not know the map's setting %s", of.setting);
    else if (e->rules.unknown)
        reel_find(reporter, finding, "differences cannot be judged: the physics does not know the tuning %s of the header",
                  e->rules.unknown_tuning);
    else
        reel_find(reporter, finding, "differences cannot be judged: the physics does not know the map's tile %d", (int)of.tile);
}

static void report_impossible(const reel_reporter *reporter, const evidence *e)
{
    const evidence_first *first = &e->first[DDNET_TICK_IMPOSSIBLE];
    const int64_t count = e->all.of[DDNET_TICK_IMPOSSIBLE];
    if (count)
        reel_find(
            reporter, finding_at("ddnet.motion-impossible", REEL_ERROR, first, (uint64_t)count),
            "%lu {position is|positions are} where no input and no hook can bring a tee: the first is of client %ld in tick "
            "%ld, %ld units beyond what is possible",
            (unsigned long)count, (long)first->tick.cid, (long)first->tick.tick, (long)first->tick.beyond);
}

/* Honest recordings of known releases differ in no tick; of those that record an input more than once a tick, in hardly any. */
static void report_inputs(const reel_reporter *reporter, const evidence *e)
{
    const evidence_first *first = &e->first[DDNET_TICK_DIFFERS];
    const int64_t count = e->all.of[DDNET_TICK_DIFFERS];
    const bool suspect = e->rules.exact && e->known_differing && e->rules.rules.version_minor >= DDNET_MINOR_ONE_INPUT;
    if (!count) return;
    reel_find(reporter,
              finding_at("ddnet.motion-inputs",
                         e->session_differs ? REEL_ERROR
                         : suspect          ? REEL_WARNING
                                            : REEL_NOTE,
                         first, (uint64_t)count),
              "%lu {position does|positions do} not follow from the inputs: the first is of client %ld in tick %ld, at %ld, %ld "
              "instead of %ld, %ld",
              (unsigned long)count, (long)first->tick.cid, (long)first->tick.tick, (long)first->tick.x, (long)first->tick.y,
              (long)first->tick.predicted_x, (long)first->tick.predicted_y);
}

static void report_all(const reel_reporter *reporter, const evidence *e)
{
    const int64_t ticks = evidence_total(&e->all);
    report_impossible(reporter, e);
    report_inputs(reporter, e);
    if (e->against) {
        reel_finding finding = finding_of("ddnet.motion-finish", REEL_ERROR, &teehistorian_finishes, (uint64_t)e->against);
        finding.flags |= REEL_FINDING_SCORE;
        reel_find(reporter, finding, "the motion contradicts %lu of %lu finishes", (unsigned long)e->against,
                  (unsigned long)e->finishes);
    }
    if (e->stopped)
        report_undecidable(reporter, e->world ? "the recording has more ticks than may be played: the rest is not compared"
                                              : "the motion cannot be compared: the map is damaged or too large");
    if (e->world && !e->rules.official)
        report_undecidable(reporter, "differences cannot be judged: the server runs another game");
    if (e->world && !e->rules.known) report_unknown(reporter, e);
    if (e->world && e->rules.official && e->rules.known && !e->rules.exact)
        report_undecidable(reporter, "the physics of this release is known in part: honest players differ, too");
    reel_find(reporter, finding_of("ddnet.motion-ticks", REEL_NOTE, NULL, 1),
              "%lu of %lu ticks of players follow from the inputs, %lu differ, %lu are undecidable; the motion shows %lu of %lu "
              "finishes",
              (unsigned long)e->all.of[DDNET_TICK_AGREES], (unsigned long)ticks,
              (unsigned long)(e->all.of[DDNET_TICK_DIFFERS] + e->all.of[DDNET_TICK_IMPOSSIBLE]),
              (unsigned long)e->all.of[DDNET_TICK_UNDECIDABLE], (unsigned long)e->shown, (unsigned long)e->finishes);
}

static reel_status take_chunk(reel_analysis *analysis, const reel_chunk *chunk)
{
    game *g = analysis->state;
    if (!analysis->level) return REEL_OK;
    if (!g->started) {
        g->wants_evidence = true;
        reel__chunk_list(analysis->result, &ddnet_evidences)->wanted = true; /* a survey gives it unasked */
    }
    return reel__ddnet_chunk(analysis, chunk);
}

static reel_status finish(reel_analysis *analysis)
{
    const game *g = analysis->state;
    if (!analysis->level) {
        report_undecidable(&analysis->reporter, "the motion cannot be compared without the map of the recording (--map)");
        return REEL_OK;
    }
    const reel_status status = reel__ddnet_finish(analysis);
    if (status >= 0 && g->evidence) report_all(&analysis->reporter, g->evidence);
    return status;
}

static const reel_table *const tables[] = { &ddnet_evidences, &ddnet_player_evidences, &ddnet_finish_evidences,
                                            &ddnet_evidence_ticks, NULL };

const reel_insight reel_check_ddnet_motion = {
    .id = "ddnet-motion",
    .name = "DDNet motion",
    .doc = "whether the recorded positions follow from the recorded inputs",
    .formats = reel__game_formats,
    .inputs = reel__game_inputs,
    .tables = tables,
    .levels = reel__game_levels,
    .state_size = sizeof(game),
    .chunk = take_chunk,
    .finish = finish,
    .close = reel__ddnet_close,
};

#endif

/* SPDX-License-Identifier: MIT
 * A play names the time and the look of each note that came. The map that is made of them is the file of one difficulty, of a song with 60 beats
 * a minute: then beats are seconds. Arcs and chains follow from how notes were scored: their ends, but not their shapes. */
#include "pairs/beatsaber/play_map.h"

#if !defined REEL_WITHOUT_BEATSABER_MAP && !defined REEL_READ_ONLY

#include "core/memory.h"
#include "insight/beatsaber/feed.h"
#include "insight/beatsaber/play.h"
#include "pairs/beatsaber/play_vote.h"

#include <math.h>
#include <reel/beatsaber_map.h>
#include <reel/scoresaber.h>
#include <reel/xror.h>

enum { LINES = 4, COLORS = 2 };
#define BEATS_A_MINUTE 60.0
#define LONGEST_SONG 1e6f /* s */
#define ALONE 0.02        /* s: a link alone is so far behind its head */
#define SAME_TIME 1e-4    /* s */
#define LONGEST_STEP 1.0  /* s: between links */
enum { MOST_LINKS = 1000, MISSING = 4 };

/* What a note is part of. */
enum { IS_HEAD = 1, IS_TAIL = 2, IS_CHAIN = 4, IS_LINK = 8 };
static const uint8_t parts_of[] = {
    [BSOR_ARC_HEAD] = IS_HEAD,
    [BSOR_ARC_TAIL] = IS_TAIL,
    [BSOR_CHAIN_HEAD] = IS_CHAIN,
    [BSOR_CHAIN_LINK] = IS_LINK,
    [BSOR_ARC_HEAD_ARC_TAIL] = IS_HEAD | IS_TAIL,
    [BSOR_CHAIN_HEAD_ARC_TAIL] = IS_CHAIN | IS_TAIL,
    [BSOR_CHAIN_LINK_ARC_HEAD] = IS_LINK | IS_HEAD,
    [BSOR_CHAIN_HEAD_ARC_HEAD] = IS_CHAIN | IS_HEAD,
    [BSOR_CHAIN_HEAD_ARC_HEAD_ARC_TAIL] = IS_CHAIN | IS_HEAD | IS_TAIL,
};

typedef struct map_maker {
    play_state play;         /* that is read */
    const reel_table *table; /* of its notes, for what is lost */
    bool begun;
    uint32_t source; /* its number */
    map_ballot ballot;
} map_maker;

/* What is open while notes are walked through in order of time. */
typedef struct map_walk {
    pair_job *job;
    double before, behind; /* times without notes */
    beatsaber_map_chain chains[COLORS];
    bool in_chain[COLORS], headless[COLORS];
    double steps[COLORS];    /* the shortest time between two links of the chain, s; 0: unknown */
    play_list heads[COLORS]; /* map_thing: of arcs without an end yet */
    size_t ended[COLORS];    /* of these, those that have one */
    bool failed;
} map_walk;

/* ---- rows ------------------------------------------------------------------------------------------------------- */

static void add_row(map_walk *w, const reel_table *table, const void *row)
{
    void *room = reel_row_add(reel_chunk_table(w->job->out, table));
    if (room)
        memcpy(room, row, table->row_size);
    else
        w->failed = true;
}

static void add_arc(map_walk *w, const map_thing *head, const map_thing *tail)
{
    const beatsaber_map_arc row = { .time = head->time,
                                    .beat = head->time,
                                    .tail_time = tail->time,
                                    .tail_beat = tail->time,
                                    .multiplier = 1,
                                    .tail_multiplier = 1,
                                    .line = head->line,
                                    .layer = head->layer,
                                    .color = head->color,
                                    .direction = head->direction,
                                    .tail_line = tail->line,
                                    .tail_layer = tail->layer,
                                    .tail_direction = tail->direction,
                                    .present = BEATSABER_MAP_HAS_TIME };
    add_row(w, &beatsaber_map_arcs, &row);
}

/* ---- arcs and chains -------------------------------------------------------------------------------------------- */

/* The oldest arc of the color ends here. An end without a begin comes from before the first note. */
static void end_arc(map_walk *w, const map_thing *tail)
{
    const size_t c = (size_t)tail->color;
    const map_thing *heads = w->heads[c].data;
    map_thing alone = *tail;
    alone.time = w->before;
    add_arc(w, w->ended[c] < w->heads[c].count ? &heads[w->ended[c]++] : &alone, tail);
}

static void begin_arc(map_walk *w, const map_thing *head)
{
    map_thing *room = reel__play_list_grow(&w->heads[head->color], 1, sizeof *head, &w->job->allocator);
    if (room)
        *room = *head;
    else
        w->failed = true;
}

/* Links are evenly spaced, so that the shortest time between two tells where others are missing. If the head of a chain did not come, because the
 * play began behind it, it was as far before the first link. */
static void end_chain(map_walk *w, size_t color)
{
    beatsaber_map_chain *chain = &w->chains[color];
    const double step = w->steps[color], way = chain->tail_time - chain->time;
    if (!w->in_chain[color]) return;
    if (step > 0 && way / step < MOST_LINKS) chain->parts = (int32_t)(way / step + 0.5) + 1;
    if (w->headless[color]) {
        chain->parts++;
        chain->time -= step > 0 ? step : ALONE;
        chain->beat = chain->time;
    }
    add_row(w, &beatsaber_map_chains, chain);
    w->in_chain[color] = w->headless[color] = false;
}

static void begin_chain(map_walk *w, const map_thing *head)
{
    end_chain(w, (size_t)head->color);
    w->in_chain[head->color] = true;
    w->steps[head->color] = 0;
    w->chains[head->color] = (beatsaber_map_chain){ .time = head->time,
                                                    .beat = head->time,
                                                    .tail_time = head->time,
                                                    .tail_beat = head->time,
                                                    .squish = 1,
                                                    .line = head->line,
                                                    .layer = head->layer,
                                                    .color = head->color,
                                                    .direction = head->direction,
                                                    .tail_line = head->line,
                                                    .tail_layer = head->layer,
                                                    .parts = 1,
                                                    .present = BEATSABER_MAP_HAS_TIME };
}

/* Whether so long a time is between two links of one chain, a few of which may be missing. */
static bool is_between_links(const map_walk *w, size_t color, double step)
{
    const double least = w->steps[color];
    return least > 0 ? step < MISSING * least + ALONE : step < LONGEST_STEP;
}

static void add_link(map_walk *w, const map_thing *link)
{
    const size_t color = (size_t)link->color;
    beatsaber_map_chain *chain = &w->chains[color];
    const double step = link->time - chain->tail_time;
    if (!w->in_chain[color] || !is_between_links(w, color, step)) {
        begin_chain(w, link);
        w->headless[color] = true;
        return;
    }
    if (step > SAME_TIME && (!(w->steps[color] > 0) || step < w->steps[color])) w->steps[color] = step;
    chain->tail_time = chain->tail_beat = link->time;
    chain->tail_line = link->line;
    chain->tail_layer = link->layer;
    chain->parts++;
}

/* ---- notes ------------------------------------------------------------------------------------------------------ */

static bool thing_of(const map_maker *m, const reel__play_note *note, map_thing *thing)
{
    static const int32_t mirrored[MAP_DIRECTIONS] = { 0, 1, 3, 2, 5, 4, 7, 6, 8 };
    const bool bomb = note->kind == BEATSABER_BOMB;
    const uint8_t look = BEATSABER_HAS_COLOR | BEATSABER_HAS_DIRECTION, needed = BEATSABER_HAS_POSITION | (bomb ? 0 : look);
    if ((note->known & needed) != needed || !(note->spawn_time >= 0 && note->spawn_time < LONGEST_SONG)) return false;
    if (!bomb && (note->color >= COLORS || note->direction >= MAP_DIRECTIONS)) return false;
    *thing = (map_thing){ .time = (double)note->spawn_time, .line = note->line, .layer = note->layer, .bomb = bomb };
    if (!bomb) {
        thing->color = note->color;
        thing->direction = note->direction;
        thing->parts = note->scoring < sizeof parts_of ? parts_of[note->scoring] : 0;
        thing->link = thing->parts & IS_LINK;
    }
    if (!m->play.level.left_handed) return true;
    thing->line = LINES - 1 - thing->line;
    if (bomb) return true;
    thing->color = 1 - thing->color;
    thing->direction = mirrored[thing->direction];
    return true;
}

static void add_thing(map_walk *w, const map_thing *t)
{
    if (t->bomb) {
        const beatsaber_map_bomb row = {
            .time = t->time, .beat = t->time, .line = t->line, .layer = t->layer, .present = BEATSABER_MAP_HAS_TIME
        };
        add_row(w, &beatsaber_map_bombs, &row);
        return;
    }
    if (t->parts & IS_TAIL) end_arc(w, t);
    if (t->parts & IS_HEAD) begin_arc(w, t);
    if (t->parts & IS_LINK) {
        add_link(w, t);
        return;
    }
    if (t->parts & IS_CHAIN) begin_chain(w, t);
    const beatsaber_map_note row = { .time = t->time,
                                     .beat = t->time,
                                     .line = t->line,
                                     .layer = t->layer,
                                     .color = t->color,
                                     .direction = t->direction,
                                     .present = BEATSABER_MAP_HAS_TIME };
    add_row(w, &beatsaber_map_notes, &row);
}

/* What is still open ends behind the last note. */
static void end_all(map_walk *w)
{
    for (size_t color = 0; color < COLORS; color++) {
        const map_thing *heads = w->heads[color].data;
        end_chain(w, color);
        for (size_t i = w->ended[color]; i < w->heads[color].count && !w->failed; i++) {
            map_thing tail = heads[i];
            tail.time = w->behind;
            add_arc(w, &heads[i], &tail);
        }
        reel__play_list_free(&w->heads[color], &w->job->allocator);
    }
}

static reel_status add_things(pair_job *job, const map_ballot *ballot)
{
    const map_thing *things = ballot->things.data;
    const size_t count = ballot->things.count;
    map_walk w = { .job = job };
    if (count) {
        w.before = things[0].time / 2;
        w.behind = things[count - 1].time + 1;
    }
    for (size_t i = 0; i < count && !w.failed; i++) add_thing(&w, &things[i]);
    end_all(&w);
    return w.failed ? reel__memory_fail(job->error) : REEL_OK;
}

/* ---- plays ---------------------------------------------------------------------------------------------------------- */

static void note_time(map_voter *voter, float time)
{
    if (!voter->any || time < voter->first) voter->first = time;
    if (!voter->any || time > voter->last) voter->last = time;
    voter->any = true;
}

/* Takes what the play that was read tells. */
static bool end_play(pair_job *job, map_maker *m)
{
    const play_state *play = &m->play;
    const reel__play_note *notes = play->notes.data;
    const uint32_t number = (uint32_t)m->ballot.voters.count;
    if (!m->begun) return true;
    map_voter *voter = reel__play_list_grow(&m->ballot.voters, 1, sizeof *voter, &job->allocator);
    if (!voter) return false;
    *voter = (map_voter){ .no_arrows = play->level.no_arrows,
                          .no_bombs = play->level.no_bombs,
                          .no_scoring = play->no_scoring,
                          .begins_late = play->start_time > 0,
                          .failed = play->fail_time >= 0.01f && !play->no_fail };
    bool done = true;
    for (size_t i = 0; done && i < play->notes.count; i++) {
        map_thing thing;
        const bool fine = thing_of(m, &notes[i], &thing);
        reel__pair_lose(job, m->table, "note_id", !fine, "a map of the game has no such note");
        map_thing *room = fine ? reel__play_list_grow(&m->ballot.things, 1, sizeof *room, &job->allocator) : NULL;
        done = room || !fine;
        if (!room) continue;
        *room = thing;
        room->play = number;
        note_time(voter, (float)thing.time);
    }
    reel__play_free(&m->play);
    m->play = (play_state){ 0 };
    m->begun = false;
    return done;
}

/* ---- the conversion --------------------------------------------------------------------------------------------- */

static void report(const pair_job *job, const char *message)
{
    reel_find(
        &job->reporter,
        (reel_finding){
            .rule = "convert.unknown", .severity = REEL_NOTE, .section = "notes", .offset = REEL_NO_OFFSET, .row = REEL_NO_ROW },
        "%s", message);
}

/* What no play tells, and what these do not. */
static void report_unknown(const pair_job *job, const map_ballot *ballot)
{
    const map_voter *voters = ballot->voters.data;
    map_voter all = { .no_arrows = true, .no_bombs = true, .begins_late = true, .failed = true };
    for (size_t i = 0; i < ballot->voters.count; i++) {
        all.no_arrows = all.no_arrows && voters[i].no_arrows;
        all.no_bombs = all.no_bombs && voters[i].no_bombs;
        all.begins_late = all.begins_late && voters[i].begins_late;
        all.failed = all.failed && voters[i].failed;
    }
    report(job, "the play does not tell bombs that were avoided, walls, lights, the tempo, and the shapes of arcs and chains");
    if (all.no_arrows) report(job, "modifier NA: the play does not tell the directions of arrows");
    if (all.no_bombs) report(job, "modifier NB: the play does not tell bombs");
    if (all.begins_late) report(job, "the play began later than the song: notes before that are missing");
    if (all.failed) report(job, "the play failed: notes after that are missing");
}

static reel_finding vote_finding(reel_severity severity, const char *rule)
{
    return (reel_finding){
        .rule = rule, .severity = severity, .section = "notes", .offset = REEL_NO_OFFSET, .row = REEL_NO_ROW, .count = 1
    };
}

static void report_vote(const pair_job *job, const map_ballot *ballot, const map_vote *vote)
{
    const map_voter *voters = ballot->voters.data;
    reel_find(&job->reporter, vote_finding(REEL_NOTE, "convert.vote"),
              "of %zu plays: all agree on %zu notes and bombs, most on %zu; %zu that too few plays have, and %zu bombs that one "
              "play hit alone, are left out",
              ballot->voters.count, vote->agreed, vote->outvoted, vote->left_out, vote->bombs_alone);
    if (vote->other_times)
        reel_find(&job->reporter, vote_finding(REEL_NOTE, "convert.vote-times"),
                  "the times of %zu notes and bombs differ between plays, by up to %f s: the one that most have, or the middle "
                  "one, is taken",
                  vote->other_times, vote->apart);
    if (vote->other_looks)
        reel_find(&job->reporter, vote_finding(REEL_NOTE, "convert.vote-looks"),
                  "the arrow or the scoring of %zu notes differs between plays: what most have is taken", vote->other_looks);
    for (size_t i = 0; i < ballot->voters.count; i++)
        if (voters[i].extra || voters[i].lacking)
            reel_find(&job->reporter, vote_finding(REEL_WARNING, "convert.vote-play"),
                      "play %zu of %zu has %u notes that too few others have, and lacks %u that most have", i + 1,
                      ballot->voters.count, voters[i].extra, voters[i].lacking);
}

static void lose_play(pair_job *job, const reel_chunk *in, const reel_format *from, const reel_table *notes)
{
    static const char why[] = "a map has what was to be played, not how it was";
    for (const reel_table *const *table = from->tables; *table; table++) {
        size_t count;
        if ((*table)->flags & (REEL_TABLE_HEADER | REEL_TABLE_LAYOUT)) continue;
        reel_chunk_rows(in, *table, &count);
        reel__pair_lose(job, *table, *table == notes ? "event_type" : NULL, count, why);
    }
}

static reel_status take_chunk(pair_job *job, const reel_chunk *in, const reel_format *from, const reel_table *table)
{
    map_maker *m = job->state;
    if (m->source != job->source && !end_play(job, m)) return reel__memory_fail(job->error);
    m->source = job->source;
    if (!m->begun) m->play.allocator = job->allocator;
    m->begun = true;
    m->table = table;
    lose_play(job, in, from, table);
    return reel__play_feed(&m->play, from, in, false) ? REEL_OK : reel__memory_fail(job->error);
}

static reel_status take_bsor(pair_job *job, const reel_chunk *in) { return take_chunk(job, in, &reel_format_bsor, &bsor_notes); }
static reel_status take_scoresaber(pair_job *job, const reel_chunk *in)
{
    return take_chunk(job, in, &reel_format_scoresaber, &scoresaber_notes);
}
static reel_status take_json(pair_job *job, const reel_chunk *in)
{
    return take_chunk(job, in, &reel_format_scoresaber_json, &scoresaber_json_notes);
}
static reel_status take_xror(pair_job *job, const reel_chunk *in) { return take_chunk(job, in, &reel_format_xror, &xror_notes); }

static reel_status finish(pair_job *job)
{
    static const char version[] = "3.3.0";
    map_maker *m = job->state;
    const beatsaber_map_bpm_event tempo = { .bpm = BEATS_A_MINUTE, .present = BEATSABER_MAP_HAS_TIME };
    beatsaber_map_difficulty *difficulty = reel_row_add(reel_chunk_table(job->out, &beatsaber_map_difficulties));
    beatsaber_map_bpm_event *event = reel_row_add(reel_chunk_table(job->out, &beatsaber_map_bpm_events));
    map_vote vote;
    bool done = difficulty && event && end_play(job, m);
    const bool many = m->ballot.voters.count > 1;
    if (done) {
        difficulty->version = (reel_string){ version, sizeof version - 1 };
        *event = tempo;
        done = many ? reel__map_vote_take(&m->ballot, &job->allocator, &vote)
                    : reel__map_things_sort(&m->ballot.things, &job->allocator);
    }
    if (!done) return reel__memory_fail(job->error);
    const reel_status status = add_things(job, &m->ballot);
    if (status >= 0 && many) report_vote(job, &m->ballot, &vote);
    if (status >= 0) report_unknown(job, &m->ballot);
    return status;
}

static void close_play(pair_job *job)
{
    map_maker *m = job->state;
    if (m->begun) reel__play_free(&m->play);
    reel__play_list_free(&m->ballot.things, &job->allocator);
    reel__play_list_free(&m->ballot.voters, &job->allocator);
}

#define PAIR(name, format, take)                                                                                                 \
    const convert_pair name = { .from = &format,                                                                                 \
                                .to = &reel_format_beatsaber_map,                                                                \
                                .state_size = sizeof(map_maker),                                                                 \
                                .votes = true,                                                                                   \
                                .chunk = take,                                                                                   \
                                .finish = finish,                                                                                \
                                .close = close_play }
PAIR(reel__pair_bsor_map, reel_format_bsor, take_bsor);
PAIR(reel__pair_scoresaber_map, reel_format_scoresaber, take_scoresaber);
PAIR(reel__pair_scoresaber_json_map, reel_format_scoresaber_json, take_json);
PAIR(reel__pair_xror_map, reel_format_xror, take_xror);

#endif

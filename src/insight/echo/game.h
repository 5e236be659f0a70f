/* SPDX-License-Identifier: MIT
 * The state of a match that the insight walks through, frame by frame. Nothing in it grows with the length of the file. */
#ifndef INSIGHT_ECHO_GAME_H
#define INSIGHT_ECHO_GAME_H

#include <reel/echo.h>

enum { STATS = 11, SLOTS = 256, TEAMS = 4, STEP_BINS = 1002, NAME_BYTES = 128, NOBODY = -1 };

#define NO_ROW SIZE_MAX

/* The tables of the result, in their order. */
typedef enum echo_out {
    OUT_MATCH,
    OUT_PLAYERS,
    OUT_MOTION,
    OUT_GOALS,
    OUT_ROUNDS,
    OUT_EVENTS,
    OUT_POSSESSION,
    OUT_THROWS,
    OUT_RELEASES,
    OUT_STAYS,
    OUT_PAUSES,
    OUT_LOADOUTS,
    OUT_PAYLOAD,
    OUT_DISC,
    OUTS
} echo_out;

/* What every format says of a frame in its own way. Strings live as long as the frame's row. */
typedef struct frame_extra {
    reel_string session;                   /* empty: not said */
    reel_string goal_type, scorer, assist; /* of the last goal; empty: nobody */
    int64_t scorer_userid, assist_userid;  /* 0: not said */
} frame_extra;

struct game;

/* A format, with rows that begin with those that all share. */
typedef struct echo_source {
    const reel_format *format;
    const reel_table *frames, *teams, *players;
    void (*begin)(struct game *g, const reel_chunk *chunk); /* with the first chunk: the header; may be NULL */
    void (*extra)(struct game *g, const echo_frame *frame, frame_extra *extra); /* may be NULL */
    uint8_t (*file_mode)(const reel_chunk *chunk);                              /* with the first chunk; NULL: frames say it */
    uint8_t (*frame_mode)(const echo_frame *frame);                             /* of one frame; NULL: the header says it */
    reel_string (*session)(const echo_frame *frame);                            /* its id; NULL: the file has one session */
    bool by_roster; /* players are told apart by their numbers in the roster: there are no others */
    bool no_speeds; /* the velocity of the disc is not said */
    bool no_line;   /* nor how good the line to the server is */
    bool no_times;  /* times are counted from frames */
} echo_source;

/* A player, as the last row said, and what was summed up. */
typedef struct person {
    int64_t userid;
    reel_string name;
    uint64_t seen; /* serial of the last frame */
    double team_seconds[TEAMS];
    double moved_seconds, ping_sum, loss_sum;
    uint64_t rows;
    echo_player_sum sum;
    echo_motion motion;
    reel_vec3 head;
    uint32_t won[STATS];
    uint16_t stats[STATS];
    size_t stay;    /* row of the open stay */
    uint8_t number; /* by which the format tells players apart */
    uint8_t team;
    bool has_head, has_stats, has_loadout;
    bool possession, stunned, floating;
    bool holds_disc[2], released[2];
    uint8_t loadout[4];
} person;

/* A goal whose description may still come. */
typedef struct open_goal {
    bool open;
    uint8_t team;
    size_t row;
    double time;
} open_goal;

typedef struct game {
    reel_analysis *analysis; /* of the call */
    const echo_source *source;
    reel_row_list *rows[OUTS];
    uint64_t rows_lost;

    /* The frame at hand. `serial` counts them from 1; 0: none yet. */
    uint64_t serial;
    uint32_t frame;
    double first_time, time, raw_step;
    float clock;
    uint8_t status;
    bool paused, open;
    frame_extra extra;
    uint64_t session; /* digest of its id */
    bool has_disc;
    float disc_speed;

    echo_match match;
    uint32_t steps[STEP_BINS]; /* how often a step of so many ms came; the last: longer */

    /* goals */
    bool has_points, has_score;
    float points[2];
    uint64_t score;    /* digest of what frames say of the last goal */
    bool score_fresh;  /* that changed, and no goal has taken it */
    double score_time; /* when it did */
    open_goal goal;

    /* rounds and pauses */
    bool in_round;
    echo_round round;
    echo_pause pause;

    /* possession: of the frame at hand, and the interval that is open */
    int now_holder, holder;
    uint8_t now_team, team;
    echo_possession possession;

    bool has_throw, has_payload;
    echo_throw throw_;
    echo_payload_step payload;

    person persons[ECHO_MOST_PLAYERS];
    unsigned person_count;
    uint16_t hints[TEAMS][SLOTS]; /* number from 1 of the person last seen in a place */
    uint64_t persons_lost, bad_places;

    reel_string roster_names[SLOTS]; /* of a .butter, by number */
    int64_t roster_ids[SLOTS];
    const reel_label *goal_types, *loadouts[4];
} game;

/* insight.c: rows, and text that lives as long as they. */
void *out_add(game *g, echo_out out);
size_t out_last(const game *g, echo_out out, const void *row); /* number of a row just added; NO_ROW for NULL */
void *out_at(const game *g, echo_out out, size_t row);         /* NULL for NO_ROW */
reel_string out_text(const game *g, reel_string text);
reel_string out_word(const reel_label *labels, int64_t value);
uint64_t out_digest(uint64_t digest, const void *data, size_t size); /* begin with 0 */

/* Rows of one table, each of which belongs to the frame that it names. */
typedef struct lane {
    const uint8_t *row, *end;
    size_t size;
} lane;

lane lane_of(const reel_chunk *chunk, const reel_table *table);

/* sources.c: the adapter of a format, and lists that end with NULL. */
const echo_source *echo_source_of(const reel_format *format);
extern const reel_format *const echo_formats[];
extern const reel_table *const echo_inputs[];

/* match.c: what frames say. `seconds` is what passed since the one before, as far as it counts. */
void match_spend(game *g, double seconds);
void match_take(game *g, const echo_frame *frame);
void match_team(game *g, const echo_team *team);
void match_settle(game *g); /* the frame is whole */
void match_finish(game *g);

/* goals.c */
void goals_take(game *g, const echo_frame *frame);
void goals_finish(game *g);

/* people.c: what rows of players say. */
void people_spend(game *g, double seconds);
void people_take(game *g, const echo_player *row);
void people_settle(game *g);
void people_finish(game *g);
void people_forget(game *g); /* another session: what they bring along begins anew */
person *people_by_name(game *g, reel_string name, uint8_t team);

#endif

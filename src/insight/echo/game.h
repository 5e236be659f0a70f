/* SPDX-License-Identifier: MIT
 * The state of a match while the insight processes its frames. Its size does not depend on the length of the file. */
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

/* Values of a frame that formats record in different ways. Strings live as long as the row of the frame. */
typedef struct frame_extra {
    reel_string session;                   /* empty: unknown */
    reel_string goal_type, scorer, assist; /* of the last goal; empty: none */
    uint64_t scorer_userid, assist_userid; /* 0: unknown */
} frame_extra;

struct game;

/* What a row does not have. A missing number with a fraction is NaN in the copies that a source makes. */
enum { /* of frames */
       LACKS_PAUSE = 1,
       LACKS_SCORE_SPEED = 4,
       LACKS_SCORE_DISTANCE = 8,
       LACKS_CHECKPOINT = 16,
       LACKS_CONTESTED = 32,
       LACKS_DEFENDERS = 64,
       LACKS_DISC_SPEED = 128,
       LACKS_BLUE_POINTS = 256,
       LACKS_ORANGE_POINTS = 512,
       LACKS_THROW = 1 << 16 /* and the bits above, for each member of echo_throw */
};
enum { THROWS = sizeof(echo_throw) / sizeof(float), ALL_THROWS = (1 << THROWS) - 1 };
enum { /* of players */
       LACKS_HEAD = 1,
       LACKS_POSSESSION = 2,
       LACKS_STUNNED = 4,
       LACKS_PING = 8,
       LACKS_LOADOUT = 16
};

/* The adapter of a format. Its rows begin with the structs that all formats share. */
typedef struct echo_source {
    const reel_format *format;
    const reel_table *frames, *teams, *players;
    void (*begin)(struct game *g, const reel_chunk *chunk); /* reads the header from the first chunk; may be NULL */
    void (*extra)(struct game *g, const echo_frame *frame, frame_extra *extra); /* may be NULL */
    uint8_t (*file_mode)(const reel_chunk *chunk);              /* mode from the first chunk; NULL: frames have it */
    uint8_t (*frame_mode)(const echo_frame *frame);             /* mode of a frame; NULL: the header has it */
    reel_string (*session)(const echo_frame *frame);            /* session id; NULL: the file has one session */
    unsigned (*frame)(const echo_frame *row, echo_frame *copy); /* marks what the row lacks; NULL: nothing */
    unsigned (*player)(const echo_player *row, echo_player *copy, uint16_t *counters); /* counters: bits of those that it has */
    bool by_roster; /* players are identified by roster number, as there are no others */
    bool no_speeds; /* the velocity of the disc is not recorded */
    bool no_line;   /* the connection quality is not recorded */
    bool no_times;  /* times are derived from frame numbers */
    bool dated;     /* the header has a date all the same; a frame without one has 0 */
    bool by_events; /* a last goal that frames begin to state is a new one, unless the first frame states it */
} echo_source;

/* A player: the state of the last row, and the sums. */
typedef struct person {
    uint64_t userid;
    reel_string name;
    uint64_t seen; /* serial of the last frame with the player */
    double team_seconds[TEAMS];
    double moved_seconds, ping_sum, loss_sum;
    uint64_t rows, pings, losses; /* losses: rows with a finite packet loss */
    echo_player_sum sum;
    echo_motion motion;
    reel_vec3 head;
    uint32_t won[STATS];
    uint16_t stats[STATS];
    uint16_t counted, had; /* bits of counters: in any row, and of those in `stats` */
    size_t stay;           /* row of the open stay */
    uint8_t number;        /* number that identifies the player in this format */
    uint8_t team;
    bool has_head, has_loadout;
    bool possession, stunned, floating;
    bool has_possession, has_stunned; /* in any row */
    bool holds_disc[2], released[2];
    uint8_t loadout[4];
} person;

/* A goal whose description may still follow. */
typedef struct open_goal {
    bool open;
    uint8_t team;
    size_t row;
    double time;
} open_goal;

typedef struct game {
    reel_analysis *analysis; /* of the current call */
    const echo_source *source;
    reel_row_list *rows[OUTS];
    uint64_t rows_lost;

    /* The current frame. `serial` counts frames from 1; 0: none yet. */
    uint64_t serial;
    uint32_t frame;
    double first_time, time, raw_step;
    float clock;                 /* the last one that is known */
    bool clock_known, has_clock; /* in this frame; in any so far */
    unsigned lacks;              /* LACKS_PAUSE, ... */
    uint8_t status;
    bool paused, open;
    frame_extra extra;
    uint64_t session; /* hash of its id */
    bool has_disc, has_speed;
    float disc_speed;

    echo_match match;
    uint32_t steps[STEP_BINS]; /* number of steps per length in ms; the last bin: longer */

    /* goals */
    bool has_points, has_score;
    float points[2];
    uint64_t score;    /* hash of the "last goal" fields */
    bool score_fresh;  /* they changed, and no goal has used them yet */
    double score_time; /* time of the change */
    open_goal goal;

    /* rounds and pauses */
    bool in_round;
    echo_round round;
    echo_pause pause;

    /* possession: of the current frame, and of the open interval */
    int now_holder, holder;
    uint8_t now_team, team;
    bool now_held[2], held[2]; /* a hand of the team holds the disc */
    echo_possession possession;

    unsigned throw_known; /* bits of the values in throw_ */
    bool has_payload;
    echo_throw throw_;
    echo_payload_step payload;

    person persons[ECHO_MOST_PLAYERS];
    unsigned person_count;
    uint16_t hints[TEAMS][SLOTS]; /* number, from 1, of the person last seen in a slot */
    uint64_t persons_lost, bad_positions;

    reel_string roster_names[SLOTS]; /* of a .butter, by roster number */
    uint64_t roster_ids[SLOTS];
    const reel_label *goal_types, *loadouts[4];
} game;

/* out.c: result rows, and text that lives as long as they do. */
void *reel__out_add(game *g, echo_out out);
size_t reel__out_last(const game *g, echo_out out, const void *row); /* number of the row just added; NO_ROW for NULL */
void *reel__out_at(const game *g, echo_out out, size_t row);         /* NULL for NO_ROW */
reel_string reel__out_text(const game *g, reel_string text);
reel_string reel__out_word(const reel_label *labels, int64_t value);
uint64_t reel__out_hash(uint64_t hash, const void *data, size_t size); /* start with 0 */

/* Rows of one table. Each names the frame it belongs to. */
typedef struct lane {
    const uint8_t *row, *end;
    size_t size;
} lane;

lane reel__lane_of(const reel_chunk *chunk, const reel_table *table);

/* sources.c: the adapter of a format, and lists that end with NULL. */
const echo_source *reel__echo_source_of(const reel_format *format);
enum { ALL_COUNTERS = (1 << STATS) - 1 };
/* Copies of rows, as `frame` and `player` of the source make them. */
static inline unsigned echo_source_frame(const echo_source *source, const echo_frame *row, echo_frame *copy)
{
    *copy = *row;
    return source->frame ? source->frame(row, copy) : 0;
}
static inline unsigned echo_source_player(const echo_source *source, const echo_player *row, echo_player *copy,
                                          uint16_t *counters)
{
    *copy = *row;
    *counters = row->has & ECHO_HAS_STATS ? ALL_COUNTERS : 0;
    return source->player ? source->player(row, copy, counters) : 0;
}
extern const reel_format *const reel__echo_formats[];
extern const reel_table *const reel__echo_inputs[];

/* match.c: values of frames. `seconds` is the time since the frame before, at most ECHO_LONGEST_STEP. */
void reel__match_spend(game *g, double seconds);
static inline bool match_is_played(const game *g)
{
    return !g->paused && (g->status == ECHO_PLAYING || g->status == ECHO_SUDDEN_DEATH);
}
void reel__match_take(game *g, const echo_frame *frame);
void reel__match_team(game *g, const echo_team *team);
void reel__match_settle(game *g); /* call when the frame is complete */
void reel__match_finish(game *g);

/* goals.c */
void reel__goals_take(game *g, const echo_frame *frame);
void reel__goals_finish(game *g);

/* people.c: values of player rows. */
void reel__people_spend(game *g, double seconds);
void reel__people_take(game *g, const echo_player *row);
void reel__people_settle(game *g);
void reel__people_finish(game *g);
void reel__people_reset(game *g); /* another session: counters start over */
person *reel__people_by_name(game *g, reel_string name, uint8_t team);

#endif

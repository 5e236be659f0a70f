/* SPDX-License-Identifier: MIT
 * What is known at a frame of a .tape: the header, and what the events so far said. A reader and a writer keep the same state, by the same
 * functions. */
#ifndef ECHO_TAPE_STATE_H
#define ECHO_TAPE_STATE_H

#include "core/memory.h"
#include "formats/echo/replay/line.h"
#include "formats/echo/tape/message.h"

#include <reel/tape.h>

enum { TAPE_SLOTS = 256, TAPE_TEAMS = 3 };

/* A text that rows of many chunks point to: copied once into each. */
typedef struct tape_text {
    reel_memory bytes;
    reel_string shown; /* in the current chunk; no data: not yet */
} tape_text;

/* What is known of the player in one slot. Equipment and counters outlive a player who leaves. */
typedef struct tape_slot {
    tape_text name;
    uint64_t account;
    int32_t role, jersey, level;
    bool known, has_loadout, has_grab, has_stats;
    uint8_t loadout[3];   /* codes of reel__echo_weapons, reel__echo_ordnances, reel__echo_tac_mods; UINT8_MAX: unknown word */
    uint8_t loadout_keys; /* which of the three have a word: 1, 2, 4 */
    uint8_t held[2];      /* as in echo_player */
    tape_stats stats;
} tape_slot;

/* What was odd, and how often. */
typedef struct tape_oddities {
    proto_notes proto;
    uint64_t slots;     /* events and players whose slot is not 0 to 255 */
    uint64_t words;     /* words and numbers of a list that rows have no code for */
    uint64_t nameless;  /* players whom neither the roster nor an event has named */
    uint64_t skeletons; /* whose size is not that of whole bones, or of more than 255 */
    uint64_t counters;  /* beyond 16 bits */
    uint64_t free_disc; /* F-4: possession changes to -1 */
    uint64_t pings;     /* F-15: a negative ping */
    uint64_t statuses;  /* F-9: frames without a status */
} tape_oddities;

typedef struct tape_state {
    reel_allocator allocator;
    tape_header header; /* its texts are not kept */
    int32_t match_type, rounds;
    uint64_t rules_at;
    uint8_t private_match, tournament;
    tape_text session_id, map_name, client_name, session_ip, rules_by, team_names[TAPE_TEAMS], person, assist;
    uint8_t team_count;  /* of team_names */
    int64_t created;     /* ms since 1970 */
    uint64_t header_sum; /* of the content of the header */
    tape_slot slots[TAPE_SLOTS];
    tape_board board;
    tape_goal goal; /* its texts are in `person` and `assist` */
    tape_throw thrown;
    bool has_board, has_goal, has_throw, no_memory;
    bool reference; /* what is written follows the reference, with its faults */
    tape_oddities notes;
    const uint8_t *broken_at;   /* where a message is broken */
    reel_memory joined, merged; /* an envelope's content and an event, or the lists of a skeleton, that came in parts */
} tape_state;

/* The events of a capture, as an index counts them. */
typedef struct tape_event_sum {
    uint64_t count[EVENT_NUMBERS], sum[EVENT_NUMBERS]; /* by number in the index; the sum does not depend on the order */
} tape_event_sum;

/* Called for each event that an index lists, by its number there. */
typedef void tape_on_event(void *context, uint8_t kind, uint32_t frame);

/* Rows under construction. */
typedef struct tape_rows {
    reel_chunk *chunk;
    reel_row_list *frames, *teams, *players, *bones; /* NULL: not wanted */
    uint32_t frame;                                  /* number of the next frame */
    line_clock clock;
    uint64_t offset;         /* of the current message */
    tape_on_event *on_event; /* NULL: not wanted */
    void *on_event_context;
    tape_frame last; /* of the last frame */
} tape_rows;

/* Counts an event in a tape_event_sum. */
void reel__tape_event_count(void *sum, uint8_t kind, uint32_t frame);

void reel__tape_state_begin(tape_state *state, const reel_allocator *allocator);
void reel__tape_state_free(tape_state *state);
/* Makes `to` the same state, in memory of its own. */
void reel__tape_state_copy(tape_state *to, tape_state *from);
/* A new chunk: texts are copied again. */
void reel__tape_state_renew(tape_state *state);
void reel__tape_text_set(tape_state *state, tape_text *text, reel_string value);
reel_string reel__tape_text_show(tape_text *text, reel_chunk *chunk);
static inline reel_string tape_text_of(const tape_text *text)
{
    return (reel_string){ text->bytes.size ? (const char *)text->bytes.data : NULL, text->bytes.size };
}

/* Takes the header in. REEL_CORRUPT: it is no message, see `broken_at`; REEL_UNSUPPORTED: it is not of this game. */
reel_status reel__tape_state_header(tape_state *state, reel_bytes body);
/* Takes an event in. False: it is no message. */
bool reel__tape_state_event(tape_state *state, const proto_field *event);
/* Reads a frame: takes its events in, and adds its rows. False: it is no message, or memory ran out, and no row was added. */
bool reel__tape_read_frame(tape_state *state, tape_rows *rows, reel_bytes body);

/* The kind of an envelope and its content, which `state` may hold until the next call. REEL_CORRUPT: it is broken or empty, see `broken_at`. */
reel_status reel__tape_open_envelope(tape_state *state, reel_bytes body, uint8_t *kind, reel_bytes *content);
/* Appends a part of a message to those before it, which are borrowed until a second one comes. */
bool reel__tape_join(tape_state *state, reel_memory *buffer, reel_bytes *parts, const proto_field *part);

/* codes.c */
uint8_t reel__tape_status_code(int32_t status);                                           /* of echo_status */
reel_string reel__tape_word(const char *const *words, size_t count, int64_t number);      /* empty: the list has none */
int32_t reel__tape_word_number(const char *const *words, size_t count, reel_string word); /* 0: the list does not have it */
enum { TAPE_MATCH_TYPES = 9, TAPE_GOAL_TYPES = 12, TAPE_PAUSE_STATES = 7, TAPE_STATUSES = 10 };
extern const char *const reel__tape_match_types[TAPE_MATCH_TYPES], *const reel__tape_goal_types[TAPE_GOAL_TYPES],
                                                                       *const reel__tape_pause_states[TAPE_PAUSE_STATES],
                                                                           *const reel__tape_statuses[TAPE_STATUSES];
uint8_t reel__tape_held_code(reel_string word, uint64_t *unknown); /* as echo_player.holding_left */
uint8_t reel__tape_team_of_role(int32_t role);
int32_t reel__tape_role_of_team(uint8_t team);
echo_axes reel__tape_axes_of(reel_quaternion q);
/* The rotation that has these directions most nearly; and the one that the reference makes of them. */
reel_quaternion reel__tape_rotation_of(const echo_axes *axes);
reel_quaternion reel__tape_reference_rotation(const echo_axes *axes);
/* "MM:SS.cc" of a clock in seconds, truncated, as the game displays it. */
enum { TAPE_CLOCK = 56 }; /* with room for reel__number_u64 */
size_t reel__tape_clock_text(char *to, float clock);

#endif

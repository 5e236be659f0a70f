/* SPDX-License-Identifier: MIT
 * What the formats of bots have in common: reading into the same rows, writing from them. */
#ifndef GDR_MACROS_MACROS_H
#define GDR_MACROS_MACROS_H

#include "codec/pull.h"
#include "core/encoder.h"
#include "core/inline.h"
#include "core/rules.h"

#include <reel/format.h>
#include <reel/macros.h>

/* Findings that do not stop reading. */
typedef enum macros_note {
    MACROS_NOTE_ATOM_SIZE,
    MACROS_NOTE_NO_FPS,
    MACROS_NOTE_ANDROID,
    MACROS_NOTE_NO_FOOTER,
    MACROS_NOTE_SUB_FRAME,
    MACROS_NOTE_TRAILING,
    MACROS_NOTE_BAD_FIX,
    MACROS_NOTE_BOOL,
    MACROS_NOTE_PLAYER,
    MACROS_NOTE_BUTTON,
    MACROS_NOTE_FIELDS,
    MACROS_NOTE_RATE,
    MACROS_NOTE_MARK,
    MACROS_NOTE_BLANKS,
    MACROS_NOTE_POINT,
    MACROS_NOTE_COMMA,
    MACROS_NOTE_OPEN,
    MACROS_NOTE_TEXT_NUMBER,
    MACROS_NOTE_NOT_FINITE,
    MACROS_NOTE_STATED_SIZE,
    MACROS_NOTE_UNKNOWN_BUTTON,
    MACROS_NOTE_SUB_FIX,
    MACROS_NOTE_NULL,
    MACROS_NOTES
} macros_note;

/* The largest frame: 2^62 - 1. */
#define MACROS_MOST_FRAME ((UINT64_C(1) << 62) - 1)

/* Of the format of zBot, which its files have as a number of single precision. */
enum { MACROS_ZBF_VERSION = 3 };

/* The NaN of a value that the file does not have. */
#define MACROS_UNKNOWN UINT64_C(0x7ff8000000000000)
#define MACROS_UNKNOWN_F32 UINT32_C(0x7fc00000)

struct macros_kind;

/* The state of a reader. The whole file is in memory. */
typedef struct macros_in {
    reel_decoder *d;
    reel_error *error;
    reel_error missing;  /* of the first count that the file does not satisfy */
    const char *section; /* of errors */
    reel_cursor c;
    size_t head_size;
    size_t body;            /* XDBot 2.7: where in the unpacked bytes the inputs begin */
    const uint8_t *padding; /* zeros or 0xff up to the end of the file; the end if there are none */
    double fps;
    macros_header header;
    gdr_info info; /* level, texts, duration and game version; texts point into the file or m->unpacked */
    int32_t build;
    bool done;
    uint64_t count;    /* of inputs so far */
    uint64_t frame;    /* of the last action, in formats with steps */
    bool swapped, old; /* for the format's own use, set by its header */
    reel_row_list *inputs, *physics, *events, *fixes, *times, *attempts, *tries;
    rule_count notes[MACROS_NOTES];
    reel_memory unpacked;
    uint64_t records, others; /* for the format's own use: numbers from its header */
    reel_string key;          /* JSON: of the member that was read last; only those that a format knows are put into messages */
    const char *null_key;     /* JSON: of the first known member that is null */
    pull_reader pull;         /* not zeroed */
} macros_in;

/* How one format is read. */
typedef struct macros_kind {
    const char *bot;                  /* name of its program */
    reel_status (*head)(macros_in *); /* reads the header: fps and what else there is; leaves m->c behind it */
    reel_status (*body)(macros_in *); /* reads the rest */
} macros_kind;

extern const reel_table *const reel__macros_tables[];

/* ---- reading ---------------------------------------------------------------------------------------------------- */

#define macros_fail(m, status, code, at, ...) reel_fail((m)->error, status, "macros." code, (m)->section, at, __VA_ARGS__)

reel_status reel__macros_open(reel_decoder *d, const macros_kind *kind);
reel_status reel__macros_next(reel_decoder *d, const macros_kind *kind);
void reel__macros_close(reel_decoder *d);
uint64_t reel__macros_memory_bound(uint64_t size, const reel_limits *limits);
uint64_t reel__macros_slc3_bound(uint64_t size, const reel_limits *limits);
uint64_t reel__macros_ttr_bound(uint64_t size, const reel_limits *limits);
uint64_t reel__macros_cml_bound(uint64_t size, const reel_limits *limits);

/* Fails with "macros.truncated" where the cursor failed. */
reel_status reel__macros_cut(macros_in *m);
/* Sets the framerate; fails with "macros.bad-fps" if it is not finite and positive. */
reel_status reel__macros_rate(macros_in *m, double fps, uint64_t at);
bool reel__macros_rate_is_valid(double fps);
/* 1 / x, as an integer if the quotient is within 10^-6 of one: x was stored in single precision. */
double reel__macros_reciprocal(double x);
/* The number of items of `size` bytes, at most `count`, that the file has. If some are missing, *status is the failure of the count at `at`. */
uint64_t reel__macros_fit(macros_in *m, uint64_t count, size_t size, uint64_t at, reel_status *status);
void reel__macros_warn(macros_in *m, macros_note note, uint64_t at);
/* Warns if bytes are left. */
void reel__macros_trailing(macros_in *m);
/* Padding is MACROS_PADDING bytes or more: an array on disk that was not filled, or that a crash cleared. Fewer may end a record. */
enum { MACROS_PADDING = 16 };
/* The size of a file without it. */
size_t reel__macros_data_size(const uint8_t *data, size_t size);
/* Before the body of a file that may end with padding: inputs and fixes are needed to see it, also if they are not wanted. *own: NULL, or a chunk
 * that holds those. */
reel_status reel__macros_see_padding(macros_in *m, reel_chunk **own);
/* Drops records of a stated number that are padding, and fails with "macros.padding" if there are any, or with an earlier failure. */
reel_status reel__macros_drop_padding(macros_in *m, reel_status status);
/* Whether another record follows, in formats whose records go on to the end of the file. Padding is not a record. */
static inline bool macros_goes_on(const macros_in *m) { return reel_left(&m->c) && m->c.at < m->padding; }
/* Whether an array of `size` bytes that the header announces ends where the file does, or where only padding follows. */
bool reel__macros_ends_at(const macros_in *m, uint64_t size);
/* Whether a byte says true; warns if it is neither 0 nor 1. */
bool reel__macros_bool(macros_in *m, uint8_t value, uint64_t at);
/* An unsigned LEB128 of at most `most` bytes and `bits` bits. Fails with "macros.truncated" or "macros.varint-overflow". */
reel_status reel__macros_leb128(macros_in *m, unsigned most, unsigned bits, uint64_t *value);
/* Moves m->frame by a step. */
reel_status reel__macros_step(macros_in *m, uint64_t step, uint64_t at);
/* Sets *frame to time * fps, rounded down; fails with "macros.frame-overflow". */
reel_status reel__macros_frame_of(macros_in *m, double time, uint64_t at, uint64_t *frame);

/* Adds `count` uninitialised inputs and returns the first, or NULL. A list without room gets it for as many as the file seems to have. */
gdr_input *reel__macros_grow(macros_in *m, size_t count);
static inline void macros_input(macros_in *m, uint64_t frame, unsigned button, bool player2, bool down)
{
    m->count++;
    reel_row_list *list = m->inputs;
    if (!list) return;
    gdr_input *row = list->count < list->capacity ? (gdr_input *)(void *)list->data + list->count++ : reel__macros_grow(m, 1);
    if (row) *row = (gdr_input){ (int64_t)frame, (uint8_t)button, player2, down, GDR_PLAIN, { 0 } };
}
/* Adds an input with physics; the x velocity is unknown. */
void reel__macros_physics(macros_in *m, uint64_t frame, unsigned button, bool player2, bool down, gdr_physics physics);
void reel__macros_event_add(macros_in *m, macros_event event); /* sets its frame to m->frame and its index */
void reel__macros_fix_add(macros_in *m, macros_fix fix);
void reel__macros_time_add(macros_in *m, uint64_t frame, double time);

/* ---- fast paths -------------------------------------------------------------------------------------------------
 * Nearly all inputs of a file are whole, have a known button and flags of 0 or 1. A fast path turns a run of these into rows at once: it
 * has nothing to report and needs no room. It stops at the first input that is different, or when rows or bytes run short. What reads
 * one input at a time continues from there: it reports, fails, and lets the list grow. */

enum { MACROS_SCRATCH = 64 };

/* The free rows of the list of inputs. If inputs are not requested: `scratch`, MACROS_SCRATCH rows. */
static inline gdr_input *macros_room(const macros_in *m, gdr_input *scratch, size_t *room)
{
    const reel_row_list *list = m->inputs;
    *room = list ? list->capacity - list->count : MACROS_SCRATCH;
    return list && *room ? (gdr_input *)(void *)list->data + list->count : scratch;
}
/* Adds rows that were filled there. */
static inline void macros_filled(macros_in *m, size_t count)
{
    m->count += count;
    if (m->inputs) m->inputs->count += count;
}

/* Rows of the four bits that a format has for button, player and down. A row that is copied and given its frame costs three
 * instructions, one whose bytes are set one by one twelve. */
#define MACROS_FORM(button, player2, down)                                                                                       \
    {                                                                                                                            \
        0, button, player2, down, GDR_PLAIN, { 0 }                                                                               \
    }
FORCE_INLINE void macros_set(gdr_input *row, const gdr_input *form, uint64_t frame)
{
    *row = *form;
    row->frame = (int64_t)frame;
}

/* Fills a row from a record and returns true if there is nothing to report about it. `form` is the caller's. */
typedef bool macros_plain(const uint8_t *record, unsigned form, gdr_input *row);

/* Reads at most `most` plain records of `size` bytes. Returns their number. */
FORCE_INLINE uint64_t macros_records(macros_in *m, uint64_t most, size_t size, unsigned form, macros_plain *plain)
{
    gdr_input scratch[MACROS_SCRATCH];
    size_t room, count = 0, left = reel_left(&m->c) / size;
    gdr_input *rows = macros_room(m, scratch, &room);
    const uint8_t *at = m->c.at;
    if (most > room) most = room;
    if (most > left) most = left;
    for (; count < most && plain(at, form, &rows[count]); count++) at += size;
    m->c.at = at;
    macros_filled(m, count);
    return count;
}

/* Reads an unsigned LEB128 of at most 5 bytes and 32 bits, of which 5 bytes are there. Returns its size; 0: it is longer. */
FORCE_INLINE unsigned macros_short_leb128(const uint8_t *at, uint64_t *value)
{
    *value = 0;
    for (unsigned i = 0; i < 5; i++) {
        *value |= (uint64_t)(at[i] & 0x7f) << 7 * i;
        if (at[i] < 0x80) return *value <= UINT32_MAX ? i + 1 : 0;
    }
    return 0;
}

/* ---- changes of the framerate ----------------------------------------------------------------------------------- */

/* Converts frames to the first framerate. Set `first` and `rate` to it. */
typedef struct macros_clock {
    double first, rate; /* frames per second: of the first frames; of the next ones in the file */
    double there, here; /* where the rate changed last: in the frames of the file; at the first framerate */
    size_t event;       /* index of the next event */
    bool restarts;      /* frames count from 0 after a restart or a death */
} macros_clock;

/* Passes the events that come before the input of that index. */
void reel__macros_clock_pass(macros_clock *clock, const macros_event *events, size_t count, uint64_t index);
int64_t reel__macros_clock_frame(const macros_clock *clock, int64_t frame);

/* ---- text ------------------------------------------------------------------------------------------------------- */

/* Takes the next line, without its end (LF, CR or both) and without blanks around it. False at the end of the file. */
bool reel__macros_line(reel_cursor *c, reel_string *line);
/* The same for the next line that is not empty, in the file: blanks around it are noted. */
bool reel__macros_text_line(macros_in *m, reel_string *line);
/* Begins reading text: without a byte order mark, and without padding. */
void reel__macros_text_begin(macros_in *m);
/* What is text in the head of a file: without a byte order mark and padding. Size 0 if other bytes are in it. */
reel_bytes reel__macros_text_head(const uint8_t *head, size_t size);
/* Whether the line just taken has no end: the file may have been cut inside it. */
static inline bool macros_line_is_open(const reel_cursor *c)
{
    return c->at == c->end && c->end[-1] != '\n' && c->end[-1] != '\r';
}
/* For a line that is open although nothing of it is missing, as editors leave the last one: notes that. Otherwise fails with
 * "macros.truncated" at the line. */
reel_status reel__macros_open_line(macros_in *m, reel_string line, bool whole);
/* Splits a line at `separator` into at most `most` fields, without blanks around them; returns the number of all of them. */
size_t reel__macros_split(reel_string line, char separator, reel_string *fields, size_t most);
/* For fast paths: reads the frame, down (0 or 1), button and first player (0 or 1) of a line. Returns the number of bytes; 0: they have
 * another form. */
size_t reel__macros_plain_fields(const uint8_t *at, const uint8_t *end, uint8_t separator, gdr_input *row);
bool reel__macros_integer(reel_string text, uint64_t most, uint64_t *value); /* digits only */
/* The same, and notes a number with a decimal point that has no fraction. */
bool reel__macros_whole(macros_in *m, reel_string text, uint64_t most, uint64_t *value);
/* As a C++ stream prints it, with a point or a comma; nan and inf too, as any runtime spells them. */
bool reel__macros_real(reel_string text, double *value);
uint64_t reel__macros_at(const macros_in *m, const void *byte); /* offset of a byte of the file */

/* ---- sniffing --------------------------------------------------------------------------------------------------- */

/* The sum of the bits that checks of fields have verified; a failed check makes it 0 for good. */
typedef struct macros_bid {
    int bits;
    bool failed;
} macros_bid;
static inline void macros_expect(macros_bid *bid, bool holds, int bits)
{
    bid->bits += bits;
    if (!holds) bid->failed = true;
}
static inline int macros_bits(const macros_bid *bid) { return bid->failed ? 0 : bid->bits; }
/* `sniff` gets this many bytes, fewer only if the file has fewer. */
enum { MACROS_HEAD_BYTES = 4096 };
/* The bits that a size equation verifies: the file has `whole` bytes. A file that is larger than the head is larger than that at least. */
static inline void macros_expect_size(macros_bid *bid, size_t size, uint64_t whole)
{
    macros_expect(bid, size < MACROS_HEAD_BYTES ? whole == size : whole >= size, size < MACROS_HEAD_BYTES ? 16 : 4);
}
int reel__macros_magic(const uint8_t *head, size_t size, const char *magic, size_t magic_size);
/* The bid of `sniff` for a head that may end with padding: where the file ends within the head, for each end that the records may have. */
int reel__macros_sniff_padded(const uint8_t *head, size_t size, int (*sniff)(const uint8_t *head, size_t size));
/* The bid of `lines` for a head that is text. */
int reel__macros_sniff_text(const uint8_t *head, size_t size, int (*lines)(reel_cursor text));
/* Which of `count` keys JSON text in the head has, in one pass: bit i for keys[i]. 0 if it is not a JSON object. */
unsigned reel__macros_json_keys(const uint8_t *head, size_t size, const char *const *keys, size_t count);

/* ---- writing ---------------------------------------------------------------------------------------------------- */

enum {
    MACROS_EVENTS = 1 << 0,
    MACROS_FIXES = 1 << 1,
    MACROS_PHYSICS = 1 << 2,
    MACROS_BUTTONS = 1 << 3,
    MACROS_SEED = 1 << 4,
    MACROS_VERSION = 1 << 5, /* version and flags */
    MACROS_BUILD = 1 << 6,
    MACROS_INTEGER_RATE = 1 << 7,
    MACROS_SINGLE_RATE = 1 << 8,
    MACROS_OWN_EVENTS = 1 << 9,  /* events that mean more than the deaths of GDR2 */
    MACROS_MAY_SEED = 1 << 10,   /* with a seed or without */
    MACROS_X_VELOCITY = 1 << 11, /* in physics */
    MACROS_TEXTS = 1 << 12,      /* author, description, duration and any bot */
    MACROS_TIMES = 1 << 13,
    MACROS_KEEPS = 1 << 14 /* the writer takes what no row has from the original */
};

/* The rows to write, checked against what the format can store. */
typedef struct macros_out {
    reel_encoder *e;
    gdr_info info;
    macros_header header;
    const gdr_input *inputs;
    const gdr_physics *physics;
    const macros_event *events;
    const macros_fix *fixes;
    const macros_time *times;
    size_t input_count, physics_count, event_count, fix_count, time_count;
    reel_bytes document; /* the original file, if its format is this one; size 0: none */
} macros_out;

typedef struct macros_writing {
    const macros_kind *kind;
    unsigned stores; /* MACROS_... */
    uint64_t most_frame;
    reel_status (*write)(macros_out *);
    row_check *check; /* what the format alone asks of a row; NULL: nothing */
    /* Writes the document of the original with changed rows, in the form that it has; NULL: the format has none of its own. *lost:
     * without something that has no row. False: not possible. */
    bool (*update)(const macros_out *, const macros_out *old, reel_output *to, bool *lost);
    uint32_t version, flags; /* of a file that was not read from one */
    int32_t build;
} macros_writing;

reel_status reel__macros_finish(reel_encoder *e, const reel_chunk *staged, const macros_writing *writing);
/* A row_check of a macros_writing. */
reel_status reel__macros_check(const void *writing, const reel_table *table, const void *row, size_t number, reel_error *error);
/* Fails because of a row that the format cannot store. */
reel_status reel__macros_refuse(reel_error *error, const char *rule, const char *section, const char *message);

/* One writer for each format that has one; conversions ask them what they can store. */
extern const macros_writing reel__macros_write_slc3, reel__macros_write_xd, reel__macros_write_re3, reel__macros_write_mhr_json,
    reel__macros_write_text, reel__macros_write_mhr, reel__macros_write_re2, reel__macros_write_ybot, reel__macros_write_zbf,
    reel__macros_write_rbot, reel__macros_write_echobot, reel__macros_write_echobot_json, reel__macros_write_tasbot,
    reel__macros_write_tcm, reel__macros_write_cml;

/* ---- operations ------------------------------------------------------------------------------------------------- */

extern const reel_operation *const reel__macros_operations[],
    *const reel__macros_slc3_operations[]; /* Silicate 3 alone stores events */

/* ---- the formats ------------------------------------------------------------------------------------------------ */

extern const macros_kind reel__macros_slc3, reel__macros_slc2, reel__macros_slc1, reel__macros_xd, reel__macros_mhr,
    reel__macros_mhr_json, reel__macros_re1, reel__macros_re2, reel__macros_re3, reel__macros_re4, reel__macros_ttr3,
    reel__macros_ttr, reel__macros_tcm, reel__macros_uv, reel__macros_ybot, reel__macros_zbf, reel__macros_text,
    reel__macros_zephyrus, reel__macros_replaybot, reel__macros_kdbot, reel__macros_rush, reel__macros_ybot_frame,
    reel__macros_rbot, reel__macros_ddhor, reel__macros_echobot, reel__macros_echobot_json, reel__macros_tasbot,
    reel__macros_xbot, reel__macros_amethyst, reel__macros_cml, reel__macros_omegabot2, reel__macros_omegabot3, reel__macros_qbot,
    reel__macros_gdmo21, reel__macros_gdmo;

int reel__macros_slc3_sniff(const uint8_t *head, size_t size), reel__macros_slc2_sniff(const uint8_t *head, size_t size),
    reel__macros_slc1_sniff(const uint8_t *head, size_t size), reel__macros_xd_sniff(const uint8_t *head, size_t size),
    reel__macros_mhr_sniff(const uint8_t *head, size_t size), reel__macros_mhr_json_sniff(const uint8_t *head, size_t size),
    reel__macros_re1_sniff(const uint8_t *head, size_t size), reel__macros_re2_sniff(const uint8_t *head, size_t size),
    reel__macros_re3_sniff(const uint8_t *head, size_t size), reel__macros_re4_sniff(const uint8_t *head, size_t size),
    reel__macros_ttr3_sniff(const uint8_t *head, size_t size), reel__macros_ttr_sniff(const uint8_t *head, size_t size),
    reel__macros_tcm_sniff(const uint8_t *head, size_t size), reel__macros_uv_sniff(const uint8_t *head, size_t size),
    reel__macros_ybot_sniff(const uint8_t *head, size_t size), reel__macros_zbf_sniff(const uint8_t *head, size_t size),
    reel__macros_text_sniff(const uint8_t *head, size_t size), reel__macros_zephyrus_sniff(const uint8_t *head, size_t size),
    reel__macros_replaybot_sniff(const uint8_t *head, size_t size), reel__macros_kdbot_sniff(const uint8_t *head, size_t size),
    reel__macros_rush_sniff(const uint8_t *head, size_t size), reel__macros_ybot_frame_sniff(const uint8_t *head, size_t size),
    reel__macros_rbot_sniff(const uint8_t *head, size_t size), reel__macros_ddhor_sniff(const uint8_t *head, size_t size),
    reel__macros_echobot_sniff(const uint8_t *head, size_t size),
    reel__macros_echobot_json_sniff(const uint8_t *head, size_t size),
    reel__macros_tasbot_sniff(const uint8_t *head, size_t size), reel__macros_xbot_sniff(const uint8_t *head, size_t size),
    reel__macros_amethyst_sniff(const uint8_t *head, size_t size), reel__macros_cml_sniff(const uint8_t *head, size_t size),
    reel__macros_omegabot2_sniff(const uint8_t *head, size_t size),
    reel__macros_omegabot3_sniff(const uint8_t *head, size_t size), reel__macros_qbot_sniff(const uint8_t *head, size_t size),
    reel__macros_gdmo21_sniff(const uint8_t *head, size_t size), reel__macros_gdmo_sniff(const uint8_t *head, size_t size);

#endif

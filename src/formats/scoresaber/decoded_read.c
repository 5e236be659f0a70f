/* SPDX-License-Identifier: MIT
 * Reads the decoded JSON, value by value. Its header may be anywhere in it, so opening reads all of it. Numbers are doubles; null
 * instead of a number is NaN, as JavaScript writes it. docs/formats/scoresaber.md names the rules. */
#include "codec/number.h"
#include "formats/scoresaber/decoded_values.h"

uint64_t decoded_memory_bound(uint64_t size, const reel_limits *limits)
{
    (void)limits;
    /* Worst are scores of one digit: 2 bytes become a row of 40, and no more room is made than for them. The file itself is in a window
     * that grew, and beside its rows. */
    return 20 * size + 3 * size + 65536;
}

static const struct {
    const char *rule, *message;
} odds[ODDS] = {
    [ODD_KIND] = { "scoresaber-json.kind", "a value has the wrong type" },
    [ODD_MEMBER] = { "scoresaber-json.member", "unknown member in a frame or height" },
    [ODD_WHOLE] = { "scoresaber-json.whole-number", "a number is not an integer, or out of range" },
    [ODD_FRAME] = { "scoresaber-json.frame", "an incomplete item was skipped" },
    [ODD_REPEATED] = { "scoresaber-json.repeated", "a duplicate member was ignored" },
    [ODD_TEXT] = { "scoresaber-json.text", "invalid UTF-8 in a text" },
};

/* ---- frames and heights ----------------------------------------------------------------------------------------- */

static bool take_pose(decoded_job *j, scoresaber_json_pose *pose)
{
    bool rotation = false, position = false;
    pull_value key;
    if (j->value.kind != PULL_MAP) {
        decoded_note(j, ODD_KIND);
        decoded_skip(j);
        return false;
    }
    while (decoded_next_member(j, &key)) {
        if (decoded_key_is(&key, "r")) {
            rotation = decoded_take_vector(j, pose->rotation, 4);
        } else if (decoded_key_is(&key, "p")) {
            position = decoded_take_vector(j, pose->position, 3);
        } else {
            decoded_note(j, ODD_MEMBER);
            decoded_skip(j);
        }
    }
    return rotation && position;
}

static bool take_frame(decoded_job *j, scoresaber_json_frame *frame)
{
    bool head = false, left = false, right = false, time = false;
    pull_value key;
    while (decoded_next_member(j, &key)) {
        char letter = key.size == 1 ? (char)key.data[0] : 0;
        if (letter == 'h')
            head = take_pose(j, &frame->head);
        else if (letter == 'l')
            left = take_pose(j, &frame->left_hand);
        else if (letter == 'r')
            right = take_pose(j, &frame->right_hand);
        else if (letter == 'a')
            time = decoded_take_number(j, &frame->time);
        else if (letter == 'i')
            decoded_take_whole(j, INT64_MIN, INT64_MAX, &frame->fps);
        else if (decoded_skip(j))
            decoded_note(j, ODD_MEMBER);
    }
    return head && left && right && time;
}

static bool take_height(decoded_job *j, scoresaber_json_height *height)
{
    bool value = false, time = false;
    pull_value key;
    while (decoded_next_member(j, &key)) {
        if (decoded_key_is(&key, "h"))
            value = decoded_take_number(j, &height->height);
        else if (decoded_key_is(&key, "a"))
            time = decoded_take_number(j, &height->time);
        else if (decoded_skip(j))
            decoded_note(j, ODD_MEMBER);
    }
    return value && time;
}

/* ---- frames in the form that the published decoder gives them --------------------------------------------------- */

#define POSE_TEXT(before) before ":{\"r\":{\"x\":", ",\"y\":", ",\"z\":", ",\"w\":", "},\"p\":{\"x\":", ",\"y\":", ",\"z\":"

enum { POSE_NUMBERS = 7, FRAME_NUMBERS = 3 * POSE_NUMBERS + 1 };

/* The text before each number. */
/* NOLINTNEXTLINE(bugprone-suspicious-missing-comma): the macro puts texts together */
static const char *const frame_text[FRAME_NUMBERS] = { POSE_TEXT("{\"h\""), POSE_TEXT("}},\"l\""), POSE_TEXT("}},\"r\""),
                                                       "}},\"a\":" };

_Static_assert(offsetof(scoresaber_json_frame, time) == (FRAME_NUMBERS - 1) * sizeof(double) &&
                   offsetof(scoresaber_json_pose, rotation) == 3 * sizeof(double),
               "a frame begins with doubles: three poses (position, rotation), then the time");

static bool pass_text(const decoded_job *j, const uint8_t **at, const char *text)
{
    size_t size = strlen(text);
    if ((size_t)(j->numbers_end - *at) <= size || memcmp(*at, text, size) != 0) return false;
    *at += size;
    return true;
}

/* Fast path: the next item of the array, if it has exactly that form, as most do. False: nothing was read. */
static bool take_plain_frame(decoded_job *j, scoresaber_json_frame *frame)
{
    static const uint8_t places[POSE_NUMBERS] = { 3, 4, 5, 6, 0, 1, 2 };
    pull_level *level = &j->tree.levels[j->tree.depth];
    const uint8_t *at = j->tree.at;
    double numbers[FRAME_NUMBERS];
    if (at >= j->numbers_end || (level->any && *at++ != ',')) return false;
    for (size_t i = 0; i < FRAME_NUMBERS; i++) {
        size_t place = i < FRAME_NUMBERS - 1 ? i / POSE_NUMBERS * POSE_NUMBERS + places[i % POSE_NUMBERS] : i;
        if (at >= j->numbers_end || !pass_text(j, &at, frame_text[i])) return false;
        at = (const uint8_t *)number_read_f64((const char *)at, &numbers[place]);
        if (!at) return false;
    }
    if (!pass_text(j, &at, ",\"i\":")) return false;
    const uint8_t *digits = at + (*at == '-');
    if (digits + 1 < j->numbers_end && digits[0] == '0' && digits[1] >= '0' && digits[1] <= '9') return false; /* not JSON */
    at = (const uint8_t *)number_read_i64((const char *)at, &frame->fps);
    if (!at || at >= j->numbers_end || *at != '}') return false;
    memcpy(frame, numbers, sizeof numbers);
    level->any = true;
    j->tree.at = at + 1;
    return true;
}

static void read_plain_frames(decoded_job *j, reel_row_list *rows)
{
    scoresaber_json_frame frame;
    while (take_plain_frame(j, &frame)) {
        scoresaber_json_frame *row = reel_row_add(rows);
        if (!row) return;
        *row = frame;
    }
}

/* An array of objects. A row interrupted by a fault is not added. */
static void read_objects(decoded_job *j, reel_row_list *rows, bool frames)
{
    for (;;) {
        if (frames && rows) read_plain_frames(j, rows);
        if (!decoded_next_value(j) || j->value.kind == PULL_END) return;
        union {
            scoresaber_json_frame frame;
            scoresaber_json_height height;
        } row;
        memset(&row, 0, sizeof row);
        if (j->value.kind != PULL_MAP) {
            decoded_note(j, ODD_KIND);
            decoded_skip(j);
            continue;
        }
        if (!rows) {
            decoded_skip(j);
            continue;
        }
        bool whole = frames ? take_frame(j, &row.frame) : take_height(j, &row.height);
        if (j->tree.fault != PULL_OK) return;
        if (!whole) {
            decoded_note(j, ODD_FRAME);
            continue;
        }
        void *place = reel_row_add(rows);
        if (!place) return;
        memcpy(place, &row, rows->table->row_size);
    }
}

/* ---- the four lists of notes ------------------------------------------------------------------------------------ */

static void take_item(decoded_job *j, list which, scoresaber_json_note *row)
{
    int64_t whole = 0;
    bool there = false;
    if (j->value.kind == PULL_NULL) return;
    switch (which) {
    case SCORES:
    case COMBOS:
        there = decoded_take_whole(j, INT32_MIN, INT32_MAX, &whole);
        if (there) *(which == SCORES ? &row->score : &row->combo) = (int32_t)whole;
        break;
    case TIMES: there = decoded_take_number(j, &row->time); break;
    default:
        there = decoded_take_text(j, &row->note);
        if (!there) decoded_skip(j);
        break;
    }
    static const uint8_t bits[LISTS] = { SCORESABER_JSON_HAS_SCORE, SCORESABER_JSON_HAS_COMBO, SCORESABER_JSON_HAS_TIME,
                                         SCORESABER_JSON_HAS_NOTE };
    if (there)
        row->present |= bits[which];
    else
        decoded_note(j, ODD_KIND);
}

/* Rows are 20 times as large as the shortest item: no more of them are made than there are items. */
static bool reserve_notes(decoded_job *j)
{
    size_t count = j->notes ? decoded_count_values(&j->tree) : 0, there = j->notes ? j->notes->count : 0;
    if (count <= there) return true;
    if (!reel_row_grow(j->notes, count - there, true)) return false;
    j->notes->count = there;
    return true;
}

static void read_list(decoded_job *j, list which)
{
    if (!reserve_notes(j)) return;
    while (decoded_next_value(j) && j->value.kind != PULL_END) {
        if (!j->notes) {
            decoded_skip(j);
            continue;
        }
        size_t number = j->items[which];
        if (number == j->notes->count && !reel_row_add(j->notes)) return;
        take_item(j, which, (scoresaber_json_note *)(void *)j->notes->data + number);
        if (j->tree.fault != PULL_OK) return;
        j->items[which]++;
    }
    j->whole[which] = j->tree.fault == PULL_OK;
}

/* Rows that are not in every list yet are not complete. */
static void drop_unfinished(decoded_job *j)
{
    if (!j->notes) return;
    for (size_t i = 0; i < LISTS; i++)
        if (!j->whole[i] && j->items[i] < j->notes->count) j->notes->count = j->items[i];
}

/* ---- info ------------------------------------------------------------------------------------------------------- */

enum { FEW_EXTRAS = 15 }; /* up to this many grow one by one; for more, the rest is counted once per object */

static void keep_extra(decoded_job *j, const char *object, const pull_value *key)
{
    const uint8_t *start = j->value.start;
    if (!decoded_skip(j) || !j->extras) return;
    if (j->extras->count == j->extras->capacity && j->extras->count > FEW_EXTRAS) {
        size_t more = decoded_count_values(&j->tree) / 2 + 1;
        if (!reel_row_grow(j->extras, more, true)) return;
        j->extras->count -= more;
    }
    scoresaber_json_extra *row = reel_row_add(j->extras);
    if (!row) return;
    row->object = (reel_string){ object, strlen(object) };
    row->key = reel_chunk_string(j->d->chunk, key->data, key->size);
    row->json = reel_chunk_string(j->d->chunk, start, (size_t)(j->tree.at - start));
}

/* Whether the items of an array that was entered are texts, with their bytes when they are joined, a byte more for each. */
static bool measure_texts(pull_reader *r, size_t *size)
{
    const decoded_mark here = decoded_mark_of(r);
    pull_value v;
    bool texts = true;
    *size = 0;
    while (texts && pull_next(r, &v) && v.kind != PULL_END) {
        texts = v.kind == PULL_STRING;
        if (texts) *size += pull_unescape(&v, NULL) + 1;
    }
    bool whole = r->fault == PULL_OK;
    decoded_go_back(r, &here);
    if (!whole) *size = 0;
    return texts;
}

/* Texts of an array, joined. They are measured in a first walk. */
static bool take_texts(decoded_job *j, reel_string *joined)
{
    if (j->value.kind == PULL_STRING) return decoded_take_text(j, joined);
    size_t size;
    if (j->value.kind != PULL_ARRAY || !measure_texts(&j->tree, &size)) return false;
    if (!size) return decoded_skip(j);
    char *text = reel_chunk_alloc(j->d->chunk, size), *at = text;
    while (decoded_next_value(j) && j->value.kind != PULL_END) {
        if (!text) continue;
        if (at != text) *at++ = ',';
        at += pull_unescape(&j->value, (uint8_t *)at);
    }
    if (text) *joined = (reel_string){ text, size - 1 };
    return true;
}

static bool take_point(decoded_job *j, double *numbers)
{
    double found[3];
    if (j->value.kind != PULL_MAP || !decoded_take_vector(j, found, 3)) return false;
    memcpy(numbers, found, sizeof found);
    return true;
}

static bool take_member(decoded_job *j, const decoded_member *member, scoresaber_json_info *info)
{
    void *place = (uint8_t *)info + member->offset;
    const pull_value *v = &j->value;
    switch (member->kind) {
    case DECODED_TEXT: return decoded_take_text(j, place);
    case DECODED_TEXTS: return take_texts(j, place);
    case DECODED_WHOLE: return decoded_is_number(v) && decoded_take_whole(j, INT64_MIN, INT64_MAX, place);
    case DECODED_NUMBER: return (decoded_is_number(v) || v->kind == PULL_NULL) && decoded_take_number(j, place);
    case DECODED_POINT: return take_point(j, place);
    default:
        if (v->kind != PULL_BOOL) return false;
        *(uint8_t *)place = v->number != 0;
        return true;
    }
}

static void read_info(decoded_job *j)
{
    scoresaber_json_info info = { 0 };
    pull_value key;
    while (decoded_next_member(j, &key)) {
        size_t i = 0;
        while (i < DECODED_MEMBERS && !decoded_key_is(&key, decoded_members[i].key)) i++;
        const decoded_member *member = i < DECODED_MEMBERS ? &decoded_members[i] : NULL;
        bool again = member && info.present[member->byte] & member->mask;
        if (again) decoded_note(j, ODD_REPEATED);
        const decoded_mark before = decoded_mark_of(&j->tree);
        const pull_value value = j->value;
        if (member && !again && take_member(j, member, &info)) {
            info.present[member->byte] |= member->mask;
            continue;
        }
        if (j->tree.fault != PULL_OK) return;
        decoded_go_back(&j->tree, &before);
        j->value = value;
        keep_extra(j, "info", &key);
    }
    reel_row_list *rows = reel_chunk_table(j->d->chunk, &scoresaber_json_infos);
    scoresaber_json_info *row = rows && j->tree.fault == PULL_OK ? reel_row_add(rows) : NULL;
    if (row) *row = info;
}

bool decoded_takes(const decoded_member *member, reel_string json)
{
    decoded_job j = { .extras = NULL };
    double numbers[3];
    size_t size;
    pull_begin(&j.tree, PULL_JSON, json.data, json.size, PULL_MOST_DEPTH);
    if (!pull_next(&j.tree, &j.value)) return false;
    switch (member->kind) {
    case DECODED_TEXT: return j.value.kind == PULL_STRING;
    case DECODED_TEXTS: return j.value.kind == PULL_STRING || (j.value.kind == PULL_ARRAY && measure_texts(&j.tree, &size));
    case DECODED_WHOLE: return decoded_is_number(&j.value);
    case DECODED_NUMBER: return decoded_is_number(&j.value) || j.value.kind == PULL_NULL;
    case DECODED_POINT: return take_point(&j, numbers);
    default: return j.value.kind == PULL_BOOL;
    }
}

/* ---- the outermost object --------------------------------------------------------------------------------------- */

typedef enum member { M_FRAMES, M_INFO, M_SCORES, M_COMBOS, M_TIMES, M_NOTES, M_HEIGHTS, MEMBERS } member;
static const char *const members[MEMBERS] = { "frames", "info", "scores", "combos", "noteTime", "noteInfos", "dynamicHeight" };
static const char *const sections[MEMBERS] = { "frames", "info", "notes", "notes", "notes", "notes", "heights" };

bool decoded_is_member(reel_string key)
{
    size_t which = 0;
    while (which < MEMBERS && (key.size != strlen(members[which]) || memcmp(key.data, members[which], key.size) != 0)) which++;
    return which < MEMBERS;
}

static void read_member(decoded_job *j, const pull_value *key)
{
    size_t which = 0;
    while (which < MEMBERS && !decoded_key_is(key, members[which])) which++;
    j->section = which < MEMBERS ? sections[which] : "extras";
    if (which == MEMBERS) {
        keep_extra(j, "", key);
        return;
    }
    bool again = j->seen >> which & 1, fits = j->value.kind == (which == M_INFO ? PULL_MAP : PULL_ARRAY);
    j->seen |= 1u << which;
    if (again || !fits) {
        if (again || j->value.kind != PULL_NULL) decoded_note(j, again ? ODD_REPEATED : ODD_KIND);
        decoded_skip(j);
    } else if (which == M_INFO) {
        read_info(j);
    } else if (which == M_FRAMES || which == M_HEIGHTS) {
        read_objects(j, which == M_FRAMES ? j->frames : j->heights, which == M_FRAMES);
    } else {
        read_list(j, (list)(which - M_SCORES));
    }
}

static reel_status fault(const decoded_job *j)
{
    uint64_t offset = j->base + (uint64_t)(j->tree.fault_at - j->tree.start);
    uint64_t end = j->base + (uint64_t)(j->tree.end - j->tree.start);
    switch (j->tree.fault) {
    case PULL_CUT:
        return reel_fail(j->d->error, REEL_TRUNCATED, "scoresaber-json.truncated", j->section, offset,
                         "the file ends at byte %llu, inside its %s", (unsigned long long)end, j->section);
    case PULL_DEEP:
        return reel_fail(j->d->error, REEL_LIMIT, "scoresaber-json.depth", j->section, offset,
                         "values are nested more than %u levels deep", j->tree.most_depth);
    default: return reel_fail(j->d->error, REEL_CORRUPT, "scoresaber-json.syntax", j->section, offset, "invalid JSON");
    }
}

static void tell_odds(const decoded_job *j)
{
    for (size_t i = 0; i < ODDS; i++)
        if (j->odd_count[i])
            reel_find(&j->d->reporter,
                      (reel_finding){ .rule = odds[i].rule,
                                      .severity = REEL_WARNING,
                                      .section = "json",
                                      .offset = j->odd_first[i],
                                      .count = j->odd_count[i] },
                      "%s (%llu times)", odds[i].message, (unsigned long long)j->odd_count[i]);
}

static reel_status read_all(decoded_job *j)
{
    if (!decoded_next_value(j)) return fault(j);
    if (j->value.kind != PULL_MAP)
        return reel_fail(j->d->error, REEL_UNSUPPORTED, "scoresaber-json.object", "json", j->base,
                         "the outermost value is not an object");
    pull_value key;
    while (reel_build_status(j->d->chunk) == REEL_OK && decoded_next_member(j, &key)) read_member(j, &key);
    if (reel_build_status(j->d->chunk) != REEL_OK) return reel_build_status(j->d->chunk);
    for (size_t i = 0; i < LISTS; i++)
        if (!(j->seen >> (M_SCORES + i) & 1)) j->whole[i] = j->tree.fault == PULL_OK;
    if (j->tree.fault != PULL_OK) {
        drop_unfinished(j);
        return fault(j);
    }
    return REEL_OK;
}

/* Bytes after the outermost object. */
static uint64_t read_tail(decoded_job *j)
{
    const uint8_t *at = j->tree.at;
    while (at < j->tree.end && (*at == ' ' || *at == '\t' || *at == '\n' || *at == '\r')) at++;
    size_t left = (size_t)(j->tree.end - at);
    if (left)
        reel_find(&j->d->reporter,
                  (reel_finding){ .rule = "scoresaber-json.trailing-bytes",
                                  .severity = REEL_WARNING,
                                  .section = "json",
                                  .offset = j->base + (uint64_t)(at - j->tree.start),
                                  .length = left,
                                  .count = left },
                  "%zu bytes after the end of the JSON", left);
    return left;
}

/* Number parsers stop at the first byte that is not part of one; numbers after the last such byte need bounds checks. */
static const uint8_t *end_of_numbers(const uint8_t *start, const uint8_t *end)
{
    while (end > start && ((end[-1] >= '0' && end[-1] <= '9') || memchr("+-.eE", end[-1], 5))) end--;
    return end;
}

static const uint8_t bom[] = { 0xef, 0xbb, 0xbf };

/* Whether a growing file is complete: its outermost object is closed, or corrupt before the end of the bytes. */
static bool is_whole(pull_reader *r, const uint8_t *numbers_end)
{
    pull_value value;
    if (pull_next(r, &value) && pull_skip(r, &value)) return true;
    return r->fault != PULL_CUT && r->fault_at < numbers_end;
}

reel_status decoded_open(reel_decoder *d)
{
    decoded_reader *state = d->state;
    reel_status status = reel_fill(d, SIZE_MAX);
    if (status < 0) return status;
    bool grows = status == REEL_AGAIN;
    const uint8_t *start = d->in.at;
    size_t size = reel_left(&d->in), mark = size >= sizeof bom && memcmp(start, bom, sizeof bom) == 0 ? sizeof bom : 0;
    decoded_job *j = d->allocator.alloc(d->allocator.context, sizeof *j);
    if (!j) return reel_fail(d->error, REEL_MEMORY, "reel.memory", "", 0, "out of memory for the JSON reader");
    memset(j, 0, sizeof *j);
    j->d = d;
    j->base = mark;
    j->section = "json";
    j->frames = reel_chunk_table(d->chunk, &scoresaber_json_frames);
    j->notes = reel_chunk_table(d->chunk, &scoresaber_json_notes);
    j->heights = reel_chunk_table(d->chunk, &scoresaber_json_heights);
    j->extras = reel_chunk_table(d->chunk, &scoresaber_json_extras);
    pull_begin(&j->tree, PULL_JSON, start + mark, size - mark, d->limits.nesting);
    j->numbers_end = end_of_numbers(start + mark, start + size);
    bool mark_begins = size < sizeof bom && memcmp(start, bom, size) == 0;
    if (grows && (mark_begins || !is_whole(&j->tree, j->numbers_end))) {
        d->allocator.free(d->allocator.context, j);
        return REEL_AGAIN;
    }
    pull_begin(&j->tree, PULL_JSON, start + mark, size - mark, d->limits.nesting);
    state->status = read_all(j);
    if (state->status == REEL_OK) {
        uint64_t loose = read_tail(j);
        for (size_t i = 0; i < ODDS; i++) loose += j->odd_count[i];
        original_keep(d, decoded_tables, start, size, loose);
    }
    tell_odds(j);
    d->allocator.free(d->allocator.context, j);
    if (state->status == REEL_MEMORY || state->status == REEL_UNSUPPORTED) return state->status;
    state->error = *d->error;
    d->in.at = d->in.end;
    return reel_build_status(d->chunk);
}

reel_status decoded_next(reel_decoder *d)
{
    decoded_reader *state = d->state;
    if (state->done) return REEL_END;
    state->done = true;
    if (state->status < 0) *d->error = state->error;
    return state->status;
}

static const uint8_t *pass_space(const uint8_t *at, const uint8_t *end)
{
    while (at < end && (*at == ' ' || *at == '\t' || *at == '\n' || *at == '\r')) at++;
    return at;
}

static bool starts_with_key(const uint8_t *at, const uint8_t *end, const char *key)
{
    size_t size = strlen(key);
    return (size_t)(end - at) >= size + 2 && *at == '"' && memcmp(at + 1, key, size) == 0 && at[size + 1] == '"';
}

/* A JSON object that starts with a key of this format, or has a key unique to it near its start. */
int decoded_sniff(const uint8_t *head, size_t size)
{
    static const char *const own[] = { "noteInfos", "noteTime", "dynamicHeight", "noteJumpStartBeatOffset" };
    const uint8_t *at = head, *end = head + size;
    if (size >= sizeof bom && memcmp(at, bom, sizeof bom) == 0) at += sizeof bom;
    at = pass_space(at, end);
    if (at == end || *at++ != '{') return 0;
    at = pass_space(at, end);
    for (size_t i = 0; i < MEMBERS; i++)
        if (starts_with_key(at, end, members[i])) return 8 * (int)(strlen(members[i]) + 3);
    for (; at < end; at++)
        for (size_t i = 0; i < sizeof own / sizeof *own; i++)
            if (starts_with_key(at, end, own[i])) return 8 * (int)(strlen(own[i]) + 2);
    return 0;
}

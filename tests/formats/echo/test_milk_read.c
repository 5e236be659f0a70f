/* SPDX-License-Identifier: MIT
 * .milk: what the rows say of files that are made here, and of the one that is known.
 * `test_milk_read --write` makes the golden files, and the bad ones out of them. */
#include "made_milk.h"
#include "oracle.h"

#include <math.h>

static const struct {
    const char *name;
    made_milk m;
} files[] = {
    { "usual", { 2, 1, 3, 4, 0, false } },
    { "one-second", { 1, 1, 1, 3, MILK_PRIVATE | MILK_TOURNAMENT, false } },
    { "nobody", { 0, 0, 2, 2, MILK_NOT_ARENA, false } },
    { "crowd", { 5, 2, 2, 2, 0, false } },
    { "odd", { 1, 1, 2, 3, 0, true } },
};
enum { FILES = sizeof files / sizeof *files };

static reel_replay *load(const void *data, size_t size, const reel_options *options)
{
    reel_replay *replay;
    reel_error error;
    if (reel_load(reel_source_memory(data, size), options, &replay, &error) < 0) fail_msg("%s", error.message);
    return replay;
}

static void golden_files_are_what_is_made_here(void **state)
{
    (void)state;
    for (size_t i = 0; i < FILES; i++) {
        char path[256];
        size_t size;
        snprintf(path, sizeof path, "tests/formats/echo/golden/%s.milk", files[i].name);
        uint8_t *data = read_file(project_path(path), &size);
        reel_memory memory = made_milk_file(&files[i].m);
        if (size != memory.size || memcmp(data, memory.data, size) != 0) fail_msg("%s is another file", path);
        free(memory.data);
        free(data);
    }
}

static void assert_triple(const reel_vec3 *v, unsigned frame, unsigned player, unsigned triple)
{
    const float values[3] = { v->x, v->y, v->z };
    for (unsigned axis = 0; axis < 3; axis++)
        assert_true(4 * values[axis] == (float)milk_coordinate(frame, player, triple, axis));
}

static void assert_player(const milk_player *row, const made_milk *m, unsigned frame, unsigned player)
{
    char name[32];
    const echo_player *p = &row->common;
    unsigned team = player >= m->blue, slot = player - (team ? m->blue : 0);
    snprintf(name, sizeof name, team ? "Orange %u" : "Bl\xc3\xbc%u", 10 * team + slot);
    assert_int_equal(p->frame, frame);
    assert_int_equal(p->player, player + 1);
    assert_int_equal(p->team, team);
    assert_int_equal(p->slot, slot);
    assert_int_equal(p->number, 10 * team + slot);
    assert_int_equal(p->name.size, strlen(name));
    assert_memory_equal(p->name.data, name, strlen(name));
    assert_int_equal(p->possession, slot == 0 && team == (frame % 2 ? 0 : 1));
    assert_int_equal(p->blocking, m->blue > 1 && team == 0 && slot == 1);
    assert_triple(&p->head, frame, player, 0);
    assert_triple(&p->body, frame, player, 0);
    assert_triple(&p->right_hand, frame, player, 1);
    assert_triple(&p->left_hand, frame, player, 2);
    assert_triple(&row->axes.left, frame, player, 3);
    assert_triple(&row->axes.up, frame, player, 4);
    assert_triple(&row->axes.forward, frame, player, 5);
    assert_triple(&p->velocity, frame, player, 6);
}

static void rows_say_what_was_made(void **state)
{
    (void)state;
    for (size_t i = 0; i < FILES; i++) {
        const made_milk *m = &files[i].m;
        unsigned people = m->blue + m->orange;
        if (m->odd) continue;
        reel_memory memory = made_milk_file(m);
        reel_replay *replay = load(memory.data, memory.size, NULL);
        assert_null(reel_replay_damage(replay));
        size_t frames, teams, players, stats, infos;
        const milk_info *info = reel_rows(replay, &milk_infos, &infos);
        const milk_frame *frame = reel_rows(replay, &milk_frames, &frames);
        const echo_team *team = reel_rows(replay, &milk_teams, &teams);
        const milk_player *player = reel_rows(replay, &milk_players, &players);
        const milk_stats *stat = reel_rows(replay, &milk_statistics, &stats);
        assert_int_equal(info->flags, m->flags);
        assert_int_equal(info->rate, m->tallies > 1 ? m->rate : 45);
        assert_int_equal(info->author.size, 9);
        assert_memory_equal(info->author.data, "Rec\"order", 9);
        assert_int_equal(frames, m->tallies * m->rate - 1);
        assert_int_equal(teams, 2 * frames);
        assert_int_equal(players, people * frames);
        assert_int_equal(stats, (2 + people) * m->tallies);
        for (unsigned f = 0; f < frames; f++) {
            assert_true(frame[f].common.time == (double)f / info->rate);
            assert_int_equal(frame[f].tally, f / m->rate);
            assert_true(frame[f].common.game_clock == 300 - (float)(f / m->rate));
            assert_true(frame[f].common.blue_points == (float)(f / m->rate) && frame[f].common.orange_points == 2);
            assert_int_equal(frame[f].common.has, ECHO_HAS_POINTS | ECHO_HAS_DISC);
            assert_int_equal(frame[f].common.status, f % 9 + ECHO_PRE_MATCH);
            assert_true(frame[f].common.disc_position.x == (float)f && frame[f].common.disc_position.z == (float)f + 0.5f);
            assert_int_equal(team[2 * f + 1].team, ECHO_ORANGE);
            assert_int_equal(team[2 * f].players, m->blue);
            assert_int_equal(team[2 * f].possession, m->blue && f % 2);
            for (unsigned p = 0; p < people; p++) assert_player(&player[people * f + p], m, f, p);
        }
        for (unsigned s = 0; s < stats; s++) {
            unsigned tally = s / (2 + people), block = s % (2 + people);
            assert_int_equal(stat[s].tally, tally);
            assert_int_equal(stat[s].frame, tally * m->rate);
            bool orange = block > m->blue;
            assert_int_equal(stat[s].player, block == 0 || block == m->blue + 1 ? 0 : orange ? block - 1 : block);
            assert_int_equal(stat[s].team, orange);
            assert_memory_equal(memory.data + stat[s].offset, stat[s].bytes, 13);
            assert_int_equal(stat[s].bytes[12], (uint8_t)(tally + 13 * block + 12));
        }
        reel_free(replay);
        free(memory.data);
    }
}

/* ---- what is said ----------------------------------------------------------------------------------------------- */

typedef struct said {
    char text[4096];
} said;

static void collect(void *context, const reel_finding *finding)
{
    said *all = context;
    size_t size = strlen(all->text);
    snprintf(all->text + size, sizeof all->text - size, "%s %d %s\n", finding->rule, (int)finding->severity, finding->message);
}

static said findings_of(const made_milk *m)
{
    said all = { "" };
    reel_options options = { REEL_SIZED(reel_options), .report = collect, .report_context = &all };
    reel_memory memory = made_milk_file(m);
    reel_free(load(memory.data, memory.size, &options));
    free(memory.data);
    return all;
}

static void assert_said(const said *all, const char *text)
{
    if (!strstr(all->text, text)) fail_msg("not said: %s\nbut\n%s", text, all->text);
}

static void times_are_said_to_be_assumed(void **state)
{
    (void)state;
    said usual = findings_of(&files[0].m), second = findings_of(&files[1].m);
    assert_said(&usual, "milk.time 0 the file has no timestamps: assuming 4 frames");
    assert_said(&usual, "the game clock gives 1 s");
    assert_said(&second, "milk.time 0 the file has no timestamps and covers less than a second: assuming 45 frames");
}

/* A clock that goes two seconds from tally to tally. */
static void a_rate_that_the_clock_denies_is_a_warning(void **state)
{
    (void)state;
    const made_milk m = { 0, 0, 30, 2, 0, false };
    enum { TALLY_BYTES = 6 + 26, FRAME_BYTES = 12 };
    said all = { "" };
    reel_options options = { REEL_SIZED(reel_options), .report = collect, .report_context = &all };
    reel_memory memory = made_milk_file(&m), one = { 0 };
    size_t at = memory.size - (m.rate - 1) * FRAME_BYTES - TALLY_BYTES;
    for (unsigned h = m.tallies; h-- > 0; at -= TALLY_BYTES + m.rate * FRAME_BYTES) {
        one.size = 0;
        milk_half(&one, 4 * (300 - 2 * (int)h));
        memcpy(memory.data + at + 4, one.data, 2);
    }
    reel_free(load(memory.data, memory.size, &options));
    assert_said(&all, "milk.time 1 the file has no timestamps: assuming 2 frames");
    assert_said(&all, "the game clock gives 2 s");
    free(one.data);
    free(memory.data);
}

static void oddities_are_told_and_kept(void **state)
{
    (void)state;
    said odd = findings_of(&files[4].m), crowd = findings_of(&files[3].m);
    assert_said(&odd, "milk.no-tally 1 1 frame precedes");
    assert_said(&odd, "milk.state 1 unknown state in 1 frame");
    assert_said(&odd, "milk.mask 1 6 frames");
    assert_said(&odd, "milk.not-finite 1 1 number is");
    assert_said(&crowd, "milk.masks 1 1 team has");
    reel_memory memory = made_milk_file(&files[4].m);
    reel_replay *replay = load(memory.data, memory.size, NULL);
    size_t count;
    const milk_frame *frames = reel_rows(replay, &milk_frames, &count);
    assert_int_equal(count, 6);
    assert_int_equal(frames[0].common.has, ECHO_HAS_DISC);
    assert_int_equal(frames[1].common.has, ECHO_HAS_POINTS | ECHO_HAS_DISC);
    assert_int_equal(frames[2].state, 99);
    assert_int_equal(frames[2].common.status, ECHO_STATUS_UNKNOWN);
    assert_true(isnan(frames[1].common.disc_position.y));
    reel_free(replay);
    free(memory.data);
}

/* A file of many slices holds one of them at a time. */
static void a_long_recording_is_read_in_bounded_memory(void **state)
{
    (void)state;
    const made_milk m = { 3, 3, 200, 45, 0, false };
    reel_memory memory = made_milk_file(&m);
    test_allocator counted = { 0 };
    reel_allocator allocator = test_allocator_of(&counted);
    reel_options options = { REEL_SIZED(reel_options), .allocator = &allocator };
    test_source source = { .data = memory.data, .size = memory.size, .step = 1000 };
    reel_reader *reader;
    const reel_chunk *chunk;
    size_t rows = 0, count;
    assert_int_equal(reel_open(test_source_of(&source), &options, &reader, NULL), REEL_OK);
    while (reel_next(reader, &chunk, NULL) == REEL_OK) {
        const milk_frame *frames = reel_chunk_rows(chunk, &milk_frames, &count);
        if (count) assert_int_equal(frames[0].common.frame, rows);
        rows += count;
    }
    assert_null(reel_reader_damage(reader));
    reel_close(reader);
    assert_int_equal(rows, 200 * 45 - 1);
    if (counted.peak > 2000000) fail_msg("%zu bytes for a file of %zu", counted.peak, memory.size);
    assert_int_equal(counted.live, 0);
    free(memory.data);
}

/* ---- the file that is known ------------------------------------------------------------------------------------- */

static double cell(const tsv *t, size_t row, size_t *column) { return strtod(tsv_at(t, row, (*column)++), NULL); }

static void same_vec(const tsv *t, size_t row, size_t *column, reel_vec3 v)
{
    double x = cell(t, row, column), y = cell(t, row, column), z = cell(t, row, column);
    if ((double)v.x != x || (double)v.y != y || (double)v.z != z) fail_msg("frame %zu, before column %zu", row, *column);
}

static unsigned mask_of(const milk_player *players, size_t count, size_t field)
{
    unsigned mask = 0;
    for (size_t i = 0; i < count; i++) {
        const uint8_t flags[] = { players[i].common.possession, players[i].common.blocking, players[i].common.stunned };
        if (flags[field]) mask |= 0x80u >> (players[i].common.slot + 4 * players[i].common.team);
    }
    return mask;
}

static void same_frame(const tsv *t, size_t row, const milk_frame *frame, const milk_player *players, size_t count)
{
    size_t column = 0;
    assert_int_equal(frame->tally, cell(t, row, &column));
    assert_int_equal(row, cell(t, row, &column));
    column++; /* its offset */
    same_vec(t, row, &column, frame->common.disc_position);
    assert_int_equal(frame->state, cell(t, row, &column));
    for (size_t i = 0; i < count; i++) {
        const milk_player *p = &players[i];
        assert_int_equal(p->common.frame, row);
        same_vec(t, row, &column, p->common.head);
        same_vec(t, row, &column, p->common.right_hand);
        same_vec(t, row, &column, p->common.left_hand);
        same_vec(t, row, &column, p->axes.left);
        same_vec(t, row, &column, p->axes.up);
        same_vec(t, row, &column, p->axes.forward);
        same_vec(t, row, &column, p->common.velocity);
    }
    for (size_t i = 0; i < 3; i++) assert_int_equal(mask_of(players, count, i), cell(t, row, &column));
    assert_int_equal(column, t->columns);
}

static void same_tally(const tsv *t, size_t row, const milk_frame *frame, const milk_stats *stats, size_t count)
{
    size_t column = 2;
    assert_int_equal(stats[0].offset - 6, strtoul(tsv_at(t, row, 1), NULL, 10));
    assert_true((double)frame->common.blue_points == cell(t, row, &column));
    assert_true((double)frame->common.orange_points == cell(t, row, &column));
    assert_true((double)frame->common.game_clock == cell(t, row, &column));
    for (size_t i = 0; i < count; i++) {
        char hex[27];
        for (size_t b = 0; b < 13; b++) snprintf(hex + 2 * b, 3, "%02x", stats[i].bytes[b]);
        assert_int_equal(stats[i].tally, row);
        assert_string_equal(hex, tsv_at(t, row, column++));
    }
    assert_int_equal(column, t->columns);
}

/* A table of the truth for "milk/NAME.frames.tsv.gz": how its path begins, and how it ends. */
static tsv table_beside(const char *path, const char *ending)
{
    char other[1024];
    snprintf(other, sizeof other, "%.*s%s", (int)(strlen(path) - strlen(".frames.tsv.gz")), path, ending);
    return tsv_read(other);
}

static bool compare_recording(const char *path, const char *name)
{
    enum { TEAMS = 2, FIXED_COLUMNS = 10, PLAYER_COLUMNS = 21 };
    char sample[512];
    snprintf(sample, sizeof sample, "samples/butter/%.*s.milk", (int)(strlen(name) - strlen(".frames.tsv.gz")), name);
    const char *found = corpus_path(sample);
    if (!found) return false;
    reel_replay *replay;
    reel_error error;
    if (reel_load_file(found, NULL, &replay, &error) < 0) fail_msg("%s: %s", name, error.message);
    assert_null(reel_replay_damage(replay));
    tsv tallies = table_beside(path, ".frames.tsv.gz"), chunks = table_beside(path, ".chunks.tsv.gz");
    size_t frames, players, stats, each = (chunks.columns - FIXED_COLUMNS) / PLAYER_COLUMNS, sums = TEAMS + each;
    const milk_frame *frame = reel_rows(replay, &milk_frames, &frames);
    const milk_player *player = reel_rows(replay, &milk_players, &players);
    const milk_stats *stat = reel_rows(replay, &milk_statistics, &stats);
    assert_int_equal(frames, chunks.rows);
    assert_int_equal(players, each * frames);
    assert_int_equal(stats, sums * tallies.rows);
    for (size_t i = 0; i < frames; i++) same_frame(&chunks, i, &frame[i], &player[each * i], each);
    for (size_t i = 0; i < tallies.rows; i++) {
        if (stat[sums * i].frame < frames) same_tally(&tallies, i, &frame[stat[sums * i].frame], &stat[sums * i], sums);
    }
    tsv_free(&chunks);
    tsv_free(&tallies);
    reel_free(replay);
    return true;
}

static void reads_what_the_oracle_read(void **state)
{
    (void)state;
    corpus_need("expected/butter/milk");
    corpus_compared(corpus_each("expected/butter/milk", ".frames.tsv.gz", compare_recording), "recordings");
}

/* INDEX.tsv calls the later layout "v2". */
static bool refuse_later_layout(const char *path, const char *name)
{
    reel_replay *replay;
    reel_error error;
    if (!strstr(corpus_index("butter", name, "format"), "\"v2\"")) return false;
    assert_int_equal(reel_load_file(path, NULL, &replay, &error), REEL_UNSUPPORTED);
    assert_string_equal(error.rule, "milk.version");
    return true;
}

static void version_2_is_known_and_refused(void **state)
{
    (void)state;
    corpus_need("samples/butter/milk");
    corpus_compared(corpus_each("samples/butter/milk", ".milk", refuse_later_layout), "files");
}

/* Other JSON has the same first key: the format is still recognised if the second one is damaged. */
static void a_damaged_second_key_is_recognised(void **state)
{
    (void)state;
    reel_memory memory = made_milk_file(&files[0].m);
    const char *second = strstr((const char *)memory.data, ",\"players\":[[");
    assert_non_null(second);
    const int most_of_others = 16; /* what gdr1-json bids for JSON with a key of its own */
    size_t from = (size_t)(second - (const char *)memory.data);
    for (size_t bit = 8 * from; bit < 8 * (from + strlen(",\"players\":[[")); bit++) {
        memory.data[bit / 8] ^= (uint8_t)(1u << bit % 8);
        if (reel_format_milk.sniff(memory.data, memory.size) <= most_of_others)
            fail_msg("not recognised with bit %zu of byte %zu flipped", bit % 8, bit / 8);
        memory.data[bit / 8] ^= (uint8_t)(1u << bit % 8);
    }
    memcpy(memory.data + from, ",\"version\":", 11);
    assert_int_equal(reel_format_milk.sniff(memory.data, memory.size), 0);
    free(memory.data);
}

static void a_header_without_end_is_given_up(void **state)
{
    (void)state;
    enum { SIZE = 70000 };
    char *text = malloc(SIZE);
    assert_non_null(text);
    memset(text, 'A', SIZE);
    memcpy(text, "{\"author\":\"", 11);
    reel_replay *replay;
    reel_error error;
    assert_int_equal(reel_load(reel_source_memory(text, SIZE), NULL, &replay, &error), REEL_CORRUPT);
    assert_string_equal(error.rule, "milk.header-size");
    assert_int_equal(error.offset, 65536);
    free(text);
}

/* JSON that begins like one is a .milk only where a record follows; one that was cut there can be read by its name. */
static void a_header_alone_is_no_recording(void **state)
{
    (void)state;
    const made_milk m = { 1, 1, 1, 1, 0, false };
    reel_memory memory = made_milk_file(&m);
    size_t header = memory.size;
    while (memory.data[header - 1] != '}') header--;
    reel_replay *replay;
    reel_error error;
    const reel_format *format = NULL;
    assert_int_equal(reel_identify(reel_source_memory(memory.data, header), NULL, &format, NULL, &error), REEL_OK);
    assert_ptr_not_equal(format, &reel_format_milk);
    assert_int_equal(reel_identify(reel_source_memory(memory.data, header + 1), NULL, &format, NULL, &error), REEL_OK);
    assert_ptr_equal(format, &reel_format_milk);
    const reel_options options = { REEL_SIZED(reel_options), .format = &reel_format_milk };
    assert_int_equal(reel_load(reel_source_memory(memory.data, header), &options, &replay, &error), REEL_TRUNCATED);
    assert_string_equal(error.rule, "milk.truncated");
    replay = load(memory.data, header + 1, NULL);
    assert_null(reel_replay_damage(replay));
    reel_free(replay);
    free(memory.data);
}

/* A header of other types than the recorder writes: refused by a rule, or read with what is missing counted. */
static void headers_of_other_types_are_refused_or_counted(void **state)
{
    (void)state;
    static const struct {
        const char *header; /* %s: a name of 1024 bytes */
        const char *rule;   /* of the failure, or of the finding that counts `bad` values */
        uint64_t bad;
    } cases[] = {
        { "[]", "milk.header", 0 },
        { " {}", "milk.header", 0 },
        { "{}", "milk.header", 0 },
        { "{\"players\":{}}", "milk.header", 0 },
        { "{\"players\":[[]]}", "milk.header", 0 },
        { "{\"players\":[[],[],[]]}", "milk.header", 0 },
        { "{\"players\":[1,[]]}", "milk.header", 0 },
        { "{\"players\":[[],{}]}", "milk.header", 0 },
        { "{\"players\":[[\"%s\"],[]]}", "milk.name-length", 0 },
        { "{\"players\":[[],[\"a\",\"%s\"]]}", "milk.name-length", 0 },
        { "{\"players\":[[\"a\"],[]]}", "milk.header-values", 1 },
        { "{\"players\":[[\"a\"],[\"b\"]],\"numbers\":[[1],7]}", "milk.header-values", 2 },
        { "{\"players\":[[\"a\"],[\"b\"]],\"numbers\":[[-1],[65536]]}", "milk.header-values", 2 },
        { "{\"players\":[[\"a\"],[\"b\"]],\"numbers\":[[\"1\"],[65535]]}", "milk.header-values", 1 },
        { "{\"players\":[[7],[null]],\"numbers\":[[0],[1]]}", "milk.header-values", 2 },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        static char name[1025], text[1200];
        said all = { "" };
        memset(name, 'n', sizeof name - 1);
        int size = snprintf(text, sizeof text - 1, cases[i].header, name);
        text[size++] = '@'; /* flags */
        const reel_options options = { REEL_SIZED(reel_options), .format = &reel_format_milk, .report = collect,
                                       .report_context = &all };
        reel_replay *replay;
        reel_error error = { .rule = "" };
        reel_status status = reel_load(reel_source_memory(text, (size_t)size), &options, &replay, &error);
        if ((status >= 0) != (cases[i].bad > 0)) fail_msg("%s: %s", cases[i].header, error.rule);
        if (status < 0) {
            assert_string_equal(error.rule, cases[i].rule);
        } else {
            char wanted[64];
            snprintf(wanted, sizeof wanted, "%s 1 %d player", cases[i].rule, (int)cases[i].bad);
            assert_said(&all, wanted);
        }
        reel_free(replay);
    }
}

/* ---- making the files ------------------------------------------------------------------------------------------- */

static void write_to(const char *folder, const char *name, const void *data, size_t size)
{
    char path[256];
    snprintf(path, sizeof path, "tests/formats/echo/%s/%s.milk", folder, name);
    FILE *file = fopen(project_path(path), "wb");
    if (!file || fwrite(data, 1, size, file) != size || fclose(file)) abort();
}

static void write_text(const char *name, const char *text) { write_to("bad", name, text, strlen(text)); }

static void write_files(void)
{
    for (size_t i = 0; i < FILES; i++) {
        reel_memory memory = made_milk_file(&files[i].m);
        write_to("golden", files[i].name, memory.data, memory.size);
        free(memory.data);
    }
    reel_memory m = made_milk_file(&files[0].m);
    write_to("bad", "milk-cut-names", m.data, 40);
    write_to("bad", "milk-cut-frame", m.data, m.size - 5);
    m.data[m.size - 138] ^= 1; /* of the last frame */
    write_to("bad", "milk-magic", m.data, m.size);
    free(m.data);
    static const char version_2[] = "\2Recorder\0"
                                    "892E23E2-8272-4B07-85E8-5E291AC85F93\0"
                                    "10.0.0.1\0[Somebody]";
    write_to("bad", "milk-version-2", version_2, sizeof version_2);
    write_text("milk-no-json", "{\"author\":\"A\",\"players\":[[\"B\",],[]]}@");
    write_text("milk-one-team", "{\"author\":\"A\",\"players\":[[\"B\"]],\"numbers\":[[1]]}@");
    size_t size = 0;
    char text[1024];
    size += (size_t)snprintf(text, 100, "{\"author\":\"A\",\"players\":[[");
    for (unsigned i = 0; i < 256; i++) size += (size_t)snprintf(text + size, 8, "%s\"\"", i ? "," : "");
    snprintf(text + size, 100, "],[]],\"numbers\":[[],[]]}@");
    write_text("milk-players", text);
}

int main(int argc, char **argv)
{
    if (argc > 1 && strcmp(argv[1], "--write") == 0) {
        write_files();
        return 0;
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(golden_files_are_what_is_made_here), cmocka_unit_test(rows_say_what_was_made),
        cmocka_unit_test(times_are_said_to_be_assumed),       cmocka_unit_test(a_rate_that_the_clock_denies_is_a_warning),
        cmocka_unit_test(oddities_are_told_and_kept),         cmocka_unit_test(a_long_recording_is_read_in_bounded_memory),
        cmocka_unit_test(reads_what_the_oracle_read),         cmocka_unit_test(a_header_without_end_is_given_up),
        cmocka_unit_test(a_damaged_second_key_is_recognised), cmocka_unit_test(a_header_alone_is_no_recording),
        cmocka_unit_test(version_2_is_known_and_refused),     cmocka_unit_test(headers_of_other_types_are_refused_or_counted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

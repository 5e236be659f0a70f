/* SPDX-License-Identifier: MIT
 * Every field of every table of every format and insight is described so that all that walks the fields can rely on it. */
#include "machinery.h"

#include "core/rows.h"

#include <reel/insight.h>

static char place[256];

static void lower_snake_case(const char *name)
{
    if (!name || !*name) fail_msg("%s: no name", place);
    if (name[0] < 'a' || name[0] > 'z') fail_msg("%s: begins with '%c'", place, name[0]);
    for (const char *c = name; *c; c++)
        if (!((*c >= 'a' && *c <= 'z') || (*c >= '0' && *c <= '9') || (*c == '_' && c[1] && c[1] != '_')))
            fail_msg("%s: '%c' in a name", place, *c);
}

static void one_line(const char *text)
{
    if (!text || !*text) fail_msg("%s: no documentation", place);
    if (strchr(text, '\n')) fail_msg("%s: more than one line of documentation", place);
    if (text[strlen(text) - 1] == '.') fail_msg("%s: the documentation ends with a stop", place);
}

static void check_labels(const reel_field *field)
{
    for (size_t i = 0; field->labels && field->labels[i].name; i++) {
        if (i > 1000) fail_msg("%s: the labels do not end", place);
        if (!*field->labels[i].name) fail_msg("%s: label %zu is empty", place, i);
        for (size_t j = 0; j < i; j++)
            if (field->labels[j].value == field->labels[i].value || !strcmp(field->labels[j].name, field->labels[i].name))
                fail_msg("%s: label %s comes twice", place, field->labels[i].name);
    }
    if (field->labels && field->type >= REEL_F32) fail_msg("%s: labels, but not an integer", place);
}

static void check_field(const reel_table *table, const reel_field *field, uint8_t *taken)
{
    lower_snake_case(field->name);
    one_line(field->doc);
    size_t size = reel_type_size(field->type) * field->count;
    if (size == 0) fail_msg("%s: no size", place);
    if (type_is_text(field->type) && field->count != 1) fail_msg("%s: more than one text in a field", place);
    if (field->offset + size > table->row_size) fail_msg("%s: ends beyond the row", place);
    for (size_t i = field->offset; i < field->offset + size; i++) {
        if (taken[i]) fail_msg("%s: shares byte %zu with another field", place, i);
        taken[i] = 1;
    }
    if (!field->unit) fail_msg("%s: the unit is NULL; \"\" says that there is none", place);
    if (field->components && strlen(field->components) != field->count) fail_msg("%s: not one component a value", place);
    if (field->present_mask && field->present_offset >= table->row_size) fail_msg("%s: its presence lies beyond the row", place);
    if (field->present_offset && !field->present_mask) fail_msg("%s: a place for its presence, but no mask", place);
    if (field->flags & REEL_FIELD_TIME && (field->count != 1 || field->type < REEL_U8 || field->type > REEL_F64))
        fail_msg("%s: time is one number", place);
    check_labels(field);
}

/* A column is named like no other column and no other field of its table, and is found by its name. */
static void check_columns(const reel_table *table, const reel_field *field)
{
    /* Tables of many files have these columns beside those of the rows. */
    if (strcmp(field->name, "file") == 0 || strcmp(field->name, "row") == 0)
        fail_msg("%s.%s: the doors have a column of this name", table->name, field->name);
    for (size_t i = 0; i < field->count; i++) {
        char name[96];
        const reel_field *found = NULL;
        size_t index = SIZE_MAX;
        if (reel_column_name(field, i, name, sizeof name) >= sizeof name) fail_msg("%s: a column's name is too long", place);
        if (!reel_table_column(table, name, &found, &index)) fail_msg("%s: column %s is not found", place, name);
        if (found != field || index != i) fail_msg("%s: column %s is also one of %s", place, name, found->name);
        if (field->count == 1) continue;
        lower_snake_case(name);
        if (reel_table_field(table, name)) fail_msg("%s: column %s is also a field", place, name);
        if (reel_table_column(table, field->name, &found, &index)) fail_msg("%s: a vector is not a column", place);
    }
}

/* A sum over rows has room for all fields: a plan that has none left lacks the rest. */
static void check_sum(const reel_table *table)
{
    size_t planned = 0, bytes = 0, texts = 0;
    uint64_t sum = 0;
    row_plan plan = { 0 };
    reel__row_sum_add(&sum, &plan, table, NULL, 0);
    for (size_t i = 0; i < plan.run_count; i++) planned += plan.runs[i].size;
    for (size_t i = 0; i < table->field_count; i++) {
        const reel_field *field = &table->fields[i];
        if (field->flags & REEL_FIELD_DERIVED) continue;
        if (type_is_text(field->type))
            texts++;
        else
            bytes += reel_type_size(field->type) * field->count;
    }
    if (planned != bytes || plan.text_count != texts) fail_msg("%s: more fields than a sum over rows has room for", place);
}

static void check_table(const char *owner, const reel_table *table)
{
    size_t times = 0;
    uint8_t *taken = calloc(1, table->row_size);
    assert_non_null(taken);
    snprintf(place, sizeof place, "%s.%s", owner, table->name);
    lower_snake_case(table->name);
    one_line(table->doc);
    assert_true(table->field_count > 0);
    check_sum(table);
    for (size_t i = 0; i < table->field_count; i++) {
        const reel_field *field = &table->fields[i];
        snprintf(place, sizeof place, "%s.%s.%s", owner, table->name, field->name);
        check_field(table, field, taken);
        check_columns(table, field);
        for (size_t j = 0; j < i; j++)
            if (strcmp(field->name, table->fields[j].name) == 0) fail_msg("%s: the name comes twice", place);
        times += field->flags & REEL_FIELD_TIME ? 1 : 0;
        if (reel_table_field(table, field->name) != field) fail_msg("%s: is not found by its name", place);
    }
    if (times > 1) fail_msg("%s.%s: %zu time axes", owner, table->name, times);
    free(taken);
}

static void check_tables(const char *owner, const reel_table *const *tables)
{
    for (const reel_table *const *table = tables; *table; table++) {
        check_table(owner, *table);
        for (const reel_table *const *other = tables; other != table; other++)
            if (strcmp((*other)->name, (*table)->name) == 0) fail_msg("%s: two tables are called %s", owner, (*table)->name);
    }
}

static void every_table_of_a_format_is_well_described(void **state)
{
    (void)state;
    for (const reel_format *const *format = machinery_formats(); *format; format++)
        check_tables((*format)->id, (*format)->tables);
}

static void every_table_of_an_insight_is_well_described(void **state)
{
    (void)state;
    for (const reel_insight *const *insight = reel_insights(); *insight; insight++)
        if ((*insight)->tables) check_tables((*insight)->id, (*insight)->tables);
}

static void every_format_says_what_it_is(void **state)
{
    (void)state;
    for (const reel_format *const *next = machinery_formats(); *next; next++) {
        const reel_format *format = *next;
        for (const char *c = format->id; *c; c++)
            if (!((*c >= 'a' && *c <= 'z') || (*c >= '0' && *c <= '9') || *c == '-')) fail_msg("id %s", format->id);
        assert_true(format->name && *format->name && format->game && *format->game);
        assert_true(format->extensions && format->extensions[0]);
        for (const char *const *extension = format->extensions; *extension; extension++) assert_true((*extension)[0] != '.');
        assert_non_null(format->sniff);
        assert_non_null(format->reader);
        assert_non_null(format->reader->open);
        assert_non_null(format->reader->next);
        if (format->writer) assert_non_null(format->writer->finish);
        if (format->flags & REEL_FORMAT_STREAMS && format->writer) assert_non_null(format->writer->rows);
        assert_ptr_equal(reel_format_by_id(machinery_formats(), format->id), format);
        for (const reel_format *const *other = machinery_formats(); other != next; other++)
            if (strcmp((*other)->id, format->id) == 0) fail_msg("two formats are called %s", format->id);
    }
}

static void every_insight_says_what_it_is(void **state)
{
    (void)state;
    for (const reel_insight *const *insight = reel_insights(); *insight; insight++) {
        assert_true((*insight)->id && *(*insight)->id && (*insight)->name && *(*insight)->name);
        snprintf(place, sizeof place, "%s", (*insight)->id);
        one_line((*insight)->doc);
        assert_true((*insight)->formats && (*insight)->formats[0]);
        assert_non_null((*insight)->chunk);
        assert_ptr_equal(reel_insight_by_id((*insight)->id), *insight);
    }
}

/* ---- one name, one meaning ------------------------------------------------------------------------------------------- */

/* Fields of files that count in other units, or are text, in other formats of their game: what the files have. Their pages say so. */
static const char *const differing[] = { "info.timestamp",
                                         "info.session_id",
                                         "info.difficulty",
                                         "info.bot_version",
                                         "pauses.duration",
                                         "controller_offsets.left_rotation",
                                         "controller_offsets.right_rotation" };

static bool may_differ(const reel_table *table, const reel_field *field)
{
    char name[128];
    snprintf(name, sizeof name, "%s.%s", table->name, field->name);
    for (size_t i = 0; i < sizeof differing / sizeof *differing; i++)
        if (!strcmp(name, differing[i])) return true;
    return false;
}

static bool is_alike(const reel_field *a, const reel_field *b)
{
    return strcmp(a->unit, b->unit) == 0 && type_is_text(a->type) == type_is_text(b->type) &&
           (a->type == REEL_BOOL) == (b->type == REEL_BOOL);
}

static void compare_tables(const reel_table *const *some, const reel_table *const *others, bool are_files, const char *owner)
{
    for (; some && *some; some++)
        for (const reel_table *const *other = others; other && *other; other++) {
            if (strcmp((*some)->name, (*other)->name) != 0) continue;
            for (size_t i = 0; i < (*some)->field_count; i++) {
                const reel_field *field = &(*some)->fields[i], *twin = reel_table_field(*other, field->name);
                if (!twin || is_alike(field, twin) || (are_files && may_differ(*some, field))) continue;
                fail_msg("%s: %s.%s is in \"%s\" here and in \"%s\" elsewhere", owner, (*some)->name, field->name, field->unit,
                         twin->unit);
            }
        }
}

static void a_name_has_one_unit_in_a_game(void **state)
{
    (void)state;
    for (const reel_format *const *a = reel_formats(); *a; a++)
        for (const reel_format *const *b = reel_formats(); *b; b++)
            if (!strcmp((*a)->game, (*b)->game)) compare_tables((*a)->tables, (*b)->tables, true, (*a)->id);
    for (const reel_insight *const *insight = reel_insights(); *insight; insight++)
        for (const reel_format *const *format = (*insight)->formats; format && *format; format++)
            compare_tables((*insight)->tables, (*format)->tables, false, (*insight)->id);
}

/* ---- one name in different games ------------------------------------------------------------------------------------- */

/* Each list of tables that there is: of the formats, then of the insights. The end is NULL. */
static const reel_table *const *tables_at(size_t index, const char **owner)
{
    for (const reel_format *const *format = reel_formats(); *format; format++)
        if (index-- == 0) return *owner = (*format)->id, (*format)->tables;
    static const reel_table *const none[] = { NULL };
    for (const reel_insight *const *insight = reel_insights(); *insight; insight++)
        if (index-- == 0) return *owner = (*insight)->id, (*insight)->tables ? (*insight)->tables : none;
    return NULL;
}

/* Names that fields of different tables share although they differ in unit or kind, and why they keep them: a query over several games
 * must not add them up. Any other name means one thing in one unit, whatever the game. */
static const struct {
    const char *name, *why;
} shared_names[] = {
    { "angle", "degrees of speedups of DDNet; of its players, radians * 256" },
    { "api", "a number of an Echo VR frame; text in XROR: as the files have it" },
    { "arm", "loadout of Echo VR: a number in the files, its name in statistics" },
    { "bot_version", "a number or text, as the format of the bot has it" },
    { "bytes", "the bytes themselves, or how many" },
    { "center", "a mean of points; the distance of one cut from the middle in metres" },
    { "difficulty", "text in BSOR and XROR, a number in ScoreSaber" },
    { "distance", "metres in rooms, tiles on the maps of DDNet" },
    { "duration", "seconds; of pauses of ScoreSaber, milliseconds, as its recorder writes them" },
    { "emote", "whether a player of Echo VR shows one; the face of a tee" },
    { "end", "tick of a session in DDNet; seconds in Echo VR" },
    { "extra", "what a file has beyond its format: numbers or text" },
    { "first_frame", "frames as a time in Geometry Dash; number of a row elsewhere" },
    { "frame", "frames as a time in Geometry Dash; number of a row elsewhere" },
    { "game_version", "text in Beat Saber, a number in Geometry Dash" },
    { "head", "whether the head jitters; where it is" },
    { "height", "metres; of walls of ScoreSaber, rows of the grid; of maps of DDNet tiles, pixels or 1/1024 units" },
    { "id", "a number or text, as the file identifies things" },
    { "left", "whether it is the left hand; input of a player" },
    { "left_rotation", "a quaternion; in controller offsets of ScoreSaber, angles" },
    { "level_id", "a number in Geometry Dash, text in ScoreSaber" },
    { "map", "a number in the file, its name in statistics" },
    { "max_score", "points, which statistics give without a unit" },
    { "max_speed", "metres per second; of speedups of DDNet, a number of the game" },
    { "mean_speed", "metres per second; tiles per second in DDNet" },
    { "mode", "text in Beat Saber, an enumeration in Echo VR" },
    { "ordnance", "loadout of Echo VR: a number in the files, its name in statistics" },
    { "player_id", "text of the platform; in Echo VR, a number within the match" },
    { "position", "metres; XROR has tenths of one in points of strokes" },
    { "possession", "whether somebody has the disc; which player" },
    { "practice", "whether; how often, and when it began or ended" },
    { "rate", "beats per minute; frames per second of a recording" },
    { "reason", "an enumeration of a missed cut; text of DDNet" },
    { "right_rotation", "a quaternion; in controller offsets of ScoreSaber, angles" },
    { "rotation", "a quaternion; the angle of an icon in Geometry Dash" },
    { "score", "points, which statistics give without a unit" },
    { "session_id", "a UUID in .butter, its text in .echoreplay" },
    { "session_ip", "a number in .butter, text in .echoreplay" },
    { "size", "bytes; width of a stroke in XROR" },
    { "speed", "a factor of practice in Beat Saber; metres per second in Echo VR" },
    { "start", "tick of a session in DDNet; seconds in Echo VR" },
    { "start_time", "where practice starts in the song; in DDNet, a date" },
    { "tac_mod", "loadout of Echo VR: a number in the files, its name in statistics" },
    { "time", "seconds; DDNet counts ticks and XROR milliseconds, as the files have it" },
    { "timestamp", "seconds in BSOR, milliseconds in XROR: NAME_utc is the same moment in both" },
    { "type", "an enumeration, or text" },
    { "value", "a number of an axis, or text" },
    { "version", "a number or text, as the format has it" },
    { "weapon", "loadout of Echo VR: a number in the files, its name in statistics" },
    { "x", "units of Geometry Dash; 1/32 tile in DDNet" },
    { "y", "units of Geometry Dash; 1/32 tile in DDNet" },
};
enum { SHARED_NAMES = sizeof shared_names / sizeof *shared_names };

static size_t shared_name(const char *name)
{
    size_t i = 0;
    while (i < SHARED_NAMES && strcmp(shared_names[i].name, name) != 0) i++;
    return i;
}

typedef struct owned_field {
    const char *owner, *table;
    const reel_field *field;
} owned_field;

/* Compares a field with the first one of its name. */
static void compare_with_first(const owned_field *first, const owned_field *other, bool differs[SHARED_NAMES])
{
    if (is_alike(first->field, other->field)) return;
    const size_t known = shared_name(first->field->name);
    if (known < SHARED_NAMES)
        differs[known] = true;
    else
        fail_msg("%s is in \"%s\" in %s.%s and in \"%s\" in %s.%s: rename one, or say why not in shared_names",
                 first->field->name, first->field->unit, first->owner, first->table, other->field->unit, other->owner,
                 other->table);
}

/* All fields of formats and insights. Returns their number. */
static size_t list_fields(owned_field *list, size_t most)
{
    const reel_table *const *tables;
    const char *owner;
    size_t count = 0;
    for (size_t i = 0; (tables = tables_at(i, &owner)); i++)
        for (; *tables; tables++)
            for (size_t f = 0; f < (*tables)->field_count; f++, count++) {
                assert_true(count < most);
                list[count] = (owned_field){ owner, (*tables)->name, &(*tables)->fields[f] };
            }
    return count;
}

static void a_name_has_one_unit_in_all_games_or_a_reason(void **state)
{
    (void)state;
    static owned_field list[20000];
    bool differs[SHARED_NAMES] = { false };
    const size_t count = list_fields(list, sizeof list / sizeof *list);
    for (size_t i = 0; i < count; i++)
        for (size_t first = 0; first < i; first++)
            if (!strcmp(list[first].field->name, list[i].field->name)) {
                compare_with_first(&list[first], &list[i], differs);
                break;
            }
    for (size_t i = 0; i < SHARED_NAMES; i++)
        if (!differs[i] || !*shared_names[i].why)
            fail_msg("%s differs nowhere: take it out of shared_names", shared_names[i].name);
}

/* ---- one name, one kind of row ------------------------------------------------------------------------------------------ */

/* Extensions and items of a format are what it has no table for: of ticks in a teehistorian and a demo, of the whole file elsewhere. */
static bool may_lack_time(const reel_table *table)
{
    return table->flags & REEL_TABLE_LAYOUT || !strcmp(table->name, "extensions") || !strcmp(table->name, "items");
}

/* "Statistics per player" and "players in each frame" must not have one name. */
static void a_name_has_a_time_axis_or_none(void **state)
{
    (void)state;
    const reel_table *const *some, *const *others, *one, *other;
    const char *owner, *other_owner;
    for (size_t i = 0; (some = tables_at(i, &owner)); i++)
        for (size_t j = 0; j < i && (others = tables_at(j, &other_owner)); j++)
            for (size_t a = 0; (one = some[a]); a++)
                for (size_t b = 0; (other = others[b]); b++) {
                    if (strcmp(one->name, other->name) != 0 || may_lack_time(one) || may_lack_time(other)) continue;
                    if (!reel_table_time(one) != !reel_table_time(other))
                        fail_msg("%s has a time axis in only one of %s and %s", one->name, owner, other_owner);
                }
}

static bool locates_rows(const reel_table *table)
{
    const reel_field *offset = reel_table_field(table, "offset");
    return offset && !strcmp(offset->unit, "bytes");
}

/* A table of statistics with the name of a table of the file is about the same rows: both say where in the file each one is. */
static void statistics_have_rows_of_the_file_or_another_name(void **state)
{
    (void)state;
    size_t shared = 0;
    for (const reel_insight *const *insight = reel_insights(); *insight; insight++)
        for (const reel_table *const *table = (*insight)->tables; table && *table; table++)
            for (const reel_format *const *format = (*insight)->formats; format && *format; format++) {
                const reel_table *own = reel_format_table(*format, (*table)->name);
                if (!own) continue;
                shared++;
                if (!locates_rows(own) || !locates_rows(*table))
                    fail_msg("%s.%s and %s.%s may have different rows", (*insight)->id, (*table)->name, (*format)->id, own->name);
            }
    assert_true(shared > 0);
}

/* By the name of the last release, alone unless the format, or one that had the statistics before it, has such a table, and with the insight's id
 * always. */
static void a_renamed_table_has_both_names(void **state)
{
    (void)state;
    size_t renamed = 0;
    for (const reel_insight *const *insight = reel_insights(); *insight; insight++)
        for (const reel_table *const *table = (*insight)->tables; table && *table; table++) {
            const char *old = reel_table_old_name(*table);
            if (!old) continue;
            renamed++;
            bool is_taken = false;
            for (const reel_format *const *format = (*insight)->formats; *format; format++) {
                const reel_insight *from = NULL;
                const reel_table *own = reel_format_table(*format, old);
                char name[128];
                snprintf(name, sizeof name, "%s.%s", (*insight)->id, old);
                assert_ptr_equal(reel_find_table(*format, name, &from), *table);
                assert_ptr_equal(from, *insight);
                assert_ptr_equal(reel_find_table(*format, old, &from), own ? own : is_taken ? NULL : *table);
                assert_ptr_equal(from, own || is_taken ? NULL : *insight);
                is_taken |= own != NULL;
                assert_ptr_equal(reel_find_table(*format, (*table)->name, NULL), *table);
            }
        }
    assert_true(renamed > 0);
}

/* Which format an old name is meant for depends on the order, and doors have that of the registry alone. */
static void formats_of_statistics_are_in_the_order_of_the_registry(void **state)
{
    (void)state;
    for (const reel_insight *const *insight = reel_insights(); *insight; insight++) {
        const reel_format *const *at = reel_formats();
        for (const reel_format *const *format = (*insight)->formats; *format; format++) {
            while (*at && *at != *format) at++;
            if (!*at) fail_msg("%s: %s is out of order", (*insight)->id, (*format)->id);
        }
    }
}

static void a_renamed_field_has_both_names(void **state)
{
    (void)state;
    for (const reel_renaming *one = reel_renamings(); one->table; one++) {
        const reel_table *const *tables;
        const char *owner;
        size_t found = 0;
        for (size_t i = 0; (tables = tables_at(i, &owner)); i++)
            for (; *tables; tables++) {
                const reel_field *field = reel_table_renamed(*tables, one->old_name);
                if (!field || strcmp((*tables)->name, one->table) != 0) continue;
                assert_string_equal(field->name, one->name);
                assert_null(reel_table_renamed(*tables, one->name));
                found++;
            }
        if (found != 1) fail_msg("%s.%s is in %zu tables", one->table, one->name, found);
    }
}

static void assert_selects(const reel_table *table, const char *name, const reel_field *field, size_t first, size_t count,
                           bool is_moment)
{
    const char *const prefixes[] = { table->name, reel_table_old_name(table), NULL };
    for (size_t i = 0; i < 3; i++) {
        char whole[256];
        reel_field found;
        bool moment;
        if (i == 1 && !prefixes[1]) continue;
        snprintf(whole, sizeof whole, "%s%s%s", prefixes[i] ? prefixes[i] : "", prefixes[i] ? "." : "", name);
        const size_t offset = field->offset + first * reel_type_size(field->type);
        if (!reel_table_select(table, whole, &found, &moment) || found.offset != offset || found.count != count ||
            found.type != field->type || moment != is_moment || (count == field->count && strcmp(found.name, field->name) != 0))
            fail_msg("%s: %s selects something else", table->name, whole);
    }
}

/* A field, each of its columns, its moment and its old name, each alone and behind the names of the table. */
static void every_name_selects_its_values(void **state)
{
    (void)state;
    const reel_table *const *tables;
    const char *owner;
    reel_field found;
    size_t moments = 0, columns = 0;
    for (size_t i = 0; (tables = tables_at(i, &owner)); i++)
        for (; *tables; tables++) {
            const reel_table *table = *tables;
            for (size_t f = 0; f < table->field_count; f++) {
                const reel_field *field = &table->fields[f];
                char name[128];
                assert_selects(table, field->name, field, 0, field->count, false);
                for (size_t v = 0; field->count > 1 && v < field->count; v++, columns++) {
                    reel_column_name(field, v, name, sizeof name);
                    assert_selects(table, name, field, v, 1, false);
                }
                snprintf(name, sizeof name, "%s" REEL_MOMENT_SUFFIX, field->name);
                if (reel_field_is_moment(field) && !reel_table_field(table, name)) {
                    assert_selects(table, name, field, 0, 1, true);
                    moments++;
                }
            }
            for (const reel_renaming *one = reel_renamings(); one->table; one++) {
                const reel_field *field = reel_table_renamed(table, one->old_name);
                if (field) assert_selects(table, one->old_name, field, 0, field->count, false);
            }
            assert_false(reel_table_select(table, "no_such_name", &found, NULL));
            assert_false(reel_table_select(table, "other.time", &found, NULL));
            assert_false(reel_table_select(table, "", &found, NULL));
        }
    assert_true(moments && columns);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_table_of_a_format_is_well_described),
        cmocka_unit_test(every_table_of_an_insight_is_well_described),
        cmocka_unit_test(every_format_says_what_it_is),
        cmocka_unit_test(every_insight_says_what_it_is),
        cmocka_unit_test(a_name_has_one_unit_in_a_game),
        cmocka_unit_test(a_name_has_one_unit_in_all_games_or_a_reason),
        cmocka_unit_test(a_name_has_a_time_axis_or_none),
        cmocka_unit_test(statistics_have_rows_of_the_file_or_another_name),
        cmocka_unit_test(a_renamed_table_has_both_names),
        cmocka_unit_test(formats_of_statistics_are_in_the_order_of_the_registry),
        cmocka_unit_test(a_renamed_field_has_both_names),
        cmocka_unit_test(every_name_selects_its_values),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

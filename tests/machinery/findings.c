/* SPDX-License-Identifier: MIT
 * What makes impossible what a finding says. The files findings.tsv beside the checks have a line for each rule of severity warning or
 * error, and for each rule of a check:
 *
 *     RULE  bytes                                    about the bytes of the file, or values that no writer can mean
 *     RULE  note                                     never worse than a note
 *     RULE  play      what makes it impossible  source
 *     RULE  recorder  what makes it impossible  source
 *
 * `play` is about what the player did, `recorder` about what the program wrote. A source is OWNER/REPOSITORY@COMMIT PATH FUNCTION, or a
 * page of docs/. Which rules there are is read from the code of src/formats and src/insight. */
#include "doc.h"

enum { CELLS = 4, RULES = 1024, RULE_SIZE = 80 };

typedef struct finding_row {
    const char *rule, *about, *reason, *source;
    bool used;
} finding_row;

static struct {
    text lines;
    finding_row rows[RULES];
    size_t count;
} list;

static bool complain(const char *rule, const char *what)
{
    fprintf(stderr, "findings.tsv: %s: %s\n", rule, what);
    return false;
}

static void read_findings(void)
{
    char *cells[CELLS];
    if (list.lines.data) return;
    list.lines = text_of_files("src", "findings.tsv");
    for (char *cursor = list.lines.data; tsv_next(&cursor, cells, CELLS);) {
        if (list.count == RULES) fail_msg("findings.tsv: more lines than this program has room for");
        list.rows[list.count++] = (finding_row){ cells[0], cells[1], cells[2], cells[3], false };
    }
}

static finding_row *row_called(const char *rule)
{
    for (size_t i = 0; i < list.count; i++)
        if (strcmp(list.rows[i].rule, rule) == 0) return &list.rows[i];
    return NULL;
}

/* ---- the rules in the code ------------------------------------------------------------------------------------------------ */

/* Puts blanks in the place of comments and of lines of the preprocessor that include a file. */
static void blank_comments(char *code)
{
    for (char *at; (at = strstr(code, "/*")) != NULL;) {
        char *end = strstr(at, "*/");
        memset(at, ' ', end ? (size_t)(end + 2 - at) : strlen(at));
    }
    for (char *at = code; (at = strstr(at, "#include")) != NULL;) memset(at, ' ', strcspn(at, "\n"));
}

/* The rule in the quotes at `at`: words of small letters, digits and hyphens with full stops between. */
static bool take_rule(const char *at, char rule[RULE_SIZE])
{
    size_t size = strspn(at + 1, "abcdefghijklmnopqrstuvwxyz0123456789-.");
    if (at[size + 1] != '"' || size < 3 || size >= RULE_SIZE || at[1] == '.' || at[size] == '.') return false;
    snprintf(rule, RULE_SIZE, "%.*s", (int)size, at + 1);
    return strchr(rule, '.') != NULL && strspn(rule, "0123456789.") < size;
}

static bool rule_is_listed(const char *rule, const char *path)
{
    finding_row *row = row_called(rule);
    if (row) return row->used = true;
    fprintf(stderr, "%s: no line in findings.tsv for the rule %s\n", path, rule);
    return false;
}

/* Repairs and edits report what they changed, not what was in a file. */
static bool is_of_a_change(const char *rule)
{
    return !strncmp(rule, "repair.", 7) || !strncmp(rule, "edit.", 5) || !strncmp(rule, "convert.", 8);
}

/* A statement, or an element of a table: all rules in it have the severities in it. */
static bool check_unit(const char *unit, const char *path, bool of_check)
{
    char rule[RULE_SIZE];
    bool fine = true, severe = strstr(unit, "REEL_WARNING") || strstr(unit, "REEL_ERROR"),
         note = strstr(unit, "REEL_NOTE") != NULL;
    if (!severe && (!of_check || note)) return true;
    for (const char *at = unit; (at = strchr(at, '"')) != NULL;) {
        if (take_rule(at, rule) && !is_of_a_change(rule)) fine = rule_is_listed(rule, path) && fine;
        const char *end = strchr(at + 1, '"');
        at = end ? end + 1 : at + 1;
    }
    return fine;
}

/* Whether the element `[NAME] = {` of a table, with the name before `at`, is a note. */
static bool is_note_of(const char *code, const char *at)
{
    const char *open = at;
    while (open > code && *open != '[') open--;
    size_t size = strcspn(open, "]") + 1;
    for (const char *other = code; (other = strstr(other, "] = {")) != NULL; other++) {
        const char *start = other + 1 - size;
        if (other + 1 < code + size || strncmp(start, open, size) != 0) continue;
        const char *note = strstr(other, "REEL_NOTE");
        return note && note < strchr(other, '}') + 1 + strcspn(strchr(other, '}'), "[");
    }
    return false;
}

/* The check of ScoreSaber makes the ids of both its formats from one name: `[NAME] = BOTH("name")`. */
static bool check_pairs(const char *code, const char *path)
{
    static const char *const formats[] = { "scoresaber.", "scoresaber-json." };
    bool fine = true;
    char rule[RULE_SIZE];
    for (const char *at = code; (at = strstr(at, "BOTH(\"")) != NULL; at++) {
        for (size_t i = 0; i < sizeof formats / sizeof *formats && !is_note_of(code, at); i++) {
            snprintf(rule, sizeof rule, "%s%.*s", formats[i], (int)strcspn(at + 6, "\""), at + 6);
            fine = rule_is_listed(rule, path) && fine;
        }
    }
    return fine;
}

static bool check_code(char *code, const char *path)
{
    bool fine = true, of_check = strstr(strrchr(path, '/'), "check") != NULL;
    blank_comments(code);
    fine = check_pairs(code, path);
    for (char *unit = code; *unit;) {
        char *end = unit;
        while (*end && *end != ';' && !(end[0] == '}' && end[1] == ',')) end++;
        const char stop = *end;
        *end = 0;
        fine = check_unit(unit, path, of_check) && fine;
        unit = stop ? end + 1 : end;
    }
    return fine;
}

static bool check_folder(const char *folder)
{
    bool fine = true;
    file_list files = files_below(project_path(folder));
    for (size_t i = 0; i < files.count; i++) {
        size_t size;
        const char *dot = strrchr(files.paths[i], '.');
        if (!dot || (strcmp(dot, ".c") != 0 && strcmp(dot, ".h") != 0)) continue;
        uint8_t *bytes = read_file(files.paths[i], &size);
        text code = { 0 };
        text_add(&code, (const char *)bytes, size);
        fine = check_code(code.data, files.paths[i]) && fine;
        free(code.data);
        free(bytes);
    }
    file_list_free(&files);
    return fine;
}

/* ---- the check ------------------------------------------------------------------------------------------------------------ */

static bool accuses(const finding_row *row) { return strcmp(row->about, "play") == 0 || strcmp(row->about, "recorder") == 0; }

/* A page of the project that exists, or a repository with its commit, a path and a function. */
static bool source_is_sound(const char *source)
{
    char path[256];
    if (strncmp(source, "docs/", 5) != 0) {
        size_t repository = strcspn(source, " "), rest = repository + strspn(source + repository, " ");
        return memchr(source, '/', repository) && memchr(source, '@', repository) && strchr(source + rest, ' ') != NULL;
    }
    snprintf(path, sizeof path, "%.*s", (int)strcspn(source, ",; "), source);
    FILE *file = fopen(project_path(path), "rb");
    if (file) fclose(file);
    return file != NULL;
}

static bool row_is_sound(const finding_row *row)
{
    if (!row->used) return complain(row->rule, "the code has no such rule of severity warning or error, or of a check");
    if (row_called(row->rule) != row) return complain(row->rule, "two lines");
    if (strcmp(row->about, "bytes") == 0 || strcmp(row->about, "note") == 0) return true;
    if (!accuses(row)) return complain(row->rule, "expected bytes, note, play or recorder");
    if (!row->reason[0]) return complain(row->rule, "not said what makes it impossible");
    return source_is_sound(row->source) || complain(row->rule, "no source: make the finding a note, or leave it out");
}

bool findings_check(void)
{
    read_findings();
    bool fine = check_folder("src/formats");
    fine = check_folder("src/insight") && fine;
    for (size_t i = 0; i < list.count; i++) fine = row_is_sound(&list.rows[i]) && fine;
    printf("%zu rules of findings\n", list.count);
    return fine;
}

/* ---- the table ------------------------------------------------------------------------------------------------------------ */

static int by_rule(const void *a, const void *b)
{
    return strcmp(((const finding_row *)a)->rule, ((const finding_row *)b)->rule);
}

void findings_add(text *out)
{
    read_findings();
    qsort(list.rows, list.count, sizeof *list.rows, by_rule);
    text_add_string(out, "| rule | about | what makes it impossible | source |\n| --- | --- | --- | --- |\n");
    for (size_t i = 0; i < list.count; i++) {
        const finding_row *row = &list.rows[i];
        if (!accuses(row)) continue;
        text_add_string(out, "| `");
        text_add_string(out, row->rule);
        text_add_string(out, "` | ");
        text_add_string(out, row->about);
        text_add_string(out, " | ");
        text_add_cell(out, row->reason);
        text_add_string(out, " | ");
        text_add_cell(out, row->source);
        text_add_string(out, " |\n");
    }
}

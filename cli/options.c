/* SPDX-License-Identifier: MIT
 * Parses the command line, driven by the tables of commands and options. */
#include "options.h"
#include "suggest.h"

#include <reel/export.h>
#include <reel/insight.h>
#include <reel/plot.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

int usage_error(const struct verb *verb, const char *format, ...)
{
    struct text text = { 0 };
    va_list list;
    va_start(list, format);
    char message[512];
    vsnprintf(message, sizeof message, format, list);
    va_end(list);
    text_visible(&text, message, strlen(message));
    const char *name = verb ? verb->name : "", *space = verb ? " " : "";
    if (text_drop(&text, '?')) /* a suggestion, which is enough */
        fprintf(stderr, "reel: %s?\n", text_of(&text));
    else
        fprintf(stderr, "reel: %s; see 'reel help%s%s'\n", text_of(&text), space, name);
    text_free(&text);
    return EXIT_USAGE;
}

const struct verb *verb_called(const char *name)
{
    for (const struct verb *verb = verbs; verb->name; verb++)
        if (!strcmp(verb->name, name)) return verb;
    return NULL;
}

/* ---- lists of words --------------------------------------------------------------------------------------------- */

struct names {
    char **data;
    size_t count;
};

bool names_have(char *const *names, const char *name)
{
    for (; names && *names; names++)
        if (!strcmp(*names, name)) return true;
    return false;
}

static void add_name(struct names *names, const char *name, size_t size)
{
    char *copy = grow(NULL, size + 1);
    memcpy(copy, name, size);
    copy[size] = '\0';
    if (names_have(names->data, copy)) {
        free(copy);
        return;
    }
    names->data = grow(names->data, (names->count + 2) * sizeof *names->data);
    names->data[names->count++] = copy;
    names->data[names->count] = NULL;
}

void names_free(char **names)
{
    for (char **name = names; name && *name; name++) free(*name);
    free(names);
}

static void add_tables(struct names *names, const reel_table *const *tables, bool fields)
{
    for (; tables && *tables; tables++) {
        if (!fields) add_name(names, (*tables)->name, strlen((*tables)->name));
        for (size_t i = 0; fields && i < (*tables)->field_count; i++)
            add_name(names, (*tables)->fields[i].name, strlen((*tables)->fields[i].name));
    }
}

static void add_all_tables(struct names *names, bool fields)
{
    for (const reel_format *const *format = reel_formats(); *format; format++) add_tables(names, (*format)->tables, fields);
    for (const reel_insight *const *insight = reel_insights(); *insight; insight++) add_tables(names, (*insight)->tables, fields);
}

static void add_strings(struct names *names, const char *const *strings)
{
    for (; strings && *strings; strings++) add_name(names, *strings, strlen(*strings));
}

static void add_operations(struct names *names, const reel_operation *const *operations)
{
    for (; operations && *operations; operations++)
        if (!reel_operation_is_reserved(*operations)) add_name(names, (*operations)->id, strlen((*operations)->id));
}

char **choices_of(enum argument argument)
{
    static const char *const themes[] = { "auto", "light", "dark", NULL };
    struct names names = { NULL, 0 };
    switch (argument) {
    case ARG_FORMAT:
        for (const reel_format *const *format = reel_formats(); *format; format++)
            add_name(&names, (*format)->id, strlen((*format)->id));
        break;
    case ARG_EXPORTER: add_strings(&names, reel_exporter_ids()); break;
    case ARG_TABLE: add_all_tables(&names, false); break;
    case ARG_FIELD: add_all_tables(&names, true); break;
    case ARG_CONVENTION:
        for (const reel_insight *const *insight = reel_insights(); *insight; insight++)
            add_strings(&names, (*insight)->conventions);
        break;
    case ARG_READING:
        for (const reel_format *const *format = reel_formats(); *format; format++)
            add_strings(&names, (*format)->reader->conventions);
        break;
    case ARG_WRITING:
        for (const reel_format *const *format = reel_formats(); *format; format++)
            if ((*format)->writer) add_strings(&names, (*format)->writer->conventions);
        break;
    case ARG_OPERATION:
        for (const reel_format *const *format = reel_formats(); *format; format++) add_operations(&names, (*format)->operations);
        break;
    case ARG_PLOT:
        for (const reel_plot *const *plot = reel_plots(); *plot; plot++) add_name(&names, (*plot)->id, strlen((*plot)->id));
        break;
    case ARG_THEME: add_strings(&names, themes); break;
    case ARG_VERB:
        for (const struct verb *verb = verbs; verb->name; verb++) add_name(&names, verb->name, strlen(verb->name));
        break;
    case ARG_NONE:
    case ARG_PATH:
    case ARG_NAME:
    case ARG_SECONDS:
    case ARG_COUNT:
    case ARG_SIZE:
    case ARG_SETTING: break;
    }
    return names.data;
}

/* ---- values of options ------------------------------------------------------------------------------------------ */

const char *value_of(const struct arguments *arguments, enum option_id id)
{
    for (size_t i = arguments->given_count; i-- > 0;)
        if (arguments->given[i].id == id) return arguments->given[i].value;
    return NULL;
}

bool has(const struct arguments *arguments, enum option_id id)
{
    for (size_t i = 0; i < arguments->given_count; i++)
        if (arguments->given[i].id == id) return true;
    return false;
}

static bool read_seconds(const char *value, double *seconds)
{
    char *end;
    *seconds = strtod(value, &end);
    return end != value && !*end && isfinite(*seconds);
}

static bool read_count(const char *value, uint64_t *count)
{
    char *end;
    if (*value < '0' || *value > '9' || strlen(value) > 18) return false;
    *count = strtoull(value, &end, 10);
    return !*end;
}

/* "1000", "64K", "512M", "2G": suffixes are powers of 1024. */
static bool read_size(const char *value, uint64_t *size)
{
    static const char letters[] = "KMGT";
    char *end;
    if (*value < '0' || *value > '9' || strlen(value) > 18) return false;
    *size = strtoull(value, &end, 10);
    if (!*end) return true;
    const char *letter = strchr(letters, *end & ~0x20);
    if (!letter || end[1]) return false;
    unsigned shift = 10 * (unsigned)(letter - letters + 1);
    if (*size > UINT64_MAX >> shift) return false;
    *size <<= shift;
    return true;
}

double seconds_of(const struct arguments *arguments, enum option_id id)
{
    double seconds = 0;
    const char *value = value_of(arguments, id);
    if (value) read_seconds(value, &seconds);
    return seconds;
}

uint64_t count_of(const struct arguments *arguments, enum option_id id, uint64_t otherwise)
{
    const char *value = value_of(arguments, id);
    if (value) read_count(value, &otherwise);
    return otherwise;
}

uint64_t size_of(const struct arguments *arguments, enum option_id id)
{
    uint64_t size = 0;
    const char *value = value_of(arguments, id);
    if (value) read_size(value, &size);
    return size;
}

static void split(struct names *names, const char *value)
{
    while (*value) {
        size_t size = strcspn(value, ",");
        if (size) add_name(names, value, size);
        value += size + (value[size] == ',');
    }
}

char **names_of(const struct arguments *arguments, enum option_id id)
{
    struct names names = { NULL, 0 };
    for (size_t i = 0; i < arguments->given_count; i++)
        if (arguments->given[i].id == id) split(&names, arguments->given[i].value);
    return names.data;
}

/* ---- reading ---------------------------------------------------------------------------------------------------- */

static bool verb_has_option(const struct verb *verb, enum option_id id)
{
    if (id == OPT_HELP) return true;
    for (const enum option_id *own = verb->options; *own; own++)
        if (*own == id) return true;
    return false;
}

static enum option_id option_called(const struct verb *verb, const char *name, size_t size, char letter)
{
    for (enum option_id id = OPT_END + 1; id < OPT_COUNT; id++) {
        const struct option *option = &all_options[id];
        bool same = letter ? option->letter == letter : strlen(option->name) == size && !memcmp(option->name, name, size);
        if (same && verb_has_option(verb, id)) return id;
    }
    return OPT_END;
}

/* Lists of more than this many bytes are cut. */
enum { LISTED_BYTES = 200 };

int unknown_word(const struct verb *verb, const char *problem, const char *word, const char *option, enum argument argument)
{
    char **choices = choices_of(argument);
    const char *closest = closest_word(word, choices);
    struct text subject = { 0 }, list = { 0 };
    text_print(&subject, "%s '%s'%s%s", problem, word, option ? " for --" : "", option ? option : "");
    for (char **choice = choices; choice && *choice && list.size < LISTED_BYTES; choice++)
        text_print(&list, "%s%s", list.size ? ", " : "", *choice);
    if (argument == ARG_VERB) verb = NULL; /* 'reel help' lists the commands */
    if (closest)
        usage_error(verb, "%s; did you mean '%s'?", text_of(&subject), closest);
    else if (argument == ARG_VERB || !list.size)
        usage_error(verb, "%s", text_of(&subject));
    else
        usage_error(verb, "%s; expected one of: %s%s", text_of(&subject), text_of(&list),
                    list.size >= LISTED_BYTES ? ", ..." : "");
    text_free(&subject);
    text_free(&list);
    names_free(choices);
    return EXIT_USAGE;
}

/* Whether a word is one of the argument's choices; if not, prints a message. */
static bool is_choice(const struct verb *verb, const char *problem, const char *word, const char *option, enum argument argument)
{
    char **choices = choices_of(argument);
    bool known = names_have(choices, word);
    names_free(choices);
    if (!known) unknown_word(verb, problem, word, option, argument);
    return known;
}

static int unknown_option(const struct verb *verb, const char *name, size_t size)
{
    struct names names = { NULL, 0 };
    struct text given = { 0 };
    text_add(&given, name, size);
    for (const enum option_id *id = verb->options; *id; id++)
        add_name(&names, all_options[*id].name, strlen(all_options[*id].name));
    const char *closest = closest_word(text_of(&given), names.data);
    if (closest)
        usage_error(verb, "unknown option '--%s'; did you mean '--%s'?", text_of(&given), closest);
    else
        usage_error(verb, "unknown option '--%s'", text_of(&given));
    text_free(&given);
    names_free(names.data);
    return EXIT_USAGE;
}

static bool invalid_value(const struct verb *verb, const struct option *option, const char *value, const char *expected)
{
    usage_error(verb, "invalid value '%s' for --%s: expected %s", value, option->name, expected);
    return false;
}

static bool value_fits(const struct verb *verb, const struct option *option, const char *value)
{
    double seconds = 0;
    uint64_t count;
    if (option->argument == ARG_SECONDS && !read_seconds(value, &seconds))
        return invalid_value(verb, option, value, "a number of seconds");
    if (option->argument == ARG_COUNT && !read_count(value, &count))
        return invalid_value(verb, option, value, "a non-negative integer");
    if (option->argument == ARG_SIZE && !read_size(value, &count))
        return invalid_value(verb, option, value, "a number of bytes, optionally with a suffix K, M, G or T");
    if (option == &all_options[OPT_LIMIT_TIME] && seconds < 0)
        return invalid_value(verb, option, value, "a non-negative number of seconds");
    if (option->argument == ARG_SETTING && (!strchr(value, '=') || *value == '='))
        return invalid_value(verb, option, value, "FIELD=VALUE");
    if ((option->argument == ARG_PATH || option->argument == ARG_NAME) && !*value)
        return usage_error(verb, "empty value for --%s", option->name), false;
    if (option->argument < ARG_FORMAT) return true;
    struct names names = { NULL, 0 };
    if (option->argument == ARG_OPERATION)
        add_name(&names, value, strcspn(value, "="));
    else
        split(&names, value);
    bool fits = names.count > 0;
    if (!fits) usage_error(verb, "empty value for --%s", option->name);
    for (size_t i = 0; fits && i < names.count; i++)
        fits = is_choice(verb, "unknown value", names.data[i], option->name, option->argument);
    names_free(names.data);
    return fits;
}

static bool add_given(struct arguments *arguments, enum option_id id, const char *value)
{
    if (value && !value_fits(arguments->verb, &all_options[id], value)) return false;
    arguments->given = grow(arguments->given, (arguments->given_count + 1) * sizeof *arguments->given);
    arguments->given[arguments->given_count++] = (struct given){ id, value };
    return true;
}

/* "--name", "--name=value" or "--name value". *next is the word after it, and is advanced if that is the value. */
static bool read_long(struct arguments *arguments, const char *word, char ***next, char **end)
{
    const struct verb *verb = arguments->verb;
    const char *name = word + 2;
    size_t size = strcspn(name, "=");
    enum option_id id = option_called(verb, name, size, 0);
    if (!id) return unknown_option(verb, name, size), false;
    const char *value = name[size] == '=' ? name + size + 1 : NULL;
    if (all_options[id].argument == ARG_NONE) {
        if (value) return usage_error(verb, "--%s does not take a value", all_options[id].name), false;
    } else if (!value) {
        if (*next == end)
            return usage_error(verb, "--%s requires a value: %s", all_options[id].name, all_options[id].shown), false;
        value = *(*next)++;
    }
    return add_given(arguments, id, value);
}

/* "-q", "-qv", "-oPATH" or "-o PATH". */
static bool read_short(struct arguments *arguments, const char *word, char ***next, char **end)
{
    const struct verb *verb = arguments->verb;
    for (const char *letter = word + 1; *letter; letter++) {
        enum option_id id = option_called(verb, "", 0, *letter);
        if (!id) return usage_error(verb, "unknown option '-%c'", *letter), false;
        if (all_options[id].argument == ARG_NONE) {
            if (!add_given(arguments, id, NULL)) return false;
            continue;
        }
        if (letter[1]) return add_given(arguments, id, letter + 1);
        if (*next == end) return usage_error(verb, "-%c requires a value: %s", *letter, all_options[id].shown), false;
        return add_given(arguments, id, *(*next)++);
    }
    return true;
}

bool arguments_read(struct arguments *arguments, const struct verb *verb, int count, char **words)
{
    *arguments = (struct arguments){ .verb = verb };
    arguments->inputs = grow(NULL, ((size_t)count + 1) * sizeof *arguments->inputs);
    char **end = words + count;
    bool only_inputs = false;
    while (words < end) {
        const char *word = *words++;
        if (only_inputs || word[0] != '-' || !word[1])
            arguments->inputs[arguments->input_count++] = word;
        else if (!strcmp(word, "--"))
            only_inputs = true;
        else if (!(word[1] == '-' ? read_long : read_short)(arguments, word, &words, end))
            return false;
    }
    if (has(arguments, OPT_HELP)) return true;
    if (has(arguments, OPT_AFTER) && has(arguments, OPT_BEFORE) &&
        seconds_of(arguments, OPT_AFTER) >= seconds_of(arguments, OPT_BEFORE))
        return usage_error(verb, "empty span: --after %s is not less than --before %s", value_of(arguments, OPT_AFTER),
                           value_of(arguments, OPT_BEFORE)),
               false;
    if (has(arguments, OPT_SKIP_EXISTING) && has(arguments, OPT_REPLACE))
        return usage_error(verb, "--skip-existing and --replace cannot be combined"), false;
    if (has(arguments, OPT_NULL) && !has(arguments, OPT_FILES_FROM)) return usage_error(verb, "-0 requires --files-from"), false;
    if (arguments->input_count < verb->least && !has(arguments, OPT_FILES_FROM))
        return usage_error(verb, "missing argument: %s", verb->inputs), false;
    if (arguments->input_count > verb->most)
        return usage_error(verb, "unexpected argument '%s': %s takes at most %llu", arguments->inputs[verb->most], verb->name,
                           (unsigned long long)verb->most),
               false;
    for (size_t i = 0; verb->input >= ARG_FORMAT && i < arguments->input_count; i++)
        if (!is_choice(verb, verb->input == ARG_VERB ? "unknown command" : "unknown format", arguments->inputs[i], NULL,
                       verb->input))
            return false;
    return true;
}

void arguments_free(struct arguments *arguments)
{
    free(arguments->inputs);
    free(arguments->given);
}

struct settings settings_of(const struct arguments *arguments, enum option_id id)
{
    struct settings settings = { .count = 0 };
    settings.data = grow(NULL, arguments->given_count * sizeof(reel_setting));
    settings.names = grow(NULL, arguments->given_count * sizeof(char *));
    for (size_t i = 0; i < arguments->given_count; i++) {
        if (arguments->given[i].id != id) continue;
        const char *equals = strchr(arguments->given[i].value, '=');
        char *name = copy_of(arguments->given[i].value);
        name[strcspn(name, "=")] = '\0';
        settings.names[settings.count] = name;
        settings.data[settings.count++] = (reel_setting){ .field = name, .value = equals ? equals + 1 : NULL };
    }
    return settings;
}

void free_settings(struct settings *settings)
{
    for (size_t i = 0; i < settings->count; i++) free(settings->names[i]);
    free(settings->names);
    free(settings->data);
}

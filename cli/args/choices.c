/* SPDX-License-Identifier: MIT
 * The words that options accept, and what to say about others. */
#include "args/choices.h"
#include "args/tables.h"

#include <reel/export.h>
#include <reel/insight.h>
#include <reel/plot.h>

#include <stdlib.h>

static void add_tables(struct names *names, const reel_table *const *tables, bool fields)
{
    if (fields) names_add_fields(names, tables);
    for (; !fields && tables && *tables; tables++) names_add(names, (*tables)->name, strlen((*tables)->name));
}

/* The tables of statistics, or those of formats; NULL: both. `only`: of this format; NULL: of all. */
static void add_all_tables(struct names *names, const struct verb *verb, const reel_format *only, bool fields)
{
    bool stats = verb && verb->flags & VERB_STATISTICS;
    for (const reel_format *const *format = reel_formats(); *format && !stats; format++)
        if (!only || *format == only) add_tables(names, (*format)->tables, fields);
    if (verb && !stats) return;
    for (const reel_insight *const *insight = reel_insights(); *insight; insight++)
        if (!only || reel_insight_takes(*insight, only)) add_tables(names, (*insight)->tables, fields);
}

static void add_strings(struct names *names, const char *const *strings)
{
    for (; strings && *strings; strings++) names_add(names, *strings, strlen(*strings));
}

static void add_operations(struct names *names, const reel_operation *const *operations)
{
    for (; operations && *operations; operations++)
        if (!reel_operation_is_reserved(*operations)) names_add(names, (*operations)->id, strlen((*operations)->id));
}

/* `only`: what this format has; NULL: of all formats. */
static char **choices_for(const struct verb *verb, enum argument argument, const reel_format *only)
{
    static const char *const colors[] = { "auto", "always", "never", NULL };
    static const char *const shells[] = { "bash", "zsh", "fish", NULL };
    static const char *const levels[] = { "default", "fast", "fastest", NULL };
    static const char *const pictures[] = { "svg", "png", NULL };
    static const char *const themes[] = { "auto", "light", "dark", NULL };
    struct names names = { NULL, 0 };
    switch (argument) {
    case ARG_FORMAT:
        for (const reel_format *const *format = reel_formats(); *format; format++)
            names_add(&names, (*format)->id, strlen((*format)->id));
        break;
    case ARG_EXPORTER: add_strings(&names, reel_exporter_ids()); break;
    case ARG_TABLE: add_all_tables(&names, verb, only, false); break;
    case ARG_FIELD: add_all_tables(&names, verb, only, true); break;
    case ARG_CONVENTION:
        for (const reel_insight *const *insight = reel_insights(); *insight; insight++)
            if (!only || reel_insight_takes(*insight, only)) add_strings(&names, (*insight)->conventions);
        break;
    case ARG_READING:
        for (const reel_format *const *format = reel_formats(); *format; format++)
            if (!only || *format == only) add_strings(&names, (*format)->reader->conventions);
        break;
    case ARG_WRITING:
        for (const reel_format *const *format = reel_formats(); *format; format++)
            if ((*format)->writer && (!only || *format == only)) add_strings(&names, (*format)->writer->conventions);
        break;
    case ARG_OPERATION:
        for (const reel_format *const *format = reel_formats(); *format; format++)
            if (!only || *format == only) add_operations(&names, (*format)->operations);
        break;
    case ARG_PLOT:
        for (const reel_plot *const *plot = reel_plots(); *plot; plot++) names_add(&names, (*plot)->id, strlen((*plot)->id));
        break;
    case ARG_THEME: add_strings(&names, themes); break;
    case ARG_PICTURE: add_strings(&names, pictures); break;
    case ARG_COLOR: add_strings(&names, colors); break;
    case ARG_LEVEL: add_strings(&names, levels); break;
    case ARG_SHELL: add_strings(&names, shells); break;
    case ARG_VERB:
        for (const struct verb *each = verbs_all(); each->name; each++) names_add(&names, each->name, strlen(each->name));
        break;
    case ARG_NONE:
    case ARG_PATH:
    case ARG_NAME:
    case ARG_SECONDS:
    case ARG_TIME:
    case ARG_COUNT:
    case ARG_SIZE:
    case ARG_SETTING: break;
    }
    return names.data;
}

char **choices_of(const struct verb *verb, enum argument argument) { return choices_for(verb, argument, NULL); }

/* Lists of more than this many bytes are cut. */
enum { LISTED_BYTES = 200 };

void add_suggestion(struct text *text, const char *word, char *const *choices, size_t room)
{
    const char *closest = reel_closest(word, (const char *const *)choices);
    struct text list = { 0 };
    if (closest) {
        text_print(text, "; did you mean '%s'?", closest);
        return;
    }
    for (char *const *choice = choices; choice && *choice; choice++) {
        bool fits = list.size + strlen(*choice) + strlen(", , ...") <= room;
        text_print(&list, "%s%s", list.size ? ", " : "", fits ? *choice : "...");
        if (!fits) break;
    }
    if (list.size) text_print(text, "; expected one of: %s", text_of(&list));
    text_free(&list);
}

static int unknown_choice(const struct verb *verb, const char *problem, const char *word, const char *option,
                          char *const *choices, bool lists)
{
    struct text message = { 0 };
    text_print(&message, "%s '%s'%s%s", problem, word, option ? " for --" : "", option ? option : "");
    if (lists || reel_closest(word, (const char *const *)choices)) add_suggestion(&message, word, choices, LISTED_BYTES);
    usage_error(verb, "%s", text_of(&message));
    text_free(&message);
    return EXIT_USAGE;
}

int unknown_word(const struct verb *verb, const char *problem, const char *word, const char *option, enum argument argument)
{
    char **choices = choices_of(verb, argument);
    bool command = argument == ARG_VERB; /* 'reel help' lists the commands */
    int status = unknown_choice(command ? NULL : verb, problem, word, option, choices, !command);
    names_free(choices);
    return status;
}

bool is_choice(const struct verb *verb, const char *problem, const char *word, const char *option, enum argument argument)
{
    char **choices = choices_of(verb, argument);
    bool known = names_have(choices, word);
    names_free(choices);
    if (!known) unknown_word(verb, problem, word, option, argument);
    return known;
}

const reel_format *format_of_input(const struct arguments *arguments)
{
    reel_source source;
    const reel_format *format = NULL;
    const char *path = arguments->input_count ? arguments->inputs[0] : "-";
    if (strcmp(path, "-") != 0 && reel_source_file(path, 0, &source, NULL) == REEL_OK)
        reel_identify(source, NULL, &format, NULL, NULL);
    return format;
}

bool depends_on_format(enum argument argument)
{
    return argument == ARG_TABLE || argument == ARG_FIELD || argument == ARG_CONVENTION || argument == ARG_READING ||
           argument == ARG_WRITING || argument == ARG_OPERATION;
}

/* Whether some table of some format or insight has what `word` selects. */
static bool field_exists(const char *word)
{
    char *const names[] = { (char *)word, NULL };
    const char *missing;
    for (const reel_format *const *format = reel_formats(); *format; format++)
        if (fields_have((*format)->tables, names, &missing)) return true;
    for (const reel_insight *const *insight = reel_insights(); *insight; insight++)
        if ((*insight)->tables && fields_have((*insight)->tables, names, &missing)) return true;
    return false;
}

static bool word_exists(const struct arguments *arguments, const struct option *option, const char *word)
{
    if (option->argument == ARG_FIELD) {
        if (field_exists(word)) return true;
    } else {
        char **all = choices_of(NULL, option->argument);
        bool exists = names_have(all, word);
        names_free(all);
        if (exists) return true;
    }
    char **likely = choices_for(arguments->verb, option->argument, format_of_input(arguments));
    unknown_choice(arguments->verb, "unknown value", word, option->name, likely, true);
    names_free(likely);
    return false;
}

bool words_exist(const struct arguments *arguments)
{
    bool exist = true;
    for (size_t i = 0; exist && i < arguments->given_count; i++) {
        const struct given *given = &arguments->given[i];
        const struct option *option = &all_options[given->id];
        if (!depends_on_format(option->argument)) continue;
        char *list = copy_of(given->value);
        if (option->argument == ARG_OPERATION) list[strcspn(list, "=")] = '\0';
        for (char *word = list, *end; exist && *word; word = end) {
            size_t size = takes_list(option) ? strcspn(word, ",") : strlen(word);
            end = word + size + (word[size] == ',');
            word[size] = '\0';
            exist = !size || word_exists(arguments, option, word);
        }
        free(list);
    }
    return exist;
}

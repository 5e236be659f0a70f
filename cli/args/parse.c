/* SPDX-License-Identifier: MIT
 * Parses the command line, driven by the tables of commands and options. */
#include "args/choices.h"
#include "args/values.h"
#include "base/color.h"

#include <stdlib.h>

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

static int unknown_option(const struct verb *verb, const char *name, size_t size)
{
    struct names names = { NULL, 0 };
    struct text given = { 0 };
    text_add(&given, name, size);
    for (const enum option_id *id = verb->options; *id; id++)
        names_add(&names, all_options[*id].name, strlen(all_options[*id].name));
    const char *closest = reel_closest(text_of(&given), (const char *const *)names.data);
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
    struct moment moment;
    if (option->argument == ARG_TIME && !read_moment(value, &moment))
        return invalid_value(verb, option, value, "seconds (80.5), a time (1:20, 1h2m), or ticks or frames (4000t)");
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
    if (takes_list(option))
        split_words(&names, value);
    else if (*value)
        names_add(&names, value, strlen(value));
    bool fits = names.count > 0;
    if (!fits) usage_error(verb, "empty value for --%s", option->name);
    for (size_t i = 0; fits && !depends_on_format(option->argument) && i < names.count; i++)
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
    } else if (!value && !is_optional(&all_options[id])) {
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
    choose_colors(value_of(arguments, OPT_COLOR));
    if (has(arguments, OPT_HELP)) return true;
    struct moment after, before;
    if (moment_of(arguments, OPT_AFTER, &after) && moment_of(arguments, OPT_BEFORE, &before) && after.ticks == before.ticks &&
        after.value >= before.value)
        return usage_error(verb, "empty span: --after %s is not less than --before %s", value_of(arguments, OPT_AFTER),
                           value_of(arguments, OPT_BEFORE)),
               false;
    if (has(arguments, OPT_LABELS) && has(arguments, OPT_NUMBERS))
        return usage_error(verb, "--labels and --numbers cannot be combined"), false;
    if (has(arguments, OPT_SKIP_EXISTING) && has(arguments, OPT_REPLACE))
        return usage_error(verb, "--skip-existing and --replace cannot be combined"), false;
    if (has(arguments, OPT_NULL) && !has(arguments, OPT_FILES_FROM)) return usage_error(verb, "-0 requires --files-from"), false;
    if (!words_exist(arguments)) return false;
    if (arguments->input_count < verb->least && !has(arguments, OPT_FILES_FROM))
        return usage_error(verb, "missing argument: %s", verb->inputs), false;
    if (arguments->input_count > verb->most)
        return usage_error(verb, "unexpected argument '%s': %s takes at most %llu", arguments->inputs[verb->most], verb->name,
                           (unsigned long long)verb->most),
               false;
    for (size_t i = 0; verb->input >= ARG_FORMAT && i < arguments->input_count; i++)
        if (!is_choice(verb,
                       verb->input == ARG_VERB    ? "unknown command"
                       : verb->input == ARG_SHELL ? "unknown shell"
                                                  : "unknown format",
                       arguments->inputs[i], NULL, verb->input))
            return false;
    return true;
}

void arguments_free(struct arguments *arguments)
{
    free(arguments->inputs);
    free(arguments->given);
}

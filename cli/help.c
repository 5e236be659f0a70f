/* SPDX-License-Identifier: MIT
 * Help and the manual page, generated from the tables of commands and options. */
#include "files.h"
#include "tables.h"
#include "verbs.h"

#include <ctype.h>

static const char description[] =
    "reel reads, writes, checks, repairs, converts and measures game replays. Files are identified by content, not by name; .gz, "
    ".xz and .zst are read transparently. FILE may be a folder: all replays in it and in its subfolders are processed, except "
    "files whose names begin with a dot. An error in one file does not stop the others.";

static const char streams[] =
    "Results go to standard output in the order of the inputs. Findings, progress and a summary go to standard error. Use - to "
    "read standard input. Existing files are not overwritten without --replace, and an output gets its name only when it is "
    "complete.";

static const struct {
    int status;
    const char *meaning;
} statuses[] = {
    { EXIT_FINE, "no errors" },
    { EXIT_FINDINGS, "a file has a finding of severity error (diff: the replays differ)" },
    { EXIT_USAGE, "invalid command line, or a table or field that the file does not have" },
    { EXIT_UNREADABLE, "a file could not be read or written" },
};

/* Wraps paragraphs at 80 columns, indented by `indent` spaces. */
static void wrap(struct text *out, const char *words, size_t indent)
{
    size_t column = 0;
    while (*words) {
        if (*words == '\n') {
            text_string(out, "\n\n");
            column = 0;
            words += strspn(words, "\n");
            continue;
        }
        size_t size = strcspn(words, " \n");
        if (column && column + 1 + size > 80) {
            text_string(out, "\n");
            column = 0;
        }
        if (!column) {
            text_spaces(out, indent);
            column = indent;
        } else {
            text_string(out, " ");
            column++;
        }
        text_add(out, words, size);
        column += size;
        words += size;
        words += strspn(words, " ");
    }
    text_string(out, "\n");
}

static void option_left(struct text *left, const struct option *option)
{
    if (option->letter)
        text_print(left, "-%c, --%s", option->letter, option->name);
    else
        text_print(left, "    --%s", option->name);
    if (option->shown) text_print(left, " %s", option->shown);
}

/* Lists the words that an option accepts. There are too many tables and fields: `reel formats` lists those. */
static void option_words(struct text *out, const struct verb *verb, const struct option *option)
{
    if (option->argument < ARG_FORMAT) return;
    if (option->argument == ARG_TABLE || option->argument == ARG_FIELD) {
        text_string(out, " ('reel formats FORMAT' lists them)");
        return;
    }
    char **words = choices_of(verb, option->argument);
    for (char **word = words; word && *word; word++) text_print(out, "%s%s", word == words ? ": " : ", ", *word);
    names_free(words);
}

static void help_option(struct text *out, const struct verb *verb, enum option_id id)
{
    struct text left = { 0 }, doc = { 0 };
    option_left(&left, &all_options[id]);
    text_string(out, "  ");
    size_t columns = text_visible(out, left.data, left.size);
    if (columns > 26) {
        text_string(out, "\n");
        columns = 0;
    } else {
        columns += 2;
    }
    text_string(&doc, all_options[id].doc);
    option_words(&doc, verb, &all_options[id]);
    struct text wrapped = { 0 };
    wrap(&wrapped, text_of(&doc), 30);
    text_add(out, wrapped.data + columns, wrapped.size - columns);
    text_free(&left);
    text_free(&doc);
    text_free(&wrapped);
}

/* The fields for --set of each format that can be written. */
static void help_settings(struct text *out)
{
    text_string(out, "\nHeader fields for --set, by format, with the words that stand for numbers:\n");
    for (const reel_format *const *format = reel_formats(); *format; format++) {
        struct text fields = { 0 };
        if (!(*format)->writer) continue;
        settable_fields(&fields, *format);
        text_print(out, "  %s:\n", (*format)->id);
        wrap(out, text_of(&fields), 6);
        text_free(&fields);
    }
}

static void help_verb(struct text *out, const struct verb *verb)
{
    text_print(out, "Usage: reel %s [OPTION...] %s\n\n%s.\n\n", verb->name, verb->inputs, verb->summary);
    wrap(out, verb->doc, 0);
    text_string(out, "\nOptions:\n");
    for (const enum option_id *id = verb->options; *id; id++) help_option(out, verb, *id);
    help_option(out, verb, OPT_HELP);
    if (verb->run == run_convert || verb->run == run_edit) help_settings(out);
    text_string(out, "\nExamples:\n");
    for (size_t i = 0; i < VERB_EXAMPLES && verb->examples[i]; i++) text_print(out, "  %s\n", verb->examples[i]);
}

static void help_command(struct text *out)
{
    text_string(out, "Usage: reel COMMAND [OPTION...] FILE...\n\n");
    wrap(out, description, 0);
    text_string(out, "\nCommands:\n");
    for (const struct verb *verb = verbs; verb->name; verb++) text_print(out, "  %-11s %s\n", verb->name, verb->summary);
    text_string(out, "\n");
    wrap(out, streams, 0);
    text_string(out, "\nExit status:\n");
    for (size_t i = 0; i < sizeof statuses / sizeof *statuses; i++)
        text_print(out, "  %d  %s\n", statuses[i].status, statuses[i].meaning);
    text_string(out, "\n'reel help COMMAND' describes a command. 'reel --version' prints the version.\n");
}

/* ---- the manual page -------------------------------------------------------------------------------------------- */

static void roff(struct text *out, const char *words)
{
    for (; *words; words++) {
        if (*words == '\\')
            text_string(out, "\\e");
        else if (*words == '-')
            text_string(out, "\\-");
        else if (words[0] == '\n' && words[1] == '\n')
            text_string(out, "\n.PP"), words++, text_string(out, "\n");
        else
            text_add(out, words, 1);
    }
}

/* A line of text, escaped so that roff does not treat it as a request. */
static void roff_line(struct text *out, const char *words)
{
    if (*words == '.' || *words == '\'') text_string(out, "\\&");
    roff(out, words);
    text_string(out, "\n");
}

static void man_option(struct text *out, const struct verb *verb, enum option_id id)
{
    struct text doc = { 0 };
    const struct option *option = &all_options[id];
    text_string(out, ".TP\n");
    if (option->letter) text_print(out, "\\fB\\-%c\\fR, ", option->letter);
    text_string(out, "\\fB\\-\\-");
    roff(out, option->name);
    text_string(out, "\\fR");
    if (option->shown) text_print(out, " \\fI%s\\fR", option->shown);
    text_string(&doc, option->doc);
    option_words(&doc, verb, option);
    text_string(out, "\n");
    roff_line(out, text_of(&doc));
    text_free(&doc);
}

static void man_verb(struct text *out, const struct verb *verb)
{
    text_print(out, ".SS \"reel %s\"\n\\fBreel %s\\fR [\\fIOPTION...\\fR] \\fI%s\\fR\n.PP\n", verb->name, verb->name,
               verb->inputs);
    roff_line(out, verb->doc);
    for (const enum option_id *id = verb->options; *id; id++) man_option(out, verb, *id);
    man_option(out, verb, OPT_HELP);
    text_string(out, ".PP\nExamples:\n.PP\n.nf\n");
    for (size_t i = 0; i < VERB_EXAMPLES && verb->examples[i]; i++) {
        text_string(out, "    ");
        roff_line(out, verb->examples[i]);
    }
    text_string(out, ".fi\n");
}

static void man_page(struct text *out)
{
    text_print(out, ".\\\" Generated by 'reel help --man'.\n.TH REEL 1 \"\" \"reel %s\" \"User Commands\"\n", REEL_VERSION);
    text_string(out, ".SH NAME\nreel \\- read, write, check, repair, convert and measure game replays\n.SH SYNOPSIS\n");
    text_string(out, "\\fBreel\\fR \\fICOMMAND\\fR [\\fIOPTION...\\fR] \\fIFILE...\\fR\n.br\n\\fBreel\\fR "
                     "\\fB\\-\\-version\\fR\n.SH DESCRIPTION\n");
    roff_line(out, description);
    text_string(out, ".PP\n");
    roff_line(out, streams);
    text_string(out, ".SH COMMANDS\n");
    for (const struct verb *verb = verbs; verb->name; verb++) man_verb(out, verb);
    text_string(out, ".SH EXIT STATUS\n");
    for (size_t i = 0; i < sizeof statuses / sizeof *statuses; i++) {
        text_print(out, ".TP\n%d\n", statuses[i].status);
        roff_line(out, statuses[i].meaning);
    }
}

/* ---- the command ------------------------------------------------------------------------------------------------ */

int print_help(const struct verb *verb)
{
    struct text out = { 0 };
    if (verb)
        help_verb(&out, verb);
    else
        help_command(&out);
    return print_and_free(&out);
}

int run_help(const struct arguments *arguments)
{
    struct text out = { 0 };
    if (!has(arguments, OPT_MAN)) return print_help(arguments->input_count ? verb_called(arguments->inputs[0]) : NULL);
    man_page(&out);
    return print_and_free(&out);
}

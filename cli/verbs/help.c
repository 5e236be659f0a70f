/* SPDX-License-Identifier: MIT
 * Help and the manual page, generated from the tables of commands and options. */
#include "args/choices.h"
#include "verbs/verbs.h"

#include <ctype.h>
#include <stdio.h>

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
    if (option->shown) text_print(left, is_optional(option) ? "%s" : " %s", option->shown);
}

/* Lists the words that an option accepts, if they are few; `reel formats` lists what formats have. */
static void option_words(struct text *out, const struct verb *verb, const struct option *option)
{
    if (option->argument == ARG_FORMAT) text_string(out, " ('reel formats' lists them)");
    bool own = option->argument == ARG_TABLE || option->argument == ARG_FIELD || option->argument == ARG_OPERATION;
    if (own || option == &all_options[OPT_SET]) text_string(out, " ('reel formats FORMAT' lists them)");
    if (own || option->argument <= ARG_FORMAT) return;
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

static void help_verb(struct text *out, const struct verb *verb)
{
    text_print(out, "Usage: reel %s [OPTION...] %s\n\n%s.\n\n", verb->name, verb->inputs, verb->help->summary);
    wrap(out, verb->help->doc, 0);
    text_string(out, "\nOptions:\n");
    for (const enum option_id *id = verb->options; *id; id++) help_option(out, verb, *id);
    help_option(out, verb, OPT_HELP);
    text_string(out, "\nExamples:\n");
    for (size_t i = 0; i < HELP_EXAMPLES && verb->help->examples[i]; i++) text_print(out, "  %s\n", verb->help->examples[i]);
}

static void help_command(struct text *out)
{
    text_string(out, "Usage: reel COMMAND [OPTION...] FILE...\n\n");
    wrap(out, help_reel.doc, 0);
    text_string(out, "\nCommands:\n");
    for (const struct verb *verb = verbs_all(); verb->name; verb++)
        text_print(out, "  %-11s %s\n", verb->name, verb->help->summary);
    text_string(out, "\n");
    wrap(out, help_streams.summary, 0);
    text_string(out, "\nExit status:\n");
    for (size_t i = 0; i < sizeof statuses / sizeof *statuses; i++)
        text_print(out, "  %d  %s\n", statuses[i].status, statuses[i].meaning);
    text_string(out, "\n'reel help COMMAND' describes a command. 'reel --version' prints the version.\n");
}

/* ---- the manual page -------------------------------------------------------------------------------------------- */

/* When the pages were last released: a date of the build would make each build different. docs/release.md has it on its list. */
static const char manual_date[] = "2026-11-22";

/* Characters that roff would replace by typographic ones, with which an example could not be copied, or treat as its own. */
static void roff(struct text *out, const char *words, size_t size)
{
    static const char plain[] = "\\-'`~^";
    static const char *const escaped[] = { "\\e", "\\-", "\\(aq", "\\(ga", "\\(ti", "\\(ha" };
    for (size_t i = 0; i < size; i++) {
        const char *found = strchr(plain, words[i]);
        if (found)
            text_string(out, escaped[found - plain]);
        else
            text_add(out, words + i, 1);
    }
}

/* A line that is printed as it is. */
static void roff_line(struct text *out, const char *words)
{
    roff(out, words, strlen(words));
    text_string(out, "\n");
}

/* Paragraphs, in lines of at most 80 bytes, none of which begins with a request. */
static void roff_text(struct text *out, const char *words)
{
    size_t column = 0;
    for (; *words; words += strspn(words, " ")) {
        if (*words == '\n') {
            text_string(out, "\n.PP\n");
            column = 0;
            words += strspn(words, "\n");
        }
        struct text word = { 0 };
        size_t size = strcspn(words, " \n");
        if (*words == '.') text_string(&word, "\\&");
        roff(&word, words, size);
        if (column && column + 1 + word.size > 80) {
            text_string(out, "\n");
            column = 0;
        }
        if (column) text_string(out, " ");
        text_add(out, word.data, word.size);
        column += word.size + (column > 0);
        words += size;
        text_free(&word);
    }
    text_string(out, "\n");
}

static void man_option(struct text *out, const struct verb *verb, enum option_id id)
{
    struct text doc = { 0 };
    const struct option *option = &all_options[id];
    text_string(out, ".TP\n");
    if (option->letter) text_print(out, "\\fB\\-%c\\fR, ", option->letter);
    text_string(out, "\\fB\\-\\-");
    roff(out, option->name, strlen(option->name));
    text_string(out, "\\fR");
    if (option->shown) text_print(out, is_optional(option) ? "\\fI%s\\fR" : " \\fI%s\\fR", option->shown);
    text_string(&doc, option->doc);
    option_words(&doc, verb, option);
    text_string(out, "\n");
    roff_text(out, text_of(&doc));
    text_free(&doc);
}

static void man_options(struct text *out, const struct verb *verb)
{
    for (const enum option_id *id = verb->options; *id; id++) man_option(out, verb, *id);
    man_option(out, verb, OPT_HELP);
}

static void man_examples(struct text *out, const struct verb *verb)
{
    text_string(out, ".nf\n");
    for (size_t i = 0; i < HELP_EXAMPLES && verb->help->examples[i]; i++) {
        text_string(out, "    ");
        roff_line(out, verb->help->examples[i]);
    }
    text_string(out, ".fi\n");
}

static void man_statuses(struct text *out)
{
    text_string(out, ".SH EXIT STATUS\n");
    for (size_t i = 0; i < sizeof statuses / sizeof *statuses; i++) {
        text_print(out, ".TP\n%d\n", statuses[i].status);
        roff_text(out, statuses[i].meaning);
    }
}

static void man_synopsis(struct text *out, const struct verb *verb)
{
    text_print(out, "\\fBreel %s\\fR [\\fIOPTION...\\fR] \\fI%s\\fR\n", verb->name, verb->inputs);
}

/* A command in the page of reel. */
static void man_verb(struct text *out, const struct verb *verb)
{
    text_print(out, ".SS \"reel %s\"\n", verb->name);
    man_synopsis(out, verb);
    text_string(out, ".PP\n");
    roff_text(out, verb->help->doc);
    man_options(out, verb);
    text_string(out, ".PP\nExamples:\n.PP\n");
    man_examples(out, verb);
}

static void man_head(struct text *out, const char *title)
{
    text_print(out, ".TH %s 1 %s \"reel %s\" \"User Commands\"\n.SH NAME\n", title, manual_date, REEL_VERSION);
}

/* The page of a command, reel-VERB(1). */
static void man_verb_page(struct text *out, const struct verb *verb)
{
    struct text title = { 0 };
    text_string(&title, "REEL\\-");
    for (const char *letter = verb->name; *letter; letter++) text_print(&title, "%c", toupper((unsigned char)*letter));
    text_print(out, ".\\\" Generated by 'reel help --man %s'.\n", verb->name);
    man_head(out, text_of(&title));
    text_free(&title);
    text_print(out, "reel\\-%s \\- %c", verb->name, tolower((unsigned char)verb->help->summary[0]));
    roff_line(out, verb->help->summary + 1);
    text_string(out, ".SH SYNOPSIS\n");
    man_synopsis(out, verb);
    text_string(out, ".SH DESCRIPTION\n");
    roff_text(out, verb->help->doc);
    if (verb->input == ARG_PATH) {
        text_string(out, ".PP\n");
        roff_text(out, help_streams.summary);
    }
    text_string(out, ".SH OPTIONS\n");
    man_options(out, verb);
    text_string(out, ".SH EXAMPLES\n");
    man_examples(out, verb);
    man_statuses(out);
    text_string(out, ".SH SEE ALSO\n.BR reel (1)\n");
}

/* The page of reel, reel(1). */
static void man_page(struct text *out)
{
    text_string(out, ".\\\" Generated by 'reel help --man'.\n");
    man_head(out, "REEL");
    text_string(out, "reel \\- read, write, check, repair, convert and measure game replays\n.SH SYNOPSIS\n");
    text_string(out, "\\fBreel\\fR \\fICOMMAND\\fR [\\fIOPTION...\\fR] \\fIFILE...\\fR\n.br\n\\fBreel\\fR "
                     "\\fB\\-\\-version\\fR\n.SH DESCRIPTION\n");
    roff_text(out, help_reel.doc);
    text_string(out, ".PP\n");
    roff_text(out, help_streams.summary);
    text_string(out, ".SH COMMANDS\n");
    for (const struct verb *verb = verbs_all(); verb->name; verb++) man_verb(out, verb);
    man_statuses(out);
    text_string(out, ".SH SEE ALSO\n");
    for (const struct verb *verb = verbs_all(); verb->name; verb++)
        text_print(out, ".BR reel\\-%s (1)%s\n", verb->name, verb[1].name ? "," : "");
}

/* ---- without a command ---------------------------------------------------------------------------------------- */

void print_first_steps(void)
{
    struct text out = { 0 };
    wrap(&out, help_reel.summary, 0);
    text_drop(&out, '\n');
    text_string(&out, ".\n\n");
    for (size_t i = 0; i < HELP_EXAMPLES && help_reel.examples[i]; i++) {
        const char *command = help_reel.examples[i];
        const struct verb *verb = NULL;
        for (const struct verb *each = verbs_all(); each->name && !verb; each++)
            if (!strncmp(command + strlen("reel "), each->name, strlen(each->name))) verb = each;
        text_print(&out, "  %-18s %s\n", command, verb ? verb->help->summary : "");
    }
    text_string(&out, "\n'reel help' lists all commands.\n");
    fputs(text_of(&out), stderr);
    text_free(&out);
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
    const struct verb *verb = arguments->input_count ? verb_called(arguments->inputs[0]) : NULL;
    if (!has(arguments, OPT_MAN)) return print_help(verb);
    if (verb)
        man_verb_page(&out, verb);
    else
        man_page(&out);
    return print_and_free(&out);
}

/* SPDX-License-Identifier: MIT
 * The one description of verbs and options. Parsing, help, the manual page and the completion all walk it. */
#ifndef REEL_CLI_OPTIONS_H
#define REEL_CLI_OPTIONS_H

#include "text.h"

/* What a run of the command comes to. */
enum { EXIT_FINE = 0, EXIT_FINDINGS = 1, EXIT_USAGE = 2, EXIT_UNREADABLE = 3 };

/* What an option takes. Those from ARG_FORMAT on take one of a list of words that the registry knows. */
enum argument {
    ARG_NONE,
    ARG_PATH,
    ARG_NAME,
    ARG_SECONDS,
    ARG_COUNT,
    ARG_SIZE,
    ARG_SETTING,
    ARG_FORMAT,
    ARG_EXPORTER,
    ARG_TABLE,
    ARG_FIELD,
    ARG_CONVENTION,
    ARG_READING,
    ARG_WRITING,
    ARG_OPERATION,
    ARG_PLOT,
    ARG_THEME,
    ARG_VERB
};

enum option_id {
    OPT_END = 0, /* ends a verb's list */
    OPT_OUTPUT,
    OPT_TO_FORMAT,
    OPT_TO_EXPORT,
    OPT_TABLE,
    OPT_FIELDS,
    OPT_AFTER,
    OPT_BEFORE,
    OPT_LABELS,
    OPT_LAYOUT,
    OPT_PRETTY,
    OPT_CSV_SAFE,
    OPT_HEADER,
    OPT_INDEX,
    OPT_EVERY,
    OPT_FOLLOW,
    OPT_CHAIN,
    OPT_READING,
    OPT_WRITING,
    OPT_CONVENTION,
    OPT_LIMIT,
    OPT_LIMIT_MEMORY,
    OPT_LIMIT_TIME,
    OPT_LIMIT_UNPACKED,
    OPT_LIMIT_WORK,
    OPT_SET,
    OPT_EXPECT,
    OPT_DO,
    OPT_MERGE,
    OPT_ANONYMISE,
    OPT_NO_VERIFY,
    OPT_CARRY,
    OPT_PLOT,
    OPT_THEME,
    OPT_WHO,
    OPT_LIST,
    OPT_JSON,
    OPT_SARIF,
    OPT_STRICT,
    OPT_REPLACE,
    OPT_THREADS,
    OPT_QUIET,
    OPT_VERBOSE,
    OPT_MAN,
    OPT_BASH,
    OPT_HELP,
    OPT_COUNT
};

struct option {
    const char *name;
    char letter; /* 0: none */
    enum argument argument;
    const char *shown; /* the argument's name in help, NULL with ARG_NONE */
    const char *doc;
};

/* Indexed by option_id. */
extern const struct option all_options[OPT_COUNT];

#define VERB_OPTIONS 28
#define VERB_EXAMPLES 4

struct arguments;

struct verb {
    const char *name;
    const char *inputs;  /* "FILE..." in help */
    const char *summary; /* a line */
    const char *doc;     /* paragraphs, with an empty line between */
    size_t least, most;  /* inputs */
    enum argument input; /* ARG_PATH, ARG_FORMAT or ARG_VERB */
    enum option_id options[VERB_OPTIONS];
    const char *examples[VERB_EXAMPLES];
    int (*run)(const struct arguments *arguments); /* returns the exit status */
};

extern const struct verb verbs[]; /* ends with a NULL name */
const struct verb *verb_called(const char *name);

struct given {
    enum option_id id;
    const char *value;
};

struct arguments {
    const struct verb *verb;
    const char **inputs;
    size_t input_count;
    struct given *given; /* options in their order */
    size_t given_count;
};

/* Reads the command line behind the verb. False: a message was printed, the status is EXIT_USAGE. */
bool arguments_read(struct arguments *arguments, const struct verb *verb, int count, char **words);
void arguments_free(struct arguments *arguments);

bool has(const struct arguments *arguments, enum option_id id);
const char *value_of(const struct arguments *arguments, enum option_id id); /* the last one given, or NULL */
double seconds_of(const struct arguments *arguments, enum option_id id);    /* 0 where not given */
uint64_t count_of(const struct arguments *arguments, enum option_id id, uint64_t otherwise);

uint64_t size_of(const struct arguments *arguments, enum option_id id); /* in bytes; 0 where not given */

/* All values of an option that takes lists ("-t a,b -t c"), ending with NULL; NULL where it was not given. Free with names_free. */
char **names_of(const struct arguments *arguments, enum option_id id);
/* The words that an argument can be, ending with NULL; NULL where anything goes. */
char **choices_of(enum argument argument);
bool names_have(char *const *names, const char *name);
void names_free(char **names);

/* Says what was wrong with the command line and returns EXIT_USAGE. */
int usage_error(const struct verb *verb, const char *format, ...) REEL_PRINTF(2, 3);

/* The FIELD=VALUE arguments of an option that may come more than once. Free them with free_settings. */
struct settings {
    reel_setting *data;
    char **names;
    size_t count;
};
struct settings settings_of(const struct arguments *arguments, enum option_id id);
void free_settings(struct settings *settings);

#endif

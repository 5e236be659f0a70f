/* SPDX-License-Identifier: MIT
 * Commands ("verbs" in the code) and options are described by tables. The parser, the help, the manual page and the completion
 * all use them. */
#ifndef REEL_CLI_ARGS_H
#define REEL_CLI_ARGS_H

#include "base/names.h"
#include "base/print.h"
#include "base/text.h"

/* Appended to the name of a replay to get the name of its index. */
#define INDEX_ENDING ".reel-index"
/* The same for its signature, as minisign names it. */
#define SIGNATURE_ENDING ".minisig"

/* What kind of argument an option takes. From ARG_FORMAT on it is one of a fixed list of words: see choices_of. */
enum argument {
    ARG_NONE,
    ARG_PATH,
    ARG_NAME,
    ARG_SECONDS,
    ARG_TIME,
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
    ARG_PICTURE,
    ARG_COLOR,
    ARG_SHELL,
    ARG_LEVEL,
    ARG_VERB
};

enum option_id {
    OPT_END = 0, /* ends the list of a verb */
    OPT_OUTPUT,
    OPT_TO_FORMAT,
    OPT_TO_EXPORT,
    OPT_TO_PICTURE,
    OPT_TABLE,
    OPT_FIELDS,
    OPT_AFTER,
    OPT_BEFORE,
    OPT_AROUND,
    OPT_WITHIN,
    OPT_LABELS,
    OPT_NUMBERS,
    OPT_LAYOUT,
    OPT_PRETTY,
    OPT_CSV_SAFE,
    OPT_UTC,
    OPT_CLEAN,
    OPT_COMPRESSION,
    OPT_HEADER,
    OPT_INDEX,
    OPT_MATCH_INDEX,
    OPT_ADD,
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
    OPT_TOLERANCE,
    OPT_DO,
    OPT_MERGE,
    OPT_ANONYMISE,
    OPT_PSEUDONYMISE,
    OPT_POLICY,
    OPT_NO_VERIFY,
    OPT_CARRY,
    OPT_AS_REFERENCE,
    OPT_AS_GAME,
    OPT_RATE,
    OPT_FOR,
    OPT_ADDRESS,
    OPT_PLOT,
    OPT_THEME,
    OPT_SCENE,
    OPT_THUMBNAIL,
    OPT_CLIP,
    OPT_AT,
    OPT_WIDTH,
    OPT_WHO,
    OPT_KEEP,
    OPT_FINISH,
    OPT_FIRST_RANKS,
    OPT_LEAD,
    OPT_ONLY_TEAM,
    OPT_SCRAMBLE,
    OPT_NAMES,
    OPT_CONVERT_LEVELS,
    OPT_LIST,
    OPT_ALL,
    OPT_ALL_MATCHES,
    OPT_FORMAT,
    OPT_ONLY_REPLAYS,
    OPT_ONLY_BROKEN,
    OPT_FILES_FROM,
    OPT_NULL,
    OPT_NAME,
    OPT_HASH,
    OPT_SKIP_EXISTING,
    OPT_MOVE_FAILED,
    OPT_COLOR,
    OPT_STATS,
    OPT_LEVEL,
    OPT_PRECISION,
    OPT_STORED,
    OPT_PARTITION,
    OPT_SHARD,
    OPT_REHASH,
    OPT_PART_SIZE,
    OPT_PIECE_SIZE,
    OPT_NEW_KEY,
    OPT_KEY,
    OPT_DETACHED,
    OPT_SIGNATURE,
    OPT_CHALLENGE,
    OPT_PLAYER,
    OPT_MAP,
    OPT_PASSWORD_FILE,
    OPT_NO_PASSWORD,
    OPT_VIEWER,
    OPT_NO_OPEN,
    OPT_PORT,
    OPT_JSON,
    OPT_SARIF,
    OPT_EVIDENCE,
    OPT_LEVELS,
    OPT_MATCH_LEVELS,
    OPT_VIEW_MAP,
    OPT_STRICT,
    OPT_REPLACE,
    OPT_THREADS,
    OPT_QUIET,
    OPT_VERBOSE,
    OPT_MAN,
    OPT_HELP,
    OPT_COUNT
};

struct option {
    const char *name;
    char letter; /* 0: none */
    enum argument argument;
    const char *shown; /* name of the argument in help; NULL for ARG_NONE */
    const char *doc;
};

/* Indexed by option_id. */
extern const struct option all_options[OPT_COUNT];

#define VERB_OPTIONS 40
#define HELP_EXAMPLES 8

/* A text of cli/verbs/help, which cmake/help.cmake embeds. */
struct help {
    const char *summary; /* its first paragraph */
    const char *doc;     /* the others, separated by empty lines */
    const char *examples[HELP_EXAMPLES];
};

struct arguments;

struct verb {
    const char *name;
    const char *inputs; /* positional arguments in help: "FILE..." */
    const struct help *help;
    size_t least, most;  /* number of inputs */
    enum argument input; /* ARG_PATH, ARG_FORMAT or ARG_VERB */
    enum option_id options[VERB_OPTIONS];
    uint32_t flags;                                /* VERB_... */
    int (*run)(const struct arguments *arguments); /* returns the exit status */
};
enum {
    VERB_STATISTICS = 1 << 0 /* its tables are those of statistics, not those of formats */
};

/* The commands, ending with one without a name: those of verbs/table.c, which main sets before anything else. */
void verbs_set(const struct verb *all);
const struct verb *verbs_all(void);
const struct verb *verb_called(const char *name);

struct given {
    enum option_id id;
    const char *value;
};

struct arguments {
    const struct verb *verb;
    const char **inputs;
    size_t input_count;
    struct given *given; /* options in command-line order */
    size_t given_count;
};

/* Parses the command line after the verb. On error it prints a message and returns false; the exit status is then EXIT_USAGE. */
bool arguments_read(struct arguments *arguments, const struct verb *verb, int count, char **words);
void arguments_free(struct arguments *arguments);

bool has(const struct arguments *arguments, enum option_id id);
const char *value_of(const struct arguments *arguments, enum option_id id); /* the last one, or NULL */
double seconds_of(const struct arguments *arguments, enum option_id id);    /* 0 if not given */
/* A time in a replay: in seconds, or in the ticks or frames of its format. False: not given. */
struct moment {
    double value;
    bool ticks;
};
bool moment_of(const struct arguments *arguments, enum option_id id, struct moment *moment);
uint64_t count_of(const struct arguments *arguments, enum option_id id, uint64_t otherwise);

/* Whether enumerations are printed by name: in text and CSV by default, in JSON on request. */
bool wants_labels(const struct arguments *arguments, bool json);
uint64_t size_of(const struct arguments *arguments, enum option_id id); /* in bytes; 0 if not given */

/* Whether an option takes a list of words ("-t a,b"). */
bool takes_list(const struct option *option);
/* Whether its argument may be left out ("[=SECONDS]"); it is given as --name=VALUE only. */
bool is_optional(const struct option *option);
/* All values of an option that takes lists ("-t a,b -t c"), NULL-terminated; NULL if it was not given. Free with names_free. */
char **names_of(const struct arguments *arguments, enum option_id id);

/* Prints what is wrong with the command line, with a pointer to the help, and returns EXIT_USAGE. */
int usage_error(const struct verb *verb, const char *format, ...) REEL_PRINTF(2, 3);

/* The FIELD=VALUE arguments of an option that may be repeated. Free with free_settings. */
struct settings {
    reel_setting *data;
    char **names;
    size_t count;
};
struct settings settings_of(const struct arguments *arguments, enum option_id id);
void free_settings(struct settings *settings);

#endif

/* SPDX-License-Identifier: MIT
 * The verbs and options of the command: the only list of them. */
#include "verbs.h"
#include "files.h"

const struct option all_options[OPT_COUNT] = {
    [OPT_OUTPUT] = { "output", 'o', ARG_PATH, "PATH", "Write to PATH; with several inputs it is a folder. - is standard output" },
    [OPT_TO_FORMAT] = { "to", 0, ARG_FORMAT, "FORMAT", "The format to write" },
    [OPT_TO_EXPORT] = { "to", 0, ARG_EXPORTER, "KIND", "The kind of output" },
    [OPT_TABLE] = { "table", 't', ARG_TABLE, "TABLE,...", "Only these tables" },
    [OPT_FIELDS] = { "fields", 'f', ARG_FIELD, "FIELD,...", "Only these fields" },
    [OPT_AFTER] = { "after", 0, ARG_SECONDS, "SECONDS", "Only rows at this time or later" },
    [OPT_BEFORE] = { "before", 0, ARG_SECONDS, "SECONDS", "Only rows before this time" },
    [OPT_LABELS] = { "labels", 0, ARG_NONE, NULL, "Enumerations by name instead of number" },
    [OPT_LAYOUT] = { "layout", 0, ARG_NONE, NULL, "Also the tables that say how the file was written" },
    [OPT_PRETTY] = { "pretty", 0, ARG_NONE, NULL, "JSON with line breaks" },
    [OPT_CSV_SAFE] = { "csv-safe", 0, ARG_NONE, NULL,
                       "In CSV, put an apostrophe before text that a spreadsheet would take for a formula" },
    [OPT_HEADER] = { "header", 0, ARG_NONE, NULL, "Read the header alone, and count no rows" },
    [OPT_INDEX] = { "index", 0, ARG_PATH, "PATH", "The index to use; without it FILE" INDEX_ENDING " where that exists" },
    [OPT_EVERY] = { "every", 0, ARG_COUNT, "BYTES", "A place about every so many bytes of the replay; 4194304 by default" },
    [OPT_FOLLOW] = { "follow", 0, ARG_NONE, NULL, "The file grows: go on until its end is written, or until Ctrl-C" },
    [OPT_CHAIN] = { "chain", 0, ARG_NONE, NULL,
                    "All inputs into one output, in the order in which the games followed each other" },
    [OPT_READING] = { "reading", 0, ARG_READING, "WORD", "How to take what the format leaves open" },
    [OPT_WRITING] = { "writing", 0, ARG_WRITING, "WORD", "How to write what the format leaves open" },
    [OPT_CONVENTION] = { "convention", 0, ARG_CONVENTION, "WORD", "The way of counting" },
    [OPT_LIMIT] = { "limit", 0, ARG_COUNT, "COUNT", "At most so many; 0 is all" },
    [OPT_LIMIT_MEMORY] = { "limit-memory", 0, ARG_SIZE, "SIZE",
                           "Use at most SIZE bytes of memory for files' contents (64M, 1G); a file that needs more fails. 0 "
                           "means no limit" },
    [OPT_LIMIT_TIME] = { "limit-time", 0, ARG_SECONDS, "SECONDS",
                         "A file that takes longer than SECONDS fails. 0 means no limit" },
    [OPT_LIMIT_UNPACKED] = { "limit-unpacked", 0, ARG_SIZE, "SIZE",
                             "Unpack at most SIZE bytes of a compressed file (64M, 1G); 0 means in proportion to its size" },
    [OPT_LIMIT_WORK] = { "limit-work", 0, ARG_COUNT, "STEPS",
                         "Spend at most STEPS on a file, a step being about one byte; 0 means in proportion to its size" },
    [OPT_EXPECT] = { "expect", 0, ARG_SETTING, "FIELD=VALUE", "A header field must have this value (more than once)" },
    [OPT_SET] = { "set", 0, ARG_SETTING, "FIELD=VALUE", "Give a header field this value (more than once)" },
    [OPT_DO] = { "do", 0, ARG_OPERATION, "OPERATION[=VALUE]", "A change that the format itself knows (more than once)" },
    [OPT_MERGE] = { "merge", 0, ARG_PATH, "FILE", "Bring the rows of this replay in (more than once)" },
    [OPT_ANONYMISE] = { "anonymise", 0, ARG_NONE, NULL, "Replace every field that says who played" },
    [OPT_NO_VERIFY] = { "no-verify", 0, ARG_NONE, NULL, "Do not read the output back to compare it" },
    [OPT_CARRY] = { "carry", 0, ARG_NONE, NULL,
                    "Carry what the new format cannot express in its place for opaque bytes, so that converting back restores it" },
    [OPT_PLOT] = { "plot", 0, ARG_PLOT, "PLOT,...", "Only these pictures" },
    [OPT_THEME] = { "theme", 0, ARG_THEME, "THEME", "Colours; auto follows the reader's setting" },
    [OPT_WHO] = { "who", 0, ARG_NAME, "NAME", "One player alone, by name or number, in the pictures that can show one" },
    [OPT_LIST] = { "list", 0, ARG_NONE, NULL, "List the pictures of every format" },
    [OPT_JSON] = { "json", 0, ARG_NONE, NULL, "The machine's form: one JSON object a line for each file" },
    [OPT_SARIF] = { "sarif", 0, ARG_NONE, NULL, "One SARIF 2.1.0 document" },
    [OPT_STRICT] = { "strict", 0, ARG_NONE, NULL, "A damaged file fails; without it what can be read is used" },
    [OPT_REPLACE] = { "replace", 0, ARG_NONE, NULL, "An existing output may be replaced" },
    [OPT_THREADS] = { "threads", 'j', ARG_COUNT, "COUNT", "Work on so many files at once; 0 is one for each processor" },
    [OPT_QUIET] = { "quiet", 'q', ARG_NONE, NULL, "No findings, progress or summary: failures and the exit status only" },
    [OPT_VERBOSE] = { "verbose", 'v', ARG_NONE, NULL, "Also notes, and the files that were skipped" },
    [OPT_MAN] = { "man", 0, ARG_NONE, NULL, "Print the manual page (roff)" },
    [OPT_BASH] = { "bash", 0, ARG_NONE, NULL, "Print the completion for bash" },
    [OPT_HELP] = { "help", 'h', ARG_NONE, NULL, "Print the help of the verb" },
};

#define LIMITS OPT_LIMIT_MEMORY, OPT_LIMIT_TIME, OPT_LIMIT_UNPACKED, OPT_LIMIT_WORK
#define MANY LIMITS, OPT_THREADS, OPT_QUIET, OPT_VERBOSE

const struct verb verbs[] = {
    { "info",
      "FILE...",
      "Say what a replay is",
      "Prints the format, the header (who played what, when, how it ended), the tables with their number of rows, and the time "
      "that "
      "they span.",
      1,
      SIZE_MAX,
      ARG_PATH,
      { OPT_HEADER, OPT_LABELS, OPT_READING, OPT_JSON, OPT_STRICT, MANY },
      { "reel info play.bsor", "reel info --header --json replays/" },
      run_info },
    { "check",
      "FILE...",
      "Say what is wrong with a replay",
      "Reads everything and prints one line for each finding, with its severity, its rule, and its place in the file, then a "
      "line that sums the file up. Rules are about the structure of the file and about what it means in its game. --expect "
      "holds what the header says against what you know: the level, the player, the map.\n\n"
      "The exit status is 1 where there is a finding of severity error; with --strict a warning is enough.",
      1,
      SIZE_MAX,
      ARG_PATH,
      { OPT_EXPECT, OPT_READING, OPT_JSON, OPT_SARIF, OPT_STRICT, MANY },
      { "reel check play.bsor", "reel check --expect level_id=137820764 macro.gdr2",
        "reel check --sarif replays/ > findings.sarif" },
      run_check },
    { "repair",
      "FILE...",
      "Write the repaired file",
      "Reads what can be read, repairs what is broken, writes a sound file and says what was repaired and what was lost. The input "
      "is never "
      "touched, and -o must say where the output goes. The exit status is 0 where a sound file was written, whatever was wrong "
      "with the "
      "input.",
      1,
      SIZE_MAX,
      ARG_PATH,
      { OPT_OUTPUT, OPT_READING, OPT_NO_VERIFY, OPT_REPLACE, OPT_JSON, MANY },
      { "reel repair -o repaired.bsor broken.bsor", "reel repair -o repaired/ broken/" },
      run_repair },
    { "convert",
      "FILE...",
      "Write a replay in another format",
      "Writes each input in the format of --to (without it: in its own), and reports every field that the new format cannot "
      "hold. The "
      "output is read back and compared before it gets its name.",
      1,
      SIZE_MAX,
      ARG_PATH,
      { OPT_OUTPUT, OPT_TO_FORMAT, OPT_READING, OPT_WRITING, OPT_CARRY, OPT_NO_VERIFY, OPT_REPLACE, OPT_STRICT, OPT_JSON, MANY },
      { "reel convert --to bsor -o copy.bsor play.bsor" },
      run_convert },
    { "export",
      "FILE...",
      "Write the rows of a replay as text",
      "Writes tables as JSON, JSON lines or CSV, to standard output or to -o. Numbers have the fewest digits that read back to "
      "the same "
      "value. CSV holds one table a file: with several tables, as with several inputs, -o is a folder. Times are in the unit of "
      "the "
      "table's time field.\n\n--after and --before read no more than that span where the format lets them: .butter does, and "
      "teehistorian with an index (reel index). --follow gives the rows of a file that a server is still writing as they come. "
      "--chain "
      "writes the games of one server run, each row with the id of its game.",
      1,
      SIZE_MAX,
      ARG_PATH,
      { OPT_OUTPUT, OPT_TO_EXPORT, OPT_TABLE, OPT_FIELDS, OPT_AFTER, OPT_BEFORE, OPT_INDEX, OPT_FOLLOW, OPT_CHAIN, OPT_READING,
        OPT_LABELS, OPT_PRETTY, OPT_CSV_SAFE, OPT_LAYOUT, OPT_REPLACE, OPT_STRICT, MANY },
      { "reel export -t notes --to csv play.bsor", "reel export -t frames -f time,head_position --after 10 --before 20 play.bsor",
        "reel export --to csv -o tables/ play.bsor", "reel export --follow --to jsonl -t commands game.teehistorian" },
      run_export },
    { "index",
      "FILE...",
      "Make a long replay quick to enter in the middle",
      "Reads all of each input and writes an index beside it, as FILE" INDEX_ENDING
      ", or to -o. 'reel export' and 'reel plot' with --after use it by "
      "themselves: the rows of ten seconds of a file of gigabytes then come in milliseconds. The index of a file that has grown "
      "since "
      "still serves; one that is damaged or of another file is left, with a warning. Compressed files have none.",
      1,
      SIZE_MAX,
      ARG_PATH,
      { OPT_OUTPUT, OPT_EVERY, OPT_REPLACE, OPT_STRICT, MANY },
      { "reel index game.teehistorian", "reel index -o indexes/ recordings/" },
      run_index },
    { "stats",
      "FILE...",
      "Measure a replay by the insights of its game",
      "Prints what the insights that understand the format find out. Long tables are cut; -t with --to gives one of them whole. "
      "--json "
      "is --to json.",
      1,
      SIZE_MAX,
      ARG_PATH,
      { OPT_OUTPUT, OPT_TABLE, OPT_FIELDS, OPT_JSON, OPT_TO_EXPORT, OPT_CONVENTION, OPT_READING, OPT_LABELS, OPT_PRETTY,
        OPT_CSV_SAFE, OPT_LIMIT, OPT_REPLACE, OPT_STRICT, MANY },
      { "reel stats play.bsor", "reel stats --json replays/" },
      run_stats },
    { "diff",
      "FILE FILE",
      "Say what differs between two replays",
      "Compares two replays of one format row by row and prints each field that differs, as table[row].field: first -> second; a "
      "row of "
      "one side alone is marked - (first) or + (second). The exit status is 0 where nothing differs, 1 where something does, 3 "
      "where "
      "they could not be compared.",
      2,
      2,
      ARG_PATH,
      { OPT_LAYOUT, OPT_LABELS, OPT_LIMIT, OPT_READING, OPT_JSON, OPT_STRICT, LIMITS, OPT_QUIET, OPT_VERBOSE },
      { "reel diff a.bsor b.bsor" },
      run_diff },
    { "edit",
      "FILE...",
      "Set header fields, cut by time, merge, anonymise",
      "Writes a changed copy; the changes come in this order: --merge, --do, --after and --before, --set, --anonymise.\n\n--set "
      "takes TABLE.FIELD=VALUE, or FIELD=VALUE where one table alone has that field. --after and --before "
      "keep the rows between two times, in every table that has a time. The operations of --do are the format's own: 'reel "
      "formats FORMAT' lists them.",
      1,
      SIZE_MAX,
      ARG_PATH,
      { OPT_OUTPUT, OPT_SET, OPT_DO, OPT_MERGE, OPT_AFTER, OPT_BEFORE, OPT_ANONYMISE, OPT_READING, OPT_WRITING, OPT_NO_VERIFY,
        OPT_REPLACE, OPT_STRICT, OPT_JSON, MANY },
      { "reel edit --set player_name=Ada -o ada.bsor play.bsor", "reel edit --anonymise -o shared/ replays/" },
      run_edit },
    { "plot",
      "FILE...",
      "Draw a replay",
      "Draws SVG pictures. With one input and one --plot they go to standard output or to the file -o; otherwise -o is a folder "
      "that gets "
      "one file for each picture, named after the input and the plot.",
      0,
      SIZE_MAX,
      ARG_PATH,
      { OPT_OUTPUT, OPT_PLOT, OPT_WHO, OPT_LIST, OPT_THEME, OPT_AFTER, OPT_BEFORE, OPT_INDEX, OPT_READING, OPT_REPLACE,
        OPT_STRICT, OPT_JSON, MANY },
      { "reel plot --list", "reel plot -o pictures/ play.bsor" },
      run_plot },
    { "formats",
      "[FORMAT...]",
      "List formats, their tables and fields",
      "Without an argument: every format that was built in. With one: its tables and fields, those of the insights that "
      "understand it, "
      "and its pictures.",
      0,
      SIZE_MAX,
      ARG_FORMAT,
      { OPT_JSON },
      { "reel formats", "reel formats bsor" },
      run_formats },
    { "help",
      "[VERB]",
      "Say how the command is used",
      "Prints the help of the command, or of one verb.",
      0,
      1,
      ARG_VERB,
      { OPT_MAN, OPT_BASH },
      { "reel help export" },
      run_help },
    { .name = NULL },
};

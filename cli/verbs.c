/* SPDX-License-Identifier: MIT
 * The commands of reel and their options. Nothing else lists them. */
#include "verbs.h"
#include "files.h"

const struct option all_options[OPT_COUNT] = {
    [OPT_OUTPUT] = { "output", 'o', ARG_PATH, "PATH",
                     "Write to PATH: one file, or a folder with a file for each input; - is standard output" },
    [OPT_TO_FORMAT] = { "to", 0, ARG_FORMAT, "FORMAT", "Format to write" },
    [OPT_TO_EXPORT] = { "to", 0, ARG_EXPORTER, "KIND", "Kind of output" },
    [OPT_TABLE] = { "table", 't', ARG_TABLE, "TABLE,...", "Only these tables" },
    [OPT_FIELDS] = { "fields", 'f', ARG_FIELD, "FIELD,...", "Only these fields" },
    [OPT_AFTER] = { "after", 0, ARG_TIME, "TIME",
                    "Only rows at this time or later: seconds (80.5), a time (1:20, 1h2m), or ticks or frames (4000t)" },
    [OPT_BEFORE] = { "before", 0, ARG_TIME, "TIME", "Only rows before this time" },
    [OPT_LABELS] = { "labels", 0, ARG_NONE, NULL, "Write enumerations by name in JSON as well" },
    [OPT_NUMBERS] = { "numbers", 0, ARG_NONE, NULL, "Print enumerations by number, not by name" },
    [OPT_COLOR] = { "color", 0, ARG_COLOR, "WHEN", "Colour errors and warnings; auto: on a terminal, unless NO_COLOR is set" },
    [OPT_LAYOUT] = { "layout", 0, ARG_NONE, NULL, "Include the tables that describe how the file was written" },
    [OPT_PRETTY] = { "pretty", 0, ARG_NONE, NULL, "Indent JSON" },
    [OPT_CSV_SAFE] = { "csv-safe", 0, ARG_NONE, NULL,
                       "In CSV, put an apostrophe before text that a spreadsheet would treat as a formula" },
    [OPT_COMPRESSION] = { "compression", 0, ARG_COUNT, "LEVEL",
                          "Compress Arrow or Parquet at this level of zstd, 1 to 22; 0: not at all. Default: Parquet fast, Arrow "
                          "not" },
    [OPT_HEADER] = { "header", 0, ARG_NONE, NULL, "Read only the header and do not count rows" },
    [OPT_INDEX] = { "index", 0, ARG_PATH, "PATH", "Index to use; by default FILE" INDEX_ENDING ", if it exists" },
    [OPT_MATCH_INDEX] = { "index", 0, ARG_PATH, "PATH", "Index of fingerprints, a SQLite file" },
    [OPT_ADD] = { "add", 0, ARG_NONE, NULL, "Add each file to the index, which is created if it does not exist" },
    [OPT_EVERY] = { "every", 0, ARG_COUNT, "BYTES", "Add an entry about every BYTES of the replay (default 4194304)" },
    [OPT_FOLLOW] = { "follow", 0, ARG_NONE, NULL, "Read a file as it grows, until its end is written or until Ctrl-C" },
    [OPT_CHAIN] = { "chain", 0, ARG_NONE, NULL, "Write all inputs to one output, in the order in which the games were played" },
    [OPT_READING] = { "reading", 0, ARG_READING, "WORD", "How to read what the format leaves open" },
    [OPT_WRITING] = { "writing", 0, ARG_WRITING, "WORD", "How to write what the format leaves open" },
    [OPT_CONVENTION] = { "convention", 0, ARG_CONVENTION, "WORD", "Rules to count by" },
    [OPT_LIMIT] = { "limit", 0, ARG_COUNT, "COUNT", "Print at most COUNT; 0 means no limit" },
    [OPT_LIMIT_MEMORY] = { "limit-memory", 0, ARG_SIZE, "SIZE",
                           "Use at most SIZE bytes of memory for the contents of files (64M, 1G); a file that needs more "
                           "fails. 0 means no limit" },
    [OPT_LIMIT_TIME] = { "limit-time", 0, ARG_SECONDS, "SECONDS",
                         "Spend at most SECONDS on a file; a file that takes longer fails. 0 means no limit" },
    [OPT_LIMIT_UNPACKED] = { "limit-unpacked", 0, ARG_SIZE, "SIZE",
                             "Unpack at most SIZE bytes of a compressed file (64M, 1G). 0 means in proportion to its size" },
    [OPT_LIMIT_WORK] = { "limit-work", 0, ARG_COUNT, "STEPS",
                         "Spend at most STEPS on a file; a step is about one byte. 0 means in proportion to its size" },
    [OPT_EXPECT] = { "expect", 0, ARG_SETTING, "FIELD=VALUE",
                     "Report an error if a header field has another value (may be repeated)" },
    [OPT_TOLERANCE] = { "tolerance", 0, ARG_SETTING, "FIELD=VALUE",
                        "Ignore differences of a number up to VALUE, in its unit (may be repeated)" },
    [OPT_SET] = { "set", 0, ARG_SETTING, "FIELD=VALUE", "Set a header field (may be repeated)" },
    [OPT_DO] = { "do", 0, ARG_OPERATION, "OPERATION[=VALUE]", "Apply an operation of the format (may be repeated)" },
    [OPT_MERGE] = { "merge", 0, ARG_PATH, "FILE", "Add the rows of another replay (may be repeated)" },
    [OPT_ANONYMISE] = { "anonymise", 0, ARG_NONE, NULL, "Replace every field that identifies a player" },
    [OPT_NO_VERIFY] = { "no-verify", 0, ARG_NONE, NULL, "Do not read the output back and compare it" },
    [OPT_CARRY] = { "carry", 0, ARG_NONE, NULL,
                    "Store what the new format cannot express in its field for opaque bytes, so that converting back restores "
                    "it" },
    [OPT_PLOT] = { "plot", 0, ARG_PLOT, "PLOT,...", "Only these plots" },
    [OPT_THEME] = { "theme", 0, ARG_THEME, "THEME", "Colours; auto follows the viewer's setting" },
    [OPT_WHO] = { "who", 0, ARG_NAME, "NAME", "Show only this player, by name or number, in the plots that can" },
    [OPT_LIST] = { "list", 0, ARG_NONE, NULL, "List the plots of every format" },
    [OPT_ALL] = { "all", 0, ARG_NONE, NULL, "Print all tables and fields, not only what is asked for most" },
    [OPT_ALL_MATCHES] = { "all", 0, ARG_NONE, NULL, "Also print the nearest replays of which nothing can be said" },
    [OPT_FORMAT] = { "format", 0, ARG_FORMAT, "FORMAT,...", "Only files in these formats; others are skipped" },
    [OPT_ONLY_REPLAYS] = { "only-replays", 0, ARG_NONE, NULL, "Skip files that are not replays instead of reporting them" },
    [OPT_ONLY_BROKEN] = { "only-broken", 0, ARG_NONE, NULL, "Write no output for files that need no repair" },
    [OPT_FILES_FROM] = { "files-from", 0, ARG_PATH, "LIST",
                         "Also process the files that LIST names, one per line; - is standard input (may be repeated)" },
    [OPT_NULL] = { "null", '0', ARG_NONE, NULL, "Names in LIST end with NUL, as those of 'find -print0' do" },
    [OPT_NAME] = { "name", 0, ARG_NAME, "NAME", "Name of standard input in results and outputs" },
    [OPT_HASH] = { "hash", 0, ARG_NONE, NULL,
                   "Add the SHA-256 of each file to JSON, JSON Lines and CSV, as sha256sum prints it" },
    [OPT_SKIP_EXISTING] = { "skip-existing", 0, ARG_NONE, NULL, "Skip inputs whose output exists, to resume an interrupted run" },
    [OPT_MOVE_FAILED] = { "move-failed", 0, ARG_PATH, "FOLDER",
                          "Move inputs that failed or have errors to FOLDER; never overwrites a file there" },
    [OPT_STATS] = { "stats", 0, ARG_NONE, NULL, "Also write all tables of statistics" },
    [OPT_LEVEL] = { "level", 0, ARG_LEVEL, "LEVEL", "default: smallest; fast: faster to read, a little larger" },
    [OPT_PRECISION] = { "precision", 0, ARG_NAME, "LENGTH,ANGLE",
                        "Round poses to at most this error, such as 0.1mm,0.05deg; such an archive cannot be unpacked" },
    [OPT_STORED] = { "stored", 0, ARG_NONE, NULL, "Keep the bytes of the file, compressed, instead of its rows" },
    [OPT_PARTITION] = { "partition", 0, ARG_FIELD, "FIELD,...", "Write tables to folders FIELD=VALUE by these header fields" },
    [OPT_SHARD] = { "shard", 0, ARG_NAME, "I/N", "Only the files of shard I (from 0) of N, by a hash of their paths" },
    [OPT_REHASH] = { "rehash", 0, ARG_NONE, NULL, "Read all files again, also those whose size and time are the same" },
    [OPT_VIEWER] = { "viewer", 0, ARG_PATH, "PAGE",
                     "The viewer's page; by default that of the environment variable REEL_VIEWER, or the installed one" },
    [OPT_NO_OPEN] = { "no-open", 0, ARG_NONE, NULL, "Print the address and do not start a browser" },
    [OPT_PORT] = { "port", 0, ARG_COUNT, "PORT", "Listen on this port of 127.0.0.1 (default 8080); 0 chooses a free one" },
    [OPT_PART_SIZE] = { "part-size", 0, ARG_SIZE, "SIZE",
                        "Make parts from about SIZE bytes of files, and not many more than 2000 of them (default 64M)" },
    [OPT_NEW_KEY] = { "new-key", 0, ARG_PATH, "PATH",
                      "Make a key pair: the secret key in PATH, the public key beside it, with the ending .pub" },
    [OPT_KEY] = { "key", 0, ARG_PATH, "PATH", "Key file: a secret key to sign, a public key to verify (may be repeated)" },
    [OPT_DETACHED] = { "detached", 0, ARG_NONE, NULL, "Write a signature file, also if the replay could hold the mark" },
    [OPT_SIGNATURE] = { "signature", 0, ARG_PATH, "PATH", "Signature file; by default FILE" SIGNATURE_ENDING ", if it exists" },
    [OPT_CHALLENGE] = { "challenge", 0, ARG_NAME, "TEXT", "What a server gave before the play" },
    [OPT_PLAYER] = { "player", 0, ARG_NAME, "ID", "Id of the player" },
    [OPT_MAP] = { "map", 0, ARG_NAME, "ID", "Map or level, such as the hash of the map" },
    [OPT_PASSWORD_FILE] = { "password-file", 0, ARG_PATH, "PATH",
                            "Take the password of the secret key from the first line of a file" },
    [OPT_NO_PASSWORD] = { "no-password", 0, ARG_NONE, NULL, "Do not protect the new secret key by a password" },
    [OPT_JSON] = { "json", 0, ARG_NONE, NULL, "Print JSON, one object per line for each file" },
    [OPT_SARIF] = { "sarif", 0, ARG_NONE, NULL, "Print one SARIF 2.1.0 document" },
    [OPT_STRICT] = { "strict", 0, ARG_NONE, NULL, "Fail on a damaged file instead of using what can be read" },
    [OPT_REPLACE] = { "replace", 0, ARG_NONE, NULL, "Overwrite existing output files" },
    [OPT_THREADS] = { "threads", 'j', ARG_COUNT, "COUNT",
                      "Process COUNT files at the same time (default: 0, one for each processor)" },
    [OPT_QUIET] = { "quiet", 'q', ARG_NONE, NULL, "Print no findings, progress or summary, only failures" },
    [OPT_VERBOSE] = { "verbose", 'v', ARG_NONE, NULL, "Also print notes and skipped files" },
    [OPT_MAN] = { "man", 0, ARG_NONE, NULL, "Print the manual page (roff)" },
    [OPT_HELP] = { "help", 'h', ARG_NONE, NULL, "Print help for the command" },
};

#define LIMITS OPT_LIMIT_MEMORY, OPT_LIMIT_TIME, OPT_LIMIT_UNPACKED, OPT_LIMIT_WORK
#define MANY                                                                                                                     \
    OPT_FORMAT, OPT_FILES_FROM, OPT_NULL, OPT_NAME, OPT_MOVE_FAILED, LIMITS, OPT_COLOR, OPT_THREADS, OPT_QUIET, OPT_VERBOSE

const struct verb verbs[] = {
    { "info",
      "FILE...",
      "Show what a replay contains",
      "Prints the format, the header (who played what, when, and how it ended), and each table with its number of rows and the "
      "time that they span.",
      1,
      SIZE_MAX,
      ARG_PATH,
      { OPT_OUTPUT, OPT_HEADER, OPT_LABELS, OPT_NUMBERS, OPT_READING, OPT_JSON, OPT_HASH, OPT_REPLACE, OPT_STRICT, MANY },
      { "reel info play.bsor", "reel info --header --json replays/" },
      run_info },
    { "check",
      "FILE...",
      "Check a replay for damage and inconsistencies",
      "Reads the whole file and prints one line for each finding, with its severity, its rule and its position in the file. A "
      "summary line follows. Rules cover the structure of the file and the rules of its game. --expect compares the header "
      "with values that you know, such as the level, the player or the map.\n\n"
      "The exit status is 1 if there is a finding of severity error; with --strict, warnings count as well.",
      1,
      SIZE_MAX,
      ARG_PATH,
      { OPT_OUTPUT, OPT_EXPECT, OPT_READING, OPT_ONLY_REPLAYS, OPT_JSON, OPT_HASH, OPT_SARIF, OPT_REPLACE, OPT_STRICT, MANY },
      { "reel check play.bsor", "reel check --expect level_id=137820764 macro.gdr2",
        "reel check --sarif replays/ > findings.sarif", "reel check --json -o verdicts.jsonl --move-failed rejected/ uploads/" },
      run_check },
    { "repair",
      "FILE...",
      "Repair a damaged replay",
      "Reads what can be read, corrects what is wrong, writes a valid file, and reports what was corrected and what was lost. "
      "-o is required, and the input is left alone unless -o names it and --replace is given. The exit status is 0 if a valid "
      "file was written, whatever was wrong with the input.",
      1,
      SIZE_MAX,
      ARG_PATH,
      { OPT_OUTPUT, OPT_ONLY_BROKEN, OPT_READING, OPT_NO_VERIFY, OPT_SKIP_EXISTING, OPT_REPLACE, OPT_JSON, OPT_HASH, MANY },
      { "reel repair -o repaired.bsor broken.bsor", "reel repair --only-broken --skip-existing -o repaired/ uploads/" },
      run_repair },
    { "convert",
      "FILE...",
      "Convert a replay to another format",
      "Writes each input in the format given by --to, or in its own format without --to. Every field that the new format "
      "cannot hold is reported. The output is read back and compared before it gets its name.\n\n"
      "--set changes header fields of the output. Some of them choose how it is written, such as the compression of .butter and "
      "the container of .echoreplay.",
      1,
      SIZE_MAX,
      ARG_PATH,
      { OPT_OUTPUT, OPT_TO_FORMAT, OPT_SET, OPT_READING, OPT_WRITING, OPT_CARRY, OPT_NO_VERIFY, OPT_SKIP_EXISTING, OPT_REPLACE,
        OPT_STRICT, OPT_JSON, OPT_HASH, MANY },
      { "reel convert --to bsor -o copy.bsor play.bsor",
        "reel convert --to butter --set compression=zstd_7 -o small.butter play.echoreplay" },
      run_convert },
    { "export",
      "FILE...",
      "Export the rows of a replay as text",
      "Writes tables as JSON, JSON Lines or CSV, to standard output or to -o. Numbers have the fewest digits that read back to "
      "the same value. Times are in the unit of the table's time field. CSV holds one table per file: for several tables, -o "
      "must be a folder. Rows of many inputs in one output begin with the name of their file.\n\n"
      "--after and --before read only that span if the format allows it: .butter does, and teehistorian does with an index "
      "(see reel index). --follow prints rows as another program writes them. --chain writes the games of one server run, and "
      "adds the id of its game to each row.",
      1,
      SIZE_MAX,
      ARG_PATH,
      { OPT_OUTPUT,      OPT_TO_EXPORT, OPT_TABLE,   OPT_FIELDS,        OPT_AFTER,   OPT_BEFORE, OPT_INDEX,
        OPT_FOLLOW,      OPT_CHAIN,     OPT_READING, OPT_LABELS,        OPT_NUMBERS, OPT_PRETTY, OPT_CSV_SAFE,
        OPT_COMPRESSION, OPT_LAYOUT,    OPT_HASH,    OPT_SKIP_EXISTING, OPT_REPLACE, OPT_STRICT, MANY },
      { "reel export -t notes --to csv play.bsor", "reel export -t frames -f time,head_position --after 10 --before 20 play.bsor",
        "reel export --to csv -o tables/ play.bsor", "reel export --follow --to jsonl -t commands game.teehistorian" },
      run_export },
    { "pack",
      "FILE...",
      "Pack replays into an archive of about half their size",
      "Writes each input as an archive (.reel), which every command reads like the replay itself, and which 'reel unpack' turns "
      "back into the same bytes. That is verified before the output gets its name. If -o ends with .reel, all inputs go to one "
      "archive, in which each replay has the name of its file: FILE.reel#NAME in results.\n\n"
      "A file whose rows do not give back the same bytes, such as a damaged one, is stored as it is, compressed; so is a file "
      "that is smaller that way. -v prints which. A .gz, .xz or .zst is packed as the replay that it holds.",
      1,
      SIZE_MAX,
      ARG_PATH,
      { OPT_OUTPUT, OPT_LEVEL, OPT_PRECISION, OPT_STORED, OPT_SKIP_EXISTING, OPT_REPLACE, OPT_JSON, MANY },
      { "reel pack -o play.reel play.bsor", "reel pack -o day.reel replays/",
        "reel pack --precision 0.1mm,0.05deg -o small/ replays/" },
      run_pack },
    { "unpack",
      "FILE...",
      "Unpack replays from an archive",
      "Writes the files that were packed, byte for byte. Replays of an archive of many are written to the folder -o under their "
      "names. Existing files are not overwritten without --replace.",
      1,
      SIZE_MAX,
      ARG_PATH,
      { OPT_OUTPUT, OPT_SKIP_EXISTING, OPT_REPLACE, MANY },
      { "reel unpack -o play.bsor play.reel", "reel unpack -o replays/ day.reel" },
      run_unpack },
    { "index",
      "FILE...",
      "Index a long replay for fast access by time",
      "Reads each input once and writes an index to FILE" INDEX_ENDING
      ", or to -o. 'reel export' and 'reel plot' find the index by that name and use it for --after: ten seconds from a file of "
      "several gigabytes then take milliseconds. The index of a file that has grown since is still used. An index that is "
      "damaged or belongs to another file is ignored with a warning. Compressed files cannot be indexed.",
      1,
      SIZE_MAX,
      ARG_PATH,
      { OPT_OUTPUT, OPT_EVERY, OPT_SKIP_EXISTING, OPT_REPLACE, OPT_STRICT, MANY },
      { "reel index game.teehistorian", "reel index -o indexes/ recordings/" },
      run_index },
    { "stats",
      "FILE...",
      "Print statistics of a replay",
      "Prints what is asked for most about a replay of its game: the score or the goals, the players, the mistakes. --all prints "
      "all tables and fields, -t and -f choose some. Long tables are shortened; use -t with --to to get a whole table. JSON, "
      "JSON "
      "Lines and CSV always have all fields. --json is the same as --to json.",
      1,
      SIZE_MAX,
      ARG_PATH,
      { OPT_OUTPUT, OPT_ALL, OPT_TABLE, OPT_FIELDS, OPT_JSON, OPT_TO_EXPORT, OPT_CONVENTION, OPT_READING, OPT_LABELS, OPT_NUMBERS,
        OPT_PRETTY, OPT_CSV_SAFE, OPT_LIMIT, OPT_HASH, OPT_SKIP_EXISTING, OPT_REPLACE, OPT_STRICT, MANY },
      { "reel stats play.bsor", "reel stats --json replays/",
        "reel stats -t summary --to csv --format bsor -o summary.csv replays/" },
      run_stats },
    { "diff",
      "FILE FILE",
      "Compare two replays",
      "Compares two replays of the same format row by row. Each field that differs is printed as table[row].field: first -> "
      "second. A row that only one file has is marked with - (first) or + (second). Rows are paired by their keys, such as the "
      "frame and the player. A longer list ends with a line for each field: how many rows differ, and by how much. The exit "
      "status is 0 if the replays are "
      "equal, 1 if they differ, and 3 if they could not be compared.",
      2,
      2,
      ARG_PATH,
      { OPT_TOLERANCE, OPT_LAYOUT, OPT_LABELS, OPT_NUMBERS, OPT_LIMIT, OPT_READING, OPT_JSON, OPT_STRICT, LIMITS, OPT_COLOR,
        OPT_QUIET, OPT_VERBOSE },
      { "reel diff a.bsor b.bsor", "reel diff --tolerance frames.head_position=0.001 a.bsor b.bsor" },
      run_diff },
    { "dups",
      "FILE...",
      "Find files that hold the same play",
      "Prints the names of files with equal contents, one group after the other, with an empty line between two groups. Contents "
      "are equal if all rows are: the header (names, versions, times, the platform), the identity of players, compression and "
      "the order of sections do not count. Groups and the names in them are in order of name, so the first file of a group is "
      "the oldest if names begin with a time. With --json, each line is a group, or a file that could not be read.\n\n"
      "A damaged file is compared by the rows before the damage, and errors in files are reported. A file without rows is in no "
      "group.\n\n"
      "The exit status is 0 whether or not there are duplicates, 1 if a file is damaged or has other errors, and 3 if a file "
      "could not be read.",
      1,
      SIZE_MAX,
      ARG_PATH,
      { OPT_OUTPUT, OPT_READING, OPT_ONLY_REPLAYS, OPT_JSON, OPT_REPLACE, OPT_STRICT, MANY },
      { "reel dups uploads/", "reel dups --only-replays --json -o duplicates.jsonl uploads/" },
      run_dups },
    { "match",
      "FILE...",
      "Find replays that were made from others",
      "Compares the motion of each replay with an index of fingerprints, or two replays with each other, and prints those that "
      "are "
      "alike, with a score from 0 to 1, the scores of head and hands, and how the times are related. A copy is found after "
      "changes "
      "of the header, format, frame rate, speed and direction, and after mirroring, cutting and noise. Beat Saber is supported "
      "in all "
      "formats with frames, Geometry Dash by the times of presses. docs/match.md says what is found and what is not.\n\n"
      "A score is not a verdict. From 0.90 and 10 windows on, it is the same recording; a player who uploads a replay again "
      "matches "
      "it too. Below that, from 0.75 on or if only a part is alike, a person should look. Below 0.75 nothing can be said. Never "
      "act "
      "on a score alone.\n\n"
      "With --add, files are looked up and added one after the other. A replay is never compared with an entry of its own name. "
      "Several processes may use one index at the same time. The exit status does not depend on what was found.",
      1,
      SIZE_MAX,
      ARG_PATH,
      { OPT_MATCH_INDEX, OPT_ADD, OPT_ALL_MATCHES, OPT_LIMIT, OPT_OUTPUT, OPT_READING, OPT_ONLY_REPLAYS, OPT_JSON, OPT_HASH,
        OPT_REPLACE, OPT_STRICT, MANY },
      { "reel match suspect.bsor original.dat", "reel match --index plays.sqlite --add uploads/",
        "reel match --index plays.sqlite --json suspect.bsor" },
      run_match },
    { "scan",
      "TREE...",
      "Turn a folder tree into a dataset",
      "Reads every file of the trees and writes a dataset to the folder -o: tables in many parts, for DuckDB, polars, pyarrow or "
      "Spark, as Parquet unless --to says otherwise. The table 'files' has a row for each file (size, content hash, format, "
      "verdict), 'findings' has what was found, and FORMAT/info the headers. -t adds tables of the formats, --stats those of "
      "statistics. All tables have a column 'file'. docs/scan.md has the details.\n\n"
      "The same command brings a dataset up to date: it reads only files that are new or have changed. An interrupted scan "
      "continues in the same way. --replace removes the dataset first. With --shard, several processes or machines share the "
      "work. By default, three threads run for two processors, because they also wait for the disk.\n\n"
      "The exit status is 1 if files are damaged or have other errors, and 3 if files could not be read.",
      1,
      SIZE_MAX,
      ARG_PATH,
      { OPT_OUTPUT, OPT_TABLE, OPT_STATS, OPT_TO_EXPORT, OPT_PARTITION, OPT_SHARD, OPT_REHASH, OPT_PART_SIZE, OPT_LABELS,
        OPT_NUMBERS, OPT_REPLACE, LIMITS, OPT_COLOR, OPT_THREADS, OPT_QUIET },
      { "reel scan replays/ -o dataset", "reel scan -t frames,notes --stats replays/ -o dataset",
        "reel scan --shard 3/8 /mnt/replays -o /mnt/dataset" },
      run_scan },
    { "edit",
      "FILE...",
      "Set header fields, cut by time, merge, anonymise",
      "Writes a changed copy. Changes are made in this order: --merge, --do, --after and --before, --set, --anonymise.\n\n"
      "--set takes TABLE.FIELD=VALUE, or FIELD=VALUE if only one table has that field. --after and --before keep the rows "
      "between two times, in every table that has a time. Each format has its own operations for --do; 'reel formats FORMAT' "
      "lists them.",
      1,
      SIZE_MAX,
      ARG_PATH,
      { OPT_OUTPUT, OPT_SET, OPT_DO, OPT_MERGE, OPT_AFTER, OPT_BEFORE, OPT_ANONYMISE, OPT_READING, OPT_WRITING, OPT_NO_VERIFY,
        OPT_SKIP_EXISTING, OPT_REPLACE, OPT_STRICT, OPT_JSON, OPT_HASH, MANY },
      { "reel edit --set player_name=Ada -o ada.bsor play.bsor", "reel edit --anonymise -o shared/ replays/" },
      run_edit },
    { "sign",
      "[FILE...]",
      "Sign a replay, so that changes and other players are noticed",
      "Writes a mark: a signature of the replay, with the player, the level, the time and a challenge. BSOR replays and archives "
      "hold the mark themselves: -o names the signed copy, and --replace without -o signs the file in place. For other formats, "
      "and with --detached, the signature is a file of its own, FILE" SIGNATURE_ENDING
      ", which minisign verifies too. Keys are those of minisign.\n\n"
      "--new-key makes a key pair. The password is asked for on the terminal, or taken from --password-file. Keep the secret "
      "key, "
      "and give the public key to those who verify. The player and the level are those of the header, unless it has none.\n\n"
      "docs/marks.md says what a signature proves.",
      0,
      SIZE_MAX,
      ARG_PATH,
      { OPT_NEW_KEY, OPT_KEY, OPT_OUTPUT, OPT_DETACHED, OPT_CHALLENGE, OPT_PLAYER, OPT_MAP, OPT_PASSWORD_FILE, OPT_NO_PASSWORD,
        OPT_SKIP_EXISTING, OPT_REPLACE, OPT_JSON, MANY },
      { "reel sign --new-key me.key", "reel sign --key me.key -o signed.bsor play.bsor",
        "reel sign --key me.key --challenge 5f21c0 --replace play.bsor", "reel sign --key me.key macro.gdr2" },
      run_sign },
    { "verify",
      "FILE...",
      "Verify the signature of a replay",
      "Compares the mark in each replay, or the signature file beside it, with the public keys of --key. Prints 'fine', or what "
      "is "
      "wrong: unsigned, damaged-mark, wrong-key, changed, other-player, other-level, other-challenge. --player, --map and "
      "--challenge are compared with those in the mark.\n\n"
      "The exit status is 0 if all files are fine, 1 if not, and 3 if a file could not be read. Without a key, 'reel check' "
      "finds "
      "replays that have changed since they were signed, but not who signed them.",
      1,
      SIZE_MAX,
      ARG_PATH,
      { OPT_KEY, OPT_SIGNATURE, OPT_CHALLENGE, OPT_PLAYER, OPT_MAP, OPT_OUTPUT, OPT_JSON, OPT_HASH, OPT_REPLACE, MANY },
      { "reel verify --key me.pub play.bsor", "reel verify --key me.pub --challenge 5f21c0 --player 76561198000000000 play.bsor",
        "reel verify --json --key ada.pub --key bob.pub uploads/" },
      run_verify },
    { "plot",
      "FILE...",
      "Draw plots of a replay",
      "Writes a report beside each input: an HTML page with a summary, all plots and tables (FILE.html; no existing file is "
      "overwritten). With --plot ID and -o, draws one plot as .svg or .png; PNG needs librsvg. If -o is a folder, each plot "
      "becomes "
      "an SVG file in it, named after the input and the plot.",
      0,
      SIZE_MAX,
      ARG_PATH,
      { OPT_OUTPUT, OPT_PLOT, OPT_WHO, OPT_LIST, OPT_THEME, OPT_AFTER, OPT_BEFORE, OPT_INDEX, OPT_READING, OPT_REPLACE,
        OPT_STRICT, OPT_JSON, MANY },
      { "reel plot play.bsor", "reel plot --plot score -o score.png play.bsor", "reel plot --list" },
      run_plot },
    { "view",
      "FILE",
      "Play a replay in a browser",
      "Puts the replay into the page of the viewer and opens it in the browser. The page is served on 127.0.0.1 under a random "
      "address until Ctrl-C; only programs of this computer that know the address can get it. With -o, writes the page to a file "
      "instead: one HTML file that plays the replay without a server, at any place.\n\n"
      "The page is a file of its own, share/reel/viewer.html, which is installed with reel if web/viewer was built.",
      1,
      1,
      ARG_PATH,
      { OPT_OUTPUT, OPT_VIEWER, OPT_NO_OPEN, OPT_NAME, OPT_REPLACE, OPT_QUIET },
      { "reel view play.bsor", "reel view -o play.html play.bsor" },
      run_view },
    { "serve",
      "[FOLDER]",
      "Start a server that keeps replays",
      "Starts reel-server, which keeps replays in FOLDER (default: reel-store in the current folder) and prints its address. It "
      "decodes what is sent to it, checks and keeps uploads, and shows boards and the viewer, to this computer only, until "
      "Ctrl-C. Further options, tokens for uploads and what a public server needs are in docs/server.md.\n\n"
      "reel-server is a package of its own. It is looked for beside reel, and then in PATH.",
      0,
      1,
      ARG_PATH,
      { OPT_PORT },
      { "reel serve", "reel serve replays/" },
      run_serve },
    { "formats",
      "[FORMAT...]",
      "List formats, their tables and fields",
      "Lists the formats that this build supports. With FORMAT, lists its tables and fields, its operations, its statistics and "
      "its plots.",
      0,
      SIZE_MAX,
      ARG_FORMAT,
      { OPT_JSON },
      { "reel formats", "reel formats bsor" },
      run_formats },
    { "completion",
      "SHELL",
      "Print the completion script for a shell",
      "Prints a script that completes commands, options and their values for bash, zsh or fish.",
      1,
      1,
      ARG_SHELL,
      { 0 },
      { "reel completion bash > ~/.local/share/bash-completion/completions/reel", "reel completion zsh > ~/.zfunc/_reel",
        "reel completion fish > ~/.config/fish/completions/reel.fish" },
      run_completion },
    { "help",
      "[COMMAND]",
      "Print help",
      "Prints help for reel, or for one of its commands.",
      0,
      1,
      ARG_VERB,
      { OPT_MAN },
      { "reel help export" },
      run_help },
    { .name = NULL },
};

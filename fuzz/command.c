/* SPDX-License-Identifier: MIT
 * Command lines: the input is the words behind `reel`, one on each line. They are parsed, and run in a temporary folder that has a small
 * file of each format, called a, b, c, ... Words cannot name files outside it: '/' becomes '_', and so do the dots of "..". What would
 * wait (--follow) or limit the process itself is only parsed. */
#define _GNU_SOURCE
#include "verbs/verbs.h"

#include <dirent.h>
#include <fcntl.h>
#include <ftw.h>
#include <glob.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

int LLVMFuzzerInitialize(int *count, char ***words);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { MOST_WORDS = 24, MOST_FILES = 26, MOST_FILE = 4096 };

static char folder[] = "/tmp/reel-fuzz-XXXXXX";
static struct {
    char data[MOST_FILE];
    size_t size;
} files[MOST_FILES];
static size_t file_count;

static void fail(const char *what)
{
    perror(what);
    abort();
}

/* The first golden file of each folder. */
static void read_files(void)
{
    glob_t found;
    const char *last = "";
    if (glob(REEL_SOURCE_DIR "/tests/formats/*/golden/*", 0, NULL, &found) != 0) fail("golden files");
    for (size_t i = 0; i < found.gl_pathc && file_count < MOST_FILES; i++) {
        const char *slash = strrchr(found.gl_pathv[i], '/');
        size_t length = (size_t)(slash - found.gl_pathv[i]);
        if (strncmp(found.gl_pathv[i], last, length) == 0) continue;
        FILE *file = fopen(found.gl_pathv[i], "rb");
        if (!file) fail(found.gl_pathv[i]);
        files[file_count].size = fread(files[file_count].data, 1, MOST_FILE, file);
        fclose(file);
        file_count++;
        last = found.gl_pathv[i];
    }
    globfree(&found);
}

static int drop(const char *path, const struct stat *about, int kind, struct FTW *place)
{
    (void)about, (void)kind;
    return place->level > 0 ? remove(path) : 0;
}

static void fill_folder(void)
{
    nftw(folder, drop, 8, FTW_DEPTH | FTW_PHYS);
    for (size_t i = 0; i < file_count; i++) {
        const char name[] = { (char)('a' + i), '\0' };
        int file = open(name, O_CREAT | O_WRONLY | O_TRUNC, 0600);
        if (file < 0 || write(file, files[i].data, files[i].size) != (ssize_t)files[i].size) fail(name);
        close(file);
    }
}

static void leave(void)
{
    nftw(folder, drop, 8, FTW_DEPTH | FTW_PHYS);
    if (chdir("/") == 0) rmdir(folder);
}

/* The command's output is discarded; the fuzzer and the sanitizers keep the true standard error. */
int LLVMFuzzerInitialize(int *count, char ***words)
{
    (void)count, (void)words;
    const struct rlimit limit = { 1 << 24, 1 << 24 };
    int nothing = open("/dev/null", O_RDWR);
    if (nothing < 0 || dup2(nothing, STDIN_FILENO) < 0 || dup2(nothing, STDOUT_FILENO) < 0) fail("/dev/null");
    stdout = fopen("/dev/null", "w");
    stderr = fopen("/dev/null", "w");
    if (!stdout || !stderr) abort();
    signal(SIGXFSZ, SIG_IGN);
    if (setrlimit(RLIMIT_FSIZE, &limit) != 0) fail("setrlimit");
    verbs_set(verbs);
    read_files();
    if (!mkdtemp(folder) || chdir(folder) != 0) fail(folder);
    atexit(leave);
    return 0;
}

/* Splits the text into words that cannot name files outside the folder. */
static int split(char *text, char **words)
{
    int count = 0;
    for (char *word = strtok(text, "\n"); word && count < MOST_WORDS; word = strtok(NULL, "\n")) {
        for (char *at = word; *at; at++)
            if (*at == '/' || (at[0] == '.' && at[1] == '.')) *at = '_';
        words[count++] = word;
    }
    words[count] = NULL;
    return count;
}

static bool may_run(const struct arguments *arguments)
{
    static const char *const kept_back[] = { "follow", "limit-memory", "limit-time" };
    for (size_t i = 0; i < arguments->given_count; i++)
        for (size_t k = 0; k < sizeof kept_back / sizeof *kept_back; k++)
            if (strcmp(all_options[arguments->given[i].id].name, kept_back[k]) == 0) return false;
    return true;
}

static void run(const struct verb *verb, int count, char **words)
{
    struct arguments arguments;
    if (arguments_read(&arguments, verb, count, words) && may_run(&arguments)) {
        fill_folder();
        int status = has(&arguments, OPT_HELP) ? print_help(verb) : verb->run(&arguments);
        if (status < EXIT_FINE || status > EXIT_UNREADABLE) abort();
    }
    arguments_free(&arguments);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *words[MOST_WORDS + 1], *text = malloc(size + 1);
    if (!text) abort();
    for (size_t i = 0; i < size; i++) text[i] = data[i] ? (char)data[i] : '\n';
    text[size] = '\0';
    int count = split(text, words);
    const struct verb *verb = count ? verb_called(words[0]) : NULL;
    if (verb) run(verb, count - 1, words + 1);
    free(text);
    return 0;
}

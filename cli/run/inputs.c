/* SPDX-License-Identifier: MIT
 * The inputs of a command: the files of the command line, those in its folders, and those of lists. */
#include "run/inputs.h"
#include "base/system.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

static const char *base_of(const char *path)
{
    const char *rest = path + root_size(path), *slash = strrchr(rest, '/');
    return slash && slash[1] ? slash + 1 : rest;
}

/* Paths still to be visited. A stack, so that deep folders need no recursion. */
struct pending {
    char *path, *relative;
};
struct stack {
    struct pending *data;
    size_t count, capacity;
};

static void push(struct stack *stack, char *path, char *relative)
{
    if (stack->count == stack->capacity) {
        stack->capacity = stack->capacity ? 2 * stack->capacity : 64;
        stack->data = grow(stack->data, stack->capacity * sizeof *stack->data);
    }
    stack->data[stack->count++] = (struct pending){ path, relative };
}

static bool push_folder(struct stack *stack, const char *folder, const char *relative)
{
    char **names = names_in(folder);
    if (!names) {
        struct text text = { 0 };
        text_visible(&text, folder, strlen(folder));
        fprintf(stderr, "reel: %s: %s\n", text_of(&text), strerror(errno));
        text_free(&text);
        return false;
    }
    size_t count = 0;
    while (names[count]) count++;
    bool slash = folder[strlen(folder) - 1] == '/';
    while (count--) {
        push(stack, joined(folder, slash ? "" : "/", names[count]), joined(relative, *relative ? "/" : "", names[count]));
        free(names[count]);
    }
    free(names);
    return true;
}

/* Whether a path is the folder of --move-failed: files that an earlier run moved there are not inputs. */
static bool holds_failed(const char *path, const struct arguments *arguments)
{
    const char *failed = value_of(arguments, OPT_MOVE_FAILED);
    struct identity own, other;
    return failed && identity_of(failed, &own) && identity_of(path, &other) && own.device == other.device &&
           own.number == other.number;
}

/* Adds every regular file below a folder, in the order of their names. A path that stat fails on is added as well, such as a link
 * to nothing: opening it will report why. Links to folders are not followed, because they may form loops. */
static bool walk(struct inputs *inputs, const struct arguments *arguments, const char *folder, const char *relative)
{
    struct stack stack = { 0 };
    bool fine = push_folder(&stack, folder, relative);
    while (stack.count) {
        struct pending next = stack.data[--stack.count];
        enum kind kind = kind_of(next.path);
        if (kind == KIND_FILE || kind == KIND_NONE) {
            inputs_add(inputs, (struct input){ .path = next.path, .relative = next.relative, .walked = true });
            continue;
        }
        bool enters = kind == KIND_FOLDER && !is_link(next.path) && !holds_failed(next.path, arguments);
        if (enters && !push_folder(&stack, next.path, next.relative)) fine = false;
        free(next.path);
        free(next.relative);
    }
    free(stack.data);
    return fine;
}

static char *without_slashes(const char *path)
{
    char *copy = copy_of(path);
    size_t least = root_size(copy) + 1;
    for (size_t size = strlen(copy); size > least && copy[size - 1] == '/'; size--) copy[size - 1] = '\0';
    return copy;
}

/* Adds a file, or all files of a folder, whose paths in an output folder begin with `above`. */
static bool add_path(struct inputs *inputs, const struct arguments *arguments, const char *word, const char *above)
{
    bool fine = true;
    char *path = without_slashes(word);
    if (kind_of(path) == KIND_FOLDER)
        fine = walk(inputs, arguments, path, above);
    else
        inputs_add(inputs, (struct input){ .path = copy_of(word), .relative = copy_of(*above ? above : base_of(path)) });
    free(path);
    return fine;
}

/* If the command line has several arguments, the paths of files in a folder begin with the name of the folder. */
static bool add_word(struct inputs *inputs, const struct arguments *arguments, const char *word)
{
    if (!strcmp(word, "-")) {
        const char *name = value_of(arguments, OPT_NAME);
        char *plain = without_slashes(name ? name : "stdin");
        inputs_add(inputs, (struct input){ .path = copy_of(word), .relative = copy_of(base_of(plain)), .name = name });
        free(plain);
        return true;
    }
    char *path = without_slashes(word);
    const char *base = base_of(path);
    bool dots = !strcmp(base, ".") || !strcmp(base, "..") || !strcmp(base, "/");
    bool folder = kind_of(path) == KIND_FOLDER, alone = arguments->input_count == 1 && !has(arguments, OPT_FILES_FROM);
    bool fine = add_path(inputs, arguments, word, folder && (alone || dots) ? "" : base);
    free(path);
    return fine;
}

/* ---- lists of inputs ---------------------------------------------------------------------------------------------- */

/* The path in an output folder of a file that a list names: the same path, or only its name if it has a component "..". */
static const char *relative_of(const char *path)
{
    path += root_size(path);
    for (;;) {
        path += strspn(path, "/");
        if (path[0] != '.' || path[1] != '/') break;
        path += 2;
    }
    for (const char *at = path; (at = strstr(at, "..")) != NULL; at += 2) {
        bool begins = at == path || at[-1] == '/', ends = !at[2] || at[2] == '/';
        if (begins && ends) return base_of(path);
    }
    return path;
}

/* In a list, "-" is a file of that name. */
static bool add_listed(struct inputs *inputs, const struct arguments *arguments, const char *name)
{
    char *path = strcmp(name, "-") != 0 ? copy_of(name) : copy_of("./-");
    use_slashes(path);
    char *above = without_slashes(relative_of(path));
    bool fine = add_path(inputs, arguments, path, strcmp(above, ".") != 0 ? above : "");
    free(above);
    free(path);
    return fine;
}

static bool list_failed(const char *path, const char *problem)
{
    struct text text = { 0 };
    text_visible(&text, path, strlen(path));
    fprintf(stderr, "reel: %s: %s\n", strcmp(path, "-") != 0 ? text_of(&text) : "standard input", problem);
    text_free(&text);
    return false;
}

/* Reads a whole list, with a NUL at its end. NULL: see errno. */
static char *read_list(const char *path, size_t *size)
{
    bool standard = !strcmp(path, "-");
    FILE *file = standard ? stdin : open_list(path);
    if (!file) return NULL;
    char *data = NULL;
    size_t capacity = 0, got = 0;
    *size = 0;
    do {
        *size += got;
        if (capacity - *size < 2) {
            capacity = capacity ? 2 * capacity : 4096;
            data = grow(data, capacity);
        }
    } while ((got = fread(data + *size, 1, capacity - *size - 1, file)) > 0);
    int error = ferror(file) ? errno : 0;
    if (!standard) fclose(file);
    data[*size] = '\0';
    if (!error) return data;
    free(data);
    errno = error;
    return NULL;
}

/* Names end with a line feed, or with NUL (-0). Empty lines are ignored. */
static bool add_list(struct inputs *inputs, const struct arguments *arguments, const char *path)
{
    size_t size;
    char *list = read_list(path, &size), *end = list ? list + size : NULL;
    if (!list) return list_failed(path, strerror(errno));
    bool fine = true, nul = has(arguments, OPT_NULL);
    if (!nul && memchr(list, '\0', size)) {
        fine = list_failed(path, "the list of files has a NUL byte; if names end with NUL, use -0");
        end = list;
    }
    for (char *name = list; name < end;) {
        char *stop = memchr(name, nul ? '\0' : '\n', (size_t)(end - name));
        if (!stop) stop = end;
        *stop = '\0';
        if (*name && !add_listed(inputs, arguments, name)) fine = false;
        name = stop + 1;
    }
    free(list);
    return fine;
}

bool inputs_find(struct inputs *inputs, const struct arguments *arguments, bool whole)
{
    bool fine = true;
    for (size_t i = 0; i < arguments->input_count; i++)
        if (!add_word(inputs, arguments, arguments->inputs[i])) fine = false;
    for (size_t i = 0; i < arguments->given_count; i++)
        if (arguments->given[i].id == OPT_FILES_FROM && !add_list(inputs, arguments, arguments->given[i].value)) fine = false;
    if (!has(arguments, OPT_FOLLOW)) inputs_expand(inputs, whole);
    for (size_t i = 0; i < inputs->count; i++) inputs->data[i].number = i + 1;
    return fine;
}

/* SPDX-License-Identifier: MIT
 * Text that grows, and lines of tab-separated values. A generator that runs out of memory ends. */
#include "doc.h"

void text_add(text *out, const char *data, size_t size)
{
    if (out->capacity - out->size < size + 1) {
        out->capacity = 2 * out->capacity + size + 1;
        out->data = realloc(out->data, out->capacity);
        if (!out->data) abort();
    }
    memcpy(out->data + out->size, data, size);
    out->size += size;
    out->data[out->size] = 0;
}

void text_add_string(text *out, const char *data) { text_add(out, data, strlen(data)); }

void text_add_cell(text *out, const char *data)
{
    for (; *data; data++) {
        if (*data == '|') text_add_string(out, "\\");
        text_add(out, data, 1);
    }
}

text text_of_files(const char *folder, const char *name)
{
    text all = { 0 };
    text_add(&all, "", 0);
    file_list files = files_below(project_path(folder));
    for (size_t i = 0; i < files.count; i++) {
        size_t size;
        const char *slash = strrchr(files.paths[i], '/');
        if (!slash || (*name && strcmp(slash + 1, name) != 0)) continue;
        uint8_t *bytes = read_file(files.paths[i], &size);
        text_add(&all, (const char *)bytes, size);
        free(bytes);
    }
    file_list_free(&files);
    return all;
}

bool tsv_next(char **cursor, char **cells, size_t count)
{
    while (**cursor) {
        char *line = *cursor, *end = strchr(line, '\n');
        *cursor = end ? end + 1 : line + strlen(line);
        if (end) *end = 0;
        if (line[0] == 0 || line[0] == '#') continue;
        for (size_t i = 0; i < count; i++) {
            char *tab = strchr(line, '\t');
            cells[i] = line;
            line = tab ? tab + 1 : line + strlen(line);
            if (tab) *tab = 0;
        }
        return true;
    }
    return false;
}

bool list_has(const char *list, char separator, const char *item)
{
    size_t size = strlen(item);
    for (const char *at = list; at;) {
        if (!strncmp(at, item, size) && (at[size] == separator || at[size] == 0)) return true;
        at = strchr(at, separator);
        if (at) at++;
    }
    return false;
}

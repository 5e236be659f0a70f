/* SPDX-License-Identifier: MIT
 * The values of options. */
#include "args/values.h"

#include <math.h>
#include <stdlib.h>

const char *value_of(const struct arguments *arguments, enum option_id id)
{
    for (size_t i = arguments->given_count; i-- > 0;)
        if (arguments->given[i].id == id) return arguments->given[i].value;
    return NULL;
}

bool has(const struct arguments *arguments, enum option_id id)
{
    for (size_t i = 0; i < arguments->given_count; i++)
        if (arguments->given[i].id == id) return true;
    return false;
}

bool read_seconds(const char *value, double *seconds)
{
    char *end;
    *seconds = strtod(value, &end);
    return end != value && !*end && isfinite(*seconds);
}

/* "1:20" or "1:02:03.5". Only the last part may have a fraction. */
static bool read_clock(const char *value, double *seconds)
{
    *seconds = 0;
    for (int parts = 1;; parts++) {
        char *end;
        size_t size = strspn(value, "0123456789.");
        double part = strtod(value, &end);
        bool last = !value[size];
        if (!size || end != value + size || (parts > 1 && part >= 60)) return false;
        if (!last && (value[size] != ':' || parts == 3 || memchr(value, '.', size))) return false;
        *seconds = *seconds * 60 + part;
        if (last) return parts > 1;
        value += size + 1;
    }
}

/* "1h2m", "90m", "2m3.5s". */
static bool read_units(const char *value, double *seconds)
{
    static const struct {
        char letter;
        double seconds;
    } units[] = { { 'h', 3600 }, { 'm', 60 }, { 's', 1 } };
    enum { UNITS = sizeof units / sizeof *units };
    size_t unit = 0;
    *seconds = 0;
    for (; *value && unit < UNITS; unit++) {
        char *end;
        size_t size = strspn(value, "0123456789.");
        double part = strtod(value, &end);
        if (!size || end != value + size) return false;
        while (unit < UNITS && units[unit].letter != *end) unit++;
        if (unit == UNITS) return false;
        *seconds += part * units[unit].seconds;
        value = end + 1;
    }
    return !*value && unit > 0;
}

/* "-90000t": ticks, or frames. */
static bool read_ticks(const char *value, double *ticks)
{
    const char *digits = value + (*value == '-');
    size_t size = strspn(digits, "0123456789");
    *ticks = strtod(value, NULL);
    return size && size <= 15 && digits[size] == 't' && !digits[size + 1];
}

bool read_moment(const char *value, struct moment *moment)
{
    moment->ticks = read_ticks(value, &moment->value);
    return moment->ticks || read_seconds(value, &moment->value) || read_clock(value, &moment->value) ||
           read_units(value, &moment->value);
}

bool read_count(const char *value, uint64_t *count)
{
    char *end;
    if (*value < '0' || *value > '9' || strlen(value) > 18) return false;
    *count = strtoull(value, &end, 10);
    return !*end;
}

/* "1000", "64K", "512M", "2G": suffixes are powers of 1024. */
bool read_size(const char *value, uint64_t *size)
{
    static const char letters[] = "KMGT";
    char *end;
    if (*value < '0' || *value > '9' || strlen(value) > 18) return false;
    *size = strtoull(value, &end, 10);
    if (!*end) return true;
    const char *letter = strchr(letters, *end & ~0x20);
    if (!letter || end[1]) return false;
    unsigned shift = 10 * (unsigned)(letter - letters + 1);
    if (*size > UINT64_MAX >> shift) return false;
    *size <<= shift;
    return true;
}

double seconds_of(const struct arguments *arguments, enum option_id id)
{
    double seconds = 0;
    const char *value = value_of(arguments, id);
    if (value) read_seconds(value, &seconds);
    return seconds;
}

bool moment_of(const struct arguments *arguments, enum option_id id, struct moment *moment)
{
    const char *value = value_of(arguments, id);
    return value && read_moment(value, moment);
}

bool wants_labels(const struct arguments *arguments, bool json)
{
    return has(arguments, OPT_LABELS) || (!json && !has(arguments, OPT_NUMBERS));
}

uint64_t count_of(const struct arguments *arguments, enum option_id id, uint64_t otherwise)
{
    const char *value = value_of(arguments, id);
    if (value) read_count(value, &otherwise);
    return otherwise;
}

uint64_t size_of(const struct arguments *arguments, enum option_id id)
{
    uint64_t size = 0;
    const char *value = value_of(arguments, id);
    if (value) read_size(value, &size);
    return size;
}

void split_words(struct names *names, const char *value)
{
    while (*value) {
        size_t size = strcspn(value, ",");
        if (size) names_add(names, value, size);
        value += size + (value[size] == ',');
    }
}

char **names_of(const struct arguments *arguments, enum option_id id)
{
    struct names names = { NULL, 0 };
    for (size_t i = 0; i < arguments->given_count; i++)
        if (arguments->given[i].id == id) split_words(&names, arguments->given[i].value);
    return names.data;
}

struct settings settings_of(const struct arguments *arguments, enum option_id id)
{
    struct settings settings = { .count = 0 };
    settings.data = grow(NULL, arguments->given_count * sizeof(reel_setting));
    settings.names = grow(NULL, arguments->given_count * sizeof(char *));
    for (size_t i = 0; i < arguments->given_count; i++) {
        if (arguments->given[i].id != id) continue;
        const char *equals = strchr(arguments->given[i].value, '=');
        char *name = copy_of(arguments->given[i].value);
        name[strcspn(name, "=")] = '\0';
        settings.names[settings.count] = name;
        settings.data[settings.count++] = (reel_setting){ .field = name, .value = equals ? equals + 1 : NULL };
    }
    return settings;
}

void free_settings(struct settings *settings)
{
    for (size_t i = 0; i < settings->count; i++) free(settings->names[i]);
    free(settings->names);
    free(settings->data);
}

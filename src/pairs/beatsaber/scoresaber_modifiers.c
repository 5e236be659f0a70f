/* SPDX-License-Identifier: MIT
 * Modifiers of ScoreSaber and of BSOR: the same codes but for two. docs/formats/scoresaber.md, "Modifiers". */
#include "core/chunk.h"
#include "pairs/beatsaber/scoresaber.h"

enum { CODE = 2, CLASH = 3, SMALL = 12, CODES = 15 };

/* The order in which the plug-in lists them. */
static const char order[CODES][CODE + 1] = { "BE", "NF", "IF", "SC", "NO", "NB", "SA", "DA",
                                             "GN", "SS", "FS", "SF", "SC", "PM", "NA" };

/* Takes the next code off the front of a list. */
static reel_string next_code(reel_string *list)
{
    size_t size = 0;
    while (size < list->size && list->data[size] != ',') size++;
    const reel_string code = { list->data, size };
    const size_t taken = size < list->size ? size + 1 : size;
    *list = (reel_string){ list->data + taken, list->size - taken };
    return code;
}

static void put_code(reel_string *list, char *data, reel_string code)
{
    if (list->size) data[list->size++] = ',';
    if (code.size) memcpy(data + list->size, code.data, code.size);
    list->size += code.size;
}

/* Index in `order`, the first of SC; CODES: none. */
static size_t place_of(reel_string code)
{
    size_t i = 0;
    while (i < CODES && !reel__text_is(code, order[i])) i++;
    return i;
}

/* What is known of the codes SC of a list: how many there are, and whether codes of the places between both meanings come before and after
 * the first. */
typedef struct clashes {
    unsigned count;
    bool before, after;
} clashes;

static clashes find_clashes(reel_string list)
{
    clashes found = { 0 };
    while (list.size) {
        const size_t place = place_of(next_code(&list));
        found.count += place == CLASH;
        if (place <= CLASH || place >= SMALL) continue;
        if (found.count)
            found.after = true;
        else
            found.before = true;
    }
    return found;
}

reel_string reel__modifiers_of_scoresaber(pair_job *job, const reel_table *from, reel_string modifiers, bool empty)
{
    const clashes known = find_clashes(modifiers);
    const bool first_is_clash = known.count > 1 || (known.count == 1 && known.after && !known.before);
    reel_string rest = modifiers, made = { 0 };
    char *data = reel_chunk_alloc(job->out, modifiers.size + 1);
    unsigned seen = 0, unused = 0;
    while (rest.size && data) {
        reel_string code = next_code(&rest);
        if (reel__text_is(code, "NF") && !empty) {
            unused++;
            continue;
        }
        if (reel__text_is(code, order[CLASH]) && seen++ == 0 && first_is_clash) code = (reel_string){ "CS", CODE };
        put_code(&made, data, code);
    }
    made.data = made.size ? data : NULL;
    reel__pair_lose(job, from, "modifiers", unused, "NF was on and not needed: BSOR lists it only if energy ran out");
    reel__report_converted(job, "convert.scoresaber.small-cubes", REEL_NOTE, from,
                           known.count == 1 && known.before == known.after,
                           "SC is small cubes or a fail on saber clash, and the file does not say which: taken for small cubes");
    return made;
}

reel_string reel__modifiers_of_bsor(pair_job *job, reel_string modifiers)
{
    bool listed[CODES] = { false }, sorted = false;
    for (reel_string rest = modifiers; rest.size;) {
        const reel_string code = next_code(&rest);
        const bool clash = reel__text_is(code, "CS"), small = reel__text_is(code, order[SMALL]);
        const size_t place = clash ? CLASH : small ? SMALL : place_of(code);
        if (place < CODES) listed[place] = true;
        sorted |= clash || small;
    }
    if (!sorted) return reel_chunk_string(job->out, modifiers.data, modifiers.size);
    char *data = reel_chunk_alloc(job->out, 2 * modifiers.size + 1);
    reel_string made = { 0 };
    for (size_t i = 0; i < CODES && data; i++)
        if (listed[i]) put_code(&made, data, (reel_string){ order[i], CODE });
    for (reel_string rest = modifiers; rest.size && data;) {
        const reel_string code = next_code(&rest);
        if (!reel__text_is(code, "CS") && place_of(code) == CODES) put_code(&made, data, code);
    }
    made.data = data;
    return made;
}

/* SPDX-License-Identifier: MIT
 * Contacts with walls of a ScoreSaber play. The extension block, which few versions of the plug-in write, has a row for each wall that the
 * head enters. The game itself counts the moment in which the head leaves the open: it resets the combo and lowers the multiplier, which
 * the lists of combos and multipliers show in every version. What lowers them without a note is a wall. docs/insight/beatsaber.md, "Walls".
 *
 * A note that was not cut well explains one fall of each list. Its time is not always that of the fall: the list has the time of the frame,
 * the note that of the cut or of the moment at which it was scored. So each fault has a span, and each fall belongs to one fault at most.
 * Faults by the end of their spans, each with the first free fall in its span, leave as few falls as possible. */
#include "insight/beatsaber/contacts.h"

#include <reel/scoresaber.h>

/* s. A cut that is earlier changes the multiplier when the note is so near. */
#define EARLY_TIME 0.15
/* s. Spans are not longer: no note is cut earlier than it is seen. */
#define SPAN_TIME 5.0
/* s. A wall drains energy in every frame: a longer gap ends the contact. */
#define DRAIN_GAP 0.1

typedef struct fault {
    float from, to;
} fault;

/* Times at which one of the lists falls, in order. */
typedef struct falls {
    play_list times;   /* float */
    uint32_t *free_at; /* count + 1 entries: the first free one from there on; see first_free */
} falls;

typedef struct finder {
    const reel_allocator *allocator;
    const scoresaber_energy *energies;
    size_t energy_count;
    float level;      /* energy before the next record of it */
    play_list faults; /* fault, by their ends */
    falls combos, multipliers;
} finder;

/* ---- falls ------------------------------------------------------------------------------------------------------ */

static bool sort_floats(play_list *list, const reel_allocator *allocator)
{
    play_list keys = { 0 };
    const size_t count = list->count;
    float *values = list->data;
    if (count < 2) return true;
    play_key *key = reel__play_list_grow(&keys, 2 * count, sizeof *key, allocator);
    if (!key) return false;
    for (size_t i = 0; i < count; i++) key[i] = (play_key){ reel__play_key_of(values[i]), (uint32_t)i };
    reel__play_sort(key, key + count, count);
    for (size_t i = 0; i < count; i++) values[i] = reel__play_value_of(key[i].key);
    reel__play_list_free(&keys, allocator);
    return true;
}

static bool add_fall(falls *to, float time, const reel_allocator *allocator)
{
    if (!isfinite(time)) return true;
    float *at = reel__play_list_grow(&to->times, 1, sizeof *at, allocator);
    if (at) *at = time;
    return at != NULL;
}

static bool find_falls(finder *f, const reel_chunk *chunk)
{
    size_t count;
    const scoresaber_combo *combos = reel_chunk_rows(chunk, &scoresaber_combos, &count);
    for (size_t i = 0; i < count; i++)
        if (combos[i].combo == 0 && !add_fall(&f->combos, combos[i].time, f->allocator)) return false;
    const scoresaber_multiplier *multipliers = reel_chunk_rows(chunk, &scoresaber_multipliers, &count);
    scoresaber_multiplier last = { .multiplier = 1 };
    for (size_t i = 0; i < count; i++) {
        const scoresaber_multiplier *row = &multipliers[i];
        if (!isfinite(row->progress)) continue;
        bool fell = row->multiplier < last.multiplier || (row->multiplier == last.multiplier && row->progress < last.progress);
        if (fell && !add_fall(&f->multipliers, row->time, f->allocator)) return false;
        last = *row;
    }
    return sort_floats(&f->combos.times, f->allocator) && sort_floats(&f->multipliers.times, f->allocator);
}

static bool free_all(falls *of, const reel_allocator *allocator)
{
    const size_t count = of->times.count;
    of->free_at = count < UINT32_MAX ? allocator->alloc(allocator->context, (count + 1) * sizeof *of->free_at) : NULL;
    for (size_t i = 0; of->free_at && i <= count; i++) of->free_at[i] = (uint32_t)i;
    return of->free_at != NULL;
}

/* The first free fall from an index on, or the count: a union-find structure, whose searches halve the path that they follow. */
static size_t first_free(const falls *of, size_t at)
{
    while (of->free_at[at] != at) {
        of->free_at[at] = of->free_at[of->free_at[at]];
        at = of->free_at[at];
    }
    return at;
}

static size_t first_from(const falls *of, float time)
{
    const float *times = of->times.data;
    size_t low = 0, high = of->times.count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (times[middle] < time)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Takes the first free fall of a span, if there is one. */
static void take_fall(falls *of, float from, float to)
{
    size_t at = first_free(of, first_from(of, from));
    if (at < of->times.count && ((const float *)of->times.data)[at] <= to) of->free_at[at] = (uint32_t)at + 1;
}

/* ---- faults ----------------------------------------------------------------------------------------------------- */

static double limited(double time, double from)
{
    return time > from + SPAN_TIME ? from + SPAN_TIME : time < from - SPAN_TIME ? from - SPAN_TIME : time;
}

/* Of a bad cut, the combo falls with the cut, and the multiplier when the note is near. */
static fault fault_of(const scoresaber_note *note)
{
    const double time = (double)note->event_time;
    double from = time, to = time;
    bool cut = note->event_type != SCORESABER_MISS && note->present & SCORESABER_NOTE_V3;
    const double times[] = { (double)note->note_time - (double)note->time_deviation, (double)note->note_time - EARLY_TIME };
    for (size_t i = 0; cut && i < 2; i++) {
        const double at = isfinite(times[i]) ? limited(times[i], time) : time;
        if (at < from && i == 0) from = at;
        if (at > to) to = at;
    }
    return (fault){ (float)(from - PLAY_FRAME_TIME), (float)(to + PLAY_FRAME_TIME) };
}

static bool find_faults(finder *f, const reel_chunk *chunk)
{
    size_t count, made = 0;
    const scoresaber_note *notes = reel_chunk_rows(chunk, &scoresaber_notes, &count);
    play_list keys = { 0 }, found = { 0 };
    for (size_t i = 0; i < count; i++) {
        bool event = notes[i].event_type >= SCORESABER_GOOD_CUT && notes[i].event_type <= SCORESABER_BOMB;
        bool good = notes[i].event_type == SCORESABER_GOOD_CUT && notes[i].color != -1;
        if (!event || good || !isfinite(notes[i].event_time)) continue;
        fault *one = reel__play_list_grow(&found, 1, sizeof *one, f->allocator);
        if (!one) return reel__play_list_free(&found, f->allocator), false;
        *one = fault_of(&notes[i]);
        made++;
    }
    play_key *key = reel__play_list_grow(&keys, 2 * made + 1, sizeof *key, f->allocator);
    fault *sorted = key ? reel__play_list_grow(&f->faults, made + 1, sizeof *sorted, f->allocator) : NULL;
    const fault *from = found.data;
    for (size_t i = 0; sorted && i < made; i++) key[i] = (play_key){ reel__play_key_of(from[i].to), (uint32_t)i };
    if (sorted) reel__play_sort(key, key + made, made);
    for (size_t i = 0; sorted && i < made; i++) sorted[i] = from[key[i].index];
    f->faults.count = made;
    reel__play_list_free(&keys, f->allocator);
    reel__play_list_free(&found, f->allocator);
    return sorted != NULL;
}

/* ---- energy ----------------------------------------------------------------------------------------------------- */

static bool is_drop(float from, float to)
{
    static const double drops[] = { 0.15, 0.1, 0.03, 0.025 };
    const double change = (double)from - (double)to;
    for (size_t i = 0; i < sizeof drops / sizeof *drops; i++)
        if (fabs(change - drops[i]) < 1e-4) return true;
    return false;
}

static bool is_record(const scoresaber_energy *row) { return isfinite(row->time) && isfinite(row->energy); }

/* Sets when a contact ended, and the energy then: that after the last of the records that falls by other steps than a note gives, and of
 * which none is long after the one before. `next`: the record to begin with; contacts come in order of time, and one begins after the other
 * has ended. */
static void end_contact(finder *f, play_contact *contact, size_t *next)
{
    size_t at = *next;
    float energy = f->level;
    for (; at < f->energy_count && !(is_record(&f->energies[at]) && f->energies[at].time >= contact->time); at++)
        if (is_record(&f->energies[at])) energy = f->energies[at].energy;
    contact->energy = energy;
    for (; at < f->energy_count; at++) {
        const scoresaber_energy *row = &f->energies[at];
        if (!is_record(row)) continue;
        if ((double)row->time - (double)contact->exit_time > DRAIN_GAP) break;
        if (row->energy < energy && !is_drop(energy, row->energy)) {
            contact->exit_time = row->time;
            contact->energy = row->energy;
        } else if (row->time <= contact->time) {
            contact->energy = row->energy;
        }
        energy = row->energy;
    }
    f->level = energy;
    *next = at;
}

/* ---- contacts --------------------------------------------------------------------------------------------------- */

static play_contact *add_contact(finder *f, play_list *to, float time)
{
    play_contact *contact = reel__play_list_grow(to, 1, sizeof *contact, f->allocator);
    if (contact) *contact = (play_contact){ .time = time, .exit_time = time, .energy = PLAY_ENERGY_UNKNOWN, .row = PLAY_NO_ROW };
    return contact;
}

/* Adds a contact for each fall that no fault explains; falls of both lists in one frame are the same. */
static bool add_unexplained(finder *f, play_list *to)
{
    size_t at[2] = { first_free(&f->combos, 0), first_free(&f->multipliers, 0) };
    falls *const lists[2] = { &f->combos, &f->multipliers };
    size_t energy = 0;
    for (;;) {
        float times[2];
        for (int i = 0; i < 2; i++)
            times[i] = at[i] < lists[i]->times.count ? ((const float *)lists[i]->times.data)[at[i]] : INFINITY;
        if (isinf(times[0]) && isinf(times[1])) return true;
        int first = times[1] < times[0], both = fabs((double)times[0] - (double)times[1]) <= PLAY_FRAME_TIME;
        play_contact *contact = add_contact(f, to, times[first]);
        if (!contact) return false;
        if (f->energy_count) end_contact(f, contact, &energy);
        for (int i = 0; i < 2; i++)
            if (i == first || both) at[i] = first_free(lists[i], at[i] + 1);
    }
}

/* The rows in order of time, without those of walls that the head entered in another wall. */
static bool add_rows(finder *f, const reel_chunk *chunk, play_list *to)
{
    size_t count;
    const scoresaber_wall *walls = reel_chunk_rows(chunk, &scoresaber_walls, &count);
    play_list keys = { 0 };
    if (!count) return true;
    play_key *key = count < UINT32_MAX ? reel__play_list_grow(&keys, 2 * count, sizeof *key, f->allocator) : NULL;
    for (size_t i = 0; key && i < count; i++)
        key[i] = (play_key){ isfinite(walls[i].time) ? reel__play_key_of(walls[i].time) : 0, (uint32_t)i };
    if (key) reel__play_sort(key, key + count, count);
    bool added = key != NULL;
    for (size_t i = 0; added && i < count; i++) {
        const scoresaber_wall *wall = &walls[key[i].index];
        const float time = isfinite(wall->time) ? wall->time : NAN,
                    exit_time = isfinite(wall->exit_time) ? wall->exit_time : time;
        play_contact *last = to->count ? (play_contact *)to->data + to->count - 1 : NULL;
        if (last && time < last->exit_time) {
            if (exit_time > last->exit_time) last->exit_time = exit_time, last->energy = wall->energy;
            continue;
        }
        play_contact *contact = add_contact(f, to, time);
        added = contact != NULL;
        if (added) *contact = (play_contact){ time, exit_time, wall->energy, key[i].index };
    }
    reel__play_list_free(&keys, f->allocator);
    return added;
}

/* Puts contacts of the lists without a row among those with one. Both are in order of time. */
static bool merge(finder *f, const play_list *rows, const play_list *found, play_list *to)
{
    const play_contact *row = rows->data, *other = found->data;
    size_t i = 0, k = 0;
    while (i < rows->count || k < found->count) {
        bool near = i < rows->count && k < found->count && fabs((double)row[i].time - (double)other[k].time) <= PLAY_FRAME_TIME;
        bool own = i < rows->count && (near || k >= found->count || !(other[k].time < row[i].time));
        play_contact *contact = add_contact(f, to, 0);
        if (!contact) return false;
        *contact = own ? row[i++] : other[k++];
        k += near;
    }
    return true;
}

bool reel__play_find_contacts(const reel_chunk *chunk, const reel_allocator *allocator, play_list *contacts)
{
    finder f = { .allocator = allocator, .level = 0.5f };
    play_list rows = { 0 }, found = { 0 };
    f.energies = reel_chunk_rows(chunk, &scoresaber_energies, &f.energy_count);
    bool done =
        find_falls(&f, chunk) && find_faults(&f, chunk) && free_all(&f.combos, allocator) && free_all(&f.multipliers, allocator);
    const fault *faults = f.faults.data;
    for (size_t i = 0; done && i < f.faults.count; i++) {
        take_fall(&f.combos, faults[i].from, faults[i].to);
        take_fall(&f.multipliers, faults[i].from, faults[i].to);
    }
    done = done && add_unexplained(&f, &found) && add_rows(&f, chunk, &rows) && merge(&f, &rows, &found, contacts);
    if (f.combos.free_at) allocator->free(allocator->context, f.combos.free_at);
    if (f.multipliers.free_at) allocator->free(allocator->context, f.multipliers.free_at);
    reel__play_list_free(&f.combos.times, allocator);
    reel__play_list_free(&f.multipliers.times, allocator);
    reel__play_list_free(&f.faults, allocator);
    reel__play_list_free(&rows, allocator);
    reel__play_list_free(&found, allocator);
    return done;
}

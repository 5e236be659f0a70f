/* SPDX-License-Identifier: MIT
 * Strokes: three stops of a hand, described by numbers that do not change if the player stands elsewhere, is turned or mirrored, or if
 * the other hand does it. docs/match.md, "Hands". */
#include "insight/fingerprint/fingerprint.h"

#include <math.h>

/* Lengths are counted in steps that grow with them: v / (TOLERANCE + GROWTH v). One step is about what two copies may differ by:
 * 20 mm, and a few per cent. */
#define TOLERANCE 20.0 /* mm */
#define GROWTH 0.025
/* ms: a longer pause between two stops is not a swing. */
enum { LONGEST_SWING = 4000, LEAST_LENGTH = 100 /* mm */ };

static double steps_of(double length) { return length / (TOLERANCE + GROWTH * fabs(length)); }

static int difference(const hand_stop *from, const hand_stop *to, int axis)
{
    int apart = (to->at[axis] - from->at[axis] + STOP_SPAN) % STOP_SPAN;
    return apart < STOP_SPAN / 2 ? apart : apart - STOP_SPAN;
}

/* Which way the hand turns, if that is certain: 1, -1 or 0. */
static int turn_of(double x1, double z1, double x2, double z2)
{
    double cross = x1 * z2 - z1 * x2, sine = 0.3 * sqrt((x1 * x1 + z1 * z1) * (x2 * x2 + z2 * z2));
    return cross > sine ? 1 : cross < -sine ? -1 : 0;
}

/* The numbers of three stops, in steps: lengths on the floor and heights of both swings, and the distance of the ends on the floor. */
static void numbers_of(const hand_stop stops[3], double numbers[STROKE_NUMBERS], int *turn)
{
    double x1 = difference(&stops[0], &stops[1], 0), z1 = difference(&stops[0], &stops[1], 2);
    double x2 = difference(&stops[1], &stops[2], 0), z2 = difference(&stops[1], &stops[2], 2);
    numbers[0] = sqrt(x1 * x1 + z1 * z1);
    numbers[1] = difference(&stops[0], &stops[1], 1);
    numbers[2] = sqrt(x2 * x2 + z2 * z2);
    numbers[3] = difference(&stops[1], &stops[2], 1);
    numbers[4] = sqrt((x1 + x2) * (x1 + x2) + (z1 + z2) * (z1 + z2));
    *turn = turn_of(x1, z1, x2, z2);
}

stroke reel__stroke_of(const hand_stop stops[3])
{
    stroke made = { .turn = 0 };
    double numbers[STROKE_NUMBERS];
    int turn;
    numbers_of(stops, numbers, &turn);
    int32_t first = stops[1].ms - stops[0].ms, second = stops[2].ms - stops[1].ms;
    made.usable = first > 0 && second > 0 && first <= LONGEST_SWING && second <= LONGEST_SWING &&
                  numbers[0] + fabs(numbers[1]) >= LEAST_LENGTH && numbers[2] + fabs(numbers[3]) >= LEAST_LENGTH;
    for (int i = 0; i < STROKE_NUMBERS; i++) {
        double steps = steps_of(numbers[i]) * STROKE_STEP;
        made.numbers[i] = (int16_t)floor(steps + 0.5);
    }
    made.times[0] = (int16_t)(made.usable ? first : 0);
    made.times[1] = (int16_t)(made.usable ? second : 0);
    made.turn = (int8_t)turn;
    return made;
}

/* ---- strokes of a motion, by their numbers -------------------------------------------------------------------------- */

/* A cell of the grid: three numbers of a stroke, in steps, modulo the size of the grid. Cells beside each other in the last number follow
 * one another. */
typedef struct stroke_cell {
    unsigned row, column, layer;
} stroke_cell;

enum { CELL_COUNT = STROKE_CELLS * STROKE_CELLS * STROKE_CELLS };

static stroke_cell cell_of(const stroke *item)
{
    return (stroke_cell){ (unsigned)(item->numbers[0] / STROKE_STEP), (unsigned)(item->numbers[2] / STROKE_STEP),
                          (unsigned)(item->numbers[4] / STROKE_STEP) };
}

static size_t first_layer(unsigned row, unsigned column)
{
    return ((size_t)(row % STROKE_CELLS) * STROKE_CELLS + column % STROKE_CELLS) * STROKE_CELLS;
}

static size_t number_of_cell(const stroke *item)
{
    const stroke_cell cell = cell_of(item);
    return first_layer(cell.row, cell.column) + cell.layer % STROKE_CELLS;
}

bool reel__strokes_make(const reel_allocator *allocator, const stop_list *stops, stroke_list *list)
{
    list->count = stops->count > 2 ? stops->count - 2 : 0;
    if (list->count == 0) return true;
    list->data = reel__memory_new(allocator, list->count * sizeof *list->data);
    list->starts = reel__memory_new(allocator, (CELL_COUNT + 1) * sizeof *list->starts);
    list->order = reel__memory_new(allocator, list->count * sizeof *list->order);
    if (!list->data || !list->starts || !list->order) return false;
    for (size_t i = 0; i < list->count; i++) {
        list->data[i] = reel__stroke_of(stops->data + i);
        if (i < stops->left && i + 2 >= stops->left) list->data[i].usable = false; /* stops of both hands */
        if (list->data[i].usable) list->starts[number_of_cell(&list->data[i])]++;
    }
    for (size_t cell = 1; cell <= CELL_COUNT; cell++)
        list->starts[cell] = (uint16_t)(list->starts[cell] + list->starts[cell - 1]);
    for (size_t i = list->count; i-- > 0;) /* each start moves from the end of its cell to the first stroke */
        if (list->data[i].usable) list->order[--list->starts[number_of_cell(&list->data[i])]] = (uint16_t)i;
    return true;
}

void reel__strokes_free(const reel_allocator *allocator, stroke_list *list)
{
    reel__memory_drop(allocator, list->data);
    reel__memory_drop(allocator, list->starts);
    reel__memory_drop(allocator, list->order);
}

/* Whether one time is within 60 % of the other. */
static bool is_paced(int one, int other) { return 5 * one <= 8 * other && 5 * other <= 8 * one; }

/* Whether all numbers differ by less than a step, and both swings take about as long. Sets *off. */
static bool strokes_agree(const stroke *one, const stroke *other, int *surplus)
{
    unsigned far = 0; /* all numbers are looked at: one branch that is nearly never taken costs less than five */
    int sum = 0;
    for (int i = 0; i < STROKE_NUMBERS; i++) {
        int off = one->numbers[i] - other->numbers[i];
        far |= (unsigned)(off + STROKE_STEP - 1) > 2 * (STROKE_STEP - 1);
        if (i >= 2) sum += off * off;
    }
    if (far) return false;
    *surplus = sum;
    return is_paced(one->times[0], other->times[0]) && is_paced(one->times[1], other->times[1]);
}

/* Adds a stroke to the best ones of a search, the best first. */
static size_t add_near(near_stroke found[MOST_NEAR], size_t count, near_stroke item)
{
    if (count == MOST_NEAR && item.off >= found[count - 1].off) return count;
    size_t at = count < MOST_NEAR ? count++ : count - 1;
    for (; at > 0 && found[at - 1].off > item.off; at--) found[at] = found[at - 1];
    found[at] = item;
    return count;
}

/* Adds the strokes of some cells that follow one another. `seen`: those that were looked at. */
static size_t add_cells(const stroke_list *list, const stroke *wanted, size_t first, size_t cells, size_t *seen,
                        near_stroke found[MOST_NEAR], size_t count)
{
    const uint16_t *at = list->order + list->starts[first], *end = list->order + list->starts[first + cells];
    if ((size_t)(end - at) > MOST_SEEN - *seen) end = at + (MOST_SEEN - *seen);
    *seen += (size_t)(end - at);
    for (; at < end; at++) {
        int off;
        if (strokes_agree(&list->data[*at], wanted, &off)) count = add_near(found, count, (near_stroke){ *at, off });
    }
    return count;
}

size_t reel__strokes_near(const stroke_list *list, const stroke *wanted, near_stroke found[MOST_NEAR])
{
    enum { SIDE = 3 };
    size_t count = 0, seen = 0;
    if (!wanted->usable || !list->count) return 0;
    const stroke_cell cell = cell_of(wanted);
    const size_t layer = (cell.layer - 1) % STROKE_CELLS, before_end = STROKE_CELLS - layer < SIDE ? STROKE_CELLS - layer : SIDE;
    for (unsigned row = cell.row - 1; row != cell.row + 2; row++) {
        for (unsigned column = cell.column - 1; column != cell.column + 2; column++) {
            const size_t first = first_layer(row, column);
            count = add_cells(list, wanted, first + layer, before_end, &seen, found, count);
            if (before_end < SIDE) count = add_cells(list, wanted, first, SIDE - before_end, &seen, found, count);
        }
    }
    return count;
}

/* ---- keys ----------------------------------------------------------------------------------------------------------- */

enum {
    KEYED_NUMBERS = 8, /* of four stops */
    CELL = 2,          /* steps: a key has the cells of the numbers */
    STATES = 8,        /* of a code of four bits */
    SAMPLED = 3        /* one key of four is kept, chosen by the key itself: so a copy has the same ones */
};

/* Parts of a cell by which a number may be away from the next one that is looked up too; the sum of two. Numbers of copies differ by a
 * tenth of a cell and less. */
#define MOST_MARGIN 0.1
#define MOST_OF_BOTH 0.12

static uint64_t mix(uint64_t bits)
{
    bits = (bits ^ bits >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    bits = (bits ^ bits >> 27) * UINT64_C(0x94d049bb133111eb);
    return bits ^ bits >> 31;
}

static reel_match_key key_of_cells(const int cells[KEYED_NUMBERS], uint32_t check)
{
    uint64_t bits = 0;
    for (int i = 0; i < KEYED_NUMBERS; i++) bits = bits << 8 | (uint8_t)cells[i];
    return (reel_match_key){ .key = (uint32_t)(mix(bits) >> 32) & 0xfffffff, .family = FAMILY_SWINGS, .check = check };
}

/* The numbers of four stops, in steps. False: they are not swings. */
static bool keyed_numbers(const hand_stop stops[4], double numbers[KEYED_NUMBERS])
{
    double later[STROKE_NUMBERS];
    int turn;
    if (!reel__stroke_of(stops).usable || !reel__stroke_of(stops + 1).usable) return false;
    numbers_of(stops, numbers, &turn);
    numbers_of(stops + 1, later, &turn);
    numbers[5] = later[2];
    numbers[6] = later[3];
    numbers[7] = later[4];
    for (int i = 0; i < KEYED_NUMBERS; i++) numbers[i] = steps_of(numbers[i]);
    return true;
}

/* A ring of eight states in four bits: states at a distance of n differ in n bits. */
static uint32_t ring_code(unsigned state)
{
    static const uint8_t codes[STATES] = { 0, 1, 3, 7, 15, 14, 12, 8 };
    return codes[state % STATES];
}

size_t reel__swing_keys(const hand_stop stops[4], bool variants, reel_match_key keys[MOST_SWING_KEYS])
{
    double numbers[KEYED_NUMBERS], least[2] = { 2, 2 };
    int cells[KEYED_NUMBERS], weak[2] = { 0, 0 }, side[2] = { 0, 0 };
    uint32_t check = 0;
    size_t made = 0;
    if (!keyed_numbers(stops, numbers)) return 0;
    for (int i = 0; i < KEYED_NUMBERS; i++) {
        double cell = floor(numbers[i] / CELL), within = numbers[i] / CELL - cell;
        double margin = within < 0.5 ? within : 1 - within;
        cells[i] = (int)cell;
        check |= ring_code((unsigned)(within * STATES)) << 4 * i;
        int at = margin < least[0] ? 0 : margin < least[1] ? 1 : 2;
        if (at == 0) least[1] = least[0], weak[1] = weak[0], side[1] = side[0];
        if (at < 2) least[at] = margin, weak[at] = i, side[at] = within < 0.5 ? -1 : 1;
    }
    for (int variant = 0; variant < (variants ? MOST_SWING_KEYS : 1); variant++) {
        int moved[KEYED_NUMBERS];
        const double margin = (variant & 1 ? least[0] : 0) + (variant & 2 ? least[1] : 0);
        if (margin > (variant == 3 ? MOST_OF_BOTH : MOST_MARGIN)) continue;
        memcpy(moved, cells, sizeof moved);
        for (int i = 0; i < 2; i++)
            if (variant >> i & 1) moved[weak[i]] += side[i];
        reel_match_key key = key_of_cells(moved, check);
        if ((key.key & SAMPLED) == 0) keys[made++] = key;
    }
    return made;
}

/* SPDX-License-Identifier: MIT */
#include "columns/coder/decimal.h"

#include "columns/coder/lanes.h"
#include "columns/coder/value_list.h"
#include "core/rank.h"

/* ---- sorted lists of values ------------------------------------------------------------------------------------- */

enum { LIST_SHARE = 4, LIST_MOST = 4096 };

static const series_type number_type = { .bits = 32 };

bool reel__listed_encode(block_writer *block, series_type type, const uint64_t *values, size_t count, reel_memory *to)
{
    size_t most = count / LIST_SHARE < LIST_MOST ? count / LIST_SHARE : LIST_MOST;
    value_list list;
    if (type.bits == 8 || most < 2 || !reel__value_list_make(block, values, count, most, &list)) return false;
    uint64_t *sorted = reel__block_room(block, list.count, 2 * sizeof *sorted);
    uint64_t *numbers = reel__block_room(block, count, sizeof *numbers);
    if (!sorted || !numbers) return false;
    memcpy(sorted, list.values, list.count * sizeof *sorted);
    reel__rank_numbers(sorted, sorted + list.count, list.count);
    if (!reel__value_list_reorder(&list, sorted) || !reel__value_list_index(&list, values, count, numbers)) return false;
    uint8_t method = PACKING_NOTHING << PACKING_SHIFT | SERIES_DICTIONARY;
    reel__block_add(block, to, &method, 1);
    reel__block_add_leb128(block, to, list.count);
    reel__series_encode_simple(block, NULL, type, list.values, list.count, NULL, to);
    reel__series_encode_simple(block, NULL, number_type, numbers, count, NULL, to);
    return block->status == REEL_OK;
}

reel_status reel__listed_decode(block_source *source, block_column *column, series_type type, size_t count, uint64_t *values)
{
    uint64_t listed = reel_get_leb128(&column->in);
    if (column->in.failed || !listed || listed > count)
        return reel__source_corrupt(source, &column->in, "a list of more values than rows");
    uint64_t *list = reel__source_room(source, (size_t)listed, sizeof *list);
    if (!list) return reel__memory_fail(source->error);
    reel_status status = reel__series_decode_simple(source, column, type, (size_t)listed, list);
    if (status == REEL_OK) status = reel__series_decode_simple(source, column, number_type, count, values);
    if (status == REEL_OK) status = reel__ranks_replace(source, &column->in, list, (size_t)listed, values, count);
    return status;
}

/* ---- decimals --------------------------------------------------------------------------------------------------- */

enum { DIGITS_MOST = 9, SAMPLE = 64, EXCEPTION_SHARE = 8 };

/* How a whole number k stands for a float. Games write thousandths as k * 0.001f, and print eight digits of that. */
typedef enum decimal_form {
    DECIMAL_QUOTIENT = 0, /* k / 10^n */
    DECIMAL_PRODUCT = 1,  /* k times the f32 that is nearest to 10^-n */
    DECIMAL_PRINTED = 2,  /* the same, rounded to eight significant digits */
    DECIMAL_FORMS = 3
} decimal_form;
enum { FORM_SHIFT = 4, DIGITS_MASK = 15 };

typedef struct decimal_scale {
    decimal_form form;
    unsigned digits;
    double power, factor; /* 10^n, and the f32 nearest to 10^-n */
} decimal_scale;

static const series_type whole_type = { .bits = 64, .is_signed = true };

static decimal_scale scale_of(decimal_form form, unsigned digits)
{
    decimal_scale scale = { .form = form, .digits = digits, .power = 1 };
    for (unsigned i = 0; i < digits; i++) scale.power *= 10;
    scale.factor = (double)(float)(1 / scale.power); /* up to nine digits, that is the nearest */
    return scale;
}

/* A size rounded to eight significant digits. Its products with powers of ten are exact: one of its own has 24 bits, and 5^12 has 28. */
static double printed(double size)
{
    enum { PLACES_MOST = 12 };
    double power = 1;
    if (!(size < 1e8)) return size;
    for (int places = 0; places < PLACES_MOST && size * power < 1e7; places++) power *= 10;
    return (double)(int64_t)(size * power + 0.5) / power;
}

/* The bits of the float that k stands for. Each operation is one of IEEE 754, so every machine gets the same. */
static uint64_t decimal_bits(int64_t k, const decimal_scale *scale, unsigned bits)
{
    if (scale->form == DECIMAL_QUOTIENT) {
        double value = (double)k / scale->power;
        return bits == 32 ? reel_float_bits((float)value) : reel_double_bits(value);
    }
    float product = (float)((double)k * scale->factor);
    if (scale->form == DECIMAL_PRODUCT) return reel_float_bits(product);
    float rounded = (float)printed(product < 0 ? -(double)product : (double)product);
    return reel_float_bits(product < 0 ? -rounded : rounded);
}

/* The k of a value. False: the value is not such a decimal. */
static bool decimal_whole(uint64_t value, const decimal_scale *scale, unsigned bits, int64_t *k)
{
    double number = bits == 32 ? (double)reel_float_of((uint32_t)value) : reel_double_of(value);
    if (!(number > -1e6 && number < 1e6)) return false;
    double scaled = number * scale->power;
    *k = (int64_t)(scaled < 0 ? scaled - 0.5 : scaled + 0.5);
    return decimal_bits(*k, scale, bits) == value;
}

/* How many values are decimals, of every step-th one. */
static size_t count_wholes(series_type type, const uint64_t *values, size_t count, size_t step, const decimal_scale *scale)
{
    size_t fit = 0;
    int64_t k;
    for (size_t i = 0; i < count; i += step) fit += decimal_whole(values[i], scale, type.bits, &k);
    return fit;
}

/* Finds the fewest digits that make most of a sample decimals, and the form that fits the most values. Returns false if no form fits.
 * A float of 32 bits has seven digits: more say nothing. */
static bool choose_scale(series_type type, const uint64_t *values, size_t count, decimal_scale *best)
{
    unsigned most = type.bits == 32 ? 5 : DIGITS_MOST, forms = type.bits == 32 ? DECIMAL_FORMS : 1;
    size_t step = count / SAMPLE + 1, sampled = (count + step - 1) / step, fit = 0;
    for (unsigned digits = 0; digits <= most && !fit; digits++)
        for (unsigned form = 0; form < forms && fit < count; form++) {
            decimal_scale scale = scale_of((decimal_form)form, digits);
            size_t now = count_wholes(type, values, count, step, &scale);
            if (now * EXCEPTION_SHARE < sampled * (EXCEPTION_SHARE - 1)) continue;
            now = now == sampled && form == DECIMAL_QUOTIENT ? count : count_wholes(type, values, count, 1, &scale);
            if (now > fit) *best = scale, fit = now;
        }
    return fit;
}

/* What a vector's component is if the vector is perpendicular to two others, of which these are the components: a b - c d, in whole numbers
 * of the same scale. */
typedef struct decimal_product {
    const uint64_t *a, *b, *c, *d;
} decimal_product;

static int64_t product_at(const decimal_product *product, size_t i, int64_t scale)
{
    int64_t sum = (int64_t)(product->a[i] * product->b[i] - product->c[i] * product->d[i] + (uint64_t)scale / 2);
    return sum / scale - (sum % scale < 0);
}

/* The cross product of the two fields before this one, all of three values. False: it does not predict this one. */
static bool find_product(const block_writer *block, const series_context *context, int64_t scale, const uint64_t *wholes,
                         decimal_product *product, series_place places[PRODUCT_TERMS])
{
    enum { AXES = 3, NEAR = 2 };
    if (!context || context->field < 2) return false;
    const coder_field *fields = &block->table->fields[context->field - 2];
    for (int f = 0; f < 3; f++)
        if (fields[f].type != REEL_F32 || fields[f].count != AXES) return false;
    uint16_t next = (uint16_t)((context->index + 1) % AXES), last = (uint16_t)((context->index + 2) % AXES);
    uint16_t first = (uint16_t)(context->field - 2), second = (uint16_t)(context->field - 1);
    const series_place found[PRODUCT_TERMS] = { { first, next }, { second, last }, { first, last }, { second, next } };
    const uint64_t *terms[PRODUCT_TERMS];
    for (int t = 0; t < PRODUCT_TERMS; t++) {
        places[t] = found[t];
        terms[t] = block->written[found[t].field] ? block->wholes[block->first[found[t].field] + found[t].index] : NULL;
        if (!terms[t]) return false;
    }
    *product = (decimal_product){ terms[0], terms[1], terms[2], terms[3] };
    size_t step = block->count / SAMPLE + 1, near = 0, sampled = 0;
    for (size_t i = 0; i < block->count; i += step, sampled++)
        near += wholes[i] - (uint64_t)product_at(product, i, scale) + NEAR <= 2 * NEAR;
    return near * EXCEPTION_SHARE >= sampled * (EXCEPTION_SHARE - 1);
}

/* How the whole numbers of a series are predicted: not at all, by a product, or as the third component of a direction. */
enum { PREDICT_NOTHING, PREDICT_PRODUCT, PREDICT_ROOT, PREDICTIONS };

/* The size of a direction's third component, as whole numbers, of the bits of the other two. */
static void fill_roots(const uint64_t *a, const uint64_t *b, size_t count, double power, uint64_t *roots)
{
    reel__expect_root(a, b, count, roots);
    for (size_t i = 0; i < count; i++) roots[i] = (uint64_t)((double)reel_float_of((uint32_t)roots[i]) * power + 0.5);
}

/* Twice the distance of a size from its root, and the sign. */
static uint64_t rest_of(uint64_t whole, uint64_t root)
{
    uint64_t negative = whole >> 63, size = negative ? 0 - whole : whole;
    return (size - root) << 1 | negative;
}

static uint64_t whole_of(uint64_t rest, uint64_t root)
{
    uint64_t size = root + (uint64_t)((int64_t)(rest - (rest & 1)) / 2);
    return rest & 1 ? 0 - size : size;
}

/* The rests of a series that is the third component of a direction in most rows; NULL: it is not. */
static uint64_t *find_root(block_writer *block, const series_context *context, const decimal_scale *scale, const uint64_t *wholes)
{
    enum { AXES = 3, NEAR = 8, SHARE = 4 };
    if (!context || context->index != AXES - 1) return NULL;
    const coder_field *field = &block->table->fields[context->field];
    if (field->type != REEL_F32 || field->count != AXES) return NULL;
    uint64_t *const *own = block->series + block->first[context->field];
    uint64_t *rests = reel__block_room(block, block->count, sizeof *rests);
    if (!rests) return NULL;
    size_t near = 0;
    fill_roots(own[0], own[1], block->count, scale->power, rests);
    for (size_t i = 0; i < block->count; i++) {
        uint64_t size = wholes[i] >> 63 ? 0 - wholes[i] : wholes[i];
        near += size - rests[i] + NEAR <= 2 * NEAR;
        rests[i] = rest_of(wholes[i], rests[i]);
    }
    return near >= block->count / SHARE * (SHARE - 1) ? rests : NULL;
}

static void write_exceptions(block_writer *block, const reel_memory *exceptions, uint64_t found, reel_memory *to)
{
    reel__block_add_leb128(block, to, found);
    reel__block_add(block, to, exceptions->data, exceptions->size);
}

static void add_exception(block_writer *block, size_t step, uint64_t value, unsigned bits, reel_memory *exceptions)
{
    uint8_t bytes[8];
    reel_store_u64le(bytes, value);
    reel__block_add_leb128(block, exceptions, step);
    reel__block_add(block, exceptions, bytes, bits / 8);
}

/* The whole numbers of values, and the exceptions: values without one. Returns the number of exceptions. */
static uint64_t find_wholes(block_writer *block, series_type type, const uint64_t *values, size_t count,
                            const decimal_scale *scale, uint64_t *wholes, reel_memory *exceptions)
{
    uint64_t found = 0;
    size_t last = 0;
    for (size_t i = 0; i < count; i++) {
        int64_t k = 0;
        if (decimal_whole(values[i], scale, type.bits, &k)) {
            wholes[i] = (uint64_t)k;
            continue;
        }
        wholes[i] = i ? wholes[i - 1] : 0;
        add_exception(block, i - last, values[i], type.bits, exceptions);
        last = i;
        found++;
    }
    return found;
}

uint64_t *reel__decimal_encode(block_writer *block, series_context *context, series_type type, const uint64_t *values,
                               size_t count, reel_memory *to)
{
    decimal_scale scale = { .power = 1 };
    uint64_t *wholes = reel__block_room(block, count, sizeof *wholes), *residuals = wholes;
    if (!wholes || !choose_scale(type, values, count, &scale)) return NULL;
    reel_memory exceptions = reel__block_part(block);
    uint64_t found = find_wholes(block, type, values, count, &scale, wholes, &exceptions);
    decimal_product product = { 0 };
    series_place places[PRODUCT_TERMS];
    bool predicted = find_product(block, context, (int64_t)scale.power, wholes, &product, places), fits = true;
    uint64_t *rests = predicted ? NULL : find_root(block, context, &scale, wholes);
    if (predicted || rests || scale.form != DECIMAL_QUOTIENT) {
        uint8_t head[] = { PACKING_NOTHING << PACKING_SHIFT | SERIES_SCALED,
                           (uint8_t)((unsigned)scale.form << FORM_SHIFT | scale.digits),
                           (uint8_t)(rests       ? PREDICT_ROOT
                                     : predicted ? PREDICT_PRODUCT
                                                 : PREDICT_NOTHING) };
        reel__block_add(block, to, head, sizeof head);
    } else {
        uint8_t head[] = { PACKING_NOTHING << PACKING_SHIFT | SERIES_DECIMAL, (uint8_t)scale.digits };
        reel__block_add(block, to, head, sizeof head);
    }
    for (int t = 0; t < PRODUCT_TERMS && predicted; t++) fits = fits && reel__series_add_place(block, context, places[t], to);
    write_exceptions(block, &exceptions, found, to);
    reel_memory_free(&exceptions);
    if (rests) residuals = rests;
    if (predicted) residuals = reel__block_room(block, count, sizeof *residuals);
    if (!residuals) return NULL;
    for (size_t i = 0; i < count && predicted; i++)
        residuals[i] = wholes[i] - (uint64_t)product_at(&product, i, (int64_t)scale.power);
    reel__series_encode_simple(block, context, whole_type, residuals, count, NULL, to);
    return fits && block->status == REEL_OK && found * EXCEPTION_SHARE <= count ? wholes : NULL;
}

/* Exceptions in a column: rows since the one before, and the bits of the value. */
typedef struct exception_list {
    reel_cursor in;
    uint64_t count;
} exception_list;

static reel_status read_exceptions(block_source *source, reel_cursor *in, series_type type, size_t count, exception_list *list)
{
    size_t size = type.bits / 8;
    list->count = reel_get_leb128(in);
    if (in->failed || list->count > count || !reel_count_fits(in, list->count, 1 + size))
        return reel__source_corrupt(source, in, "an exception that is not in its rows");
    list->in = *in;
    for (uint64_t i = 0; i < list->count; i++) {
        reel_get_leb128(in);
        reel_take(in, size);
    }
    return REEL_OK;
}

static reel_status store_exceptions(block_source *source, exception_list *list, series_type type, size_t count, uint64_t *values)
{
    uint64_t at = 0;
    for (uint64_t i = 0; i < list->count; i++) {
        uint8_t bytes[8] = { 0 };
        uint64_t step = reel_get_leb128(&list->in);
        const uint8_t *value = reel_take(&list->in, type.bits / 8);
        if (!value || step >= count - at) return reel__source_corrupt(source, &list->in, "an exception that is not in its rows");
        memcpy(bytes, value, type.bits / 8);
        values[at += step] = reel__series_narrow(reel_load_u64le(bytes), type);
    }
    return REEL_OK;
}

/* The terms of a product: whole numbers of other columns. */
static reel_status read_product(block_source *source, block_column *column, size_t count, decimal_product *product)
{
    const uint64_t *terms[PRODUCT_TERMS];
    for (int t = 0; t < PRODUCT_TERMS; t++) {
        const block_column *other;
        uint64_t index;
        reel_status status = reel__series_read_place(source, column, &other, &index);
        if (status != REEL_OK) return status;
        terms[t] = other->wholes ? other->wholes[index] : NULL;
        if (!terms[t]) return reel__source_corrupt(source, &column->in, "a reference to a column without numbers");
    }
    *product = (decimal_product){ terms[0], terms[1], terms[2], terms[3] };
    return reel__source_spend(source, &column->in, count);
}

static reel_status read_roots(block_source *source, block_column *column, size_t count, double power, uint64_t **roots)
{
    if (!column->before[0] || !column->before[1])
        return reel__source_corrupt(source, &column->in, "a root without the series before it");
    *roots = reel__source_room(source, count, sizeof **roots);
    if (!*roots) return reel__memory_fail(source->error);
    fill_roots(column->before[0], column->before[1], count, power, *roots);
    return reel__source_spend(source, &column->in, count);
}

reel_status reel__decimal_decode(block_source *source, block_column *column, series_type type, bool scaled, size_t count,
                                 uint64_t *values, uint64_t **wholes)
{
    reel_cursor *in = &column->in;
    uint8_t first = reel_get_u8(in), predicted = scaled ? reel_get_u8(in) : 0;
    unsigned digits = first & DIGITS_MASK, form = first >> FORM_SHIFT;
    decimal_product product = { 0 };
    exception_list exceptions;
    uint64_t *roots = NULL;
    if (in->failed || digits > DIGITS_MOST || (form && !scaled))
        return reel__source_corrupt(source, in, "decimals of too many digits");
    bool known = predicted < PREDICTIONS && form < DECIMAL_FORMS && (form == DECIMAL_QUOTIENT || type.bits == 32);
    if (!known) return reel__source_unsupported(source, in, "a method for numbers");
    const decimal_scale scale = scale_of((decimal_form)form, digits);
    reel_status status = predicted ? reel__series_is_of_rows(source, column, count) : REEL_OK;
    if (status == REEL_OK && predicted == PREDICT_PRODUCT) status = read_product(source, column, count, &product);
    if (status == REEL_OK && predicted == PREDICT_ROOT) status = read_roots(source, column, count, scale.power, &roots);
    if (status == REEL_OK) status = read_exceptions(source, in, type, count, &exceptions);
    if (status == REEL_OK) status = reel__series_decode_simple(source, column, whole_type, count, values);
    if (status != REEL_OK) return status;
    for (size_t i = 0; i < count && predicted == PREDICT_PRODUCT; i++)
        values[i] += (uint64_t)product_at(&product, i, (int64_t)scale.power);
    for (size_t i = 0; i < count && roots; i++) values[i] = whole_of(values[i], roots[i]);
    if (column->referenced && wholes) {
        *wholes = reel__source_keep(source, count, sizeof **wholes);
        if (!*wholes) return reel__memory_fail(source->error);
        memcpy(*wholes, values, count * sizeof **wholes);
    }
    for (size_t i = 0; i < count; i++) values[i] = decimal_bits((int64_t)values[i], &scale, type.bits);
    return store_exceptions(source, &exceptions, type, count, values);
}

/* ---- series that equal another ---------------------------------------------------------------------------------- */

/* At most how many rows may differ. */
static size_t most_different(size_t count) { return count / 64; }

static size_t count_different(const uint64_t *a, const uint64_t *b, size_t count)
{
    size_t different = 0;
    for (size_t i = 0; i < count && different <= most_different(count); i++) different += a[i] != b[i];
    return different;
}

/* The earlier series of the same type with the fewest other values. False: all differ in too many rows. */
static bool find_same(const block_writer *block, series_type type, const uint64_t *values, size_t count, series_place *place)
{
    size_t fewest = most_different(count) + 1;
    for (size_t f = 0; f < block->table->count && fewest; f++) {
        series_type other = reel__series_type_of(&block->table->fields[f]);
        if (!block->written[f] || other.bits != type.bits || other.is_float != type.is_float) continue;
        for (size_t i = 0; i < reel__field_series(&block->table->fields[f]) && fewest; i++) {
            const uint64_t *earlier = block->series[block->first[f] + i];
            size_t different = earlier ? count_different(values, earlier, count) : fewest;
            if (different >= fewest) continue;
            fewest = different;
            *place = (series_place){ (uint16_t)f, (uint16_t)i };
        }
    }
    return fewest <= most_different(count);
}

bool reel__same_encode(block_writer *block, series_context *context, series_type type, const uint64_t *values, size_t count,
                       series_place *place, reel_memory *to)
{
    if (!find_same(block, type, values, count, place)) return false;
    const uint64_t *other = block->series[block->first[place->field] + place->index];
    uint8_t method = PACKING_NOTHING << PACKING_SHIFT | SERIES_SAME;
    reel_memory exceptions = reel__block_part(block);
    uint64_t found = 0;
    size_t last = 0;
    for (size_t i = 0; i < count; i++) {
        if (values[i] == other[i]) continue;
        add_exception(block, i - last, values[i], type.bits, &exceptions);
        last = i;
        found++;
    }
    reel__block_add(block, to, &method, 1);
    bool fits = reel__series_add_place(block, context, *place, to);
    write_exceptions(block, &exceptions, found, to);
    reel_memory_free(&exceptions);
    return fits && block->status == REEL_OK;
}

reel_status reel__same_decode(block_source *source, block_column *column, series_type type, size_t count, uint64_t *values,
                              uint64_t **wholes)
{
    const block_column *other = NULL;
    uint64_t index = 0;
    exception_list exceptions;
    reel_status status = reel__series_is_of_rows(source, column, count);
    if (status == REEL_OK) status = reel__series_read_place(source, column, &other, &index);
    if (status == REEL_OK) status = reel__source_spend(source, &column->in, count);
    if (status != REEL_OK) return status;
    if (!other->series[index]) return reel__source_corrupt(source, &column->in, "a reference to a column without numbers");
    status = read_exceptions(source, &column->in, type, count, &exceptions);
    if (status != REEL_OK) return status;
    for (size_t i = 0; i < count; i++) values[i] = reel__series_narrow(other->series[index][i], type);
    if (wholes && other->wholes) *wholes = other->wholes[index];
    return store_exceptions(source, &exceptions, type, count, values);
}

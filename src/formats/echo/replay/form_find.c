/* SPDX-License-Identifier: MIT
 * Finds the form of each line of a recording. */
#include "core/memory.h"
#include "formats/echo/replay/form.h"

void reel__form_finder_begin(form_finder *f, const reel_allocator *allocator)
{
    f->form.allocator = f->line.allocator = *allocator;
    for (size_t i = 0; i <= FORM_SLOTS; i++) f->forms[i].allocator = *allocator;
}

/* Whether a form and the rows give the line. */
static form_result gives_line(form_finder *f, const reel_memory *form, reel_string line, const line_rows *rows)
{
    form_result result = reel__form_to_line(&f->line, (reel_string){ (const char *)form->data, form->size }, rows);
    if (result != FORM_DONE) return result;
    return f->line.size == line.size && memcmp(f->line.data, line.data, line.size) == 0 ? FORM_DONE : FORM_IMPOSSIBLE;
}

/* The number of f->form. If it has none, *is_new is set, and it gets the number of the form that was not used for the longest time. */
static uint8_t number_form(form_finder *f, bool *is_new)
{
    unsigned oldest = 1;
    *is_new = false;
    for (unsigned i = 1; i <= FORM_SLOTS; i++) {
        const reel_memory *form = &f->forms[i];
        if (form->size == f->form.size && memcmp(form->data, f->form.data, form->size) == 0) return (uint8_t)i;
        if (f->used[i] < f->used[oldest]) oldest = i;
    }
    reel_memory swapped = f->forms[oldest];
    f->forms[oldest] = f->form;
    f->form = swapped;
    *is_new = true;
    return (uint8_t)oldest;
}

form_result reel__form_find(form_finder *f, reel_string line, const line_rows *rows, bool *is_new)
{
    *is_new = false;
    f->lines++;
    form_result result = f->last ? gives_line(f, &f->forms[f->last], line, rows) : FORM_IMPOSSIBLE;
    if (result == FORM_IMPOSSIBLE) {
        result = reel__form_of_line(&f->form, line, rows, f->styles);
        if (result == FORM_DONE) result = gives_line(f, &f->form, line, rows);
        if (result == FORM_DONE) f->last = number_form(f, is_new);
    }
    if (result == FORM_DONE) f->used[f->last] = f->lines;
    return result;
}

void reel__form_finder_free(form_finder *f)
{
    for (size_t i = 0; i <= FORM_SLOTS; i++) reel__memory_drop(&f->form.allocator, f->forms[i].data);
    reel__memory_drop(&f->form.allocator, f->form.data);
    reel__memory_drop(&f->form.allocator, f->line.data);
}

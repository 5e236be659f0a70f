/* SPDX-License-Identifier: MIT
 * What one pass over a replay says about it: its format, header, size, statistics and findings. */
#include "door.h"

/* How far a replay is read. */
enum { SURVEY_FORMAT, SURVEY_HEADER, SURVEY_ROWS, SURVEY_STATS };

typedef struct survey_state {
    call call;
    reel_options options;
    reel_survey survey;
    reel_findings *findings; /* NULL: no check */
    int depth;
    PyObject *result;                 /* a dictionary */
    PyObject *raised;                 /* the exception of a callback */
    const reel_insight *insights[32]; /* those that have a result; ends with NULL */
    const reel_table *results[33];    /* their tables; ends with NULL */
    const reel_table *timed;
    double first, last; /* of the time axis of `timed`, in seconds */
    uint64_t rows;
    const reel_levels *levels; /* for a check; NULL: none */
    reel_insight_options insights_how;
} survey_state;

/* ---- the parts of the result ----------------------------------------------------------------------------------------- */

PyObject *header_object(const reel_format *format, const reel_chunk *header, bool clean)
{
    PyObject *tables = PyDict_New();
    for (const reel_table *const *each = reel_format_tables(format); tables && *each; each++) {
        if (!((*each)->flags & REEL_TABLE_HEADER) || (*each)->flags & REEL_TABLE_LAYOUT) continue;
        size_t count;
        const uint8_t *rows = reel_chunk_rows(header, *each, &count);
        PyObject *list = PyList_New(0);
        for (size_t i = 0; list && i < count; i++) {
            PyObject *row = row_object(*each, rows + i * (*each)->row_size, clean);
            if (!row || PyList_Append(list, row) < 0) Py_CLEAR(list);
            Py_XDECREF(row);
        }
        if (set_item(tables, (*each)->name, list) < 0) Py_CLEAR(tables);
    }
    return tables;
}

/* The text of the header fields with a flag, or with the flag REEL_FIELD_TITLE the game; None if the header does not say. */
static PyObject *text_object(const reel_format *format, const reel_chunk *header, uint32_t flag)
{
    const bool game = flag == REEL_FIELD_TITLE;
    const size_t size = game ? reel_replay_game(format, header, NULL, 0) : reel_header_text(header, flag, NULL, 0);
    if (!size) return Py_NewRef(Py_None);
    char *text = PyMem_Malloc(size + 1);
    if (!text) return PyErr_NoMemory();
    if (game)
        reel_replay_game(format, header, text, size + 1);
    else
        reel_header_text(header, flag, text, size + 1);
    PyObject *object = PyUnicode_DecodeUTF8(text, (Py_ssize_t)size, "replace");
    PyMem_Free(text);
    return object;
}

static int add_header(PyObject *result, const reel_format *format, const reel_chunk *header, bool clean)
{
    return set_item(result, "header", header_object(format, header, clean)) < 0 ||
                   set_item(result, "player_id", text_object(format, header, REEL_FIELD_PLAYER)) < 0 ||
                   set_item(result, "player", text_object(format, header, REEL_FIELD_PLAYER_NAME)) < 0 ||
                   set_item(result, "game", text_object(format, header, REEL_FIELD_TITLE)) < 0 ||
                   set_item(result, "level", text_object(format, header, REEL_FIELD_LEVEL)) < 0
               ? -1
               : 0;
}

/* Whether a leaderboard is made from the table, or it is the summary of a match of several players. */
static bool is_result(const reel_table *table)
{
    for (size_t i = 0; i < table->field_count; i++)
        if (table->fields[i].flags & (REEL_FIELD_SCORE | REEL_FIELD_OUTCOME)) return true;
    return reel_table_field(table, "players") != NULL;
}

/* The insights of the format that have a result, and the first table of each that is one. */
static void choose_insights(survey_state *state, const reel_format *format)
{
    size_t count = 0;
    for (const reel_insight *const *each = reel_insights(); *each && count < 31; each++) {
        const reel_table *const *table = reel_insight_takes(*each, format) ? (*each)->tables : NULL;
        while (table && *table && !is_result(*table)) table++;
        if (!table || !*table) continue;
        state->insights[count] = *each;
        state->results[count++] = *table;
    }
    state->insights_how.tables = state->results;
}

static int add_stats(PyObject *result, const reel_insight *insight, const reel_chunk *chunk)
{
    for (const reel_table *const *table = insight->tables; table && *table; table++) {
        size_t count;
        const void *rows = is_result(*table) ? reel_chunk_rows(chunk, *table, &count) : NULL;
        if (rows && count == 1)
            return set_item(result, "stats", Py_BuildValue("(sN)", (*table)->name, row_object(*table, rows, true)));
    }
    return 0;
}

/* ---- reading --------------------------------------------------------------------------------------------------------- */

/* Keeps an exception that was raised while a callback had the GIL. */
static reel_status end_callback(survey_state *state, int failed)
{
    if (failed < 0 && !state->raised) state->raised = call_take_exception();
    return failed < 0 ? REEL_CANCELLED : REEL_OK;
}

/* The first table whose time axis is in seconds. */
static const reel_table *timed_table(const reel_format *format)
{
    for (const reel_table *const *each = reel_format_tables(format); *each; each++) {
        const reel_field *time = reel_table_time(*each);
        if (time && !((*each)->flags & (REEL_TABLE_HEADER | REEL_TABLE_LAYOUT)) && strcmp(time->unit, "s") == 0) return *each;
    }
    return NULL;
}

/* Of a format that counts ticks, only the summary of its game knows how long a play is. */
static bool needs_results(const survey_state *state, const reel_format *format)
{
    if (state->findings) return false;
    return state->depth >= SURVEY_STATS || (state->depth == SURVEY_ROWS && !timed_table(format));
}

static reel_status keep_header(void *context, const reel_format *format, const reel_chunk *header, reel_options *options,
                               reel_error *error)
{
    survey_state *state = context;
    (void)options;
    if (needs_results(state, format)) choose_insights(state, format);
    if (!header) return REEL_OK;
    const reel_status found = state->findings ? level_find(state->levels, header, &state->insights_how.level, error) : REEL_OK;
    if (found < 0) return found;
    PyGILState_STATE gil = PyGILState_Ensure();
    reel_status status = end_callback(state, add_header(state->result, format, header, state->options.flags & REEL_CLEAN));
    PyGILState_Release(gil);
    return status;
}

static void keep_span(survey_state *state, const reel_format *format, const reel_chunk *chunk)
{
    if (!state->timed) state->timed = timed_table(format);
    if (!state->timed) return;
    size_t count;
    const uint8_t *rows = reel_chunk_rows(chunk, state->timed, &count);
    if (!count) return;
    const reel_field *time = reel_table_time(state->timed);
    if (!state->rows) state->first = reel_field_number(time, rows, 0);
    state->last = reel_field_number(time, rows + (count - 1) * state->timed->row_size, 0);
    state->rows += count;
}

static reel_status keep_rows(void *context, const reel_format *format, const reel_insight *insight, const reel_chunk *chunk,
                             reel_error *error)
{
    survey_state *state = context;
    (void)error;
    if (!insight) {
        keep_span(state, format, chunk);
        return REEL_OK;
    }
    PyGILState_STATE gil = PyGILState_Ensure();
    reel_status status = end_callback(state, add_stats(state->result, insight, chunk));
    PyGILState_Release(gil);
    return status;
}

/* Without the GIL. */
static reel_status survey_read(survey_state *state, reel_source source, reel_error *error)
{
    static const reel_table *const nothing[] = { NULL };
    if (state->depth == SURVEY_FORMAT) return reel_identify(source, &state->options, &state->survey.format, NULL, error);
    state->options.choose = keep_header;
    state->options.choose_context = state;
    if (state->depth > SURVEY_HEADER || state->findings) {
        const reel_status ran = reel_survey_run(source, &state->options, &state->survey, error);
        level_release(state->levels, state->insights_how.level);
        return ran;
    }
    reel_reader *reader;
    state->options.tables = nothing;
    reel_status status = reel_open(source, &state->options, &reader, error);
    if (status < 0) return status;
    state->survey.format = reel_reader_format(reader);
    reel_close(reader);
    return status;
}

static int add_findings(const survey_state *state)
{
    static const char *const names[] = { [REEL_NOTE] = "notes", [REEL_WARNING] = "warnings", [REEL_ERROR] = "errors" };
    if (!state->findings) return 0;
    for (int severity = REEL_NOTE; severity <= REEL_ERROR; severity++) {
        const uint64_t total = reel_findings_total(state->findings, (reel_severity)severity);
        if (set_item(state->result, names[severity], PyLong_FromUnsignedLongLong(total)) < 0) return -1;
    }
    return set_item(state->result, "findings", findings_object(state->findings));
}

static int add_outcome(const survey_state *state, reel_status status, const reel_error *error)
{
    const reel_format *format = state->survey.format;
    const reel_error *failure = status < 0 ? error : &state->survey.damage;
    const char *what = status < 0 ? "error" : "damage";
    if (format && set_item(state->result, "format", PyUnicode_FromString(reel_format_id(format))) < 0) return -1;
    if (failure->status < 0 && set_item(state->result, what, error_object(failure)) < 0) return -1;
    if (state->rows && set_item(state->result, "duration", PyFloat_FromDouble(state->last - state->first)) < 0) return -1;
    return add_findings(state);
}

static int survey_run(survey_state *state, PyObject *from)
{
    reel_source source;
    reel_error error = { 0 };
    reel_status status;
    if (source_open(from, &source) < 0) return -1;
    Py_BEGIN_ALLOW_THREADS;
    status = survey_read(state, source, &error);
    Py_END_ALLOW_THREADS;
    if (state->raised) {
        state->call.raised = state->raised;
        return call_end(&state->call, status, &error);
    }
    if (status == REEL_MEMORY || state->call.raised) return call_end(&state->call, status, &error);
    return add_outcome(state, status, &error);
}

/* survey(source, reading, depth, check): a dictionary with what is known of format, header, game, player, player_id, level, duration, stats (the
 * name of a table and its row), and error or damage (exceptions: why nothing, or not all, was read); of a check also errors, warnings, notes
 * and findings. */
PyObject *py_survey(PyObject *module, PyObject *args, PyObject *keywords)
{
    (void)module;
    static char *names[] = { "source", "reading", "depth", "check", NULL };
    PyObject *from, *how;
    int check = 0;
    survey_state state = { .options = { .struct_size = sizeof state.options, .on_progress = call_progress },
                           .survey = { .struct_size = sizeof state.survey, .rows = keep_rows } };
    if (!PyArg_ParseTupleAndKeywords(args, keywords, "OOi|p:survey", names, &from, &how, &state.depth, &check) ||
        reading_of(how, &state.options) < 0)
        return NULL;
    state.options.flags = 0;
    state.options.progress_context = &state.call;
    state.survey.context = &state;
    levels_in(how, &state.levels);
    state.insights_how.struct_size = sizeof state.insights_how;
    state.survey.insight_options = &state.insights_how;
    state.survey.insights = state.insights; /* filled when the format is known */
    if (check) {
        state.findings = reel_findings_new(NULL);
        if (!state.findings) return PyErr_NoMemory();
        state.survey.flags = REEL_SURVEY_CHECK;
        state.options.report = reel_findings_report;
        state.options.report_context = state.findings;
    }
    state.result = PyDict_New();
    if (!state.result || survey_run(&state, from) < 0) Py_CLEAR(state.result);
    reel_findings_free(state.findings);
    return state.result;
}

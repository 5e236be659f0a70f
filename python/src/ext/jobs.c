/* SPDX-License-Identifier: MIT
 * Reading a header, loading, checking, converting, statistics and plots. */
#include "door.h"

#include <reel/plot.h>

static PyObject *progress_of(PyObject *object) { return object == Py_None ? NULL : object; }

/* ---- reading --------------------------------------------------------------------------------------------------------- */

/* Adds a member to the list that is the context of the walk. */
static bool add_member(void *context, const reel_member *member)
{
    PyGILState_STATE gil = PyGILState_Ensure();
    PyObject *list = context;
    PyObject *id = PyUnicode_DecodeUTF8(member->id.data, (Py_ssize_t)member->id.size, "surrogateescape");
    PyObject *name = PyUnicode_DecodeUTF8(member->name, (Py_ssize_t)strlen(member->name), "surrogateescape");
    PyObject *tuple =
        !id || !name ? NULL
                     : Py_BuildValue("(KOOzOKKs)", (unsigned long long)member->number, name, id,
                                     member->format ? reel_format_id(member->format) : NULL, member->stored ? Py_True : Py_False,
                                     (unsigned long long)member->offset, (unsigned long long)member->size, member->word);
    bool added = tuple && PyList_Append(list, tuple) == 0 && PyErr_CheckSignals() == 0;
    Py_XDECREF(tuple);
    Py_XDECREF(name);
    Py_XDECREF(id);
    PyGILState_Release(gil);
    return added;
}

/* members(source): the replays of an archive as tuples, and an exception for invalid bytes after them, or None. */
PyObject *py_members(PyObject *module, PyObject *args)
{
    (void)module;
    PyObject *from, *list = PyList_New(0);
    reel_source source;
    if (!list || !PyArg_ParseTuple(args, "O:members", &from) || source_open(from, &source) < 0) {
        Py_XDECREF(list);
        return NULL;
    }
    reel_error error = { 0 };
    reel_status status;
    Py_BEGIN_ALLOW_THREADS;
    status = reel_archive_list(source, NULL, add_member, list, &error);
    Py_END_ALLOW_THREADS;
    if (PyErr_Occurred() || (status < 0 && status != REEL_CORRUPT)) {
        Py_DECREF(list);
        return PyErr_Occurred() ? NULL : error_raise(&error);
    }
    PyObject *damage = status < 0 ? error_object(&error) : Py_NewRef(Py_None);
    if (damage) return Py_BuildValue("(NN)", list, damage);
    Py_DECREF(list);
    return NULL;
}

/* head(source, reading): the id of the format, and the rows of each header table. */
PyObject *py_head(PyObject *module, PyObject *args, PyObject *keywords)
{
    (void)module;
    static char *names[] = { "source", "reading", NULL };
    PyObject *from, *how = Py_None;
    reel_source source;
    static const reel_table *const nothing[] = { NULL };
    call call = { 0 };
    reel_options options = { REEL_SIZED(reel_options), .tables = nothing, .on_progress = call_progress,
                             .progress_context = &call };
    if (!PyArg_ParseTupleAndKeywords(args, keywords, "O|O:head", names, &from, &how) || reading_of(how, &options) < 0)
        return NULL;
    bool clean = options.flags & REEL_CLEAN;
    options.flags = 0;
    if (source_open(from, &source) < 0) return NULL;
    reel_error error = { 0 };
    reel_reader *reader;
    reel_status status;
    Py_BEGIN_ALLOW_THREADS;
    status = reel_open(source, &options, &reader, &error);
    Py_END_ALLOW_THREADS;
    if (call_end(&call, status, &error) < 0) {
        if (status >= 0) reel_close(reader);
        return NULL;
    }
    PyObject *tables = header_object(reel_reader_format(reader), reel_header(reader), clean);
    PyObject *result = tables ? Py_BuildValue("(sN)", reel_format_id(reel_reader_format(reader)), tables) : NULL;
    reel_close(reader);
    return result;
}

/* The tables with these names, ending with NULL, for PyMem_Free. */
static const reel_table **tables_of(const reel_format *format, PyObject *names)
{
    const char **list;
    if (strings_of(names, &list) < 0) return NULL;
    size_t count = 0;
    while (list && list[count]) count++;
    const reel_table **tables = PyMem_Calloc(count + 1, sizeof(*tables));
    if (!tables) PyErr_NoMemory();
    for (size_t i = 0; tables && i < count; i++)
        if (!(tables[i] = table_of(format, list[i], NULL))) {
            PyMem_Free((void *)tables);
            tables = NULL;
        }
    PyMem_Free((void *)list);
    return tables;
}

static PyObject *load(PyObject *from, const reel_format *format, const reel_options *how, PyObject *progress)
{
    reel_options options = *how;
    reel_source source;
    reel_findings *findings = reel_findings_new(NULL);
    if (!findings) return PyErr_NoMemory();
    if (source_open(from, &source) < 0) {
        reel_findings_free(findings);
        return NULL;
    }
    call call = { .progress = progress_of(progress) };
    options.report = reel_findings_report;
    options.report_context = findings;
    options.on_progress = call_progress;
    options.progress_context = &call;
    reel_error error = { 0 };
    reel_replay *replay = NULL;
    reel_status status;
    Py_BEGIN_ALLOW_THREADS;
    options.allocator = reel_large_allocator();
    status = reel_load(source, &options, &replay, &error);
    Py_END_ALLOW_THREADS;
    PyObject *result = NULL;
    if (call_end(&call, status, &error) == 0)
        result = loaded_new(replay, format, findings, how->flags & REEL_CLEAN);
    else
        reel_free(replay);
    reel_findings_free(findings);
    return result;
}

/* load(source, format, tables, reading, progress): a Loaded. `tables` is None for all but those on request. */
PyObject *py_load(PyObject *module, PyObject *args, PyObject *keywords)
{
    (void)module;
    static char *names[] = { "source", "format", "tables", "reading", "progress", NULL };
    PyObject *from, *chosen, *how = Py_None, *progress = Py_None;
    const char *id;
    if (!PyArg_ParseTupleAndKeywords(args, keywords, "OsO|OO:load", names, &from, &id, &chosen, &how, &progress)) return NULL;
    const reel_format *format = format_of(id);
    reel_options options = { REEL_SIZED(reel_options), .format = format };
    if (!format || reading_of(how, &options) < 0) return NULL;
    const reel_table **tables = chosen == Py_None ? NULL : tables_of(format, chosen);
    if (chosen != Py_None && !tables) return NULL;
    options.tables = tables;
    PyObject *result = load(from, format, &options, progress);
    PyMem_Free((void *)tables);
    return result;
}

/* Reads a replay to its end, and keeps its findings only. */
static reel_status read_through(reel_source source, const reel_options *options, reel_error *damage, reel_error *error)
{
    reel_reader *reader;
    const reel_chunk *chunk;
    reel_status status = reel_open(source, options, &reader, error);
    if (status < 0) return status;
    do status = reel_next(reader, &chunk, error);
    while (status == REEL_OK);
    const reel_error *found = reel_reader_damage(reader);
    if (found) *damage = *found;
    reel_close(reader);
    return status < 0 ? status : REEL_OK;
}

/* What a check is told of levels, for reel_choose. */
typedef struct check_levels {
    const reel_levels *levels;
    reel_insight_options insights; /* with the level, once the header is known */
} check_levels;

static reel_status choose_level(void *context, const reel_format *format, const reel_chunk *header, reel_options *options,
                                reel_error *error)
{
    check_levels *how = context;
    (void)format, (void)options;
    return header ? level_find(how->levels, header, &how->insights.level, error) : REEL_OK;
}

/* reel_check, with the level of the replay. */
static reel_status check_with(const reel_levels *levels, reel_source source, const reel_options *given, reel_error *error)
{
    check_levels how = { levels, { REEL_SIZED(reel_insight_options) } };
    reel_options options = *given;
    options.choose = choose_level;
    options.choose_context = &how;
    reel_survey survey = { REEL_SIZED(reel_survey), .flags = REEL_SURVEY_CHECK, .insight_options = &how.insights };
    const reel_status status = reel_survey_run(source, &options, &survey, error);
    level_release(levels, how.insights.level);
    return status;
}

/* Runs read_through or reel_check: (findings, damage). */
static PyObject *inspect(PyObject *args, PyObject *keywords, bool check)
{
    static char *names[] = { "source", "format", "reading", "progress", NULL };
    PyObject *from, *how = Py_None, *progress = Py_None;
    const char *id;
    if (!PyArg_ParseTupleAndKeywords(args, keywords, "Os|OO:inspect", names, &from, &id, &how, &progress)) return NULL;
    const reel_format *format = format_of(id);
    reel_options options = { REEL_SIZED(reel_options), .format = format };
    reel_source source;
    const reel_levels *levels;
    levels_in(how, &levels);
    if (!format || reading_of(how, &options) < 0 || source_open(from, &source) < 0) return NULL;
    reel_findings *findings = reel_findings_new(NULL);
    if (!findings) {
        source_close(&source);
        return PyErr_NoMemory();
    }
    call call = { .progress = progress_of(progress) };
    options.flags = 0; /* damage is a finding */
    options.report = reel_findings_report;
    options.report_context = findings;
    options.on_progress = call_progress;
    options.progress_context = &call;
    reel_error error = { 0 }, damage = { 0 };
    reel_status status;
    Py_BEGIN_ALLOW_THREADS;
    status = !check   ? read_through(source, &options, &damage, &error)
             : levels ? check_with(levels, source, &options, &error)
                      : reel_check(source, &options, &error);
    Py_END_ALLOW_THREADS;
    PyObject *result = NULL, *list = call_end(&call, status, &error) == 0 ? findings_object(findings) : NULL;
    PyObject *found = list && damage.status ? error_object(&damage) : Py_NewRef(Py_None);
    if (list && found) result = PyTuple_Pack(2, list, found);
    Py_XDECREF(found);
    Py_XDECREF(list);
    reel_findings_free(findings);
    return result;
}

PyObject *py_damage(PyObject *module, PyObject *args, PyObject *keywords)
{
    (void)module;
    return inspect(args, keywords, false);
}

PyObject *py_check(PyObject *module, PyObject *args, PyObject *keywords)
{
    (void)module;
    return inspect(args, keywords, true);
}

/* ---- converting ------------------------------------------------------------------------------------------------------ */

/* Findings, and whether one of them is a loss. The sink asks for that before it commits. */
typedef struct losses {
    reel_findings *findings;
    reel_sink inner;
    bool refuse, lost;
    char message[REEL_MESSAGE_SIZE];
} losses;

static void losses_report(void *context, const reel_finding *finding)
{
    losses *losses = context;
    if (!losses->lost && strcmp(finding->rule, "convert.loss") == 0) {
        losses->lost = true;
        PyOS_snprintf(losses->message, sizeof losses->message, "%s", finding->message);
    }
    reel_findings_report(losses->findings, finding);
}

static reel_status losses_write(void *context, const void *data, size_t size, reel_error *error)
{
    const losses *losses = context;
    return losses->inner.write(losses->inner.context, data, size, error);
}

static reel_status losses_flush(void *context, reel_error *error)
{
    const losses *losses = context;
    return losses->inner.flush ? losses->inner.flush(losses->inner.context, error) : REEL_OK;
}

static reel_status losses_reopen(void *context, reel_source *source, reel_error *error)
{
    const losses *losses = context;
    return losses->inner.reopen(losses->inner.context, source, error);
}

static reel_status losses_patch(void *context, uint64_t offset, const void *data, size_t size, reel_error *error)
{
    const losses *losses = context;
    return losses->inner.patch(losses->inner.context, offset, data, size, error);
}

static reel_status losses_commit(void *context, reel_error *error)
{
    const losses *losses = context;
    if (!losses->refuse || !losses->lost) return losses->inner.commit(losses->inner.context, error);
    losses->inner.discard(losses->inner.context);
    *error = (reel_error){ .status = REEL_LOSS, .rule = "convert.loss", .section = "" };
    memcpy(error->message, losses->message, sizeof error->message);
    return REEL_LOSS;
}

static void losses_discard(void *context)
{
    const losses *losses = context;
    losses->inner.discard(losses->inner.context);
}

static PyObject *convert(reel_source source, const reel_format *to, target *target, const reel_options *reading, bool refuse,
                         PyObject *progress, const reel_convert_options *how)
{
    losses losses = { .findings = reel_findings_new(NULL), .inner = target->sink, .refuse = refuse };
    if (!losses.findings) {
        source_close(&source);
        target_free(target);
        return PyErr_NoMemory();
    }
    reel_sink sink = { .context = &losses,
                       .write = losses_write,
                       .flush = losses_flush,
                       .reopen = target->sink.reopen ? losses_reopen : NULL,
                       .commit = losses_commit,
                       .discard = losses_discard,
                       .patch = target->sink.patch ? losses_patch : NULL };
    call call = { .progress = progress_of(progress) };
    reel_options options = *reading;
    options.report = losses_report;
    options.report_context = &losses;
    options.on_progress = call_progress;
    options.progress_context = &call;
    reel_error error = { 0 };
    reel_status status;
    Py_BEGIN_ALLOW_THREADS;
    target->taken = true;
    status = reel_convert(source, &options, to, sink, how, &error);
    Py_END_ALLOW_THREADS;
    PyObject *result = NULL, *list = NULL, *bytes = NULL;
    if (call_end(&call, status, &error) == 0) {
        list = findings_object(losses.findings);
        bytes = target_bytes(target);
        if (list && bytes) result = PyTuple_Pack(2, list, bytes);
    } else if (target->in_memory) {
        reel_memory_free(&target->memory);
    }
    Py_XDECREF(list);
    Py_XDECREF(bytes);
    reel_findings_free(losses.findings);
    return result;
}

/* convert(source, to, path, replace, repair, refuse_loss, reading, progress, key, policy): (findings, bytes or None). `to` None: the format
 * of the source; `path` None: into memory; `key` with the text of a policy: players get pseudonyms. */
PyObject *py_convert(PyObject *module, PyObject *args, PyObject *keywords)
{
    (void)module;
    static char *names[] = { "source",  "to",       "path", "replace", "repair", "refuse_loss",
                             "reading", "progress", "key",  "policy",  NULL };
    PyObject *from, *path, *reading = Py_None, *progress = Py_None;
    const char *id, *key = NULL, *policy = NULL;
    Py_ssize_t key_size = 0, policy_size = 0;
    int replace = 0, repair = 0, refuse = 0;
    if (!PyArg_ParseTupleAndKeywords(args, keywords, "OzO|pppOOz#z#:convert", names, &from, &id, &path, &replace, &repair,
                                     &refuse, &reading, &progress, &key, &key_size, &policy, &policy_size))
        return NULL;
    reel_pseudonyms pseudonyms = { REEL_SIZED(reel_pseudonyms), .key = key, .key_size = (size_t)key_size };
    reel_error error = { 0 };
    if (key && reel_policy_read(policy ? policy : "", (size_t)policy_size, &pseudonyms, &error) < 0) return error_raise(&error);
    const reel_format *to = id ? format_of(id) : NULL;
    reel_options options = { REEL_SIZED(reel_options) };
    if ((id && !to) || reading_of(reading, &options) < 0) return NULL;
    reel_convert_options how = { REEL_SIZED(reel_convert_options),
                                 .flags = repair ? REEL_REPAIR : 0,
                                 .has_from = options.has_from,
                                 .has_to = options.has_to,
                                 .from = options.from,
                                 .to = options.to,
                                 .pseudonyms = key ? &pseudonyms : NULL };
    options.has_from = options.has_to = false; /* cutting is the converter's task */
    if (repair) options.flags = 0;
    reel_source source;
    target target;
    if (source_open(from, &source) < 0) return NULL;
    if (target_open(path, replace, &target) < 0) {
        source_close(&source);
        return NULL;
    }
    return convert(source, to, &target, &options, refuse, progress, &how);
}

/* policy(name): the text of a policy of the library, or None. */
PyObject *py_policy(PyObject *module, PyObject *args)
{
    const char *name;
    (void)module;
    if (!PyArg_ParseTuple(args, "s:policy", &name)) return NULL;
    const char *text = reel_policy_text(name);
    return text ? PyUnicode_FromString(text) : Py_NewRef(Py_None);
}

/* ---- statistics ------------------------------------------------------------------------------------------------------ */

/* stats(source, format, insight, convention, reading, progress): a Loaded with the tables of the insight. */
PyObject *py_stats(PyObject *module, PyObject *args, PyObject *keywords)
{
    (void)module;
    static char *names[] = { "source", "format", "insight", "convention", "reading", "progress", NULL };
    PyObject *from, *how = Py_None, *progress = Py_None;
    const char *id, *insight_id, *convention = NULL;
    if (!PyArg_ParseTupleAndKeywords(args, keywords, "Oss|zOO:stats", names, &from, &id, &insight_id, &convention, &how,
                                     &progress))
        return NULL;
    const reel_format *format = format_of(id);
    const reel_insight *insight = format ? reel_insight_by_id(insight_id) : NULL;
    if (format && !insight) PyErr_Format(PyExc_KeyError, "%s", insight_id);
    call call = { .progress = progress_of(progress) };
    reel_options reading = { REEL_SIZED(reel_options), .format = format, .on_progress = call_progress,
                             .progress_context = &call };
    reel_source source;
    const reel_levels *levels;
    levels_in(how, &levels);
    if (!insight || reading_of(how, &reading) < 0 || source_open(from, &source) < 0) return NULL;
    reading.tables = insight->inputs;
    reel_insight_options options = { REEL_SIZED(reel_insight_options), .convention = convention };
    const reel_table *const *tables = insight->tables;
    if (tables && (*tables)->flags & REEL_TABLE_ON_REQUEST) options.tables = tables; /* the user named it */
    reel_error error = { 0 };
    reel_reader *reader = NULL;
    reel_replay *replay = NULL;
    reel_status status;
    Py_BEGIN_ALLOW_THREADS;
    status = reel_open(source, &reading, &reader, &error);
    if (status >= 0 && insight->levels) status = level_find(levels, reel_header(reader), &options.level, &error);
    if (status >= 0) status = reel_insight_run(insight, reader, &options, &replay, &error);
    level_release(levels, options.level);
    Py_END_ALLOW_THREADS;
    PyObject *result = NULL, *loaded = NULL, *damage = NULL;
    if (call_end(&call, status, &error) == 0) {
        const reel_error *found = reel_reader_damage(reader);
        damage = found ? error_object(found) : Py_NewRef(Py_None);
        loaded = loaded_new(replay, format, NULL, true);
        if (loaded && damage) result = PyTuple_Pack(2, loaded, damage);
    } else {
        reel_free(replay);
    }
    Py_XDECREF(loaded);
    Py_XDECREF(damage);
    reel_close(reader);
    return result;
}

/* ---- plots ------------------------------------------------------------------------------------------------------------ */

static bool plot_draws(const reel_plot *plot, const reel_format *format)
{
    for (const reel_format *const *each = plot->formats; *each; each++)
        if (*each == format) return true;
    return false;
}

/* plots(format): (id, name, doc, takes_who) of each. */
PyObject *py_plots(PyObject *module, PyObject *args)
{
    (void)module;
    const char *id;
    if (!PyArg_ParseTuple(args, "s:plots", &id)) return NULL;
    const reel_format *format = format_of(id);
    PyObject *list = format ? PyList_New(0) : NULL;
    for (const reel_plot *const *each = reel_plots(); list && *each; each++) {
        if (!plot_draws(*each, format)) continue;
        PyObject *item =
            Py_BuildValue("(sssO)", (*each)->id, (*each)->name, (*each)->doc, (*each)->takes_who ? Py_True : Py_False);
        if (!item || PyList_Append(list, item) < 0) Py_CLEAR(list);
        Py_XDECREF(item);
    }
    return list;
}

/* plot(loaded, format, plot, theme, width, height, who, title, progress, reading): the SVG as bytes, or None if there is nothing to draw. `plot`
 * None: the report of all plots, as HTML. */
PyObject *py_plot(PyObject *module, PyObject *args, PyObject *keywords)
{
    (void)module;
    static char *names[] = {
        "loaded", "format", "plot", "theme", "width", "height", "who", "title", "progress", "reading", NULL
    };
    PyObject *from, *progress = Py_None, *how = Py_None;
    const char *id, *plot_id, *who = NULL, *title = NULL;
    unsigned theme = 0, width = 0, height = 0;
    if (!PyArg_ParseTupleAndKeywords(args, keywords, "Osz|IIIzzOO:plot", names, &from, &id, &plot_id, &theme, &width, &height,
                                     &who, &title, &progress, &how))
        return NULL;
    const reel_format *format = format_of(id);
    const reel_replay *replay = format ? loaded_replay(from) : NULL;
    const reel_plot *plot = replay && plot_id ? reel_plot_by_id(format, plot_id) : NULL;
    if (replay && plot_id && !plot) PyErr_Format(PyExc_KeyError, "%s", plot_id);
    if (!replay || (plot_id && !plot)) return NULL;
    call call = { .progress = progress_of(progress) };
    reel_plot_options options = {
        REEL_SIZED(reel_plot_options), .theme = theme,           .width = width, .height = height, .who = who, .title = title,
        .on_progress = call_progress,  .progress_context = &call
    };
    target target;
    if (target_open(Py_None, false, &target) < 0) return NULL;
    reel_error error = { 0 };
    reel_status status;
    const reel_levels *levels;
    levels_in(how, &levels);
    Py_BEGIN_ALLOW_THREADS;
    status = level_find(levels, reel_replay_chunk(replay), &options.level, &error);
    if (status < 0)
        target.sink.discard(target.sink.context);
    else
        status = plot ? reel_plot_draw(plot, replay, target.sink, &options, &error)
                      : reel_plot_report(replay, target.sink, &options, &error);
    level_release(levels, options.level);
    Py_END_ALLOW_THREADS;
    if (call_end(&call, status, &error) == 0) return status == REEL_END ? Py_NewRef(Py_None) : target_bytes(&target);
    reel_memory_free(&target.memory);
    return NULL;
}

/* ---- the schema -------------------------------------------------------------------------------------------------------- */

/* schema_json(): the description of all formats. */
PyObject *py_schema_json(PyObject *module, PyObject *args)
{
    (void)module;
    (void)args;
    target target;
    if (target_open(Py_None, false, &target) < 0) return NULL;
    reel_error error = { 0 };
    if (reel_schema_json(NULL, target.sink, &error) < 0) return error_raise(&error);
    return target_bytes(&target);
}

// SPDX-License-Identifier: MIT
// Writers, recorders and whole jobs: a part of <reel.hpp>.
#ifndef REEL_WRITING_HPP
#define REEL_WRITING_HPP

#include "reel_reading.hpp"

namespace reel
{

// ---- writing ----------------------------------------------------------------------------------------------------

struct write_options {
    std::string spool;      // path of a spool, which survives a crash; only for files
    std::string convention; // of the format; empty: its default
    const reel_allocator *allocator = nullptr;
    std::function<void(const reel_finding &)> on_finding;
};

// Writes a replay of rows that are appended in any order. The file gets its name from finish(); without that, there is none.
class writer
{
  public:
    static result<writer> create(sink to, const reel_format &format, write_options how = {})
    {
        return start(std::move(how), [&](const reel_write_options *options, reel_writer **raw, reel_error *error) {
            return reel_create(to.release(), &format, options, raw, error);
        });
    }
    // A new file; it fails if there is one.
    static result<writer> create(std::string_view path, const reel_format &format, write_options how = {})
    {
        std::optional<std::string> name = detail::path_of(path);
        if (!name) return detail::nul();
        return start(std::move(how), [&](const reel_write_options *options, reel_writer **raw, reel_error *error) {
            return reel_create_file(name->c_str(), &format, options, raw, error);
        });
    }

    // Rows of the only table that has this struct. Rows and their text are copied. Rows that no file of the format can have are a failure,
    // and the writer goes on without them; any other failure is permanent.
    template <class Row, class = typename tables_of<Row>::only> result<void> append(const Row &row)
    {
        return append(span<const Row>(&row, 1));
    }
    template <class Row> result<void> append(span<const Row> rows) { return append(typename tables_of<Row>::only{}, rows); }
    // Rows of a table of reel::tables.
    template <class Table> result<void> append(Table, span<const typename Table::row> rows)
    {
        return append(any_rows(Table::get(), rows.data(), rows.size()));
    }
    result<void> append(const any_rows &rows)
    {
        return raw_ ? done(reel_append(raw_.get(), &rows.table(), rows.data(), rows.size())) : detail::closed();
    }
    // Puts a row in the place of the one that its table has, of which a replay has one (REEL_TABLE_ONE_ROW), or makes it the first.
    template <class Row, class = typename tables_of<Row>::only> result<void> replace(const Row &row)
    {
        return raw_ ? done(reel_replace(raw_.get(), &tables_of<Row>::only::get(), &row)) : detail::closed();
    }
    // All rows of a chunk of the same format.
    result<void> append(const chunk &rows)
    {
        return raw_ && rows.raw() ? done(reel_append_chunk(raw_.get(), rows.raw())) : detail::closed();
    }

    // Why the writer failed or, if it did not, why it refused rows the last time.
    std::optional<failure> refused() const
    {
        if (!raw_) return detail::closed();
        const reel_error *why = reel_writer_error(raw_.get());
        return why ? std::optional<failure>(failure(*why)) : std::nullopt;
    }

    result<void> flush()
    {
        if (!raw_) return detail::closed();
        reel_error error;
        const reel_status status = reel_flush(raw_.get(), &error);
        return ended(status, error);
    }
    // Completes the file. After it, all calls fail.
    result<void> finish() &&
    {
        if (!raw_) return detail::closed();
        reel_error error;
        const reel_status status = reel_finish(raw_.release(), &error);
        return ended(status, error);
    }
    // Leaves no file, but the spool.
    void discard() && { raw_.reset(); }

  private:
    // What the C options point to. It does not move.
    struct state {
        explicit state(write_options options) : how(std::move(options)) {}
        write_options how;
        detail::pending pending;
        static void report(void *context, const reel_finding *finding)
        {
            auto *self = static_cast<state *>(context);
            if (self->how.on_finding) self->pending.run([&] { self->how.on_finding(*finding); });
        }
    };

    friend class recorder;
    // Sets `file` to the name that the file got.
    static result<writer> record(std::string_view path, const reel_format &format, write_options how, std::string &file)
    {
        const std::optional<std::string> name = detail::path_of(path);
        if (!name) return detail::nul();
        file.resize(name->size() + 16); // and a number
        return start(std::move(how), [&](const reel_write_options *options, reel_writer **raw, reel_error *error) {
            const reel_status status = reel_record_file(name->c_str(), &format, options, raw, &file[0], file.size(), error);
            file.resize(status < 0 ? 0 : std::char_traits<char>::length(file.c_str()));
            return status;
        });
    }

    template <class Create> static result<writer> start(write_options how, Create create)
    {
        if (detail::has_nul(how.spool) || detail::has_nul(how.convention)) return detail::nul();
        auto kept = std::make_unique<state>(std::move(how));
        reel_write_options options{};
        options.struct_size = sizeof options;
        options.spool = kept->how.spool.empty() ? nullptr : kept->how.spool.c_str();
        options.convention = kept->how.convention.empty() ? nullptr : kept->how.convention.c_str();
        options.allocator = kept->how.allocator;
        options.report = state::report;
        options.report_context = kept.get();
        reel_error error;
        reel_writer *raw = nullptr;
        const reel_status status = create(&options, &raw, &error);
        writer created(raw, std::move(kept));
        created.state_->pending.rethrow();
        if (status < 0) return failure(error);
        return created;
    }
    writer(reel_writer *raw, std::unique_ptr<state> kept) noexcept : state_(std::move(kept)), raw_(raw) {}

    result<void> done(reel_status status)
    {
        state_->pending.rethrow();
        if (status < 0) return failure(*reel_writer_error(raw_.get()));
        return {};
    }
    result<void> ended(reel_status status, const reel_error &error)
    {
        state_->pending.rethrow();
        if (status < 0) return failure(error);
        return {};
    }

    std::unique_ptr<state> state_; // freed after the writer, which uses it
    std::unique_ptr<reel_writer, detail::deleter<reel_writer, reel_discard>> raw_;
};

// ---- whole jobs -------------------------------------------------------------------------------------------------

struct convert_options {
    const reel_format *to = nullptr; // nullptr: the format that it has
    bool repair = false, anonymise = false, carry = false;
    std::optional<double> from, to_time; // only from <= time < to_time
    detail::settings settings;           // header fields to set, as text
    std::string convention;
    bool replace = false; // an existing file
};

// Converts, repairs or edits a replay. The output is read back and compared before it gets its name.
inline result<void> convert(source from, sink to, const convert_options &how = {}, read_options reading_options = {})
{
    detail::reading reading(std::move(reading_options));
    if (reading.has_nul || detail::has_nul(how.convention) || detail::has_nul(how.settings)) return detail::nul();
    std::vector<reel_setting> settings;
    for (const auto &[field, value] : how.settings) settings.push_back({field.c_str(), value.c_str()});
    reel_convert_options options{};
    options.struct_size = sizeof options;
    if (how.repair) options.flags |= REEL_REPAIR;
    if (how.anonymise) options.flags |= REEL_ANONYMISE;
    if (how.carry) options.flags |= REEL_CARRY;
    options.settings = settings.data();
    options.setting_count = settings.size();
    options.has_from = how.from.has_value();
    options.has_to = how.to_time.has_value();
    options.from = how.from.value_or(0);
    options.to = how.to_time.value_or(0);
    options.convention = how.convention.empty() ? nullptr : how.convention.c_str();
    reel_error error;
    const reel_status status = reel_convert(from.release(), &reading.raw, how.to, to.release(), &options, &error);
    reading.pending.rethrow();
    if (status < 0) return failure(error);
    return {};
}
inline result<void> convert(std::string_view from, std::string_view to, const convert_options &how = {},
                            read_options reading = {})
{
    result<source> in = source::file(from);
    if (!in) return in.error();
    result<sink> out = sink::file(to, how.replace ? static_cast<std::uint32_t>(REEL_FILE_REPLACE) : 0u);
    if (!out) return out.error();
    return convert(std::move(*in), std::move(*out), how, std::move(reading));
}

// A finding that outlives the call it came from.
struct finding {
    std::string rule, section, table, message;
    reel_severity severity = REEL_NOTE;
    std::uint64_t offset = REEL_NO_OFFSET, row = REEL_NO_ROW, count = 1;
};

// What is wrong with a replay: damage, violations of the format, implausible data. `level`: what was played, a map that was loaded like a
// replay: events that it cannot have caused are found, too. It is borrowed for the call.
inline result<std::vector<finding>> check(source from, read_options how = {}, const replay *level = nullptr)
{
    if (level && !level->raw()) return detail::closed();
    std::vector<finding> found;
    auto also = std::move(how.on_finding);
    how.on_finding = [&](const reel_finding &one) {
        found.push_back(
            {one.rule, one.section, one.table ? one.table->name : "", one.message, one.severity, one.offset, one.row, one.count});
        if (also) also(one);
    };
    detail::reading reading(std::move(how));
    if (reading.has_nul) return detail::nul();
    reel_error error;
    reel_insight_options beside{};
    beside.struct_size = sizeof beside;
    beside.level = level ? level->raw() : nullptr;
    reel_survey survey{};
    survey.struct_size = sizeof survey;
    survey.flags = REEL_SURVEY_CHECK;
    survey.insight_options = &beside;
    const reel_status status = reel_survey_run(from.release(), &reading.raw, &survey, &error);
    reading.pending.rethrow();
    if (status < 0) return failure(error);
    return found;
}
inline result<std::vector<finding>> check(std::string_view path, read_options how = {}, const replay *level = nullptr)
{
    result<source> from = source::file(path);
    if (!from) return from.error();
    return check(std::move(*from), std::move(how), level);
}

// ---- recording --------------------------------------------------------------------------------------------------

// Records a play from the loop of a game. Rows go to a spool beside the file, so that a crash loses at most a second:
//
//     auto recorder = reel::recorder::start("plays/play.bsor", reel_format_bsor);  // at the start of the play
//     recorder->record(frame);                                                     // in each frame
//     recorder->save();                                                            // at its end
class recorder
{
  public:
    static std::string spool_of(std::string_view path) { return std::string(path) + ".spool"; }

    // Overwrites nothing, and is not refused because a file exists: that of a second play has -2, -3, ... before the ending of its name. What
    // crashes have left in the folder becomes files first. how.spool is not used.
    static result<recorder> start(std::string_view path, const reel_format &format, write_options how = {})
    {
        std::string file;
        result<writer> created = writer::record(path, format, std::move(how), file);
        if (!created) return created.error();
        return recorder(std::move(*created), std::move(file));
    }

    // The file that save() makes.
    const std::string &path() const noexcept { return path_; }

    // Adds a row; false if it cannot be written: refused() has the reason.
    template <class Row> bool record(const Row &row) { return writer_ && writer_->append(row); }
    template <class Row> bool record(span<const Row> rows) { return writer_ && writer_->append(rows); }
    // Puts a row in the place of the one that its table has, or makes it the first: a score that is known better now.
    template <class Row> bool replace(const Row &row) { return writer_ && writer_->replace(row); }
    std::optional<failure> refused() const { return writer_ ? writer_->refused() : over(); }
    // Call this in pauses of the game, when no rows will come for a while.
    result<void> flush() { return writer_ ? writer_->flush() : result<void>(over()); }
    // Completes the file and removes the spool. The recorder has then ended, also if this fails.
    result<void> save()
    {
        if (!writer_) return over();
        writer last = std::move(*writer_);
        writer_.reset();
        return std::move(last).finish();
    }
    // Ends without a file; the spool is kept.
    void stop() noexcept { writer_.reset(); }

  private:
    recorder(writer created, std::string path) : writer_(std::move(created)), path_(std::move(path)) {}
    static failure over() { return failure(REEL_ARGUMENT, "cpp.recorder", "the recording has ended"); }
    std::optional<writer> writer_;
    std::string path_;
};

// Completes the file of a recording that a crash ended: makes `path` of its spool, and removes the spool. False: there is no spool, or
// only one of a program that still writes it.
inline result<bool> recover(std::string_view path)
{
    const auto name = detail::path_of(path);
    if (!name) return detail::nul();
    reel_error error;
    const reel_status status = reel_recover(recorder::spool_of(path).c_str(), name->c_str(), nullptr, &error);
    if (status < 0) return failure(error);
    return status == REEL_OK;
}

} // namespace reel

#endif

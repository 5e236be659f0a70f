// SPDX-License-Identifier: MIT
// Rows, sources, sinks, replays and readers: a part of <reel.hpp>.
#ifndef REEL_READING_HPP
#define REEL_READING_HPP

#include "reel_basics.hpp"
#include "reel_gdr.hpp"
#include "reel_tables.hpp"

#include <cstring>
#include <functional>
#include <iterator>
#include <memory>

namespace reel
{

// ---- rows -------------------------------------------------------------------------------------------------------

// The rows of a table whose type is known at run time only. Converts to an array of the struct that the table has.
class any_rows
{
  public:
    any_rows(const reel_table &table, const void *data, std::size_t count) noexcept : table_(&table), data_(data), count_(count)
    {
    }

    const reel_table &table() const noexcept { return *table_; }
    std::size_t size() const noexcept { return count_; }
    bool empty() const noexcept { return count_ == 0; }
    const void *data() const noexcept { return data_; }
    const void *operator[](std::size_t index) const noexcept
    {
        return static_cast<const char *>(data_) + index * table_->row_size;
    }

    template <class Row> result<span<const Row>> as() const
    {
        if (!tables_of<Row>::has(*table_)) return detail::not_rows_of(*table_);
        return span<const Row>(static_cast<const Row *>(data_), count_);
    }
    // A wrong struct throws; without exceptions it gives no rows.
    template <class Row> operator span<const Row>() const
    {
        result<span<const Row>> rows = as<Row>();
#if REEL_HPP_EXCEPTIONS
        return rows.value();
#else
        return rows ? *rows : span<const Row>();
#endif
    }

  private:
    const reel_table *table_;
    const void *data_;
    std::size_t count_;
};

// A slice of a replay, which belongs to its reader or replay. That of a reader or replay that was moved from has no rows.
class chunk
{
  public:
    explicit chunk(const reel_chunk *raw) noexcept : raw_(raw) {}

    // The rows of the only table that has this struct: rows<bsor_note>().
    template <class Row> span<const Row> rows() const noexcept { return rows(typename tables_of<Row>::only{}); }
    // The rows of a table of reel::tables: rows(reel::tables::bsor_notes).
    template <class Table> span<const typename Table::row> rows(Table) const noexcept
    {
        const any_rows all = rows(Table::get());
        return {static_cast<const typename Table::row *>(all.data()), all.size()};
    }
    // The rows of any table, checked when they are converted: span<const bsor_note> notes = rows(bsor_notes).
    any_rows rows(const reel_table &table) const noexcept
    {
        std::size_t count = 0;
        const void *data = raw_ ? reel_chunk_rows(raw_, &table, &count) : nullptr;
        return {table, data, count};
    }
    // Number in the whole file of the first row here.
    std::uint64_t first(const reel_table &table) const noexcept { return raw_ ? reel_chunk_first(raw_, &table) : 0; }
    // The tables that the chunk can have.
    span<const reel_table *const> tables() const noexcept
    {
        if (!raw_) return {};
        const reel_table *const *all = reel_chunk_tables(raw_);
        std::size_t count = 0;
        while (all[count]) count++;
        return {all, count};
    }
    // What the header says of a flag: REEL_FIELD_PLAYER, REEL_FIELD_PLAYER_NAME, REEL_FIELD_LEVEL. Empty: unknown.
    std::string header_text(std::uint32_t flag) const
    {
        if (!raw_) return {};
        std::string value(reel_header_text(raw_, flag, nullptr, 0) + 1, '\0');
        value.resize(reel_header_text(raw_, flag, value.data(), value.size()));
        return value;
    }
    const reel_chunk *raw() const noexcept { return raw_; }

  private:
    const reel_chunk *raw_;
};

// ---- sources and sinks ------------------------------------------------------------------------------------------

// An input. Calls that take one close it.
class source
{
  public:
    static result<source> file(std::string_view path, std::uint32_t flags = 0)
    {
        std::optional<std::string> name = detail::path_of(path);
        if (!name) return detail::nul();
        reel_error error;
        reel_source raw;
        if (reel_source_file(name->c_str(), flags, &raw, &error) < 0) return failure(error);
        return source(raw);
    }
    // Borrows the bytes until they are read, and for a reader until it is closed.
    static source memory(span<const std::uint8_t> bytes) noexcept
    {
        return source(reel_source_memory(bytes.data(), bytes.size()));
    }
    // Any callable that fills a buffer and returns the number of bytes, 0 at the end. If it throws, reading fails.
    template <class Read> static source callable(Read read, std::uint64_t size = REEL_UNKNOWN_SIZE)
    {
        reel_source raw{};
        raw.context = new Read(std::move(read));
        raw.size = size;
        raw.read = [](void *context, void *buffer, std::size_t capacity, std::size_t *got, reel_error *error) {
            *got = 0;
            detail::pending pending;
            const bool fine = pending.run([&] {
                *got = (*static_cast<Read *>(context))(span<std::uint8_t>(static_cast<std::uint8_t *>(buffer), capacity));
            });
            if (fine && *got <= capacity) return *got ? REEL_OK : REEL_END;
            *got = 0;
            *error = failure(REEL_IO, "cpp.source", fine ? "the source returned too many bytes" : "the source threw an exception")
                         .raw();
            return REEL_IO;
        };
        raw.close = [](void *context) { delete static_cast<Read *>(context); };
        return source(raw);
    }

    explicit source(const reel_source &raw) noexcept : raw_(raw), owned_(true) {}
    source(source &&other) noexcept : raw_(other.raw_), owned_(std::exchange(other.owned_, false)) {}
    source &operator=(source &&other) noexcept { return std::swap(raw_, other.raw_), std::swap(owned_, other.owned_), *this; }
    ~source()
    {
        if (owned_ && raw_.close) raw_.close(raw_.context);
    }
    // For a function of C, which closes it. A second time, it is a source that fails.
    reel_source release() noexcept
    {
        if (std::exchange(owned_, false)) return raw_;
        reel_source ended{};
        ended.size = REEL_UNKNOWN_SIZE;
        ended.read = [](void *, void *, std::size_t, std::size_t *got, reel_error *error) {
            *got = 0;
            return *error = detail::closed().raw(), REEL_IO;
        };
        return ended;
    }

  private:
    reel_source raw_;
    bool owned_;
};

// An output. Calls that take one complete it, or discard it if they fail.
class sink
{
  public:
    static result<sink> file(std::string_view path, std::uint32_t flags = 0)
    {
        std::optional<std::string> name = detail::path_of(path);
        if (!name) return detail::nul();
        reel_error error;
        reel_sink raw;
        if (reel_sink_file(name->c_str(), flags, &raw, &error) < 0) return failure(error);
        return sink(raw);
    }
    // Appends to a vector, which has to outlive the sink.
    static sink memory(std::vector<std::uint8_t> &out) noexcept
    {
        reel_sink raw{};
        raw.context = &out;
        raw.write = [](void *context, const void *data, std::size_t size, reel_error *error) {
            auto *bytes = static_cast<const std::uint8_t *>(data);
            auto *all = static_cast<std::vector<std::uint8_t> *>(context);
            detail::pending pending;
            if (pending.run([&] { all->insert(all->end(), bytes, bytes + size); })) return REEL_OK;
            *error = failure(REEL_MEMORY, "cpp.sink", "out of memory").raw();
            return REEL_MEMORY;
        };
        raw.reopen = [](void *context, reel_source *opened, reel_error *) {
            auto *all = static_cast<std::vector<std::uint8_t> *>(context);
            *opened = reel_source_memory(all->data(), all->size());
            return REEL_OK;
        };
        raw.commit = [](void *, reel_error *) { return REEL_OK; };
        raw.discard = [](void *context) { static_cast<std::vector<std::uint8_t> *>(context)->clear(); };
        return sink(raw);
    }

    explicit sink(const reel_sink &raw) noexcept : raw_(raw), owned_(true) {}
    sink(sink &&other) noexcept : raw_(other.raw_), owned_(std::exchange(other.owned_, false)) {}
    sink &operator=(sink &&other) noexcept { return std::swap(raw_, other.raw_), std::swap(owned_, other.owned_), *this; }
    ~sink()
    {
        if (owned_ && raw_.discard) raw_.discard(raw_.context);
    }
    // For a function of C, which completes or discards it. A second time, it is a sink that fails.
    reel_sink release() noexcept
    {
        if (std::exchange(owned_, false)) return raw_;
        reel_sink ended{};
        ended.write = [](void *, const void *, std::size_t, reel_error *error) {
            return *error = detail::closed().raw(), REEL_IO;
        };
        ended.commit = [](void *, reel_error *error) { return *error = detail::closed().raw(), REEL_IO; };
        ended.discard = [](void *) {};
        return ended;
    }

  private:
    reel_sink raw_;
    bool owned_;
};

// ---- options ----------------------------------------------------------------------------------------------------

// How to read. The members mean what those of reel_options do.
struct read_options {
    bool strict = false;                    // damage is a failure; otherwise the rows before it are returned
    std::vector<const reel_table *> tables; // empty: all but those on request
    std::vector<std::string> select;        // the same by name: "notes", "notes.event_time"
    const reel_format *format = nullptr;    // nullptr: found by content
    std::string convention, member;
    std::optional<double> from, to; // only rows with from <= time < to
    reel_limits limits{};
    const reel_allocator *allocator = nullptr; // nullptr: reel_large_allocator()
    std::function<void(const reel_finding &)> on_finding;
    std::function<bool(const reel_progress &)> on_progress; // return false to stop
    detail::settings expected;                              // header fields that check() compares
};

namespace detail
{

// The C options of a reader and what they point to. It does not move.
class reading
{
  public:
    explicit reading(read_options how) : how_(std::move(how))
    {
        has_nul = detail::has_nul(how_.convention) || detail::has_nul(how_.member) || detail::has_nul(how_.expected);
        for (const std::string &name : how_.select) {
            has_nul = has_nul || detail::has_nul(name);
            select_.push_back(name.c_str());
        }
        for (const auto &[field, value] : how_.expected) expected_.push_back({field.c_str(), value.c_str()});
        tables_ = how_.tables;
        tables_.push_back(nullptr);
        select_.push_back(nullptr);
        raw.struct_size = sizeof raw;
        raw.flags = how_.strict ? REEL_STRICT : 0;
        raw.allocator = how_.allocator ? how_.allocator : reel_large_allocator();
        raw.limits = how_.limits;
        raw.format = how_.format;
        raw.tables = how_.tables.empty() ? nullptr : tables_.data();
        raw.select = how_.select.empty() ? nullptr : select_.data();
        raw.convention = how_.convention.empty() ? nullptr : how_.convention.c_str();
        raw.member = how_.member.empty() ? nullptr : how_.member.c_str();
        raw.has_from = how_.from.has_value();
        raw.has_to = how_.to.has_value();
        raw.from = how_.from.value_or(0);
        raw.to = how_.to.value_or(0);
        raw.expected = expected_.data();
        raw.expected_count = expected_.size();
        raw.report = report;
        raw.report_context = this;
        raw.on_progress = progress;
        raw.progress_context = this;
    }
    reading(const reading &) = delete;
    reading &operator=(const reading &) = delete;

    reel_options raw{};
    bool has_nul; // of a text: the options must not be used
    detail::pending pending;

  private:
    static void report(void *context, const reel_finding *finding)
    {
        auto *self = static_cast<reading *>(context);
        if (self->how_.on_finding) self->pending.run([&] { self->how_.on_finding(*finding); });
    }
    static bool progress(void *context, const reel_progress *now)
    {
        auto *self = static_cast<reading *>(context);
        bool go_on = true;
        return self->pending.run([&] {
            if (self->how_.on_progress) go_on = self->how_.on_progress(*now);
        }) && go_on;
    }

    read_options how_;
    std::vector<const reel_table *> tables_;
    std::vector<const char *> select_;
    std::vector<reel_setting> expected_;
};

template <class T, void (*Free)(T *)> struct deleter {
    void operator()(T *handle) const noexcept { Free(handle); }
};

} // namespace detail

// ---- reading ----------------------------------------------------------------------------------------------------

// A whole replay in memory.
class replay
{
  public:
    static result<replay> load(source from, read_options how = {})
    {
        detail::reading reading(std::move(how));
        if (reading.has_nul) return detail::nul();
        reel_error error;
        reel_replay *raw = nullptr;
        const reel_status status = reel_load(from.release(), &reading.raw, &raw, &error);
        replay loaded(raw);
        reading.pending.rethrow();
        if (status < 0) return failure(error);
        return loaded;
    }

    chunk rows_of_all_tables() const noexcept { return chunk(raw_ ? reel_replay_chunk(raw_.get()) : nullptr); }
    template <class Row> span<const Row> rows() const noexcept { return rows_of_all_tables().rows<Row>(); }
    template <class Table> span<const typename Table::row> rows(Table table) const noexcept
    {
        return rows_of_all_tables().rows(table);
    }
    any_rows rows(const reel_table &table) const noexcept { return rows_of_all_tables().rows(table); }
    // The table called `name`: of the format, or of the insight that made this result. Fails if there is none.
    result<any_rows> rows(std::string_view name) const
    {
        for (const reel_table *table : rows_of_all_tables().tables())
            if (table->name == name) return rows(*table);
        return failure(REEL_ARGUMENT, "cpp.table", "the replay has no table of this name");
    }
    // nullptr for the result of an insight.
    const reel_format *format() const noexcept { return raw_ ? reel_replay_format(raw_.get()) : nullptr; }
    // The damage that ended reading early.
    std::optional<failure> damage() const noexcept
    {
        const reel_error *why = raw_ ? reel_replay_damage(raw_.get()) : nullptr;
        return why ? std::optional<failure>(failure(*why)) : std::nullopt;
    }
    std::string header_text(std::uint32_t flag) const { return rows_of_all_tables().header_text(flag); }

    // Statistics: "beatsaber", "ddnet", ... The result is a replay with the tables of the insight. Those that are computed on request only are
    // computed if they are named: "evidence", "ddnet.tick_positions". `level`: what was played, a map that was loaded like a replay, for the
    // tables that need one; nullptr: not given. It is borrowed for the call.
    result<replay> insight(std::string_view id, const replay *level = nullptr) const
    {
        if (!raw_ || (level && !level->raw_)) return detail::closed();
        if (detail::has_nul(id)) return detail::nul();
        const std::string name(id);
        const reel_insight *found = reel_insight_by_id(name.c_str());
        const reel_table *named[] = {nullptr, nullptr};
        if (!found && format()) named[0] = reel_find_table(format(), name.c_str(), &found);
        if (!found) return failure(REEL_ARGUMENT, "cpp.insight", "there is no insight of this name");
        if (!format()) return failure(REEL_ARGUMENT, "cpp.insight", "this is the result of an insight");
        reel_insight_options how{};
        how.struct_size = sizeof how;
        how.level = level ? level->raw_.get() : nullptr;
        if (named[0])
            how.tables = named;
        else if (found->tables && found->tables[0]->flags & REEL_TABLE_ON_REQUEST)
            how.tables = found->tables;
        reel_error error;
        reel_replay *raw = nullptr;
        if (reel_insight_run_chunk(found, format(), reel_replay_chunk(raw_.get()), &how, &raw, &error) < 0) return failure(error);
        return replay(raw);
    }
    // Writes the replay; as it was read, the bytes are those of the file.
    result<void> write(sink to, const std::string &convention = {}) const
    {
        if (!raw_) return detail::closed();
        if (detail::has_nul(convention)) return detail::nul();
        if (!format()) return failure(REEL_ARGUMENT, "cpp.insight", "the result of an insight has no file format");
        reel_write_options how{};
        how.struct_size = sizeof how;
        how.convention = convention.empty() ? nullptr : convention.c_str();
        reel_error error;
        if (reel_write(reel_replay_chunk(raw_.get()), format(), to.release(), &how, &error) < 0) return failure(error);
        return {};
    }
    const reel_replay *raw() const noexcept { return raw_.get(); }

  private:
    explicit replay(reel_replay *raw) noexcept : raw_(raw) {}
    std::unique_ptr<reel_replay, detail::deleter<reel_replay, reel_free>> raw_;
};

inline result<replay> load(source from, read_options how = {}) { return replay::load(std::move(from), std::move(how)); }
inline result<replay> load(std::string_view path, read_options how = {})
{
    result<source> from = source::file(path);
    if (!from) return from.error();
    return replay::load(std::move(*from), std::move(how));
}

// Reads a replay chunk by chunk, for files that are larger than memory. A loop over it gets each chunk, which is valid until the next
// one. A failure in a loop throws; without exceptions it ends the loop, and error() has it.
class reader
{
  public:
    static result<reader> open(source from, read_options how = {})
    {
        auto reading = std::make_unique<detail::reading>(std::move(how));
        if (reading->has_nul) return detail::nul();
        reel_error error;
        reel_reader *raw = nullptr;
        const reel_status status = reel_open(from.release(), &reading->raw, &raw, &error);
        reader opened(raw, std::move(reading));
        opened.reading_->pending.rethrow();
        if (status < 0) return failure(error);
        return opened;
    }
    static result<reader> open(std::string_view path, read_options how = {})
    {
        result<source> from = source::file(path);
        if (!from) return from.error();
        return open(std::move(*from), std::move(how));
    }

    // The next chunk; none at the end, or if a growing file has no more rows yet, which again() tells.
    result<std::optional<chunk>> next()
    {
        if (!raw_) return why_ = detail::closed(), *why_;
        reel_error error;
        const reel_chunk *slice = nullptr;
        const reel_status status = reel_next(raw_.get(), &slice, &error);
        again_ = status == REEL_AGAIN;
        reading_->pending.rethrow();
        if (status < 0) return why_ = failure(error), *why_;
        if (status != REEL_OK) return std::optional<chunk>();
        return std::optional<chunk>(chunk(slice));
    }
    bool again() const noexcept { return again_; }
    const std::optional<failure> &error() const noexcept { return why_; }
    chunk header() const noexcept { return chunk(raw_ ? reel_header(raw_.get()) : nullptr); }
    const reel_format &format() const
    {
        if (!raw_) detail::raise(detail::closed());
        return *reel_reader_format(raw_.get());
    }
    std::optional<failure> damage() const noexcept
    {
        const reel_error *why = raw_ ? reel_reader_damage(raw_.get()) : nullptr;
        return why ? std::optional<failure>(failure(*why)) : std::nullopt;
    }
    std::uint64_t offset() const noexcept { return raw_ ? reel_reader_offset(raw_.get()) : 0; }

    class iterator
    {
      public:
        using iterator_category = std::input_iterator_tag;
        using value_type = chunk;
        using difference_type = std::ptrdiff_t;
        using pointer = const chunk *;
        using reference = const chunk &;

        iterator() noexcept = default;
        explicit iterator(reader &from) : from_(&from) { ++*this; }
        reference operator*() const noexcept { return *now_; }
        pointer operator->() const noexcept { return &*now_; }
        iterator &operator++()
        {
            result<std::optional<chunk>> got = from_->next();
#if REEL_HPP_EXCEPTIONS
            now_ = got.value();
#else
            now_ = got ? *got : std::nullopt;
#endif
            if (!now_) from_ = nullptr;
            return *this;
        }
        void operator++(int) { ++*this; }
        friend bool operator==(const iterator &a, const iterator &b) noexcept { return a.from_ == b.from_; }
        friend bool operator!=(const iterator &a, const iterator &b) noexcept { return a.from_ != b.from_; }

      private:
        reader *from_ = nullptr;
        std::optional<chunk> now_;
    };
    iterator begin() { return iterator(*this); }
    iterator end() noexcept { return iterator(); }

  private:
    reader(reel_reader *raw, std::unique_ptr<detail::reading> reading) noexcept : reading_(std::move(reading)), raw_(raw) {}

    std::unique_ptr<detail::reading> reading_; // freed after the reader, which uses it
    std::unique_ptr<reel_reader, detail::deleter<reel_reader, reel_close>> raw_;
    std::optional<failure> why_;
    bool again_ = false;
};

} // namespace reel

#endif

// SPDX-License-Identifier: MIT
// The cases that all doors are tested with, tests/doors/cases, through the door. `cases REPOSITORY SCRATCH_FOLDER`
#include <reel.hpp>

#include <cinttypes>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <sstream>
#include <stdexcept>

namespace
{

using line = std::vector<std::string>;
using lines = std::vector<line>;

std::string root, scratch;
std::map<std::string, std::vector<std::uint8_t>> inputs;

std::vector<std::uint8_t> read_file(const std::string &path)
{
    std::ifstream file(path, std::ios::binary);
    if (!file) throw std::runtime_error("no file " + path);
    return std::vector<std::uint8_t>((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
}

void write_file(const std::string &path, const std::vector<std::uint8_t> &bytes)
{
    std::ofstream file(path, std::ios::binary);
    file.write(reinterpret_cast<const char *>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
}

// ---- the files of cases -------------------------------------------------------------------------------------------

line words_of(const std::string &text)
{
    line words(1);
    for (char c : text) {
        if (c == '\t')
            words.emplace_back();
        else
            words.back() += c;
    }
    return words;
}

std::vector<std::uint8_t> made(const lines &of)
{
    std::vector<std::uint8_t> bytes, part;
    for (std::size_t i = 1; i < of.size(); i++) {
        if (of[i][0] != "hex" && of[i][0] != "repeat") throw std::runtime_error("unknown word " + of[i][0]);
        part.clear();
        for (std::size_t at = 0; at < of[i].back().size(); at += 2)
            part.push_back(static_cast<std::uint8_t>(std::stoi(of[i].back().substr(at, 2), nullptr, 16)));
        for (int n = of[i][0] == "repeat" ? std::stoi(of[i][1]) : 1; n > 0; n--)
            bytes.insert(bytes.end(), part.begin(), part.end());
    }
    return bytes;
}

std::vector<lines> read_cases()
{
    std::vector<lines> cases;
    for (const auto &entry : std::filesystem::directory_iterator(root + "/tests/doors/cases")) {
        if (entry.path().extension() != ".tsv") continue;
        std::ifstream file(entry.path());
        lines block;
        for (std::string text; std::getline(file, text) || !block.empty(); text.clear()) {
            if (!text.empty() && text[0] != '#') block.push_back(words_of(text));
            if (!text.empty() || block.empty()) continue;
            if (block[0][0] == "input")
                inputs[block[0][1]] = made(block);
            else
                cases.push_back(block);
            block.clear();
        }
    }
    return cases;
}

// ---- values -------------------------------------------------------------------------------------------------------

std::string hex(reel::span<const std::uint8_t> bytes)
{
    std::string out;
    char digits[3];
    for (std::uint8_t byte : bytes) std::snprintf(digits, sizeof digits, "%02x", static_cast<unsigned>(byte)), out += digits;
    return out;
}

std::string quoted(std::string_view text)
{
    std::string out = "\"";
    for (char c : text) {
        const auto byte = static_cast<std::uint8_t>(c);
        if (byte < 32 || byte > 126 || c == '%' || c == '"')
            out += "%" + hex(reel::span<const std::uint8_t>(&byte, 1));
        else
            out += c;
    }
    return out + "\"";
}

template <class T> T at(const void *place)
{
    T value;
    std::memcpy(&value, place, sizeof value);
    return value;
}

template <class T> std::string bits(const void *place)
{
    char text[20];
    std::snprintf(text, sizeof text, "0x%0*" PRIx64, static_cast<int>(2 * sizeof(T)), static_cast<std::uint64_t>(at<T>(place)));
    return text;
}

std::string integer(const reel_field &field, const void *place)
{
    switch (field.type) {
    case REEL_U8: return std::to_string(at<std::uint8_t>(place));
    case REEL_I8: return std::to_string(at<std::int8_t>(place));
    case REEL_U16: return std::to_string(at<std::uint16_t>(place));
    case REEL_I16: return std::to_string(at<std::int16_t>(place));
    case REEL_U32: return std::to_string(at<std::uint32_t>(place));
    case REEL_I32: return std::to_string(at<std::int32_t>(place));
    case REEL_U64: return std::to_string(at<std::uint64_t>(place));
    default: return std::to_string(at<std::int64_t>(place));
    }
}

// An integer has the name of its value if the case has one.
std::string token(const reel_field &field, std::size_t index, const void *row, const std::string &expected)
{
    const char *place = static_cast<const char *>(row) + field.offset + index * reel_type_size(field.type);
    if (!reel_field_present(&field, row)) return "null";
    switch (field.type) {
    case REEL_STRING: return quoted(reel::view(at<reel_string>(place)));
    case REEL_BYTES: return "x" + hex(reel::view(at<reel_bytes>(place)));
    case REEL_UUID: {
        const std::string all = hex(at<reel_uuid>(place).bytes);
        return all.substr(0, 8) + "-" + all.substr(8, 4) + "-" + all.substr(12, 4) + "-" + all.substr(16, 4) + "-" +
               all.substr(20);
    }
    case REEL_F32: return bits<std::uint32_t>(place);
    case REEL_F64: return bits<std::uint64_t>(place);
    case REEL_BOOL: return *place ? "true" : "false";
    default: break;
    }
    const std::string value = integer(field, place);
    for (const reel_label *label = field.labels; label && label->name && expected.find('=') != std::string::npos; label++)
        if (std::to_string(label->value) == value) return value + "=" + label->name;
    return value;
}

// ---- one call of a case -------------------------------------------------------------------------------------------

class run
{
  public:
    explicit run(const lines &all) : case_(all) {}
    std::vector<std::string> wrong;

    void call(const std::string &name)
    {
        const line *file = first("file");
        const std::string path = file ? path_of((*file)[1], first("cut")) : "";
        if (name == "load")
            loaded(reel::load(path, options()));
        else if (name == "chunks")
            chunks(path);
        else if (name == "statistics")
            loaded(reel::load(path).value().insight((*wished("insight"))[2]));
        else if (name == "check")
            check(path);
        else if (name == "convert")
            convert(path);
        else if (name == "write")
            write();
        else if (name == "rewrite") {
            if (file) rewrite(path, first("result"), 1);
            for (const line &each : all("each")) rewrite(path_of(each[1]), &each, 2);
        } else if (name == "open") {
            for (const line &each : all("each"))
                same(each[1], reel_format_id(&reel::reader::open(path_of(each[1])).value().format()), each[2]);
        } else if (name == "damage") {
            for (const line &each : all("each")) {
                const auto got = reel::load(path_of(each[1]));
                error(&each, 2, got ? got->damage() : std::optional<reel::failure>(got.error()));
            }
        } else
            throw std::runtime_error("unknown call " + name);
    }

  private:
    lines all(const char *word) const
    {
        lines found;
        for (const line &each : case_)
            if (each[0] == word) found.push_back(each);
        return found;
    }
    const line *first(const char *word) const
    {
        for (const line &each : case_)
            if (each[0] == word) return &each;
        return nullptr;
    }
    const line *wished(const char *option) const
    {
        for (const line &each : case_)
            if (each[0] == "with" && each[1] == option) return &each;
        return nullptr;
    }
    void same(const std::string &what, const std::string &got, const std::string &expected)
    {
        if (got != expected) wrong.push_back(what + " is " + got + ", not " + expected);
    }

    // The path of an input or a file, of which a case may have the first bytes only.
    static std::string path_of(const std::string &name, const line *cut = nullptr)
    {
        const auto input = inputs.find(name);
        std::string path = root + "/" + name;
        if (input != inputs.end()) write_file(path = scratch + "/" + name, input->second);
        if (cut) {
            std::vector<std::uint8_t> bytes = read_file(path);
            bytes.resize(std::stoul((*cut)[1]));
            write_file(path = scratch + "/cut", bytes);
        }
        return path;
    }

    reel::read_options options() const
    {
        reel::read_options how;
        for (const line &each : all("with")) {
            if (each[1] == "strict")
                how.strict = true;
            else if (each[1] == "select")
                how.select.push_back(each[2]);
            else if (each[1] == "between")
                how.from = std::stod(each[2]), how.to = std::stod(each[3]);
            else if (each[1] == "expect")
                how.expected.emplace_back(each[2], each[3]);
            else if (each[1] != "insight" && each[1] != "to" && each[1] != "repair" && each[1] != "anonymise" &&
                     each[1] != "set" && each[1] != "twice")
                throw std::runtime_error("unknown option " + each[1]);
        }
        return how;
    }

    void row(const reel::any_rows &rows, std::size_t number, const line &head, const line &expected)
    {
        for (std::size_t i = 3; i < head.size(); i++) {
            const reel_field *field;
            std::size_t index;
            if (!reel_table_column(&rows.table(), head[i].c_str(), &field, &index))
                throw std::runtime_error("no column " + head[i]);
            same(head[i] + " of row " + expected[1] + " of " + head[1], token(*field, index, rows[number], expected[i - 1]),
                 expected[i - 1]);
        }
    }

    // Adds the rows of a chunk.
    void rows(const reel::chunk &from)
    {
        for (std::size_t at = 0; at < case_.size(); at++) {
            const line &head = case_[at];
            if (head[0] != "table") continue;
            const reel_table *table = nullptr;
            for (const reel_table *each : from.tables())
                if (each->name == head[1]) table = each;
            if (!table) throw std::runtime_error("no table " + head[1]);
            const reel::any_rows found = from.rows(*table);
            const std::size_t begin = counts_[head[1]];
            counts_[head[1]] += found.size();
            if (!found.empty() && !wished("between"))
                same("the first row", std::to_string(from.first(*table)), std::to_string(begin));
            for (std::size_t k = at + 1; k < case_.size() && case_[k][0] == "row"; k++) {
                const std::size_t number = std::stoul(case_[k][1]);
                if (number >= begin && number < begin + found.size()) row(found, number - begin, head, case_[k]);
            }
        }
        typed(from);
    }

    // The rows of a struct are those of the table that has the name.
    template <class Row> void typed(const reel::chunk &from, const char *format, const char *name)
    {
        if (format_ != format) return;
        for (const reel_table *each : from.tables())
            if (std::string(each->name) == name)
                same(std::string("the struct of ") + name,
                     from.rows<Row>().data() == from.rows(*each).data() ? "its own" : "another", "its own");
    }
    void typed(const reel::chunk &from)
    {
        typed<bsor_info>(from, "bsor", "info"), typed<bsor_frame>(from, "bsor", "frames"),
            typed<bsor_note>(from, "bsor", "notes");
        typed<bsor_wall>(from, "bsor", "walls"), typed<bsor_height>(from, "bsor", "heights");
        typed<bsor_pause>(from, "bsor", "pauses"), typed<bsor_user_entry>(from, "bsor", "user_data");
        typed<gdr_info>(from, "gdr2", "info"), typed<gdr_input>(from, "gdr2", "inputs");
        typed<gdr_physics>(from, "gdr2", "physics"), typed<gdr_death>(from, "gdr2", "deaths");
        typed<teehistorian_header>(from, "teehistorian", "header");
        typed<teehistorian_position>(from, "teehistorian", "positions");
        typed<teehistorian_input>(from, "teehistorian", "inputs"), typed<teehistorian_join>(from, "teehistorian", "joins");
        typed<milk_info>(from, "milk", "info"), typed<milk_player>(from, "milk", "players");
        typed<beatsaber_summary>(from, "", "summary");
    }

    void counted()
    {
        for (const line &head : all("table")) same("the number of rows of " + head[1], std::to_string(counts_[head[1]]), head[2]);
    }

    // The words of a line from `from` are STATUS RULE SECTION OFFSET, or the first ones of these.
    void error(const line *expected, std::size_t from, const std::optional<reel::failure> &why)
    {
        line got, wanted;
        if (expected) wanted.assign(expected->begin() + static_cast<std::ptrdiff_t>(from), expected->end());
        if (why) {
            got = {reel_status_name(why->status()), why->rule(), *why->section() ? why->section() : "-",
                   std::to_string(why->offset())};
            if (expected) got.resize(wanted.size());
        }
        if (got != wanted)
            same("the error", why ? why->rule() + std::string(": ") + why->message() : "none", expected ? wanted[1] : "none");
    }
    template <class T> bool fails(const reel::result<T> &got)
    {
        error(first("error"), 1, got ? std::nullopt : std::optional<reel::failure>(got.error()));
        return !got;
    }

    void replay(const reel::replay &got)
    {
        format_ = got.format() ? reel_format_id(got.format()) : "";
        if (const line *format = first("format")) same("the format", format_, (*format)[1]);
        error(first("damage"), 1, got.damage());
        counts_.clear();
        rows(got.rows_of_all_tables());
        counted();
    }
    void loaded(const reel::result<reel::replay> &got)
    {
        if (!fails(got)) replay(*got);
    }

    void chunks(const std::string &path)
    {
        auto reader = reel::reader::open(path, options());
        if (!reader) return static_cast<void>(fails(reader));
        format_ = reel_format_id(&reader->format());
        for (;;) {
            const auto slice = reader->next();
            if (!slice) return static_cast<void>(fails(slice));
            if (!*slice) break;
            rows(**slice);
        }
        error(first("error"), 1, std::nullopt);
        error(first("damage"), 1, reader->damage());
        counted();
    }

    void result(const line *expected, std::size_t from, const std::vector<std::uint8_t> &bytes)
    {
        std::uint8_t hash[REEL_HASH_SIZE];
        if (!expected) return;
        static_cast<void>(reel_source_hash(reel_source_memory(bytes.data(), bytes.size()), nullptr, hash, nullptr));
        same("the size", std::to_string(bytes.size()), (*expected)[from]);
        same("the hash", hex(hash), (*expected)[from + 1]);
    }

    void rewrite(const std::string &path, const line *expected, std::size_t from)
    {
        std::vector<std::uint8_t> bytes;
        const auto done = reel::load(path, options()).value().write(reel::sink::memory(bytes));
        if (done)
            result(expected, from, bytes);
        else
            same(path, done.error().message(), "written");
    }

    void convert(const std::string &path)
    {
        const std::string to = scratch + "/converted";
        std::remove(to.c_str());
        reel::convert_options how;
        if (const line *format = wished("to")) how.to = reel_format_by_id(nullptr, (*format)[2].c_str());
        how.repair = wished("repair");
        how.anonymise = wished("anonymise");
        if (const line *set = wished("set")) how.settings.emplace_back((*set)[2], (*set)[3]);
        if (const line *between = wished("between")) how.from = std::stod((*between)[2]), how.to_time = std::stod((*between)[3]);
        auto done = reel::convert(path, to, how);
        if (wished("twice")) done = reel::convert(path, to, how);
        if (fails(done)) return;
        result(first("result"), 1, read_file(to));
        replay(reel::load(to).value());
    }

    void write()
    {
        std::vector<std::uint8_t> bytes;
        bool failed = false;
        auto writer = reel::writer::create(reel::sink::memory(bytes), *reel_format_by_id(nullptr, (*first("create"))[1].c_str()));
        if (fails(writer)) return;
        for (const line &each : case_) {
            if (each[0] == "flush" && !writer->flush()) same("a flush", "fails", "done");
            if (each[0] != "append" && each[0] != "refused" && each[0] != "fails") continue;
            const reel::replay from = reel::load(path_of(each[1])).value();
            const auto done = writer->append(from.rows(each[2]).value());
            error(each[0] == "append" ? nullptr : &each, 3, done ? std::nullopt : std::optional<reel::failure>(done.error()));
            failed = failed || each[0] == "fails";
        }
        const bool finished = static_cast<bool>(std::move(*writer).finish());
        same("finished", finished ? "true" : "false", failed ? "false" : "true");
        if (!finished) return;
        result(first("result"), 1, bytes);
        replay(reel::load(reel::source::memory(bytes)).value());
    }

    void check(const std::string &path)
    {
        static const char *const severities[] = {"note", "warning", "error"};
        const auto found = reel::check(path, options());
        if (fails(found)) return;
        lines got;
        for (const reel::finding &each : *found) {
            const auto number = [](std::uint64_t value) { return value == UINT64_MAX ? "-" : std::to_string(value); };
            got.push_back({"finding", severities[each.severity], each.rule, each.section.empty() ? "-" : each.section,
                           number(each.offset), each.table.empty() ? "-" : each.table, number(each.row),
                           std::to_string(each.count)});
        }
        same("what is found", joined(got), joined(all("finding")));
    }

    static std::string joined(const lines &from)
    {
        std::string text;
        for (const line &each : from) {
            for (const std::string &word : each) text += word + ' ';
            text += "; ";
        }
        return text;
    }

    const lines &case_;
    std::string format_; // none: statistics
    std::map<std::string, std::size_t> counts_;
};

} // namespace

int main(int count, char **arguments)
{
    if (count != 3) return std::fprintf(stderr, "usage: cases REPOSITORY SCRATCH\n"), 2;
    root = arguments[1];
    scratch = arguments[2];
    int passed = 0, failed = 0, not_here = 0;
    for (const lines &each : read_cases()) {
        for (std::size_t i = 0; i < each.size(); i++) {
            if (each[i][0] != "call") continue;
            bool here = true;
            for (std::size_t k = i + 1; k < each.size() && each[k][0] == "not"; k++) here = here && each[k][1] != "cpp";
            if (!here) {
                not_here++;
                continue;
            }
            run one(each);
            try {
                one.call(each[i][1]);
            } catch (const std::exception &why) {
                one.wrong.emplace_back(why.what());
            }
            for (const std::string &wrong : one.wrong)
                std::printf("FAIL %s, %s: %s\n", each[0][1].c_str(), each[i][1].c_str(), wrong.c_str());
            (one.wrong.empty() ? passed : failed)++;
        }
    }
    std::printf("%d cases ran, %d are not for this door\n", passed + failed, not_here);
    std::printf("%d passed, %d failed\n", passed, failed);
    return failed || !passed ? 1 : 0;
}

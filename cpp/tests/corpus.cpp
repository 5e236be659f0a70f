// SPDX-License-Identifier: MIT
// What tests/doors/rows.c prints, through the door.
#include <reel.hpp>

#include <cinttypes>
#include <fstream>
#include <iostream>
#include <iterator>

namespace
{

struct sum {
    std::uint64_t value = UINT64_C(0xcbf29ce484222325);

    void mix(std::uint64_t v)
    {
        value = (value ^ v) * UINT64_C(0x9e3779b97f4a7c15);
        value ^= value >> 29;
    }
    void mix(reel::span<const std::uint8_t> bytes)
    {
        mix(static_cast<std::uint64_t>(bytes.size()));
        for (std::size_t at = 0; at < bytes.size(); at += 8) {
            std::uint64_t word = 0;
            std::memcpy(&word, bytes.data() + at, std::min<std::size_t>(8, bytes.size() - at));
            mix(word);
        }
    }
};

template <class T> T value_at(const char *at)
{
    T value;
    std::memcpy(&value, at, sizeof value);
    return value;
}

std::uint64_t hash_of(const reel::replay &play)
{
    sum s;
    const auto damage = play.damage();
    s.mix(damage ? static_cast<std::uint64_t>(-damage->status()) : 0);
    for (const reel_table *table : play.rows_of_all_tables().tables()) {
        const reel::any_rows rows = play.rows(*table);
        s.mix(static_cast<std::uint64_t>(rows.size()));
        for (std::size_t i = 0; i < rows.size(); i++) {
            for (const reel_field &field : reel::span<const reel_field>(table->fields, table->field_count)) {
                const char *at = static_cast<const char *>(rows[i]) + field.offset;
                const std::size_t size = reel_type_size(field.type);
                if (field.type == REEL_STRING || field.type == REEL_BYTES) {
                    s.mix(reel::view(value_at<reel_bytes>(at)));
                    continue;
                }
                for (std::size_t k = 0; k < field.count; k++, at += size) {
                    switch (size) {
                    case 1: s.mix(value_at<std::uint8_t>(at)); break;
                    case 2: s.mix(value_at<std::uint16_t>(at)); break;
                    case 4: s.mix(value_at<std::uint32_t>(at)); break;
                    case 8: s.mix(value_at<std::uint64_t>(at)); break;
                    default: s.mix(reel::span<const std::uint8_t>(reinterpret_cast<const std::uint8_t *>(at), size));
                    }
                }
            }
        }
    }
    return s.value;
}

const char *written(const reel::replay &play, const std::string &path)
{
    std::vector<std::uint8_t> bytes;
    if (!play.write(reel::sink::memory(bytes))) return "none";
    std::ifstream file(path, std::ios::binary);
    const std::string original((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
    return original.size() == bytes.size() && std::memcmp(original.data(), bytes.data(), bytes.size()) == 0 ? "same" : "other";
}

} // namespace

int main()
{
    for (std::string path; std::getline(std::cin, path);) {
        const reel::result<reel::replay> play = reel::load(path);
        if (play)
            std::printf("%016" PRIx64 " %s %s\n", hash_of(*play), written(*play, path), path.c_str());
        else
            std::printf("%s none %s\n", reel_status_name(play.error().status()), path.c_str());
    }
}

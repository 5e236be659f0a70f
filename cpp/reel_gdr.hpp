// SPDX-License-Identifier: MIT
// Typed extensions of GDR2: a bot declares a struct, and reel stores it in gdr_info.replay_extension or gdr_block.data.
//
//     struct fixes {
//         std::uint64_t seed = 0;
//         std::vector<float> angles;
//         std::string note;
//         template <class Fields, class Self> static void fields(Fields &each, Self &self) { each(self.seed, self.angles, self.note); }
//     };
//     std::vector<std::uint8_t> stored = reel::pack(fixes{7, {0.5f}, "dash"});
//     reel::result<fixes> read = reel::unpack<fixes>(info.replay_extension);
//
// The encoding is GDR2's own: integers, bools and enumerations are LEB128 of 64 bits, floats are big endian, text and vectors have their
// size before them. Structs may contain such structs.
#ifndef REEL_GDR_HPP
#define REEL_GDR_HPP

#include "reel_basics.hpp"

#include <cstring>

namespace reel
{

namespace detail
{

template <class T> struct is_vector : std::false_type {
};
template <class T> struct is_vector<std::vector<T>> : std::true_type {
};

template <class T> using bits_of = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;

class packer
{
  public:
    template <class... Values> void operator()(const Values &...values) { (put(values), ...); }
    std::vector<std::uint8_t> out;

  private:
    void number(std::uint64_t value)
    {
        for (; value > 127; value >>= 7) out.push_back(static_cast<std::uint8_t>(value | 128));
        out.push_back(static_cast<std::uint8_t>(value));
    }

    template <class T> void put(const T &value)
    {
        if constexpr (std::is_enum_v<T>) {
            put(static_cast<std::underlying_type_t<T>>(value));
        } else if constexpr (std::is_floating_point_v<T>) {
            bits_of<T> bits;
            static_assert(sizeof bits == sizeof value, "GDR2 has floats of 4 and of 8 bytes");
            std::memcpy(&bits, &value, sizeof bits);
            for (std::size_t i = sizeof bits; i-- > 0;) out.push_back(static_cast<std::uint8_t>(bits >> (8 * i) & 255));
        } else if constexpr (std::is_signed_v<T>) {
            number(static_cast<std::uint64_t>(static_cast<std::int64_t>(value)));
        } else if constexpr (std::is_integral_v<T>) {
            number(value);
        } else if constexpr (std::is_same_v<T, std::string>) {
            number(value.size());
            out.insert(out.end(), value.begin(), value.end());
        } else if constexpr (is_vector<T>::value) {
            number(value.size());
            for (const auto &item : value) put(item);
        } else {
            T::fields(*this, value);
        }
    }
};

class unpacker
{
  public:
    explicit unpacker(span<const std::uint8_t> bytes) noexcept : bytes_(bytes) {}
    template <class... Values> void operator()(Values &...values) { (get(values), ...); }
    bool failed = false;
    bool at_end() const noexcept { return at_ == bytes_.size(); }

  private:
    std::size_t left() const noexcept { return bytes_.size() - at_; }

    std::uint64_t number()
    {
        std::uint64_t value = 0;
        for (unsigned shift = 0; shift < 64 && left() > 0; shift += 7) {
            std::uint8_t byte = bytes_[at_++];
            if (shift == 63 && byte > 1) break;
            value |= static_cast<std::uint64_t>(byte & 127) << shift;
            if (byte < 128) return value;
        }
        failed = true;
        return 0;
    }

    template <class T> void get(T &value)
    {
        if (failed) return;
        if constexpr (std::is_enum_v<T>) {
            std::underlying_type_t<T> number{};
            get(number);
            value = static_cast<T>(number);
        } else if constexpr (std::is_floating_point_v<T>) {
            bits_of<T> bits = 0;
            if (left() < sizeof bits) {
                failed = true;
                return;
            }
            for (std::size_t i = 0; i < sizeof bits; i++) bits = static_cast<bits_of<T>>(bits << 8 | bytes_[at_++]);
            std::memcpy(&value, &bits, sizeof bits);
        } else if constexpr (std::is_same_v<T, bool>) {
            value = number() != 0;
        } else if constexpr (std::is_integral_v<T>) {
            const std::uint64_t whole = number();
            value = static_cast<T>(whole);
            if constexpr (std::is_signed_v<T>)
                failed = failed || static_cast<std::uint64_t>(static_cast<std::int64_t>(value)) != whole;
            else
                failed = failed || value != whole;
        } else if constexpr (std::is_same_v<T, std::string>) {
            const std::uint64_t size = number();
            if (size > left()) {
                failed = true;
                return;
            }
            value.clear();
            value.reserve(static_cast<std::size_t>(size));
            for (std::uint64_t i = 0; i < size; i++) value.push_back(static_cast<char>(bytes_[at_++]));
        } else if constexpr (is_vector<T>::value) {
            const std::uint64_t count = number();
            value.clear();
            for (std::uint64_t i = 0; i < count && !failed; i++) {
                const std::size_t before = at_;
                typename T::value_type item{};
                get(item);
                if (at_ == before) failed = true; // items without bytes: the count alone would decide how much memory they take
                if (!failed) value.push_back(std::move(item));
            }
        } else {
            T::fields(*this, value);
        }
    }

    span<const std::uint8_t> bytes_;
    std::size_t at_ = 0;
};

} // namespace detail

// The bytes of a bot's struct.
template <class T> std::vector<std::uint8_t> pack(const T &value)
{
    detail::packer fields;
    fields(value);
    return std::move(fields.out);
}

// The struct of these bytes; it fails unless they are exactly one.
template <class T> result<T> unpack(const reel_bytes &stored)
{
    T value{};
    detail::unpacker fields(view(stored));
    fields(value);
    if (fields.failed || !fields.at_end())
        return failure(REEL_CORRUPT, "cpp.extension", "the extension does not have the fields of the struct");
    return value;
}

} // namespace reel

#endif

// SPDX-License-Identifier: MIT
// What the other parts of <reel.hpp> share: arrays of rows, text, failures and results.
#ifndef REEL_BASICS_HPP
#define REEL_BASICS_HPP

#include "reel_tables.hpp"

#include <cstddef>
#include <cstdint>
#include <exception>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#if defined(__has_include)
#if __has_include(<version>)
#include <version>
#endif
#endif
#if defined(__cpp_lib_span)
#include <span>
#endif

// 1 if exceptions are enabled: then result::value() throws reel::exception, and so does a loop over chunks.
#if defined(__cpp_exceptions) || defined(_CPPUNWIND)
#define REEL_HPP_EXCEPTIONS 1
#else
#define REEL_HPP_EXCEPTIONS 0
#endif

namespace reel
{

#if defined(__cpp_lib_span)
using std::span;
#else
// std::span of C++20, as far as rows need it.
template <class T> class span
{
  public:
    using element_type = T;
    using value_type = std::remove_cv_t<T>;
    using iterator = T *;

    constexpr span() noexcept = default;
    constexpr span(T *data, std::size_t size) noexcept : data_(data), size_(size) {}
    template <std::size_t N> constexpr span(T (&array)[N]) noexcept : data_(array), size_(N) {}
    template <class Container, class = decltype(std::declval<Container &>().data()),
              class = std::enable_if_t<std::is_convertible_v<decltype(std::declval<Container &>().data()), T *>>>
    constexpr span(Container &&container) noexcept : data_(container.data()), size_(container.size())
    {
    }

    constexpr T *data() const noexcept { return data_; }
    constexpr std::size_t size() const noexcept { return size_; }
    constexpr bool empty() const noexcept { return size_ == 0; }
    constexpr T *begin() const noexcept { return data_; }
    constexpr T *end() const noexcept { return data_ + size_; }
    constexpr T &operator[](std::size_t index) const noexcept { return data_[index]; }
    constexpr T &front() const noexcept { return data_[0]; }
    constexpr T &back() const noexcept { return data_[size_ - 1]; }
    constexpr span subspan(std::size_t offset, std::size_t count) const noexcept { return {data_ + offset, count}; }

  private:
    T *data_ = nullptr;
    std::size_t size_ = 0;
};
#endif

// ---- text -------------------------------------------------------------------------------------------------------

// The text of a row. It lives as long as the row does.
inline std::string_view view(const reel_string &text) noexcept
{
    return text.size ? std::string_view(text.data, text.size) : std::string_view();
}
inline span<const std::uint8_t> view(const reel_bytes &bytes) noexcept { return {bytes.data, bytes.size}; }
// For a row that is appended. Borrows the text, which has to live until the append.
inline reel_string text(std::string_view value) noexcept { return {value.data(), value.size()}; }
inline reel_bytes bytes(span<const std::uint8_t> value) noexcept { return {value.data(), value.size()}; }

// ---- failures ---------------------------------------------------------------------------------------------------

// Why a call failed: what reel_error has, as a value.
class failure
{
  public:
    failure() noexcept : raw_{} { raw_.rule = raw_.section = ""; }
    explicit failure(const reel_error &raw) noexcept : raw_(raw) {}
    failure(reel_status status, const char *rule, std::string_view message) noexcept : failure()
    {
        raw_.status = status;
        raw_.rule = rule;
        raw_.message[message.copy(raw_.message, sizeof raw_.message - 1)] = '\0';
    }

    reel_status status() const noexcept { return raw_.status; }
    const char *rule() const noexcept { return raw_.rule; }       // "bsor.frame-count"; "" if none
    const char *section() const noexcept { return raw_.section; } // "frames"; "" if none
    std::uint64_t offset() const noexcept { return raw_.offset; } // byte offset in the decompressed file
    const char *message() const noexcept { return raw_.message; }
    const reel_error &raw() const noexcept { return raw_; }

  private:
    reel_error raw_;
};

#if REEL_HPP_EXCEPTIONS
// What result::value() throws.
class exception : public std::exception
{
  public:
    explicit exception(const class failure &why) noexcept : why_(why) {}
    const char *what() const noexcept override { return why_.message(); }
    const class failure &why() const noexcept { return why_; }

  private:
    class failure why_;
};
#endif

namespace detail
{

[[noreturn]] inline void raise(const failure &why)
{
#if REEL_HPP_EXCEPTIONS
    throw exception(why);
#else
    (void)why;
    std::terminate();
#endif
}

inline failure not_rows_of(const reel_table &table)
{
    return failure(REEL_ARGUMENT, "cpp.row-type", "the rows of table '" + std::string(table.name) + "' have another type");
}

} // namespace detail

// A value or a failure, in the manner of std::expected. value() throws if exceptions are enabled, and else ends the program.
template <class T> class [[nodiscard]] result
{
  public:
    result(T value) : value_(std::in_place_index<0>, std::move(value)) {}
    result(failure why) : value_(std::in_place_index<1>, why) {}

    bool has_value() const noexcept { return value_.index() == 0; }
    explicit operator bool() const noexcept { return has_value(); }
    T &operator*() &noexcept { return *std::get_if<0>(&value_); }
    const T &operator*() const &noexcept { return *std::get_if<0>(&value_); }
    T &&operator*() &&noexcept { return std::move(*std::get_if<0>(&value_)); }
    T *operator->() noexcept { return std::get_if<0>(&value_); }
    const T *operator->() const noexcept { return std::get_if<0>(&value_); }
    T &value() & { return checked(), **this; }
    const T &value() const & { return checked(), **this; }
    T &&value() && { return checked(), std::move(**this); }
    template <class U> T value_or(U &&other) &&
    {
        return has_value() ? std::move(**this) : static_cast<T>(std::forward<U>(other));
    }
    // Only of a result without a value.
    const failure &error() const noexcept { return *std::get_if<1>(&value_); }

  private:
    void checked() const
    {
        if (!has_value()) detail::raise(error());
    }

    std::variant<T, failure> value_;
};

template <> class [[nodiscard]] result<void>
{
  public:
    result() noexcept = default;
    result(failure why) noexcept : why_(why) {}

    bool has_value() const noexcept { return !why_; }
    explicit operator bool() const noexcept { return has_value(); }
    void value() const
    {
        if (why_) detail::raise(*why_);
    }
    const failure &error() const noexcept { return *why_; }

  private:
    std::optional<failure> why_;
};

// ---- callables --------------------------------------------------------------------------------------------------

namespace detail
{

// Keeps what a callable threw, while functions of C return to the call that started them.
class pending
{
  public:
    // Calls `work`; false if it threw, now or before.
    template <class Work> bool run(Work &&work) noexcept
    {
#if REEL_HPP_EXCEPTIONS
        if (thrown_) return false;
        try {
            work();
        } catch (...) {
            thrown_ = std::current_exception();
            return false;
        }
#else
        work();
#endif
        return true;
    }

    void rethrow()
    {
#if REEL_HPP_EXCEPTIONS
        if (std::exception_ptr thrown = std::exchange(thrown_, nullptr)) std::rethrow_exception(thrown);
#endif
    }

  private:
#if REEL_HPP_EXCEPTIONS
    std::exception_ptr thrown_;
#endif
};

// Text that is passed to C must not have a NUL: a C function would only see what is before it.
using settings = std::vector<std::pair<std::string, std::string>>;
inline bool has_nul(std::string_view text) noexcept { return text.find('\0') != std::string_view::npos; }
inline bool has_nul(const settings &all) noexcept
{
    for (const auto &[field, value] : all)
        if (has_nul(field) || has_nul(value)) return true;
    return false;
}
inline failure nul() { return failure(REEL_ARGUMENT, "cpp.nul", "a path or another text has a NUL byte"); }

// A path as text of C. Empty: the path has a NUL.
inline std::optional<std::string> path_of(std::string_view path)
{
    if (has_nul(path)) return std::nullopt;
    return std::string(path);
}

inline failure closed() { return failure(REEL_ARGUMENT, "cpp.closed", "used after it was moved from or has ended"); }

} // namespace detail

} // namespace reel

#endif

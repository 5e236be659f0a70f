// SPDX-License-Identifier: MIT
// Lines of .echoreplay by simdjson's On Demand: reads every key and value of the objects, each as its own type, and makes no rows. What
// bench/butter.c measures reel beside. Built by bench/pairs.sh if the library is there: with NDEBUG, without which it checks how it is used.
#include <simdjson.h>

#include <cstddef>

#define QUOTED(text) #text
#define STRING_OF(text) QUOTED(text)

namespace od = simdjson::ondemand;

namespace
{

struct sums {
    double numbers = 0;
    std::size_t values = 0;
};

bool read(od::value value, sums &all);

bool read_members(od::object &object, sums &all)
{
    for (auto each : object) {
        od::field field;
        if (std::move(each).get(field)) return false;
        all.values += static_cast<unsigned char>(*field.key().raw());
        if (!read(field.value(), all)) return false;
    }
    return true;
}

bool read_elements(od::array &array, sums &all)
{
    for (auto each : array) {
        od::value value;
        if (std::move(each).get(value) || !read(value, all)) return false;
    }
    return true;
}

bool read(od::value value, sums &all)
{
    od::json_type type;
    od::object object;
    od::array array;
    od::raw_json_string text;
    double number = 0;
    bool truth = false;
    if (value.type().get(type)) return false;
    switch (type) {
    case od::json_type::object: return !value.get_object().get(object) && read_members(object, all);
    case od::json_type::array: return !value.get_array().get(array) && read_elements(array, all);
    case od::json_type::string:
        if (value.get_raw_json_string().get(text)) return false;
        all.values += static_cast<unsigned char>(*text.raw());
        return true;
    case od::json_type::number:
        if (value.get_double().get(number)) return false;
        all.numbers += number;
        return true;
    case od::json_type::boolean:
        if (value.get_bool().get(truth)) return false;
        all.values += truth;
        return true;
    case od::json_type::null: return true;
    }
    return false;
}

} // namespace

// Reads the object of `size` bytes; `room`: how many can be read from its begin, at least 64 more. Returns a number that depends on all values, 0 for
// what is not an object.
extern "C" std::size_t peer_simdjson(const char *text, std::size_t size, std::size_t room)
{
    static od::parser parser;
    od::document document;
    od::object object;
    sums all;
    if (parser.iterate(text, size, room).get(document) || document.get_object().get(object) || !read_members(object, all))
        return 0;
    return all.values + (all.numbers != 0) + 1;
}

extern "C" const char *peer_simdjson_version() { return STRING_OF(SIMDJSON_VERSION); }

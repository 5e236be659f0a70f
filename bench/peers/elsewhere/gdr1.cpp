// The C++ reference of GDReplayFormat 1 as bench/pairs.c calls it. bench/pairs.sh builds this if REEL_PEER_GDR1 names a checkout of it.
#include <gdr/gdr.hpp>

#include <cstddef>
#include <cstdint>

namespace {
class Macro : public gdr::Replay<Macro, gdr::Input> {
public:
    Macro() : Replay("", "") {}
};
volatile std::size_t kept;
} // namespace

extern "C" std::ptrdiff_t peer_run(const char *, const std::uint8_t *data, std::size_t size)
{
    try {
        return static_cast<std::ptrdiff_t>(Macro::importData(std::vector<std::uint8_t>(data, data + size)).inputs.size());
    } catch (const std::exception &) {
        return -1;
    }
}

extern "C" void *peer_read(const char *, const std::uint8_t *data, std::size_t size)
{
    try {
        return new Macro(Macro::importData(std::vector<std::uint8_t>(data, data + size)));
    } catch (const std::exception &) {
        return nullptr;
    }
}

extern "C" std::ptrdiff_t peer_write(const char *job, void *replay)
{
    const std::vector<std::uint8_t> bytes = static_cast<Macro *>(replay)->exportData(job[0] == 'j');
    kept = bytes.size();
    return static_cast<std::ptrdiff_t>(bytes.size());
}

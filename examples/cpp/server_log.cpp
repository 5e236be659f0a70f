// SPDX-License-Identifier: MIT
// A log of a DDNet server: who joined, where everybody was in each tick, and what was said. Then reads it chunk by chunk, in constant
// memory. `server_log OUT.teehistorian [TICKS]`
#include <reel.hpp>

#include <cstdio>
#include <cstdlib>

namespace
{

// Gives each row its number in the order in which things happened.
class log
{
  public:
    explicit log(reel::writer writer) : writer_(std::move(writer)) {}
    template <class Row> void add(Row row)
    {
        row.seq = seq_++;
        fine_ = fine_ && writer_.append(row);
    }
    reel::result<void> close() { return std::move(writer_).finish(); }
    bool fine() const noexcept { return fine_; }

  private:
    reel::writer writer_;
    std::uint64_t seq_ = 0;
    bool fine_ = true;
};

reel::result<void> record(const char *path, int ticks)
{
    reel::result<reel::writer> writer = reel::writer::create(path, reel_format_teehistorian);
    if (!writer) return writer.error();
    teehistorian_header header{};
    header.version = 2;
    header.server_port = 8303;
    header.map_name = reel::text("tiny");
    header.map_size = 448;
    header.present = TEEHISTORIAN_HAS_SERVER_PORT | TEEHISTORIAN_HAS_MAP_SIZE;
    if (reel::result<void> begun = writer->append(header); !begun) return begun;

    log server(std::move(*writer));
    for (int client = 0; client < 3; client++) {
        teehistorian_join join{};
        join.cid = client;
        server.add(join);
    }
    for (int tick = 1; tick <= ticks && server.fine(); tick++) {
        for (int client = 0; client < 3; client++) {
            teehistorian_position position{};
            position.tick = tick;
            position.cid = client;
            position.x = 100 * client + 3 * tick;
            server.add(position);
        }
        if (tick % 50 == 0) {
            teehistorian_name name{};
            name.tick = tick;
            name.name = reel::text("nameless tee");
            server.add(name);
        }
    }
    return server.close();
}

} // namespace

int main(int count, char **arguments)
{
    if (count < 2) return std::fprintf(stderr, "usage: server_log OUT.teehistorian [TICKS]\n"), 2;
    const int ticks = count > 2 ? std::atoi(arguments[2]) : 1000;
    try {
        record(arguments[1], ticks).value();
        reel::read_options wanted;
        wanted.select = {"positions"};
        reel::reader reader = reel::reader::open(arguments[1], wanted).value();
        std::size_t positions = 0;
        for (const reel::chunk &slice : reader) positions += slice.rows<teehistorian_position>().size();
        std::printf("%zu positions\n", positions);
    } catch (const reel::exception &failed) {
        std::fprintf(stderr, "%s\n", failed.what());
        return 1;
    }
}

// SPDX-License-Identifier: MIT
// Records a play of three frames and reads it back: what the recipes for package managers are tested with.
#include <reel.hpp>

#include <cstdio>

int main()
{
    const char *path = "recipe.bsor";
    std::remove(path);
    auto recorder = reel::recorder::start(path, reel_format_bsor);
    bool recorded = recorder && recorder->record(bsor_info{});
    for (int i = 0; recorded && i < 3; i++) recorded = recorder->record(bsor_frame{});
    if (!recorded || !recorder->save()) return 1;
    const auto play = reel::load(path);
    std::remove(path);
    return play && play->rows<bsor_frame>().size() == 3 ? 0 : 1;
}

# reel-level.wasm also takes what was played. It is linked from the objects of reel.wasm, except for the files that use a level or evidence, which
# reel.wasm leaves out.
include(levels.cmake)
files_with_levels(reel_with_levels pairs/registry.c insight/ddnet/evidence.c insight/ddnet/evidence_judge.c insight/ddnet/evidence_world.c)
web_module(reel_level reel-level ${reading} output.c level.c $<TARGET_OBJECTS:reel_with_levels>)

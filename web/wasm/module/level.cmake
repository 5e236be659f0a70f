# reel-level.wasm also takes what was played. It is linked from the objects of reel.wasm, except for the files that use a level or evidence, which
# reel.wasm leaves out.
set(files pairs/registry.c insight/registry.c plot/registry.c plot/beatsaber/summary.c insight/ddnet/insight.c insight/beatsaber/evidence_run.c
    insight/beatsaber/insight.c insight/beatsaber/level_cuts.c insight/beatsaber/level_heads.c insight/beatsaber/level_reenact.c insight/beatsaber/motion_check.c)
foreach(part evidence evidence_check evidence_judge evidence_world)
    list(APPEND files insight/ddnet/${part}.c)
endforeach()
list(TRANSFORM files PREPEND ${REEL_ROOT}/src/)
add_library(reel_with_levels OBJECT ${files})
set_target_properties(reel_with_levels PROPERTIES C_EXTENSIONS OFF C_VISIBILITY_PRESET hidden POSITION_INDEPENDENT_CODE ON)
target_link_libraries(reel_with_levels PRIVATE reel_settings)
target_compile_options(reel_with_levels PRIVATE -UREEL_WITHOUT_LEVELS -UREEL_WITHOUT_EVIDENCE)
web_module(reel_level reel-level ${reading} output.c level.c $<TARGET_OBJECTS:reel_with_levels>)

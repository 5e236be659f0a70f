# Files that use a level: the library is built without levels, so that modules that have none stay small. No module asks a check for evidence, which
# tables give; so the lists of checks leave it out.
function(files_with_levels target)
    set(files insight/registry.c insight/beatsaber/evidence_run.c insight/beatsaber/insight.c insight/beatsaber/level_cuts.c
        insight/beatsaber/level_heads.c insight/beatsaber/level_reenact.c insight/ddnet/insight.c insight/ddnet/take.c plot/registry.c
        plot/beatsaber/summary.c ${ARGN})
    list(TRANSFORM files PREPEND ${REEL_ROOT}/src/)
    add_library(${target} OBJECT ${files})
    set_target_properties(${target} PROPERTIES C_EXTENSIONS OFF C_VISIBILITY_PRESET hidden POSITION_INDEPENDENT_CODE ON)
    target_link_libraries(${target} PRIVATE reel_settings)
    target_compile_options(${target} PRIVATE -UREEL_WITHOUT_LEVELS -UREEL_WITHOUT_EVIDENCE)
    set_property(SOURCE ${REEL_ROOT}/src/insight/registry.c PROPERTY COMPILE_OPTIONS -DREEL_WITHOUT_EVIDENCE)
endfunction()

# reel-demo.wasm plays a run of a DDNet recording again and writes it as a demo. It has the formats and the one conversion that this needs, and the
# physics of the game, which no other module has.
set(lists formats/registry.c pairs/registry.c jobs/open.c jobs/packed.c jobs/rewrite/edit.c jobs/rewrite/score.c)
list(TRANSFORM lists PREPEND ${REEL_ROOT}/src/)
add_library(reel_lists_demo OBJECT ${lists})
set_target_properties(reel_lists_demo PROPERTIES C_EXTENSIONS OFF C_VISIBILITY_PRESET hidden POSITION_INDEPENDENT_CODE ON)
target_link_libraries(reel_lists_demo PRIVATE reel_settings)
target_compile_options(reel_lists_demo PRIVATE -UREEL_WITHOUT_LEVELS)
target_compile_definitions(reel_lists_demo PRIVATE REEL_WITHOUT_BSOR REEL_WITHOUT_SCORESABER REEL_WITHOUT_XROR REEL_WITHOUT_BEATSABER
    REEL_WITHOUT_BEATSABER_MAP REEL_WITHOUT_ECHO REEL_WITHOUT_ECRREPLAY REEL_WITHOUT_GDR REEL_WITHOUT_GEOMETRYDASH REEL_WITHOUT_GHOST)
# A run is a part of a recording, of which a conversion compares no statistics.
add_library(reel_insights_demo OBJECT ${REEL_ROOT}/src/insight/registry.c)
set_target_properties(reel_insights_demo PROPERTIES C_EXTENSIONS OFF C_VISIBILITY_PRESET hidden POSITION_INDEPENDENT_CODE ON)
target_link_libraries(reel_insights_demo PRIVATE reel_settings)
target_compile_definitions(reel_insights_demo PRIVATE REEL_WITHOUT_DDNET REEL_WITHOUT_BEATSABER REEL_WITHOUT_ECHO REEL_WITHOUT_GEOMETRYDASH)
web_module(reel_demo reel-demo result.c demo.c $<TARGET_OBJECTS:reel_lists_demo> $<TARGET_OBJECTS:reel_insights_demo>)

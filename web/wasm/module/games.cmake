# reel-GAME.wasm reads, measures and checks the formats of one game. Each is linked from the objects of reel.wasm, except for the files that list
# formats: these are compiled again without the other games, whose code the linker then leaves out. What archives, compressed files, pictures
# and exports need is left out too: for these there is reel-full.wasm.
set(games beatsaber ddnet echo geometrydash)
set(formats_of_beatsaber BSOR SCORESABER XROR BEATSABER)
set(formats_of_ddnet TEEHISTORIAN DDNET)
set(formats_of_echo ECHO)
set(formats_of_geometrydash GDR GEOMETRYDASH)
set(lists formats/registry.c insight/registry.c jobs/open.c jobs/packed.c codec/pack/unpack.c)
list(TRANSFORM lists PREPEND ${REEL_ROOT}/src/)
# The viewer shows evidence, which reel.wasm leaves out.
set(more_of_beatsaber ${REEL_ROOT}/src/insight/beatsaber/insight.c)

foreach(game ${games})
    add_library(reel_lists_${game} OBJECT ${lists} ${more_of_${game}})
    set_target_properties(reel_lists_${game} PROPERTIES C_EXTENSIONS OFF C_VISIBILITY_PRESET hidden POSITION_INDEPENDENT_CODE ON)
    target_link_libraries(reel_lists_${game} PRIVATE reel_settings)
    target_compile_options(reel_lists_${game} PRIVATE
        -UREEL_WITHOUT_EVIDENCE -UREEL_WITH_ZLIB -UREEL_WITH_LZMA -UREEL_WITH_ZSTD)
    target_compile_definitions(reel_lists_${game} PRIVATE REEL_RECORD_ONLY ${without_levels})
    foreach(other ${games})
        if(NOT other STREQUAL game)
            list(TRANSFORM formats_of_${other} PREPEND REEL_WITHOUT_ OUTPUT_VARIABLE without)
            target_compile_definitions(reel_lists_${game} PRIVATE ${without})
        endif()
    endforeach()
    web_module(reel_${game} reel-${game} ${reading} $<TARGET_OBJECTS:reel_lists_${game}>)
endforeach()

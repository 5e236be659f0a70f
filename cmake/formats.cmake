# What of the library is built: formats by choice, with or without encoders, with or without an operating system.
#
#   reel_formats             folders of src/formats
#   reel_games               folders of src/game, src/insight and src/plot
#   reel_pair_games          folders of src/pairs
#   reel_format_definitions  for the registries of these layers
#   reel_public_definitions  for programs

# The formats that a game's statistics, plots and conversions need, all of them.
set(reel_game_beatsaber bsor scoresaber xror)
set(reel_game_ddnet teehistorian)
set(reel_game_echo echo)
set(reel_game_geometrydash gdr)

if(REEL_WITH_FORMATS STREQUAL "all")
    set(reel_formats ${REEL_FORMATS})
else()
    set(reel_formats ${REEL_WITH_FORMATS})
endif()
foreach(format ${reel_formats})
    if(NOT format IN_LIST REEL_FORMATS)
        message(FATAL_ERROR "reel: no format '${format}' for REEL_WITH_FORMATS; there are: ${REEL_FORMATS}")
    endif()
endforeach()

set(reel_games "")
set(reel_left_out "")
set(reel_public_definitions "")
foreach(format ${REEL_FORMATS})
    if(NOT format IN_LIST reel_formats)
        list(APPEND reel_left_out ${format})
    endif()
endforeach()
foreach(game beatsaber ddnet echo geometrydash)
    set(complete TRUE)
    foreach(format ${reel_game_${game}})
        if(NOT format IN_LIST reel_formats)
            set(complete FALSE)
        endif()
    endforeach()
    if(complete)
        list(APPEND reel_games ${game})
    elseif(NOT game IN_LIST reel_left_out)
        list(APPEND reel_left_out ${game})
    endif()
endforeach()
# What plays a game again needs its map, and writes demos.
set(reel_pair_games ${reel_games})
if(NOT (demo IN_LIST reel_formats AND ddnet_map IN_LIST reel_formats))
    list(REMOVE_ITEM reel_pair_games ddnet)
endif()
list(TRANSFORM reel_left_out TOUPPER OUTPUT_VARIABLE reel_format_definitions)
list(TRANSFORM reel_format_definitions PREPEND REEL_WITHOUT_)
if(REEL_READ_ONLY)
    list(APPEND reel_format_definitions REEL_READ_ONLY)
endif()
if(REEL_WITHOUT_EVIDENCE) # for modules that have to be small
    list(APPEND reel_format_definitions REEL_WITHOUT_EVIDENCE)
endif()
if(REEL_WITHOUT_LEVELS) # likewise, where nothing gives a level to statistics
    list(APPEND reel_format_definitions REEL_WITHOUT_LEVELS)
endif()
if(REEL_RECORD_ONLY)
    list(APPEND reel_format_definitions REEL_RECORD_ONLY)
endif()
if(NOT REEL_WITH_PLATFORM)
    list(APPEND reel_public_definitions REEL_WITHOUT_PLATFORM)
endif()

# The command, the tests and the benchmarks are about the whole library.
if(NOT REEL_WITH_PLATFORM OR REEL_RECORD_ONLY)
    set(REEL_BUILD_CLI OFF)
    set(REEL_BUILD_EXAMPLES OFF)
endif()
if(REEL_READ_ONLY OR REEL_RECORD_ONLY OR NOT REEL_WITH_PLATFORM OR reel_left_out)
    foreach(part TESTS BENCH FUZZ EXAMPLES)
        if(REEL_BUILD_${part})
            message(STATUS "reel: REEL_BUILD_${part} is off; it needs all formats, their writers and the platform")
            set(REEL_BUILD_${part} OFF)
        endif()
    endforeach()
endif()

# Warnings for our own sources when this is the top project; a parent project gets none of it unless it sets REEL_WERROR, as ours do in tests: their
# objects are then those of the preset release, and ccache has them. They are errors only where REEL_WERROR is set: a compiler that nobody here has
# tried must not break a user's build.
option(REEL_WERROR "Make warnings errors" OFF)

function(reel_warnings target)
    if((reel_is_top_level OR REEL_WERROR) AND CMAKE_C_COMPILER_ID MATCHES "GNU|Clang")
        target_compile_options(${target} PRIVATE -Wall -Wextra -Wconversion -Wsign-conversion -Wshadow -Wvla -Wundef
            -Wstrict-prototypes -Wmissing-prototypes -Wpedantic $<$<BOOL:${REEL_WERROR}>:-Werror>)
    endif()
    if(REEL_SANITIZE)
        target_compile_options(${target} PRIVATE -fsanitize=${REEL_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
        target_link_options(${target} PUBLIC -fsanitize=${REEL_SANITIZE})
    endif()
    if(REEL_COVERAGE)
        target_compile_options(${target} PRIVATE --coverage -fprofile-update=atomic)
        target_link_options(${target} PUBLIC --coverage)
    endif()
    reel_harden(${target})
endfunction()

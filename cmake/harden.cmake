# What the compiler and the linker do against a memory error that nobody has found. Each flag is tried first; `cmake` lists those
# that are used. Sanitizers and coverage builds go without: they need their own instrumentation. A project that adds reel, such as
# the server, includes this before, so that its own targets can have them too.
include_guard(GLOBAL)
option(REEL_HARDEN "Build with the hardening flags that the compiler and linker have" ${reel_is_top_level})

include(CheckCSourceCompiles)
include(CheckPIESupported)

set(reel_harden_compile "")
set(reel_harden_link "")
set(reel_harden_listed "")

# Whether an empty program compiles and links with these flags, warnings being errors.
function(reel_flag_works result flags)
    set(CMAKE_REQUIRED_FLAGS "${flags} -Werror")
    set(CMAKE_REQUIRED_LINK_OPTIONS ${ARGN})
    set(CMAKE_REQUIRED_QUIET ON)
    check_c_source_compiles("#include <string.h>\nint main(int n, char **v) { char b[8]; return (int)strlen(strncpy(b, v[0], 7)) + n; }" ${result})
    set(${result} ${${result}} PARENT_SCOPE)
endfunction()

macro(reel_harden_compiling name flag)
    reel_flag_works(REEL_HAS_${name} "${flag}")
    if(REEL_HAS_${name})
        list(APPEND reel_harden_compile ${flag})
        list(APPEND reel_harden_listed ${flag})
    endif()
endmacro()

macro(reel_harden_linking name flag)
    reel_flag_works(REEL_HAS_${name} "" ${flag})
    if(REEL_HAS_${name})
        list(APPEND reel_harden_link ${flag})
        list(APPEND reel_harden_listed ${flag})
    endif()
endmacro()

# The highest level of _FORTIFY_SOURCE that the compiler and libc know: it needs optimisation, and a distribution may have set one.
function(reel_find_fortify)
    set(CMAKE_REQUIRED_FLAGS "-O2 -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=3")
    set(CMAKE_REQUIRED_QUIET ON)
    check_c_source_compiles("#include <string.h>
        #if !defined(__USE_FORTIFY_LEVEL) || __USE_FORTIFY_LEVEL < 3
        #error no third level
        #endif
        int main(void) { return 0; }" REEL_HAS_FORTIFY_3)
    set(CMAKE_REQUIRED_FLAGS "-O2 -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2 -Werror")
    check_c_source_compiles("#include <string.h>\nint main(void) { return 0; }" REEL_HAS_FORTIFY_2)
endfunction()

# MinGW: the protector and the checked calls need a library at run time, and gcc 12 fails on the stack probes (internal error).
if(REEL_HARDEN AND NOT WIN32 AND NOT REEL_SANITIZE AND NOT REEL_COVERAGE AND CMAKE_C_COMPILER_ID MATCHES "GNU|Clang")
    reel_harden_compiling(STACK_PROTECTOR -fstack-protector-strong)
    reel_harden_compiling(STACK_CLASH -fstack-clash-protection)
    if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64|amd64|i[3-6]86)$")
        reel_harden_compiling(CF_PROTECTION -fcf-protection=full)
    elseif(CMAKE_SYSTEM_PROCESSOR MATCHES "^(aarch64|arm64)$")
        reel_harden_compiling(BRANCH_PROTECTION -mbranch-protection=standard)
    endif()
    reel_find_fortify()
    foreach(level 3 2)
        if(REEL_HAS_FORTIFY_${level})
            list(APPEND reel_harden_compile "$<$<NOT:$<OR:$<CONFIG:Debug>,$<CONFIG:>>>:-U_FORTIFY_SOURCE$<SEMICOLON>-D_FORTIFY_SOURCE=${level}>")
            list(APPEND reel_harden_listed -D_FORTIFY_SOURCE=${level})
            break()
        endif()
    endforeach()
    if(NOT APPLE) # of ELF
        reel_harden_linking(RELRO -Wl,-z,relro)
        reel_harden_linking(BIND_NOW -Wl,-z,now)
        reel_harden_linking(STACK_NOT_EXECUTABLE -Wl,-z,noexecstack)
        reel_harden_linking(SEPARATE_CODE -Wl,-z,separate-code)
    endif()
    check_pie_supported(LANGUAGES C)
    if(CMAKE_C_LINK_PIE_SUPPORTED)
        list(APPEND reel_harden_listed -pie)
    endif()
    list(JOIN reel_harden_listed " " listed)
    message(STATUS "reel: hardened by ${listed}")
else()
    message(STATUS "reel: not hardened")
endif()

# A static library is compiled so and linked by others: what they link with is their choice.
function(reel_harden target)
    if(NOT reel_harden_listed)
        return()
    endif()
    get_target_property(kind ${target} TYPE)
    target_compile_options(${target} PRIVATE ${reel_harden_compile})
    if(kind STREQUAL "EXECUTABLE")
        set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE ON)
    endif()
    if(NOT kind STREQUAL "STATIC_LIBRARY")
        target_link_options(${target} PRIVATE ${reel_harden_link})
    endif()
endfunction()

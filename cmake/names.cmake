# Writes a header that gives every internal name of the library that has external linkage the prefix reel_private_. All sources are
# compiled with it, so the static library has no global name that could clash with one of the program, or bind to it.
#
#   cmake -DNAMES_SOURCE=src -DNAMES_HEADER=names.h -P cmake/names.cmake
#
# The names are those that the headers in NAMES_SOURCE declare: -Wmissing-prototypes makes sure that every function has a prototype there.
# tests/machinery/house.sh finds names that this script misses.
file(GLOB_RECURSE headers ${NAMES_SOURCE}/*.h)
set(names "")
foreach(header ${headers})
    file(READ ${header} text)
    string(REPLACE ";" "@" text "${text}") # semicolons and brackets have a meaning in lists
    string(REGEX REPLACE "\\[[^]\n]*\\]" "" text "${text}")
    set(before "")
    while(NOT before STREQUAL text) # without parameters, innermost parentheses first
        set(before "${text}")
        string(REGEX REPLACE "\\([^()]*\\)" "" text "${text}")
    endwhile()
    # Declarations: what begins in the first column and has no body and no value.
    string(REGEX MATCHALL "\n[a-z][^@{}=\"#]*@" declarations "${text}")
    foreach(declaration ${declarations})
        if(NOT declaration MATCHES "^\n(typedef|static|_Static_assert|(struct|union|enum) [a-z0-9_]*@)")
            string(REGEX MATCHALL "[a-zA-Z0-9_]+[ \n]*[,@]" declared "${declaration}")
            list(APPEND names ${declared})
        endif()
    endforeach()
endforeach()
list(TRANSFORM names REPLACE "[ \n]*[,@]" "")
list(FILTER names EXCLUDE REGEX "^reel_")
list(REMOVE_DUPLICATES names)
list(SORT names)
set(text "/* Made by cmake/names.cmake: the internal names of the library, out of the way of a program's own. */\n")
foreach(name ${names})
    string(APPEND text "#define ${name} reel_private_${name}\n")
endforeach()
set(before "")
if(EXISTS ${NAMES_HEADER})
    file(READ ${NAMES_HEADER} before)
endif()
if(NOT before STREQUAL text) # otherwise nothing has to be compiled again
    file(WRITE ${NAMES_HEADER} "${text}")
endif()

# The help texts of the command as an object: the command and its fuzz target link it.
if(NOT TARGET reel_help_texts)
    file(GLOB help_texts CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/cli/verbs/help/*.txt)
    add_custom_command(OUTPUT ${PROJECT_BINARY_DIR}/help_texts.c
        COMMAND ${CMAKE_COMMAND} -DTEXTS=${PROJECT_SOURCE_DIR}/cli/verbs/help -DOUTPUT=${PROJECT_BINARY_DIR}/help_texts.c
            -P ${PROJECT_SOURCE_DIR}/cmake/help.cmake
        DEPENDS ${help_texts} ${PROJECT_SOURCE_DIR}/cmake/help.cmake VERBATIM)
    add_library(reel_help_texts OBJECT ${PROJECT_BINARY_DIR}/help_texts.c)
    target_compile_features(reel_help_texts PRIVATE ${reel_c_standard})
    set_target_properties(reel_help_texts PROPERTIES POSITION_INDEPENDENT_CODE ON)
    target_include_directories(reel_help_texts PRIVATE ${PROJECT_SOURCE_DIR}/cli ${PROJECT_SOURCE_DIR}/include)
endif()

include(CMakePackageConfigHelpers)

set(config_dir ${CMAKE_INSTALL_LIBDIR}/cmake/reel)
set(installed reel)
if(REEL_BUILD_SHARED)
    list(APPEND installed reel_shared)
endif()
# The components are what cmake/package.cmake makes packages of: command, runtime and development.
install(TARGETS ${installed} EXPORT reelTargets
    ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT development
    LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT runtime NAMELINK_COMPONENT development
    RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT runtime)
set_target_properties(reel PROPERTIES EXPORT_NAME reel)
if(REEL_BUILD_SHARED)
    set_target_properties(reel_shared PROPERTIES EXPORT_NAME shared)
endif()
install(FILES ${public_headers} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/reel COMPONENT development)
install(EXPORT reelTargets NAMESPACE reel:: DESTINATION ${config_dir} COMPONENT development)
configure_package_config_file(cmake/reelConfig.cmake.in ${CMAKE_CURRENT_BINARY_DIR}/reelConfig.cmake
    INSTALL_DESTINATION ${config_dir})
write_basic_package_version_file(${CMAKE_CURRENT_BINARY_DIR}/reelConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/reelConfig.cmake ${CMAKE_CURRENT_BINARY_DIR}/reelConfigVersion.cmake
    DESTINATION ${config_dir} COMPONENT development)

# The prefix is known when reel is installed and may change later, so reel.pc refers to it from its own folder. That is not possible
# for a library folder outside the prefix.
set(reel_pc_libdir "\${prefix}/${CMAKE_INSTALL_LIBDIR}")
if(IS_ABSOLUTE "${CMAKE_INSTALL_LIBDIR}")
    set(reel_pc_prefix ${CMAKE_INSTALL_PREFIX})
    set(reel_pc_libdir ${CMAKE_INSTALL_LIBDIR})
else()
    file(RELATIVE_PATH up "/prefix/${CMAKE_INSTALL_LIBDIR}/pkgconfig" "/prefix")
    string(REGEX REPLACE "/$" "" up "${up}")
    set(reel_pc_prefix "\${pcfiledir}/${up}")
endif()
set(reel_pc_includedir "\${prefix}/${CMAKE_INSTALL_INCLUDEDIR}")
if(IS_ABSOLUTE "${CMAKE_INSTALL_INCLUDEDIR}")
    set(reel_pc_includedir ${CMAKE_INSTALL_INCLUDEDIR})
endif()
set(reel_pc_libs "-lm")
if(REEL_WITH_PLATFORM AND NOT WIN32)
    set(reel_pc_libs "-lm -pthread")
endif()
# A program that records computes with <math.h>, whatever the library is; and a static library that is alone needs all that it is made of.
set(reel_pc_public_libs "-lm")
set(reel_pc_requires_word "Requires.private")
if(NOT REEL_BUILD_SHARED)
    set(reel_pc_public_libs "${reel_pc_libs}")
    set(reel_pc_requires_word "Requires")
endif()
list(TRANSFORM reel_public_definitions PREPEND " -D" OUTPUT_VARIABLE reel_pc_definitions)
list(JOIN reel_pc_definitions "" reel_pc_definitions)
list(JOIN reel_pc_requires ", " reel_pc_requires_line)
configure_file(cmake/reel.pc.in ${CMAKE_CURRENT_BINARY_DIR}/reel.pc @ONLY)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/reel.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT development)
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT licence)

# What file managers and file(1) know replays by.
if(REEL_BUILD_CLI AND NOT WIN32 AND NOT APPLE)
    set(types ${PROJECT_SOURCE_DIR}/packaging/types)
    install(FILES ${types}/reel.xml DESTINATION ${CMAKE_INSTALL_DATADIR}/mime/packages COMPONENT command)
    install(FILES ${types}/reel.desktop DESTINATION ${CMAKE_INSTALL_DATADIR}/applications COMPONENT command)
    install(FILES ${types}/reel.thumbnailer DESTINATION ${CMAKE_INSTALL_DATADIR}/thumbnailers COMPONENT command)
    install(FILES ${types}/reel.magic DESTINATION ${CMAKE_INSTALL_DATADIR}/reel COMPONENT command)
endif()

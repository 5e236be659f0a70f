# Packages for Debian, by `cpack` in a build of the preset deb: reel, libreel0.1 (the policy names it after the soname) and libreel-dev.
# packaging/debian/finish.cmake makes the installed files into what the policy asks for.
if(NOT reel_is_top_level OR NOT UNIX)
    return()
endif()

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME reel)
set(CPACK_PACKAGE_VENDOR "The reel authors")
set(CPACK_PACKAGE_CONTACT "${CPACK_PACKAGE_VENDOR} <reel@reel.invalid>")
set(CPACK_VERBATIM_VARIABLES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
    OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_PACKAGING_INSTALL_PREFIX ${CMAKE_INSTALL_PREFIX})
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)

set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_ALL command runtime development)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_RELEASE 0reel1) # less than that of a package of Debian's
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
set(CPACK_DEBIAN_PACKAGE_SOURCE reel)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_PRE_BUILD_SCRIPTS ${PROJECT_SOURCE_DIR}/packaging/debian/finish.cmake)

set(CPACK_DEBIAN_COMMAND_PACKAGE_NAME reel)
set(CPACK_DEBIAN_RUNTIME_PACKAGE_NAME libreel${reel_soversion})
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME libreel-dev)
set(CPACK_DEBIAN_COMMAND_PACKAGE_SECTION utils)
set(CPACK_DEBIAN_RUNTIME_PACKAGE_SECTION libs)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
foreach(package RUNTIME DEVELOPMENT) # from CMake 3.31 on
    set(CPACK_DEBIAN_${package}_PACKAGE_MULTIARCH same)
endforeach()
foreach(component COMMAND RUNTIME DEVELOPMENT)
    string(TOLOWER ${component} name)
    file(READ ${PROJECT_SOURCE_DIR}/packaging/debian/${name}.description CPACK_DEBIAN_${component}_DESCRIPTION)
    string(STRIP "${CPACK_DEBIAN_${component}_DESCRIPTION}" CPACK_DEBIAN_${component}_DESCRIPTION)
endforeach()
set(CPACK_DEBIAN_COMMAND_PACKAGE_RECOMMENDS librsvg2-2)

# For finish.cmake, which also computes what the packages depend on.
set(CPACK_REEL_SOURCE ${PROJECT_SOURCE_DIR})
set(CPACK_REEL_WORK ${PROJECT_BINARY_DIR}/debian)
set(CPACK_REEL_PREFIX ${CMAKE_INSTALL_PREFIX})
set(CPACK_REEL_LIBDIR ${CMAKE_INSTALL_LIBDIR})
set(CPACK_REEL_SOVERSION ${reel_soversion})
set(CPACK_REEL_STRIP ${CMAKE_STRIP})
set(CPACK_REEL_PC_REQUIRES "${reel_pc_requires}")
set(CPACK_REEL_PARTS ${REEL_BUILD_SHARED} ${REEL_BUILD_CLI} ${REEL_LINK_SHARED})
foreach(file shlibs symbols triggers)
    list(APPEND CPACK_DEBIAN_RUNTIME_PACKAGE_CONTROL_EXTRA ${CPACK_REEL_WORK}/${file})
endforeach()
include(CPack)

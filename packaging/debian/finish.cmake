# Run by cpack between the installation into its folders, one for each component, and the packages: makes the files what Debian's
# policy asks for, and computes the control files and dependencies that cpack itself gets wrong (it calls ldconfig in scripts).
if(NOT CPACK_GENERATOR STREQUAL "DEB")
    return()
endif()
if(NOT CPACK_REEL_PREFIX STREQUAL "/usr" OR NOT CPACK_REEL_PARTS STREQUAL "ON;ON;ON")
    message(FATAL_ERROR "reel: Debian packages are made in a build of the preset deb: cmake --preset deb")
endif()

set(package_command ${CPACK_DEBIAN_COMMAND_PACKAGE_NAME})
set(package_runtime ${CPACK_DEBIAN_RUNTIME_PACKAGE_NAME})
set(package_development ${CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME})
set(version ${CPACK_PACKAGE_VERSION}-${CPACK_DEBIAN_PACKAGE_RELEASE})
set(debian ${CPACK_REEL_SOURCE}/packaging/debian)

# run PROGRAM ARGUMENT...: its output is in `output`.
macro(run)
    execute_process(COMMAND ${ARGN} WORKING_DIRECTORY ${CPACK_REEL_WORK} RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE output_error)
    if(NOT status EQUAL 0)
        message(FATAL_ERROR "reel: ${ARGN}: ${status}\n${output_error}")
    endif()
endmacro()

# A copy without debugging information, and sections that nothing reads.
macro(strip file)
    run(${CPACK_REEL_STRIP} ${ARGN} --remove-section=.comment --remove-section=.note ${file})
endmacro()

file(STRINGS ${debian}/changelog entries REGEX "^reel ")
list(GET entries 0 entry)
if(NOT entry MATCHES "^reel \\(${version}\\)")
    message(FATAL_ERROR "reel: packaging/debian/changelog does not begin with an entry for ${version}")
endif()

# Each package has a summary of its own.
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "")

file(REMOVE_RECURSE ${CPACK_REEL_WORK})
file(MAKE_DIRECTORY ${CPACK_REEL_WORK}/debian)

# ---- what belongs to one package --------------------------------------------------------------------------------------

set(root ${CPACK_TEMPORARY_DIRECTORY}/command/usr)
strip(${root}/bin/reel)
file(GLOB pages ${root}/share/man/man1/*.1)
run(gzip -9n ${pages})
# Debian's zsh reads completions of packages there.
file(MAKE_DIRECTORY ${root}/share/zsh/vendor-completions)
file(RENAME ${root}/share/zsh/site-functions/_reel ${root}/share/zsh/vendor-completions/_reel)
file(REMOVE_RECURSE ${root}/share/zsh/site-functions)
file(COPY ${CPACK_REEL_SOURCE}/docs/command.md ${CPACK_REEL_SOURCE}/docs/operators.md DESTINATION ${root}/share/doc/reel)

set(library ${CPACK_TEMPORARY_DIRECTORY}/runtime/usr/${CPACK_REEL_LIBDIR}/libreel.so.${CPACK_PACKAGE_VERSION})
strip(${library} --strip-unneeded)
# The deflate of one version of zlib makes the bytes of zips again that an archive has left out: docs/decisions.md.
file(WRITE ${CPACK_TEMPORARY_DIRECTORY}/runtime/usr/share/lintian/overrides/${package_runtime}
    "${package_runtime}: embedded-library zlib *\n")

set(root ${CPACK_TEMPORARY_DIRECTORY}/development/usr)
strip(${root}/${CPACK_REEL_LIBDIR}/libreel.a --strip-debug --enable-deterministic-archives)
# pkg-config leaves out the folders of the system where it knows them.
set(pc ${root}/${CPACK_REEL_LIBDIR}/pkgconfig/reel.pc)
file(READ ${pc} text)
string(REGEX REPLACE "^prefix=[^\n]*" "prefix=/usr" text "${text}")
file(WRITE ${pc} "${text}")
set(docs ${root}/share/doc/${package_development})
file(COPY ${CPACK_REEL_SOURCE}/docs/ DESTINATION ${docs} PATTERN abi EXCLUDE PATTERN release.md EXCLUDE)
file(COPY ${CPACK_REEL_SOURCE}/examples DESTINATION ${docs})

# ---- what belongs to all ----------------------------------------------------------------------------------------------

foreach(component ${CPACK_COMPONENTS_ALL})
    set(docs ${CPACK_TEMPORARY_DIRECTORY}/${component}/usr/share/doc/${package_${component}})
    file(COPY ${debian}/copyright DESTINATION ${docs})
    if(EXISTS ${CPACK_REEL_WORK}/../third_party/${component}) # of a release
        configure_file(${CPACK_REEL_WORK}/../third_party/${component} ${docs}/THIRD_PARTY COPYONLY)
    endif()
    configure_file(${debian}/changelog ${docs}/changelog.Debian COPYONLY)
    configure_file(${CPACK_REEL_SOURCE}/CHANGELOG.md ${docs}/changelog COPYONLY)
    run(gzip -9n ${docs}/changelog.Debian ${docs}/changelog)
    run(chmod -R u=rwX,go=rX ${CPACK_TEMPORARY_DIRECTORY}/${component})
    if(DEFINED ENV{SOURCE_DATE_EPOCH}) # of a release, whose packages have the same bytes whenever they are made
        run(find ${CPACK_TEMPORARY_DIRECTORY}/${component} -exec touch -hd @$ENV{SOURCE_DATE_EPOCH} {} +)
    endif()
endforeach()

# ---- control files and dependencies -----------------------------------------------------------------------------------

file(WRITE ${CPACK_REEL_WORK}/debian/control "Source: reel\n")
foreach(component ${CPACK_COMPONENTS_ALL})
    file(APPEND ${CPACK_REEL_WORK}/debian/control "\nPackage: ${package_${component}}\nArchitecture: any\n")
endforeach()
file(WRITE ${CPACK_REEL_WORK}/triggers "activate-noawait ldconfig\n")
file(WRITE ${CPACK_REEL_WORK}/shlibs
    "libreel ${CPACK_REEL_SOVERSION} ${package_runtime} (>= ${CPACK_PACKAGE_VERSION})\n")
run(dpkg-gensymbols -p${package_runtime} -v${CPACK_PACKAGE_VERSION} -e${library} -O${CPACK_REEL_WORK}/symbols)
file(READ ${CPACK_REEL_WORK}/symbols text)
string(REPLACE " #MINVER#\n" " #MINVER#\n* Build-Depends-Package: ${package_development}\n" text "${text}")
file(WRITE ${CPACK_REEL_WORK}/symbols "${text}")

# The command is linked with the library of the other package, whose symbols are found in a folder as dpkg-deb would read it.
file(COPY ${CPACK_TEMPORARY_DIRECTORY}/runtime/usr DESTINATION ${CPACK_REEL_WORK}/${package_runtime})
file(COPY ${CPACK_REEL_WORK}/shlibs ${CPACK_REEL_WORK}/symbols DESTINATION ${CPACK_REEL_WORK}/${package_runtime}/DEBIAN)
function(depends component file)
    run(dpkg-shlibdeps -S${package_runtime} -O -e${file})
    string(REGEX REPLACE "^.*shlibs:Depends=([^\n]*).*$" "\\1" depends "${output}")
    string(TOUPPER ${component} component)
    set(CPACK_DEBIAN_${component}_PACKAGE_DEPENDS "${depends}" PARENT_SCOPE)
endfunction()
depends(command ${CPACK_TEMPORARY_DIRECTORY}/command/usr/bin/reel)
depends(runtime ${library})

# What reel.pc and reelConfig.cmake need to link with the static library: the packages that have these .pc files.
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS "${package_runtime} (= ${version})")
foreach(pc ${CPACK_REEL_PC_REQUIRES})
    run(pkg-config --variable=pcfiledir ${pc})
    string(STRIP "${output}" folder)
    run(dpkg-query --search ${folder}/${pc}.pc)
    string(REGEX REPLACE ":.*" "" package "${output}")
    string(APPEND CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS ", ${package}")
endforeach()

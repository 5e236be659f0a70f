# What the policy of Debian asks of the package reel-server, before cpack packs what was installed.
set(docs ${CPACK_TEMPORARY_DIRECTORY}/usr/share/doc/reel-server)
configure_file(${CPACK_REEL_SOURCE}/packaging/debian/changelog ${docs}/changelog.Debian COPYONLY)
configure_file(${CPACK_REEL_SOURCE}/CHANGELOG.md ${docs}/changelog COPYONLY)
execute_process(COMMAND gzip -9n ${docs}/changelog.Debian ${docs}/changelog ${CPACK_TEMPORARY_DIRECTORY}/usr/share/man/man1/reel-server.1
    COMMAND_ERROR_IS_FATAL ANY)
# The library that is linked in makes the bytes of zips again with one version of zlib: docs/decisions.md. Who installs the package turns its units
# on with systemctl, so that removing it turns them off in the same way.
file(WRITE ${CPACK_TEMPORARY_DIRECTORY}/usr/share/lintian/overrides/reel-server
    "reel-server: embedded-library zlib *\nreel-server: maintainer-script-calls-systemctl *\n")

# An overlay port: it builds the tree that it is in.
get_filename_component(SOURCE_PATH "${CMAKE_CURRENT_LIST_DIR}/../../../.." ABSOLUTE)

vcpkg_check_features(OUT_FEATURE_OPTIONS features FEATURES
    lzma REEL_WITH_LZMA
    sodium REEL_WITH_SODIUM
    sqlite REEL_WITH_SQLITE
    zlib REEL_WITH_ZLIB
    zstd REEL_WITH_ZSTD)
string(COMPARE EQUAL "${VCPKG_LIBRARY_LINKAGE}" dynamic shared)

vcpkg_cmake_configure(SOURCE_PATH "${SOURCE_PATH}" OPTIONS ${features}
    -DREEL_MINIMAL=ON
    -DREEL_BUILD_SHARED=${shared}
    -DREEL_BUILD_CLI=OFF
    -DREEL_BUILD_TESTS=OFF
    -DREEL_BUILD_EXAMPLES=OFF)
vcpkg_cmake_install()
vcpkg_cmake_config_fixup(PACKAGE_NAME reel CONFIG_PATH lib/cmake/reel)
vcpkg_fixup_pkgconfig()

file(GLOB headers "${SOURCE_PATH}/cpp/*.hpp")
file(INSTALL ${headers} DESTINATION "${CURRENT_PACKAGES_DIR}/include")
file(INSTALL "${CMAKE_CURRENT_LIST_DIR}/usage" DESTINATION "${CURRENT_PACKAGES_DIR}/share/${PORT}")
file(REMOVE_RECURSE "${CURRENT_PACKAGES_DIR}/debug/include" "${CURRENT_PACKAGES_DIR}/debug/share")
vcpkg_install_copyright(FILE_LIST "${SOURCE_PATH}/LICENSE")

-- SPDX-License-Identifier: MIT
-- reel by xmake, from the tree that this file is in: xmake f && xmake && xmake run my_mod
add_rules("mode.release")
set_languages("c17", "c++17")

package("reel")
    set_license("MIT")
    set_description("Read, write, check, repair, convert and measure replays of Beat Saber, Geometry Dash, DDNet and Echo VR")
    set_sourcedir(path.join(os.scriptdir(), "../../.."))
    add_deps("cmake")
    if is_plat("linux", "macosx") then
        add_syslinks("m", "pthread")
    end
    on_install(function (package)
        import("package.tools.cmake").install(package, {
            "-DREEL_MINIMAL=ON", "-DREEL_BUILD_CLI=OFF", "-DREEL_BUILD_TESTS=OFF", "-DREEL_BUILD_EXAMPLES=OFF",
            "-DREEL_BUILD_SHARED=" .. (package:config("shared") and "ON" or "OFF")
        })
        os.cp("cpp/*.hpp", package:installdir("include"))
    end)
package_end()

add_requires("reel")
target("my_mod")
    set_kind("binary")
    add_files("../example/main.cpp")
    add_packages("reel")

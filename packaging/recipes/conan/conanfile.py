# SPDX-License-Identifier: MIT
"""The recipe for Conan 2. `conan create packaging/recipes/conan` packages the tree that it is in."""

import os
import re

from conan import ConanFile
from conan.tools.cmake import CMake, CMakeToolchain, cmake_layout
from conan.tools.files import copy, load


class Reel(ConanFile):
    name = "reel"
    license = "MIT"
    description = "Read, write, check, repair, convert and measure replays of Beat Saber, Geometry Dash, DDNet and Echo VR"
    topics = ("replay", "beat-saber", "geometry-dash", "ddnet")
    settings = "os", "compiler", "build_type", "arch"
    options = {"shared": [True, False], "fPIC": [True, False], "formats": ["ANY"]}
    default_options = {"shared": False, "fPIC": True, "formats": "all"}

    def set_version(self):
        header = load(self, os.path.join(self.recipe_folder, "../../../include/reel/reel.h"))
        self.version = ".".join(re.findall(r"#define REEL_VERSION_(?:MAJOR|MINOR|PATCH) (\d+)", header))

    def export_sources(self):
        root = os.path.join(self.recipe_folder, "../../..")
        for pattern in ("CMakeLists.txt", "LICENSE", "cmake/*", "include/*", "src/*", "third_party/*", "cpp/*.hpp", "packaging/debian/*"):
            copy(self, pattern, root, self.export_sources_folder)

    def config_options(self):
        if self.settings.os == "Windows":
            del self.options.fPIC

    def configure(self):
        # The library is C; the headers for C++ have no binary of their own.
        self.settings.rm_safe("compiler.cppstd")
        self.settings.rm_safe("compiler.libcxx")

    def layout(self):
        cmake_layout(self)

    def generate(self):
        toolchain = CMakeToolchain(self)
        toolchain.cache_variables["REEL_MINIMAL"] = True
        toolchain.cache_variables["REEL_WITH_FORMATS"] = str(self.options.formats).replace(",", ";")
        toolchain.cache_variables["REEL_BUILD_SHARED"] = bool(self.options.shared)
        for part in ("CLI", "TESTS", "EXAMPLES"):
            toolchain.cache_variables[f"REEL_BUILD_{part}"] = False
        toolchain.generate()

    def build(self):
        cmake = CMake(self)
        cmake.configure()
        cmake.build()

    def package(self):
        CMake(self).install()
        copy(self, "*.hpp", os.path.join(self.source_folder, "cpp"), os.path.join(self.package_folder, "include"))
        copy(self, "LICENSE", self.source_folder, os.path.join(self.package_folder, "licenses"))

    def package_info(self):
        # The configuration that reel installs has its definitions and targets: reel::reel, and reel::shared.
        self.cpp_info.set_property("cmake_find_mode", "none")
        self.cpp_info.builddirs = [os.path.join("lib", "cmake", "reel")]
        self.cpp_info.libs = ["reel"]
        if self.settings.os != "Windows":
            self.cpp_info.system_libs = ["m", "pthread"]

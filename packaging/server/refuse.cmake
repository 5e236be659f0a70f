# SPDX-License-Identifier: MIT
message(FATAL_ERROR "A package is made with the prefix /usr: cmake -DCMAKE_INSTALL_PREFIX=/usr, or packaging/server/package.sh")

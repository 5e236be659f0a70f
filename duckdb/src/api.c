/* SPDX-License-Identifier: MIT */
#include "api.h"

DUCKDB_EXTENSION_GLOBAL

# SPDX-License-Identifier: MIT
# shellcheck shell=bash
# Replays as a data source of Spark.

needs_spark() { echo OPTIONAL python3 python3-venv python3-dev; echo OPTIONAL default-jre-headless; }

# Finds: rows that change with the number of tasks, or when a worker is killed; a bad file that fails a query.
step_spark() {
    heading "spark: pyreel as a data source, on two threads and on a cluster"
    counted spark bash python/test.sh spark
}

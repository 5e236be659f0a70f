# SPDX-License-Identifier: MIT
# shellcheck shell=bash
# The pages for readers.

needs_site() {
    needs_web
    echo OPTIONAL doxygen python3 python3-venv
}

# Finds: links that lead nowhere, headers and docstrings that cannot be shown, pages that load from other hosts or that no page leads to.
step_site() {
    heading "site: the pages for readers"
    counted site docs/site/test/run.sh
}

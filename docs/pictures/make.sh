#!/bin/sh
# SPDX-License-Identifier: MIT
# Makes the pictures of the README, and the README with the output of its commands:
#   make.sh REEL EXAMPLE_RECORD FOLDER < README.md > NEW
# The pictures go to FOLDER. In NEW, the lines between "<!-- demo -->" and "<!-- end -->" are each command ("$ ...") followed by what it
# prints. The replays are recorded by the example. ./demo.sh --pictures calls this, and a test compares the result with what is here.
set -eu
absolute() { echo "$(cd "$(dirname "$1")" && pwd)/$(basename "$1")"; }
REEL=$(absolute "$1") record=$(absolute "$2") pictures=$(absolute "$3")
export REEL
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
mkdir -p "$scratch/bin" "$scratch/play" "$pictures"
cat > "$scratch/readme"
# shellcheck disable=SC2016 # the script expands them
printf '#!/bin/sh\nexec "$REEL" "$@"\n' > "$scratch/bin/reel"
chmod +x "$scratch/bin/reel"
PATH=$scratch/bin:$PATH
cd "$scratch/play"

# ---- the replays -----------------------------------------------------------------------------------------------------

"$record" play.bsor 60
reel edit -q --set score=208000 -o wrong-score.bsor play.bsor
mkdir uploads
cp play.bsor uploads/fine.bsor
head -c 30000 play.bsor > uploads/cut.bsor
cp wrong-score.bsor uploads/wrong-score.bsor
echo 'not a replay' > uploads/notes.bsor

# ---- pictures and output ---------------------------------------------------------------------------------------------

for plot in score cuts; do
    reel plot -q --replace --plot $plot -o "$pictures/$plot.svg" play.bsor
done

# Commands run in a folder with these replays, one after the other.
demo=''
while IFS= read -r line; do
    case $line in
    '<!-- demo -->') demo=on ;;
    '<!-- end -->') demo='' ;;
    esac
    case $demo$line in
    'on$ '*)
        printf '%s\n' "$line"
        sh -c "${line#'$ '}" < /dev/null 2>&1 || true
        ;;
    'on```'* | 'on<!--'*) printf '%s\n' "$line" ;;
    on*) ;;
    *) printf '%s\n' "$line" ;;
    esac
done < "$scratch/readme"

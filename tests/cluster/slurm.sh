#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# slurm.sh [BUILD]: what docs/cluster.md says about Slurm, on one machine. Starts munged, slurmctld and two slurmd on loopback with files of
# their own in a scratch folder, runs the job array of docs/cluster.md, kills one node while both scan, and compares the dataset with that of
# one undisturbed run. BUILD is a folder with the command, by default build/release. Needs root; installs nothing.
#
# Debian: slurmctld slurmd slurm-client munge
#
# The last line is "N passed, N failed, N skipped".
set -uo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
build=$(realpath -m "${1:-$root/build/release}")
passed=0 failed=0
scratch=
daemons=()

finish() {
    local pid
    for pid in ${daemons[@]+"${daemons[@]}"}; do kill_tree "$pid"; done
    if [ "$failed" -gt 0 ]; then echo "   logs: $scratch"; else rm -rf "$scratch"; fi
    echo "$passed passed, $failed failed, 0 skipped"
    [ "$failed" -eq 0 ]
}

# A process and all that it started: slurmd, the step daemons of its jobs, and the jobs.
kill_tree() {
    local child
    kill -STOP "$1" 2> /dev/null # so that it starts no more
    for child in $(pgrep -P "$1"); do kill_tree "$child"; done
    kill -KILL "$1" 2> /dev/null
}

skip() {
    echo "   skipped: $1"
    echo "0 passed, 0 failed, 1 skipped"
    exit 0
}

# check NAME COMMAND...
check() {
    local name=$1
    shift
    if "$@"; then
        passed=$((passed + 1))
        echo "   ok: $name"
    else
        failed=$((failed + 1))
        echo "   FAILED: $name"
        exit 1
    fi
}

# wait_for SECONDS COMMAND...
wait_for() {
    local end=$((SECONDS + $1))
    shift
    until "$@"; do
        [ "$SECONDS" -lt "$end" ] || return 1
        sleep 0.2
    done
}

port() { "$python" -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'; }

configure() {
    mkdir -p "$scratch"/{state,spool,log,bin}
    chmod 700 "$scratch"
    dd if=/dev/urandom of="$scratch/munge.key" bs=128 count=1 status=none
    chmod 600 "$scratch/munge.key"
    cat > "$scratch/slurm.conf" << END
ClusterName=reel
SlurmctldHost=localhost(127.0.0.1)
SlurmctldPort=$(port)
SlurmctldAddr=127.0.0.1
CommunicationParameters=NoInAddrAny,NoCtldInAddrAny
AuthType=auth/munge
AuthInfo=socket=$scratch/munge.socket,cred_expire=10
CredType=cred/munge
SlurmUser=root
SlurmdUser=root
StateSaveLocation=$scratch/state
SlurmdSpoolDir=$scratch/spool/%n
SlurmctldPidFile=$scratch/slurmctld.pid
SlurmdPidFile=$scratch/slurmd.%n.pid
SlurmctldLogFile=$scratch/log/slurmctld
SlurmdLogFile=$scratch/log/slurmd.%n
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
SwitchType=switch/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SlurmdTimeout=10
MessageTimeout=5
ReturnToService=2
JobRequeue=1
MailProg=/bin/true
NodeName=node0 NodeHostname=localhost NodeAddr=127.0.0.1 Port=$(port) CPUs=1
NodeName=node1 NodeHostname=localhost NodeAddr=127.0.0.1 Port=$(port) CPUs=1
PartitionName=all Nodes=ALL Default=YES MaxTime=INFINITE State=UP
END
    export SLURM_CONF=$scratch/slurm.conf
}

# start COMMAND...: a daemon in the foreground, whose process is then the last one of `daemons`.
start() {
    "$@" > "$scratch/log/${1##*/}.$((${#daemons[@]}))" 2>&1 &
    daemons+=("$!")
    disown
}

start_cluster() {
    start munged --foreground --force --num-threads=2 --key-file="$scratch/munge.key" --socket="$scratch/munge.socket" \
        --pid-file="$scratch/munge.pid" --log-file="$scratch/log/munge" --seed-file="$scratch/munge.seed"
    wait_for 20 test -S "$scratch/munge.socket" || return 1
    start slurmctld -D -i
    wait_for 20 up || return 1
    local node
    for node in node0 node1; do
        start slurmd -D -N $node
    done
    wait_for 60 idle
}

up() { scontrol ping 2> /dev/null | grep -q 'is UP'; }
idle() { [ "$(sinfo -h -N -t idle -o %N | sort -u | tr '\n' ' ')" = "node0 node1 " ]; }

nothing_queued() { [ -z "$(squeue -h)" ]; }

# Plays and games, whole, cut and foreign, which a shard of several parts is made from.
make_tree() {
    local kind i
    mkdir -p "$scratch/seeds" "$scratch/tree"
    for kind in play other lengths; do "$make_replay" "$kind" "$scratch/seeds/$kind.bsor" || return 1; done
    "$make_replay" game "$scratch/seeds/game.teehistorian" || return 1
    head -c 3000 "$scratch/seeds/play.bsor" > "$scratch/seeds/cut.bsor"
    : > "$scratch/seeds/empty.bsor"
    echo "not a replay" > "$scratch/seeds/notes.txt"
    for i in $(seq 0 99); do
        mkdir "$scratch/tree/$i"
        cp "$scratch"/seeds/* "$scratch/tree/$i/"
    done
}

# The job of docs/cluster.md, and a command `reel` for it that stops in the middle of its first run until the file `go` is there.
make_job() {
    sed -n '/^    #!\/bin\/sh$/,/^$/s/^    //p' "$root/docs/cluster.md" |
        sed "s|/mnt/replays|$scratch/tree|; s|-o /mnt/dataset|--part-size 20K --to jsonl -o $scratch/shared|" > "$scratch/job.sh"
    cat > "$scratch/bin/reel" << END
#!/bin/sh
[ ! -e "$scratch/go" ] || { touch "$scratch/started.\$SLURM_ARRAY_TASK_ID.\${SLURM_RESTART_COUNT:-0}"; exec "$reel" "\$@"; }
"$reel" "\$@" &
pid=\$!
until [ -n "\$(find "$scratch/shared" -name "*s\${SLURM_ARRAY_TASK_ID}of\$SLURM_ARRAY_TASK_COUNT*.jsonl" 2> /dev/null)" ]; do
    kill -0 \$pid 2> /dev/null || break
done
kill -STOP \$pid && echo stopped > "$scratch/caught.\$SLURM_ARRAY_TASK_ID"
# the process that Slurm runs the job by
step=\$PPID
until [ "\$(cat /proc/\$step/comm)" = slurmstepd ]; do step=\$(ps -o ppid= -p \$step | tr -d ' '); done
echo \$step > "$scratch/step.new"
mv "$scratch/step.new" "$scratch/step.\$SLURMD_NODENAME"
until [ -e "$scratch/go" ]; do sleep 0.1; done
kill -CONT \$pid
wait \$pid
END
    chmod +x "$scratch/bin/reel"
    grep -q -- --shard "$scratch/job.sh"
}

both_scan() { [ -s "$scratch/step.node0" ] && [ -s "$scratch/step.node1" ]; }
caught_both() { [ "$(find "$scratch" -maxdepth 1 -name 'caught.*' | wc -l)" -eq 2 ]; }
ran_again() { [ -n "$(find "$scratch" -maxdepth 1 -name 'started.*.1')" ]; }

# The rows of a table, without their numbers in the parts.
rows() { cat "$1"/*.jsonl | sed 's/"row":[0-9]*,//' | sort; }

# Every table has the same rows in both datasets.
same_rows() {
    local table
    (cd "$scratch/alone" && find . -name '*.jsonl' -printf '%h\n' | sort -u) > "$scratch/tables"
    (cd "$scratch/shared" && find . -name '*.jsonl' -printf '%h\n' | sort -u) | cmp - "$scratch/tables" || return 1
    while read -r table; do
        cmp <(rows "$scratch/alone/$table") <(rows "$scratch/shared/$table") || return 1
    done < "$scratch/tables"
    [ "$(cat "$scratch"/shared/files/*.jsonl | wc -l)" -eq 700 ]
}

[ "$(id -u)" -eq 0 ] || skip "not root"
for command in munged slurmctld slurmd sbatch; do
    command -v $command > /dev/null || skip "no $command (Debian: slurmctld slurmd slurm-client munge)"
done
python=$(command -v python3) || skip "no python3"
reel=$build/cli/reel make_replay=$build/tests/cli/make_replay
[ -x "$make_replay" ] || skip "no $make_replay: build first"
"$reel" scan --help > /dev/null 2>&1 || skip "this reel has no scan"

trap finish EXIT
scratch=$(mktemp -d)
configure
check "plays to scan" make_tree
check "the job of docs/cluster.md" make_job
check "two nodes are idle" start_cluster
export PATH=$scratch/bin:$PATH
check "the array is submitted" sbatch -Q -o "$scratch/log/job.%a" --chdir "$scratch" "$scratch/job.sh"
check "each node scans" wait_for 60 both_scan
check "both scans are stopped in their middle" caught_both
kill_tree "$(cat "$scratch/step.node1")"
kill_tree "${daemons[-1]}"
touch "$scratch/go"
check "all tasks end" wait_for 400 nothing_queued
check "the task of the killed node ran again" ran_again
(cd "$scratch" && "$reel" scan -q --part-size 20K --to jsonl -t notes --stats "$scratch/tree" -o "$scratch/alone")
check "the dataset has the rows of one run" same_rows

#!/bin/sh
# SPDX-License-Identifier: MIT
# Makes an image of the server in the layout of OCI, without an engine and without a base image from a registry, and prints its path and tag:
#   packaging/server/image.sh [FOLDER]        by default build/server-image
# It holds a minimal Debian of this machine's release, with what the package needs and recommends, the package, and the command: `--entrypoint reel`
# runs that. What the image runs otherwise is what Containerfile says.
# The health check is not part of OCI: reel-server --probe. build/server-image-root.tar keeps the clean Debian for the next run.
#
# Needs root's rights. Debian: mmdebstrap umoci, and what package.sh needs.
set -e
cd "$(dirname "$0")/../.."
folder=${1:-build/server-image}
base=build/server-image-root.tar
tag=reel-server
mkdir -p build
rm -rf "$folder" "$folder.root"

built=build/server-package
package=$(packaging/server/package.sh $built -DREEL_BUILD_CLI=ON)
cmake --build $built --target reel_command >&2
python3 packaging/release/licences.py $built/THIRD_PARTY.command link:$built:reel/cli/reel >&2
needed=$(for field in Depends Recommends; do dpkg-deb -f "$package" $field; done | paste -sd , | sed 's/([^)]*)//g; s/ //g')
if [ ! -f $base ] || [ "$(cat $base.needed 2> /dev/null)" != "$needed" ]; then
    suite=$(sed -n 's/^VERSION_CODENAME=//p' /etc/os-release) sources=
    for file in /etc/apt/sources.list.d/debian.sources /etc/apt/sources.list; do [ ! -s $file ] || sources=$file; done
    # shellcheck disable=SC2086 # none, or a file
    mmdebstrap --quiet --format=tar --variant=minbase --include="$needed" "$suite" $base.part $sources >&2
    mv $base.part $base
    echo "$needed" > $base.needed
fi
mkdir -p "$folder.root"
# devices are made by what runs the image
tar -C "$folder.root" --exclude='./dev/*' --exclude='./var/cache/apt/*' --exclude='./var/lib/apt/lists/*' \
    --exclude='./usr/share/man/*' --exclude='./usr/share/locale/*' -xf $base
# Whoever passes the image on has to pass on the licences.
find "$folder.root/usr/share/doc" -type f ! -name copyright -delete
find "$folder.root/usr/share/doc" -mindepth 1 -type d -empty -delete
dpkg-deb -x "$package" "$folder.root"
install -s -m 755 $built/reel/cli/reel "$folder.root/usr/bin"
mkdir -p "$folder.root/usr/share/reel" "$folder.root/usr/share/doc/reel"
ln -s ../reel-server/viewer.html "$folder.root/usr/share/reel"
cp packaging/debian/copyright "$folder.root/usr/share/doc/reel"
cp $built/THIRD_PARTY.command "$folder.root/usr/share/doc/reel/THIRD_PARTY"

# said KEYWORD: what Containerfile says, one word per line.
said() { sed -n "s/^$1 //p" packaging/server/Containerfile | tail -n 1 | tr -d '[]"' | sed 's/, */\n/g'; }
user=$(said USER)
echo "reel:x:$user::/var/lib/reel-server:/usr/sbin/nologin" >> "$folder.root/etc/passwd"
echo "reel:x:${user#*:}:" >> "$folder.root/etc/group"
install -d -m 0700 -o "${user%:*}" -g "${user#*:}" "$folder.root$(said VOLUME)"

# With SOURCE_DATE_EPOCH nothing in the image is younger, and the same packages make the same bytes.
epoch=${SOURCE_DATE_EPOCH:-$(date +%s)}
date=$(date -u -d "@$epoch" +%Y-%m-%dT%H:%M:%SZ)
find "$folder.root" -newermt "@$epoch" -exec touch -hd "@$epoch" {} +

{
    umoci init --layout "$folder"
    umoci new --image "$folder:$tag"
    umoci insert --image "$folder:$tag" --history.created "$date" "$folder.root" /
    set --
    while read -r word; do set -- "$@" --config.entrypoint "$word"; done << EOF
$(said ENTRYPOINT)
EOF
    umoci config --image "$folder:$tag" --config.user "$user" --config.volume "$(said VOLUME)" --config.exposedports "$(said EXPOSE)" \
        --config.stopsignal "$(said STOPSIGNAL)" --created "$date" --history.created "$date" "$@"
    umoci gc --layout "$folder"
} >&2
rm -rf "$folder.root"
echo "$folder:$tag"

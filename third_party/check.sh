#!/bin/sh
# SPDX-License-Identifier: MIT
# Fails where third_party/sbom.spdx.json does not say what is there: a file that is missing from it or from the folder, another checksum,
# another version.
set -u
cd "$(dirname "$0")" || exit 2
exec python3 - <<'PYTHON'
import hashlib, json, pathlib, re, sys

document = json.load(open("sbom.spdx.json", encoding="utf-8"))
wrong = []
listed = {}
for file in document["files"]:
    listed[file["fileName"]] = {entry["algorithm"]: entry["checksumValue"] for entry in file["checksums"]}
there = {"./" + str(path) for path in pathlib.Path(".").glob("*/**/*") if path.is_file()}
wrong += [f"{name}: not in the list" for name in sorted(there - listed.keys())]
wrong += [f"{name}: not in the folder" for name in sorted(listed.keys() - there)]
for name in sorted(there & listed.keys()):
    data = pathlib.Path(name).read_bytes()
    for algorithm in ("SHA1", "SHA256"):
        if listed[name].get(algorithm) != hashlib.new(algorithm.lower(), data).hexdigest():
            wrong.append(f"{name}: another {algorithm}")

files = {file["SPDXID"]: file["fileName"] for file in document["files"]}
for package in document["packages"]:
    parts = [r["relatedSpdxElement"] for r in document["relationships"]
             if r["spdxElementId"] == package["SPDXID"] and r["relatedSpdxElement"] in files]
    code = package.get("packageVerificationCode", {}).get("packageVerificationCodeValue")
    sums = sorted(listed[files[part]]["SHA1"] for part in parts)
    if parts and code != hashlib.sha1("".join(sums).encode()).hexdigest():
        wrong.append(f"{package['name']}: another verification code")

version = re.search(r'YYJSON_VERSION_STRING "([^"]+)"', pathlib.Path("yyjson/yyjson.h").read_text())[1]
if not any(p["name"] == "yyjson" and p["versionInfo"] == version for p in document["packages"]):
    wrong.append(f"yyjson: the header says {version}")
print("\n".join(wrong) or "the list is that of the folder")
sys.exit(bool(wrong))
PYTHON

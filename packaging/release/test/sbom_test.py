#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What the SBOM of a release says of the viewer's scripts is what is in its files: sbom_test.py DIST

And a package in the scripts that the lock file does not know, or whose licence it does not know, is an error.
"""

import json
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
import sbom

# A class that only the style and the script of uPlot have: in a file of the release, it is there if a script of the viewer is.
OF_UPLOT = b"u-cursor-pt"
UNPACK = {
    ".deb": 'dpkg-deb --fsys-tarfile "$0" | tar -xO',
    ".xz": 'tar -xOf "$0"',
    ".tgz": 'tar -xOf "$0"',
    ".gz": 'tar -xOf "$0"',
    ".crate": 'tar -xOf "$0"',
    ".zip": 'python3 -c "import sys, zipfile; z = zipfile.ZipFile(sys.argv[1]); '
    '[sys.stdout.buffer.write(z.read(n)) for n in z.namelist()]" "$0"',
    ".tar": 'for blob in $(tar -tf "$0" | grep "^blobs/.*[^/]$"); do tar -xOf "$0" "$blob" | tar -xzO 2> /dev/null; done; true',
}
dist = Path()


def parts_by_file() -> dict[str, dict[str, tuple[str, str]]]:
    """What the SBOM says is in each file: names, with versions and licences."""
    document = json.loads(next(dist.glob("*.spdx.json")).read_text(encoding="utf-8"))
    packages = {package["SPDXID"]: package for package in document["packages"]}
    parts: dict[str, dict[str, tuple[str, str]]] = {}
    for relation in document["relationships"]:
        if relation["relationshipType"] in ("CONTAINS", "STATIC_LINK"):
            one, other = packages[relation["spdxElementId"]], packages[relation["relatedSpdxElement"]]
            parts.setdefault(one["name"], {})[other["name"]] = (other["versionInfo"], other["licenseDeclared"])
    return parts


class Release(unittest.TestCase):
    def test_every_import_of_the_sources_is_in_every_file_that_has_the_scripts(self) -> None:
        sources = "\n".join(path.read_text(encoding="utf-8") for path in (sbom.VIEWER / "src").rglob("*.ts"))
        names = set(re.findall(r"^(?:import (?!type )[^'\n]*|\} from )'((?:@[^/']+/)?[^./'@][^/']*)", sources, re.MULTILINE))
        names -= {"@reel-replay/reel"}  # of this release
        self.assertIn("uplot", names)
        lock = json.loads((sbom.VIEWER / "package-lock.json").read_text(encoding="utf-8"))["packages"]
        listed, count = parts_by_file(), 0
        for path in sorted(path for path in dist.rglob("*") if path.suffix in UNPACK):
            unpacked = subprocess.run(["sh", "-c", UNPACK[path.suffix], path], capture_output=True, check=True).stdout
            has, parts = OF_UPLOT in unpacked, listed.get(path.relative_to(dist).as_posix(), {})
            with self.subTest(path.name):
                self.assertEqual(has, "uplot" in parts)
                for name in names if has else ():
                    entry = lock[f"node_modules/{name}"]
                    self.assertEqual(parts.get(name), (entry["version"], entry["license"]))
            count += has
        self.assertGreater(count, 0)
        print(f"{count} files have the scripts, with {', '.join(sorted(names))}")

    def test_what_the_lock_file_does_not_know_is_an_error(self) -> None:
        with tempfile.TemporaryDirectory(dir=sbom.ROOT / "build") as folder:
            viewer = Path(folder)
            (viewer / ".work").mkdir()
            entry = {"version": "1.2.3", "license": "MIT"}
            lock = {"packages": {"node_modules/known": entry, "node_modules/@a/unlicensed": {"version": "1.0.0"}}}
            (viewer / "package-lock.json").write_text(json.dumps(lock), encoding="utf-8")
            kept, sbom.VIEWER = sbom.VIEWER, viewer
            self.addCleanup(setattr, sbom, "VIEWER", kept)
            for names, wrong in (
                (["known"], ""),
                (["known", "other"], "other"),
                (["@a/unlicensed"], "@a/unlicensed"),
                (None, "missing"),
            ):
                listed = viewer / ".work/packages-page.json"
                listed.unlink(missing_ok=True)
                if names:
                    listed.write_text(json.dumps(names), encoding="utf-8")
                with self.subTest(names):
                    if not wrong:
                        self.assertEqual(sbom.of_scripts("page"), [("known", "1.2.3", "MIT")])
                        continue
                    with self.assertRaises(SystemExit) as error:
                        sbom.of_scripts("page")
                    self.assertIn(wrong, str(error.exception.code))


if __name__ == "__main__":
    dist = Path(sys.argv.pop(1)).resolve()
    unittest.main()

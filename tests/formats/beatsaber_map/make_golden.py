#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
# Makes golden/ and bad/: maps by a second writer, which knows nothing of the library. Run it in this folder.
import gzip
import hashlib
import io
import json
import os
import zipfile


def write(name, text):
    os.makedirs(os.path.dirname(name), exist_ok=True)
    with open(name, "wb") as f:
        f.write(text if isinstance(text, bytes) else text.encode())


def tight(value):
    return json.dumps(value, separators=(",", ":"))


def note2(beat, line, layer, kind, direction, **more):
    return {"_time": beat, "_lineIndex": line, "_lineLayer": layer, "_type": kind, "_cutDirection": direction, **more}


def wall2(beat, beats, line, kind, width, **more):
    return {"_time": beat, "_duration": beats, "_lineIndex": line, "_type": kind, "_width": width, **more}


def event2(beat, kind, value, number=1.0):
    return {"_time": beat, "_type": kind, "_value": value, "_floatValue": number}


VERSION2 = {
    "_version": "2.6.0",
    "_notes": [
        note2(4, 1, 0, 0, 1), note2(4, 2, 0, 1, 1), note2(5.5, 0, 1, 0, 2), note2(6, 3, 2, 3, 0),
        note2(6.25, 2, 1, 1, 8, _customData={"_fake": True, "_position": [1.5, 2]}),
        note2(8, 2, 2, 1, 0), note2(12, 1, 2, 1, 5), note2(13, 0, 0, 2, 0),
    ],
    "_sliders": [{
        "_colorType": 1, "_headTime": 8, "_headLineIndex": 2, "_headLineLayer": 2, "_headControlPointLengthMultiplier": 1.5,
        "_headCutDirection": 0, "_tailTime": 12, "_tailLineIndex": 1, "_tailLineLayer": 2,
        "_tailControlPointLengthMultiplier": 0.5, "_tailCutDirection": 5, "_sliderMidAnchorMode": 1,
    }],
    "_obstacles": [
        wall2(9, 2, 0, 0, 1), wall2(10, 1.5, 2, 1, 2), wall2(11, -3, 3, 2, 1, _lineLayer=1, _height=2), wall2(12, 1, 0, 4001, -1),
    ],
    "_events": [
        event2(0, 1, 3), event2(0, 100, 0, 128.0), event2(8, 100, 0, 96.5), event2(4, 14, 2), event2(5, 15, 7), event2(6, 5, 1),
        event2(7, 10, 110),
    ],
    "_waypoints": [],
    "_customData": {"_time": 42.5, "_BPMChanges": [{"_time": 3, "_BPM": 150.0, "_beatsPerBar": 4, "_metronomeOffset": 4}]},
}

VERSION3 = {
    "version": "3.3.0",
    "bpmEvents": [{"b": 0, "m": 120.0}, {"b": 16, "m": 60.0}],
    "rotationEvents": [{"b": 2, "e": 0, "r": 15.0}, {"b": 3, "e": 1, "r": -30.0}],
    "colorNotes": [
        {"b": 4.0, "x": 1, "y": 0, "c": 0, "d": 1, "a": 0}, {"b": 4.0, "x": 2, "y": 0, "c": 1, "d": 1, "a": -15},
        {"b": 5.0, "x": 0, "y": 2, "c": 0, "d": 0, "a": 0}, {"b": 6.0, "x": 3, "y": 1, "c": 1, "d": 3, "a": 0},
        {"b": 8.0, "x": 0, "y": 0, "c": 0, "d": 1, "a": 0}, {"b": 9.0, "x": 1, "y": 0, "c": 0, "d": 1, "a": 0},
        {"b": 20.125, "x": 2, "y": 1, "c": 1, "d": 8, "a": 0},
    ],
    "bombNotes": [{"b": 7.0, "x": 1, "y": 1}, {"b": 7.5, "x": 2, "y": 1}],
    "obstacles": [{"b": 10.0, "d": 8.0, "x": 0, "y": 0, "w": 1, "h": 5}, {"b": 15.0, "d": 2.5, "x": 2, "y": 2, "w": 2, "h": 3}],
    "sliders": [
        {"c": 0, "b": 5.0, "x": 0, "y": 2, "d": 0, "mu": 1.0, "tb": 8.0, "tx": 0, "ty": 0, "tc": 1, "tmu": 0.75, "m": 2},
        {"c": 0, "b": 8.0, "x": 0, "y": 0, "d": 1, "mu": 1.0, "tb": 9.0, "tx": 1, "ty": 0, "tc": 1, "tmu": 1.0, "m": 0},
    ],
    "burstSliders": [
        {"c": 1, "b": 6.0, "x": 3, "y": 1, "d": 3, "tb": 6.5, "tx": 2, "ty": 0, "sc": 4, "s": 0.9},
        {"c": 0, "b": 9.0, "x": 1, "y": 0, "d": 1, "tb": 9.25, "tx": 1, "ty": 1, "sc": 3, "s": 1.0},
    ],
    "waypoints": [],
    "basicBeatmapEvents": [{"b": 0.0, "et": 1, "i": 3, "f": 1.0}, {"b": 2.5, "et": 4, "i": 0, "f": 0.5}],
    "colorBoostBeatmapEvents": [{"b": 1.0, "o": True}],
    "lightColorEventBoxGroups": [],
    "basicEventTypesWithKeywords": {"d": []},
    "useNormalEventsAsCompatibleEvents": False,
    "customData": {"fakeColorNotes": [{"b": 4.0, "x": 1, "y": 0, "c": 0, "d": 1}]},
}

VERSION4 = {
    "version": "4.1.0",
    "colorNotes": [{"b": 1.0, "i": 0}, {"b": 2.0, "r": 15, "i": 1}, {"b": 3.0, "i": 1}, {"b": 4.5}],
    "colorNotesData": [{"x": 1, "c": 0, "d": 1}, {"x": 2, "y": 1, "c": 1, "d": 8, "a": 30}, {"x": 3, "y": 2, "c": 1, "d": 5}],
    "bombNotes": [{"b": 5.0, "i": 0}],
    "bombNotesData": [{"x": 2, "y": 2}],
    "obstacles": [{"b": 6.0, "i": 1, "r": -15}],
    "obstaclesData": [{}, {"d": 3.5, "x": 1, "y": 2, "w": 1, "h": 3}],
    "arcs": [{"hb": 2.0, "tb": 3.0, "hi": 1, "ti": 2, "ai": 0, "hr": 15}],
    "arcsData": [{"m": 1.0, "tm": 0.5, "a": 1}],
    "chains": [{"hb": 3.0, "tb": 3.25, "i": 1, "ci": 0}],
    "chainsData": [{"tx": 3, "ty": 0, "c": 5, "s": 0.75}],
    "spawnRotations": [{"b": 2.0, "i": 0}],
    "spawnRotationsData": [{"t": 1, "r": 45.0}],
    "njsEvents": [{"b": 0.0, "i": 0}, {"b": 4.0, "i": 1}],
    "njsEventData": [{"d": 2.0}, {"p": 1, "e": -1, "d": -1.5}],
}

FILTER = {"c": 2, "f": 1, "p": 1, "t": 2, "r": 1, "n": 2, "s": 99, "l": 0.5, "d": 3}
SPREAD = {"w": 1.5, "d": 1, "t": 2, "b": 1}
LIGHTS3 = {
    "version": "3.3.0",
    "bpmEvents": [{"b": 0, "m": 120.0}],
    "basicBeatmapEvents": [{"b": 0.0, "et": 1, "i": 3, "f": 1.0}],
    "lightColorEventBoxGroups": [
        {"b": 2.0, "g": 3, "e": [
            {"f": FILTER, **SPREAD, "r": 0.25, "i": 1, "e": [
                {"b": 0.0, "i": 0, "c": 1, "s": 1.0, "f": 0}, {"b": 0.1, "i": 1, "c": 2, "s": 0.5, "f": 4, "sb": 0.25, "sf": 1},
                {"b": 3.5, "i": 2, "c": 0, "s": 0.0, "f": 0}]},
            {"f": {"f": 0, "p": 2, "t": 1, "r": 0}, **SPREAD, "r": 1.0, "e": []}]},
        {"e": [{"e": [{"c": 1, "s": 1.2, "i": 1}]}], "g": 4, "b": 4.0}],
    "lightRotationEventBoxGroups": [
        {"b": 3.0, "g": 3, "e": [{"f": FILTER, **SPREAD, "s": 30.0, "a": 1, "r": 1, "i": 2, "l": [
            {"b": 0.0, "p": 0, "e": 1, "r": 340.0, "o": 1, "l": 2}, {"b": 1.0, "p": 1, "e": -1, "r": -15.5, "o": 2, "l": 0}]}]}],
    "lightTranslationEventBoxGroups": [
        {"b": 5.0, "g": 7, "e": [{"f": FILTER, **SPREAD, "s": 2.0, "a": 2, "r": 0, "i": 0, "l": [{"b": 0.5, "p": 0, "e": 3, "t": 100.0}]}]}],
    "vfxEventBoxGroups": [
        {"b": 6.0, "g": 9, "e": [{"f": FILTER, **SPREAD, "s": 1.0, "i": 0, "l": [1, 0]}, {"f": FILTER, **SPREAD, "s": 1.0, "l": [1]}]}],
    "_fxEventsCollection": {"_fl": [{"b": 0.25, "p": 0, "i": 1, "v": 100.0}, {"b": 0.75, "p": 1, "i": 0, "v": -2.5}], "_il": []},
}

LIGHTS4 = {
    "version": "4.0.0",
    "basicEvents": [{"b": 1.0, "i": 1}, {"b": 2.0}, {"b": 2.5, "i": 1}],
    "basicEventsData": [{"t": 4, "i": 0, "f": 0.5}, {"t": 1, "i": 7, "f": 1.0}],
    "colorBoostEvents": [{"b": 1.0, "i": 0}], "colorBoostEventsData": [{"b": 1}],
    "waypoints": [], "waypointsData": [], "basicEventTypesWithKeywords": {"d": []},
    "eventBoxGroups": [
        {"b": 2.0, "g": 3, "t": 1, "e": [{"f": 0, "e": 0, "l": [{"b": 0.0, "i": 0}, {"b": 0.1, "i": 1}]}, {"f": 1, "e": 0, "l": []}]},
        {"b": 3.0, "g": 3, "t": 2, "e": [{"f": 0, "e": 0, "l": [{"b": 0.5, "i": 0}]}]},
        {"b": 4.0, "g": 5, "t": 3, "e": [{"f": 1, "e": 0, "l": [{"b": 0.0, "i": 0}]}]},
        {"b": 5.0, "g": 6, "t": 4, "e": [{"f": 1, "e": 0, "l": [{"b": 0.0, "i": 0}, {"b": 1.0}]}]}],
    "indexFilters": [FILTER, {"f": 0, "p": 1}],
    "lightColorEventBoxes": [{**SPREAD, "s": 0.25, "e": 1}],
    "lightColorEvents": [{"p": 0, "e": -1, "c": 1, "b": 1.0, "f": 0, "sb": 0, "sf": 0}, {"p": 1, "c": 2, "b": 0.5, "f": 4, "sb": 0.25, "sf": 1}],
    "lightRotationEventBoxes": [{**SPREAD, "s": 30.0, "e": 2, "a": 1, "f": 1}],
    "lightRotationEvents": [{"p": 0, "e": 1, "r": 340.0, "d": 1, "l": 2}],
    "lightTranslationEventBoxes": [{**SPREAD, "s": 2.0, "e": 0, "a": 2, "f": 0}],
    "lightTranslationEvents": [{"p": 0, "e": 3, "t": 100.0}],
    "fxEventBoxes": [{**SPREAD, "s": 1.0, "e": 0}],
    "floatFxEvents": [{"p": 0, "e": 1, "v": 100.0}],
    "useNormalEventsAsCompatibleEvents": True,
}

OLD = {
    "_version": "1.5.0", "_beatsPerMinute": 140, "_beatsPerBar": 16, "_noteJumpSpeed": 10, "_shuffle": 0, "_shufflePeriod": 0.5,
    "_BPMChanges": [], "_notes": [note2(2, 0, 0, 0, 1), note2(3.5, 3, 0, 1, 1)], "_obstacles": [], "_events": [event2(1, 0, 1)],
}

# A chain of more links than any file could hold, and one of none.
LONG_CHAIN = {"version": "3.2.0", "burstSliders": [
    {"c": 0, "b": 1, "x": 0, "y": 0, "d": 1, "tb": 2, "tx": 1, "ty": 1, "sc": 2147483647, "s": 1},
    {"c": 0, "b": 3, "x": 0, "y": 0, "d": 1, "tb": 4, "tx": 1, "ty": 1, "sc": 0, "s": 0}]}

ODD = """{
  "_version" : "2.0.0",
  "_notes" : [
    { "_time" : 1.0, "_lineIndex" : 1.0, "_lineLayer" : "2", "_type" : 0, "_cutDirection" : 1 },
    null,
    { "_time" : 2, "_type" : 1, "_value" : 3 },
    { "_time" : NaN, "_lineIndex" : 0, "_lineLayer" : 0, "_type" : 1, "_cutDirection" : 1 },
    { "_time" : 3, "_lineIndex" : 0, "_lineLayer" : 0, "_type" : 1, "_cutDirection" : 1, },
    7,
  ],
  "_obstacles" : null,
  "_events" : [{"_time":0,"_type":100,"_value":0,"_floatValue":0},{"_time":0.5,"_type":2,"_value":1,"_floatValue":-Infinity}, ],
  "_notes" : [],
  "version" : "3.0.0",
}
"""


INFO2 = {
    "_version": "2.1.0", "_songName": "Made", "_songSubName": "by a script", "_songAuthorName": "Nobody",
    "_levelAuthorName": "Someone, \u00e4lso", "_beatsPerMinute": 120, "_songTimeOffset": 0.5, "_shuffle": 0, "_shufflePeriod": 0.5,
    "_previewStartTime": 12, "_previewDuration": 10, "_songFilename": "song.egg", "_coverImageFilename": "cover.png",
    "_environmentName": "DefaultEnvironment", "_environmentNames": [], "_colorSchemes": [],
    "_difficultyBeatmapSets": [
        {"_beatmapCharacteristicName": "Standard", "_difficultyBeatmaps": [
            {"_difficulty": "Hard", "_difficultyRank": 5, "_beatmapFilename": "HardStandard.dat", "_noteJumpMovementSpeed": 0,
             "_noteJumpStartBeatOffset": 0},
            {"_difficulty": "ExpertPlus", "_difficultyRank": 9, "_beatmapFilename": "expertplusstandard.dat",
             "_noteJumpMovementSpeed": 16, "_noteJumpStartBeatOffset": -0.5,
             "_customData": {"_difficultyLabel": "Made up", "_requirements": ["Noodle Extensions", "Chroma"]}},
        ]},
        {"_beatmapCharacteristicName": "OneSaber", "_difficultyBeatmaps": [
            {"_difficulty": "Easy", "_difficultyRank": 1, "_beatmapFilename": "EasyOneSaber.dat", "_noteJumpMovementSpeed": 9,
             "_noteJumpStartBeatOffset": 0.25},
        ]},
    ],
}

INFO4 = {
    "version": "4.0.1", "song": {"title": "Made", "subTitle": "", "author": "Nobody"},
    "audio": {"songChecksum": "", "songDuration": 60.0, "audioDataFilename": "AudioData.dat", "bpm": 100.0, "lufs": -8.0,
              "songFilename": "song.ogg", "songPreviewFilename": "song.ogg", "previewStartTime": 1.0, "previewDuration": 10.0},
    "coverImageFilename": "cover.png", "environmentNames": ["TheFirstEnvironment"], "colorSchemes": [],
    "difficultyBeatmaps": [
        {"characteristic": "Standard", "difficulty": "Expert", "beatmapAuthors": {"mappers": ["One", "Two"], "lighters": []},
         "environmentNameIdx": 0, "beatmapColorSchemeIdx": -1, "noteJumpMovementSpeed": 14.0, "noteJumpStartBeatOffset": 0.0,
         "lightshowDataFilename": "Lights.dat", "beatmapDataFilename": "Expert.beatmap.dat"},
        {"characteristic": "Standard", "difficulty": "Normal", "beatmapAuthors": {"mappers": [], "lighters": []},
         "noteJumpMovementSpeed": 10.0, "noteJumpStartBeatOffset": 0.0,
         "lightshowDataFilename": "Lights.dat", "beatmapDataFilename": "Normal.beatmap.dat"},
    ],
}

AUDIO = {"version": "4.0.0", "songChecksum": "", "songSampleCount": 2646000, "songFrequency": 44100,
         "bpmData": [{"si": 0, "ei": 88200, "sb": 0.0, "eb": 4.0}, {"si": 88200, "ei": 2646000, "sb": 4.0, "eb": 120.0}],
         "lufsData": []}


def zipped(files, folder="", method=zipfile.ZIP_DEFLATED, comment=b""):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", method) as z:
        if folder:
            z.writestr(zipfile.ZipInfo(folder), b"")
        for name, text in files:
            info = zipfile.ZipInfo(folder + name)
            info.compress_type = method
            z.writestr(info, text)
        z.comment = comment
    return out.getvalue()


def level2(info=None):
    return [("Info.dat", info or tight(INFO2)), ("song.egg", b"OggS, no music"), ("HardStandard.dat", tight(VERSION2)),
            ("ExpertPlusStandard.dat", tight(VERSION3)), ("EasyOneSaber.dat", tight(OLD)), ("cover.png", b"no picture")]


def level4():
    return [("song.ogg", b"OggS, no music"), ("AudioData.dat", tight(AUDIO)), ("Info.dat", tight(INFO4)),
            ("Expert.beatmap.dat", tight(VERSION4)), ("Normal.beatmap.dat", gzip.compress(tight(VERSION4).encode(), mtime=0)),
            ("Lights.dat", '{"version":"4.0.0","basicEvents":[]}')]


def lit_level():
    """A level of version 4 with lights: of two difficulties, each with its own."""
    info = json.loads(tight(INFO4))
    info["difficultyBeatmaps"][1]["lightshowDataFilename"] = "Other.dat"
    other = {"version": "4.0.0", "basicEvents": [{"b": 3}], "basicEventsData": [{"t": 8}], "colorNotes": [{"b": 1}]}
    return [("Info.dat", tight(info)), ("AudioData.dat", tight(AUDIO)), ("Expert.beatmap.dat", tight(VERSION4)),
            ("Normal.beatmap.dat", tight(VERSION4)), ("Lights.dat", tight(LIGHTS4)), ("Other.dat", tight(other))]


def hashes(info, *files):
    """The hash of the bytes, and of the text of Info.dat."""
    info = info if isinstance(info, bytes) else info.encode()
    rest = b"".join(t if isinstance(t, bytes) else t.encode() for t in files)
    raw = hashlib.sha1(info + rest).hexdigest().upper()
    text = hashlib.sha1(info.decode("utf-8-sig", "replace").encode() + rest).hexdigest().upper()
    return f"{raw}\t{text if text != raw else '-'}\n"


def levels():
    mark = "\ufeff" + json.dumps(INFO2, indent=1)
    write("golden/info-2.dat", tight(INFO2))
    write("golden/info-4.dat", tight(INFO4))
    write("golden/level-2.zip", zipped(level2()))
    write("golden/level-2-mark.zip", zipped([(n, mark.encode() if n == "Info.dat" else t) for n, t in level2()], "a folder/"))
    write("golden/level-4.zip", zipped(level4(), method=zipfile.ZIP_STORED, comment=b"a comment"))
    write("golden/level-missing.zip", zipped([f for f in level2() if f[0] != "EasyOneSaber.dat"]))
    write("golden/level-4-bare.zip", zipped([("info.dat", tight(INFO4)), ("Expert.beatmap.dat", '{"version":"4.0.0"}')]))
    lit = dict(lit_level())
    write("golden/level-4-lights.zip", zipped(list(lit.items()), method=zipfile.ZIP_STORED))
    broken = tight(INFO2).encode("latin-1", "backslashreplace").replace(b"\\u00e4", b"\xe4\xff")
    write("golden/level-bytes.zip", zipped(level2(broken)))
    maps2 = [tight(VERSION2), tight(VERSION3), tight(OLD)]
    maps4 = [tight(VERSION4), '{"version":"4.0.0","basicEvents":[]}', level4()[4][1], '{"version":"4.0.0","basicEvents":[]}']
    with open("levels.tsv", "w") as f:
        f.write("# level\thash of its bytes\thash of its text, if that is another one\n")
        f.write("level-2.zip\t" + hashes(tight(INFO2), *maps2))
        f.write("level-2-mark.zip\t" + hashes(mark, *maps2))
        f.write("level-bytes.zip\t" + hashes(broken, *maps2))
        f.write("level-missing.zip\t" + hashes(tight(INFO2), *maps2[:2]))
        f.write("level-4.zip\t" + hashes(tight(INFO4), tight(AUDIO), *maps4))
        f.write("level-4-lights.zip\t" + hashes(*(lit[n] for n in (
            "Info.dat", "AudioData.dat", "Expert.beatmap.dat", "Lights.dat", "Normal.beatmap.dat", "Other.dat"))))
        f.write("level-4-bare.zip\t" + hashes(tight(INFO4), '{"version":"4.0.0"}'))
    whole = zipped(level2())
    write("bad/cut-level.zip", whole[:whole.index(b"EasyOneSaber.dat") + 40])
    write("bad/no-info.zip", zipped([("other.dat", "{}"), ("song.egg", b"")]))
    write("bad/bad-difficulty.zip", zipped([(n, tight(VERSION2)[:400] if n.startswith("Hard") else t) for n, t in level2()]))
    write("bad/info-cut.dat", tight(INFO2)[:500])
    write("bad/info-syntax.zip", zipped([(n, '{"_version":"2.0.0" 7}' if n == "Info.dat" else t) for n, t in level2()]))
    flipped = bytearray(whole)
    flipped[whole.index(b"ExpertPlusStandard.dat") + 60] ^= 0xFF
    write("bad/packed.zip", bytes(flipped))


def main():
    levels()
    write("golden/difficulty-2.dat", tight(VERSION2))
    write("golden/difficulty-3.dat", tight(VERSION3))
    write("golden/difficulty-3-spaced.dat", json.dumps(VERSION3, indent=2) + "\n")
    write("golden/difficulty-4.dat", tight(VERSION4))
    write("golden/difficulty-4-empty.dat", '{"version":"4.0.0"}')
    write("golden/lights-3.dat", tight(LIGHTS3))
    write("golden/lights-4.dat", tight(LIGHTS4))
    write("golden/old.dat", tight(OLD))
    write("golden/odd.dat", ODD)
    write("golden/long-chain.dat", tight(LONG_CHAIN))
    write("golden/no-version.dat", tight({"_notes": [note2(1, 0, 0, 0, 1)]}))
    other = dict(VERSION4)
    other["version"] = "3.0.0"
    write("golden/other-version.dat", tight(other))
    write("golden/stated-4.dat", tight({"version": "4.0.0", "colorNotes": VERSION3["colorNotes"]}))

    three = tight(VERSION3)
    write("bad/cut-note.dat", three[:three.index('"b":6.0,"x":3') + 9])
    write("bad/cut-key.dat", three[:three.index("burstSliders") + 5])
    four = tight(VERSION4)
    write("bad/cut-data.dat", four[:four.index('"x":3,"y":2')])
    write("bad/syntax.dat", three.replace('"y":2,"c":0', '"y":2 "c":0'))
    write("bad/index.dat", tight({"version": "4.0.0", "colorNotes": [{"b": 1, "i": -1}, {"b": 2, "i": 4294967296}, {"b": 3, "i": 1}],
                                  "colorNotesData": [{"x": 1}]}))
    lights = tight(LIGHTS3)
    write("bad/lights-cut.dat", lights[:lights.index('"p":1,"e":-1')])
    write("bad/lights-index.dat", tight({
        "version": "4.0.0", "basicEvents": [{"b": 1, "i": -1}], "eventBoxGroups": [
            {"b": 1, "g": 1, "t": 1, "e": [{"f": 4294967296, "e": 7, "l": [{"b": 0, "i": -5}, 7, None]}, []]},
            {"b": 2, "g": 1, "t": 9, "e": [{"f": 0, "e": 0, "l": []}]}, {"b": 3, "g": "x", "t": 1, "e": []}, None]}))
    write("bad/lights-kinds.dat", tight({
        "version": "3.3.0", "lightColorEventBoxGroups": [
            {"b": 1, "g": 1, "e": [{"w": "x", "e": [{"b": 1}]}, {"w": 1, "e": [{"b": 1, "i": 9}, {"b": 2, "i": 1}]}]}],
        "vfxEventBoxGroups": [{"b": 1, "g": 2, "e": [{"l": [0, 3, "a"]}]}], "_fxEventsCollection": [{"b": 1}],
        "lightRotationEventBoxGroups": 7}))
    write("bad/deep.dat", '{"version":"3.0.0","customData":' + "[" * 300 + "]" * 300 + "}")
    write("bad/version-5.dat", '{"version":"5.0.0","colorNotes":[],"basicBeatmapEvents":[]}')
    write("bad/tail.dat", three + "}")
    write("bad/tempo.dat", tight({"version": "3.0.0", "bpmEvents": [{"b": 0, "m": 100}, {"b": 1, "m": 0}, {"b": 2, "m": -5}],
                                  "colorNotes": [{"b": 3}]}))


main()

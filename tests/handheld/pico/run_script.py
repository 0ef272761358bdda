"""Runs under MicroPython: the handheld with edges from a file; writes what was seen and heard.

run_script.py FOLDER      in it `script`: edges and end in us; seed, chips, volts, fails, cuts
"""

import json
import os
import sys

import pico

home = sys.argv[1]
with open(home + "/script") as file:
    script = json.load(file)
try:
    with open(home + "/flash", "rb") as file:
        flash = pico.Flash(bytearray(file.read()))
except OSError:
    flash = pico.Flash(bytearray(1 << 18))
    pico.VfsLfs2.mkfs(flash, progsize=256)
flash.mount()
pico.edges += [(at, tuple(pins), down) for at, pins, down in script["edges"]]
pico.chips, pico.volts = script.get("chips", []), script.get("volts", 4.7)
pico.fails += script.get("fails", [])

import begin  # noqa: E402, F401

from banquier.bodies.handheld.handheld import Handheld  # noqa: E402
from hardware.unit import tap  # noqa: E402

handheld = Handheld(script.get("seed", 7))
unit = handheld.unit
glasses, accepted, confirmed = [], [], []


def wrap(owner, name, before, after):
    """Call `before` and `after` around a method, to take its time and to note what it does."""
    plain = getattr(owner, name)

    def called(*facts):
        before(*facts)
        result = plain(*facts)
        after(result)
        return result

    setattr(owner, name, called)


def note_key(_, event):
    if event and event[1]:
        accepted.append(event[0])


def note_confirmed():
    if handheld.awake and handheld.shown != unit.shown:
        confirmed.append((len(flash.log), unit.operations))


def note_glass(tick, glass):
    glasses.append([tick, glass[0], glass[1], glass[2]])
    pico.spend(pico.GLASS)


wrap(unit.firmware, "scan", note_key, lambda _: None)
wrap(handheld.body, "update_records", lambda: None, lambda new: pico.spend(pico.RECORD * new))
wrap(handheld.body, "take_beeps", lambda: pico.spend(pico.STEP), lambda _: None)
wrap(handheld, "_show", note_confirmed, lambda _: None)
unit.on_display.insert(0, note_glass)
if "show" in script:
    handheld.display.show = {"hangs": lambda _: pico.spend(9e6), "fails": lambda _: 1 // 0}[
        script["show"]
    ]
before = bytearray(flash.image)
pico.ends = pico.now + script["end"], KeyboardInterrupt
handheld.play()
pico.ends, pico.fed = (1e18, KeyboardInterrupt), None
pixels, lights, drawn = bytes(pico.pixels), list(pico.lights), sorted(pico.drawn)
largest = max([size for name, _, _, size in os.ilistdir()] or [0])


def resume_after_cut(image):
    """Return what comes back from this flash: operations, operations to undo, row A."""
    pico.Flash(image).mount()
    other = Handheld(1).unit
    other.run(other.notices_end)
    tap(other, "OK")
    other.run(other.notices_end)
    return other.operations, len(other.session.history), other.shown[0]


cuts = []
for at, (address, data) in enumerate(flash.log):
    if at >= len(flash.log) - script.get("cuts", 0):
        known = max([operations for entries, operations in confirmed if entries <= at])
        for part in (0, len(data) // 2):
            image = bytearray(before)
            image[address : address + part] = data[:part]
            cuts.append([known, resume_after_cut(image)])
    before[address : address + len(data)] = data
if "cuts" in script:
    cuts.append((unit.operations, resume_after_cut(before)))
results = {
    "glasses": glasses, "accepted": accepted, "drawn": drawn, "cuts": cuts, "sent": pico.sent,
    "tones": pico.tones, "lights": lights, "largest": largest,
}  # fmt: skip
with open(home + "/results", "w") as file:
    json.dump(results, file)
for name, data in (("pixels", pixels), ("flash", flash.image)):
    with open(home + "/" + name, "wb") as file:
        file.write(data)

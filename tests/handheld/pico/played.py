"""Runs under MicroPython: the handheld with edges from a file; writes what was seen and heard.

played.py FOLDER      in it `script`: edges and end in us; seed, chips, volts, fails, cuts
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
from keypad.keys import BY_NAME  # noqa: E402

handheld = Handheld(script.get("seed", 7))
unit = handheld.unit
glasses, accepted, soon, confirmed = [], [], [], []
pressed = waits = None


def slower(owner, name, before, after):
    """Around a method of the handheld's parts: what it costs, and what is seen of it."""
    plain = getattr(owner, name)

    def called(*facts):
        before(*facts)
        result = plain(*facts)
        after(result)
        return result

    setattr(owner, name, called)


def scanned(_, event):
    global pressed
    pressed = None
    if event and event[1]:
        accepted.append(event[0])
        code = BY_NAME[event[0]].code
        pressed = (14, 0) if code == 32 else (10 + code % 4, 2 + code // 4)


def shows():
    if handheld.awake and handheld.shown != unit.shown:
        confirmed.append((len(flash.log), unit.operations))


def shown(is_new):
    global waits
    if handheld.shown != unit.shown or not is_new:
        return
    if waits and pico.changed_at:
        soon.append((pico.down_at[waits], pico.changed_at, pico.now))
    waits = None


def seen(tick, glass):
    global waits
    if pressed:
        waits, pico.changed_at = pressed, 0
    glasses.append([tick, glass[0], glass[1], glass[2]])
    pico.spend(pico.GLASS)


slower(unit.firmware, "scan", scanned, lambda _: None)
slower(handheld.body, "rest", lambda: None, lambda is_new: pico.spend(pico.RECORD * is_new))
slower(handheld.body, "heard", lambda: pico.spend(pico.STEP), lambda _: None)
slower(handheld, "_show", shows, shown)
unit.on_display.insert(0, seen)
if "show" in script:
    handheld.display.show = {"hangs": lambda _: pico.spend(9e6), "fails": lambda _: 1 // 0}[
        script["show"]
    ]
before = bytearray(flash.image)
pico.ends = pico.now + script["end"], KeyboardInterrupt
handheld.play()
pico.ends, pico.fed = (1e18, KeyboardInterrupt), None
pixels, lights = bytes(pico.pixels), list(pico.lights)
largest = max([size for name, _, _, size in os.ilistdir()] or [0])


def cut(image):
    """Return what is left if the cells are pulled then."""
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
            cuts.append([known, cut(image)])
    before[address : address + len(data)] = data
if "cuts" in script:
    cuts.append((unit.operations, cut(before)))
told = {
    "glasses": glasses, "accepted": accepted, "soon": soon, "cuts": cuts, "sent": pico.sent,
    "tones": pico.tones, "lights": lights, "largest": largest, "operations": unit.operations,
}  # fmt: skip
with open(home + "/told", "w") as file:
    json.dump(told, file)
for name, data in (("pixels", pixels), ("flash", flash.image)):
    with open(home + "/" + name, "wb") as file:
        file.write(data)

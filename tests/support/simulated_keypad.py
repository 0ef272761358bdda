"""A keypad at a simulated port, in a time of its own: no thread, no terminal, no waiting.

keypad = Keypad()
link = keypad.link()                     # its port is open; the test calls `link.step`
keypad.say("D", "36")
keypad.unplug(); keypad.plug("/dev/ttyACM1")
"""

from serial.tools.list_ports_common import ListPortInfo

from hardware.keypads.frames import Frame, FrameCutter, encode
from hardware.keypads.keypad_link import KeypadLink
from hardware.keypads.port import PortTrouble, SerialTransport

BEAT_MS = 25
HELLO = "proto=1,fw=1.0,rows=4,cols=8,disp=3,beep=1"


def usb_port(
    device: str,
    serial: str | None,
    socket: str | None = None,
    vid: int | None = 0x1A86,
    pid: int | None = 0x7523,
) -> ListPortInfo:
    """Return the port as the system describes it."""
    facts = ListPortInfo(device)
    facts.vid, facts.pid, facts.serial_number, facts.location = vid, pid, serial, socket
    return facts


class Keypad:
    def __init__(self, device: str = "/dev/ttyACM0") -> None:
        self.device = device
        self.socket = "1-1"
        self.plugged = True
        self.busy = False
        """Another program holds the port."""
        self.now = 0
        """Milliseconds; they pass while a read waits."""
        self.speed = 0
        self.sent: list[Frame] = []
        """What the computer has sent since the port was opened."""
        self._out = b""
        self._opened = 0
        self._seq = 0
        self._lines = FrameCutter()

    # -- the computer's side

    def link(self) -> KeypadLink:
        link = KeypadLink(self.device, self.ports, open_port=self.open_port, clock=lambda: self.now)
        link.begin(link.port)
        return link

    def ports(self) -> list[ListPortInfo]:
        return [usb_port(self.device, "90", self.socket)] if self.plugged else []

    def open_port(self, port: str, speed: int) -> "Port":
        """Opening resets the keypad."""
        if self.busy or not self.plugged or port != self.device:
            raise PortTrouble(f"There is no port {port}.")
        self.speed = speed
        self._opened += 1
        self.start()
        return Port(self, self._opened)

    def is_open(self, opening: int) -> bool:
        return self.plugged and opening == self._opened

    # -- the keypad's side

    def start(self) -> None:
        self._out, self._seq, self._lines, self.sent = b"", 0, FrameCutter(), []

    def unplug(self) -> None:
        self.plugged = False
        self._out = b""

    def plug(self, device: str = "") -> None:
        """A port that was open before is gone for good."""
        self.device = device or self.device
        self.plugged = True
        self._opened += 1

    def say(self, verb: str, args: str = "") -> None:
        line = encode(self._seq, verb, args)
        self._seq = self._seq % 255 + 1
        self.send(line)

    def send(self, data: bytes) -> None:
        if self.plugged:
            self._out += data

    def heard(self, verb: str) -> list[str]:
        """The arguments of the frames with that verb since the last time."""
        found = [frame.args for frame in self.sent if frame.verb == verb]
        self.sent = [frame for frame in self.sent if frame.verb != verb]
        return found

    # -- the wire

    def take(self) -> bytes:
        data, self._out = self._out, b""
        if not data:
            self.now += BEAT_MS
        return data

    def hear(self, data: bytes) -> None:
        readings = self._lines.feed(data)
        self.sent += [one.frame for one in readings if one.kind == "frame" and one.frame]


class Port(SerialTransport):
    """One opening of the port; after the keypad was unplugged it is no good any more."""

    def __init__(self, keypad: Keypad, opening: int) -> None:
        self.keypad = keypad
        self.opening = opening

    def _check(self) -> None:
        if not self.keypad.is_open(self.opening):
            raise PortTrouble(f"{self.keypad.device} is gone.")

    def read(self) -> bytes:
        self._check()
        return self.keypad.take()

    def write(self, data: bytes) -> None:
        self._check()
        self.keypad.hear(data)

    def close(self) -> None:
        pass

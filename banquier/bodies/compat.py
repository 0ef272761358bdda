"""What MicroPython lacks and translated modules call: in its own Python, untranslated.

Nothing in the product imports this file. Each name stands for the one of CPython that it replaces.
"""

from collections import OrderedDict, namedtuple
from json import dumps as _dumps
from json import loads  # noqa: F401 - for translated modules

# -- named tuples and enums

_FIELDS = {}  # of each class of rows
_CLASSES = {}  # of each function that fills in what a row leaves out


def record(name, fields, defaults):
    return described(namedtuple(name, fields), fields, defaults)


def described(cls, fields, defaults):
    """The class; with defaults, a function that makes its rows."""
    _FIELDS[cls] = fields
    if not defaults:
        return cls
    count, first = len(fields), len(fields) - len(defaults)

    def make(*args, **facts):
        at = len(args)
        if not facts:
            return cls(*args, *defaults[at - first :])
        rest = [
            facts.pop(fields[n]) if fields[n] in facts else defaults[n - first]
            for n in range(at, count)
        ]
        if facts:
            raise TypeError("no such field: " + ", ".join(facts))
        return cls(*args, *rest)

    _CLASSES[make] = cls
    return make


def class_of(made):
    return _CLASSES.get(made, made)


def new_row(cls, row):
    return cls(*row)


def replace(row, *texts, **facts):
    """`_replace` of a row, or that of texts, which needs none."""
    cls = type(row)
    return cls(*[facts.get(n, v) for n, v in zip(_FIELDS[cls], row)])


def asdict(row):
    return OrderedDict(zip(_FIELDS[type(row)], row))


class Enumeration:
    """An IntEnum, whose members are plain numbers."""

    def __init__(self, rows):
        self.members = rows
        for name, number in rows:
            setattr(self, name, number)

    def __call__(self, number):
        return number

    def __iter__(self):
        return iter([number for _, number in self.members])

    def name_of(self, number):
        return next(name for name, known in self.members if known == number)


# -- displays and dictionaries, in order


def tuple_of(*parts):
    return parts


def dict_of(pairs):
    """With this function as its key, a value is pairs or a dictionary."""
    found = OrderedDict()
    for key, value in pairs:
        if key is dict_of:
            found.update(value)
        else:
            found[key] = value
    return found


def set_fields(owner, facts):
    for name, value in facts.items():
        setattr(owner, name, value)


# -- functions


def zip_as_asked(*rows, strict):
    rows = [row if hasattr(row, "__len__") else list(row) for row in rows]
    if strict and len({len(row) for row in rows}) > 1:
        raise ValueError("zip() of rows of several lengths")
    return zip(*rows)


def sorted_as_they_stood(rows, key=None, reverse=False):
    """`sorted`, which here does not keep the order of equals."""
    rows = list(rows)
    sign = -1 if reverse else 1
    order = [(key(row) if key else row, sign * at) for at, row in enumerate(rows)]
    return [rows[sign * at] for _, at in sorted(order, reverse=reverse)]


def partial(function, *first, **given):
    return lambda *args, **facts: function(
        *first, *args, **dict_of(((dict_of, given), (dict_of, facts)))
    )


def pairwise(rows):
    rows = list(rows)
    return zip(rows, rows[1:])


def bisect_right(rows, value):
    at = 0
    while at < len(rows) and rows[at] <= value:
        at += 1
    return at


class deque(list):
    def __init__(self, rows=(), maxlen=None):
        super().__init__(rows)
        self.maxlen = maxlen
        if maxlen is not None:
            del self[: max(0, len(self) - maxlen)]

    def append(self, one):
        super().append(one)
        if self.maxlen is not None and len(self) > self.maxlen:
            self.pop(0)

    def popleft(self):
        return self.pop(0)


# -- numbers and texts


def bit_count(number):
    return bin(number).count("1")


def bit_length(number):
    return len(bin(number)) - 2 if number else 0


def isascii(text):
    return len(text.encode()) == len(text)


def isalnum(text):
    """Letters beyond ASCII are taken to be letters."""
    return bool(text) and all(c.isalpha() or c.isdigit() or c >= "\xaa" for c in text)


def isprintable(text):
    return all(char >= " " and char != "\x7f" for char in text)


_SMALL = "àâäæçéèêëîïôöœùûüÿñ"
_LARGE = "ÀÂÄÆÇÉÈÊËÎÏÔÖŒÙÛÜŸÑ"
_PLAIN = "AAAÆCEEEEIIOOŒUUUYN"


def upper(text):
    return text.upper() if isascii(text) else _turned(text.upper(), _SMALL, _LARGE)


def lower(text):
    return text.lower() if isascii(text) else _turned(text.lower(), _LARGE, _SMALL)


def _turned(text, before, after):
    return "".join([after[before.find(char)] if char in before else char for char in text])


def normalize(form, text):
    """Without the accents of French, which `combining` would tell."""
    return _turned(_turned(text, _LARGE, _PLAIN), _SMALL, _PLAIN.lower())


def combining(char):
    return 0


# -- modules


def dumps(value, separators=(", ", ": "), ensure_ascii=True):  # this engine escapes nothing
    return _dumps(_plain_rows(value), separators=separators)


def _plain_rows(value):
    """The engine writes the names of a named tuple's fields."""
    if isinstance(value, (tuple, list)):
        return [_plain_rows(one) for one in value]
    if isinstance(value, dict):
        return dict_of([(key, _plain_rows(one)) for key, one in value.items()])
    return value


_IV = (
    0x6A09E667F3BCC908, 0xBB67AE8584CAA73B, 0x3C6EF372FE94F82B, 0xA54FF53A5F1D36F1,
    0x510E527FADE682D1, 0x9B05688C2B3E6C1F, 0x1F83D9ABFB41BD6B, 0x5BE0CD19137E2179,
)  # fmt: skip
_SIGMA = (
    b"\0\1\2\3\4\5\6\7\x08\t\n\x0b\x0c\r\x0e\x0f", b"\x0e\n\4\x08\t\x0f\r\6\1\x0c\0\2\x0b\7\5\3",
    b"\x0b\x08\x0c\0\5\2\x0f\r\n\x0e\3\6\7\1\t\4", b"\7\t\3\1\r\x0c\x0b\x0e\2\6\5\n\4\0\x0f\x08",
    b"\t\0\5\7\2\4\n\x0f\x0e\1\x0b\x0c\6\x08\3\r", b"\2\x0c\6\n\0\x0b\x08\3\4\r\7\5\x0f\x0e\1\t",
    b"\x0c\5\1\x0f\x0e\r\4\n\0\7\6\3\t\2\x08\x0b", b"\r\x0b\7\x0e\x0c\1\3\t\5\0\x0f\4\x08\6\2\n",
    b"\6\x0f\x0e\t\x0b\3\0\x08\x0c\2\r\7\1\4\n\5", b"\n\2\x08\4\7\6\1\5\x0f\x0b\t\x0e\3\x0c\r\0",
)  # fmt: skip
_QUARTERS = ((0, 4, 8, 12), (1, 5, 9, 13), (2, 6, 10, 14), (3, 7, 11, 15),
             (0, 5, 10, 15), (1, 6, 11, 12), (2, 7, 8, 13), (3, 4, 9, 14))  # fmt: skip
_WORD = (1 << 64) - 1


class blake2b:
    """RFC 7693, without a key."""

    def __init__(self, data, digest_size=64):
        state = list(_IV)
        state[0] ^= 0x01010000 ^ digest_size
        count = 0
        while True:
            block = data[count : count + 128]
            count = min(count + 128, len(data))
            last = count == len(data)
            _mix(state, block + bytes(128 - len(block)), count, last)
            if last:
                break
        self.state, self.size = state, digest_size

    def hexdigest(self):
        return b"".join([word.to_bytes(8, "little") for word in self.state])[: self.size].hex()


def _mix(state, block, count, last):
    message = [int.from_bytes(block[at : at + 8], "little") for at in range(0, 128, 8)]
    v = state + list(_IV)
    v[12] ^= count
    if last:
        v[14] ^= _WORD
    for turn in range(12):
        order = iter(_SIGMA[turn % 10])
        for a, b, c, d in _QUARTERS:
            va, vb, vc, vd = v[a], v[b], v[c], v[d]
            for right, half in ((32, 24), (16, 63)):
                va = va + vb + message[next(order)] & _WORD
                vd ^= va
                vd = vd >> right | vd << 64 - right & _WORD
                vc = vc + vd & _WORD
                vb ^= vc
                vb = vb >> half | vb << 64 - half & _WORD
            v[a], v[b], v[c], v[d] = va, vb, vc, vd
    for at in range(8):
        state[at] ^= v[at] ^ v[at + 8]

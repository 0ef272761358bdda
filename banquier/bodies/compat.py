"""The names that MicroPython lacks and translated modules call, in its own Python, untranslated.

Nothing in the product imports this file. Each name stands for the one of CPython that it replaces.
"""

from binascii import (
    a2b_base64,
    b2a_base64,
    crc32,  # noqa: F401 - for translated modules
    hexlify,
    unhexlify,
)
from collections import OrderedDict, namedtuple
from json import dumps as _dumps
from json import loads as _loads
from math import floor, inf, sqrt  # noqa: F401 - for translated modules
from sys import platform

# -- named tuples and enums

_FIELDS = {}  # of each class of rows
_CLASSES = {}  # of each function that fills in what a row leaves out
_DEFAULTS = {}  # of each class
_KINDS = {}  # of each class whose fields are annotated with what they may be


def record(name, fields, defaults, kinds=()):
    cls = namedtuple(name, fields)
    if kinds:
        _KINDS[cls] = kinds
    return make_row_class(cls, fields, defaults)


def make_row_class(cls, fields, defaults):
    """Return the class; with defaults, a function that makes its rows."""
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
    _DEFAULTS[cls] = defaults
    return make


def class_of(made):
    return _CLASSES.get(made, made)


class _Annotated:
    def __init__(self, kind):
        self.__metadata__ = (kind,)


def annotations_of(cls):
    cls = class_of(cls)
    return OrderedDict(zip(_FIELDS[cls], [_Annotated(kind) for kind in _KINDS.get(cls, ())]))


def fields_of(cls):
    return _FIELDS[class_of(cls)]


def defaults_of(cls):
    cls = class_of(cls)
    names, defaults = _FIELDS[cls], _DEFAULTS.get(cls, ())
    return OrderedDict(zip(names[len(names) - len(defaults) :], defaults))


def new_row(cls, row):
    return cls(*row)


def replace(row, *texts, **facts):
    """`_replace` of a row, or that of texts, which needs none."""
    cls = type(row)
    return cls(*[facts.get(n, v) for n, v in zip(_FIELDS[cls], row)])


def asdict(row):
    return OrderedDict(zip(_FIELDS[type(row)], row))


class Enumeration:
    """An IntEnum whose members are plain numbers."""

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


def row_joined(*rows):
    found = []
    for row in rows:
        found.extend(row)
    return found


def dict_of(pairs):
    """Make a dictionary. With this function as its key, a value is pairs or a dictionary."""
    found = OrderedDict()
    for key, value in pairs:
        if key is dict_of:
            found.update(value)
        else:
            found[key] = value
    return found


def dict_from_keys(keys, value=None):
    return dict_of([(key, value) for key in keys])


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
    """Sort rows, and keep the order of equal ones, which the engine's own `sorted` does not."""
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


def bisect_right(rows, value, key=None):
    low, high = 0, len(rows)
    while low < high:
        middle = (low + high) // 2
        found = rows[middle]
        if value < (key(found) if key else found):
            high = middle
        else:
            low = middle + 1
    return low


class chain:
    def __new__(cls, *rows):
        return chain.from_iterable(rows)

    @staticmethod
    def from_iterable(rows):
        for row in rows:
            for one in row:
                yield one


def takewhile(test, rows):
    for one in rows:
        if not test(one):
            return
        yield one


def accumulate(rows):
    total = None
    for one in rows:
        total = one if total is None else total + one
        yield total


def count(start=0):
    while True:
        yield start
        start += 1


def groupby(rows, key=None):
    group, last = None, None
    for one in rows:
        now = key(one) if key else one
        if group is None or now != last:
            if group is not None:
                yield last, group
            group, last = [], now
        group.append(one)
    if group is not None:
        yield last, group


def eq(a, b):
    return a == b


def item_of(rows):
    """`rows.__getitem__`."""
    return lambda at: rows[at]


def copy(thing):
    made = object.__new__(type(thing))
    for name, value in thing.__dict__.items():
        setattr(made, name, value)
    return made


class Counter(OrderedDict):
    def __init__(self, rows=()):
        super().__init__()
        for one in rows:
            self[one] = self[one] + 1

    def __getitem__(self, key):
        return self.get(key, 0)

    def most_common(self, most=None):
        return sorted_as_they_stood(self.items(), key=lambda pair: -pair[1])[:most]


class defaultdict(OrderedDict):
    def __init__(self, make):
        super().__init__()
        _MAKERS[id(self)] = make

    def __getitem__(self, key):
        if key not in self:
            self[key] = _MAKERS[id(self)]()
        return self.get(key)


_MAKERS = {}  # a dictionary has no attributes here


def cached_property(function):
    _MAKERS[function] = name = "_cached%d" % len(_MAKERS)

    def get(self):
        if not hasattr(self, name):
            setattr(self, name, function(self))
        return getattr(self, name)

    return property(get)


def lru_cache(maxsize):
    """Keep results in a browser; a chip has no memory for them."""

    def keep(function):
        known = {}

        def call(*given):
            if given not in known:
                if len(known) >= maxsize:
                    known.clear()
                known[given] = function(*given)
            return known[given]

        return call if platform == "webassembly" else function

    return keep


class suppress:
    def __init__(self, *kinds):
        self.kinds = kinds

    def __enter__(self):
        return self

    def __exit__(self, kind, fault, trace):
        return kind is not None and issubclass(kind, self.kinds)


class _Context:
    def __init__(self, steps):
        self.steps = steps

    def __enter__(self):
        return next(self.steps)

    def __exit__(self, kind, fault, trace):
        try:
            if kind is None:
                next(self.steps)
            else:
                self.steps.throw(fault)
        except StopIteration:
            return kind is not None
        return False


def contextmanager(function):
    return lambda *args, **facts: _Context(function(*args, **facts))


class ExitStack:
    def __init__(self):
        self.calls = []

    def callback(self, call, *args):
        self.calls.append((call, args))

    def pop_all(self):
        self.calls = []

    def __enter__(self):
        return self

    def __exit__(self, kind, fault, trace):
        for call, args in reversed(self.calls):
            call(*args)


def get_close_matches(word, words, n=3, cutoff=0.6):
    """Return nothing: only authors of scripts need proposals, and they have another engine."""
    return []


def fnmatchcase(text, pattern):
    """Match a pattern with `*` alone."""
    first, *parts = pattern.split("*")
    if not parts:
        return text == pattern
    if not text.startswith(first):
        return False
    at, last = len(first), parts.pop()
    for part in parts:
        at = text.find(part, at) + len(part)
        if at < len(part):
            return False
    return len(text) - at >= len(last) and text.endswith(last)


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
    """Return whether these are letters and digits; all signs beyond ASCII are taken for letters."""
    return bool(text) and all(c.isalpha() or c.isdigit() or c >= "\xaa" for c in text)


def isprintable(text):
    return all(char >= " " and char != "\x7f" for char in text)


def isdecimal(text):
    return text.isdigit()


def capitalize(text):
    return upper(text[:1]) + lower(text[1:])


def removeprefix(text, before):
    return text[len(before) :] if text.startswith(before) else text


def removesuffix(text, after):
    return text[: len(text) - len(after)] if after and text.endswith(after) else text


def ljust(text, width, fill=" "):
    return text + fill * (width - len(text))


def ascii(text):
    return repr(text)


_HIDDEN = "\xad\u2028\u2029\ufeff"


def repr_as_written(value):
    """Return `repr` as CPython writes it, because digests are made of it. The engine has numbers
    for all signs beyond ASCII, and CPython only for those that are invisible."""
    text = repr(value)
    if "\\" not in text:
        return text
    made = []
    for plain in text.split("\\\\"):
        first, *rest = plain.split("\\")
        made.append(first + "".join([_sign(part) for part in rest]))
    return "\\\\".join(made)


def _sign(part):
    """Return the sign that stands behind a backslash, and the text that follows it."""
    size = {"x": 2, "u": 4, "U": 8}.get(part[:1], 0)
    sign = chr(int(part[1 : size + 1], 16)) if size else ""
    is_seen = sign > "\xa0" and sign not in _HIDDEN and not "\u2000" <= sign <= "\u200f"
    is_seen = is_seen and not "\ud7ff" < sign <= "\uf8ff"
    return sign + part[size + 1 :] if is_seen else "\\" + part


def escape(text, quote=True):
    text = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return text.replace('"', "&quot;").replace("'", "&#x27;") if quote else text


_SMALL = "àâäæçéèêëîïôöœùûüÿñ"
_LARGE = "ÀÂÄÆÇÉÈÊËÎÏÔÖŒÙÛÜŸÑ"
_PLAIN = "AAAÆCEEEEIIOOŒUUUYN"


def upper(text):
    return text.upper() if isascii(text) else _turn(text.upper(), _SMALL, _LARGE)


def lower(text):
    return text.lower() if isascii(text) else _turn(text.lower(), _LARGE, _SMALL)


def _turn(text, before, after):
    return "".join([after[before.find(char)] if char in before else char for char in text])


def normalize(form, text):
    """Remove the accents of French, which `combining` would find."""
    return _turn(_turn(text, _LARGE, _PLAIN), _SMALL, _PLAIN.lower())


def combining(char):
    return 0


# -- modules


def dumps(value, separators=(", ", ": "), ensure_ascii=True, default=None):
    """Write JSON; the engine's own `dumps` escapes nothing."""
    return _dumps(_plain(value, default), separators=separators)


_SCALARS = (int, str, bool, float, type(None))


def _plain(value, default):
    """Return rows as lists, because the engine would write the names of their fields."""
    if isinstance(value, (tuple, list)):
        return [one if isinstance(one, _SCALARS) else _plain(one, default) for one in value]
    if isinstance(value, dict):
        found = OrderedDict()
        for key, one in value.items():
            found[str(key)] = one if isinstance(one, _SCALARS) else _plain(one, default)
        return found
    if default and not isinstance(value, _SCALARS):
        return _plain(default(value), default)
    return value


def loads(text, parse_float=None, parse_constant=None):
    return _loads(text)


def urlsafe_b64encode(data):
    # In pieces: the engine takes the square of the time for a long one.
    pieces = [b2a_base64(data[at : at + 48])[:-1] for at in range(0, len(data), 48)]
    return b"".join(pieces).replace(b"+", b"-").replace(b"/", b"_")


def urlsafe_b64decode(word):
    return a2b_base64(word.replace("-", "+").replace("_", "/").encode())


DEFLATED = 8
error = ValueError


class compressobj:
    def __init__(self, *how):
        pass

    def compress(self, data):
        from io import BytesIO

        from deflate import RAW, DeflateIO

        out = BytesIO()
        packer = DeflateIO(out, RAW, 15)
        packer.write(data)
        packer.close()
        return out.getvalue()

    def flush(self):
        return b""


class decompressobj:
    eof, unused_data = True, b""

    def __init__(self, *how):
        pass

    def decompress(self, data, most):
        from io import BytesIO

        from deflate import RAW, DeflateIO

        try:
            return DeflateIO(BytesIO(data), RAW, 15).read(most)
        except (OSError, EOFError):
            raise ValueError from None


def urandom(count):
    """Return random bytes from the chip's own noise, or from the browser."""
    import os

    if hasattr(os, "urandom"):
        return os.urandom(count)
    from js import Math

    return bytes([int(Math.random() * 256) for _ in range(count)])


def monotonic():
    from js import performance

    return performance.now() / 1000


class Random:
    """CPython's generator, the Mersenne Twister: the same seed is the same game."""

    def __init__(self, seed):
        keys = []
        while seed or not keys:
            keys.append(seed & 0xFFFFFFFF)
            seed >>= 32
        state = [19650218]
        for at in range(1, 624):
            state.append((1812433253 * (state[-1] ^ state[-1] >> 30) + at) & 0xFFFFFFFF)
        at, key = 1, 0
        for _ in range(max(624, len(keys))):
            last = state[at - 1]
            state[at] = (state[at] ^ (last ^ last >> 30) * 1664525) + keys[key] + key & 0xFFFFFFFF
            at, key = at + 1, (key + 1) % len(keys)
            if at == 624:
                state[0], at = state[623], 1
        for _ in range(623):
            last = state[at - 1]
            state[at] = (state[at] ^ (last ^ last >> 30) * 1566083941) - at & 0xFFFFFFFF
            at += 1
            if at == 624:
                state[0], at = state[623], 1
        state[0] = 0x80000000
        self.state, self.at = state, 624

    def getrandbits(self, bits):
        state = self.state
        if self.at == 624:
            for at in range(624):
                word = state[at] & 0x80000000 | state[at - 623] & 0x7FFFFFFF
                state[at] = state[at - 227] ^ word >> 1 ^ (0x9908B0DF if word & 1 else 0)
            self.at = 0
        word = state[self.at]
        self.at += 1
        word ^= word >> 11
        word ^= word << 7 & 0x9D2C5680
        word ^= word << 15 & 0xEFC60000
        return (word ^ word >> 18) >> 32 - bits


class blake2b:
    """BLAKE2b without a key. The browser's script computes it: here it would take three hundred
    times as long."""

    def __init__(self, data=b"", digest_size=64):
        self.data, self.size = data, digest_size

    def update(self, data):
        self.data += data

    def hexdigest(self):
        from js import blake2b as sum_of

        return sum_of(hexlify(self.data).decode(), self.size)  # b"".hex() is bytes here

    def digest(self):
        return unhexlify(self.hexdigest())

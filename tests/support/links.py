"""Links to games with whatever is in them, under a good checksum."""

from base64 import urlsafe_b64decode, urlsafe_b64encode
from hashlib import blake2b
from zlib import compressobj, decompressobj


def body_of(link: str) -> bytes:
    packed = urlsafe_b64decode(link.partition("g=")[2] + "===")
    return decompressobj(-15).decompress(packed[9:])


def link_with(body: bytes) -> str:
    """A link with a good checksum, whatever is in it."""
    deflate = compressobj(9, wbits=-15)
    told = deflate.compress(body) + deflate.flush()
    packed = b"\1" + blake2b(told, digest_size=8).digest() + told
    return "#g=" + urlsafe_b64encode(packed).rstrip(b"=").decode()


def nested(link: str, deep: int) -> str:
    """The last record of a link nested so deep."""
    number, total, rest = body_of(link).split(b" ", 2)
    record = b'{"x":' + b"[" * deep + b"]" * deep + b"}"
    return link_with(b" ".join([number, total, record]) + b"\n" + rest.partition(b"\n")[2])

"""Runs under MicroPython: the shipped file without pins, for tests/keypads/test_pico.py.

check.py lines      streams in hexadecimal on standard input; what is read in each, and answered
check.py full       what is said to a unit that reads only now and then
check.py matrix     rows of readings on standard input, as "ms r0 r1 r2 r3"; the edges of each
"""

import random
import sys

import main


def readings(stream):
    lines, found = main.Lines(), []
    for byte in stream:
        line = lines.take(byte)
        if line is None:
            continue
        kind, text = line
        if kind == "frame":
            kind, seq, verb, args = main.read_frame(text)
            if kind == "good":
                words = [f"frame {seq:02X}", verb.decode()] if verb else [f"word {seq:02X}"]
                found.append(" ".join(words + [args.decode()] * bool(verb and args)))
            else:
                found.append(f"crc {seq:02X}" if kind == "crc" else kind)
        else:
            found.append(("bare " + text.decode()) if kind == "bare" else kind)
    return " | ".join(found)


def answers(stream):
    said = []
    board = main.Board(4, 8, lambda line: said.append(line) or True, lambda hz, ms: None)
    board.tick([0] * 4, 1)
    said.clear()
    for byte in stream:
        board.hear(byte)
    board.tick([0] * 4, 1)
    return " | ".join(line[4:-6].decode() for line in said)


def check_lines():
    for row in sys.stdin:
        stream = bytes.fromhex(row.strip())
        print(f"{readings(stream)}\t{answers(stream)}")


def check_matrix():
    matrix = main.Matrix(4, 8)
    for row in sys.stdin:
        numbers = [int(word) for word in row.split()]
        edges = matrix.step(numbers[1:], numbers[0])
        print(" ".join("".join(str(part) for part in edge) for edge in edges))


def check_full():
    random.seed(90)
    said, room = [], [1]
    board = main.Board(4, 8, lambda line: room[0] and (said.append(line) or True), None)
    for burst in range(800):
        room[0] = burst % 80 < 20  # then nothing is read for sixty bursts
        raw = [0] * 4
        for _ in range((0, 1, 2, 5)[random.getrandbits(2)]):
            raw[random.getrandbits(2)] |= 1 << random.getrandbits(3)
        for _ in range(20):
            board.tick(raw, 1)
    room[0] = 1
    for _ in range(2000):
        board.tick([0] * 4, 1)
    for line in said:
        print(line.decode().strip())


{"full": check_full, "lines": check_lines, "matrix": check_matrix}[sys.argv[1]]()

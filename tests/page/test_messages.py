"""The messages that a page may send: all others are refused in one sentence, cheaply."""

import contextlib
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from banquier.page.page_messages import LARGEST, Do, Down, Junk, Name, Sit, parse


def test_what_a_page_says() -> None:
    assert parse('{"t":"down","key":"OK"}') == Down("OK")
    assert parse('{"t":"sit","seat":0}') == Sit(0)
    assert parse('{"t":"name","seat":2,"name":" Bob "}') == Name(2, "Bob")
    assert parse('{"t":"sit","seat":1,"take":true}') == Sit(1, take=True)
    assert parse('{"t":"do","action":"pay","number":0,"amount":5}') == Do("pay", 0, 5)
    bargain = '{"t":"do","action":"offer","partner":2,"give":[6,1],"take":[40],"money":-7}'
    assert parse(bargain) == Do("offer", partner=2, give=(1, 6), take=(40,), money=-7)


JUNK = [
    '{"t":"pace","pace":"fast"}', '{"t":"pace","pace":["slow"]}', '{"t":"pace"}',
    "", "junk", "[]", "null", "1e999", '{"t":[]}', '{"t":"sit"}', '{"t":"sit","seat":true}',
    '{"t":"sit","seat":9}', '{"t":"sit","seat":1.0}', '{"t":"down","key":"__class__"}',
    '{"t":"down","key":["OK"]}', '{"t":"name","seat":1,"name":["Bob"]}',
    '{"t":"do","action":"buy","number":-1}', '{"t":"sit","seat":1,"take":1}', '{"t":"give"}',
    '{"t":"do","action":"offer","give":[42]}', '{"t":"do","action":"offer","take":[true]}',
    '{"t":"do","action":"offer","give":1}', '{"t":"do","action":"offer","money":1e9}',
    '{"t":"do","action":"buy","seen":4294967296}', '{"t":"name","seat":1,"name":null}',
    '{"t":"do","action":"pay","amount":100000000}', '{"t":"do","action":{}}',
    '{"t":"do","action":"pay","amount":' + "9" * 900 + "}", "[" * 1_000, '{"t":"eval"}',
    '{"t":"down","key":"OK"' + " " * 1_100 + "}", "\ud800",
    b'{"t":"lift"}', '{"t":"offers","edition":10}', '{"t":"newgame"}',
    '{"t":"newgame","names":["Anne"]}', '{"t":"newgame","names":["Anne",2]}',
    '{"t":"newgame","names":["Anne","Bob"],"bots":[9]}',
    '{"t":"newgame","names":["Anne","Bob"],"rules":[["parking",-1]]}',
    '{"t":"newgame","names":["Anne","Bob"],"rules":["parking"]}',
    '{"t":"newgame","names":["Anne","Bob"],"game":"long"}',
]  # fmt: skip


@pytest.mark.parametrize("text", JUNK)
def test_junk_is_refused_in_a_sentence(text: object) -> None:
    with pytest.raises(Junk, match=r"^[ -~]+$"):
        parse(text)


def test_the_limit_of_a_message_is_in_bytes() -> None:
    text = '{"t":"lift","x":"' + "é" * 600 + '"}'
    assert len(text) < LARGEST < len(text.encode())
    with pytest.raises(Junk, match="1024 bytes"):
        parse(text)


@given(st.recursive(st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
                    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
                    max_leaves=9))  # fmt: skip
def test_whatever_is_sent_is_a_message_or_junk(value: object) -> None:
    for told in (value, {"t": value}, {"t": "do", "action": "pay", "amount": value}):
        with contextlib.suppress(Junk):
            parse(json.dumps(told))

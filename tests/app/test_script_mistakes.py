"""What is wrong with a script, sentence by sentence."""

from __future__ import annotations

from pathlib import Path

import pytest

from banquier.script import language, source
from banquier.script.language import parse, parse_file
from banquier.script.steps import Place, ScriptError

EDITIONS = ("electronique", "deska", "euro")
PAST_A_CALL = "def m(a)\npress a\nend\n"
CHECK = "0123456789abcdef"


def mistakes(*lines: str) -> list[str]:
    with pytest.raises(ScriptError) as caught:
        parse("\n".join(["banquier 1", *lines]), "x.keys", EDITIONS)
    return str(caught.value).splitlines()


def parsed(*lines: str) -> int:
    """The number of steps."""
    return len(parse("\n".join(["banquier 1", *lines]), "x.keys", EDITIONS).steps)


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("press 12", '2: "12" is no key; for digits write: type 12'),
        ("press OKAY", '2: "OKAY" is no key; nearest: OK'),
        ("press Q", '2: "Q" is no key; nearest: VENTE, RECU, PRISON'),
        ("press", "2: press wants a key"),
        ('press "OK"', '2: a key stands here without quotation marks, not "OK"'),
        ("pres OK", '2: "pres" is no step; nearest: press, resume, players'),
        ("press OK hold", "2: press wants a time to hold the key"),
        ("press OK hold 0t", "2: a key is held one tick at least"),
        ("type 12a", '2: "12a" is more than digits; for other keys write: press'),
        ("wait 2", '2: "2" is no time: a number with f, ms, s, t or c, as 80ms'),
        ("wait untl", '2: "untl" is no time; nearest: until'),
        ('expect "A" 1.000 wihtin 2s', '2: "wihtin" is unknown here; nearest: within'),
        ('expect "A" X', '2: "X" is unknown here; nearest: within'),
        ("expect never error 5 during 1s", '2: "5" is not the word "during"; nearest: during'),
        ('expect "A" within 2s OK', '2: "OK" is one word too many'),
        ('expect "A', "2: a quotation mark opens a text that no other one closes"),
        ("expect A", '2: "A" is nothing to expect; nearest: loan, cash, square'),
        ("expect csah 1 5", '2: "csah" is nothing to expect; nearest: cash'),
        ("expect cash 9 5", '2: "9" is out of range: a player, or 0 for the bank is 0 to 8'),
        ("expect cash 1", "2: expect wants a sum"),
        ("set next-dice 4 3 6",
         '2: "6" is out of range: the speed die (4 is Monsieur Monopoly, 5 the bus) is 1 to 5'),
        ("press OK hld 80ms", '2: "hld" is no key; nearest: hold'),
        ("wait soon", '2: "soon" is no time; nearest: until'),
        ("expect never errr during 2s", '2: "errr" is no text; nearest: error'),
        ("expect error 25", '2: "25" is out of range: an error is 1 to 24'),
        ("set free-card 1 chanse", '2: "chanse" is not chance or caisse; nearest: chance, caisse'),
        ("set cash 1 -5", '2: "-5" is no number: a sum (0 to 99999999) stands here'),
        ("expect cash 0 --5", '2: "--5" is no number: a sum (-999999999 to 999999999) stands here'),
        ("expect cash 1 1.000",
         '2: "1.000" is no number: a sum (-999999999 to 999999999) stands here'),
        ("expect icons J1", "2: an icon is expected lit or dark: +J1 or -J1"),
        ("expect icons +J9", '2: "J9" is no icon; nearest: J8, J7, J6'),
        ("expect icons +J1 -J1", "2: J1 cannot be lit and dark at once"),
        ("expect icons", "2: expect icons wants icons: +J1 -PRET, or = J1 SON F"),
        ("expect beep eror", '2: "eror" is not a beep; nearest: error'),
        ("expect beep tune polka", '2: "polka" is not a tune; nearest: sale, salary, victory'),
        ("expect never error", '2: expect wants the word "during"'),
        ("set turn 1",
         '2: "turn" is not something the bench can set; nearest: square, prison, loan'),
        ("set owner 40 1", '2: "40" is out of range: a square is 0 to 39'),
        ("set mortgaged 6 maybe", '2: "maybe" is not yes or no; nearest: yes'),
        ("set next-dice 4", "2: set wants a die"),
        ("battery 3", '2: "3" is no voltage: volts stand here, as 2.3V'),
        ("battery 9V", '2: "9V" is more than the unit bears: 6V at most'),
        ("power of", '2: "of" is not on or off; nearest: off, on'),
        ("state 1 xyz", '2: "xyz" is no digest: 16 hexadecimal digits'),
        ("@x down 7", '2: "x" is no number: a tick after @ (0 to 1000000000000000) stands here'),
        ("@5 down 7\n@4 up 7", "3: @4 comes after @5: times only go up"),
        ("@5 wait 0t\n@4 wait 0t", "3: @4 comes after @5: times only go up"),
        ("start\nplayers 3",
         "3: players belongs to the header, before the first step of the script"),
        ("players 9", '2: "9" is out of range: players is 2 to 8'),
        ("players 3\nplayers 3", "3: players was given already at x.keys:2"),
        ("players", "2: players is followed by one word: players 3"),
        ("minutes 60", "2: minutes belong to game timed"),
        ("players 2\nfirst 3", "3: player 3 cannot be first of 2"),
        ("edition elecronique",
         '2: "elecronique" is no edition and no .toml file; nearest: electronique; known: '
         "electronique, deska, euro"),
        ("bounce some", '2: "some" is not none or new or worn; nearest: none'),
        ("end", "2: end stands alone, and closes a def"),
        ("def a()", "2: def without end"),
        ("def a\nend", "2: a macro opens as def name(a, b)"),
        ("def a(b c)\nend", "2: a macro opens as def name(a, b)"),
        ("def a(ok)\nend", '2: parameter "ok" would hide the key OK'),
        ("def press()\nend", '2: macro "press" would hide a word of the language'),
        ("def a(b, b)\nend", '2: two parameters of "a" have the same name'),
        ("def a()\ndef b()\nend\nend", "3: def within def: the one before wants its end first"),
        ("def a()\nend\ndef a()\nend", '4: macro "a" was defined already at x.keys:2'),
        ('def a()\ninclude "b"\nend', "3: include stands outside of def"),
        ("def a(b)\npress b\nend\na()", "5: a takes 1 words between its parentheses, not 0"),
        ("def a(b)\npress b DSE\nend", '3: "DSE" is no key; nearest: DES, DEMOL'),
        ("bye(3)", '2: no macro is called "bye"'),
        ("def a()\nend\na", "4: a macro is called with parentheses: a()"),
        ("def a()\nb()\nend\ndef b()\na()\nend",
         "2: the macros call each other in a circle: a → b → a"),
        ("def a()\na()\nend", "2: the macros call each other in a circle: a → a"),
        ("include opening.keys", '2: include is followed by a file: include "opening.keys"'),
        ('include "nowhere.keys"', "2: cannot read nowhere.keys: no such file or directory"),
        ("expect roll", "2: expect wants a text"),
        ("expect roll J1", '2: a text stands in quotation marks, not "J1"'),
        ('expect "A" within', "2: expect wants a time"),
        ('expect "A" within "2s"', '2: a time stands here without quotation marks, not "2s"'),
        ("type", "2: type wants digits"),
        ('type "12"', '2: digits stands here without quotation marks, not "12"'),
        ("wait", "2: wait wants a time, or until"),
        ('wait "2s"', '2: a time, or until stands here without quotation marks, not "2s"'),
        ("wait 2s 3s", '2: "3s" is one word too many'),
        ('wait until "A" max', "2: wait wants a time"),
        ('wait until "A" within 2s', '2: "within" is unknown here; nearest: max'),
        ("expect", "2: expect wants what is expected"),
        ('expect icons "J1"', '2: an icon stands here without quotation marks, not "J1"'),
        ("expect icons J9", "2: an icon is expected lit or dark: +J9 or -J9"),
        ("expect icons XY", "2: an icon is expected lit or dark: +XY or -XY"),
        ("expect icons +XJ1", '2: "XJ1" is no icon; nearest: J1'),
        ("expect icons +J1 -J1 +J2", "2: J1 cannot be lit and dark at once"),
        ("expect icons = J9", '2: "J9" is no icon; nearest: J8, J7, J6'),
        ("expect icons = +J1", '2: "+J1" is no icon; nearest: J1'),
        ("expect error", "2: expect wants an error"),
        ("expect error x", '2: "x" is no number: an error (1 to 24) stands here'),
        ('expect error "1"', '2: an error stands here without quotation marks, not "1"'),
        ("expect no", '2: expect wants the word "error"'),
        ("expect no errors", '2: "errors" is not the word "error"; nearest: error'),
        ("expect no error 5", '2: "5" is unknown here; nearest: within'),
        ("expect beep", "2: expect wants a beep"),
        ('expect beep "key"', '2: a beep stands here without quotation marks, not "key"'),
        ("expect beep tune", "2: expect wants a tune"),
        ("expect never", "2: expect wants a text"),
        ('expect never "A"', '2: expect wants the word "during"'),
        ('expect never "A" for 2s', '2: "for" is not the word "during"; nearest: during'),
        ('expect never "A" during', "2: expect wants a time"),
        ("expect cash", "2: expect wants a player, or 0 for the bank"),
        ('expect cash "1"',
         '2: a player, or 0 for the bank stands here without quotation marks, not "1"'),
        ("expect cash 1 5 6", '2: "6" is unknown here; nearest: within'),
        ("expect loan 1 5 within", '2: "within" is no number: passages (0 to 99) stands here'),
        ("set", "2: set wants something the bench can set"),
        ('set "cash"',
         '2: something the bench can set stands here without quotation marks, not "cash"'),
        ("set cash", "2: set wants a player, or 0 for the bank"),
        ("battery", "2: battery wants a voltage"),
        ('battery "3V"', '2: a voltage stands here without quotation marks, not "3V"'),
        ("power", "2: power wants on or off"),
        ('power "on"', '2: on or off stands here without quotation marks, not "on"'),
        ("state", "2: state wants an operation"),
        ("state x", '2: "x" is no number: an operation (0 to 1000000000000) stands here'),
        ("state 1", "2: state wants a digest"),
        ('state 1 "0123456789abcdef"',
         '2: a digest stands here without quotation marks, not "0123456789abcdef"'),
        ("state 1 0123456789abcde", '2: "0123456789abcde" is no digest: 16 hexadecimal digits'),
        ("state 1 0123456789abcdeX", '2: "0123456789abcdeX" is no digest: 16 hexadecimal digits'),
        ('state 1 0123456789abcdef "x"',
         '2: a check sum stands here without quotation marks, not "x"'),
        ("state 1 0123456789abcdef 0123456789abcdef", "2: state wants a text"),
        ("state 1 0123456789abcdef 0 x", '2: a text stands in quotation marks, not "x"'),
        ("state 1000000000001 0123456789abcdef",
         '2: "1000000000001" is out of range: an operation is 0 to 1000000000000'),
        ("memory", "2: memory wants what memory does"),
        ("memory works", '2: "works" is not what memory does; nearest: fails'),
        ('memory "fails"', '2: what memory does stands here without quotation marks, not "fails"'),
        ("@1000000000000001 down 7",
         '2: "1000000000000001" is out of range: a tick after @ is 0 to 1000000000000000'),
        ("@5 @6", '2: "@6" is no step; nearest: wait, up, type'),
        ('@5 names "AAAAAAAAAAAAA"', '2: "AAAAAAAAAAAAA" is no name of up to 12 letters'),
        ("@5 names", "2: names wants a text"),
        ("@5 players 3", "2: players opens its own line, without @"),
        ('@5 include "x"', "2: include opens its own line, without @"),
        ("@5 def a()", "2: def opens its own line, without @"),
        ("@5 end", "2: end opens its own line, without @"),
        ('"press" OK', '2: "press" is no step; nearest: press, resume, players'),
        ('"def" a()', '2: "def" is no step; nearest: def, dice'),
        ('def "a"()\nend', "2: a macro opens as def name(a, b)"),
        ("def a(b\nend", "2: a macro opens as def name(a, b)"),
        ("def a()\nend\na(", "4: a macro is called as a(3, 4)"),
        ("def a()\nend\na(1", "4: a macro is called as a(3, 4)"),
        ("def a(b)\nend\na(1 2)", "4: a macro is called as a(3, 4)"),
        ("def a(=)\nend", "2: a macro opens as def name(a, b)"),
        ("def a(b = c)\nend", "2: a macro opens as def name(a, b)"),
        ("end 1", "2: end stands alone, and closes a def"),
        ("include", '2: include is followed by a file: include "opening.keys"'),
        ('include ""', '2: include is followed by a file: include "opening.keys"'),
        ('include "a" "b"', '2: include is followed by a file: include "opening.keys"'),
        ("players 3 4", "2: players is followed by one word: players 3"),
        ("players x", '2: "x" is no number: players (2 to 8) stands here'),
        ("game long", '2: "long" is not normal or short or timed; nearest: short, normal, timed'),
        ("minutes 1000", '2: "1000" is out of range: minutes is 1 to 999'),
        ("minutes 0", '2: "0" is out of range: minutes is 1 to 999'),
        ("speed-die on", '2: "on" is not yes or no; nearest: no'),
        ("first 0", '2: "0" is out of range: the first player is 1 to 8'),
        ("first 9", '2: "9" is out of range: the first player is 1 to 8'),
        ("dice real", '2: "real" is not keyed or auto; nearest: auto, keyed'),
        ("cards x", '2: "x" is not keyed or auto; nearest: keyed, auto'),
        ("seed -1", '2: "-1" is no number: a seed (0 to 4294967295) stands here'),
        ("seed 4294967296", '2: "4294967296" is out of range: a seed is 0 to 4294967295'),
        ("bounce x", '2: "x" is not none or new or worn; nearest: worn, none, new'),
        ("firmware 111111111111111111111",
         '2: "111111111111111111111" is no version of the firmware'),
        ("names", "2: names are those of 1 to 8 players"),
        ('names "A" "B" "C" "D" "E" "F" "G" "H" "I"', "2: names are those of 1 to 8 players"),
        ('names "a\tb"', '2: "a\\tb" is no name of up to 12 letters'),
        ("edition x.tom",
         '2: "x.tom" is no edition and no .toml file; nearest: electronique, euro, deska; '
         "known: electronique, deska, euro"),
        ("(", '2: "(" is no step; nearest: wait, up, type'),
        ("= 3", '2: "=" is no step; nearest: wait, up, type'),
        (", ", '2: "," is no step; nearest: wait, up, type'),
        ("pres(3)", '2: no macro is called "pres"'),
        ("def ab()\nend\nac(3)", '4: no macro is called "ac"; nearest: ab'),
        ("down", "2: down wants a key"),
        ("up", "2: up wants a key"),
        ("down X", '2: "X" is no key; nearest: VENTE, RECU, PRISON'),
        ('up "7"', '2: a key stands here without quotation marks, not "7"'),
        ("def 1a()\nend", '2: "1a" is no name for a macro'),
        ("def a(1)\nend", '2: parameter "1" would hide the key 1'),
        ("wait é", '2: "é" is no time; nearest: until'),
        ("press é", '2: "é" is no key; nearest: VENTE, RECU, PRISON'),
        ("expect cash 1 5 wihtin 2s", '2: "wihtin" is unknown here; nearest: within'),
        ("start 5", '2: "5" is one word too many'),
        ("press OK hold 2s 3s", '2: "3s" is one word too many'),
        ('press OK hold "2s"',
         '2: a time to hold the key stands here without quotation marks, not "2s"'),
        ("press OK hold 25h", '2: "25h" is no time: a number with f, ms, s, t or c, as 80ms'),
        ("wait 90000s", '2: "90000s" is longer than a day'),
        ("wait 1.5f", '2: "1.5f": frames, ticks and cycles are whole numbers'),
        ("wait 1.5c", '2: "1.5c": frames, ticks and cycles are whole numbers'),
        ("battery 3.0000V", '2: "3.0000V" is no voltage: volts stand here, as 2.3V'),
        ("battery 12V", '2: "12V" is no voltage: volts stand here, as 2.3V'),
        ("battery 6.001V", '2: "6.001V" is more than the unit bears: 6V at most'),
        ("battery 3.V", '2: "3.V" is no voltage: volts stand here, as 2.3V'),
        ("battery 3.5", '2: "3.5" is no voltage: volts stand here, as 2.3V'),
        ("battery V", '2: "V" is no voltage: volts stand here, as 2.3V'),
        ("press QQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQ",
         '2: "QQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQQ" is no key; nearest: VENTE, RECU, PRISON'),
        ("press a\x07b", '2: "a\\x07b" is no key; nearest: PAYER, FAILL, CARTE'),
        ('"m"(3)', '2: "m" is no step; nearest: game, names, resume'),
        ("@9999999999999999 down 7",
         '2: "9999999999999999" is out of range: a tick after @ is 0 to 1000000000000000'),
        ("def m(q)\n q OK\nend", '3: "q" is no step; nearest: wait, up, type'),
        ("expect icons XJ1", "2: an icon is expected lit or dark: +XJ1 or -XJ1"),
        ('expect never "A" duringg 2s', '2: "duringg" is not the word "during"; nearest: during'),
        ("battery 3.x", '2: "3.x" is no voltage: volts stand here, as 2.3V'),
        ("battery ²V", '2: "²V" is no voltage: volts stand here, as 2.3V'),
        ("battery x.5V", '2: "x.5V" is no voltage: volts stand here, as 2.3V'),
        ("battery 3.xV", '2: "3.xV" is no voltage: volts stand here, as 2.3V'),
        ("wait ٣s", '2: "٣s" is no time: a number with f, ms, s, t or c, as 80ms'),
        ("press 11111111111111111111111111111111111111111",
         '2: "1111111111111111111111111111111111111111…" is no key; for digits write: '
         "type 1111111111111111111111111111111111111111"),
        ("minutes 0000000000000000060",
         '2: "0000000000000000060" is out of range: minutes is 1 to 999'),
        ("wait 000000000000000001s1",
         '2: "000000000000000001s1" is no time: a number with f, ms, s, t or c, as 80ms'),
        ("wait 86401s", '2: "86401s" is longer than a day'),
        ("expect cash 1 yes", '2: "yes" is no number: a sum (-999999999 to 999999999) stands here'),
        ("set stock 3 1", '2: "3" is not houses or hotels; nearest: houses, hotels'),
        ("set stock houses 100", '2: "100" is out of range: a stock is 0 to 99'),
        ("set loan 1 5", "2: set wants passages"),
        ("def m(q)\npress q\nend\nm(OK", "5: a macro is called as m(3, 4)"),
        ("def m(q)\nend\nm(()", "4: a macro is called as m(3, 4)"),
        ("def m(q)\nend\nm(,)", "4: a macro is called as m(3, 4)"),
        ("def m(q)\nend\nm(=)", "4: a macro is called as m(3, 4)"),
        ("def m(q, r)\nend\nm(1, ))", "4: a macro is called as m(3, 4)"),
        ("def m(q, r)\nend\nm(1 1 2)", "4: a macro is called as m(3, 4)"),
        ('state 1 0123456789abcdeg 0 "x"',
         '2: "0123456789abcdeg" is no digest: 16 hexadecimal digits'),
        ("state 1 0123456789abcdeF", '2: "0123456789abcdeF" is no digest: 16 hexadecimal digits'),
        ("end OK", "2: end stands alone, and closes a def"),
        ("def\nend", "2: a macro opens as def name(a, b)"),
        ("def m\nend", "2: a macro opens as def name(a, b)"),
        ("firmware a\x07b", '2: "a\\x07b" is no version of the firmware'),
        ("edition ..toml x", "2: edition is followed by one word: edition electronique"),
        ('names A "B', "2: a quotation mark opens a text that no other one closes"),
        ("players 0", '2: "0" is out of range: players is 2 to 8'),
        ("wait untl 5s", '2: "untl" is no time; nearest: until'),
        ("wait a1", '2: "a1" is no time; nearest: until'),
        ("down 7 8", '2: "8" is one word too many'),
        ("power on off", '2: "off" is one word too many'),
        ("memory fails 1", '2: "1" is one word too many'),
        ("expect beep tune salary 3", '2: "3" is unknown here; nearest: within'),
        ("expect error 0", '2: "0" is out of range: an error is 1 to 24'),
        ("set next-card chance 17", '2: "17" is out of range: a card is 1 to 16'),
        ("expect square 1 40", '2: "40" is out of range: a square is 0 to 39'),
        ("expect prison 9 1", '2: "9" is out of range: a player is 1 to 8'),
        ("expect visited 1 x", '2: "x" is no number: a square (0 to 39) stands here'),
        ("set loan 1 5 100", '2: "100" is out of range: passages is 0 to 99'),
    ],
)  # fmt: skip
def test_a_mistake_is_one_sentence_with_file_and_line(line: str, sentence: str) -> None:
    assert mistakes(line) == [f"x.keys:{sentence}"]


@pytest.mark.parametrize(
    ("first", "sentence"),
    [
        ("", 'the first line of a script is "banquier 1"'),
        ("press OK", 'the first line of a script is "banquier 1"'),
        ("banquier", 'the first line of a script is "banquier 1"'),
        ("banquier 0", 'the first line of a script is "banquier 1"'),
        ("banquier 0000000", 'the first line of a script is "banquier 1"'),
        ("banquier 2 # tomorrow", "the script is of format 2, newer than the 1 known here"),
        ("banquier 010", "the script is of format 10, newer than the 1 known here"),
        (
            "banquier " + "9" * 5000,
            "the script is of format 999999999, newer than the 1 known here",
        ),
    ],
)
def test_the_first_line_names_the_format(first: str, sentence: str) -> None:
    with pytest.raises(ScriptError, match=sentence) as caught:
        parse(first + "\nstart", "x.keys")
    assert str(caught.value) == f"x.keys:1: {sentence}"


def test_the_format_may_have_noughts_before_it() -> None:
    assert parse("banquier 01 # a comment").steps == []


def test_without_editions_none_is_named() -> None:
    with pytest.raises(ScriptError) as caught:
        parse("banquier 1\nedition x", "x.keys")
    assert str(caught.value) == 'x.keys:2: "x" is no edition and no .toml file'


# -- several mistakes


@pytest.mark.parametrize(
    ("lines", "found"),
    [
        ("def m()\nend end", ("2: def without end", "3: end stands alone, and closes a def")),
        ("press OK ; # ; pres\nwait 1s ; pres ; press",
         ('3: "pres" is no step; nearest: press, resume, players', "3: press wants a key")),
        ("def m()\ndef n()\ndef o()\nend\nend\nend",
         ("3: def within def: the one before wants its end first",
          "4: def within def: the one before wants its end first")),
        ("start\nplayers 3\ndice auto",
         ("3: players belongs to the header, before the first step of the script",)),
        ("def m()\npress\nend\nm()\nm()", ("3: press wants a key",)),
        ("def", ("2: a macro opens as def name(a, b)", "2: def without end")),
        ("expect icons = XY ; expect icons +J1 -J2 +J2",
         ('2: "XY" is no icon; nearest: HYPO, €, SON', "2: J2 cannot be lit and dark at once")),
        ("def m(q)\nexpect icons q +J9\nend", ('3: "J9" is no icon; nearest: J8, J7, J6',)),
    ],
)  # fmt: skip
def test_mistakes_are_a_line_each(lines: str, found: tuple[str, ...]) -> None:
    assert mistakes(lines) == [f"x.keys:{sentence}" for sentence in found]


@pytest.mark.parametrize("line", ["end", "press"])
def test_reading_stops_after_twenty_mistakes(line: str) -> None:
    """Of lines as of steps."""
    found = [mistake.partition(": ")[0] for mistake in mistakes(*[line] * 30)]
    assert found == [f"x.keys:{number}" for number in range(2, 22)]


def test_mistakes_are_in_the_order_of_the_script_that_includes_others(tmp_path: Path) -> None:
    """Some are found while files are read, the others after that."""
    (tmp_path / "b.keys").write_text("wait 1s\n" * 8 + 'wait "\nwait\n', encoding="utf-8")
    main = tmp_path / "a.keys"
    main.write_text('banquier 1\npress\ninclude "b.keys"\npress\n', encoding="utf-8")
    with pytest.raises(ScriptError) as caught:
        parse_file(str(main))
    assert [line.split(": ")[0].rpartition("/")[2] for line in str(caught.value).splitlines()] == [
        *("a.keys:2", "b.keys:9", "b.keys:10", "a.keys:4"),
    ]
    assert f"b.keys:10: wait wants a time, or until (included at {main}:3)" in str(caught.value)


def test_a_mistake_has_all_calls_that_led_to_it() -> None:
    lines = ["def m(q, r)", "press q r", "end", "def n(q)", 'm(q, "OK")', "end", "n(4)"]
    assert mistakes(*lines) == [
        'x.keys:3: a key stands here without quotation marks, not "OK"'
        ' (in m(4, "OK"), called at x.keys:6; in n(4), called at x.keys:8)'
    ]


def test_the_name_of_a_file_is_printable() -> None:
    assert str(Place("a\nb.keys", 3)) == r"'a\nb.keys':3"


# -- limits


def test_a_line_has_up_to_4096_characters() -> None:
    assert parsed("press OK" + " " * 4088) == 1
    sentence = "x.keys:2: a line of more than 4096 characters"
    assert mistakes("press OK" + " " * 4089) == [sentence]


def test_a_record_has_a_longest_line(monkeypatch: pytest.MonkeyPatch) -> None:
    line = '@9 state 1 0123456789abcdef 0 {"a":1}'
    monkeypatch.setattr(source, "LONGEST_RECORD", len(line))
    assert parsed(line) == 2
    monkeypatch.setattr(source, "LONGEST_RECORD", len(line) - 1)
    assert mistakes(line) == [f"x.keys:2: a line of more than {len(line) - 1} characters"]


def test_a_macro_has_up_to_sixteen_parameters() -> None:
    names = [f"p{number}" for number in range(17)]
    assert parsed(f"def m({', '.join(names[:16])})", "press p0", "end") == 0
    assert mistakes(f"def m({', '.join(names)})", "press p0", "end") == [
        "x.keys:2: a macro has at most 16 parameters"
    ]


def test_macros_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(source, "MOST_MACROS", 2)
    lines = ["def m()", "end", "def n()", "end"]
    assert parsed(*lines) == 0
    assert mistakes(*lines, "def o()", "end") == ["x.keys:6: more than 2 macros"]


def test_calls_within_calls_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(language, "DEEPEST", 3)
    lines = ["def m()", "press OK", "end", "def n()", "m() ; m()", "end", "def o()", "n()", "end"]
    assert parsed(*lines, "o() ; o()", "m()") == 5
    assert mistakes(*lines, "def p()", "o()", "end", "p()") == [
        "x.keys:6: macros call each other more than 3 deep (in n(), called at x.keys:9;"
        " in o(), called at x.keys:12; in p(), called at x.keys:14)"
    ]


def test_a_call_with_a_mistake_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(language, "DEEPEST", 3)
    lines = ["def m(q)", "press q", "end", *["m(OKO)"] * 3, "m(OK)"]
    assert [line.split()[1] for line in mistakes(*lines)] == ['"OKO"'] * 3


def test_steps_of_macros_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(language, "MOST_STEPS", 6)
    lines = ["def m()", "press OK ; press 1", "press 2", "end"]
    assert parsed(*lines, "m()", "press OK", "m()", "press OK") == 8
    assert mistakes(*lines, "m() ; m()", "m()") == [
        "x.keys:7: the macros expand to more than 6 steps"
    ]


# -- files


def files(folder: Path, **texts: str | bytes) -> str:
    """Writes them, with the ending .keys; the path of the first, `main`."""
    for name, text in texts.items():
        data = text if isinstance(text, bytes) else text.encode()
        (folder / f"{name}.keys").write_bytes(data)
    return str(folder / "main.keys")


def refused(path: str) -> str:
    """The message, without the folder of the file."""
    with pytest.raises(ScriptError) as caught:
        parse_file(path)
    return str(caught.value).replace(path.removesuffix("main.keys"), "")


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    (tmp_path / "folder.keys").mkdir()
    main = files(tmp_path, main='banquier 1\ninclude "folder.keys"\ninclude "none.keys"\n')
    assert refused(main).splitlines() == [
        "main.keys:2: cannot read folder.keys: it is no file",
        "main.keys:3: cannot read none.keys: no such file or directory",
    ]
    with pytest.raises(ScriptError, match=r"^cannot read none/x: no such file or directory$"):
        parse_file("none/x")
    with pytest.raises(ScriptError, match=r"^cannot read 'a\\x00b': no such file$"):
        parse_file("a\0b")
    assert mistakes('include "a\0b"') == [r'x.keys:2: cannot read "a\x00b": no such file']


def test_a_file_in_another_encoding_is_refused_with_the_line(tmp_path: Path) -> None:
    main = files(tmp_path, main=b"\nbanquier 1\npress \xff\n")
    assert refused(main) == "main.keys:3: this is no text in UTF-8"
    main = files(tmp_path, main='banquier 1\ninclude "b.keys"\n', b=b"press OK\n\xe9\n")
    assert refused(main) == "b.keys:2: this is no text in UTF-8 (included at main.keys:2)"


@pytest.mark.parametrize(
    "text", ["", "\n", "# words\n\n  # words\npress OK", "\npress OK", " press OK", "m(OK)",
             "m (OK)", "@5 press OK", "banquier 1", "include \"c.keys\""],
)  # fmt: skip
def test_what_looks_like_a_script_may_be_included(text: str, tmp_path: Path) -> None:
    main = 'banquier 1\ndef m(q)\npress q\nend\ninclude "b.keys"\n'
    parse_file(files(tmp_path, main=main, b=text, c="# nothing"))


@pytest.mark.parametrize("text", ["secret: 7", "= 7", "# words\nsecret\npress OK", '"press" OK'])
def test_another_file_is_not_quoted(text: str, tmp_path: Path) -> None:
    main = files(tmp_path, main='banquier 1\ninclude "b.keys"\n', b=text)
    assert refused(main) == "main.keys:2: b.keys is no script"


def test_a_header_in_an_included_file_is_a_mistake_there(tmp_path: Path) -> None:
    main = files(tmp_path, main='banquier 1\ninclude "b.keys"\n', b="players 3\n")
    assert refused(main) == (
        "b.keys:1: players belongs to the header, before the first step of the script"
        " (included at main.keys:2)"
    )


def test_a_macro_left_open_ends_with_its_file(tmp_path: Path) -> None:
    main = files(tmp_path, main='banquier 1\ninclude "b.keys"\npress OK', b="def m()\npress OK")
    assert refused(main) == "b.keys:1: def without end (included at main.keys:2)"


def test_a_file_may_be_included_twice_with_its_macros(tmp_path: Path) -> None:
    main = 'banquier 1\ninclude "b.keys"\ninclude "b.keys"\nm()\n'
    script = parse_file(files(tmp_path, main=main, b="def m()\npress OK\nend\npress 1\n"))
    assert [step.place.line for step in script.steps] == [4, 4, 2]


def test_bytes_of_all_files_are_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    comment = "#" * 999 + "\n"
    main = files(tmp_path, main='banquier 1\ninclude "b.keys"\n' + comment * 900, b=comment * 200)
    total = sum(path.stat().st_size for path in tmp_path.iterdir())
    monkeypatch.setattr(source, "LARGEST", total)
    assert parse_file(main).steps == []
    monkeypatch.setattr(source, "LARGEST", total - 1)
    assert refused(main) == "main.keys:2: b.keys: more than 1 MiB of script"


def test_lines_of_all_files_are_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    main = files(tmp_path, main='banquier 1\ninclude "b.keys"\npress OK', b="press OK\npress OK\n")
    monkeypatch.setattr(source, "MOST_LINES", 6)
    assert len(parse_file(main).steps) == 3
    monkeypatch.setattr(source, "MOST_LINES", 5)
    assert refused(main) == "main.keys:2: b.keys: more than 5 lines"


def test_includes_are_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    main = files(tmp_path, main='banquier 1\ninclude "b.keys"\ninclude "c.keys"\n',
                 b='include "c.keys"\n', c="press OK\n")  # fmt: skip
    sentence = "too many includes, or too deep within each other"
    monkeypatch.setattr(source, "MOST_INCLUDES", 3)
    monkeypatch.setattr(source, "DEEPEST", 3)
    assert len(parse_file(main).steps) == 2
    monkeypatch.setattr(source, "DEEPEST", 2)
    assert refused(main) == f"b.keys:1: {sentence} (included at main.keys:2)"
    monkeypatch.setattr(source, "DEEPEST", 3)
    monkeypatch.setattr(source, "MOST_INCLUDES", 2)
    assert refused(main) == f"main.keys:3: {sentence}"

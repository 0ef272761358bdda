"""Seats in a real browser: people who read what their own page shows, and tap."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

from banquier.words.catalogues import catalogue
from firmware_sim.game import Claim, Debt, Loan, Phase, Why
from hardware.unit import Unit
from hardware.unit_inputs import name_players
from tests.page.conftest import Join, free_port, further, open_view, serve
from tests.page.fast_table import fast_table
from tests.page.sitting import SIDEWAYS, SMALL, SPEED, TINY, Seat, sit, text_of
from tests.support.bot_game import arranged, state
from tests.support.positions import carded, deals, indebted, offered, with_all_deeds
from tests.support.units import at_the_table

SIZES = [(320, 568), (360, 640), (390, 844), (844, 390)]
OUT_OF_SIGHT = """() => {
  const seen = document.getElementById('view').getBoundingClientRect();
  return [...document.querySelectorAll('.replies button')]
    .map(one => [one.getBoundingClientRect(), one.textContent])
    .filter(([box]) => box.top < seen.top || box.bottom > seen.bottom).map(([, text]) => text);
}"""
COVERED = """() => {
  const [lens, replies] = ['.lens', '.replies'].map(one =>
    document.querySelector(one).getBoundingClientRect());
  return lens.bottom > replies.top + 1;
}"""
AROUND = """() => ['#strip', '.bar']
  .reduce((sum, one) => sum + document.querySelector(one).getBoundingClientRect().height, 0)"""
BROKEN = """() => [...document.querySelectorAll('.tile b, .purse b')]
  .filter(one => one.checkVisibility()).map(one => one.firstChild).filter(Boolean)
  .filter(name => [...name.data.matchAll(/\\p{L}(?=\\p{L})/gu)].some(({ index }) => {
    const [top, next] = [index, index + 1].map(at => {
      const range = document.createRange();
      range.setStart(name, at);
      range.setEnd(name, at + 1);
      return [...range.getClientRects()].at(-1).top;
    });
    return next > top + 5;
  })).map(name => name.data)"""
"""Names that break amid a syllable."""
HIDDEN = """(isThrow) => [...document.querySelectorAll('.slot :is(b, small)')].filter(text => {
  const slot = text.closest('.slot'), low = isThrow && text.localName === 'small';
  return text.scrollWidth + 5 > slot.offsetWidth
    || low && text.getBoundingClientRect().bottom > document.querySelector('.bar').offsetTop;
}).map(text => text.textContent)"""
"""What the next card of the hand lies upon, or the edge of a screen on its side cuts."""
ONE_BUTTON = """() => {
  const [main, ...greens] = [...document.querySelectorAll(
    '.replies > .large:not([aria-disabled])')];
  if (!main) return '';
  const its = main.getBoundingClientRect();
  const room = main.parentElement.getBoundingClientRect();
  const below = [...main.parentElement.querySelectorAll('.action:not(.large)')]
    .filter(one => one.getBoundingClientRect().bottom > its.top + 1);
  return [
    greens.length && 'two greens', its.width < room.width - 24 && 'not the whole width',
    its.height < 59 && 'low', main.dataset.action !== 'throw' && below.length && 'others below',
  ].filter(Boolean).join();
}"""
CUT = """() => [...document.querySelectorAll('.purse b, .purse .sum, .others b, .others > *')]
  .filter(one => one.checkVisibility()
    && ((one.localName === 'b' && one.scrollWidth > one.clientWidth)
    || one.getBoundingClientRect().right > one.parentElement.getBoundingClientRect().right))
  .map(one => one.textContent)"""
"""What is cut of the own name, of the own sum and of the sums of others."""
CUT_NAMES = """() => [...document.querySelectorAll('.others i')]
  .filter(one => one.scrollWidth > one.clientWidth).map(one => one.textContent)"""
UNDONE = """labels => labels.filter(label => {
  banquier.state.seat.undoes = label;
  dispatchEvent(new Event('resize'));
  const [head, button, text] = ['#strip', '.undo .action', '.undo b']
    .map(one => document.querySelector(one).getBoundingClientRect());
  return button.top < head.top || button.bottom > head.bottom || button.right > head.right
    || text.height > 35;
})"""
"""What the undo button takes back in more than two lines, or out of the head."""
HELD = """() => ['down', 'up'].map(way => {
  document.querySelector('[data-action="ruin"]').dispatchEvent(new PointerEvent(`pointer${way}`));
  dispatchEvent(new Event('resize'));  // drawn anew
  return document.querySelectorAll('.holding').length;
})"""
LINES = """() => Math.max(...[...document.querySelectorAll('.choice b')].map(name => {
  const range = document.createRange();
  range.selectNodeContents(name);
  return new Set([...range.getClientRects()].map(box => box.top)).size;
}))"""
"""Lines of the name that has most."""


def test_a_deed_is_bought_and_the_turn_ended(seat: Seat) -> None:
    """Name and sums are whole beside the undo button; the next question is in sight, however
    far the view was scrolled."""
    anne = seat.shows(offered(), {1: "Maximilienne"}, owner={1: 1})
    anne.set_viewport_size({"width": 320, "height": 568})
    down = "document.getElementById('view').scrollTop"
    assert anne.evaluate(f"{down} = 999, {down}") > 20
    anne.tap('[data-action="buy"]')
    anne.wait_for_selector(".undo")
    anne.wait_for_function(f"() => {down} === 0")
    for part, most in (("#cash", 30), (".purse b", 30), ("#strip", 44)):
        assert anne.locator(part).bounding_box()["height"] <= most, part  # type: ignore[index]
    assert anne.evaluate(CUT) == []
    anne.set_viewport_size({"width": 390, "height": 844})
    assert anne.is_visible(".undo") and anne.evaluate(CUT) == []
    anne.tap('[data-action="finish"]')
    anne.wait_for_function("() => banquier.state.table.game.turn === 2")
    assert state(seat.unit).owner[6] == 1
    anne.set_viewport_size({"width": 320, "height": 568})
    anne.wait_for_selector(".strip:not(.asks) .undo")
    assert anne.evaluate(BROKEN) == []
    assert anne.evaluate(CUT) == []
    anne.set_viewport_size({"width": 844, "height": 390})
    head, name = (anne.locator(part).bounding_box() for part in ("#strip", ".purse b"))
    assert head and name and abs(head["height"] / 2 - name["y"] - name["height"] / 2) < 4


def test_undo_lies_in_the_head_whatever_it_takes_back(join: Join) -> None:
    """In two lines, and cuts nobody's name nor the sums of four others."""
    undone = [text for name, text in catalogue("fr").items() if name.startswith("undone.")]
    bots = {bot: f"Robot {bot}" for bot in (2, 3, 4)}
    for names in ({1: "Maximilienne"} | bots, dict.fromkeys(range(1, 6), "Maximilienne")):
        unit = arranged(at_the_table(players=len(names)), square={1: 6}, phase=Phase.OFFER)
        name_players(unit, names)
        with fast_table(unit) as table:
            (anne,) = sit(join, table, 1)
            anne.tap('[data-action="buy"]')
            anne.wait_for_selector(".undo")
            assert anne.evaluate(CUT) == anne.evaluate(TINY) == []
            if len(names) == 4:
                assert anne.evaluate(UNDONE, undone) == anne.evaluate(CUT_NAMES) == []
                anne.set_viewport_size({"width": 320, "height": 568})
                assert anne.evaluate(UNDONE, undone) == anne.evaluate(CUT) == []


def test_a_question_says_what_is_missing_owed_and_what_frees(seat: Seat) -> None:
    """A price that cannot be paid, a debt, the prison; and what a loan costs, for the typed sum."""
    game = at_the_table()
    anne = seat.shows(game, square={1: 6}, phase=Phase.OFFER, cash={1: 1_000})
    assert text_of(anne, ".purse b") == "À vous, J1"
    told = text_of(anne, '[data-action="buy"][aria-disabled="true"]')
    assert "il manque 9.000 F : emprunter" in told
    colour = "getComputedStyle(document.querySelector('[data-action=\"buy\"]')).color"
    assert anne.evaluate(colour) != "rgb(255, 255, 255)"  # it has lost its green ground
    assert anne.is_visible('[data-action="to_auction"]')
    assert anne.is_hidden('[data-action="throw"]')  # it does not belong to this question

    debt, loan = (Debt(1, 2, 200_000, Why.RENT),), (Loan(50_000, 0),)
    owner = {1: 1, 3: 1}
    seat.shows(game, owner=owner, mortgaged={1: True}, debts=debt, loans={1: loan})
    assert "200.000 F à J2 (loyer)" in text_of(anne, "#debt")
    assert anne.locator('#debt [data-action="mortgage"][aria-disabled]').count() == 0
    assert anne.is_visible('#debt [data-action="mortgage"][data-number="3"]')
    assert "plafond" in text_of(anne, '#debt [data-action="borrow"][aria-disabled="true"]')
    assert anne.is_hidden('.later [data-action="borrow"]')

    seat.shows(game, doubles=1)
    assert text_of(anne, "#asked") == "Un double : relancez les dés."

    seat.shows(game, square={1: 10}, prison={1: 2}, has_pot=True)
    assert "essai 2 sur 3" in text_of(anne, "#prison")
    assert "double" in text_of(anne, "#prison")
    anne.tap('[data-action="fine"]')
    anne.wait_for_selector("#paid >> text=/J1 → Cagnotte 5.000\\sF/")

    anne.set_viewport_size({"width": 320, "height": 568})
    seat.shows(game)
    further(anne, "borrow")
    assert text_of(anne, '[data-action="borrow"]') == "Emprunter jusqu'à 50.000 F"
    whole = "document.querySelector('form.ask').getBoundingClientRect().bottom"
    seen = "document.getElementById('view').getBoundingClientRect().bottom"
    assert anne.evaluate(whole) <= anne.evaluate(seen)
    terms = "Encore empruntable : 50.000 F. 10 % par passage au Départ ; repris d'office au"
    assert text_of(anne, "#terms").startswith(f"{terms} passage 3. 50.000 F,")
    anne.fill("form.ask input", "12.000")
    told = text_of(anne, "#terms")
    for passage, cost in enumerate(("13.200", "14.400", "15.600"), start=1):
        assert f"après passage {passage} : {cost} F" in told
    assert text_of(anne, "form.ask .large") == "Emprunter 12.000 F"


def test_a_payment_says_whom_and_how_much_and_presets_neither(seat: Seat) -> None:
    anne = seat.shows(at_the_table(), {2: "Léo"})
    further(anne, "pay")
    anne.fill("form.ask input", "5.000")
    anne.tap("form.ask .large")
    assert anne.evaluate("document.activeElement.validity.valueMissing")
    anne.select_option("form.ask select", "2")
    anne.wait_for_selector("form.ask .large >> text=/^Payer 5.000\\sF à Léo$/")
    anne.tap("form.ask .large")
    anne.wait_for_function("() => banquier.state.table.game.cash[2] === 155000")
    assert state(seat.unit).cash[1:3] == [145_000, 155_000]
    assert text_of(anne, '[data-action="undo"]') == "Annuler : le paiement"
    last = "#paid >> text=/5.000\\sF/"
    anne.wait_for_selector(last)
    for key in ("CORR", "OK"):
        anne.evaluate("key => banquier.line.send({ t: 'down', key })", key)
        anne.evaluate("key => banquier.line.send({ t: 'up', key })", key)
    anne.wait_for_selector(last, state="detached")


def test_who_wins_an_auction_or_the_game_is_told_so(join: Join) -> None:
    """Asked are those whose bid or pass is awaited: also who has no money, and not the holder."""
    with fast_table(arranged(offered(), cash={3: 100}), SPEED) as table:
        anne, bob, carl = sit(join, table, 1, 2, 3)
        anne.tap('[data-action="to_auction"]')
        anne.tap('[data-action="open"]')
        bob.tap('[data-action="bid"][data-amount="5000"]')
        bob.wait_for_selector("#strip:not(.asks) ~ * .awaited >> text=la vôtre")
        anne.wait_for_selector("#strip.asks ~ * [data-action=bid]")
        carl.wait_for_selector("#strip.asks ~ * .awaited >> text=Pas assez")
        anne.tap('[data-action="pass"]')
        carl.tap('[data-action="pass"]')
        bob.wait_for_selector("#won")
        assert (
            "Rue de Vaugirard" in text_of(bob, "#won")
            and text_of(bob, "#view").count("5.000 F (") == 1
        )
        assert anne.locator("#won").count() == 0
        for page in (anne, carl):
            page.tap('[data-action="functions"]')
            hold(page, "ruin", until="#outcome")
            assert ("faillite" if page is anne else "J2 gagne.") in text_of(page, "#outcome")
        assert "gagné" in text_of(bob, "#outcome")
        bob.tap("#outcome .plain")
        bob.wait_for_selector(".story")
        bob.go_back()
        bob.wait_for_selector("#views.open #outcome")


def test_all_who_are_equally_rich_at_the_end_are_told_that_they_won(join: Join) -> None:
    with fast_table(arranged(at_the_table(), winner=1, cash={3: 7}), SPEED) as table:
        (page,) = sit(join, table, 2)
        assert "gagné" in text_of(page, "#outcome")
        page.evaluate("banquier.line.send({ t: 'sit', seat: 3 })")
        page.wait_for_function("() => banquier.state.own.seat === 3")
        assert "J1 gagne. J2 gagne." in text_of(page, "#outcome")


def test_a_bargain_is_built_seen_by_both_changed_and_struck(seat: Seat, join: Join) -> None:
    (bob,) = sit(join, seat.table, 2)
    anne = seat.shows(deals())
    further(anne, "offer")
    anne.tap('[data-partner="2"]')
    anne.tap('[data-good="6"]')
    anne.tap('[data-partner="3"]')
    anne.tap('[data-partner="2"]')
    assert not anne.is_checked('[data-good="6"]')  # what one would give is not another's
    anne.tap('[data-good="1"]')
    anne.tap('[data-good="6"]')
    anne.tap('[data-payer="1"]')
    anne.fill('input[name="amount"]', "350")
    anne.tap('[data-action="propose"]')
    for page in (anne, bob):
        page.wait_for_selector("#bargain")
        told = text_of(page, "#bargain")
        for part in ("Mons", "350 F", "1.100 F", "1/3", "J1 donne", "J2 donne"):
            assert part in told, (part, told)
    assert not anne.is_visible('[data-action="agree"]')
    bob.tap('[data-action="change"]')
    assert bob.is_checked('[data-good="1"]') and bob.is_checked('[data-good="6"]')
    bob.fill('input[name="amount"]', "400")
    bob.tap('[data-action="propose"]')
    anne.wait_for_selector("#bargain >> text=/400\\sF/")
    anne.tap('[data-action="agree"]')
    anne.wait_for_selector('[data-action="lift_now"]')  # a mortgaged deed came to Anne
    assert state(seat.unit).owner[1] == 2 and state(seat.unit).owner[6] == 1


def test_a_table_killed_in_mid_bargain_comes_back(home: Path, join: Join) -> None:
    """The bargain that nobody had struck is there again; nothing below a trouble can be pressed.
    Bots sit there again too, not those of a game that has ended since."""
    table = serve(free_port(), "--edition", "deska", "--players", "3")
    pages = []
    for seat in (1, 2):
        page = join(table.link, asked=True)
        page.tap(f'.choice[data-seat="{seat}"]')
        pages.append(page)
    anne, bob = pages
    propose(anne)
    bob.wait_for_selector("#bargain >> text=/500\\sF/")
    bob.wait_for_selector('[data-action="agree"]')  # the accord of who proposes is asked before
    table.process.kill()
    table.process.communicate()
    for page in pages:
        page.wait_for_selector("#trouble >> text=répond pas")
        assert page.evaluate("document.getElementById('view').inert")
    with serve(table.port) as again:
        assert again.link == table.link
        anne.wait_for_selector("#trouble", state="hidden")
        anne.tap('[data-action="resume"]')
        bob.wait_for_selector('[data-action="resume"]', state="detached")
        bob.wait_for_selector("#bargain >> text=/500\\sF/")
        bob.tap('[data-action="agree"]')
        bob.wait_for_selector("#paid >> text=/500\\sF/")
        for bots in ([2, 3], [3]):
            begin = {"t": "newgame", "names": ["Anne", "", "", ""], "edition": 0, "bots": bots}
            anne.evaluate("begin => banquier.line.send(begin)", begin)
            anne.wait_for_function(f"() => banquier.state.table.bots.length === {len(bots)}")
        again.process.kill()
        again.process.communicate()
        anne.wait_for_selector("#trouble >> text=répond pas")
    with serve(table.port):
        anne.wait_for_selector("#trouble", state="hidden")
        assert anne.evaluate("banquier.state.table.bots") == [3]


def propose(page: Page) -> None:
    further(page, "offer")
    page.tap('[data-partner="2"]')
    page.tap('[data-payer="1"]')
    page.fill('input[name="amount"]', "500")
    page.tap('[data-action="propose"]')
    page.wait_for_selector("#bargain")


def test_what_a_person_types_is_read_or_refused_in_a_sentence(seat: Seat) -> None:
    """A sum with points, and a name with hidden signs: the phone stays at the table. A question is
    about what is typed into it alone, not about the square that may be chosen above it."""
    anne = seat.shows(at_the_table(), free_cards=[2, 0])
    for name in ("a\u202eb", "a\tb"):
        anne.fill('input[name="name"]', name)
        anne.press('input[name="name"]', "Enter")
        anne.wait_for_selector("#refused >> text=douze lettres")
    anne.fill('input[name="name"]', "Anne")
    anne.press('input[name="name"]', "Enter")
    anne.wait_for_selector("#refused", state="hidden")
    assert seat.unit.names == {1: "Anne"}
    assert anne.is_hidden('input[name="name"]')  # it is among the other functions now
    further(anne, "pay")
    anne.fill("form.card input", "5.000")
    anne.tap('#now [data-action="borrow"]')
    assert text_of(anne, "form.card .large") == "Emprunter"  # not the sum of another question
    field = anne.locator('form.ask input[name="amount"]')
    for junk in ("12.5", "1e3", "999.999.999", "-5"):
        field.fill(junk)
        anne.tap("form.ask .large")
        assert "12.000" in field.evaluate("field => field.validationMessage"), junk
    field.fill("5")  # a tenth of it is less than a franc
    anne.wait_for_selector("#terms >> text=/7\\sF/")
    field.fill("12.000")
    anne.tap("form.ask .large")
    anne.wait_for_function("() => banquier.state.table.game.loans[1][0]?.amount === 12000")
    further(anne, "offer")
    anne.tap('[data-partner="2"]')
    anne.tap('[data-payer="1"]')
    anne.fill('input[name="amount"]', "1.5")
    anne.focus('[data-action="propose"]')
    anne.evaluate("dispatchEvent(new Event('resize'))")  # drawn anew
    anne.tap('[data-action="propose"]')
    assert anne.evaluate("document.activeElement.validationMessage")
    assert anne.input_value('input[name="amount"]') == "1.5"
    anne.fill('input[name="amount"]', "1 500")
    assert "1.500 F" in text_of(anne, "#view")
    anne.tap('[data-payer="0"]')  # nobody pays: the sum goes too
    assert "1.500 F" not in text_of(anne, "#view")
    assert anne.is_hidden("#trouble")

    facts: dict[str, Any] = {"phase": Phase.ANYWHERE, "dice": (3, 3), "third_die": 3, "turn": 1}
    seat.go_back()
    seat.shows(at_the_table("classique"), **facts)
    further(anne, "pay")
    assert text_of(anne, "form.card .large") == "Payer"
    anne.fill("form.card input", "5.000")
    assert text_of(anne, "form.card .large") == "Payer 5.000 €"


def test_who_are_you_is_asked_first_and_a_taken_seat_changes_phones(join: Join) -> None:
    names = {1: "Maximilienne", 2: "Jean-Baptist", 3: "Marguerite-L"}
    unit = at_the_table()
    name_players(unit, names)
    with fast_table(unit) as table:
        (anne,) = sit(join, table, 1)
        other = join(table.link, asked=True)
        other.wait_for_selector("#who")
        assert "prise" in other.inner_text('.choice[data-seat="1"]')
        other.tap('.choice[data-seat="1"]')
        for width, height in SIZES:
            other.set_viewport_size({"width": width, "height": height})
            assert other.evaluate(LINES) == 1, width
        other.tap('[data-at="no"]')
        other.tap('.choice[data-seat="1"]')
        other.tap('[data-action="sure"]')
        other.wait_for_selector("#cash")
        anne.wait_for_selector("#who")
        anne.wait_for_selector("#refused >> text=Un autre téléphone")
        anne.tap('.choice[data-seat="0"]')  # an onlooker is not asked again
        anne.reload()
        anne.wait_for_selector(".e.on", state="attached")
        assert anne.evaluate("banquier.state.own.seat") == 0
        anne.evaluate("""localStorage.setItem("banquier", '{"seat":4}')""")
        anne.reload()  # as who sat beyond the players of this game, and chooses again
        anne.wait_for_function("() => window.banquier?.state.own?.seat === 4")
        anne.tap('#view [data-seat="3"]')
        anne.wait_for_selector("#cash")


def test_back_leaves_what_is_innermost_and_not_the_table(seat: Seat) -> None:
    anne = seat.shows(deals())
    further(anne, "offer")
    anne.wait_for_selector("[data-partner]")
    assert anne.locator('[data-partner][aria-pressed="true"]').count() == 0  # nobody is preset
    anne.tap('[data-partner="2"]')
    anne.wait_for_selector('[data-action="propose"]')
    anne.go_back()
    anne.wait_for_selector("#cash")
    anne.tap(".enlarge")
    anne.wait_for_selector(".atlas .drawing")
    own = anne.locator('.atlas [data-token="1"]').bounding_box()
    assert own and own["x"] < 390 and own["y"] < 844  # it begins where the own token stands
    anne.tap('.atlas .square[data-square="1"]')
    anne.wait_for_selector("#deed")
    assert "marron" in text_of(anne, "#deed")
    anne.go_back()
    anne.wait_for_selector(".atlas .drawing")
    anne.go_back()
    anne.wait_for_selector(".lens")
    for leaves in (anne.go_back, lambda: anne.click("#tab-more")):
        open_view(anne, "settings")
        anne.wait_for_selector("select[name=tint]")
        leaves()
        anne.wait_for_selector('#view [data-view="help"]')
    anne.go_back()
    anne.wait_for_selector("#cash")
    anne.tap("#close")  # only on purpose
    anne.wait_for_selector("#views", state="hidden")
    assert anne.is_visible('.key[data-key="OK"]')
    anne.reload()
    anne.wait_for_selector("#cash")
    anne.goto(seat.table.link)
    anne.wait_for_selector("#cash")


def test_two_fingers_that_spread_fill_the_screen_with_the_board(seat: Seat) -> None:
    anne = seat.shows(deals())
    anne.set_viewport_size({"width": 320, "height": 568})
    spread(anne, ".board, .middle")
    anne.wait_for_selector(".atlas .drawing")
    width = "document.querySelector('.atlas .drawing').getBoundingClientRect().width"
    assert anne.evaluate(width) >= 900 and anne.evaluate(TINY) == []
    spread(anne, ".atlas")
    anne.wait_for_function(f"() => {width} >= 1800")
    anne.go_back()
    anne.wait_for_selector(".lens")


def spread(page: Page, part: str) -> None:
    """Once it lies below both fingers: elsewhere the browser enlarges the whole page."""
    below = f"x => document.elementFromPoint(x, 200)?.closest('{part}')"
    page.wait_for_function(f"() => [120, 200].every({below})")
    line = page.context.new_cdp_session(page)
    for kind, apart in (("Start", 40), ("Move", 60), ("Move", 90), ("End", 0)):
        at = [{"x": 160 + side * apart, "y": 200, "id": side} for side in (-1, 1)] if apart else []
        line.send("Input.dispatchTouchEvent", {"type": f"touch{kind}", "touchPoints": at})


def test_ruin_is_held_and_who_can_pay_is_asked_again(seat: Seat) -> None:
    anne = seat.shows(with_all_deeds(debts=(Debt(1, 2, 200_000, Why.RENT),)))
    assert "200.000 F" in text_of(anne, "#debt")
    anne.tap('[data-action="ruin"]')
    assert anne.inner_text("#debt").count("quand même") == 0
    assert anne.evaluate(HELD) == [1, 0]
    hold(anne, "ruin", until='[data-action="ruin_anyway"]')
    hold(anne, "ruin_anyway", until='[data-action="sure"]')
    assert state(seat.unit).is_in(1)
    anne.tap('[data-action="sure"]')
    anne.wait_for_function("() => banquier.state.table.game.bankrupt_order.includes(1)")
    assert not state(seat.unit).is_in(1)


def hold(page: Page, action: str, until: str) -> None:
    page.wait_for_selector(f'#views:not(.resting) [data-action="{action}"]:not(.fresh)')
    page.locator(f'[data-action="{action}"]').scroll_into_view_if_needed()
    box = page.locator(f'[data-action="{action}"]').bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 9, box["y"] + 9)
    page.mouse.down()
    page.wait_for_selector(until)
    page.mouse.up()


def jailed() -> Unit:
    return arranged(at_the_table(), square=[0, 10, 0, 0], prison={1: 2}, free_cards={0: 1})


def test_cards_and_buttons_fit_a_finger_and_the_screen(seat: Seat) -> None:
    for arrange in (offered, carded, indebted, jailed, deals):
        anne = seat.shows(arrange(), {1: "Maximilienne", 2: "Jean-Baptist"})
        if arrange is offered:
            anne.tap('[data-action="to_auction"]')
            anne.wait_for_selector('[data-action="open"]')
            assert anne.locator(".replies .note").count() == 0
            anne.tap('[data-action="open"]')
            anne.wait_for_selector('[data-action="bid"]')
            anne.set_viewport_size({"width": 320, "height": 568})
            for said in (
                "5.000 F",
                "On attend Maximilienne",
                "quand tous les autres ont passé",
            ):
                line = anne.locator(f"#auction p >> text={said}")
                assert line.evaluate("""line => line.getBoundingClientRect().bottom
                  <= document.querySelector('.middle').getBoundingClientRect().bottom""")
        if arrange is carded:
            assert "1.000" in text_of(anne, "#card")
            assert anne.is_visible('[data-action="draw_instead"]')
        for width, height in SIZES:
            anne.set_viewport_size({"width": width, "height": height})
            assert anne.evaluate(OUT_OF_SIGHT) == [], width
            assert not anne.evaluate(COVERED), width
            assert anne.evaluate(AROUND) <= 568 / 4, width
            assert anne.locator(".replies button").count() or arrange in (deals, indebted)
            assert anne.evaluate(SIDEWAYS) == [], width
            assert anne.evaluate(SMALL) == [], width
            assert anne.evaluate(BROKEN) == [], width
            assert anne.evaluate(HIDDEN, arrange is deals and width > height) == [], width
            assert anne.evaluate(ONE_BUTTON) == "", (width, arrange.__name__)
            assert anne.evaluate(TINY) == [], width
    further(anne, "offer")
    anne.tap('[data-partner="2"]')
    anne.wait_for_selector('[data-action="propose"]')
    assert anne.evaluate(SIDEWAYS) == []
    assert anne.evaluate(SMALL) == []


COUNT_DONE = """() => { window.done = 0; const { send } = WebSocket.prototype;
  WebSocket.prototype.send = function (text) {
    window.done += text.includes('"t":"do"'); send.call(this, text); }; }"""
TAPPED: list[tuple[dict[str, Any], str]] = [
    ({"square": {1: 3}}, "throw"),
    ({"prison": {1: 2}, "free_cards": {0: 1}}, "throw"),
    ({"square": {1: 6}, "phase": Phase.OFFER}, "buy"),
    ({"claims": (Claim(2, 1, 39, 500, 1), Claim(2, 1, 37, 500, 1))}, "claim"),
]
"""A state of J1's game, and what is tapped twice."""
PAINTED = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
COSTS = ["buy", "fine", "finish", "pay_card", "settle", "lift_now", "tenth", "carry_out"]
BELOW = "([x, y]) => document.elementFromPoint(x, y).closest('[data-action]')?.dataset.action"


def test_a_second_tap_within_a_moment_does_nothing(seat: Seat) -> None:
    """Nor does one on what has just appeared. Also where the answer to another question has come
    there, and where a slow page comes to the tap late; after a throw nothing that costs money or
    ends the turn stands there."""
    found, anne = [], seat.page
    anne.emulate_media(reduced_motion="no-preference")
    anne.evaluate(COUNT_DONE)
    for count, (facts, action) in enumerate(TAPPED):
        before, finger = time.time(), count % 2 == 0
        seat.shows(at_the_table(), dice=(1, 2), **facts)
        anne.wait_for_selector(".fresh, .resting", state="detached")
        anne.evaluate("done = 0")
        box = anne.locator(f'.replies [data-action="{action}"] >> nth=0').bounding_box()
        assert box is not None
        at = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        press(anne, at, before, finger)
        now = time.time()
        press(anne, at, now, finger)
        press(anne, at, now + 0.1, finger)
        anne.wait_for_function("() => done")
        anne.wait_for_selector(".fresh, .resting", state="detached")
        below = anne.evaluate(BELOW, at)
        press(anne, at, now + 0.39, finger)
        anne.evaluate(PAINTED)
        if (done := anne.evaluate("done")) != 1:
            found.append(f"{action}: {done}")
        if action == "throw" and below in COSTS:
            found.append(f"{below} stands where the dice were")
    assert found == []


def press(page: Page, at: tuple[float, float], made: float, finger: bool) -> None:
    """Press at that place, and at that time for the browser."""
    line, (x, y) = page.context.new_cdp_session(page), at
    how: dict[str, Any]
    for way in ("Start", "End") if finger else ("Pressed", "Released"):
        if finger:
            how = {"touchPoints": [{"x": x, "y": y}] if way == "Start" else []}
        else:
            how = {"x": x, "y": y, "button": "left", "clickCount": 1}
        kind = "Touch" if finger else "Mouse"
        told = {"type": f"{kind.lower()}{way}", "timestamp": made, **how}
        line.send(f"Input.dispatch{kind}Event", told)

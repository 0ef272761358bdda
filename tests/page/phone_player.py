"""A person at a phone: reads what the own page shows, and taps. Nothing is asked of the unit."""

from __future__ import annotations

from random import Random
from typing import Any, NamedTuple

from playwright.sync_api import Error, Page

SEEN = """() => {
  const shown = element => element && element.checkVisibility();
  const text = id => document.getElementById(id)?.textContent || '';
  const number = id => Number((text(id).match(/[\\d.]+/) || ['0'])[0].replaceAll('.', ''));
  const wanted = '#view button[data-action], #view button[data-bid]';
  const buttons = [...document.querySelectorAll(wanted)]
    .filter(button => button.getAttribute('aria-disabled') !== 'true')
    .map(button => ({
      action: button.dataset.action || 'bid', number: button.dataset.number ?? '',
      bid: Number(button.dataset.bid || 0), text: button.textContent, shown: shown(button),
      danger: button.classList.contains('danger'),
    }));
  return {
    asked: text('asked'), cash: number('cash'), best: number('best'), refused: text('refused'),
    price: [...document.querySelectorAll('#auction dd')].map(one => one.textContent),
    trouble: !document.getElementById('trouble').hidden,
    debt: Boolean(document.getElementById('debt')), buttons,
    deeds: [...document.querySelectorAll('#view details.deed')].map(one => one.dataset.square),
  };
}"""

AT_ONCE = (
    "wake", "resume", "back", "claim", "settle", "lot", "scarce_auction", "way", "carry_out",
    "draw", "card", "open", "visa", "bus", "anywhere",
)  # fmt: skip
"""What is done whenever it can be."""


class Seen(NamedTuple):
    asked: str
    cash: int
    best: int
    refused: str
    price: list[str]
    trouble: bool
    debt: bool
    buttons: list[dict[str, Any]]
    deeds: list[str]

    def can(self, action: str) -> list[dict[str, Any]]:
        return [button for button in self.buttons if button["action"] == action]


class PhonePlayer:
    def __init__(self, page: Page, seat: int, seed: int) -> None:
        self.page = page
        self.seat = seat
        self.chance = Random(seed)
        self.tapped = ""
        """The last action."""
        self.sit_down(f'.choice[data-seat="{seat}"]')
        page.wait_for_selector("#cash")

    def look(self) -> Seen:
        return Seen(**self.page.evaluate(SEEN))

    def act(self) -> str:
        """One look and at most one decision: what was tapped, "" if nothing."""
        try:
            self.tapped = self._decide(self.look())
        except Error:  # it went away under the finger: the table has changed
            self.tapped = ""
        return self.tapped

    # -- with a finger

    def sit_down(self, selector: str) -> None:
        """Nothing takes this button away: it is waited for as long as a page is."""
        self.page.tap(selector)

    def press(self, selector: str) -> None:
        self.page.tap(selector, timeout=3_000)

    def write(self, selector: str, text: str) -> None:
        self.page.fill(selector, text, timeout=3_000)

    def leave(self) -> None:
        self.page.go_back()

    def hold(self, selector: str) -> None:
        button = self.page.locator(selector).first
        button.scroll_into_view_if_needed(timeout=3_000)
        box = button.bounding_box(timeout=3_000)
        assert box is not None
        self.page.mouse.move(box["x"] + 20, box["y"] + 20)
        self.page.mouse.down()
        self.page.wait_for_timeout(1_150)
        self.page.mouse.up()

    # -- one decision

    def _tap(self, action: str, number: str = "") -> str:
        about = f'[data-number="{number}"]' if number else ""
        self.press(f'#view [data-action="{action}"]{about}')
        return action

    def _hold(self, action: str) -> str:
        self.hold(f'#view [data-action="{action}"]')
        if action == "ruin_anyway":
            self.press('#view [data-action="sure"]')
        return action

    def _fill(self, action: str, value: int) -> str:
        self._tap(action)
        self.write("#view form.ask input", str(value))
        self.press("#view form.ask .large")
        return action

    def _decide(self, seen: Seen) -> str:
        chance = self.chance
        if seen.trouble:
            return ""
        if bids := seen.can("bid") or seen.can("pass"):
            return self._bid(seen, bids)
        if seen.can("agree"):
            return self._tap(chance.choice(["agree"] * 4 + ["withdraw"]))
        if seen.can("withdraw"):
            return self._tap("withdraw") if chance.random() < 0.02 else ""
        for action in AT_ONCE:
            if found := seen.can(action):
                number = chance.choice(found)["number"]
                return self._tap(action, number if len(found) > 1 else "")
        for pair in (("lift_now", "tenth"), ("pay_card", "draw_instead"), ("buy", "to_auction")):
            both = [action for action in pair if seen.can(action)]
            if both:
                return self._tap(both[0] if chance.random() < 0.7 else both[-1])
        if seen.debt:
            return self._find_money(seen)
        if seen.can("dice"):
            return self._fill("dice", chance.randint(1, 6) * 10 + chance.randint(1, 6))
        if seen.can("card_number"):
            return self._fill("card_number", chance.randint(1, 16))
        return self._turn(seen)

    def _turn(self, seen: Seen) -> str:
        chance = self.chance
        wants_houses = seen.can("throw") and seen.deeds and chance.random() < 0.3
        if wants_houses and (found := self._on_deed(seen, ("build",), 2)):
            return found
        if seen.can("throw") and seen.can("offer") and chance.random() < 0.06:
            return self._bargain()
        if seen.can("fine") and chance.random() < 0.5:
            return self._tap("fine")
        for action in ("throw", "finish"):
            if seen.can(action):
                return self._tap(action)
        return ""

    def _bid(self, seen: Seen, found: list[dict[str, Any]]) -> str:
        bids = [one["bid"] for one in seen.can("bid")]
        if bids and bids[0] < seen.cash // 3 and self.chance.random() < 0.5:
            self.press(f'#view [data-bid="{bids[0]}"]')
            return "bid"
        return self._tap("pass") if seen.can("pass") else ""

    def _on_deed(self, seen: Seen, wanted: tuple[str, ...], most: int) -> str:
        """Opens a deed whose button can be pressed, and presses it."""
        offered = [b for b in seen.buttons if b["action"] in wanted and b["number"] in seen.deeds]
        self.chance.shuffle(offered)
        for button in offered[:most]:
            deed = f'#view details.deed[data-square="{button["number"]}"]'
            if not button["shown"]:
                self.press(f"{deed} summary")
            self.press(f'{deed} [data-action="{button["action"]}"]')
            return str(button["action"])
        return ""

    def _find_money(self, seen: Seen) -> str:
        if found := self._on_deed(seen, ("demolish", "mortgage"), 3):
            return found
        if borrow := seen.can("borrow"):
            digits = "".join(sign for sign in borrow[0]["text"] if sign.isdigit())
            if digits:
                return self._fill("borrow", int(digits))
        for action in ("ruin_anyway", "ruin"):
            if seen.can(action):
                return self._hold(action)
        return ""

    def _bargain(self) -> str:
        self._tap("offer")
        page, chance = self.page, self.chance
        partners = page.locator("#view [data-partner]").evaluate_all(
            "all => all.map(one => one.dataset.partner)"
        )
        self.press(f'#view [data-partner="{chance.choice(partners)}"]')
        goods = page.locator("#view [data-good]").evaluate_all(
            "all => all.map(one => one.dataset.good)"
        )
        if not goods:
            self.leave()
            return ""
        self.press(f'#view [data-good="{chance.choice(goods)}"]')
        if chance.random() < 0.6:
            payers = page.locator("#view [data-payer]").evaluate_all(
                "all => all.map(one => one.dataset.payer)"
            )
            self.press(f'#view [data-payer="{chance.choice(payers[1:])}"]')
            self.write('#view input[name="amount"]', str(chance.randint(1, 200)))
        return self._tap("propose")


MOST_TABS = 150
AT = "selector => Boolean(document.activeElement?.matches(selector))"


class KeyboardPlayer(PhonePlayer):
    """The same person with a keyboard and nothing else."""

    def sit_down(self, selector: str) -> None:
        self.press(selector)

    def press(self, selector: str) -> None:
        self.reach(selector)
        keys = self.page.keyboard
        keys.press("Space" if self.chance.random() < 0.5 else "Enter")

    def write(self, selector: str, text: str) -> None:
        self.reach(selector)
        self.page.keyboard.press("Control+a")
        self.page.keyboard.type(text)

    def leave(self) -> None:
        self.page.keyboard.press("Escape")

    def hold(self, selector: str) -> None:
        """From the keyboard a question follows; its first answer does no harm."""
        self.press(selector)
        if "ruin_anyway" not in selector:
            self.press('#view [data-action="sure"]')

    def reach(self, selector: str) -> None:
        for _ in range(MOST_TABS):
            if self.page.evaluate(AT, selector):
                return
            self.page.keyboard.press("Tab")
        raise Error(f"Tab does not come to {selector}")

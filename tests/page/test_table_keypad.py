"""A keypad on the table's computer, and a browser at the same unit."""

import asyncio
import json

from banquier.page.keypad_watch import watch
from hardware.keypads.frames import glass_args
from hardware.keypads.keypad_link import KeypadLink
from tests.keypads.wires import Terminal
from tests.page.open_table import at_a_table, line
from tests.support.waiting import comes


async def test_a_keypad_plays_at_a_table_of_phones() -> None:
    """A keypad's key is down for the browser too; it is released when the keypad is unplugged."""
    terminal = Terminal()
    async with at_a_table() as (table, browser):
        keys, unit = table.page.keys, table.page.unit
        with KeypadLink(terminal.name) as link:
            table.page.keypads = [link]
            playing = asyncio.create_task(watch(link, table.wake, lambda *_: None))
            await asyncio.to_thread(terminal.greet, link)
            phone = await line(table, browser)
            terminal.say("D", "33")
            terminal.say("U", "33")
            terminal.say("D", "36")
            await comes(lambda: keys.held == {"OK"})
            async for told in phone:
                if json.loads(told.data).get("keys") == ["OK"]:
                    break
            shown = await asyncio.to_thread(terminal.hear, "S")
            while shown != glass_args(*unit.shown):
                shown = await asyncio.to_thread(terminal.hear, "S")
            terminal.unplug()
            await comes(lambda: not keys.held)
            await phone.close()
            playing.cancel()
            await asyncio.gather(playing, return_exceptions=True)

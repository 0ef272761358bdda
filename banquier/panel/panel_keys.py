"""Keys of the computer and the mouse: for a pane, for the unit, or an action of the panel. Each is
done before the next is looked at."""

import asyncio

from textual import events

from banquier.panel import actions
from banquier.panel.keymap import OWN
from banquier.panel.window import Window
from banquier.play.key_queue import TAP


class KeyedWindow(Window):
    async def on_event(self, event: events.Event) -> None:
        if isinstance(event, events.Key) and not event.is_forwarded:
            if len(self.screen_stack) > 1:
                await self._press_in_box(event)
                return
            if await self.press(event.key, event.character):
                return
        await super().on_event(event)

    async def _press_in_box(self, event: events.Key) -> None:
        """A key of the box over the panel. Textual would queue it for the box, and later keys with
        it after the one that closes the box."""
        active = self.screen.active_bindings.get(event.key)
        if event.key == "ctrl+c":
            await self.run_action("exit")
        elif active is not None:
            await self.run_action(active.binding.action, active.node)
        elif self.focused is not None:
            event.stop()
            await self.focused.on_event(event)

    async def press(self, name: str, character: str | None) -> bool:
        """Do what that key means here. Returns False if it means nothing."""
        key, action = self.keymap.key(name, character), None
        if self.pane is not None:
            closes = name == "escape" and not self.by_itself
            action = actions.BY_NAME[self.pane_name].run if closes else self.pane.use(name)
        if action == "":
            self.timing.wake()
        elif action:
            await self.run_action(action)
        elif key is not None and name not in OWN.values():
            await self._type(key)
        else:
            if self.keymap.without_numlock(name):
                self.tell("keypad.numlock", warns=True)
            if name not in actions.BY_KEY:
                return False
            await self.run_action(actions.BY_KEY[name].run)
        return True

    async def _type(self, key: str) -> None:
        """A key of the computer's keyboard went down."""
        if self.watched and key == self.keymap.key("space", " "):
            await self.run_action("pause")
        elif not self.keymap.rests(key, asyncio.get_running_loop().time()):
            self.tap(key)

    def tap(self, *keys: str, ticks: int = TAP) -> None:
        """Type keys of the unit; a recorded unit refuses them."""
        if self.watched:
            if keys:
                self.watched.touch(keys[0])
            return

        def tap_all() -> None:
            for key in keys:
                self.keys.tap(key, ticks)

        self.timing.do_now(tap_all)

    def on_paste(self, event: events.Paste) -> None:
        """An amount may be pasted; nothing else that a paste holds is meant as keys."""
        if len(self.screen_stack) == 1:
            self.tap(*(char for char in event.text if char in "0123456789"))

    def action_contact(self, key: str, down: bool) -> None:
        """The mouse button went down on a key, or came up."""
        if not down:
            self.timing.do_now(lambda: self.keys.up(key))
        elif self.watched:
            self.watched.touch(key)
        else:
            self.timing.do_now(lambda: self.keys.down(key))

    async def on_app_blur(self) -> None:
        await self.key_block.let_go()
        self.timing.do_now(self.keys.lift)

"""The serial line to a real keypad: bytes in, key edges out; the glass and the beeps back.

    keypad ──USB──▶ port.py ──▶ keypad_session.py ──────────────────▶ take_events(), show_unit(unit)
                    (pyserial)  frames.py, or plain_keypad.py, with   in the front end's loop
                                plain_text.py, for other sketches

One thread per port reads and writes; it does not touch the unit. A front end opens a `KeypadLink`,
takes its events as often as it reads its own keys, and shows its `status()`.
"""

"""The serial line to a real keypad: bytes in, key edges out; the glass and the beeps back.

    keypad ──USB──▶ port.py ──▶ session.py ──────────────▶ take(), tell(unit)
                    (pyserial)  frames.py, plain_board.py  in the front end's loop

Two threads read and write; neither touches the unit. A front end opens a `KeypadLink`, takes its
events as often as it reads its own keys, and shows its `status()`.
"""

"""The serial line to a real keypad: bytes in, key edges out; the glass and the beeps back.

    board ──USB──▶ port.py ──▶ session.py ──────────────▶ edge_queue.py ──▶ unit
                   (pyserial)  frames.py, plain_board.py  pump(unit), in the front end's loop

Two threads read and write; neither touches the unit. A front end opens a `KeypadLink`, calls its
`pump` as often as it reads its own keys, and shows its `status()`.
"""

"""The wire to a real keypad: bytes in, key edges out; the glass and the beeps the other way.

    board ──USB──▶ port.py ──▶ session.py ──▶ queue ──▶ fingers.py ──▶ unit
                    (pyserial)   frames.py, plain.py      pump(unit), in the front end's loop

Two threads read and write; they touch no emulation. A front end opens a `Link`, calls its `pump`
as often as it looks at its own keys, and shows its `status()`.
"""

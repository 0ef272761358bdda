/* Where everything is soldered: an Uno or a Nano (ATmega328P, 16 MHz).
 *
 *     D0 D1        the USB line: never a key
 *     A0..A3       K0..K3     rows: driven low in turn, else left floating, never high
 *     D2..D7       S0..S5     columns, read through the chip's own pull-ups
 *     D8  D12      S6  S7     (a 4 x 4 pad uses S4..S7 only: D6 D7 D8 D12)
 *     D9           piezo      (to ground, 100 ohm in series)
 *     D10 D11 D13  CS DIN CLK of a MAX7219 with eight digits: row B
 *     A4  A5       SDA SCL of three HT16K33 at 70h 71h 72h, four letters each: row A
 */
#ifndef BANQUIER_PINS_H
#define BANQUIER_PINS_H

#include <avr/io.h>

#ifndef COLS
#define COLS 8
#endif
#if COLS != 8 && COLS != 4
#error "COLS is 8 (the whole keyboard) or 4 (an ordinary pad)"
#endif

#define ROW_PINS 0x0F /* PC0..PC3 */

#define COLUMNS_D 0xFC /* PD2..PD7 */
#define COLUMNS_B 0x11 /* PB0, PB4 */

#define PIEZO (1 << PB1)
#define MAX_CS (1 << PB2)
#define MAX_DIN (1 << PB3)
#define MAX_CLK (1 << PB5)
#define TWO_WIRES ((1 << PC4) | (1 << PC5))

#endif

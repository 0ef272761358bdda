/* Shapes of the characters on the two displays a board may carry.
 *
 *      ---A---            row A: fourteen segments and the point, in the bit order of
 *     |\  |  /|           the common HT16K33 backpacks (A is bit 0, P is bit 14)
 *     F H J K B
 *     |  \|/  |
 *      -G1-G2-            row B: seven segments and the point, in the bit order of the
 *     |  /|\  |           MAX7219 without decoding (P is bit 7, A is bit 6, G is bit 0)
 *     E L M N C
 *     |/  |  \|
 *      ---D---  P
 */
#ifndef BANQUIER_FONT_H
#define BANQUIER_FONT_H

#include <stdint.h>

#define FOURTEEN_POINT 0x4000u
#define SEVEN_POINT 0x80u

uint16_t fourteen(char c);
uint8_t seven(char c);

#endif

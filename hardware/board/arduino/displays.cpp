/* Row A on three HT16K33 at 70h 71h 72h (Wire), row B on a MAX7219 (SPI, CS on 10). */
extern "C" {
#include "displays.h"
#include "font.h"
}

#if defined(ARDUINO_AVR_UNO) || defined(ARDUINO_AVR_NANO) || defined(ARDUINO_ARCH_RENESAS)
#include <SPI.h>
#include <Wire.h>

#define DIGITS_CS 10
#define LETTER_CHIPS 3
#define LETTERS_EACH 4
#define LETTER_CHIP_ADDRESS 0x70
#define WIRE_PATIENCE_US 600 /* a byte takes 25 */

static struct glass shown;
static uint8_t letter_chips; /* bit n: the chip at 70h + n answered */
static uint8_t to_write;     /* bits 0-2 the letter chips, bit 3 the digits */

static void digits_write(uint8_t where, uint8_t what)
{
	digitalWrite(DIGITS_CS, LOW);
	SPI.transfer(where);
	SPI.transfer(what);
	digitalWrite(DIGITS_CS, HIGH);
}

static void digits_show()
{
	/* The settings every time: a spark on the supply can undo them. */
	digits_write(0x09, 0); /* no decoding */
	digits_write(0x0A, 4); /* brightness of 15 */
	digits_write(0x0B, 7); /* all eight digits */
	digits_write(0x0C, 1); /* awake */
	digits_write(0x0F, 0); /* no lamp test */
	for (uint8_t i = 0; i < GLASS_CELLS_B; i++) {
		uint8_t shape = seven(shown.row_b[i]);
		if (shown.points_b & (1u << i))
			shape |= SEVEN_POINT;
		digits_write((uint8_t)(GLASS_CELLS_B - i), shape);
	}
}

static bool letters_send(uint8_t chip, const uint8_t *bytes, uint8_t length)
{
	Wire.beginTransmission((uint8_t)(LETTER_CHIP_ADDRESS + chip));
	Wire.write(bytes, length);
	return Wire.endTransmission() == 0;
}

static bool letters_start(uint8_t chip)
{
	static const uint8_t oscillator = 0x21, lit_steadily = 0x81, brightness = 0xE7;
	return letters_send(chip, &oscillator, 1) && letters_send(chip, &lit_steadily, 1) &&
	       letters_send(chip, &brightness, 1);
}

static void letters_show(uint8_t chip)
{
	uint8_t bytes[1 + 2 * LETTERS_EACH];
	bytes[0] = 0; /* from its first position on */
	for (uint8_t i = 0; i < LETTERS_EACH; i++) {
		uint8_t cell = (uint8_t)(chip * LETTERS_EACH + i);
		uint16_t shape = fourteen(shown.row_a[cell]);
		if (shown.points_a & (1u << cell))
			shape |= FOURTEEN_POINT;
		bytes[1 + 2 * i] = (uint8_t)shape;
		bytes[2 + 2 * i] = (uint8_t)(shape >> 8);
	}
	letters_send(chip, bytes, sizeof bytes);
}

uint8_t displays_start()
{
	pinMode(DIGITS_CS, OUTPUT);
	digitalWrite(DIGITS_CS, HIGH);
	SPI.begin();
	Wire.begin();
	Wire.setClock(400000);
#ifdef WIRE_HAS_TIMEOUT
	Wire.setWireTimeout(WIRE_PATIENCE_US, true);
#endif
	for (uint8_t chip = 0; chip < LETTER_CHIPS; chip++)
		if (letters_start(chip))
			letter_chips |= (uint8_t)(1u << chip);
	memset(shown.row_a, ' ', sizeof shown.row_a);
	memset(shown.row_b, ' ', sizeof shown.row_b);
	to_write = letter_chips | 8;
	return letter_chips ? 3 : 2;
}

void displays_step()
{
	for (uint8_t chip = 0; chip <= LETTER_CHIPS; chip++) {
		uint8_t bit = (uint8_t)(1u << chip);
		if (!(to_write & bit))
			continue;
		to_write &= (uint8_t)~bit;
		if (chip < LETTER_CHIPS)
			letters_show(chip);
		else
			digits_show();
		return;
	}
}

void hook_glass(const struct glass *glass)
{
	shown = *glass;
	to_write = letter_chips | 8;
}
#else
uint8_t displays_start()
{
	return 0;
}

void displays_step()
{
}

void hook_glass(const struct glass *)
{
}
#endif

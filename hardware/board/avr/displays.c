#include "displays.h"

#include "../core/font.h"
#include "pins.h"

#include <util/twi.h>

#define LETTER_CHIPS 3
#define LETTERS_EACH 4
#define LETTER_CHIP_ADDRESS 0x70
#define TWI_PATIENCE 2000 /* turns of a short loop: some 600 us, a byte takes 25 */

static struct glass shown;
static uint8_t letter_chips; /* bit n: the chip at 70h + n answered */
static uint8_t to_write;     /* bits 0-2 the letter chips, bit 3 the digits */

/* --- MAX7219 ------------------------------------------------------------------------- */

static void digits_write(uint8_t where, uint8_t what)
{
	PORTB &= (uint8_t)~MAX_CS;
	SPDR = where;
	loop_until_bit_is_set(SPSR, SPIF);
	SPDR = what;
	loop_until_bit_is_set(SPSR, SPIF);
	PORTB |= MAX_CS;
}

static void digits_show(void)
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

/* --- HT16K33 ------------------------------------------------------------------------- */

/* The bus's status after this step, or TW_NO_INFO when nothing comes. */
static uint8_t twi_step(uint8_t control)
{
	TWCR = control | (1 << TWINT) | (1 << TWEN);
	for (uint16_t i = 0; i < TWI_PATIENCE; i++)
		if (TWCR & (1 << TWINT))
			return TW_STATUS;
	return TW_NO_INFO;
}

static bool twi_send(uint8_t byte)
{
	TWDR = byte;
	uint8_t status = twi_step(0);
	/* Address or data: either way a chip answered. */
	return status == TW_MT_SLA_ACK || status == TW_MT_DATA_ACK;
}

static bool letters_send(uint8_t chip, const uint8_t *bytes, uint8_t length)
{
	if (twi_step(1 << TWSTA) != TW_START) {
		TWCR = 0; /* a stuck bus: lets go of both wires */
		return false;
	}
	bool well = twi_send((uint8_t)((LETTER_CHIP_ADDRESS + chip) << 1));
	for (uint8_t i = 0; well && i < length; i++)
		well = twi_send(bytes[i]);
	TWCR = (1 << TWINT) | (1 << TWEN) | (1 << TWSTO);
	for (uint8_t i = 0; i < 100 && TWCR & (1 << TWSTO); i++)
		;
	return well;
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

/* --- both ---------------------------------------------------------------------------- */

uint8_t displays_start(void)
{
	PORTB |= MAX_CS;
	DDRB |= MAX_CS | MAX_DIN | MAX_CLK;
	SPCR = (1 << SPE) | (1 << MSTR); /* 4 MHz, mode 0 */

	PORTC |= TWO_WIRES; /* weak pull-ups, so that nothing fitted means silence */
	TWSR = 0;
	TWBR = 12; /* 400 kHz */
	for (uint8_t chip = 0; chip < LETTER_CHIPS; chip++)
		if (letters_start(chip))
			letter_chips |= (uint8_t)(1u << chip);

	for (uint8_t i = 0; i < GLASS_CELLS_A; i++)
		shown.row_a[i] = ' ';
	for (uint8_t i = 0; i < GLASS_CELLS_B; i++)
		shown.row_b[i] = ' ';
	to_write = letter_chips | 8;
	return letter_chips ? 3 : 2;
}

void displays_show(const struct glass *glass)
{
	shown = *glass;
	to_write = letter_chips | 8;
}

void displays_step(void)
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

/* --- piezo: timer 1 toggles its pin --------------------------------------------------- */

static uint16_t piezo_left;

void piezo_start(void)
{
	PORTB &= (uint8_t)~PIEZO;
	DDRB |= PIEZO;
}

void piezo_play(uint16_t hz, uint16_t ms)
{
	piezo_left = ms;
	if (!hz || !ms) {
		TCCR1A = 0;
		TCCR1B = 0;
		return;
	}
	OCR1A = (uint16_t)(F_CPU / 16 / hz - 1); /* two toggles a period, clock divided by 8 */
	TCNT1 = 0;
	TCCR1A = 1 << COM1A0;
	TCCR1B = (1 << WGM12) | (1 << CS11);
}

void piezo_step(uint8_t elapsed_ms)
{
	if (!piezo_left)
		return;
	piezo_left = piezo_left > elapsed_ms ? piezo_left - elapsed_ms : 0;
	if (!piezo_left) {
		TCCR1A = 0;
		TCCR1B = 0;
	}
}

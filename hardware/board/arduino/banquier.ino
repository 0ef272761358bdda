/* The keypad as an Arduino sketch: pins, time and serial line; the rest is the core.
 *
 * `make firmware` puts this file and the core's sources into one folder, dist/banquier, which the
 * Arduino IDE opens, and compiles it for the Uno and the Nano. Other boards and other wiring: the
 * tables below. D0 and D1 are the USB line, never a key. */
#include <Arduino.h>
#ifdef __AVR__
#include <avr/sleep.h>
#endif

extern "C" {
#include "command.h"
#include "displays.h"
}

#ifndef COLS
#define COLS 8 /* 4: an ordinary 4 x 4 pad, on the last four of COL */
#endif

#if defined(ARDUINO_ARCH_RP2040)
static const uint8_t ROW[ROWS] = {10, 11, 12, 13};
static const uint8_t COL[MAX_COLS] = {2, 3, 4, 5, 6, 7, 8, 9};
#define PIEZO 15
#elif defined(CONFIG_IDF_TARGET_ESP32)
static const uint8_t ROW[ROWS] = {25, 26, 27, 32};
static const uint8_t COL[MAX_COLS] = {4, 13, 18, 19, 21, 22, 23, 33};
#define PIEZO 14
#elif defined(ARDUINO_ARCH_ESP32)
#error "the ESP32-S, -C and -H have other pins: write ROW, COL and PIEZO here"
#elif defined(__AVR_ATmega32U4__)
static const uint8_t ROW[ROWS] = {A0, A1, A2, A3};
static const uint8_t COL[MAX_COLS] = {2, 3, 4, 5, 6, 7, 8, 10}; /* a Pro Micro has no 12 */
#define PIEZO 9
#else
static const uint8_t ROW[ROWS] = {A0, A1, A2, A3};
static const uint8_t COL[MAX_COLS] = {2, 3, 4, 5, 6, 7, 8, 12};
#define PIEZO 9
#endif

/* What the pull-ups need to lift a column and a long cable again: 50 kohm, 300 pF. Read sooner, the
 * column still reads as it did for the row before: an invented press. */
#define SETTLE_US 30

static struct board board;
static uint32_t scanned;

void hook_beep(uint16_t hz, uint16_t ms)
{
	if (hz && ms)
		tone(PIEZO, hz, ms);
	else
		noTone(PIEZO);
}

static void pull_low(uint8_t pin)
{
	pinMode(pin, OUTPUT);
	digitalWrite(pin, LOW);
}

static uint8_t columns()
{
	uint8_t low = 0;
	for (uint8_t col = 0; col < COLS; col++)
		if (digitalRead(COL[MAX_COLS - COLS + col]) == LOW)
			low |= (uint8_t)(1u << col);
	return low;
}

/* All rows at once first: with no key down, one look is enough. A row is low or floats, never high. */
static void scan(uint8_t raw[ROWS])
{
	for (uint8_t row = 0; row < ROWS; row++)
		pull_low(ROW[row]);
	uint8_t any = columns();
	for (uint8_t row = 0; row < ROWS; row++)
		pinMode(ROW[row], INPUT);
	for (uint8_t row = 0; row < ROWS; row++) {
		raw[row] = 0;
		if (!any)
			continue;
		delayMicroseconds(SETTLE_US);
		pull_low(ROW[row]);
		raw[row] = columns();
		pinMode(ROW[row], INPUT);
	}
}

void setup()
{
	for (uint8_t row = 0; row < ROWS; row++)
		pinMode(ROW[row], INPUT);
	for (uint8_t col = 0; col < MAX_COLS; col++)
		pinMode(COL[col], INPUT_PULLUP);
	Serial.begin(115200);
	board_start(&board, COLS, displays_start());
	scanned = millis();
}

void loop()
{
	while (Serial.available() > 0)
		command_hear(&board, (uint8_t)Serial.read());
	uint32_t elapsed = millis() - scanned;
	if (elapsed) {
		uint8_t raw[ROWS];
		scanned += elapsed;
		scan(raw);
		board_tick(&board, raw, (uint8_t)(elapsed < 255 ? elapsed : 255));
		displays_step();
	}
#if defined(ARDUINO_ARCH_AVR)
	/* Never waits: a computer that does not read must not keep the keys from being scanned. */
	while (Serial.availableForWrite() > 0) {
#else
	for (;;) { /* some cores cannot say what room there is */
#endif
		int byte = board_next_byte(&board);
		if (byte < 0)
			break;
		Serial.write((uint8_t)byte);
	}
#ifdef __AVR__
	sleep_mode(); /* until the timer's next millisecond, or a byte */
#endif
}

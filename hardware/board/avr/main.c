/* The keypad board on an ATmega328P: pins, timer, UART; the rest is in core/.
 *
 *     timer 0, 1 kHz ─▶ wake ─▶ scan the rows ─▶ board_tick ─▶ one display chip ─▶ sleep
 *
 * 115 200 8N1. The UART's two interrupts only move bytes between rings. */
#include "../core/board.h"
#include "displays.h"
#include "pins.h"

#include <avr/interrupt.h>
#include <avr/sleep.h>
#include <util/delay.h>

#ifndef BAUD
#define BAUD 115200UL
#endif
/* Twice the speed bit: 16 MHz then makes 117 647, 2.1 % fast, within what a UART bears. */
#define UBRR_VALUE ((F_CPU + BAUD * 4) / (BAUD * 8) - 1)

#define HEARD 128

/* What the pull-ups need to lift a column and a long cable again: 50 kohm, 300 pF. Read sooner, the
 * column still reads as it did for the row before: an invented press. */
#define SETTLE_US 30

/* Timer 0 divides the clock by 64 and counts to 256 at most: a millisecond must be a whole number. */
#define TIMER_COUNTS (F_CPU / 64000UL)
#if F_CPU % 64000UL || TIMER_COUNTS < 1 || TIMER_COUNTS > 256
#error "timer 0 makes no millisecond of this F_CPU: a multiple of 64 kHz up to 16.384 MHz"
#endif
#define REAL_BAUD (F_CPU / 8 / (UBRR_VALUE + 1))
#if REAL_BAUD > BAUD * 1025 / 1000 || REAL_BAUD < BAUD * 975 / 1000
#error "the UART cannot make this BAUD of this F_CPU within 2.5 %"
#endif

static struct board board;
static volatile uint8_t heard[HEARD];
static volatile uint8_t heard_in, heard_out;
static volatile uint8_t ticks;

ISR(TIMER0_COMPA_vect)
{
	if (ticks != 255) /* more than a byte holds: as long as it can say */
		ticks++;
}

ISR(USART_RX_vect)
{
	uint8_t byte = UDR0;
	uint8_t next = (uint8_t)(heard_in + 1) % HEARD;
	if (next == heard_out)
		return; /* a frame with a hole fails its CRC and is sent again */
	heard[heard_in] = byte;
	heard_in = next;
}

ISR(USART_UDRE_vect)
{
	int byte = board_next_byte(&board);
	if (byte < 0)
		UCSR0B &= (uint8_t)~(1 << UDRIE0);
	else
		UDR0 = (uint8_t)byte;
}

void hook_glass(const struct glass *glass)
{
	displays_show(glass);
}

void hook_beep(uint16_t hz, uint16_t ms)
{
	piezo_play(hz, ms);
}

static uint8_t columns(void)
{
	uint8_t high = (uint8_t)(PIND >> 2 | (PINB & 0x01) << 6 | (PINB & 0x10) << 3);
	return (uint8_t)~high >> (8 - COLS);
}

/* All rows at once first: with no key down, one look is enough. */
static void scan(uint8_t raw[ROWS])
{
	DDRC |= ROW_PINS;
	_delay_us(1);
	uint8_t any = columns();
	DDRC &= (uint8_t)~ROW_PINS;
	for (uint8_t row = 0; row < ROWS; row++) {
		raw[row] = 0;
		if (!any)
			continue;
		_delay_us(SETTLE_US);
		DDRC |= (uint8_t)(1u << row);
		_delay_us(1);
		raw[row] = columns();
		DDRC &= (uint8_t)~(1u << row);
	}
}

static void start(void)
{
	PORTD = COLUMNS_D;
	PORTB = COLUMNS_B;

	UBRR0 = UBRR_VALUE;
	UCSR0A = 1 << U2X0;
	UCSR0C = (1 << UCSZ01) | (1 << UCSZ00);
	UCSR0B = (1 << RXEN0) | (1 << TXEN0) | (1 << RXCIE0);

	TCCR0A = 1 << WGM01;
	TCCR0B = (1 << CS01) | (1 << CS00); /* the clock divided by 64 */
	OCR0A = TIMER_COUNTS - 1;
	TIMSK0 = 1 << OCIE0A;

	piezo_start();
	uint8_t displays = displays_start();
	board_start(&board, COLS, displays, true);
	set_sleep_mode(SLEEP_MODE_IDLE); /* deeper, the UART would miss its first byte */
	sei();
}

int main(void)
{
	start();
	for (;;) {
		while (heard_out != heard_in) {
			board_hear(&board, heard[heard_out]);
			heard_out = (uint8_t)(heard_out + 1) % HEARD;
		}
		if (ticks) {
			uint8_t raw[ROWS];
			cli();
			uint8_t elapsed = ticks;
			ticks = 0;
			sei();
			scan(raw);
			board_tick(&board, raw, elapsed);
			piezo_step(elapsed);
			displays_step();
			if (board.ring_in != board.ring_out)
				UCSR0B |= 1 << UDRIE0;
			continue;
		}
		/* Between the look and the sleep nothing may slip in: sei takes effect
		 * one instruction later. */
		cli();
		if (!ticks && heard_out == heard_in) {
			sleep_enable();
			sei();
			sleep_cpu();
			sleep_disable();
		}
		sei();
	}
}

/* A keypad sketch as its owner might have written it: no protocol, a 4 x 4 pad, STYLE of print.
 *
 *     STYLE 1   one character a line        5
 *     STYLE 2   as the common library       Key 5 PRESSED.  Key 5 RELEASED.
 *
 * Same pins as the framed board, so that the rig can press its keys. */
#include <avr/io.h>
#include <util/delay.h>

static const char LEGENDS[4][5] = {"123A", "456B", "789C", "*0#D"};

static void put(char c)
{
	loop_until_bit_is_set(UCSR0A, UDRE0);
	UDR0 = (uint8_t)c;
}

static void print(const char *text)
{
	while (*text)
		put(*text++);
}

static void report(char key, uint8_t down)
{
#if STYLE == 2
	print("Key ");
	put(key);
	print(down ? " PRESSED.\r\n" : " RELEASED.\r\n");
#else
	if (!down)
		return;
	put(key);
	print("\r\n");
#endif
}

static uint8_t columns(void)
{
	return (uint8_t)~(PIND >> 6 | (PINB & 0x01) << 2 | (PINB & 0x10) >> 1) & 0x0F;
}

int main(void)
{
	uint8_t was[4] = {0, 0, 0, 0};
	const uint16_t divisor = (uint16_t)((F_CPU + BAUD * 4UL) / (BAUD * 8UL) - 1);
	PORTD = 0xC0;
	PORTB = 0x11;
	UBRR0H = (uint8_t)(divisor >> 8);
	UBRR0L = (uint8_t)divisor;
	UCSR0A = 1 << U2X0;
	UCSR0B = (1 << RXEN0) | (1 << TXEN0);
	UCSR0C = (1 << UCSZ01) | (1 << UCSZ00);
	for (;;) {
		for (uint8_t row = 0; row < 4; row++) {
			DDRC = (uint8_t)(1 << row);
			_delay_us(20);
			uint8_t now = columns(), moved = now ^ was[row];
			DDRC = 0;
			was[row] = now;
			for (uint8_t col = 0; col < 4; col++)
				if (moved & (1 << col))
					report(LEGENDS[row][col], now >> col & 1);
		}
		_delay_ms(20); /* its whole debounce */
	}
}

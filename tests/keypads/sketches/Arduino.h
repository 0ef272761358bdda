/* As much of the Arduino language as the sketch of docs/keypad.md speaks, on the bare chip. */
#ifndef ARDUINO_H
#define ARDUINO_H

#include <avr/interrupt.h>
#include <avr/io.h>
#include <util/delay.h>

typedef uint8_t byte;
enum { INPUT, OUTPUT, INPUT_PULLUP };
enum { A0 = 14, A1, A2, A3, A4, A5 };

struct Pin {
	volatile uint8_t *in, *direction, *out;
	uint8_t bit;
};

static inline Pin pin(byte number)
{
	if (number >= A0)
		return Pin{&PINC, &DDRC, &PORTC, (uint8_t)(1 << (number - A0))};
	if (number >= 8)
		return Pin{&PINB, &DDRB, &PORTB, (uint8_t)(1 << (number - 8))};
	return Pin{&PIND, &DDRD, &PORTD, (uint8_t)(1 << number)};
}

static inline void pinMode(byte number, byte mode)
{
	Pin p = pin(number);
	if (mode == OUTPUT) {
		*p.direction |= p.bit;
		return;
	}
	*p.direction &= (uint8_t)~p.bit;
	if (mode == INPUT_PULLUP)
		*p.out |= p.bit;
	else
		*p.out &= (uint8_t)~p.bit;
}

static inline bool digitalRead(byte number)
{
	_delay_us(4); /* about what the real one takes */
	Pin p = pin(number);
	return *p.in & p.bit;
}

static inline void delay(unsigned long ms)
{
	while (ms--)
		_delay_ms(1);
}

/* As the real one it sends from a buffer of 64 bytes: a sketch waits only where that is full. */
#define SENDING 64
static volatile uint8_t sending[SENDING], sending_in, sending_out;

ISR(USART_UDRE_vect)
{
	UDR0 = sending[sending_out];
	sending_out = (uint8_t)(sending_out + 1) % SENDING;
	if (sending_out == sending_in)
		UCSR0B &= (uint8_t)~(1 << UDRIE0);
}

struct {
	void begin(unsigned long baud)
	{
		const uint16_t divisor = (uint16_t)((F_CPU + baud * 4) / (baud * 8) - 1);
		UBRR0H = (uint8_t)(divisor >> 8);
		UBRR0L = (uint8_t)divisor;
		UCSR0A = 1 << U2X0;
		UCSR0B = 1 << TXEN0;
		UCSR0C = (1 << UCSZ01) | (1 << UCSZ00);
		sei();
	}
	void put(char c)
	{
		uint8_t next = (uint8_t)(sending_in + 1) % SENDING;
		while (next == sending_out)
			;
		sending[sending_in] = (uint8_t)c;
		sending_in = next;
		UCSR0B |= 1 << UDRIE0;
	}
	void println(char c)
	{
		put(c);
		put('\r');
		put('\n');
	}
} Serial;

void setup();
void loop();

int main()
{
	setup();
	for (;;)
		loop();
}

#endif

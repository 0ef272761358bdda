/* The wire: a pseudo-terminal in the place of the USB chip, and all that can befall it.
 *
 * Bytes go to the chip at the speed of the line at most. A reader at another speed gets what a
 * UART would make of the waveform, across the bytes. With the port closed, what is sent is lost, as on USB. */
#define _GNU_SOURCE
#include "rig.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pty.h>
#include <simavr/avr_uart.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#define BUFFER 65536
#define PATIENCE_MS 5000

static int master = -1;
static char name[64], link_path[512];
static bool open_there, reading = true, patient, full;
static avr_irq_t *uart_in;

static uint8_t outgoing[BUFFER];
static size_t outgoing_length;
static unsigned flip_one_in, noise_a_second;
static double noise_owed;

static uint64_t sent, written, received, flipped, lost, openings;

/* --- plugging */

bool wire_plug(const char *link)
{
	int slave;
	if (openpty(&master, &slave, name, 0, 0))
		return false;
	struct termios raw;
	tcgetattr(slave, &raw);
	cfmakeraw(&raw); /* fresh ones echo */
	tcsetattr(slave, TCSANOW, &raw);
	close(slave);
	fcntl(master, F_SETFL, O_NONBLOCK);
	fcntl(master, F_SETFD, FD_CLOEXEC);
	open_there = false;
	outgoing_length = 0;
	if (link) {
		snprintf(link_path, sizeof link_path, "%s", link);
		unlink(link_path);
		return symlink(name, link_path) == 0;
	}
	return true;
}

void wire_unplug(void)
{
	if (master >= 0)
		close(master);
	master = -1;
	if (*link_path)
		unlink(link_path);
	open_there = false;
}

const char *wire_name(void)
{
	return name;
}

/* --- speeds */

static unsigned reader_speed(void)
{
	struct termios now;
	if (tcgetattr(master, &now))
		return 0;
	switch (cfgetospeed(&now)) {
	case B115200:
		return 115200;
	case B57600:
		return 57600;
	case B38400:
		return 38400;
	case B19200:
		return 19200;
	case B9600:
		return 9600;
	default:
		return 0;
	}
}

static unsigned chip_speed(avr_t *avr)
{
	unsigned divisor = (unsigned)(avr->data[0xC4] | avr->data[0xC5] << 8) + 1;
	return HZ / (avr->data[0xC0] & 2 ? 8 : 16) / divisor;
}

static bool speeds_agree(unsigned a, unsigned b)
{
	return a && b && a * 100 > b * 95 && a * 100 < b * 105;
}

/* What the chip sends, as it stands on the wire, while a reader listens at another speed. */
#define WAVE 512

static struct {
	double start; /* in cycles */
	uint8_t byte;
} wave[WAVE];
static int wave_length;
static double wave_bit, wave_end, read_to;

static void wave_add(double now, uint8_t byte, unsigned speed)
{
	wave_bit = (double)HZ / speed;
	if (wave_length == WAVE)
		wave_length = 0;
	double start = now > wave_end ? now : wave_end;
	wave[wave_length].start = start;
	wave[wave_length++].byte = byte;
	wave_end = start + 10 * wave_bit;
}

static bool wave_level(double at)
{
	for (int i = 0; i < wave_length; i++) {
		double bit = (at - wave[i].start) / wave_bit;
		if (bit >= 0 && bit < 10)
			return ((unsigned)wave[i].byte << 1 | 0x200) >> (unsigned)bit & 1;
	}
	return true;
}

/* The next byte that the reader's UART makes of it; -1: none before `now`. One without a stop bit
 * is 0, and the line must be high again before the next. */
static int wave_read(double now, unsigned speed)
{
	double bit = (double)HZ / speed, step = (bit < wave_bit ? bit : wave_bit) / 16;
	if (wave_length && read_to < wave[0].start)
		read_to = wave[0].start;
	for (; wave_length && read_to + 10 * bit < now; read_to += step) {
		if (read_to > wave_end) {
			wave_length = 0;
			break;
		}
		if (wave_level(read_to) || wave_level(read_to + bit / 2))
			continue;
		unsigned value = 0;
		for (int n = 0; n < 8; n++)
			value |= (unsigned)wave_level(read_to + bit * (n + 1.5)) << n;
		read_to += bit * 9.5;
		if (wave_level(read_to))
			return (int)value;
		while (read_to <= wave_end && !wave_level(read_to))
			read_to += step;
		return 0;
	}
	return -1;
}

/* --- bytes */

static uint8_t accident(uint8_t byte)
{
	if (flip_one_in && draw(flip_one_in) == 0) {
		flipped++;
		return (uint8_t)(byte ^ 1u << draw(8));
	}
	return byte;
}

void wire_flush(void)
{
	while (outgoing_length && master >= 0) {
		ssize_t done = write(master, outgoing, outgoing_length);
		if (done > 0) {
			written += (uint64_t)done;
			memmove(outgoing, outgoing + done, outgoing_length - (size_t)done);
			outgoing_length -= (size_t)done;
			continue;
		}
		struct pollfd wait = {master, POLLOUT, 0};
		if (!patient || poll(&wait, 1, PATIENCE_MS) <= 0 || wait.revents & POLLHUP) {
			lost += outgoing_length;
			outgoing_length = 0;
		}
	}
}

static void put(uint8_t byte)
{
	if (outgoing_length == BUFFER)
		wire_flush();
	outgoing[outgoing_length++] = byte;
}

static void uart_byte(struct avr_irq_t *irq, uint32_t value, void *param)
{
	(void)irq;
	avr_t *avr = param;
	uint8_t byte = accident((uint8_t)value);
	if (!open_there)
		return;
	sent++;
	unsigned from = chip_speed(avr), to = reader_speed();
	if (speeds_agree(from, to)) {
		put(byte);
		return;
	}
	if (to)
		wave_add((double)avr->cycle, byte, from);
}

static void uart_full(struct avr_irq_t *irq, uint32_t value, void *param)
{
	(void)irq, (void)value;
	full = (bool)(intptr_t)param;
}

void wire_attach(avr_t *avr)
{
	uint32_t flags = 0; /* neither echo on our output nor naps while polling */
	avr_ioctl(avr, AVR_IOCTL_UART_SET_FLAGS('0'), &flags);
	uart_in = avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_INPUT);
	avr_irq_register_notify(
		avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_OUTPUT), uart_byte, avr);
	avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_OUT_XON),
	                        uart_full, (void *)0);
	avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_OUT_XOFF),
	                        uart_full, (void *)1);
}

static void make_noise(void)
{
	if (!noise_a_second)
		return;
	for (noise_owed += noise_a_second / 1000.0; noise_owed >= 1; noise_owed--)
		put((uint8_t)draw(256));
}

/* True when the port was opened since the last call. */
static bool take_incoming(avr_t *avr, bool deaf)
{
	uint8_t bytes[16];
	/* 11 bytes a ms are 115 200 baud; simavr's receiver counts a parity bit and takes 10. */
	ssize_t got = read(master, bytes, !reading || full ? 0 : 10);
	if (got < 0 && errno == EIO) {
		open_there = false;
		return false;
	}
	if (!reading && !open_there) {
		/* A read of nothing cannot tell; hang-up can. */
		struct pollfd there = {master, 0, 0};
		if (poll(&there, 1, 0) > 0 && there.revents & POLLHUP)
			return false;
	}
	bool agree = got > 0 && speeds_agree(chip_speed(avr), reader_speed());
	for (ssize_t i = 0; i < got; i++) {
		received++;
		if (!deaf)
			avr_raise_irq(uart_in, agree ? accident(bytes[i]) : draw(256));
	}
	bool opened = !open_there;
	open_there = true;
	openings += opened;
	return opened;
}

bool wire_step(avr_t *avr, bool deaf)
{
	if (master < 0)
		return false;
	bool opened = take_incoming(avr, deaf);
	unsigned speed = wave_length ? reader_speed() : 0;
	for (int byte; speed && (byte = wave_read((double)avr->cycle, speed)) >= 0;)
		put((uint8_t)byte);
	if (open_there)
		make_noise();
	wire_flush();
	return opened;
}

/* --- accidents */

void wire_patient(bool value)
{
	patient = value;
}

void wire_reading(bool value)
{
	reading = value;
}

void wire_flip(unsigned one_in)
{
	flip_one_in = one_in;
}

void wire_noise(unsigned bytes_a_second)
{
	noise_a_second = bytes_a_second;
	noise_owed = 0;
}

void wire_print(void)
{
	printf(" sent=%llu written=%llu received=%llu flipped=%llu lost=%llu openings=%llu",
	       (unsigned long long)sent, (unsigned long long)written, (unsigned long long)received,
	       (unsigned long long)flipped, (unsigned long long)lost, (unsigned long long)openings);
}

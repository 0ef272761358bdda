/* The wire: a pseudo-terminal in the place of the USB chip, and all that can befall it.
 *
 * Bytes go to the chip at the speed of the line at most. With the port closed, what is sent is lost, as
 * on USB. */
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
static char name[64];
static bool open_there, patient, full;
static avr_irq_t *uart_in;

static uint8_t outgoing[BUFFER];
static size_t outgoing_length;

static uint64_t sent, written, lost;

/* --- plugging */

bool wire_plug(void)
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
	return true;
}

void wire_unplug(void)
{
	if (master >= 0)
		close(master);
	master = -1;
	open_there = false;
}

const char *wire_name(void)
{
	return name;
}

/* --- bytes */

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
	(void)param;
	if (!open_there)
		return;
	sent++;
	put((uint8_t)value);
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
		avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_OUTPUT), uart_byte, 0);
	avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_OUT_XON),
	                        uart_full, (void *)0);
	avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_OUT_XOFF),
	                        uart_full, (void *)1);
}

/* True when the port was opened since the last call. */
static bool take_incoming(void)
{
	uint8_t bytes[16];
	/* 11 bytes a ms are 115 200 baud; simavr's receiver counts a parity bit and takes 10. */
	ssize_t got = read(master, bytes, full ? 0 : 10);
	if (got < 0 && errno == EIO) {
		open_there = false;
		return false;
	}
	for (ssize_t i = 0; i < got; i++)
		avr_raise_irq(uart_in, bytes[i]);
	bool opened = !open_there;
	open_there = true;
	return opened;
}

bool wire_step(void)
{
	if (master < 0)
		return false;
	bool opened = take_incoming();
	wire_flush();
	return opened;
}

/* --- accidents */

void wire_patient(bool value)
{
	patient = value;
}

void wire_print(void)
{
	printf(" sent=%llu written=%llu lost=%llu", (unsigned long long)sent,
	       (unsigned long long)written, (unsigned long long)lost);
}

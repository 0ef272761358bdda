/* What a player would see and hear: a MAX7219, three HT16K33 and a piezo on their pins. */
#include "rig.h"

#include <simavr/avr_spi.h>
#include <simavr/avr_twi.h>
#include <stdio.h>
#include <string.h>

#define CS 0x04 /* PB2 */
#define CHIPS 3
#define CHIP_ADDRESS 0x70
#define BEEPS 256

static uint8_t digits[16]; /* the MAX7219's registers */
static uint8_t shifted[2];

static struct {
	uint8_t memory[16];
	uint8_t at;
	bool first, oscillator, lit;
} chips[CHIPS];
static bool fitted = true;
static int selected = -1;
static avr_irq_t *twi_in;

static struct {
	uint64_t start;
	unsigned hz, ms;
} beeps[BEEPS];
static int beep_count;

static void spi_byte(struct avr_irq_t *irq, uint32_t value, void *param)
{
	(void)irq, (void)param;
	shifted[0] = shifted[1];
	shifted[1] = (uint8_t)value;
}

/* A tone without the timer's own pin, as the Arduino makes it: PB1 toggled by software. */
#define PIEZO (1 << 1)
#define SILENCE (30 * MS)

static avr_t *chip_of_piezo;
static struct {
	avr_cycle_count_t first, last;
	unsigned count;
} toggles;

static void piezo_toggled(void)
{
	toggles.last = chip_of_piezo->cycle;
	if (!toggles.count++)
		toggles.first = toggles.last;
}

static void piezo_step(avr_t *avr, uint64_t ms)
{
	if (!toggles.count || avr->cycle < toggles.last + SILENCE)
		return;
	avr_cycle_count_t length = toggles.last - toggles.first;
	if (length && beep_count < BEEPS) {
		beeps[beep_count].start = ms;
		beeps[beep_count].hz = (unsigned)((toggles.count - 1) * (uint64_t)HZ / 2 / length);
		beeps[beep_count++].ms = (unsigned)((length + MS / 2) / MS);
	}
	toggles.count = 0;
}

static void port_b(uint8_t before, uint8_t after)
{
	if ((before ^ after) & PIEZO)
		piezo_toggled();
	if (!(before & CS) && after & CS) /* the rising edge takes what was shifted in */
		digits[shifted[0] & 15] = shifted[1];
}

static void acknowledge(uint8_t address)
{
	avr_raise_irq(twi_in, avr_twi_irq_msg(TWI_COND_ACK, address, 1));
}

static void chip_byte(int chip, uint8_t byte)
{
	if (!chips[chip].first) {
		chips[chip].memory[chips[chip].at++ & 15] = byte;
		return;
	}
	chips[chip].first = false;
	if (byte < 0x10)
		chips[chip].at = byte;
	else if ((byte & 0xF0) == 0x20)
		chips[chip].oscillator = byte & 1;
	else if ((byte & 0xF0) == 0x80)
		chips[chip].lit = byte & 1;
}

static void twi_message(struct avr_irq_t *irq, uint32_t value, void *param)
{
	(void)irq, (void)param;
	avr_twi_msg_irq_t message = {.u.v = value};
	if (message.u.twi.msg & TWI_COND_STOP)
		selected = -1;
	if (message.u.twi.msg & TWI_COND_START) {
		int chip = (message.u.twi.addr >> 1) - CHIP_ADDRESS;
		selected = fitted && chip >= 0 && chip < CHIPS ? chip : -1;
		if (selected >= 0) {
			chips[selected].first = true;
			acknowledge(message.u.twi.addr);
		}
	}
	if (selected >= 0 && message.u.twi.msg & TWI_COND_WRITE) {
		acknowledge(message.u.twi.addr);
		chip_byte(selected, message.u.twi.data);
	}
}

void glass_fit(bool letters)
{
	fitted = letters;
}

void glass_attach(avr_t *avr)
{
	chip_of_piezo = avr;
	matrix_on_port_b = port_b;
	avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_SPI_GETIRQ(0), SPI_IRQ_OUTPUT), spi_byte, 0);
	twi_in = avr_io_getirq(avr, AVR_IOCTL_TWI_GETIRQ(0), TWI_IRQ_INPUT);
	avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_TWI_GETIRQ(0), TWI_IRQ_OUTPUT), twi_message, 0);
}

void glass_after_reset(void)
{
	selected = -1;
	toggles.count = 0;
}

void glass_step(avr_t *avr, uint64_t ms)
{
	piezo_step(avr, ms);
}

void glass_print(void)
{
	printf("glass");
	for (int chip = 0; chip < CHIPS; chip++)
		for (int i = 0; i < 4; i++)
			printf(" %04X", chips[chip].oscillator && chips[chip].lit
			                        ? chips[chip].memory[2 * i] | chips[chip].memory[2 * i + 1] << 8
			                        : 0);
	for (int i = 8; i; i--)
		printf(" %02X", digits[0x0C] & 1 ? digits[i] : 0);
	printf("\n");
}

void beeps_print(void)
{
	printf("beeps");
	for (int i = 0; i < beep_count; i++)
		printf(" %u:%u", beeps[i].hz, beeps[i].ms);
	printf("\n");
	beep_count = 0;
}

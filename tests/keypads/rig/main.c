/* rig FIRMWARE.hex: a simulated board, told what happens by lines on standard input.
 *
 *     d R C [B]     the contact of row R and column C closes, bouncing for up to B ms
 *     u R C [B]     it opens
 *     wait MS       that much of the board's time, as fast as it goes
 *     pace N        between commands the board lives at N times real time; 0: it stands still
 *     reset         its reset button
 *     unplug        the cable
 *     patient 0|1   wait for a slow reader
 *     cable US      a net that is let go needs so long to rise
 *     letters 0|1   the three HT16K33 are fitted
 *     sync TOKEN    prints TOKEN                        stats, glass, beeps    print a line
 *
 * Opening the port resets it, as an Uno. */
#define _GNU_SOURCE
#include "rig.h"

#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define FLASH 32768
#define INPUT 65536

static avr_t *avr;
static double pace = 1;
static bool reset_due;
static uint64_t now_ms;
static uint64_t dice = 88172645463325252u;

uint32_t draw(uint32_t below)
{
	dice ^= dice << 13;
	dice ^= dice >> 7;
	dice ^= dice << 17;
	return (uint32_t)(dice >> 32) % below;
}

static void sleep_not(avr_t *chip, avr_cycle_count_t cycles)
{
	(void)chip, (void)cycles; /* a sleeping chip's time passes at once */
}

/* Only the .hex that people flash is loaded: data records of one segment. */
static bool load(const char *path, uint8_t *flash, uint32_t *length)
{
	FILE *file = fopen(path, "r");
	char row[600];
	if (!file)
		return false;
	while (fgets(row, sizeof row, file)) {
		unsigned count, address, kind;
		if (sscanf(row, ":%2x%4x%2x", &count, &address, &kind) != 3 || kind != 0)
			continue;
		for (unsigned i = 0; i < count; i++) {
			unsigned byte;
			if (address + i >= FLASH || sscanf(row + 9 + 2 * i, "%2x", &byte) != 1)
				return false;
			flash[address + i] = (uint8_t)byte;
			if (address + i >= *length)
				*length = address + i + 1;
		}
	}
	fclose(file);
	return *length != 0;
}

static void reset(void)
{
	reset_due = false;
	avr_reset(avr);
	avr->run_cycle_limit = MS;
	matrix_after_reset(avr);
	glass_after_reset();
}

/* One millisecond of the board. */
static bool step(void)
{
	if (wire_step())
		reset_due = true;
	/* Never inside a callback of simavr's. */
	if (reset_due)
		reset();
	now_ms++;
	for (avr_cycle_count_t until = avr->cycle + MS; avr->cycle < until;) {
		int state = avr_run(avr);
		if (state == cpu_Crashed || state == cpu_Done) {
			printf("crashed at %06X\n", (unsigned)avr->pc);
			fflush(stdout);
			return false;
		}
	}
	glass_step(avr, now_ms);
	return true;
}

static bool run(uint64_t ms)
{
	while (ms--)
		if (!step())
			return false;
	return true;
}

static void print_stats(void)
{
	wire_flush(); /* all that was sent can be read once this line is */
	printf("stats ms=%llu contention=%llu high=%llu serial=%llu", (unsigned long long)now_ms,
	       (unsigned long long)matrix_counts.contention, (unsigned long long)matrix_counts.high,
	       (unsigned long long)matrix_counts.serial);
	wire_print();
	printf("\n");
}

/* False: the end. */
static bool obey(const char *row)
{
	char word[32] = "", rest[64] = "";
	double number = 0;
	int r, c, bounce = 0;
	sscanf(row, "%31s %63s", word, rest);
	sscanf(rest, "%lf", &number);
	if (!strcmp(word, "d") || !strcmp(word, "u")) {
		if (sscanf(row, "%*s %d %d %d", &r, &c, &bounce) >= 2)
			matrix_move(avr, r, c, *word == 'd', (unsigned)bounce);
	} else if (!strcmp(word, "wait")) {
		return run((uint64_t)number);
	} else if (!strcmp(word, "pace")) {
		pace = number;
	} else if (!strcmp(word, "reset")) {
		reset_due = true;
	} else if (!strcmp(word, "unplug")) {
		wire_unplug();
	} else if (!strcmp(word, "patient")) {
		wire_patient(number != 0);
	} else if (!strcmp(word, "cable")) {
		matrix_cable((unsigned)number);
	} else if (!strcmp(word, "letters")) {
		glass_fit(number != 0);
	} else if (!strcmp(word, "sync")) {
		wire_flush();
		printf("%s\n", rest);
	} else if (!strcmp(word, "stats")) {
		print_stats();
	} else if (!strcmp(word, "glass")) {
		glass_print();
	} else if (!strcmp(word, "beeps")) {
		beeps_print();
	} else if (*word) {
		printf("unknown %s\n", word);
	}
	fflush(stdout);
	return true;
}

static double seconds(void)
{
	struct timespec time;
	clock_gettime(CLOCK_MONOTONIC, &time);
	return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

/* Reads what commands there are; false at the end. Waits for one when there is nothing to do. */
static bool take_commands(int wait_ms)
{
	static char input[INPUT];
	static size_t length;
	struct pollfd ready = {0, POLLIN, 0};
	if (poll(&ready, 1, wait_ms) <= 0)
		return true;
	ssize_t got = read(0, input + length, sizeof input - length);
	if (got <= 0)
		return false;
	length += (size_t)got;
	char *at = input, *end;
	while ((end = memchr(at, '\n', length - (size_t)(at - input)))) {
		*end = 0;
		if (!obey(at))
			return false;
		at = end + 1;
	}
	length -= (size_t)(at - input);
	memmove(input, at, length);
	return true;
}

int main(int argc, char **argv)
{
	static uint8_t flash[FLASH];
	uint32_t length = 0;
	if (argc < 2 || !load(argv[1], flash, &length)) {
		fprintf(stderr, "rig: give a .hex file\n");
		return 2;
	}
	avr = avr_make_mcu_by_name("atmega328p");
	if (!avr || avr_init(avr)) {
		fprintf(stderr, "rig: simavr knows no atmega328p\n");
		return 2;
	}
	avr->frequency = HZ;
	avr->log = LOG_NONE; /* an overrun of the UART is an accident like others */
	avr->sleep = sleep_not;
	avr_loadcode(avr, flash, length, 0);
	avr->codeend = length;
	wire_attach(avr);
	matrix_attach(avr);
	glass_attach(avr);
	avr->run_cycle_limit = MS;
	if (!wire_plug()) {
		fprintf(stderr, "rig: no pseudo-terminal\n");
		return 2;
	}
	printf("port %s\n", wire_name());
	fflush(stdout);

	double due = seconds();
	for (int wait_ms = 0; take_commands(wait_ms);) {
		if (pace <= 0) {
			wait_ms = 1000;
			due = seconds();
			continue;
		}
		double now = seconds();
		if (due < now - 0.1)
			due = now - 0.1; /* time that `wait` took is not made up for */
		for (; due <= now; due += 0.001 / pace)
			if (!step())
				return 1;
		wait_ms = 1;
	}
	wire_unplug();
	return 0;
}
